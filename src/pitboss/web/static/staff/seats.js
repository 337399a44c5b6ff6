// @ts-check
// The seats of a table in compact form, from a view.
import text from "/text/staff.js";
import table from "/text/dealer.js";
import { make } from "../base/dom.js";
import { card } from "../base/cards.js";
import { short } from "../base/money.js";

/** @param {string[]} names */
export function cardsOf(names) {
  return make("span", { class: "card-list" }, names.map(card));
}

/** @type {Record<string, string>} */
const DROPPED = table.dropped;

/**
 * @param {Api.SeatView} seat
 * @param {number} turn
 * @param {Record<string, string>} names
 */
function stateOf(seat, turn, names) {
  if (seat.dropped) return DROPPED[seat.dropped];
  if (seat.folded) return table.folded(names[seat.folded] ?? seat.folded);
  return turn === seat.seat ? table.turn : "";
}

/**
 * @param {Api.SeatView} seat
 * @param {number} turn
 * @param {Record<string, string>} names
 */
export function seatRow(seat, turn, names) {
  const state = stateOf(seat, turn, names);
  const out = seat.dropped || seat.folded;
  const stakes = Object.entries(seat.stakes).map(([spot, cents]) =>
    make("li", {}, make("span", {}, names[spot] ?? spot), " ", make("b", {}, short(cents))),
  );
  const who = make(
    "div",
    { class: "who" },
    make("b", {}, text.seat(seat.seat)),
    " ",
    make("span", {}, seat.player),
    state ? make("span", { class: "pill" }, state) : null,
  );
  return make(
    "li",
    {
      class: "seat",
      "data-state": [turn === seat.seat ? "turn" : "", out ? "out" : ""].join(" ").trim() || null,
      "data-seat": seat.seat,
    },
    who,
    seat.cards.length ? cardsOf(seat.cards) : null,
    stakes.length
      ? make("ul", { class: "stakes" }, stakes)
      : make("span", { class: "clause" }, table.noWager),
  );
}
