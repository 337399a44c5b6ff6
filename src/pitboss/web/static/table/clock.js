// @ts-check
// The time left, by the house's clock, as a ring and in seconds; spoken at ten and at five.
import text from "/text/table.js";
import { draw, make, setAttributes, setHidden, write } from "../base/dom.js";

const SPOKEN_AT = [10, 5]; // seconds

export class Clock {
  /**
   * @param {Page.Felt} felt
   * @param {(words: string) => void} say
   * @param {() => void} [ontick]
   */
  constructor(felt, say, ontick = () => {}) {
    this.ontick = ontick; // heard in the last five seconds
    this.last = 0;
    this.ahead = felt.now - Date.now(); // of this browser's clock
    this.setTo = 0; // the house's time when its clock was last set
    this.felt = felt;
    this.say = say;
    const circle = { cx: 22, cy: 22, r: 19, pathLength: 100 };
    this.ring = draw("circle", { ...circle, class: "left" });
    this.seconds = make("span", { class: "seconds", "aria-hidden": "true" });
    this.element = make(
      "div",
      { class: "clock", hidden: true, role: "timer", "aria-label": text.clock, "aria-live": "off" },
      draw(
        "svg",
        { viewBox: "0 0 44 44", "aria-hidden": "true", focusable: "false" },
        draw("circle", { ...circle, class: "track" }),
        this.ring,
      ),
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
    setHidden(this.element, left < 0);
    if (left < 0) return;
    const seconds = Math.min(Math.ceil(left / 1000), this.whole / 1000);
    write(this.seconds, text.secondsLeft(seconds));
    const share = Math.max(0, Math.min(1, left / this.whole));
    this.ring.style.setProperty("stroke-dashoffset", (100 * (1 - share)).toFixed(1));
    const short = this.mine && seconds <= SPOKEN_AT[0];
    setAttributes(this.element, { "data-state": short ? "short" : null });
    if (this.mine && seconds <= SPOKEN_AT[1] && seconds !== this.last) this.ontick();
    this.last = seconds;
    const due = SPOKEN_AT.find((at) => seconds <= at && seconds > at - 2 && !this.spoken.has(at));
    if (this.mine && due) {
      this.spoken.add(due);
      this.say(text.secondsSaid(seconds));
    }
  }
}
