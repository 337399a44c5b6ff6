// @ts-check
// Sessions of many rounds: bands that hold a share of them, the median, and the exact mean.
import text from "/text/odds.js";
import { draw, make } from "../base/dom.js";
import { plotWidth } from "../base/chart.js";
import { plotWithTable, signed } from "./plots.js";

/** @param {number} value */
const rounded = (value) => signed(Math.round(value * 10) / 10);

/** @param {Api.SessionsAnswer} record */
export function sessionsPlot(record) {
  /** @param {number} rounds */
  const mean = (rounds) => record.expectation.decimal * rounds;
  const picture = drawSessions(record, mean, plotWidth(720), 280);
  const bounds = record.bands.flatMap((band) => [text.bandLow(band), text.bandHigh(band)]);
  const headings = [text.roundsPlayed, text.mean, text.median, ...bounds];
  const rows = () =>
    record.rounds
      .filter(({ rounds }) => rounds % 50 === 0)
      .map((row) => [
        String(row.rounds),
        { num: rounded(mean(row.rounds)) },
        { num: rounded(row.median) },
        ...row.bounds.flat().map((bound) => ({ num: rounded(bound) })),
      ]);
  const figure = plotWithTable(picture, headings, rows, text.sessions);
  const lines = [
    make("li", { class: "line-1" }, text.median),
    make("li", { class: "line-3" }, text.mean),
  ];
  picture.after(make("ul", { class: "legend" }, lines));
  return figure;
}

/**
 * @param {Api.SessionsAnswer} record
 * @param {(rounds: number) => number} mean
 * @param {number} width
 * @param {number} height
 */
function drawSessions(record, mean, width, height) {
  const last = record.rounds[record.rounds.length - 1];
  const bounds = record.rounds.flatMap((row) => row.bounds.flat());
  const [low, high] = [Math.min(0, ...bounds), Math.max(0, ...bounds)];
  /** @param {number} rounds */
  const x = (rounds) => 52 + (rounds / last.rounds) * (width - 64);
  /** @param {number} units */
  const y = (units) => 12 + ((high - units) / (high - low)) * (height - 52);
  /**
   * @param {number} rounds
   * @param {number} units
   */
  const at = (rounds, units) => `${x(rounds)},${y(units)}`;
  const end = mean(last.rounds);
  const [worst, best] = last.bounds[0].map(rounded);
  const alt = text.sessionsAlt(last.rounds, worst, best, rounded(end));
  const viewBox = `0 0 ${width} ${height}`;
  const picture = draw("svg", { viewBox, class: "chart", role: "img", "aria-label": alt });
  picture.append(...gridLines(low, high, y, width));
  record.bands.forEach((_, place) => {
    const up = record.rounds.map((row) => at(row.rounds, row.bounds[place][1]));
    const down = record.rounds.map((row) => at(row.rounds, row.bounds[place][0])).reverse();
    const points = [at(0, 0), ...up, ...down].join(" ");
    picture.append(draw("polygon", { class: "band", points }));
  });
  const median = record.rounds.map((row) => at(row.rounds, row.median));
  const title = { x: (width + 40) / 2, y: height - 6, class: "middle title" };
  picture.append(
    draw("polyline", { class: "line", points: [at(0, 0), ...median].join(" ") }),
    draw("line", { class: "line line-3", x1: x(0), y1: y(0), x2: x(last.rounds), y2: y(end) }),
    draw("text", title, text.roundsPlayed),
  );
  for (let rounds = 100; rounds <= last.rounds; rounds += width < 500 ? 200 : 100)
    picture.append(draw("text", { x: x(rounds), y: height - 22, class: "middle" }, String(rounds)));
  return picture;
}

/**
 * @param {number} low
 * @param {number} high
 * @param {(units: number) => number} y
 * @param {number} width
 */
function gridLines(low, high, y, width) {
  const unit = 10 ** Math.floor(Math.log10((high - low) / 3));
  const step = unit * ((high - low) / unit > 8 ? 2 : 1);
  const lines = [];
  for (let units = Math.ceil(low / unit) * unit; units <= high; units += step) {
    const level = y(units);
    const kind = units === 0 ? "axis" : "grid";
    lines.push(
      draw("line", { class: kind, x1: 52, x2: width - 12, y1: level, y2: level }),
      draw("text", { x: 46, y: level + 4, class: "end" }, signed(units)),
    );
  }
  return lines;
}
