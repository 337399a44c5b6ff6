// @ts-check
// A first hand with three bubbles on real places: where to bet, what is asked, what it brought.
// Escape ends it for good.
import text from "/text/table.js";
import { make, setHidden, write } from "../../base/dom.js";
import { store } from "../../base/house.js";

const STEPS = /** @type {const} */ (["bet", "decide", "result"]);
const GAP = 12;

export class Guide {
  /** @param {import("./felt.js").Felt} felt */
  constructor(felt) {
    this.felt = felt;
    this.step = store.get("guided", false) ? STEPS.length : 0;
    this.words = make("p", {});
    const next = { type: "button", class: "plain", "data-do": "guide-next" };
    this.next = make("button", { ...next, onclick: () => this.advance() }, text.guide.next);
    const skip = { type: "button", class: "plain", "data-do": "guide-skip" };
    this.skipButton = make(
      "button",
      { ...skip, onclick: () => this.skip() },
      text.guide.skip,
      make("kbd", { "aria-hidden": "true" }, text.guide.escape),
    );
    const row = make("div", { class: "row end" }, this.skipButton, this.next);
    this.element = make(
      "div",
      { class: "bubble", role: "note", "aria-label": text.guide.name, hidden: true },
      this.words,
      row,
    );
  }

  /** @param {import("../player.js").Player} player */
  show(player) {
    const step = STEPS[this.step];
    const target = step && player.own.length ? this.target(step, player) : null;
    setHidden(this.element, !target);
    if (!target || !step) return;
    write(this.words, text.guide[step]);
    write(this.next, step === "result" ? text.guide.done : text.guide.next);
    this.element.dataset.step = step;
    // Measuring costs a layout, which the next frame needs anyway.
    requestAnimationFrame(() => this.place(target.getBoundingClientRect()));
  }

  /**
   * @param {typeof STEPS[number]} step
   * @param {import("../player.js").Player} player
   */
  target(step, player) {
    const own = this.felt.front;
    if (step === "bet")
      return player.betting && !player.stake ? own.querySelector(".spot.required") : null;
    // Above the cards: below them it would cover what it speaks of.
    if (step === "decide") return player.myTurn ? own.querySelector(".cards") : null;
    return player.layout.over ? own.querySelector(".holds:not([hidden])") : null;
  }

  /**
   * Above its place, or below where there is no room.
   * @param {DOMRect} at
   */
  place(at) {
    const { width, height } = this.element.getBoundingClientRect();
    const felt = this.felt.element.getBoundingClientRect();
    const middle = at.x + at.width / 2;
    const left = Math.max(felt.x + 8, Math.min(middle - width / 2, felt.right - width - 8));
    const above = at.y - height - GAP;
    const top = above > felt.y + 4 ? above : Math.min(at.bottom + GAP, felt.bottom - height - 4);
    this.element.dataset.side = above > felt.y + 4 ? "above" : "below";
    this.element.style.setProperty("left", `${left - felt.x}px`);
    this.element.style.setProperty("top", `${top - felt.y}px`);
    this.element.style.setProperty(
      "--tip",
      `${Math.max(18, Math.min(middle - left, width - 18))}px`,
    );
  }

  // The player has read this step, or has done what it says.
  advance() {
    this.step += 1;
    setHidden(this.element, true);
    if (this.step >= STEPS.length) store.set("guided", true);
  }

  /**
   * Goes on by itself once the player has done what a bubble says.
   * @param {Api.Event[]} events
   * @param {(seat: number) => boolean} isOwn
   */
  follow(events, isOwn) {
    for (const { type, seat = 0 } of events) {
      const step = STEPS[this.step];
      if (!isOwn(seat)) continue;
      if (type === "WagerPlaced" && step === "bet") this.advance();
      if ((type === "Decided" || type === "Discarded") && step === "decide") this.advance();
    }
    if (STEPS[this.step] === "result" && events.some(({ type }) => type === "BetsClosed"))
      this.advance();
  }

  // Returns whether there was anything to skip.
  skip() {
    if (this.element.hidden) return false;
    this.step = STEPS.length;
    setHidden(this.element, true);
    store.set("guided", true);
    return true;
  }
}
