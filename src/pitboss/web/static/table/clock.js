// @ts-check
// The time left, by the house's clock, as a bar and in seconds; spoken at ten and at five.
import text from "/text/table.js";
import { make, setAttributes, write } from "../base/dom.js";

const SPOKEN_AT = [10, 5]; // seconds

export class Clock {
  /**
   * @param {Page.Felt} felt
   * @param {(words: string) => void} say
   */
  constructor(felt, say) {
    this.ahead = felt.now - Date.now(); // of this browser's clock
    this.setTo = 0; // the house's time when its clock was last set
    this.felt = felt;
    this.say = say;
    this.bar = make("i", {});
    this.seconds = make("span", { class: "seconds", "aria-hidden": "true" });
    this.element = make(
      "div",
      { class: "clock", hidden: true, role: "timer", "aria-label": text.clock, "aria-live": "off" },
      make("span", { class: "track", "aria-hidden": "true" }, this.bar),
      this.seconds,
    );
    /** @type {number | null} */
    this.deadline = null;
    this.spoken = new Set();
    this.whole = 0;
    this.mine = false;
    setInterval(() => this.tick(), 250);
  }

  /**
   * `now` is the house's time, if its clock was set.
   * @param {number | null} deadline
   * @param {string} phase
   * @param {boolean} mine
   */
  set(deadline, phase, mine, now = 0) {
    if (now && now !== this.setTo) this.ahead = now - Date.now();
    this.setTo = now || this.setTo;
    if (deadline !== this.deadline) this.spoken = new Set();
    this.deadline = deadline;
    this.mine = mine;
    this.whole = (phase === "bets" ? this.felt.clock.betting : this.felt.clock.deciding) * 1000;
    this.tick();
  }

  tick() {
    const left = this.deadline === null ? -1 : this.deadline - Date.now() - this.ahead;
    this.element.hidden = left < 0;
    if (left < 0) return;
    const seconds = Math.min(Math.ceil(left / 1000), this.whole / 1000);
    write(this.seconds, text.secondsLeft(seconds));
    this.bar.style.setProperty(
      "transform",
      `scaleX(${Math.max(0, Math.min(1, left / this.whole)).toFixed(3)})`,
    );
    const short = this.mine && seconds <= SPOKEN_AT[0];
    setAttributes(this.element, { "data-state": short ? "short" : null });
    const due = SPOKEN_AT.find((at) => seconds <= at && seconds > at - 2 && !this.spoken.has(at));
    if (this.mine && due) {
      this.spoken.add(due);
      this.say(text.secondsSaid(seconds));
    }
  }
}
