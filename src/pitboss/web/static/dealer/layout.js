// @ts-check
// What a dealer sees of the table: its seats and cards, its clocks, and what happened lately.
import text from "/text/dealer.js";
import words from "/text/staff.js";
import { make } from "../base/dom.js";
import { dollars, timeOfDay } from "../base/money.js";
import { ticking } from "../staff/clock.js";
import { part } from "../staff/parts.js";
import { cardsOf, seatRow } from "../staff/seats.js";

const clause = (words) => make("span", { class: "clause" }, words);

export function layoutPart(names) {
  const drawing = (seats, community, box, meters, turn) => {
    const boards = [
      [text.community, community],
      [text.box, box],
    ]
      .filter(([, cards]) => cards.length)
      .map(([name, cards]) =>
        make("div", { class: "shared" }, make("b", {}, name), cardsOf(cards)),
      );
    const rows = seats.map((seat) => seatRow(seat, turn, names));
    const list = make("ul", { class: "plain-list seats" }, rows);
    return [
      make("div", { class: "row boards" }, boards),
      rows.length ? list : make("p", {}, text.noSeats),
      Object.keys(meters).length ? meterList(meters) : null,
    ];
  };
  return part(text.seats, drawing, { attributes: { class: "panel layout" } });
}

function meterList(meters) {
  const rows = Object.entries(meters).map(([name, cents]) =>
    make("div", { class: "pill" }, make("dt", {}, name), make("dd", {}, dollars(cents))),
  );
  return make("dl", { class: "meters", "aria-label": text.meters }, rows);
}

export const clocksPart = () =>
  part(text.clocks, (decks, count, remaining, unmatched) => {
    const stub = remaining === null ? null : make("li", {}, text.stub(remaining));
    const faults = Object.entries(unmatched).map(([wager, rounds]) =>
      make("li", { class: "bad-text" }, text.unmatched(wager, rounds)),
    );
    return make(
      "ul",
      { class: "plain-list clocks" },
      decks.map(deckRow),
      make("li", {}, countWords(count), " ", clause(count.clause)),
      stub,
      faults,
    );
  });

// The discard rack as it lies: the packet that went in last is on top.
export const rackPart = () =>
  part(text.rackTitle, (packets, racked) => {
    if (!packets.length) return make("p", { class: "hint" }, text.rackEmpty);
    const rows = packets
      .toReversed()
      .map(({ of, count }) =>
        make("li", {}, make("span", {}, text.packet(of)), " ", make("b", {}, String(count))),
      );
    const list = { class: "plain-list rack", "aria-label": text.rackOrder };
    return [make("p", {}, text.rack(racked)), make("ol", list, rows)];
  });

function deckRow(deck) {
  const left = (time, past) => (past > 0 ? text.deckOverdue(time) : text.deckDue(time));
  const due = deck.due === null ? text.deckNew : ticking("span", {}, deck.due * 1000, left);
  const back = make("b", {}, words.back[deck.back]);
  return make(
    "li",
    { class: deck.in_play ? "now" : null },
    back,
    " ",
    due,
    " ",
    clause(deck.clause),
  );
}

function countWords(count) {
  if (count.excused) return text.countExcused;
  return count.due ? make("b", {}, text.countDue) : text.count(count.rounds, count.every);
}

export const latelyPart = () =>
  part(text.happened, (entries) => {
    const rows = entries.map((entry, place) => {
      const time = timeOfDay(entry.at);
      const shown = time === timeOfDay(entries[place - 1]?.at ?? 0) ? null : clause(time);
      const lines = entry.sentences.map((line) =>
        make("span", { class: "sentence" }, line.text, " ", clause(line.clause)),
      );
      return make("li", {}, shown, lines);
    });
    return rows.length ? make("ol", { class: "plain-list lately" }, rows) : null;
  });
