// @ts-check
// A player's result over the rounds with its expectation and band, and luck beside mistakes.
import text from "/text/session.js";
import coach from "/text/coach.js";
import { courseFigure } from "../base/charts/course.js";
import { make } from "../base/dom.js";
import { dollars, number, signed } from "../base/money.js";

const WIDTHS = 2; // of the band, in standard deviations
const MAX_ROWS = 40; // of the table below a chart

/** @typedef {{ at: number, result: number, expected: number, spread: number, luck: number,
 *   mistakes: number }} Sum After so many rounds, in cents. */

/** @param {Api.RoundReview[]} rounds */
function sumsOf(rounds) {
  let variance = 0;
  let last = { at: 0, result: 0, expected: 0, spread: 0, luck: 0, mistakes: 0 };
  /** @type {Sum[]} */
  const sums = [last];
  for (const one of rounds.filter((round) => round.counted)) {
    variance += one.variance;
    last = {
      at: last.at + 1,
      result: last.result + one.result,
      expected: last.expected + one.expected.cents,
      spread: WIDTHS * Math.sqrt(variance),
      luck: last.luck + one.luck.cents,
      mistakes: last.mistakes - one.mistakes.cents,
    };
    sums.push(last);
  }
  return sums;
}

const money = (/** @type {number} */ cents) => coach.money(dollars(Math.abs(cents)));

const isInside = (/** @type {Sum} */ sum) => Math.abs(sum.result - sum.expected) <= sum.spread;

/** @param {Sum} last */
function finding(last) {
  const off = last.result - last.expected;
  return text.finding(money(off), off >= 0, isInside(last), number(last.at));
}

/** @param {Sum[]} sums */
function tableOfSums(sums) {
  const every = Math.ceil((sums.length - 1) / MAX_ROWS) || 1;
  return sums.filter((sum) => sum.at && (sum.at % every === 0 || sum === sums.at(-1)));
}

/** @param {Api.RoundReview[]} rounds */
export function resultCourse(rounds) {
  const sums = sumsOf(rounds);
  const last = /** @type {Sum} */ (sums.at(-1));
  const rows = tableOfSums(sums).map((sum) => [
    number(sum.at),
    { num: signed(sum.result) },
    { num: signed(sum.expected) },
    { num: signed(sum.expected - sum.spread) },
    { num: signed(sum.expected + sum.spread) },
  ]);
  const headings = [text.rounds, text.result, text.expected, text.bandLow, text.bandHigh];
  return make(
    "section",
    { class: "panel" },
    make("h2", {}, text.chartTitle),
    make("p", { class: "finding" }, finding(last)),
    courseFigure({
      label: text.chartLabel(signed(last.result), signed(last.expected), money(last.spread)),
      lines: [
        { name: text.lines.result, kind: "actual", points: sums.map((s) => [s.at, s.result]) },
        { name: text.lines.expected, kind: "theory", points: sums.map((s) => [s.at, s.expected]) },
      ],
      band: last.spread
        ? {
            name: text.lines.band,
            points: sums.map((s) => [s.at, s.expected - s.spread, s.expected + s.spread]),
          }
        : null,
      outside: {
        points: sums.flatMap((s) => (isInside(s) ? [] : [[s.at, s.result]])),
        words: text.outside,
      },
      format: signed,
      formatX: number,
      xLabel: text.chartX,
      table: { headings, rows, caption: text.chartTitle },
    }),
  );
}

/** @param {Api.RoundReview[]} rounds */
export function luckCourse(rounds) {
  const sums = sumsOf(rounds);
  const last = /** @type {Sum} */ (sums.at(-1));
  const rows = tableOfSums(sums).map((sum) => [
    number(sum.at),
    { num: signed(sum.luck) },
    { num: signed(sum.mistakes) },
  ]);
  return make(
    "section",
    { class: "panel" },
    make("h2", {}, text.luckTitle),
    make("p", { class: "finding" }, text.luckFinding(signed(last.luck), signed(last.mistakes))),
    courseFigure({
      label: text.luckFinding(signed(last.luck), signed(last.mistakes)),
      lines: [
        { name: text.luck, kind: "theory", points: sums.map((s) => [s.at, s.luck]) },
        { name: text.mistakes, kind: "second", points: sums.map((s) => [s.at, s.mistakes]) },
      ],
      format: signed,
      formatX: number,
      xLabel: text.chartX,
      table: { headings: [text.rounds, text.luck, text.mistakes], rows, caption: text.luckTitle },
    }),
  );
}
