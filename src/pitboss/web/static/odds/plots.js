// @ts-check
// Plots as own SVG; each has a table that says the same.
import text from "/text/odds.js";
import { draw, make } from "../base/dom.js";
import { percent } from "../base/money.js";
import { plotWidth } from "../base/chart.js";
import { tableOf } from "../base/parts.js";
import { chance, share } from "./figures.js";

/**
 * A result of one round and its chance; a range of results goes from `low` to `net`.
 * @typedef {{ net: number, chance: number, low?: number }} Bar
 */

const MOST_BARS = 44;
const EDGES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 100000, 1e9];

/**
 * Many results are put together in ranges, so that bars stay bars.
 * @param {Bar[]} points
 * @returns {Bar[]}
 */
function bars(points) {
  if (points.length <= MOST_BARS) return points;
  /** @type {Map<number, Bar>} */
  const ranges = new Map();
  for (const point of points) {
    const size = Math.abs(point.net);
    const place = size === 0 ? 0 : 1 + EDGES.findIndex((edge) => size <= edge);
    const key = Math.sign(point.net) * place;
    const low = size === 0 ? 0 : place > 1 ? EDGES[place - 2] : 0;
    const range = ranges.get(key) ?? {
      net: Math.sign(point.net) * (place ? EDGES[place - 1] : 0),
      chance: 0,
      low: Math.sign(point.net) * low,
    };
    range.chance += point.chance;
    ranges.set(key, range);
  }
  return [...ranges.entries()].sort((a, b) => a[0] - b[0]).map(([, bar]) => bar);
}

/** @param {number} value */
export const signed = (value) => {
  const size = Math.abs(value);
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  return sign + (size >= 1e6 ? "…" : size.toLocaleString());
};
/** @param {Bar} bar */
const label = (bar) =>
  bar.low !== undefined
    ? bar.net === 0
      ? "0"
      : `${signed(bar.low)}…${signed(bar.net)}`
    : signed(Math.round(bar.net * 100) / 100);

/**
 * Chances from one in millions to near certainty need a logarithmic scale.
 * @param {Bar[]} points
 * @param {{ width?: number, height?: number }} size
 */
export function distributionPlot(points, { width = plotWidth(720), height = 260 } = {}) {
  const columns = bars(points.filter((point) => point.chance > 0));
  const least = Math.floor(Math.log10(Math.min(...columns.map((bar) => bar.chance))));
  const floor = Math.min(least, -1);
  const [left, right, top, bottom] = [58, 10, 12, 72];
  const wide = (width - left - right) / columns.length;
  /** @param {number} value */
  const y = (value) => top + (Math.log10(value) / floor) * (height - top - bottom);
  const likeliest = columns.reduce((a, b) => (b.chance > a.chance ? b : a));
  const alt = text.distributionAlt(columns.length, label(likeliest));
  const viewBox = `0 0 ${width} ${height}`;
  const picture = draw("svg", { viewBox, class: "chart bars", role: "img", "aria-label": alt });
  for (let power = 0; power >= floor; power -= Math.max(1, Math.ceil(-floor / 6))) {
    const level = y(10 ** power);
    const words =
      power >= -3 ? percent(10 ** power, Math.max(0, -power - 2)) : `10${superscript(power)}`;
    picture.append(
      draw("line", { class: "grid", x1: left, x2: width - right, y1: level, y2: level }),
      draw("text", { x: left - 6, y: level + 4, class: "end" }, words),
    );
  }
  const every = Math.ceil(columns.length / (width < 500 ? 9 : 16)); // bars to a label
  columns.forEach((bar, place) => {
    const x = left + place * wide;
    const kind = bar.net > 0 ? "bar won" : bar.net < 0 ? "bar lost" : "bar even";
    const rise = Math.max(1, height - bottom - y(bar.chance));
    const box = { x: x + wide * 0.1, y: y(bar.chance), width: wide * 0.8, height: rise };
    picture.append(draw("rect", { class: kind, ...box }));
    if (place % every) return;
    const transform = `translate(${x + wide / 2 + 4} ${height - bottom + 14}) rotate(-40)`;
    picture.append(draw("text", { class: "end", transform }, label(bar)));
  });
  return picture;
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** @param {number} value */
const superscript = (value) =>
  [...String(value)].map((digit) => SUPERSCRIPTS[Number(digit)] ?? "⁻").join("");

/**
 * A figure with its table folded under it.
 * @param {Element | null} picture
 * @param {string[]} headings
 * @param {() => import("../base/parts.js").Cell[][]} rows
 * @param {string} caption
 * @param {boolean} open
 */
export function plotWithTable(picture, headings, rows, caption, open = false) {
  const box = make("details", { open }, make("summary", {}, text.asTable));
  const fill = () => {
    if (box.open && box.childElementCount === 1) box.append(tableOf(headings, rows(), { caption }));
  };
  box.addEventListener("toggle", fill);
  fill();
  return make("figure", { class: "plot" }, picture, box);
}

/** @param {Api.SheetWager} wager */
export function distributionOf(wager) {
  const points = wager.distribution.map(({ net, probability }) => ({
    net: net.decimal,
    chance: probability.decimal,
  }));
  const rows = () =>
    wager.distribution.map(({ net, probability }) => [
      signed(net.decimal),
      { num: chance(probability) },
      { num: probability.fraction },
    ]);
  const headings = [text.net, text.probability, text.exact];
  return plotWithTable(distributionPlot(points), headings, rows, text.distribution);
}

/** @param {{ name: string, figure: Page.Figure, note: string }[]} parts */
export function shareBar(parts) {
  const rows = parts.map((part, place) => {
    const fill = make("span", {});
    fill.style.setProperty("width", `${Math.max(0.5, part.figure.decimal * 100)}%`);
    const note = make("small", {}, ` ${part.note}`);
    const kind = `share-bar tint-${place % 4}`;
    return make(
      "li",
      {},
      make("span", { class: "share-name" }, part.name),
      make("span", { class: kind, "aria-hidden": "true" }, fill),
      make("span", { class: "num" }, share(part.figure, 2), note),
    );
  });
  return make("ul", { class: "shares plain-list" }, rows);
}
