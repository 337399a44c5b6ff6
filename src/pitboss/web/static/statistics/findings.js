// @ts-check
// The figures of a period: a sentence with the finding, the chart, and the numbers in tables.
import text from "/text/statistics.js";
import { make } from "../base/dom.js";
import { decimal, dollars, number, percent, signed } from "../base/money.js";
import { notice, tableOf } from "../base/parts.js";
import { againstTheory } from "./against-theory.js";

/** @typedef {Api.GroupFigures} Group */

/** @param {number} p */
export const oneIn = (p) => (p > 0 ? number(Math.round(1 / p)) : "∞");
/** @param {Group} group */
export const isUnusual = (group) => group.flags.includes("win");

/** @param {number | null} share */
const shareOf = (share) => (share === null ? text.absent : percent(share, 1));
/** @type {Record<string, string>} */
const FLAGS = text.flags;

/**
 * @param {Group[]} groups
 * @param {string} flag
 */
const namesOf = (groups, flag) =>
  groups
    .filter((group) => group.flags.includes(flag))
    .map((group) => group.title)
    .join(", ");

/** @param {Api.Statistics} record */
function sentences(record) {
  const { groups } = record;
  const tested = groups.filter((group) => group.rounds);
  const unusual = tested.filter(isUnusual).length;
  const expected = decimal(record.expected_flags, 1);
  const wrong = groups.flatMap((group) => group.rows.filter((row) => row.paid !== row.due)).length;
  const left = groups.reduce((sum, group) => sum + group.left_out, 0);
  const [cards, hold] = [namesOf(groups, "cards"), namesOf(groups, "hold")];
  const { start, end, by } = record;
  return [
    make("p", { class: "period" }, text.periodOf(start, end, text.groups[by])),
    make("p", { class: "finding" }, text.finding(unusual, number(tested.length), expected)),
    wrong ? notice(text.wrongPayments(wrong), "bad") : make("p", {}, text.paidRight),
    cards ? notice(text.cards(cards), "bad") : null,
    hold ? notice(text.hold(hold)) : null,
    left ? make("p", {}, text.left(number(left))) : null,
  ];
}

/** @param {Group} group */
function flagsOf(group) {
  if (!group.flags.length) return text.noFlag;
  return group.flags.map((flag) => make("span", { class: "pill bad" }, FLAGS[flag] ?? flag));
}

/** @param {Group[]} groups */
function figures(groups) {
  const rows = groups.map((group) => {
    const perHour = group.hours ? group.decisions / group.hours : 0;
    const tested = group.rounds > 0;
    return [
      group.title,
      flagsOf(group),
      { num: number(group.rounds) },
      { num: number(Math.round(perHour)) },
      { num: dollars(group.drop) },
      { num: signed(group.win) },
      { num: shareOf(group.hold) },
      { num: shareOf(group.base_hold) },
      { num: signed(group.result) },
      { num: group.theory === null ? text.absent : signed(Math.round(group.theory)) },
      { num: tested ? signed(Math.round(group.expected)) : text.absent },
      { num: tested ? text.interval(signed(group.low), signed(group.high)) : text.absent },
      { num: tested ? text.oneIn(oneIn(group.p)) : text.absent },
    ];
  });
  return tableOf(Object.values(text.figuresOf), rows, { caption: text.figures });
}

/** @param {Group[]} groups */
function wrongRows(groups) {
  const rows = groups.flatMap((group) =>
    group.rows
      .filter((row) => row.paid !== row.due)
      .map((row) => [
        group.title,
        row.wager,
        row.hand,
        row.odds,
        { num: number(row.times) },
        { num: dollars(row.stake) },
        { num: dollars(row.paid) },
        { num: dollars(row.due) },
      ]),
  );
  if (!rows.length) return null;
  const table = tableOf(Object.values(text.rowsOf), rows, { caption: text.wrong });
  return make("section", { class: "panel" }, table);
}

/** @param {Api.Statistics["liability"]} meters */
function liability(meters) {
  if (!meters.length) return null;
  const total = meters.reduce((sum, meter) => sum + meter.cents, 0);
  const rows = meters.map((meter) => [meter.meter, { num: dollars(meter.cents) }]);
  rows.push([text.liabilityTotal, { num: dollars(total) }]);
  const table = tableOf([text.meter, text.stands], rows, { caption: text.liability });
  return make("section", { class: "panel narrow" }, table);
}

/** @param {string} asks */
function papers(asks) {
  const links = Object.entries(text.forms).map(([form, label]) =>
    make("a", { class: "button", href: `/api/statistics/papers/${form}?${asks}` }, label),
  );
  const print = make("button", { type: "button", onclick: () => window.print() }, text.print);
  return make("div", { class: "row", role: "group", "aria-label": text.papers }, links, print);
}

/**
 * @param {Api.Statistics} record
 * @param {string} asks The question as the API takes it.
 */
export function findings(record, asks) {
  if (!record.groups.length) return [notice(text.none), liability(record.liability)];
  const how = text.howText.map((words) => make("li", {}, words));
  return [
    make("section", { class: "panel stack" }, sentences(record), againstTheory(record)),
    papers(asks),
    make("section", { class: "panel" }, figures(record.groups)),
    wrongRows(record.groups),
    liability(record.liability),
    make("details", { class: "panel" }, make("summary", {}, text.how), make("ul", {}, how)),
  ];
}
