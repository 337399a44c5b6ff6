// @ts-check
// Plots drawn as SVG; each has a table with the same figures.
import text from "/text/odds.js";
import { draw, make } from "../base/dom.js";
import { percent } from "../base/money.js";
import { following } from "../base/following.js";
import { tableOf } from "../base/parts.js";
import { chance, share } from "./figures.js";

/** @typedef {{ net: number, chance: number }} Bar A result of one round and its chance. */

const TAIL = 0.004; // the share of rounds that one bar at the right edge may stand for

/**
 * The results that are drawn at their true distance, and the total chance of the rare large ones.
 * @param {Bar[]} points In the order of their results.
 */
function split(points) {
  let above = 0;
  let cut = points.length;
  while (cut > 2 && above + points[cut - 1].chance <= TAIL) {
    cut -= 1;
    above += points[cut].chance;
  }
  const lone = points.length - cut < 2; // a tail of one result is drawn like the others
  return lone ? { near: points, tail: null } : { near: points.slice(0, cut), tail: above };
}

/** @param {number} value */
export const signed = (value) => {
  const size = Math.abs(value);
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  return sign + (size >= 1e6 ? "…" : size.toLocaleString());
};
/** @param {Bar} bar */
const label = (bar) => signed(Math.round(bar.net * 100) / 100);

const HEIGHT = 260;

/**
 * @param {Bar[]} points
 * @param {string} axis What a result is counted in.
 */
export const distributionPlot = (points, axis) =>
  following((width) => distributionPicture(points, axis, width), "chart-place");

/**
 * Bars at their true distance on linear axes; the tail is one labelled bar.
 * @param {Bar[]} points
 * @param {string} axis
 * @param {number} width
 */
function distributionPicture(points, axis, width) {
  const height = HEIGHT;
  const sorted = points.filter((point) => point.chance > 0).toSorted((a, b) => a.net - b.net);
  const { near, tail } = split(sorted);
  const [left, right, top, bottom] = [52, tail === null ? 16 : 120, 14, 44];
  const [low, high] = [near[0].net, near[near.length - 1].net];
  const most = Math.max(...near.map((bar) => bar.chance), tail ?? 0);
  const inside = width - left - right;
  const gaps = near.slice(1).map((bar, place) => bar.net - near[place].net);
  const thick = Math.max(3, Math.min(34, (Math.min(...gaps) / (high - low || 1)) * inside * 0.8));
  /** @param {number} net */
  const x = (net) => left + thick / 2 + ((net - low) / (high - low || 1)) * (inside - thick);
  /** @param {number} chance */
  const y = (chance) => top + (1 - chance / most) * (height - top - bottom);
  const likeliest = near.reduce((a, b) => (b.chance > a.chance ? b : a));
  const alt = text.distributionAlt(sorted.length, label(likeliest));
  const viewBox = `0 0 ${width} ${height}`;
  const picture = draw("svg", { viewBox, class: "chart bars", role: "img", "aria-label": alt });
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    const level = y(most * part);
    const kind = part ? "grid" : "axis";
    picture.append(
      draw("line", { class: kind, x1: left, x2: width - 12, y1: level, y2: level }),
      draw("text", { x: left - 6, y: level + 4, class: "end" }, percent(most * part, 0)),
    );
  }
  /**
   * @param {string} kind
   * @param {number} middle
   * @param {number} chance
   */
  const bar = (kind, middle, chance) => {
    const rise = Math.max(1.5, height - bottom - y(chance));
    const box = { x: middle - thick / 2, y: height - bottom - rise, width: thick, height: rise };
    picture.append(draw("rect", { class: `bar ${kind}`, ...box }));
  };
  picture.append(draw("text", { x: left, y: height - 8, class: "unit" }, axis));
  let free = -Infinity; // where the next label has room
  for (const one of near) {
    bar(one.net > 0 ? "won" : one.net < 0 ? "lost" : "even", x(one.net), one.chance);
    if (x(one.net) < free) continue;
    free = x(one.net) + 44;
    const place = { x: x(one.net), y: height - bottom + 18, class: "middle" };
    picture.append(draw("text", place, label(one)));
  }
  if (tail !== null) {
    const middle = width - right / 2;
    bar("won", middle, tail);
    const words = text.tailOf(label(near[near.length - 1]), oneIn(tail));
    words.forEach((line, place) => {
      const at = { x: middle, y: height - bottom + 16 + place * 15, class: "middle" };
      picture.append(draw("text", at, line));
    });
  }
  return picture;
}

/** @param {number} chance */
const oneIn = (chance) => Math.round(1 / chance).toLocaleString();

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
  return plotWithTable(distributionPlot(points, text.net), headings, rows, text.distribution);
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
