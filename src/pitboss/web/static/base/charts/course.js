// @ts-check
// A chart over rounds or hours: a band, lines with their names at their ends, and a table below.
// It is redrawn to its container's width, so that its letters keep their size.
import text from "/text/base.js";
import { ticks } from "./chart.js";
import { draw, make } from "../dom.js";
import { following } from "../following.js";
import { tableOf } from "../parts.js";

/** @typedef {[x: number, y: number]} Point */
/** @typedef {{ name: string, points: Point[], kind: "actual" | "theory" | "second" }} Line */
/** @typedef {{ name: string, points: [x: number, low: number, high: number][] }} Band */
/**
 * @typedef {{ label: string, lines: Line[], band?: Band | null, format: (value: number) => string,
 *   formatX: (value: number) => string, xLabel: string, outside?: Outside | null, table?: Sums
 *   }} Course
 */
/** @typedef {{ headings: string[], rows: import("../parts.js").Cell[][], caption: string }} Sums */
/** @typedef {{ points: Point[], words: string }} Outside Points of the first line, in order. */

const SPACE = { left: 72, top: 14, bottom: 42 };
const LETTER = 7; // width of a letter at the charts' size
const LINE = 16; // height of a line of text

/**
 * Moves labels apart, from the highest on the picture down.
 * @param {{ y: number }[]} labels
 * @param {number} bottom
 */
function spread(labels, bottom) {
  const sorted = labels.toSorted((a, b) => a.y - b.y);
  sorted.forEach((label, place) => {
    if (place) label.y = Math.max(label.y, sorted[place - 1].y + LINE);
  });
  const over = (sorted.at(-1)?.y ?? 0) - bottom;
  if (over > 0) for (const label of sorted) label.y -= over;
}

/**
 * @param {Course} course
 * @param {number} width
 */
export function coursePicture(course, width) {
  const { lines, band, format, formatX } = course;
  const height = Math.round(Math.min(360, Math.max(240, width * 0.42)));
  const names = [...lines.map((line) => line.name), ...(band ? [band.name] : [])];
  const longest = Math.max(...names.map((name) => name.length)) * LETTER + 14;
  const right = width < 560 ? 12 : Math.min(longest, width * 0.3);
  const points = lines.flatMap((line) => line.points);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  for (const [, low, high] of band?.points ?? []) ys.push(low, high);
  const [first, last] = [Math.min(...xs), Math.max(...xs)];
  const [low, high] = [Math.min(0, ...ys), Math.max(0, ...ys)];
  const inside = width - SPACE.left - right;
  const x = (/** @type {number} */ value) =>
    SPACE.left + ((value - first) / (last - first || 1)) * inside;
  const y = (/** @type {number} */ value) =>
    SPACE.top + ((high - value) / (high - low || 1)) * (height - SPACE.top - SPACE.bottom);
  const svg = draw("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "chart course",
    role: "img",
    "aria-label": course.label,
  });
  svg.append(hatching());
  const most = width < 480 ? 3 : 8;
  axes(svg, { x, y, low, high, first, last, width, height, right, most, format, formatX });
  svg.append(
    draw("text", { x: SPACE.left + inside / 2, y: height - 4, class: "middle" }, course.xLabel),
  );
  if (band) svg.append(bandShape(band, x, y));
  for (const line of lines) {
    const path = line.points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`);
    svg.append(draw("polyline", { class: `course-${line.kind}`, points: path.join(" ") }));
  }
  const { outside } = course;
  if (outside?.points.length) svg.append(...outsideMarks({ ...course, outside }, x, y, width));
  if (width >= 560) endNames(svg, course, y, width - right + 8, height - SPACE.bottom);
  return svg;
}

/**
 * The stretches of a line whose points are all outside its band.
 * @param {Point[]} line
 * @param {Point[]} outside
 */
function stretches(line, outside) {
  const places = new Set(outside.map(([at]) => at));
  /** @type {Point[][]} */
  const runs = [];
  let inside = true;
  for (const point of line) {
    if (!places.has(point[0])) inside = true;
    else if (inside) {
      runs.push([point]);
      inside = false;
    } else runs.at(-1)?.push(point);
  }
  return runs;
}

/**
 * Outside its band a line turns to the bad colour, each stretch ends in a dot, and words say how
 * unusual that is.
 * @param {Course & { outside: Outside }} course
 * @param {(value: number) => number} x
 * @param {(value: number) => number} y
 * @param {number} width
 */
function outsideMarks({ lines, outside: { points, words } }, x, y, width) {
  const marks = stretches(lines[0].points, points).flatMap((run) => {
    const path = run.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`);
    const [at, value] = /** @type {Point} */ (run.at(-1));
    return [
      draw("polyline", { class: "course-bad", points: path.join(" ") }),
      draw("circle", { class: "course-outside", cx: x(at), cy: y(value), r: 4.5 }),
    ];
  });
  const [at, value] = /** @type {Point} */ (points.at(-1));
  const right = x(at) > width * 0.5;
  const place = { x: x(at) + (right ? -10 : 10), y: Math.max(14, y(value) - 12) };
  return [...marks, draw("text", { ...place, class: right ? "end bad" : "bad" }, words)];
}

/**
 * @param {SVGElement} svg
 * @param {Course} course
 * @param {(value: number) => number} y
 * @param {number} left
 * @param {number} bottom
 */
function endNames(svg, { lines, band }, y, left, bottom) {
  const labels = lines.map((line) => ({
    words: line.name,
    kind: line.kind,
    y: y(line.points.at(-1)?.[1] ?? 0),
  }));
  const top = band?.points.at(-1);
  if (band && top) labels.push({ words: band.name, kind: "second", y: y(top[2]) });
  spread(labels, bottom);
  for (const { words, kind, y: at } of labels)
    svg.append(draw("text", { x: left, y: at + 4, class: `name-${kind}` }, words));
}

/**
 * @param {SVGElement} svg
 * @param {any} scale
 */
function axes(svg, scale) {
  const { x, y, low, high, first, last, width, height, right, most, format, formatX } = scale;
  for (const value of ticks(low, high)) {
    const kind = value === 0 ? "axis" : "grid";
    const ends = { x1: SPACE.left, x2: width - right, y1: y(value), y2: y(value) };
    svg.append(
      draw("line", { class: kind, ...ends }),
      draw("text", { x: SPACE.left - 8, y: y(value) + 4, class: "end" }, format(value)),
    );
  }
  for (const value of ticks(first, last, most, 1)) {
    const words = formatX(value);
    const cut = x(value) + (words.length * LETTER) / 2 > width;
    const place = { x: cut ? width : x(value), y: height - 22, class: cut ? "end" : "middle" };
    svg.append(draw("text", place, words));
  }
}

// On paper a band is hatched.
export const hatching = () =>
  draw(
    "defs",
    {},
    draw(
      "pattern",
      { id: "course-hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse" },
      draw("path", { d: "M0 6 L6 0", class: "hatching" }),
    ),
  );

/**
 * @param {Band} band
 * @param {(value: number) => number} x
 * @param {(value: number) => number} y
 */
function bandShape({ points }, x, y) {
  const upper = points.map(([at, , high]) => `${x(at).toFixed(1)},${y(high).toFixed(1)}`);
  const lower = points.map(([at, low]) => `${x(at).toFixed(1)},${y(low).toFixed(1)}`);
  return draw("polygon", {
    class: "course-band",
    points: [...upper, ...lower.reverse()].join(" "),
  });
}

/** @param {Course} course */
export const courseFigure = (course) =>
  plotFigure(
    (width) => [coursePicture(course, width), width < 560 ? legend(course) : null],
    course.table,
  );

/**
 * A picture that is redrawn to its container's width, and its numbers as a table.
 * @param {(width: number) => import("../dom.js").Children} picture
 * @param {Sums | null} table
 */
export const plotFigure = (picture, table = null) =>
  make("figure", { class: "plot" }, following(picture), table ? foldedTable(table) : null);

/** @param {Sums} table */
export function foldedTable({ headings, rows, caption }) {
  const box = make("details", { class: "sums" }, make("summary", {}, text.asTable));
  box.append(tableOf(headings, rows, { caption }));
  return box;
}

// A narrow picture has no room for names at the ends of its lines.
/** @param {Course} course */
function legend({ lines, band }) {
  const items = lines.map((line) => make("li", { class: `key-${line.kind}` }, line.name));
  if (band) items.push(make("li", { class: "key-band" }, band.name));
  return make("ul", { class: "course-keys" }, items);
}
