// The whole strategy, decision by decision: classes of hands, filtered and in pages.
import text from "/text/odds.js";
import { card } from "../base/cards.js";
import { make, replace } from "../base/dom.js";
import { number } from "../base/money.js";
import { field, notice, select, tableOf } from "../base/parts.js";
import { patiently, query } from "./ask.js";
import { downloads, signedUnits, plain } from "./figures.js";
import { shareBar } from "./plots.js";

const COUNT = 40;

export const cardRow = (names) =>
  make(
    "span",
    { class: "card-list small-cards" },
    names
      .split(" ")
      .filter(Boolean)
      .map((name) => card(name)),
  );

export class Classes {
  constructor(menu, choice) {
    Object.assign(this, { menu, choice, asked: "", onask: () => {} });
    this.want = {
      decision: "",
      staked: "",
      best: "",
      suits: "",
      ranks: "",
      sort: "worth",
      start: 0,
    };
    this.status = make("div", { role: "status" });
    this.filters = make("div", { class: "fields paired" });
    this.body = make("div", { class: "stack" });
    this.element = make(
      "div",
      { class: "stack" },
      make("p", { class: "small" }, text.classesLead),
      this.filters,
      this.status,
      this.body,
    );
  }

  path(more = {}) {
    const letters = { base: this.choice.letters.base };
    const question = { letters, ...this.want, count: COUNT, ...more };
    return `/api/odds/${this.menu.game}/classes${query(question)}`;
  }

  async refresh() {
    const path = this.path();
    if (this.asked === path) return;
    this.asked = path;
    try {
      const told = await patiently(path, {
        working: (now) =>
          replace(this.status, now ? notice(text.working(now.seconds, now.ahead)) : null),
      });
      if (this.asked === path) this.show(told);
    } catch (no) {
      this.asked = "";
      replace(this.status, notice(text.failed(no.message), "bad"));
    }
  }

  change(name, value) {
    this.want = {
      ...this.want,
      start: 0,
      [name]: value,
      ...(name === "decision" ? { staked: "", best: "" } : {}),
    };
    this.refresh();
  }

  showFilters(told) {
    const pick = (name, words, options) =>
      field(
        words,
        select(options, String(this.want[name]), {
          "data-key": name,
          onchange: (event) => this.change(name, event.target.value),
        }),
      );
    const named = (key) => this.menu.decisions.find((one) => one.decision === key)?.name ?? key;
    // The acts of a decision stay to be chosen while one of them is.
    if (!this.want.best) this.acts = told.acts.map((one) => one.act);
    const ranks = make("input", {
      value: this.want.ranks,
      maxlength: 20,
      autocomplete: "off",
      "data-key": "ranks",
      onchange: (event) => this.change("ranks", event.target.value.trim()),
    });
    replace(
      this.filters,
      pick(
        "decision",
        text.decision,
        told.decisions.map((key) => [key === told.decisions[0] ? "" : key, named(key)]),
      ),
      told.staked.length > 1
        ? pick("staked", text.stakedUnits, [
            ["", text.stakedAny],
            ...told.staked.map((units) => [String(units), text.stakedValue(units)]),
          ])
        : null,
      pick("best", text.act, [["", text.actAny], ...this.acts.map((act) => [act, act])]),
      pick("suits", text.suits, [
        ["", text.suitsAny],
        ["mixed", text.mixed],
        ["one suit", text.oneSuit],
      ]),
      field(text.ranks, ranks, { hint: text.ranksHint }),
      pick("sort", text.order, Object.entries(text.orders)),
    );
  }

  show(told) {
    this.showFilters(told);
    const decision = this.menu.decisions.find((one) => one.decision === told.decision);
    const rows = told.rows.map((row) => [
      make(
        "button",
        {
          type: "button",
          class: "plain cards-button",
          "aria-label": text.askThis(row.cards),
          title: text.askThis(row.cards),
          onclick: () => this.onask(row.cards, decision.decision),
        },
        cardRow(row.cards),
      ),
      row.suits === "mixed" ? text.mixed : text.oneSuit,
      { num: text.stakedValue(row.staked) },
      { num: number(row.hands) },
      make(
        "span",
        {},
        make("strong", {}, row.discards ? row.best.split(" ")[0] : row.best),
        row.discards ? [" ", cardRow(row.discards)] : null,
        row.ties ? make("small", { class: "block" }, text.alsoBest(row.ties)) : null,
      ),
      { num: signedUnits(row.value, 5) },
      { num: plain(row.second_costs, 5) },
    ]);
    const last = Math.min(told.start + COUNT, told.classes);
    const step = (words, by, on) =>
      make(
        "button",
        {
          type: "button",
          disabled: !on,
          "data-key": words,
          onclick: () => {
            this.want.start = told.start + by;
            this.refresh();
          },
        },
        words,
      );
    replace(
      this.body,
      make(
        "section",
        { class: "panel stack" },
        make(
          "div",
          { class: "titled" },
          make("h3", {}, text.acts),
          make("span", { class: "small" }, text.classes(number(told.classes), number(told.hands))),
        ),
        shareBar(
          told.acts
            .slice(0, 8)
            .map((one) => ({ name: one.act, figure: one.share, note: `(${number(one.hands)})` })),
        ),
      ),
      make(
        "div",
        { class: "titled" },
        make("h3", {}, text.classTable(decision?.name ?? told.decision)),
        downloads(text.strategy, this.path()),
      ),
      tableOf(
        [text.cards, text.suits, text.stakedUnits, text.hands, text.best, text.value, text.second],
        rows,
        {
          caption: text.page(
            number(told.classes ? told.start + 1 : 0),
            number(last),
            number(told.classes),
          ),
        },
      ),
      make(
        "div",
        { class: "row" },
        step(text.previous, -COUNT, told.start > 0),
        step(text.next, COUNT, last < told.classes),
        make(
          "span",
          { class: "small" },
          text.page(number(told.classes ? told.start + 1 : 0), number(last), number(told.classes)),
        ),
      ),
      told.complete ? null : make("p", { class: "small" }, text.notComplete),
    );
  }
}
