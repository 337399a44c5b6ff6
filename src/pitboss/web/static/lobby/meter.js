// @ts-check
// The running amount of a meter: it counts up to its amount and never shows more.
import text from "/text/lobby.js";
import { make, write } from "../base/dom.js";
import { dollars, number } from "../base/money.js";
import { settings } from "../base/settings.js";

const RUN_MS = 720;

export class Meter {
  /** @param {string} name */
  constructor(name) {
    this.head = make("dt", {}, text.meter(name));
    this.figure = make("dd", { class: "meter" });
    this.element = make("div", {}, this.head, this.figure);
    /** @type {number | null} */
    this.shown = null;
    this.frame = 0;
    this.whole = false;
  }

  /** @param {number} cents */
  to(cents) {
    const from = this.shown ?? cents;
    cancelAnimationFrame(this.frame);
    if (from >= cents || !settings.pace()) {
      this.show(cents);
      return;
    }
    const start = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = Math.min(1, (now - start) / RUN_MS);
      this.show(Math.floor(from + (cents - from) * part));
      if (part < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  /** @param {number} cents */
  show(cents) {
    this.shown = cents;
    // The first of a row runs to the cent; there is no room for the cents of the others.
    write(this.figure, text.money(this.whole ? number(Math.floor(cents / 100)) : dollars(cents)));
  }
}

/** The lamp on a game's felt: the meters of the table where the first of them is highest. */
export class Lamp {
  constructor() {
    this.element = make("dl", { class: "meters", hidden: true });
    /** @type {Map<string, Meter>} */
    this.meters = new Map();
  }

  /** @param {Api.LobbyRow[]} tables */
  show(tables) {
    const top = (/** @type {Api.LobbyRow} */ table) => Math.max(...Object.values(table.meters));
    const [best] = tables
      .filter((table) => Object.keys(table.meters).length)
      .sort((one, other) => top(other) - top(one));
    this.element.hidden = !best;
    for (const [name, cents] of Object.entries(best?.meters ?? {})) {
      let meter = this.meters.get(name);
      if (!meter) {
        meter = new Meter(name);
        this.meters.set(name, meter);
        this.element.append(meter.element);
      }
      meter.whole = this.element.firstChild !== meter.element;
      meter.to(cents);
    }
  }
}
