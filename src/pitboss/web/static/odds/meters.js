// Meters and seats: the edge follows the sliders at once, exactly, along the straight line the
// house gave.
import text from "/text/odds.js";
import { make, replace, write } from "../base/dom.js";
import { number, percent, short } from "../base/money.js";
import { chart, field, notice, tableOf } from "../base/parts.js";
import { patiently, query } from "./ask.js";
import {
  Fraction,
  cents,
  chance,
  downloads,
  fraction,
  plain,
  share,
  signedCents,
  under,
} from "./figures.js";
import { plotWithTable } from "./plots.js";

// An edge is `at_zero`, and `per_cent` for each cent a meter shows, and `per_seat` for each other
// seat.
export class Line {
  constructor(told) {
    this.zero = Fraction.of(told.at_zero);
    this.seat = Fraction.of(told.per_seat);
    this.slopes = new Map(told.meters.map((meter) => [meter.meter, Fraction.of(meter.per_cent)]));
  }

  static find(lines, letter, stake) {
    return new Line(
      lines.lines.find((one) => one.paytable === letter && one.stake_cents === stake),
    );
  }

  edge(meters, seats) {
    let found = this.zero.plus(this.seat.times(Fraction.whole(seats - 1)));
    for (const [name, slope] of this.slopes)
      found = found.plus(slope.times(Fraction.whole(meters[name] ?? 0)));
    return found;
  }

  // Where one meter brings the edge to nothing, the others as they are.
  even(name, meters, seats) {
    const slope = this.slopes.get(name);
    return slope.sign ? this.edge({ ...meters, [name]: 0 }, seats).over(slope.negative) : null;
  }
}

const STEPS = 1000;

export class Meters {
  constructor(menu, choice) {
    Object.assign(this, { menu, choice, asked: "" });
    this.status = make("div", { role: "status" });
    this.body = make("div", { class: "stack" });
    this.element = make("div", { class: "stack" }, this.status, this.body);
  }

  async refresh() {
    if (!this.lines) {
      try {
        this.lines = await patiently(`/api/odds/${this.menu.game}/lines`, {
          working: (told) =>
            replace(this.status, told ? notice(text.working(told.seconds, told.ahead)) : null),
        });
      } catch (no) {
        replace(this.status, notice(text.failed(no.message), "bad"));
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
    const { choice, menu } = this;
    this.verdict = make("p", { class: "verdict", role: "status" });
    this.exactly = make("p", { class: "small" });
    this.plot = make("div", {});
    this.evens = make("ul", { class: "bare stack small-gap" });
    this.bySeats = make("div", {});
    this.deep = make("div", { class: "stack" });
    this.sliders = choice.meterNames.map((name) => this.slider(name));
    const seats = make("input", {
      type: "range",
      min: 1,
      max: menu.seats,
      step: 1,
      value: choice.seats,
      "data-key": "seats",
      oninput: (event) => {
        choice.seats = Number(event.target.value);
        write(told, number(choice.seats));
        this.move();
        this.later();
      },
    });
    const told = make("output", { class: "num" }, number(choice.seats));
    replace(
      this.body,
      make(
        "div",
        { class: "two" },
        make(
          "div",
          { class: "panel stack" },
          this.sliders.map((one) => one.element),
          make(
            "div",
            { class: "slider" },
            field(text.seats, seats, { hint: text.seatsHint }),
            told,
          ),
        ),
        make(
          "div",
          { class: "panel stack" },
          make("h3", {}, text.edgeNowAt),
          this.verdict,
          this.exactly,
          this.evens,
        ),
      ),
      this.plot,
      this.bySeats,
      this.deep,
    );
  }

  // A slider for the hand and a number for the exact amount; together they are one meter.
  slider(name) {
    const { choice } = this;
    const reset = this.menu.progressive.meters[choice.progressiveLetter][name];
    const even = this.line.even(name, choice.ownMeters, 1);
    const most = Math.max(
      reset * 4,
      even && even.sign > 0 ? Math.ceil(even.value * 1.25) : 0,
      choice.ownMeters[name],
    );
    const step = 10 ** Math.max(2, Math.floor(Math.log10(most / STEPS)));
    const set = (amount, from) => {
      choice.meters[name] = Math.max(0, Math.min(1e11, Math.round(amount)));
      if (from !== range) range.value = String(choice.meters[name]);
      if (from !== exact) exact.value = String(choice.meters[name] / 100);
      this.move();
      this.later();
    };
    const range = make("input", {
      type: "range",
      min: 0,
      max: Math.ceil(most / step) * step,
      step,
      value: choice.ownMeters[name],
      "data-key": `range-${name}`,
      oninput: () => set(Number(range.value), range),
    });
    const exact = make("input", {
      type: "number",
      min: 0,
      step: "0.01",
      inputmode: "decimal",
      value: choice.ownMeters[name] / 100,
      "data-key": `exact-${name}`,
      oninput: () => set(Number(exact.value) * 100, exact),
    });
    return {
      name,
      most: Math.ceil(most / step) * step,
      set,
      range,
      exact,
      element: make(
        "div",
        { class: "slider" },
        field(text.meterSlider(name), range),
        field(text.meterOf(name), exact),
      ),
    };
  }

  move() {
    const { choice, line } = this;
    const meters = choice.ownMeters;
    for (const one of this.sliders) {
      if (document.activeElement !== one.range) one.range.value = String(meters[one.name]);
      if (document.activeElement !== one.exact) one.exact.value = String(meters[one.name] / 100);
    }
    const edge = line.edge(meters, choice.seats);
    this.verdict.className = `verdict ${edge.sign < 0 ? "good-text" : ""}`;
    write(
      this.verdict,
      edge.sign > 0
        ? text.houseEdge(percent(edge.value, 3), text.money(short(choice.stake)))
        : edge.sign < 0
          ? text.playerEdge(percent(-edge.value, 3), text.money(short(choice.stake)))
          : text.even,
    );
    write(this.exactly, text.exactly(edge.figure.fraction));
    const evens = choice.meterNames.map((name) => [name, line.even(name, meters, choice.seats)]);
    replace(
      this.evens,
      evens.map(([name, even]) =>
        make(
          "li",
          { title: even ? text.exactly(even.figure.fraction) : null },
          even && even.sign > 0
            ? text.breakEven(text.meterName(name), short(Math.ceil(even.value / 100) * 100))
            : text.breakEvenNever,
        ),
      ),
    );
    this.drawLine(evens);
    replace(
      this.bySeats,
      tableOf(
        [
          text.others,
          text.edge,
          text.exact,
          ...choice.meterNames.map(
            (name) => `${text.meterName(name)} ${text.breakEvenHead.toLowerCase()}`,
          ),
        ],
        Array.from({ length: this.menu.seats }, (_, place) => [
          number(place + 1),
          { num: share(line.edge(meters, place + 1).figure) },
          { num: fraction(line.edge(meters, place + 1).figure) },
          ...choice.meterNames.map((name) => {
            const even = line.even(name, meters, place + 1);
            return { num: even && even.sign > 0 ? cents(even.figure) : text.never };
          }),
        ]),
        { caption: text.seatsTable },
      ),
    );
  }

  drawLine(evens) {
    const { choice, line } = this;
    const meters = choice.ownMeters;
    const [name, even] = evens[0];
    const end = Math.max(this.sliders[0].most, meters[name]);
    const at = (amount) => line.edge({ ...meters, [name]: amount }, choice.seats).value * 100;
    const marks = [{ x: meters[name] / 100, y: at(meters[name]), label: text.lineNow }];
    if (even && even.sign > 0 && even.value <= end)
      marks.push({ x: even.value / 100, y: 0, label: text.lineEven });
    const points = [
      ["zero", 0],
      ["reset", this.menu.progressive.meters[choice.progressiveLetter][name]],
      ["now", meters[name]],
      ...(even && even.sign > 0 ? [["even", even.value]] : []),
      ["end", end],
    ];
    const table = () =>
      points.map(([kind, amount]) => [
        text.lineAt[kind],
        { num: text.money(short(Math.round(amount))) },
        {
          num:
            kind === "even"
              ? percent(0, 3)
              : share(line.edge({ ...meters, [name]: amount }, choice.seats).figure),
        },
      ]);
    const picture = chart({
      series: [
        {
          name: text.line,
          points: [
            [0, at(0)],
            [end / 100, at(end)],
          ],
        },
      ],
      marks,
      label: text.lineAlt(
        text.meterName(name),
        percent(at(0) / 100, 2),
        percent(at(end) / 100, 2),
        even && even.sign > 0 ? short(Math.ceil(even.value / 100) * 100) : "",
      ),
      xLabel: text.lineX(text.meterName(name)),
      yLabel: text.lineY,
      format: (value) => percent(value / 100, 0),
      formatX: (value) => number(value),
    }).querySelector("svg");
    const open = this.plot.querySelector("details")?.open;
    replace(
      this.plot,
      make(
        "div",
        { class: "titled" },
        make("h3", {}, text.line),
        downloads(text.line, `/api/odds/${this.menu.game}/lines`),
      ),
      plotWithTable(
        picture,
        [text.linePoint, text.meterName(name), text.edge],
        table,
        text.lineTable,
        open,
      ),
    );
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.choice.changed();
      this.deeper();
    }, 250);
  }

  // What is no straight line is asked of the house once the hand rests.
  async deeper() {
    const { choice, menu } = this;
    const said = {
      letter: choice.progressiveLetter,
      stake: choice.stake,
      meters: choice.ownMeters,
    };
    const path = `/api/odds/${menu.game}/meter${query({ ...said, seats: choice.seats })}`;
    const bothPath = menu.progressive.forfeited_by_fold
      ? `/api/odds/${menu.game}/both${query({ ...said, base_stake: choice.base })}`
      : null;
    if (this.asked === path + bothPath) return;
    this.asked = path + bothPath;
    try {
      const told = await patiently(path);
      if (this.asked !== path + bothPath) return;
      const boxes = [awards(told, path)];
      replace(this.deep, boxes);
      if (!bothPath) return;
      const waiting = make("div", {});
      this.deep.append(waiting);
      const both = await patiently(bothPath, {
        working: (now) => now && replace(waiting, notice(text.working(now.seconds, now.ahead))),
      });
      if (this.asked === path + bothPath) replace(waiting, played(menu, both, bothPath));
    } catch (no) {
      replace(this.deep, notice(text.failed(no.message), "bad"));
    }
  }

  get visible() {
    return this.shown;
  }

  set visible(on) {
    this.shown = on;
    if (on) setTimeout(() => this.lines && this.deeper(), 400);
  }
}

function awards(told, path) {
  const figures = told.progressive;
  return make(
    "section",
    { class: "panel stack" },
    make("div", { class: "titled" }, make("h3", {}, text.deeper), downloads(text.deeper, path)),
    under(
      [
        text.meter,
        text.shows,
        text.reset,
        text.fullAward,
        text.between,
        text.atAward,
        text.breakEvenHead,
      ],
      figures.meters.map((one) => [
        text.meterName(one.meter),
        { num: text.money(short(one.amount_cents)) },
        { num: text.money(short(one.reset_cents)) },
        { num: chance(one.full_award) },
        {
          num: one.rounds_between_full_awards
            ? number(Math.round(one.rounds_between_full_awards.decimal))
            : text.never,
        },
        { num: cents(one.mean_at_award_cents) },
        { num: cents(one.break_even_cents) },
      ]),
      text.deeper,
    ),
    make(
      "p",
      { class: "small", title: text.longRunHint },
      `${text.longRun}: `,
      share(figures.long_run_return),
      " · ",
      `${text.deviation}: `,
      plain(told.standard_deviation, 3),
    ),
    tableOf(
      [text.outcome, text.pays, text.combinations, text.probability, text.awardBetween],
      figures.awards.map((one) => [
        one.hand,
        one.pays,
        { num: number(one.combinations) },
        { num: chance(one.probability) },
        { num: one.wagers_between ? number(Math.round(one.wagers_between.decimal)) : text.never },
      ]),
      { caption: text.awards },
    ),
  );
}

const stageWords = (menu, said) => {
  const [stage, choice] = said.split(": ");
  return `${menu.decisions.find((one) => one.decision === stage)?.name ?? stage}: ${choice}`;
};

function played(menu, told, path) {
  return make(
    "section",
    { class: "panel stack" },
    make("div", { class: "titled" }, make("h3", {}, text.both), downloads(text.both, path)),
    make("p", { class: "small" }, text.bothLead),
    make(
      "dl",
      { class: "facts" },
      [
        [text.baseAlone, told.base_alone_cents],
        [text.asBase, told.both_played_as_base_cents],
        [text.forBoth, told.both_played_for_both_cents],
        [text.worth, told.worth_of_the_wager_cents],
      ].map(([words, figure]) => [make("dt", {}, words), make("dd", {}, signedCents(figure))]),
      Object.entries(told.break_even_cents).map(([name, figure]) => [
        make("dt", {}, `${text.meterName(name)} ${text.breakEvenHead.toLowerCase()}`),
        make("dd", {}, cents(figure)),
      ]),
    ),
    told.decisions_changed.length
      ? tableOf(
          [text.changed, text.withoutIt, text.withIt],
          told.decisions_changed.map((one) => [
            stageWords(menu, one.decision),
            { num: share(one.without) },
            { num: share(one.with) },
          ]),
          { caption: text.changed },
        )
      : null,
  );
}
