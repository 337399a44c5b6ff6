// @ts-check
// How long something has waited, in words; elements that show it are updated every second.
import text from "/text/staff.js";
import { make, write } from "../base/dom.js";
import { released } from "../base/pressing.js";

const SECOND_MS = 1000;
let ahead = 0; // of the house's clock, in milliseconds
export const setNow = (/** @type {number} */ now) => {
  ahead = Date.now() - now;
};
export const now = () => Date.now() - ahead;

/** @param {number} milliseconds */
export function span(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 100) return text.seconds(seconds);
  const minutes = Math.floor(seconds / 60);
  return minutes < 100 ? text.minutes(minutes) : text.hours(Math.floor(minutes / 60), minutes % 60);
}

// The function that rewrites each ticking element.
const updates = new WeakMap();

/**
 * `say` gives the words for the time until (or since) a moment.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Dom.Attributes} attributes
 * @param {number} moment
 * @param {(time: string, late: number) => string} say
 */
export function ticking(tag, attributes, moment, say) {
  const element = make(tag, { ...attributes, "data-ticks": true });
  const update = () => write(element, say(span(Math.abs(now() - moment)), now() - moment));
  updates.set(element, update);
  update();
  return element;
}

setInterval(async () => {
  await released(); // longer words may move what is pressed
  for (const element of document.querySelectorAll("[data-ticks]")) updates.get(element)?.();
}, SECOND_MS);
