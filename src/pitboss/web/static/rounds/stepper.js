// @ts-check
// A finished round, forward and back, event by event, as one viewer saw it.
import text from "/text/rounds.js";
import { make, replace, write } from "../base/dom.js";
import { ask } from "../base/house.js";
import { key } from "../base/keys.js";
import { dollars, signed, timeOfDay } from "../base/money.js";
import { field, messageOf, notice, select } from "../base/parts.js";
import { cardLabel } from "../base/cards.js";
import { felt } from "./felt.js";

const PACE_MS = 900; // a step, when the round plays by itself

export async function spotsOf(table) {
  const layout = await ask.get(`/api/tables/${table}/felt`);
  /** @type {[string, string][]} */
  const wagers = layout.wagers.map((wager) => [wager.wager, wager.name]);
  /** @type {[string, string][]} */
  const spots = layout.spots.map((spot) => [spot.spot, spot.name]);
  return new Map([...wagers, ...spots]);
}

const load = (table, number, as) => ask.get(`/api/rounds/${table}/${number}/steps?as=${as}`);

// How the words of an event write amounts, spots and cards.
const writer = (spots) => ({
  money: dollars,
  signed,
  spot: (name) => spots.get(name) ?? name,
  cards: (names) => names.map(cardLabel).join(", "),
});

const clauseOf = ({ clause }) => (clause ? make("span", { class: "clause" }, clause) : null);

const button = (label, hint, onclick, /** @type {string | null} */ kind = null) =>
  make("button", { type: "button", class: kind, title: hint, "aria-label": hint, onclick }, label);

export class Stepper {
  constructor(table, number, spots, steps) {
    this.table = table;
    this.number = number;
    this.spots = spots;
    this.writer = writer(spots);
    this.at = 0;
    this.timer = 0;
    this.say = (_words) => {};
    this.stage = make("div", { class: "stage" });
    this.where = make("p", { class: "where" });
    const oninput = () => this.go(Number(this.slider.value));
    this.slider = make("input", { type: "range", min: 0, value: 0, oninput });
    this.list = make("ol", { class: "step-list" });
    this.player = button(text.play, text.playHint, () => this.toggle());
    this.moves = {
      first: () => this.jump(0),
      back: () => this.jump(this.at - 1),
      on: () => this.jump(this.at + 1),
      last: () => this.jump(this.end),
    };
    /** @type {any[]} */
    this.views = []; // before the first step, then after each
    this.fill(steps);
  }

  get end() {
    return this.steps.length;
  }

  // Takes another viewer's steps of the same round.
  fill(record) {
    this.steps = record.steps;
    this.views = [record.first];
    for (const step of this.steps) this.views.push(step.view ?? this.views.at(-1));
    this.words = this.steps.map(
      ({ event }) => text.events[event.type]?.(event, this.writer) ?? event.type,
    );
    this.slider.max = String(this.end);
    const items = this.steps.map(({ event }, place) => {
      const onclick = () => this.go(place + 1);
      const words = make("span", { class: "what" }, this.words[place]);
      const attributes = { type: "button", class: "plain", onclick };
      return make("li", {}, make("button", attributes, words, clauseOf(event)));
    });
    replace(this.list, items);
    this.go(this.at);
  }

  go(place) {
    this.at = Math.max(0, Math.min(place, this.end));
    const step = this.steps[this.at - 1];
    const words = step ? this.words[this.at - 1] : text.begin;
    const count = text.stepOf(this.at, this.end);
    const facts = step
      ? [count, timeOfDay(step.at), text.by(step.role, step.name)].join(" · ")
      : count;
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", count);
    replace(this.stage, felt(this.views[this.at], this.spots));
    const clause = step ? clauseOf(step.event) : null;
    replace(this.where, make("strong", {}, words), clause, make("small", {}, facts));
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const row = /** @type {HTMLElement | undefined} */ (this.list.children[this.at - 1]);
    row?.setAttribute("aria-current", "step");
    if (row) this.list.scrollTop = Math.max(0, row.offsetTop - this.list.clientHeight / 2);
    if (step) this.say(words);
    if (this.at === this.end) this.stop();
  }

  jump(place) {
    this.stop();
    this.go(place);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    write(this.player, text.play);
  }

  toggle() {
    if (this.timer) {
      this.stop();
      return;
    }
    if (this.at === this.end) this.go(0);
    this.timer = setInterval(() => this.go(this.at + 1), PACE_MS);
    write(this.player, text.pause);
  }

  controls() {
    const { first, back, on, last } = this.moves;
    return make(
      "div",
      { class: "row controls", role: "group", "aria-label": text.steps },
      button(text.first, text.firstHint, first),
      button(text.back1, text.backHint, back),
      this.player,
      button(text.on, text.onHint, on, "main"),
      button(text.last, text.lastHint, last),
    );
  }

  // Returns a function that unbinds the keys.
  bindKeys() {
    const { first, back, on, last } = this.moves;
    const unbind = [
      key("ArrowRight", text.keyOn, on),
      key("ArrowLeft", text.keyBack, back),
      key("Home", text.keyFirst, first),
      key("End", text.keyLast, last),
      key("p", text.keyPlay, () => this.toggle()),
    ];
    return () => {
      for (const remove of unbind) remove();
    };
  }
}

// `as` is the viewer; with `choose` the person may change it. `close` stops it and frees its keys.
export async function stepper({ table, number, as, choose = false, say = (_words) => {} }) {
  const [spots, record] = await Promise.all([spotsOf(table), load(table, number, as)]);
  const steps = new Stepper(table, number, spots, record);
  steps.say = say;
  const unbind = steps.bindKeys();
  const changed = async (viewer) => steps.fill(await load(table, number, viewer));
  const { where, slider, stage, list } = steps;
  const left = make(
    "div",
    { class: "stack" },
    where,
    steps.controls(),
    field(text.jump, slider),
    stage,
  );
  const right = make("div", { class: "happened" }, make("h2", {}, text.stepList), list);
  const element = make(
    "div",
    { class: "stepper" },
    choose ? viewerChoice(record, as, changed) : null,
    make("div", { class: "replay" }, left, right),
  );
  const later = record.corrections.map((correction) => text.later(correction, steps.writer));
  const close = () => {
    steps.stop();
    unbind();
  };
  return { element, later, close };
}

function viewerChoice(record, as, changed) {
  const names = ["auditor", "watcher", "dealer", "floorperson"];
  const roles = names.map((role) => [role, text.viewer[role]]);
  const seats = record.seats.map(({ seat, player }) => [
    `seat-${seat}`,
    text.viewer.seat(seat, player),
  ]);
  const trouble = make("div", {});
  const onchange = async () => {
    try {
      await changed(box.value);
      replace(trouble);
    } catch (error) {
      replace(trouble, notice(messageOf(error), "bad"));
    }
  };
  const box = select([...seats, ...roles], as, { onchange });
  return make("div", { class: "stack looks" }, field(text.looksAs, box), trouble);
}
