// @ts-check
// A view of a table, drawn plainly. It holds only what its viewer saw.
import text from "/text/rounds.js";
import { card } from "../base/cards.js";
import { make } from "../base/dom.js";
import { dollars, short } from "../base/money.js";

const cardList = (names) =>
  make(
    "span",
    { class: "card-list" },
    names.map((name) => card(name)),
  );

function seatItem(seat, view, spots) {
  const turn = view.turn === seat.seat;
  const out = seat.folded || seat.dropped;
  const marks = [
    turn ? text.turn : null,
    seat.folded ? text.folded : null,
    seat.dropped ? text.dropped[seat.dropped] : null,
    seat.yours ? text.own : null,
  ]
    .filter(Boolean)
    .map((mark) => make("span", { class: "mark" }, mark));
  const stakes = Object.entries(seat.stakes).map(([spot, cents]) =>
    make("span", { class: "stake" }, text.stake(spots.get(spot) ?? spot, short(cents))),
  );
  const states = [turn ? "turn" : "", out ? "out" : ""].filter(Boolean).join(" ");
  return make(
    "li",
    { class: "seat", "data-state": states || null },
    make("p", { class: "label" }, text.seatAt(seat.seat, seat.player)),
    seat.cards.length ? cardList(seat.cards) : null,
    make("p", { class: "stakes" }, stakes.length ? stakes : text.noStakes),
    make("p", { class: "marks" }, marks),
  );
}

export function felt(view, spots) {
  const meters = Object.entries(view.meters).map(([name, cents]) =>
    text.meter(name, dollars(cents)),
  );
  const middle = [
    [text.community, view.community],
    [text.box, view.box],
  ]
    .filter(([, names]) => names.length)
    .map(([title, names]) =>
      make("div", { class: "middle" }, make("p", { class: "label" }, title), cardList(names)),
    );
  const seats = view.seats.map((seat) => seatItem(seat, view, spots));
  const state = make(
    "p",
    { class: "state" },
    text.stateOf(text.phase[view.phase] ?? view.phase, view.cards),
    meters.length ? make("span", { class: "meters" }, meters.join(" · ")) : null,
  );
  return make(
    "section",
    { class: "replay-felt", "aria-label": text.felt },
    state,
    middle,
    seats.length ? make("ul", { class: "seats-row" }, seats) : make("p", {}, text.emptyFelt),
  );
}
