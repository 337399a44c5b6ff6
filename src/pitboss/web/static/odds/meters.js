// @ts-check
// Meters and seats: the edge follows the sliders immediately and exactly, along the line that the
// house sent.
import text from "/text/odds.js";
import { make, replace, write } from "../base/dom.js";
import { number, percent, short } from "../base/money.js";
import { chart } from "../base/charts/chart.js";
import { field, messageOf, notice, tableOf } from "../base/parts.js";
import { getPriced, query } from "./ask.js";
import { awardsSection, bothSection } from "./awards.js";
import { cents, fraction, share, titled, workingNotice } from "./figures.js";
import { Line } from "./line.js";
import { plotWithTable } from "./plots.js";

/** @typedef {import("./figures.js").Fraction} Fraction */
const STEPS = 1000;
const MAX_CENTS = 1e11;
const REST_MS = 250; // after the last move of a slider
/**
 * @param {Fraction | null} amount
 * @returns {amount is Fraction}
 */
const isPositive = (amount) => amount !== null && amount.sign > 0;
/** @param {Fraction} amount */
const wholeDollars = (amount) => short(Math.ceil(amount.value / 100) * 100);

export class MeterSliders {
  /**
   * @param {Api.OddsMenu} menu
   * @param {import("./choice.js").Choice} choice
   */
  constructor(menu, choice) {
    this.menu = menu;
    this.choice = choice;
    this.request = "";
    this.lines = null;
    /** @type {Line} */
    this.line = /** @type {any} */ (null); // until the lines are here
    this.shape = "";
    this.shown = false;
    this.timer = 0;
    this.verdict = make("p", { class: "verdict", role: "status" });
    this.exact = make("p", { class: "small" });
    this.plot = make("div", {});
    this.evens = make("ul", { class: "plain-list stack small-gap" });
    this.bySeats = make("div", {});
    this.more = make("div", { class: "stack" });
    /** @type {ReturnType<MeterSliders["slider"]>[]} */
    this.sliders = [];
    this.status = make("div", { role: "status" });
    this.body = make("div", { class: "stack" });
    this.element = make("div", { class: "stack" }, this.status, this.body);
  }

  // What each meter shows after an award.
  get resets() {
    return this.menu.progressive?.meters[this.choice.progressiveLetter] ?? {};
  }

  get visible() {
    return this.shown;
  }

  set visible(on) {
    this.shown = on;
    if (on) setTimeout(() => this.lines && this.fetchMore(), 400);
  }

  async refresh() {
    if (!this.lines) {
      /** @param {Page.Working | null} progress */
      const working = (progress) => replace(this.status, workingNotice(progress));
      try {
        this.lines = await getPriced(`/api/odds/${this.menu.game}/lines`, { working });
      } catch (error) {
        replace(this.status, notice(text.failed(messageOf(error)), "bad"));
        return;
      }
    }
    const shape = `${this.choice.progressiveLetter} ${this.choice.stake}`;
    this.line = Line.find(this.lines, this.choice.progressiveLetter, this.choice.stake);
    if (this.shape !== shape) {
      this.shape = shape;
      this.build();
    }
    this.move();
  }

  build() {
    replace(this.more);
    this.sliders = this.choice.meterNames.map((name) => this.slider(name));
    const sliders = this.sliders.map((one) => one.element);
    const left = make("div", { class: "panel stack" }, sliders, this.seatSlider());
    const title = make("h3", {}, text.edgeNowAt);
    const right = make(
      "div",
      { class: "panel stack" },
      title,
      this.verdict,
      this.exact,
      this.evens,
    );
    const columns = make("div", { class: "two" }, left, right);
    replace(this.body, columns, this.plot, this.bySeats, this.more);
  }

  seatSlider() {
    const { choice, menu } = this;
    const output = make("output", { class: "num" }, number(choice.seats));
    /** @param {Page.Input} event */
    const oninput = (event) => {
      choice.seats = Number(event.target.value);
      write(output, number(choice.seats));
      this.move();
      this.rest();
    };
    const range = { min: 1, max: menu.seats, step: 1, value: choice.seats };
    const seats = make("input", { type: "range", ...range, "data-key": "seats", oninput });
    const seatField = field(text.seats, seats, { hint: text.seatsHint });
    return make("div", { class: "slider" }, seatField, output);
  }

  /**
   * A slider for the hand and a number for the exact amount of one meter.
   * @param {string} name
   */
  slider(name) {
    const { choice } = this;
    const reset = this.resets[name];
    const amount = choice.ownMeters[name];
    const even = this.line.even(name, choice.ownMeters, 1);
    const beyondEven = even && isPositive(even) ? Math.ceil(even.value * 1.25) : 0;
    const most = Math.max(reset * 4, beyondEven, amount);
    const step = 10 ** Math.max(2, Math.floor(Math.log10(most / STEPS)));
    const max = Math.ceil(most / step) * step;
    /**
     * @param {number} value
     * @param {HTMLInputElement} from
     */
    const set = (value, from) => {
      choice.meters[name] = Math.max(0, Math.min(MAX_CENTS, Math.round(value)));
      if (from !== range) range.value = String(choice.meters[name]);
      if (from !== exact) exact.value = String(choice.meters[name] / 100);
      this.move();
      this.rest();
    };
    /** @type {HTMLInputElement} */
    const range = make("input", {
      type: "range",
      min: 0,
      max,
      step,
      value: amount,
      "data-key": `range-${name}`,
      oninput: () => set(Number(range.value), range),
    });
    /** @type {HTMLInputElement} */
    const exact = make("input", {
      type: "number",
      min: 0,
      step: "0.01",
      inputmode: "decimal",
      value: amount / 100,
      "data-key": `exact-${name}`,
      oninput: () => set(Number(exact.value) * 100, exact),
    });
    const fields = [field(text.meterSlider(name), range), field(text.meterOf(name), exact)];
    return {
      name,
      most: max,
      set,
      range,
      exact,
      element: make("div", { class: "slider" }, fields),
    };
  }

  move() {
    const { choice, line } = this;
    const meters = choice.ownMeters;
    for (const { name, range, exact } of this.sliders) {
      if (document.activeElement !== range) range.value = String(meters[name]);
      if (document.activeElement !== exact) exact.value = String(meters[name] / 100);
    }
    this.showVerdict(line.edge(meters, choice.seats));
    /** @type {[string, Fraction | null][]} */
    const evens = choice.meterNames.map((name) => [name, line.even(name, meters, choice.seats)]);
    const items = evens.map(([name, even]) => {
      const words = isPositive(even)
        ? text.breakEven(text.meterName(name), wholeDollars(even))
        : text.breakEvenNever;
      return make("li", { title: even ? text.exactly(even.figure.fraction) : null }, words);
    });
    replace(this.evens, items);
    this.drawLine(evens[0]);
    replace(this.bySeats, this.seatTable(meters));
  }

  /** @param {Fraction} edge */
  showVerdict(edge) {
    const stake = text.money(short(this.choice.stake));
    const size = percent(Math.abs(edge.value), 3);
    const winner = edge.sign > 0 ? text.houseEdge : text.playerEdge;
    const words = edge.sign ? winner(size, stake) : text.even;
    this.verdict.className = `verdict ${edge.sign < 0 ? "good-text" : ""}`;
    write(this.verdict, words);
    write(this.exact, text.exactly(edge.figure.fraction));
  }

  /** @param {Record<string, number>} meters */
  seatTable(meters) {
    const { line, choice } = this;
    const rows = Array.from({ length: this.menu.seats }, (_, place) => {
      const seats = place + 1;
      const edge = line.edge(meters, seats).figure;
      const evens = choice.meterNames.map((name) => {
        const even = line.even(name, meters, seats);
        return { num: even && isPositive(even) ? cents(even.figure) : text.never };
      });
      return [number(seats), { num: share(edge) }, { num: fraction(edge) }, ...evens];
    });
    const evenHead = text.breakEvenHead.toLowerCase();
    const names = choice.meterNames.map((name) => `${text.meterName(name)} ${evenHead}`);
    const headings = [text.others, text.edge, text.exact, ...names];
    return tableOf(headings, rows, { caption: text.seatsTable });
  }

  /**
   * The edge as one meter grows, with points of the line in a table below.
   * @param {[string, Fraction | null]} meter
   */
  drawLine([name, even]) {
    const { choice, line } = this;
    const meters = choice.ownMeters;
    const end = Math.max(this.sliders[0].most, meters[name]);
    /** @param {number} amount */
    const edgeAt = (amount) => line.edge({ ...meters, [name]: amount }, choice.seats);
    const title = text.meterName(name);
    /** @type {[keyof typeof text.lineAt, number][]} */
    const points = [
      ["zero", 0],
      ["reset", this.resets[name]],
      ["now", meters[name]],
      ["end", end],
    ];
    if (isPositive(even)) points.splice(3, 0, ["even", even.value]);
    const rows = () =>
      points.map(([kind, amount]) => [
        text.lineAt[kind],
        { num: text.money(short(Math.round(amount))) },
        { num: kind === "even" ? percent(0, 3) : share(edgeAt(amount).figure) },
      ]);
    const open = this.plot.querySelector("details")?.open;
    const picture = this.lineChart(name, even, end, edgeAt);
    replace(
      this.plot,
      titled(text.line, text.line, `/api/odds/${this.menu.game}/lines`),
      plotWithTable(picture, [text.linePoint, title, text.edge], rows, text.lineTable, open),
    );
  }

  /**
   * @param {string} name
   * @param {Fraction | null} even
   * @param {number} end
   * @param {(amount: number) => Fraction} edgeAt
   */
  lineChart(name, even, end, edgeAt) {
    const now = this.choice.ownMeters[name];
    /** @param {number} amount */
    const at = (amount) => edgeAt(amount).value * 100;
    const marks = [{ x: now / 100, y: at(now), label: text.lineNow }];
    if (isPositive(even) && even.value <= end)
      marks.push({ x: even.value / 100, y: 0, label: text.lineEven });
    const [low, high] = [percent(at(0) / 100, 2), percent(at(end) / 100, 2)];
    const evenAt = isPositive(even) ? wholeDollars(even) : "";
    const points = [0, end].map((amount) => [amount / 100, at(amount)]);
    return chart({
      series: [{ name: text.line, points }],
      marks,
      label: text.lineAlt(text.meterName(name), low, high, evenAt),
      xLabel: text.lineX(text.meterName(name)),
      yLabel: text.lineY,
      format: (value) => percent(value / 100, 0),
      formatX: (value) => number(value),
    }).querySelector("svg");
  }

  rest() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.choice.changed();
      this.fetchMore();
    }, REST_MS);
  }

  // Asks the house for what is not a straight line, once the sliders rest.
  async fetchMore() {
    const { choice, menu } = this;
    const { progressiveLetter: letter, stake, ownMeters: meters } = choice;
    const question = { letter, stake, meters };
    const path = `/api/odds/${menu.game}/meter${query({ ...question, seats: choice.seats })}`;
    const bothPath = menu.progressive?.forfeited_by_fold
      ? `/api/odds/${menu.game}/both${query({ ...question, base_stake: choice.base })}`
      : null;
    const request = `${path} ${bothPath}`;
    if (this.request === request) return;
    this.request = request;
    try {
      const meter = await getPriced(path);
      if (this.request !== request) return;
      replace(this.more, awardsSection(meter, path));
      if (!bothPath) return;
      const box = make("div", {});
      this.more.append(box);
      /** @param {Page.Working | null} progress */
      const working = (progress) => {
        if (progress) replace(box, workingNotice(progress));
      };
      const both = await getPriced(bothPath, { working });
      if (this.request === request) replace(box, bothSection(menu, both, bothPath));
    } catch (error) {
      replace(this.more, notice(text.failed(messageOf(error)), "bad"));
    }
  }
}
