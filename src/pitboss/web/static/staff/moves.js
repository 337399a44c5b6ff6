// @ts-check
// What the dealer takes and pays at each spot, in order.
import text from "/text/staff.js";
import { make } from "../base/dom.js";
import { dollars, short } from "../base/money.js";
import { tableOf } from "../base/parts.js";

/** @typedef {Api.Move} Move */

/** @param {Move} move */
export const because = (move) =>
  [move.hand, move.odds !== move.hand ? move.odds : "", move.cut ? text.cut(dollars(move.cut)) : ""]
    .filter(Boolean)
    .join(", ");

/**
 * The fewest chips for an amount, largest first; "" if no chips add up to it.
 * @param {number} cents
 * @param {number[]} values
 */
export function inChips(cents, values) {
  const stacks = [];
  let left = cents;
  for (const value of [...values].sort((a, b) => b - a)) {
    const count = Math.floor(left / value);
    if (count) stacks.push(text.chips(count, short(value)));
    left -= count * value;
  }
  return left === 0 ? stacks.join(text.chipsJoin) : "";
}

/**
 * @param {Move[]} moves
 * @param {string} caption
 * @param {Record<string, string>} names
 */
export function moveList(moves, caption, names = {}) {
  const rows = moves.map((move) => [
    text.seat(move.seat),
    names[move.spot] ?? move.spot,
    make("span", { class: `move ${move.what}` }, text.move[move.what]),
    { num: move.cents ? dollars(move.cents) : "" },
    because(move),
    make("span", { class: "clause" }, move.clause),
  ]);
  return tableOf([text.seat(""), text.spot, text.what, text.amount, text.why, text.by], rows, {
    caption,
  });
}
