// @ts-check
// Bars over hours, each with its value above it; redrawn to its container's width.
import { ticks } from "./chart.js";
import { hatching, plotFigure } from "./course.js";
import { draw } from "../dom.js";

/** @typedef {{ name: string, value: number | null }} Bar Without a value there is no bar. */
/**
 * @typedef {{ label: string, bars: Bar[], format: (value: number) => string,
 *   axis?: (value: number) => string }} Bars
 */

const SPACE = { left: 64, right: 8, top: 22, bottom: 26 };
const LETTER = 7; // width of a letter at the charts' size
const MAX_BAR = 56;

/**
 * @param {Bars} options
 * @param {number} width
 */
function picture({ label, bars, format, axis = format }, width) {
  const height = Math.round(Math.min(240, Math.max(170, width * 0.42)));
  const values = bars.map((bar) => bar.value ?? 0);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const inside = width - SPACE.left - SPACE.right;
  const step = inside / Math.max(1, bars.length);
  const y = (/** @type {number} */ value) =>
    SPACE.top + ((high - value) / (high - low || 1)) * (height - SPACE.top - SPACE.bottom);
  const svg = draw("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "chart course",
    role: "img",
    "aria-label": label,
  });
  svg.append(hatching());
  for (const value of ticks(low, high, 4)) {
    const ends = { x1: SPACE.left, x2: width - SPACE.right, y1: y(value), y2: y(value) };
    svg.append(
      draw("line", { class: value === 0 ? "axis" : "grid", ...ends }),
      draw("text", { x: SPACE.left - 8, y: y(value) + 4, class: "end" }, axis(value)),
    );
  }
  const widest = Math.max(...bars.map((bar) => bar.name.length)) * LETTER + 6;
  const every = Math.ceil(widest / step);
  bars.forEach(({ name, value }, place) => {
    const middle = SPACE.left + (place + 0.5) * step;
    if (place % every === 0)
      svg.append(draw("text", { x: middle, y: height - 8, class: "middle" }, name));
    if (value === null) return;
    const wide = Math.min(MAX_BAR, step * 0.7);
    const [top, bottom] = [y(Math.max(0, value)), y(Math.min(0, value))];
    const box = { x: middle - wide / 2, y: top, width: wide, height: Math.max(1, bottom - top) };
    svg.append(draw("rect", { class: "course-bar", ...box }));
    const words = format(value);
    const below = value < 0 ? Math.min(height - SPACE.bottom + 2, bottom + 14) : top - 5;
    if (words.length * LETTER < step + 4)
      svg.append(draw("text", { x: middle, y: below, class: "middle" }, words));
  });
  return svg;
}

/** @param {Bars} options */
export const barsFigure = (options) => plotFigure((width) => picture(options, width));
