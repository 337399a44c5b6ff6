// The time that is left, by the house's clock, as a bar and as seconds; said aloud at ten and at
// five.
import text from "/text/table.js";
import { make, write } from "../base/dom.js";

const SAID = [10, 5];

export class Clock {
  constructor(felt, say) {
    this.ahead = felt.now - Date.now(); // of this browser's clock
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
    this.deadline = null;
    this.mine = false;
    setInterval(() => this.tick(), 250);
  }

  set(deadline, phase, mine) {
    if (deadline !== this.deadline) this.said = new Set();
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
    this.element.classList.toggle("short", this.mine && seconds <= 10);
    const due = SAID.find((at) => seconds <= at && seconds > at - 2 && !this.said.has(at));
    if (this.mine && due) {
      this.said.add(due);
      this.say(text.secondsSaid(seconds));
    }
  }
}
