// @ts-check
// A round played again on a small felt, step by step or by itself: a shared hand, or the example
// of a game's rules. It draws what the steps say and knows no rule.
import text from "/text/hand.js";
import rounds from "/text/rounds.js";
import coach from "/text/coach.js";
import { card, cardLabel } from "../base/cards.js";
import { make, replace, write } from "../base/dom.js";
import { dollars, short, signed } from "../base/money.js";
import { notice } from "../base/parts.js";
import { settings } from "../base/settings.js";
import { optionsTable } from "../coach/options.js";
import { verdict } from "../coach/words.js";

/**
 * @typedef {Pick<Api.SharedHand, "steps" | "decisions" | "spots">
 *   & { first: Api.SharedFelt }} Course
 */

const PACE_MS = 1500; // a step, when the round plays by itself
const DECISION_MS = 3200; // one that has worths to read

/** @type {Record<string, (event: any, writer: object) => string>} */
const EVENTS = rounds.events;

/** @param {Record<string, string>} spots */
const writerOf = (spots) => ({
  money: (/** @type {number} */ cents) => text.money(dollars(cents)),
  signed: (/** @type {number} */ cents) => text.money(signed(cents)),
  spot: (/** @type {string} */ key) => spots[key] ?? key,
  cards: (/** @type {string[]} */ names) => names.map(cardLabel).join(", "),
});

/**
 * The sentences of one step. Cards that are dealt together make one sentence.
 * @param {Api.SharedStep} step
 * @param {Record<string, string>} spots
 */
export function sentences(step, spots) {
  const writer = writerOf(spots);
  const [first] = step.events;
  if (first.type === "CardDealt") {
    const open = step.events.map((event) => event.card).filter((name) => name !== "??");
    return [open.length ? text.dealtOpen(writer.cards(open)) : text.dealt];
  }
  return step.events.map((event) => EVENTS[event.type]?.(event, writer) ?? event.type);
}

/**
 * Animates the cards that were absent or face down one step before.
 * @param {readonly string[]} names
 * @param {readonly string[] | undefined} before
 */
function cardRow(names, before) {
  const cards = names.map((name, place) => {
    const one = card(name);
    const old = before?.[place] ?? "";
    if (name && old !== name) one.dataset.motion = old ? "turn" : "deal";
    one.style.setProperty("--place", String(place));
    return one;
  });
  return make("div", { class: "card-list" }, cards);
}

/**
 * @param {Api.SharedSeat} seat
 * @param {Api.SharedFelt} felt
 * @param {Api.SharedFelt} before
 * @param {Record<string, string>} spots
 */
function seatPart(seat, felt, before, spots) {
  const old = before.seats.find((one) => one.seat === seat.seat);
  const stakes = Object.entries(seat.stakes).map(([spot, cents]) =>
    make("li", {}, make("span", {}, spots[spot] ?? spot), make("b", {}, text.money(short(cents)))),
  );
  const states = [felt.turn === seat.seat ? "turn" : "", seat.out ? "out" : ""];
  return make(
    "div",
    {
      class: seat.yours ? "own-seat" : "other-seat",
      "data-state": states.filter(Boolean).join(" ") || null,
    },
    make("p", { class: "label" }, seat.yours ? text.you : text.seat(seat.seat)),
    seat.cards.length ? cardRow(seat.cards, old?.cards) : null,
    stakes.length ? make("ul", { class: "stakes" }, stakes) : null,
  );
}

/**
 * @param {Api.SharedFelt} felt
 * @param {Api.SharedFelt} before
 * @param {Record<string, string>} spots
 */
function feltPart(felt, before, spots) {
  const others = felt.seats.filter((seat) => !seat.yours);
  const own = felt.seats.filter((seat) => seat.yours);
  const part = (/** @type {Api.SharedSeat} */ seat) => seatPart(seat, felt, before, spots);
  /**
   * @param {string} label
   * @param {readonly string[]} names
   * @param {readonly string[]} old
   */
  const middle = (label, names, old) =>
    names.length
      ? make("div", { class: "middle" }, make("p", { class: "label" }, label), cardRow(names, old))
      : null;
  return [
    others.length ? make("div", { class: "others" }, others.map(part)) : null,
    middle(rounds.community, felt.community, before.community),
    middle(rounds.box, felt.box, before.box),
    make("div", { class: "own" }, own.map(part)),
  ];
}

/**
 * A decision in a sentence, and every act with its exact worth.
 * @param {Api.SharedDecision} decision
 * @param {string} where Tells the table apart from those of other decisions.
 */
export function decisionPart(decision, where) {
  const { taken, options } = decision;
  const right = taken.cost.exact === "0";
  const same = (/** @type {Api.PricedAct} */ one) =>
    one.act === taken.act &&
    one.multiple === taken.multiple &&
    one.slots.join() === taken.slots.join();
  const words = verdict({ taken, best: options[0], by_house: decision.by_house });
  return make(
    "section",
    { class: "decision stack" },
    make("h3", {}, coach.stage(decision.stage)),
    notice(words, right ? "good" : "bad"),
    optionsTable([...options], { taken: options.find(same), caption: where }),
  );
}

export class HandReplay {
  /**
   * @param {Course} course
   * @param {(words: string) => void} say
   */
  constructor(course, say = () => {}) {
    this.course = course;
    this.say = say;
    this.at = 0;
    this.timer = 0;
    this.stage = make("div", { class: "hand-felt", role: "group", "aria-label": text.felt });
    this.words = make("p", { class: "said" });
    this.worths = make("div", { class: "worths" });
    const oninput = (/** @type {Page.Input} */ event) => this.jump(Number(event.target.value));
    const range = { type: "range", min: 0, max: this.end, value: 0, "aria-label": text.step };
    this.slider = make("input", { ...range, oninput });
    this.player = make("button", { type: "button", class: "main", onclick: () => this.toggle() });
    this.element = make(
      "div",
      { class: "hand-replay" },
      make("div", { class: "stack" }, this.stage, this.controls(), this.slider),
      make("div", { class: "stack telling" }, this.words, this.worths),
    );
    this.stop();
    this.go(this.end); // a still picture shows how it ended; Play begins at the first bet
  }

  get end() {
    return this.course.steps.length;
  }

  controls() {
    const step = (/** @type {string} */ label, /** @type {number} */ by) =>
      make("button", { type: "button", onclick: () => this.jump(this.at + by) }, label);
    return make(
      "div",
      { class: "row controls", role: "group", "aria-label": text.steps },
      step(text.back, -1),
      this.player,
      step(text.on, 1),
    );
  }

  /** @param {number} place */
  go(place) {
    const { steps, decisions, spots } = this.course;
    const before = this.at === place - 1 ? this.feltAt(this.at) : null;
    this.at = Math.max(0, Math.min(place, this.end));
    const step = steps[this.at - 1];
    const felt = this.feltAt(this.at);
    replace(this.stage, feltPart(felt, before ?? felt, spots));
    this.stage.dataset.pace = settings.pace() ? "moving" : "still";
    const lines = step ? sentences(step, spots) : [text.begin];
    replace(
      this.words,
      make("small", {}, text.stepOf(this.at, this.end)),
      lines.map((line) => make("span", {}, line)),
    );
    const decision = step && step.decision >= 0 ? decisions[step.decision] : null;
    replace(this.worths, decision ? decisionPart(decision, text.stepOf(this.at, this.end)) : null);
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", text.stepOf(this.at, this.end));
    if (step) this.say(lines.join(". "));
    if (this.at === this.end) this.stop();
  }

  /** @param {number} place */
  feltAt(place) {
    return place ? this.course.steps[place - 1].felt : this.course.first;
  }

  /** @param {number} place */
  jump(place) {
    this.stop();
    this.go(place);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    write(this.player, text.play);
  }

  toggle() {
    if (this.timer) {
      this.stop();
      return;
    }
    if (this.at === this.end) this.go(0);
    write(this.player, text.pause);
    this.wait();
  }

  wait() {
    const step = this.course.steps[this.at - 1];
    const long = step && step.decision >= 0;
    this.timer = setTimeout(
      () => {
        this.go(this.at + 1);
        if (this.timer) this.wait();
      },
      long ? DECISION_MS : PACE_MS,
    );
  }
}
