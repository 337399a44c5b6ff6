// @ts-check
// The whole strategy, decision by decision: classes of hands, filtered and in pages.
import text from "/text/odds.js";
import { card } from "../base/cards.js";
import { make, replace } from "../base/dom.js";
import { number } from "../base/money.js";
import { field, messageOf, notice, select, tableOf } from "../base/parts.js";
import { getPriced, query } from "./ask.js";
import { plain, signedUnits, titled, workingNotice } from "./figures.js";
import { shareBar } from "./plots.js";

const COUNT = 40; // classes to a page
const MAX_ACTS = 8;

/** @param {string} names */
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
  /**
   * @param {Api.OddsMenu} menu
   * @param {import("./choice.js").Choice} choice
   */
  constructor(menu, choice) {
    this.menu = menu;
    this.choice = choice;
    this.request = "";
    this.visible = false;
    /** @type {string[]} */
    this.acts = [];
    /**
     * @param {string} _cards
     * @param {string} _decision
     */
    this.onask = (_cards, _decision) => {};
    this.filter = { decision: "", staked: "", best: "", suits: "", ranks: "" };
    this.sort = "worth";
    this.start = 0;
    this.status = make("div", { role: "status" });
    this.filters = make("div", { class: "fields paired" });
    this.body = make("div", { class: "stack" });
    const lead = make("p", { class: "small" }, text.classesLead);
    this.element = make("div", { class: "stack" }, lead, this.filters, this.status, this.body);
  }

  get path() {
    const letters = { base: this.choice.letters.base };
    const { filter, sort, start } = this;
    const question = { letters, ...filter, sort, start, count: COUNT };
    return `/api/odds/${this.menu.game}/classes${query(question)}`;
  }

  async refresh() {
    const { path } = this;
    if (this.request === path) return;
    this.request = path;
    try {
      /** @param {Page.Working | null} progress */
      const working = (progress) => replace(this.status, workingNotice(progress));
      const page = await getPriced(path, { working });
      if (this.request === path) this.show(page);
    } catch (error) {
      this.request = "";
      replace(this.status, notice(text.failed(messageOf(error)), "bad"));
    }
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  change(name, value) {
    this.start = 0;
    if (name === "sort") this.sort = value;
    else this.filter = { ...this.filter, [name]: value };
    if (name === "decision") Object.assign(this.filter, { staked: "", best: "" });
    this.refresh();
  }

  /** @param {Api.ClassesAnswer} page */
  showFilters(page) {
    /**
     * @param {"sort" | keyof Classes["filter"]} name
     * @param {string} words
     * @param {string[][]} options
     * @param {string | undefined} value
     */
    const pick = (
      name,
      words,
      options,
      value = name === "sort" ? this.sort : this.filter[name],
    ) => {
      /** @param {Page.Input} event */
      const onchange = (event) => this.change(name, event.target.value);
      return field(words, select(options, value, { "data-key": name, onchange }));
    };
    /** @param {string} key */
    const nameOf = (key) => this.menu.decisions.find((one) => one.decision === key)?.name ?? key;
    // While one act is chosen, the others stay in the list.
    if (!this.filter.best) this.acts = page.acts.map((one) => one.act);
    /** @param {Page.Input} event */
    const onchange = (event) => this.change("ranks", event.target.value.trim());
    const attributes = { value: this.filter.ranks, maxlength: 20, autocomplete: "off" };
    const ranks = make("input", { ...attributes, "data-key": "ranks", onchange });
    const [first] = page.decisions;
    const decisions = page.decisions.map((key) => [key === first ? "" : key, nameOf(key)]);
    const stakes = page.staked.map((units) => [String(units), text.stakedValue(units)]);
    const suits = [
      ["", text.suitsAny],
      ["mixed", text.mixed],
      ["one suit", text.oneSuit],
    ];
    const acts = this.acts.map((act) => [act, act]);
    const anyStake = ["", text.stakedAny];
    replace(
      this.filters,
      pick("decision", text.decision, decisions),
      stakes.length > 1 ? pick("staked", text.stakedUnits, [anyStake, ...stakes]) : null,
      pick("best", text.act, [["", text.actAny], ...acts]),
      pick("suits", text.suits, suits),
      field(text.ranks, ranks, { hint: text.ranksHint }),
      pick("sort", text.order, Object.entries(text.orders), this.sort),
    );
  }

  /** @param {Api.ClassesAnswer} page */
  show(page) {
    this.showFilters(page);
    const decision = this.menu.decisions.find((one) => one.decision === page.decision);
    const last = Math.min(page.start + COUNT, page.classes);
    const firstNumber = number(page.classes ? page.start + 1 : 0);
    const words = text.page(firstNumber, number(last), number(page.classes));
    const title = text.classTable(decision?.name ?? page.decision);
    const pages = make(
      "div",
      { class: "row" },
      this.pageButton(text.previous, page.start - COUNT, page.start > 0),
      this.pageButton(text.next, page.start + COUNT, last < page.classes),
      make("span", { class: "small" }, words),
    );
    replace(
      this.body,
      actShares(page),
      titled(title, text.strategy, this.path),
      this.classTable(page, decision, words),
      pages,
      page.complete ? null : make("p", { class: "small" }, text.notComplete),
    );
  }

  /**
   * @param {string} words
   * @param {number} start
   * @param {boolean} enabled
   */
  pageButton(words, start, enabled) {
    const onclick = () => {
      this.start = start;
      this.refresh();
    };
    const attributes = { disabled: !enabled, "data-key": words, onclick };
    return make("button", { type: "button", ...attributes }, words);
  }

  /**
   * @param {Api.ClassesAnswer} page
   * @param {Api.MenuDecision | undefined} decision
   * @param {string} caption
   */
  classTable(page, decision, caption) {
    const rows = page.rows.map((row) => [
      this.askButton(row.cards, decision),
      row.suits === "mixed" ? text.mixed : text.oneSuit,
      { num: text.stakedValue(row.staked) },
      { num: number(row.hands) },
      bestCell(row),
      { num: signedUnits(row.value, 5) },
      { num: plain(row.second_costs, 5) },
    ]);
    const hands = [text.cards, text.suits, text.stakedUnits, text.hands];
    return tableOf([...hands, text.best, text.value, text.second], rows, { caption });
  }

  /**
   * @param {string} cards
   * @param {Api.MenuDecision | undefined} decision
   */
  askButton(cards, decision) {
    const title = text.askThis(cards);
    const onclick = () => this.onask(cards, decision?.decision ?? "");
    const attributes = { class: "plain cards-button", "aria-label": title, title, onclick };
    return make("button", { type: "button", ...attributes }, cardRow(cards));
  }
}

/** @param {Api.ClassRow} row */
function bestCell({ best, discards, ties }) {
  const act = make("strong", {}, discards ? best.split(" ")[0] : best);
  const cards = discards ? [" ", cardRow(discards)] : null;
  const also = ties ? make("small", { class: "block" }, text.alsoBest(ties)) : null;
  return make("span", {}, act, cards, also);
}

/** @param {Api.ClassesAnswer} page */
function actShares({ acts, classes, hands }) {
  const shares = acts
    .slice(0, MAX_ACTS)
    .map((one) => ({ name: one.act, figure: one.share, note: `(${number(one.hands)})` }));
  const count = make("span", { class: "small" }, text.classes(number(classes), number(hands)));
  const head = make("div", { class: "titled" }, make("h3", {}, text.acts), count);
  return make("section", { class: "panel stack" }, head, shareBar(shares));
}
