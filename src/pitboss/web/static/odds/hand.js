// One hand: cards picked or typed, every act with its exact worth.
import text from "/text/odds.js";
import words from "/text/base.js";
import { card, cardLabel } from "../base/cards.js";
import { make, replace } from "../base/dom.js";
import { dollars, short } from "../base/money.js";
import { field, notice, select, tableOf } from "../base/parts.js";
import { patiently, query } from "./ask.js";
import { cardRow } from "./classes.js";
import { downloads, fraction, sign, signedUnits } from "./figures.js";

const SHOWN = 14;
const MOST_DISCARDS = 3;

export class Hand {
  constructor(menu, choice) {
    Object.assign(this, {
      menu,
      choice,
      decision: menu.decisions[0],
      cards: [],
      dead: [],
      into: "cards",
      earlier: {},
      asked: "",
    });
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
    replace(
      this.setup,
      field(
        text.decision,
        select(
          menu.decisions.map((one) => [one.decision, text.knows(one.name, one.cards)]),
          this.decision.decision,
          {
            "data-key": "decision",
            onchange: (event) => {
              this.set(this.cards.join(" "), event.target.value);
              this.cards = this.cards.slice(0, this.needed);
              this.draw();
              this.refresh();
            },
          },
        ),
      ),
      field(text.typed, typed, { hint: text.typedHint }),
      before.map((one) =>
        field(
          text.earlier(one.name),
          select(
            [["", text.earlierBest], ...actsOf(one).map((act) => [act, act])],
            this.earlier[one.decision] ?? "",
            {
              "data-key": one.decision,
              onchange: (event) => {
                this.earlier[one.decision] = event.target.value;
                this.refresh();
              },
            },
          ),
        ),
      ),
    );
    this.drawTray();
    this.drawPicker();
  }

  drawTray() {
    const places = Array.from({ length: this.needed }, (_, place) => card(this.cards[place] ?? ""));
    const tray = (name, key, inside) =>
      make(
        "div",
        { class: "tray", role: "group", "aria-label": name },
        make("span", { class: "tray-name" }, name),
        make("span", { class: "card-list" }, inside),
        this.decision.discarded
          ? make(
              "button",
              {
                type: "button",
                "aria-pressed": String(this.into === key),
                "data-key": `into-${key}`,
                onclick: () => {
                  this.into = key;
                  this.drawTray();
                },
              },
              `${text.pickFor}: ${name}`,
            )
          : null,
      );
    replace(
      this.tray,
      tray(text.yourCards, "cards", places),
      this.decision.discarded
        ? tray(
            text.discarded,
            "dead",
            this.dead.length
              ? this.dead.map((name) => card(name))
              : make("small", {}, text.discardedHint),
          )
        : null,
      make(
        "div",
        { class: "row" },
        make(
          "button",
          { type: "button", "data-key": "deal", onclick: () => this.deal() },
          text.deal,
        ),
        make(
          "button",
          {
            type: "button",
            class: "plain",
            "data-key": "clear",
            onclick: () => {
              Object.assign(this, { cards: [], dead: [] });
              this.draw();
              replace(this.body);
              this.asked = "";
            },
          },
          text.clear,
        ),
        make("span", { role: "status", class: "small" }, text.need(this.needed, this.cards.length)),
      ),
    );
  }

  drawPicker() {
    const suits = [..."shdc"].map((suit) => [
      words.suits[suit],
      this.deck.filter((name) => name !== "JK" && name[1] === suit).reverse(),
    ]);
    const jokers = this.deck.filter((name) => name === "JK");
    if (jokers.length) suits.push([words.joker, jokers]);
    let copies = 0;
    replace(
      this.picker,
      suits.map(([suit, names], row) =>
        make(
          "div",
          { class: "suit-row", role: "group", "aria-label": text.pick(suit) },
          names.map((name, column) => {
            const mine = [...this.cards, ...this.dead];
            const copy = name === "JK" ? (copies += 1) : 1;
            const taken = mine.filter((one) => one === name).length >= copy;
            return make(
              "button",
              {
                type: "button",
                class: "pick",
                "aria-pressed": String(taken),
                "aria-label": cardLabel(name),
                tabindex: row === 0 && column === 0 ? "0" : "-1",
                "data-key": `pick-${name}-${copy}`,
                onclick: () => this.pick(name, taken),
              },
              card(name),
            );
          }),
        ),
      ),
    );
  }

  // One stop of the Tab key for the whole deck; arrows move within it.
  arrows(event) {
    const by = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[
      event.key
    ];
    if (!by || !event.target.classList.contains("pick")) return;
    const rows = [...this.picker.children].map((row) => [...row.children]);
    const row = rows.findIndex((one) => one.includes(event.target));
    const line = rows[(row + by[0] + rows.length) % rows.length];
    const column = Math.min(rows[row].indexOf(event.target), line.length - 1);
    const next = line[(column + by[1] + line.length) % line.length];
    for (const button of this.picker.querySelectorAll("[tabindex='0']")) button.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
    event.preventDefault();
  }

  pick(name, taken) {
    const drop = (list) => {
      const at = list.lastIndexOf(name);
      if (at < 0) return false;
      list.splice(at, 1);
      return true;
    };
    if (taken) drop(this.dead) || drop(this.cards);
    else if (this.into === "dead" && this.decision.discarded) {
      if (this.dead.length < MOST_DISCARDS) this.dead.push(name);
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
      ? Array.from({ length: Math.floor(Math.random() * (MOST_DISCARDS + 1)) }, take)
      : [];
    this.draw();
    this.refresh();
  }

  get path() {
    const { choice, menu } = this;
    const before = menu.decisions.slice(0, menu.decisions.indexOf(this.decision));
    const bets = before.map((one) => this.earlier[one.decision]);
    const said = query({
      cards: this.cards.join(" "),
      letters: { base: choice.letters.base },
      stake: choice.base,
      bets: bets.length && bets.every(Boolean) && !this.decision.discarded ? bets.join(",") : null,
    });
    // No discards is an answer too, and not the same as a first draw.
    const dead = this.decision.discarded ? `&dead=${encodeURIComponent(this.dead.join(" "))}` : "";
    return `/api/odds/${menu.game}/hand${said}${dead}`;
  }

  async refresh() {
    if (this.cards.length !== this.needed) {
      this.asked = "";
      replace(this.body);
      return;
    }
    const { path } = this;
    if (this.asked === path) return;
    this.asked = path;
    try {
      const told = await patiently(path, {
        working: (now) =>
          replace(this.status, now ? notice(text.working(now.seconds, now.ahead)) : null),
      });
      if (this.asked === path) this.show(told, path);
    } catch (no) {
      this.asked = "";
      replace(this.status, notice(no.message, "bad"));
    }
  }

  show(told, path) {
    replace(this.status);
    const options = told.options.slice(0, SHOWN);
    const name = (act) => {
      const [first, ...rest] = act.split(" ");
      return first === "discard" ? make("span", {}, first, " ", cardRow(rest.join(" "))) : act;
    };
    const rows = options.map((one, place) => [
      name(one.act),
      { num: signedUnits(one.value) },
      { num: fraction(one.value) },
      {
        num:
          one.cost.fraction === "0" || one.cost.decimal === 0
            ? make("span", { class: "pill good" }, place ? text.asGood : text.isBest)
            : signedUnits({ ...one.cost, decimal: -one.cost.decimal }),
      },
      { num: sign(one.value_cents, text.money(dollars(Math.abs(Math.round(one.value_cents))))) },
    ]);
    replace(
      this.body,
      make(
        "div",
        { class: "titled" },
        make("h3", {}, text.acts2(this.menu.name, this.decision.name)),
        downloads(text.hand, path),
      ),
      tableOf(
        [
          text.actName,
          text.worthUnits,
          text.exact,
          text.cost,
          text.inMoney(short(told.stake_cents)),
        ],
        rows,
        { caption: text.acts2(this.menu.name, this.decision.name) },
      ),
      told.options.length > SHOWN
        ? make("p", { class: "small" }, text.more(told.options.length - SHOWN))
        : null,
      make("p", { class: "small" }, text.handNote(told.unit)),
    );
    this.say?.(`${text.isBest}: ${told.best}`);
  }
}

const actsOf = (decision) =>
  decision.multiples.length > 1
    ? decision.multiples.map((times) => `${decision.acts[1]} ${times}`)
    : decision.acts.filter((act) => act !== "fold");

function read(said, deck) {
  const found = [];
  for (const part of said.replaceAll("10", "T").match(/jk|[2-9tjqka][cdhs]/gi) ?? []) {
    const name = /jk/i.test(part) ? "JK" : part[0].toUpperCase() + part[1].toLowerCase();
    if (deck.filter((one) => one === name).length > found.filter((one) => one === name).length)
      found.push(name);
  }
  return found;
}
