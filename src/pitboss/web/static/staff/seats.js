// The seats of a table, compactly, as a view tells of them.
import text from "/text/staff.js";
import table from "/text/dealer.js";
import { make } from "../base/dom.js";
import { card } from "../base/cards.js";
import { short } from "../base/money.js";

export function cardsOf(names) {
  return make("span", { class: "card-list" }, names.map(card));
}

export function seatRow(seat, view, names) {
  const mine = view.turn === seat.seat;
  const state = seat.dropped
    ? table.dropped[seat.dropped]
    : seat.folded
      ? table.folded(names[seat.folded] ?? seat.folded)
      : mine
        ? table.turn
        : "";
  const stakes = Object.entries(seat.stakes).map(([spot, cents]) =>
    make("li", {}, make("span", {}, names[spot] ?? spot), " ", make("b", {}, short(cents))),
  );
  return make(
    "li",
    {
      class: `seat${mine ? " asked" : ""}${seat.dropped || seat.folded ? " out" : ""}`,
      "data-seat": seat.seat,
    },
    make(
      "div",
      { class: "who" },
      make("b", {}, text.seat(seat.seat)),
      " ",
      make("span", {}, seat.player),
      state ? make("span", { class: "pill" }, state) : null,
    ),
    seat.cards.length ? cardsOf(seat.cards) : null,
    stakes.length
      ? make("ul", { class: "stakes" }, stakes)
      : make("span", { class: "clause" }, table.noWager),
  );
}
