// @ts-check
// One table on the wall: its felt with name and limits, seats, what it waits for, meters, alarms.
import text from "/text/wall.js";
import staff from "/text/staff.js";
import { make } from "../base/dom.js";
import { number, short } from "../base/money.js";
import { ticking } from "../staff/clock.js";

const MAX_METERS = 2;
/** @type {Record<string, any>} */
const words = staff;
const money = (/** @type {number} */ cents) => text.money(short(cents));
/** @param {Api.Alarm} alarm One that somebody must act on now. */
export const isPressing = (alarm) => alarm.what !== "deck soon";

/** @param {Api.Alarm} alarm */
function alarmWords({ what, since, seat, about }) {
  const names = {
    floor: () => text.alarm.floor(words.due[about] ?? about),
    device: () => text.alarm.device(words.device[about] ?? about),
    deck: () => text.alarm.deck(words.back[about] ?? about),
    dealer: () => text.alarm.dealer(words.due[about] ?? about),
    player: () => text.alarm.player(seat),
    "deck soon": () => text.alarm.soon(words.back[about] ?? about),
  };
  const sentence = names[what]();
  if (!since) return make("span", {}, sentence);
  const say = (/** @type {string} */ span, /** @type {number} */ late) =>
    late > 0 ? text.for(sentence, span) : text.in(sentence, span);
  return ticking("span", {}, since, say);
}

/**
 * @param {Api.WallTable} table
 * @param {Api.Alarm} alarm
 */
export const alarmLine = (table, alarm) =>
  make("li", { "data-what": alarm.what }, make("b", {}, table.name), " ", alarmWords(alarm));

/** @param {Api.WallTable} table */
function seats(table) {
  const places = Array.from({ length: table.places }, (_, place) => {
    const seat = place + 1;
    const state = !table.taken.includes(seat)
      ? "free"
      : table.turn === seat
        ? "turn"
        : table.out.includes(seat)
          ? "out"
          : "taken";
    return make("li", { "data-state": state }, String(seat));
  });
  const label = text.seats(table.taken.length, table.places);
  return make("ol", { class: "plain-list places", "aria-label": label }, places);
}

/** @param {Api.WallTable} table */
function waits(table) {
  const { due, mode } = table;
  if (mode === "dealer" && table.cards === "closed")
    return make("p", { class: "waits" }, make("b", {}, text.noDealer));
  if (!table.taken.length || !due)
    return make("p", { class: "waits" }, make("b", {}, words.nobody));
  const byHouse = mode === "self-dealt" && due.role !== "player" && due.role !== "floorperson";
  const whose = words.whose(byHouse ? "house" : due.role, due.seat);
  return make(
    "p",
    { class: "waits" },
    make("b", {}, words.due[due.what] ?? due.what),
    " ",
    ticking("small", {}, table.since, (span) => text.waits(whose, span)),
  );
}

/** @param {Api.WallTable} table */
function meters({ meters: amounts }) {
  const rows = Object.entries(amounts)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_METERS)
    .map(([name, cents]) => {
      const dollars = number(Math.floor(cents / 100)); // a meter never shows more than it holds
      const amount = make("dd", {}, text.money(dollars));
      return make("div", {}, make("dt", {}, text.meter(name)), amount);
    });
  return rows.length ? make("dl", { class: "lamp" }, rows) : null;
}

/**
 * @param {Api.WallTable} table
 * @param {Api.FeltLook | undefined} look
 */
export function tableCard(table, look) {
  const [first] = table.alarms;
  const card = make(
    "article",
    {
      class: "table",
      "data-table": table.id,
      "data-state": first ? (isPressing(first) ? "calls" : "soon") : null,
    },
    make(
      "div",
      { class: "felt" },
      make("h2", {}, table.name),
      make("p", { class: "limits" }, text.limits(money(table.minimum), money(table.maximum))),
    ),
    make(
      "div",
      { class: "felt second" },
      make("p", {}, table.title),
      make("p", { class: "rounds" }, text.rounds(number(table.round), number(table.rounds_hour))),
    ),
    seats(table),
    waits(table),
    meters(table),
    first
      ? make("p", { class: "alarm" }, alarmWords(first))
      : make("p", { class: "alarm", "aria-hidden": "true" }),
  );
  if (look) {
    card.style.setProperty("--felt-centre", look.centre);
    card.style.setProperty("--felt", look.body);
    card.style.setProperty("--felt-edge", look.edge);
  }
  return card;
}
