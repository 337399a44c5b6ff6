// Plots as own SVG; each has a table that says the same.
import text from "/text/odds.js";
import { draw, make } from "../base/dom.js";
import { percent } from "../base/money.js";
import { plotWidth, tableOf } from "../base/parts.js";
import { chance, share } from "./figures.js";

const MOST_BARS = 44;
const EDGES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 100000, 1e9];

// Many results are put together in ranges, so that bars stay bars.
function bars(points) {
  if (points.length <= MOST_BARS) return points;
  const found = new Map();
  for (const point of points) {
    const size = Math.abs(point.net);
    const place = size === 0 ? 0 : 1 + EDGES.findIndex((edge) => size <= edge);
    const key = Math.sign(point.net) * place;
    const low = size === 0 ? 0 : place > 1 ? EDGES[place - 2] : 0;
    const known = found.get(key) ?? {
      net: Math.sign(point.net) * (place ? EDGES[place - 1] : 0),
      chance: 0,
      low: Math.sign(point.net) * low,
      from: low,
      to: place ? EDGES[place - 1] : 0,
    };
    known.chance += point.chance;
    known.many = (known.many ?? 0) + 1;
    found.set(key, known);
  }
  return [...found.entries()].sort((a, b) => a[0] - b[0]).map(([, bar]) => bar);
}

const signed = (value) => {
  const size = Math.abs(value);
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  return sign + (size >= 1e6 ? "…" : size.toLocaleString());
};
const label = (bar) =>
  bar.many > 1 || bar.low !== undefined
    ? bar.net === 0
      ? "0"
      : `${signed(bar.low)}…${signed(bar.net)}`
    : signed(Math.round(bar.net * 100) / 100);

// Chances from one in millions to near certainty: a logarithmic scale.
export function distributionPlot(points, { width = plotWidth(720), height = 260 } = {}) {
  const found = bars(points.filter((point) => point.chance > 0));
  const least = Math.floor(Math.log10(Math.min(...found.map((bar) => bar.chance))));
  const floor = Math.min(least, -1);
  const [left, right, top, bottom] = [58, 10, 12, 72];
  const wide = (width - left - right) / found.length;
  const y = (value) => top + (Math.log10(value) / floor) * (height - top - bottom);
  const likeliest = found.reduce((a, b) => (b.chance > a.chance ? b : a));
  const picture = draw("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "chart bars",
    role: "img",
    "aria-label": text.distributionAlt(found.length, label(likeliest)),
  });
  for (let power = 0; power >= floor; power -= Math.max(1, Math.ceil(-floor / 6))) {
    picture.append(
      draw("line", {
        class: "grid",
        x1: left,
        x2: width - right,
        y1: y(10 ** power),
        y2: y(10 ** power),
      }),
      draw(
        "text",
        { x: left - 6, y: y(10 ** power) + 4, class: "end" },
        power >= -3 ? percent(10 ** power, Math.max(0, -power - 2)) : `10${superscript(power)}`,
      ),
    );
  }
  const each = Math.ceil(found.length / (width < 500 ? 9 : 16));
  found.forEach((bar, place) => {
    const x = left + place * wide;
    picture.append(
      draw("rect", {
        class: bar.net > 0 ? "bar won" : bar.net < 0 ? "bar lost" : "bar even",
        x: x + wide * 0.1,
        width: wide * 0.8,
        y: y(bar.chance),
        height: Math.max(1, height - bottom - y(bar.chance)),
      }),
    );
    if (place % each === 0)
      picture.append(
        draw(
          "text",
          {
            class: "end",
            transform: `translate(${x + wide / 2 + 4} ${height - bottom + 14}) rotate(-40)`,
          },
          label(bar),
        ),
      );
  });
  return picture;
}

const superscript = (value) =>
  [...String(value)]
    .map(
      (ch) =>
        ({
          "-": "⁻",
          0: "⁰",
          1: "¹",
          2: "²",
          3: "³",
          4: "⁴",
          5: "⁵",
          6: "⁶",
          7: "⁷",
          8: "⁸",
          9: "⁹",
        })[ch],
    )
    .join("");

// A figure with its table folded under it.
export function plotWithTable(picture, headings, rows, caption, open = false) {
  const box = make("details", { open }, make("summary", {}, text.asTable));
  const fill = () => {
    if (box.open && box.childElementCount === 1) box.append(tableOf(headings, rows(), { caption }));
  };
  box.addEventListener("toggle", fill);
  fill();
  return make("figure", { class: "plot" }, picture, box);
}

export const distributionOf = (wager) =>
  plotWithTable(
    distributionPlot(
      wager.distribution.map((one) => ({ net: one.net.decimal, chance: one.probability.decimal })),
    ),
    [text.net, text.probability, text.exact],
    () =>
      wager.distribution.map((one) => [
        signed(one.net.decimal),
        { num: chance(one.probability) },
        { num: one.probability.fraction },
      ]),
    text.distribution,
  );

export function shareBar(parts) {
  return make(
    "ul",
    { class: "shares bare" },
    parts.map((part, place) => {
      const row = make(
        "li",
        {},
        make("span", { class: "share-name" }, part.name),
        make(
          "span",
          { class: `share-bar tint-${place % 4}`, "aria-hidden": "true" },
          make("span", {}),
        ),
        make("span", { class: "num" }, share(part.figure, 2), make("small", {}, ` ${part.note}`)),
      );
      row
        .querySelector(".share-bar span")
        .style.setProperty("width", `${Math.max(0.5, part.figure.decimal * 100)}%`);
      return row;
    }),
  );
}

// A session of many rounds: bands that hold so many of them, the median, the exact mean.
export function sessionsPlot(told, { width = plotWidth(720), height = 280 } = {}) {
  const last = told.rounds.at(-1);
  const every = told.rounds.flatMap((one) => one.bounds.flat());
  const [low, high] = [Math.min(0, ...every), Math.max(0, ...every)];
  const x = (rounds) => 52 + (rounds / last.rounds) * (width - 64);
  const y = (units) => 12 + ((high - units) / (high - low)) * (height - 52);
  const mean = (rounds) => told.expectation.decimal * rounds;
  const words = (value) => signed(Math.round(value * 10) / 10);
  const picture = draw("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "chart",
    role: "img",
    "aria-label": text.sessionsAlt(
      last.rounds,
      words(last.bounds[0][0]),
      words(last.bounds[0][1]),
      words(mean(last.rounds)),
    ),
  });
  const step = 10 ** Math.floor(Math.log10((high - low) / 3));
  for (
    let units = Math.ceil(low / step) * step;
    units <= high;
    units += step * ((high - low) / step > 8 ? 2 : 1)
  )
    picture.append(
      draw("line", {
        class: units === 0 ? "axis" : "grid",
        x1: 52,
        x2: width - 12,
        y1: y(units),
        y2: y(units),
      }),
      draw("text", { x: 46, y: y(units) + 4, class: "end" }, signed(units)),
    );
  told.bands.forEach((_, place) => {
    const up = told.rounds.map((one) => `${x(one.rounds)},${y(one.bounds[place][1])}`);
    const down = told.rounds.map((one) => `${x(one.rounds)},${y(one.bounds[place][0])}`).reverse();
    picture.append(
      draw("polygon", { class: "band", points: [`${x(0)},${y(0)}`, ...up, ...down].join(" ") }),
    );
  });
  picture.append(
    draw("polyline", {
      class: "line",
      points: [
        `${x(0)},${y(0)}`,
        ...told.rounds.map((one) => `${x(one.rounds)},${y(one.median)}`),
      ].join(" "),
    }),
    draw("line", {
      class: "line line-3",
      x1: x(0),
      y1: y(0),
      x2: x(last.rounds),
      y2: y(mean(last.rounds)),
    }),
    draw("text", { x: (width + 40) / 2, y: height - 6, class: "middle title" }, text.roundsPlayed),
  );
  for (let rounds = 100; rounds <= last.rounds; rounds += width < 500 ? 200 : 100)
    picture.append(draw("text", { x: x(rounds), y: height - 22, class: "middle" }, String(rounds)));
  const legend = make(
    "ul",
    { class: "legend" },
    make("li", { class: "line-1" }, text.median),
    make("li", { class: "line-3" }, text.mean),
  );
  const headings = [
    text.roundsPlayed,
    text.mean,
    text.median,
    ...told.bands.flatMap((band) => [text.bandLow(band), text.bandHigh(band)]),
  ];
  const rows = () =>
    told.rounds
      .filter((one) => one.rounds % 50 === 0)
      .map((one) => [
        String(one.rounds),
        { num: words(mean(one.rounds)) },
        { num: words(one.median) },
        ...one.bounds.flatMap(([from, to]) => [{ num: words(from) }, { num: words(to) }]),
      ]);
  const figure = plotWithTable(picture, headings, rows, text.sessions);
  picture.after(legend);
  return figure;
}
