// @ts-check
// Win against theory: the band of 95 in 100, theory dashed, results in ink, the unusual in words.
import text from "/text/statistics.js";
import { ticks } from "../base/charts/chart.js";
import { draw, make } from "../base/dom.js";
import { following } from "../base/following.js";
import { number, short, signed } from "../base/money.js";

/** @typedef {Api.GroupFigures} Group */
/** @typedef {(cents: number) => number} Scale */
/** @typedef {import("../base/dom.js").Children} Children */

const ROW = 34; // height of a table's or a game's line
const HEAD = 26;
const MAX_LABEL = 22; // letters of a name in the picture
const ORDERED = new Set(["hour", "shift", "day", "month", "year"]);

/** @param {Group} group */
const unusualWords = (group) => text.unusual(number(Math.round(1 / Math.max(group.p, 1e-6))));
/** @param {Group} group */
const isUnusual = (group) => group.flags.includes("win");
const cut = (/** @type {string} */ name) =>
  name.length > MAX_LABEL ? `${name.slice(0, MAX_LABEL - 1)}…` : name;
/** @param {number} cents Whole dollars are enough on an axis. */
const axisText = (cents) => (cents < 0 ? `−${short(-cents)}` : short(cents));

/** @param {Group[]} groups */
function bounds(groups) {
  const values = groups.flatMap((one) => [one.low, one.high, one.result, one.theory ?? 0, 0]);
  return [Math.min(...values), Math.max(...values)];
}

// On paper the band is hatched.
const hatch = () =>
  draw(
    "defs",
    {},
    draw(
      "pattern",
      { id: "hatch", width: 5, height: 5, patternUnits: "userSpaceOnUse" },
      draw("path", { d: "M0 5 L5 0", class: "hatching" }),
    ),
  );

/**
 * One line for each table or game.
 * @param {Group[]} groups
 * @param {number} width
 */
function rows(groups, width) {
  const wide = width > 500;
  const left = wide ? 170 : 12;
  const line = wide ? ROW : ROW + 16;
  const height = HEAD + groups.length * line + 24;
  const [low, high] = bounds(groups);
  const x = (/** @type {number} */ cents) =>
    left + ((cents - low) / (high - low || 1)) * (width - left - 16);
  /** @type {Children[]} */
  const parts = ticks(low, high, wide ? 6 : 3).map((value) => [
    draw("line", {
      class: value === 0 ? "zero" : "grid",
      x1: x(value),
      x2: x(value),
      y1: HEAD - 6,
      y2: height - 20,
    }),
    draw("text", { x: x(value), y: height - 5, class: "middle" }, axisText(value)),
  ]);
  groups.forEach((group, place) => {
    const y = HEAD + (place + 0.5) * line + (wide ? 0 : 8);
    const state = isUnusual(group) ? "unusual" : null;
    const right = x(group.result) > width * 0.6;
    const beside = { x: x(group.result) + (right ? -10 : 10), y: y - 10 };
    const name = wide
      ? { x: left - 10, y: y + 4, class: "end name" }
      : { x: left, y: y - 14, class: "name" };
    parts.push([
      draw("text", name, cut(group.title)),
      draw("rect", {
        class: "band",
        x: x(group.low),
        y: y - 9,
        width: Math.max(2, x(group.high) - x(group.low)),
        height: 18,
      }),
      group.theory === null
        ? ""
        : draw("line", {
            class: "theory",
            x1: x(group.theory),
            x2: x(group.theory),
            y1: y - 12,
            y2: y + 12,
          }),
      draw("circle", { class: "result", "data-state": state, cx: x(group.result), cy: y, r: 5 }),
      state
        ? draw("text", { ...beside, class: right ? "end bad" : "bad" }, unusualWords(group))
        : "",
    ]);
  });
  return { height, parts };
}

/**
 * Groups of time, from left to right.
 * @param {Group[]} groups
 * @param {number} width
 */
function course(groups, width) {
  const height = 300;
  const [low, high] = bounds(groups);
  const step = (width - 96) / Math.max(1, groups.length - 1);
  const x = (/** @type {number} */ place) => (groups.length === 1 ? width / 2 : 72 + place * step);
  const y = (/** @type {number} */ cents) =>
    height - 34 - ((cents - low) / (high - low || 1)) * (height - 74);
  const points = (/** @type {(group: Group) => number} */ of) =>
    groups.map((group, place) => `${x(place).toFixed(1)},${y(of(group)).toFixed(1)}`);
  /** @type {Children[]} */
  const parts = ticks(low, high).map((value) => [
    draw("line", {
      class: value === 0 ? "zero" : "grid",
      x1: 66,
      x2: width - 8,
      y1: y(value),
      y2: y(value),
    }),
    draw("text", { x: 60, y: y(value) + 4, class: "end" }, axisText(value)),
  ]);
  if (groups.length === 1) parts.push([loneBand(groups[0], x(0), y)]);
  // A group with a game that has no exact solution has no theory: the line skips it.
  const theoryPoints = groups.flatMap((one, place) =>
    one.theory === null ? [] : [`${x(place).toFixed(1)},${y(one.theory).toFixed(1)}`],
  );
  const band = [...points((one) => one.low), ...points((one) => one.high).reverse()];
  parts.push([
    draw("polygon", { class: "band", points: band.join(" ") }),
    draw("polyline", { class: "theory", points: theoryPoints.join(" ") }),
    draw("polyline", { class: "actual", points: points((one) => one.result).join(" ") }),
  ]);
  const every = Math.ceil(groups.length / (width > 500 ? 8 : 3));
  let wordsEnd = -Infinity; // right end of the last words about an unusual group
  groups.forEach((group, place) => {
    const state = isUnusual(group) ? "unusual" : null;
    const at = { cx: x(place), cy: y(group.result) };
    const right = x(place) > width * 0.6;
    const start = right ? at.cx - 170 : at.cx + 8;
    const room = start > wordsEnd;
    const words = { x: at.cx + (right ? -8 : 8), y: Math.max(12, at.cy - 8) };
    if (state && room) wordsEnd = start + 170;
    parts.push([
      draw("circle", { class: "result", "data-state": state, ...at, r: state ? 5 : 3 }),
      state && room
        ? draw("text", { ...words, class: right ? "end bad" : "bad" }, unusualWords(group))
        : "",
      place % every === 0
        ? draw("text", { x: x(place), y: height - 12, class: "middle" }, group.title)
        : "",
    ]);
  });
  return { height, parts };
}

/**
 * @param {Group} group
 * @param {number} x
 * @param {Scale} y
 */
const loneBand = (group, x, y) =>
  draw("rect", {
    class: "band",
    x: x - 30,
    y: y(group.high),
    width: 60,
    height: Math.max(2, y(group.low) - y(group.high)),
  });

// Names of the three marks, beside the marks themselves.
function keys() {
  const mark = (/** @type {string} */ kind) =>
    draw(
      "svg",
      { class: "chart key", viewBox: "0 0 28 14", "aria-hidden": "true" },
      kind === "band" ? draw("rect", { class: "band", x: 0, y: 1, width: 28, height: 12 }) : "",
      kind === "theory" ? draw("line", { class: "theory", x1: 0, x2: 28, y1: 7, y2: 7 }) : "",
      kind === "actual" ? draw("circle", { class: "result", cx: 14, cy: 7, r: 5 }) : "",
    );
  const items = [
    ["actual", text.actual],
    ["theory", text.theory],
    ["band", text.band],
  ].map(([kind, words]) => make("li", {}, mark(kind), words));
  return make("ul", { class: "chart-keys" }, items);
}

/** @param {Api.Statistics} record */
export function againstTheory(record) {
  const groups = record.groups.filter((group) => group.rounds);
  if (!groups.length) return null;
  const words = groups.map((one) =>
    text.chartOf(one.title, signed(one.result), signed(one.low), signed(one.high)),
  );
  const label = `${text.chart}. ${words.slice(0, 12).join(". ")}.`;
  const picture = (/** @type {number} */ width) => {
    const { height, parts } = (ORDERED.has(record.by) ? course : rows)(groups, width);
    return draw(
      "svg",
      {
        viewBox: `0 0 ${width} ${height}`,
        class: "chart against",
        role: "img",
        "aria-label": label,
      },
      hatch(),
      parts,
      draw("text", { x: 4, y: 12, class: "title" }, text.chartLead),
    );
  };
  return make("figure", { class: "plot" }, following(picture, "chart-place"), keys());
}
