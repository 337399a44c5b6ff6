// @ts-check
// One hand: cards picked or typed, every act with its exact value.
import text from "/text/odds.js";
import words from "/text/base.js";
import { card, cardLabel } from "../base/cards.js";
import { $$, make, replace } from "../base/dom.js";
import { dollars, short } from "../base/money.js";
import { field, messageOf, notice, select, tableOf } from "../base/parts.js";
import { getPriced, query } from "./ask.js";
import { cardRow } from "./classes.js";
import { fraction, sign, signedUnits, titled, workingNotice } from "./figures.js";

const MAX_ACTS = 14;
const MAX_DISCARDS = 3;
const SUITS = /** @type {const} */ (["s", "h", "d", "c"]);
/** @type {Record<string, [number, number]>} Rows and columns of the picker. */
const STEPS = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };

export class Hand {
  /**
   * @param {Api.OddsMenu} menu
   * @param {import("./choice.js").Choice} choice
   */
  constructor(menu, choice) {
    this.menu = menu;
    this.choice = choice;
    this.decision = menu.decisions[0];
    /** @type {string[]} */
    this.cards = [];
    /** @type {string[]} */
    this.dead = [];
    /** @type {"cards" | "dead"} */
    this.into = "cards";
    /** @type {Record<string, string>} */
    this.earlier = {};
    this.request = "";
    this.visible = false;
    /** @param {string} _words */
    this.say = (_words) => {};
    this.setup = make("div", { class: "fields loose" });
    this.tray = make("div", { class: "trays" });
    this.picker = make("div", { class: "picker", onkeydown: (event) => this.arrows(event) });
    this.status = make("div", { role: "status" });
    this.body = make("div", { class: "stack" });
    this.element = make(
      "div",
      { class: "stack" },
      make("p", { class: "small" }, text.handLead),
      make("div", { class: "panel stack" }, this.setup, this.tray, this.picker),
      this.status,
      this.body,
    );
    this.draw();
  }

  // The two jokers are written alike: taken one after the other.
  get deck() {
    return this.menu.deck;
  }

  get needed() {
    return this.decision.cards;
  }

  /**
   * @param {string} cards
   * @param {string} decision
   */
  set(cards, decision) {
    this.decision = this.menu.decisions.find((one) => one.decision === decision) ?? this.decision;
    this.cards = cards.split(" ").filter(Boolean);
    this.dead = [];
    this.draw();
  }

  draw() {
    const { menu } = this;
    const before = menu.decisions
      .slice(0, menu.decisions.indexOf(this.decision))
      .filter(() => !this.decision.discarded);
    const typed = make("input", {
      value: this.cards.join(" "),
      autocomplete: "off",
      spellcheck: "false",
      maxlength: 40,
      "data-key": "typed",
      onchange: () => {
        this.cards = read(typed.value, menu.deck).slice(0, this.needed);
        this.draw();
        this.refresh();
      },
    });
    const decisions = menu.decisions.map((one) => [one.decision, text.knows(one.name, one.cards)]);
    /** @param {Page.Input} event */
    const choose = (event) => {
      this.set(this.cards.join(" "), event.target.value);
      this.cards = this.cards.slice(0, this.needed);
      this.draw();
      this.refresh();
    };
    const choosing = { "data-key": "decision", onchange: choose };
    replace(
      this.setup,
      field(text.decision, select(decisions, this.decision.decision, choosing)),
      field(text.typed, typed, { hint: text.typedHint }),
      before.map((one) => this.earlierField(one)),
    );
    this.drawTray();
    this.drawPicker();
  }

  /** @param {Api.MenuDecision} decision */
  earlierField(decision) {
    const key = decision.decision;
    const acts = actsOf(decision).map((act) => [act, act]);
    /** @param {Page.Input} event */
    const onchange = (event) => {
      this.earlier[key] = event.target.value;
      this.refresh();
    };
    const attributes = { "data-key": key, onchange };
    const options = [["", text.earlierBest], ...acts];
    return field(text.earlier(decision.name), select(options, this.earlier[key] ?? "", attributes));
  }

  drawTray() {
    const places = Array.from({ length: this.needed }, (_, place) => card(this.cards[place] ?? ""));
    /**
     * @param {string} name
     * @param {"cards" | "dead"} key
     * @param {Dom.Children} inside
     */
    const tray = (name, key, inside) =>
      make(
        "div",
        { class: "tray", role: "group", "aria-label": name },
        make("span", { class: "tray-name" }, name),
        make("span", { class: "card-list" }, inside),
        this.decision.discarded ? this.intoButton(key, `${text.pickFor}: ${name}`) : null,
      );
    const dead = this.dead.map((name) => card(name));
    const discards = dead.length ? dead : make("small", {}, text.discardedHint);
    replace(
      this.tray,
      tray(text.yourCards, "cards", places),
      this.decision.discarded ? tray(text.discarded, "dead", discards) : null,
      this.trayButtons(),
    );
  }

  /**
   * @param {"cards" | "dead"} key
   * @param {string} label
   */
  intoButton(key, label) {
    const onclick = () => {
      this.into = key;
      this.drawTray();
    };
    const attributes = { "aria-pressed": String(this.into === key), "data-key": `into-${key}` };
    return make("button", { type: "button", ...attributes, onclick }, label);
  }

  trayButtons() {
    const clear = () => {
      this.cards = [];
      this.dead = [];
      this.draw();
      replace(this.body);
      this.request = "";
    };
    /**
     * @param {string} key
     * @param {string} label
     * @param {() => void} onclick
     * @param {string | null} kind
     */
    const button = (key, label, onclick, kind = null) =>
      make("button", { type: "button", class: kind, "data-key": key, onclick }, label);
    const need = text.need(this.needed, this.cards.length);
    return make(
      "div",
      { class: "row" },
      button("deal", text.deal, () => this.deal()),
      button("clear", text.clear, clear, "plain"),
      make("span", { role: "status", class: "small" }, need),
    );
  }

  drawPicker() {
    const suits = SUITS.map((suit) => ({
      label: words.suits[suit],
      names: this.deck.filter((name) => name !== "JK" && name[1] === suit).reverse(),
    }));
    const jokers = this.deck.filter((name) => name === "JK");
    if (jokers.length) suits.push({ label: words.joker, names: jokers });
    const rows = suits.map(({ label, names }, row) => {
      const buttons = names.map((name, column) => {
        const copy = name === "JK" ? column + 1 : 1;
        return this.pickButton(name, copy, row === 0 && column === 0);
      });
      const attributes = { role: "group", "aria-label": text.pick(label) };
      return make("div", { class: "suit-row", ...attributes }, buttons);
    });
    replace(this.picker, rows);
  }

  /**
   * @param {string} name
   * @param {number} copy
   * @param {boolean} first
   */
  pickButton(name, copy, first) {
    const mine = [...this.cards, ...this.dead];
    const inHand = mine.filter((one) => one === name).length >= copy;
    const attributes = {
      "aria-pressed": String(inHand),
      "aria-label": cardLabel(name),
      tabindex: first ? "0" : "-1",
      "data-key": `pick-${name}-${copy}`,
      onclick: () => this.pick(name, inHand),
    };
    return make("button", { type: "button", class: "pick", ...attributes }, card(name));
  }

  /**
   * One stop of the Tab key for the whole deck; arrows move within it.
   * @param {KeyboardEvent} event
   */
  arrows(event) {
    const by = STEPS[event.key];
    const { target } = event;
    if (!by || !(target instanceof HTMLElement) || !target.classList.contains("pick")) return;
    const rows = $$(".suit-row", this.picker).map((row) => [...row.children]);
    const row = rows.findIndex((one) => one.includes(target));
    const line = rows[(row + by[0] + rows.length) % rows.length];
    const column = Math.min(rows[row].indexOf(target), line.length - 1);
    const next = line[(column + by[1] + line.length) % line.length];
    for (const button of $$("[tabindex='0']", this.picker)) button.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
    event.preventDefault();
  }

  /**
   * @param {string} name
   * @param {boolean} inHand
   */
  pick(name, inHand) {
    /** @param {string[]} list */
    const drop = (list) => {
      const at = list.lastIndexOf(name);
      if (at < 0) return false;
      list.splice(at, 1);
      return true;
    };
    if (inHand) drop(this.dead) || drop(this.cards);
    else if (this.into === "dead" && this.decision.discarded) {
      if (this.dead.length < MAX_DISCARDS) this.dead.push(name);
    } else if (this.cards.length < this.needed) this.cards.push(name);
    else return;
    this.draw();
    this.refresh();
  }

  deal() {
    const left = [...this.deck];
    const take = () => left.splice(Math.floor(Math.random() * left.length), 1)[0];
    this.cards = Array.from({ length: this.needed }, take);
    this.dead = this.decision.discarded
      ? Array.from({ length: Math.floor(Math.random() * (MAX_DISCARDS + 1)) }, take)
      : [];
    this.draw();
    this.refresh();
  }

  get path() {
    const { choice, menu } = this;
    const before = menu.decisions.slice(0, menu.decisions.indexOf(this.decision));
    const bets = before.map((one) => this.earlier[one.decision]);
    const question = query({
      cards: this.cards.join(" "),
      letters: { base: choice.letters.base },
      stake: choice.base,
      bets: bets.length && bets.every(Boolean) && !this.decision.discarded ? bets.join(",") : null,
    });
    // No discards is an answer too, and not the same as a first draw.
    const dead = this.decision.discarded ? `&dead=${encodeURIComponent(this.dead.join(" "))}` : "";
    return `/api/odds/${menu.game}/hand${question}${dead}`;
  }

  async refresh() {
    if (this.cards.length !== this.needed) {
      this.request = "";
      replace(this.body);
      return;
    }
    const { path } = this;
    if (this.request === path) return;
    this.request = path;
    try {
      /** @param {Page.Working | null} progress */
      const working = (progress) => replace(this.status, workingNotice(progress));
      const advice = await getPriced(path, { working });
      if (this.request === path) this.show(advice, path);
    } catch (error) {
      this.request = "";
      replace(this.status, notice(messageOf(error), "bad"));
    }
  }

  /**
   * @param {Api.HandAnswer} advice
   * @param {string} path
   */
  show(advice, path) {
    replace(this.status);
    const options = advice.options.slice(0, MAX_ACTS);
    /** @param {string} act */
    const name = (act) => {
      const [first, ...rest] = act.split(" ");
      return first === "discard" ? make("span", {}, first, " ", cardRow(rest.join(" "))) : act;
    };
    const rows = options.map(({ act, value, cost, value_cents: cents }, place) => {
      const best = cost.fraction === "0" || cost.decimal === 0;
      const pill = make("span", { class: "pill good" }, place ? text.asGood : text.isBest);
      return [
        name(act),
        { num: signedUnits(value) },
        { num: fraction(value) },
        { num: best ? pill : signedUnits({ ...cost, decimal: -cost.decimal }) },
        { num: sign(cents, text.money(dollars(Math.abs(Math.round(cents))))) },
      ];
    });
    const title = text.acts2(this.menu.name, this.decision.name);
    const money = text.inMoney(short(advice.stake_cents));
    const headings = [text.actName, text.worthUnits, text.exact, text.cost, money];
    replace(
      this.body,
      titled(title, text.hand, path),
      tableOf(headings, rows, { caption: title }),
      advice.options.length > MAX_ACTS
        ? make("p", { class: "small" }, text.more(advice.options.length - MAX_ACTS))
        : null,
      make("p", { class: "small" }, text.handNote(advice.unit)),
    );
    this.say(`${text.isBest}: ${advice.best}`);
  }
}

/** @param {Api.MenuDecision} decision */
const actsOf = (decision) =>
  decision.multiples.length > 1
    ? decision.multiples.map((times) => `${decision.acts[1]} ${times}`)
    : decision.acts.filter((act) => act !== "fold");

/**
 * @param {string} entry
 * @param {string[]} deck
 */
function read(entry, deck) {
  const cards = [];
  /**
   * @param {string[]} names
   * @param {string} name
   */
  const count = (names, name) => names.filter((one) => one === name).length;
  for (const part of entry.replaceAll("10", "T").match(/jk|[2-9tjqka][cdhs]/gi) ?? []) {
    const name = /jk/i.test(part) ? "JK" : part[0].toUpperCase() + part[1].toLowerCase();
    if (count(deck, name) > count(cards, name)) cards.push(name);
  }
  return cards;
}
