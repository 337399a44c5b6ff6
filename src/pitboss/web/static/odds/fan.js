// @ts-check
// The fan: where sessions of many rounds end, from exact quantiles, and the chance to be ahead.
import text from "/text/odds.js";
import { draw, make, replace, write } from "../base/dom.js";
import { cents, dollars, number, percent, short } from "../base/money.js";
import { field, freshId, messageOf, tableOf } from "../base/parts.js";
import { getPriced } from "./ask.js";

const LENGTHS = [20, 60, 100, 200, 500]; // rounds of a session that one can choose
const HOURLY = 50; // rounds an hour, unless the reader says otherwise
const SPACE = { left: 58, right: 104, top: 12, bottom: 44 };

/** @typedef {{ name: string, loss: number, stake: number }} WagerLoss In cents. */

/** @param {number} amount */
const signed = (amount) =>
  amount === 0
    ? text.evenMoney
    : `${amount > 0 ? "+" : "−"}${text.money(short(Math.abs(Math.round(amount))))}`;

/**
 * @param {number} low
 * @param {number} high
 */
function levels(low, high) {
  const unit = 10 ** Math.floor(Math.log10((high - low) / 4));
  const step = [1, 2, 5, 10].map((times) => unit * times).find((one) => (high - low) / one <= 6);
  const values = [];
  const size = step ?? unit * 10;
  for (let at = Math.ceil(low / size) * size; at <= high; at += size) values.push(at);
  return values;
}

/**
 * @param {Api.FanAnswer} fan
 * @param {number} width
 * @param {string} label
 */
function picture(fan, width, label) {
  const height = Math.round(Math.min(380, Math.max(260, width * 0.46)));
  const { left, right, top, bottom } = SPACE;
  const all = fan.points.flatMap((point) => point.quantiles);
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const x = (/** @type {number} */ rounds) => left + (rounds / fan.rounds) * (width - left - right);
  const y = (/** @type {number} */ amount) =>
    top + ((high - amount) / (high - low || 1)) * (height - top - bottom);
  const path = (/** @type {number} */ place) =>
    [[0, 0], ...fan.points.map((point) => [point.rounds, point.quantiles[place]])].map(
      ([rounds, amount]) => `${x(rounds)},${y(amount)}`,
    );
  const band = (
    /** @type {number} */ one,
    /** @type {number} */ other,
    /** @type {string} */ kind,
  ) => draw("polygon", { class: kind, points: [...path(other), ...path(one).reverse()].join(" ") });
  const svg = draw("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "chart fan",
    role: "img",
    "aria-label": label,
  });
  for (const amount of levels(low, high))
    svg.append(
      draw("line", {
        class: amount ? "grid" : "axis",
        x1: left,
        x2: width - right,
        y1: y(amount),
        y2: y(amount),
      }),
      draw("text", { x: left - 8, y: y(amount) + 4, class: "end" }, signed(amount)),
    );
  svg.append(hatching(), band(0, 4, "wide-band"), band(1, 3, "half-band"));
  svg.append(draw("polyline", { class: "middle-line", points: path(2).join(" ") }));
  const mean = fan.expectation.decimal * fan.rounds;
  const ends = { x1: x(0), y1: y(0), x2: x(fan.rounds), y2: y(mean) };
  svg.append(draw("line", { class: "average-line", ...ends }));
  const last = fan.points.at(-1)?.quantiles ?? [];
  const names = [text.fanLow, text.fanQuarterLow, text.fanMiddle, text.fanQuarter, text.fanHigh];
  spread([...last].map((amount) => y(amount))).forEach((at, place) => {
    svg.append(draw("text", { x: width - right + 8, y: at + 4 }, names[place]));
  });
  for (const share of width < 480 ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1]) {
    const rounds = Math.round(fan.rounds * share);
    const place = { x: x(rounds), y: height - 24, class: "middle" };
    svg.append(draw("text", place, number(rounds)));
  }
  const title = { x: (left + width - right) / 2, y: height - 6, class: "middle" };
  svg.append(draw("text", title, text.fanRounds));
  return svg;
}

// On paper the bands are hatched, the inner one in both directions.
const hatching = () =>
  draw(
    "defs",
    {},
    ["M0 7 L7 0", "M0 7 L7 0 M0 0 L7 7"].map((d, place) =>
      draw(
        "pattern",
        { id: `fan-hatch-${place}`, width: 7, height: 7, patternUnits: "userSpaceOnUse" },
        draw("path", { d, class: "hatching" }),
      ),
    ),
  );

/**
 * Keeps labels a line apart, from the lowest on the picture to the highest.
 * @param {number[]} places
 */
function spread(places) {
  const line = 15;
  const result = [...places];
  for (let place = 1; place < result.length; place += 1)
    result[place] = Math.min(result[place], result[place - 1] - line);
  return result;
}

export class Fan {
  /**
   * @param {Api.OddsMenu} menu
   * @param {import("./choice.js").Choice} choice
   */
  constructor(menu, choice) {
    this.menu = menu;
    this.choice = choice;
    this.turn = 0;
    /** @type {Api.FanAnswer | null} */
    this.fan = null;
    const most = String(LENGTHS.length - 1);
    const oninput = () => this.refresh();
    this.slider = make("input", { type: "range", min: "0", max: most, value: "2", oninput });
    this.heading = make("h2", { id: freshId("fan") });
    this.finding = make("p", { class: "lead" });
    this.drawing = make("div", { class: "fan-drawing" });
    this.table = make("details", { class: "sums" }, make("summary", {}, text.asTable));
    this.hours = make("div", {});
    this.perHour = make("input", {
      type: "number",
      min: "1",
      max: "1000",
      value: String(HOURLY),
      oninput: () => this.showHours(),
    });
    /** @type {WagerLoss[]} */
    this.losses = [];
    const figure = make("figure", { class: "plot" }, this.drawing, this.table);
    const options = make(
      "div",
      { class: "row fan-options" },
      field(text.fanLength, this.slider),
      field(text.perHour, this.perHour),
    );
    this.element = make(
      "section",
      { class: "panel fan-panel", "aria-labelledby": this.heading.id },
      this.heading,
      this.finding,
      figure,
      options,
      this.hours,
    );
    new ResizeObserver(() => this.draw()).observe(this.drawing);
  }

  async refresh() {
    const turn = (this.turn += 1);
    const rounds = LENGTHS[Number(this.slider.value)];
    const { base: stake, letters } = this.choice;
    const words = `letter=${letters.base}&stake=${stake}&rounds=${rounds}`;
    write(this.heading, text.fanWorking(rounds, short(stake)));
    try {
      const fan = await getPriced(`/api/odds/${this.menu.game}/fan?${words}`);
      if (turn !== this.turn) return;
      this.fan = fan;
      this.show();
    } catch (error) {
      if (turn === this.turn) write(this.heading, text.failed(messageOf(error)));
    }
  }

  show() {
    const { fan } = this;
    if (!fan) return;
    const last = fan.points.at(-1);
    if (!last) return;
    const ahead = percent(last.ahead, 0);
    this.slider.setAttribute("aria-valuetext", text.fanLengthSaid(fan.rounds));
    write(this.heading, text.fanTitle(number(fan.rounds), short(fan.stake), ahead));
    const [low, quarter, , upper, high] = last.quantiles.map(signed);
    const mean = signed(Math.round(fan.expectation.decimal * fan.rounds));
    write(this.finding, text.fanFinding(quarter, upper, low, high, mean));
    this.draw();
    const rows = fan.points
      .filter((_, place) => (place + 1) % 4 === 0)
      .map((point) => [
        number(point.rounds),
        { num: percent(point.ahead, 1) },
        ...point.quantiles.map((amount) => ({ num: signed(amount) })),
      ]);
    const heads = [text.fanRounds, text.fanAhead, ...text.fanColumns];
    replace(
      this.table,
      make("summary", {}, text.asTable),
      tableOf(heads, rows, { caption: text.fanCaption }),
    );
    this.showHours();
  }

  draw() {
    const width = Math.floor(this.drawing.clientWidth);
    if (!this.fan || width < 200) return;
    if (this.drawing.dataset.drawn === `${width} ${this.fan.rounds} ${this.fan.stake}`) return;
    this.drawing.dataset.drawn = `${width} ${this.fan.rounds} ${this.fan.stake}`;
    replace(this.drawing, picture(this.fan, width, this.finding.textContent ?? ""));
  }

  /** @param {WagerLoss[]} losses What each optional wager loses a round, at its own stake. */
  price(losses) {
    this.losses = losses;
    this.showHours();
  }

  // What the game and each optional wager cost an hour, each at its own stake.
  showHours() {
    const { fan } = this;
    if (!fan) return;
    const rounds = Math.max(1, Number(this.perHour.value) || HOURLY);
    const whole = { name: this.menu.name, loss: -fan.expectation.decimal, stake: fan.stake };
    const rows = [whole, ...this.losses].map(({ name, loss, stake }) => [
      name,
      { num: text.perBet(cents(loss), short(stake)) },
      { num: text.money(dollars(Math.round(loss * rounds))) },
    ]);
    const heads = [text.wager, text.eachBet, text.eachHour(number(rounds))];
    replace(this.hours, tableOf(heads, rows, { caption: text.hoursCaption }));
  }
}
