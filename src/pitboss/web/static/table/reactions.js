// @ts-check
// Six signs for the others at the table: buttons in the panel, a bubble at the seat that sends one.
import text from "/text/table.js";
import { make, setHidden } from "../base/dom.js";
import { ask } from "../base/house.js";
import { messageOf } from "../base/parts.js";
import { settings } from "../base/settings.js";

const SIGNS = /** @type {const} */ (["hello", "luck", "nice", "wow", "ouch", "thanks"]);
const SHOWN_MS = 4000;

/** @typedef {typeof SIGNS[number]} Sign */

/** Whether this person sees reactions and may send them. */
export const reactionsOn = () => settings.get("reactions") === "on";

export class Reactions {
  /**
   * @param {string} table
   * @param {(words: string) => void} refused
   */
  constructor(table, refused) {
    this.table = table;
    this.refused = refused;
    const buttons = SIGNS.map((sign) => {
      const attributes = { type: "button", "data-sign": sign, onclick: () => this.send(sign) };
      return make("button", attributes, text.reaction[sign]);
    });
    const group = { class: "reactions", role: "group", "aria-label": text.reactions };
    this.element = make("div", { ...group, hidden: true }, buttons);
  }

  /** @param {Sign} sign */
  async send(sign) {
    try {
      await ask.post(`/api/tables/${this.table}/reactions`, { sign });
    } catch (error) {
      this.refused(messageOf(error));
    }
  }

  /** @param {boolean} seated */
  show(seated) {
    setHidden(this.element, !seated || !reactionsOn());
  }
}

/**
 * Shows a sign at its seat for some seconds; a second one takes the place of the first.
 * @param {HTMLElement} seat
 * @param {Sign} sign
 */
export function showReaction(seat, sign) {
  seat.querySelector(":scope > .reaction")?.remove();
  const bubble = make("p", { class: "reaction", "data-sign": sign }, text.reaction[sign]);
  seat.append(bubble);
  setTimeout(() => bubble.remove(), SHOWN_MS);
}
