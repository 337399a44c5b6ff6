// @ts-check
// A line chart, drawn as SVG, with its last values in words.
import text from "/text/base.js";
import { draw, make } from "../dom.js";
import { following } from "../following.js";

/** @typedef {{ name: string, points: number[][] }} Series */
/** @typedef {{ x: number, y: number, label: string }} Mark */

/**
 * @param {number} low
 * @param {number} high
 * @param {number} max
 * @param {number} least The smallest step: 1 on an axis of whole numbers.
 */
export function ticks(low, high, max = 5, least = 0) {
  const span = high - low || 1;
  const unit = Math.max(least, 10 ** Math.floor(Math.log10(span / max)));
  const step = unit * ([1, 2, 5, 10].find((times) => span / (unit * times) <= max) ?? 10);
  const values = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step)
    values.push(Math.abs(at) < step / 1e6 ? 0 : at);
  return values;
}

/**
 * Maps values to pixels.
 * @param {number[][]} points
 * @param {number} width
 * @param {number} height
 */
function scaleOf(points, width, height) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [low, high] = [Math.min(0, ...ys), Math.max(0, ...ys)];
  const x = (/** @type {number} */ value) =>
    64 + ((value - left) / (right - left || 1)) * (width - 80);
  const y = (/** @type {number} */ value) =>
    height - 40 - ((value - low) / (high - low || 1)) * (height - 72);
  return { left, right, low, high, x, y };
}

/**
 * @typedef {{ series: Series[], label: string, xLabel?: string, yLabel?: string,
 *   format?: (value: number) => string, formatX?: (value: number) => string,
 *   height?: number, marks?: Mark[], wholeX?: boolean }} Chart
 */

/**
 * @param {Chart} options
 * @param {number} width
 */
function pictureOf(options, width) {
  const { series, label, marks = [], height = 280 } = options;
  const { xLabel = "", yLabel = "", format = String, formatX = String } = options;
  const { wholeX = false } = options;
  const lines = series.flatMap((line) => line.points);
  const points = lines.concat(marks.map((mark) => [mark.x, mark.y]));
  const scale = scaleOf(points, width, height);
  const viewBox = `0 0 ${width} ${height}`;
  const picture = draw("svg", { viewBox, class: "chart", role: "img", "aria-label": label });
  for (const value of ticks(scale.low, scale.high)) {
    const y = scale.y(value);
    const kind = value === 0 ? "axis" : "grid";
    picture.append(
      draw("line", { class: kind, x1: 64, x2: width - 16, y1: y, y2: y }),
      draw("text", { x: 58, y: y + 4, class: "end" }, format(value)),
    );
  }
  for (const value of ticks(scale.left, scale.right, width < 500 ? 3 : 6, wholeX ? 1 : 0)) {
    const x = scale.x(value);
    const kind = x > width - 28 ? "end" : "middle";
    const place = { x: Math.min(x, width - 2), y: height - 20, class: kind };
    picture.append(draw("text", place, formatX(value)));
  }
  picture.append(
    draw("text", { x: (width + 48) / 2, y: height - 4, class: "middle title" }, xLabel),
    draw("text", { x: 8, y: 14, class: "title" }, yLabel),
  );
  series.forEach((line, place) => {
    const path = line.points.map(([x, y]) => `${scale.x(x)},${scale.y(y)}`).join(" ");
    picture.append(draw("polyline", { class: `line line-${place + 1}`, points: path }));
  });
  for (const mark of marks) {
    const [x, y] = [scale.x(mark.x), scale.y(mark.y)];
    const right = x > width * 0.7;
    const place = { x: x + (right ? -8 : 8), y: y - 8, class: right ? "end" : null };
    picture.append(
      draw("circle", { class: "mark", cx: x, cy: y, r: 5 }),
      draw("text", place, mark.label),
    );
  }
  return picture;
}

/** @param {Chart} options */
export function chart(options) {
  const { series, format = String } = options;
  const legend = series.map((line, place) => {
    const last = line.points.at(-1);
    const words = text.chartValue(line.name, last ? format(last[1]) : "–");
    return make("li", { class: `line-${place + 1}` }, words);
  });
  const place = following((width) => pictureOf(options, width), "chart-place");
  return make("figure", { class: "plot" }, place, make("ul", { class: "legend" }, legend));
}
