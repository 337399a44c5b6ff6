// @ts-check
// What the modes of the console share: typed keys, their outcomes, and the plainest mode.
import text from "/text/dealer.js";
import { label } from "../staff/acts.js";

/**
 * @typedef {object} Typing What was typed and not yet sent.
 * @property {string} rank
 * @property {string[]} cards
 * @property {string} digits
 * @property {number[]} counts
 * @property {boolean} counting
 * @property {number} seat The seat that chips go to.
 * @property {boolean} storing The count of the other deck is typed.
 * @property {boolean} again The turned hand is entered again.
 * @property {{ place: string, foreign: boolean, rank: string } | null} report
 */

/** @returns {Typing} */
export const nothingTyped = () => ({
  rank: "",
  cards: [],
  digits: "",
  counts: [],
  counting: false,
  seat: 0,
  storing: false,
  again: false,
  report: null,
});

/**
 * @typedef {object} Outcome What a key leads to.
 * @property {any[]} [send] Commands, given in this order.
 * @property {{ choice: any, fields: any }} [perform] An act, done after a preview.
 * @property {any[]} [offer] Forms of one act, in a dialog.
 * @property {string[]} [cards] Cards typed for the hand that comes next.
 * @property {string} [stray] Why the key is dropped.
 */

export const DONE = {};
export const stray = (why = text.strayKey) => ({ stray: why });
export const keyOf = (key, title, more = {}) => ({ key, title, ...more });
export const isDigit = (key) => key >= "0" && key <= "9" && key.length === 1;
export const digitKeys = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, n) => keyOf(String(first + n), "", { digit: true }));

export const required = (want) => !want.optional;

// Backspace takes the last choice back, as long as no card has followed it.
export function retraction(state, key) {
  const { retract } = state.entries;
  return key === "Backspace" && retract ? { send: [{ type: "Retract", seat: retract }] } : null;
}

// An act that is due and needs nothing more, or only what the house suggests: Space, or N.
export function plainMode({ state }) {
  const ready = (want) => !required(want) || Number.isInteger(want.suggested);
  const choice = state.acts.find((one) => one.due && one.wants.every(ready));
  const keys = choice && !choice.wants.some(required) ? [spaceKey(choice)] : [];
  return {
    name: "plain",
    hint: "",
    keys,
    press(key) {
      if (choice && (key === " " || key === "n"))
        return { perform: { choice, fields: suggestedFields(choice) } };
      return retraction(state, key) ?? stray(choice ? text.strayKey : text.notYours);
    },
  };
}

const spaceKey = (choice) => keyOf(" ", label(choice), { main: true });

const suggestedFields = (choice) => {
  const numbers = choice.wants.filter(required).map((want) => [want.field, want.suggested]);
  return { ...choice.fields, ...Object.fromEntries(numbers) };
};
