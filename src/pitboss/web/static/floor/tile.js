// @ts-check
// One table of the floor: its state, seats, money and cards.
import text from "/text/floor.js";
import words from "/text/staff.js";
import { make } from "../base/dom.js";
import { dollars, short } from "../base/money.js";
import { factList } from "../base/parts.js";
import { now, ticking } from "../staff/clock.js";

// Stages of the cards at which nobody can bet.
const UNREADY = ["closed", "received", "inspected", "verified", "spread", "viewed"];
const pill = (label, kind = "pill") => make("span", { class: kind }, label);

export function tile(table, look) {
  const calls = table.due?.role === "floorperson" || table.award;
  const dropped = table.seats.filter((seat) => seat.dropped);
  const pills = dropped.map((seat) => pill(text.gone(seat.seat, seat.dropped), "pill bad"));
  return make(
    "li",
    { class: "panel tile", "data-state": calls ? "calls" : null },
    make("h3", {}, table.name, " ", make("small", {}, table.title)),
    stateLine(table),
    make(
      "p",
      { class: "waits" },
      make("b", {}, dutyWords(table)),
      " ",
      ticking("span", { class: "clause" }, table.since, words.waits),
    ),
    make("p", { class: "hint" }, phaseWords(table)),
    pills.length ? make("p", {}, pills) : null,
    seatList(table),
    moneyList(table.money),
    table.cards === "closed" ? null : cardFacts(table),
    look,
  );
}

function stateLine(table) {
  const faults = Object.entries(table.devices)
    .filter(([, condition]) => condition !== "working")
    .map(([name, condition]) =>
      pill(text.devices(words.device[name], words.condition[condition]), "pill bad"),
    );
  return make(
    "p",
    { class: "state" },
    pill(words.mode[table.mode]),
    " ",
    pill(words.currency[table.currency]),
    " ",
    table.physical ? pill(text.physical) : null,
    faults,
  );
}

function dutyWords(table) {
  const { due } = table;
  const selfDealt = table.mode === "self-dealt";
  if (selfDealt && !table.seats.length) return words.nobody;
  if (!due) return words.nothingDue;
  const byHouse = selfDealt && due.role !== "player" && !table.award;
  return text.waitsFor(words.due[due.what], words.whose(byHouse ? "house" : due.role, due.seat));
}

function phaseWords(table) {
  const phase = UNREADY.includes(table.cards) ? null : words.phase[table.phase];
  const line = [phase, words.cards[table.cards], text.round(table.round)]
    .filter(Boolean)
    .join(", ");
  return line.replace(/^./, (first) => first.toUpperCase());
}

function seatList(table) {
  const seats = Array.from({ length: table.places }, (_, place) => {
    const seat = table.seats.find((one) => one.seat === place + 1);
    const out = seat?.dropped || seat?.folded;
    const states = [seat ? "taken" : "free", seat?.turn ? "turn" : "", out ? "out" : ""];
    const stake = seat?.staked ? `, ${dollars(seat.staked)}` : "";
    const title = seat ? `${seat.player}${stake}` : "";
    return make("li", { "data-state": states.filter(Boolean).join(" "), title }, String(place + 1));
  });
  const label = text.seats(table.seats.length, table.places);
  return make("ol", { class: "plain-list places", "aria-label": label }, seats);
}

function moneyList(money) {
  const sums = ["win", "drop", "inventory"].map((name) =>
    make("div", {}, make("dt", {}, text[name]), make("dd", {}, short(money[name]))),
  );
  return make("dl", { class: "money" }, sums);
}

const cardFacts = (table) =>
  factList([
    [text.decks, deckWords(table)],
    [text.stub, countWords(table.count)],
  ]);

function deckWords(table) {
  const deck = table.decks.find((one) => one.in_play);
  if (!deck || deck.due === null) return make("span", {}, text.deckNew);
  const due = deck.due * 1000;
  const sentence = (time, past) => (past > 0 ? text.deckOver(time) : text.deckOk(time));
  return ticking("span", { class: due <= now() ? "bad-text" : null }, due, sentence);
}

function countWords(count) {
  if (count.excused) return text.stubExcused;
  return count.due ? text.stubDue : text.stubEvery(count.rounds, count.every);
}
