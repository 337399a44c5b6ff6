// A view of a table, drawn plainly: whoever's view it is, it holds only what they saw.
import text from "/text/rounds.js";
import { card } from "../base/cards.js";
import { make } from "../base/dom.js";
import { dollars, short } from "../base/money.js";

const cards = (names) =>
  make(
    "span",
    { class: "card-list" },
    names.map((name) => card(name)),
  );

function seat(one, view, spots) {
  const stakes = Object.entries(one.stakes);
  const marks = [
    view.turn === one.seat ? text.turn : null,
    one.folded ? text.folded : null,
    one.dropped ? text.dropped[one.dropped] : null,
    one.yours ? text.own : null,
  ];
  return make(
    "li",
    {
      class: ["seat", view.turn === one.seat ? "turn" : "", one.folded || one.dropped ? "out" : ""]
        .join(" ")
        .trim(),
    },
    make("p", { class: "label" }, text.seatAt(one.seat, one.player)),
    one.cards.length ? cards(one.cards) : null,
    make(
      "p",
      { class: "stakes" },
      stakes.length
        ? stakes.map(([spot, cents]) =>
            make("span", { class: "stake" }, text.stake(spots.get(spot) ?? spot, short(cents))),
          )
        : text.noStakes,
    ),
    make(
      "p",
      { class: "marks" },
      marks.filter(Boolean).map((mark) => make("span", { class: "mark" }, mark)),
    ),
  );
}

export function felt(view, spots) {
  const meters = Object.entries(view.meters);
  const middle = [
    [text.community, view.community],
    [text.box, view.box],
  ].filter(([, names]) => names.length);
  return make(
    "section",
    { class: "replay-felt", "aria-label": text.felt },
    make(
      "p",
      { class: "state" },
      text.stateOf(text.phase[view.phase] ?? view.phase, view.cards),
      meters.length
        ? make(
            "span",
            { class: "meters" },
            meters.map(([name, cents]) => text.meter(name, dollars(cents))).join(" · "),
          )
        : null,
    ),
    middle.map(([title, names]) =>
      make("div", { class: "middle" }, make("p", { class: "label" }, title), cards(names)),
    ),
    view.seats.length
      ? make(
          "ul",
          { class: "seats-row" },
          view.seats.map((one) => seat(one, view, spots)),
        )
      : make("p", {}, text.emptyFelt),
  );
}
