// @ts-check
// The end of a round that nobody should miss: a banner over a large win, and a meter that was won.
// Each is a still picture first; motion only leads there. Screen readers hear the same in the log.
import hands from "/text/hands.js";
import text from "/text/table.js";
import { personName } from "../../base/people.js";
import { draw, make, setHidden, write } from "../../base/dom.js";
import { dollars, short } from "../../base/money.js";
import { settings } from "../../base/settings.js";

const BIG = 20; // times the stake of the round
const COUNT_MS = 600;
const METER_MS = 2600; // the digits of a meter that was won run down
const RAYS = 16;
// The height that is left for a banner, in lines of text.
const ROOMS = /** @type {[number, string][]} */ ([
  [10, "much"],
  [4.5, "some"],
  [0, "little"],
]);

/** @param {number} cents */
const cash = (cents) => text.money(short(cents));

/** @typedef {import("../layout.js").Layout} Layout */

export class Moments {
  /** @param {Page.Felt} felt */
  constructor(felt) {
    this.felt = felt;
    this.sum = make("b", { class: "win-sum" });
    this.why = make("span", { class: "win-why" });
    this.ribbon = make("div", { class: "ribbon", hidden: true }, this.sum, this.why);
    this.meterName = make("span", { class: "award-name" });
    this.meterSum = make("b", { class: "award-sum" });
    this.meterNext = make("span", { class: "award-next" });
    const lines = [this.meterName, this.meterSum, this.meterNext];
    this.award = make("div", { class: "award", hidden: true }, lines);
    this.rays = raysPicture();
    const parts = make("div", { class: "moment" }, this.ribbon, this.award);
    this.element = make("div", { class: "effects", "aria-hidden": "true" }, parts);
    /** @type {HTMLElement | null} */
    this.beside = null; // the banner stands in its middle
    this.shown = 0; // the round whose moment is shown
    this.frame = 0;
  }

  /**
   * Returns the moment of a round that has just ended: "meter", "big", or "" for none.
   * @param {Layout} layout
   * @param {boolean} fresh It ended just now; otherwise it is drawn without motion.
   */
  show(layout, fresh) {
    const moment = layout.over ? momentOf(layout) : null;
    if (!moment) {
      this.clear();
      return "";
    }
    if (this.shown === layout.round) return "";
    this.shown = layout.round;
    const moving = fresh && !document.hidden && settings.pace() > 0;
    if (moment.meter) this.showMeter(moment.meter, moving);
    if (moment.net > 0) this.showWin(moment, moving);
    this.rays.toggleAttribute("data-on", moment.net > 0);
    this.place();
    return moment.meter ? "meter" : "big";
  }

  // The banner stands where the lettering is, between the board and the hand; in little room it
  // is a single line.
  place() {
    if (!this.shown) return; // measuring costs a layout
    const felt = this.element.getBoundingClientRect();
    const middle = this.beside?.getBoundingClientRect();
    if (!middle || !felt.height) return;
    const top = middle.y + middle.height / 2 - felt.y;
    for (const part of [this.element, this.rays])
      part.style.setProperty("--moment-top", `${Math.max(top, felt.height * 0.2)}px`);
    const lines = middle.height / Number.parseFloat(getComputedStyle(this.element).fontSize);
    this.element.dataset.room = ROOMS.find(([least]) => lines >= least)?.[1] ?? "none";
  }

  /**
   * @param {Moment} moment
   * @param {boolean} moving
   */
  showWin({ net, hand, odds }, moving) {
    setHidden(this.ribbon, false);
    const name = hand ? text.sentence(hands.handName(hand)) : "";
    const pays = odds === "push" ? odds : hands.oddsName(odds);
    write(this.why, odds ? text.handPays(name, pays) : name);
    const ends = text.plus(cash(net));
    write(this.sum, ends);
    if (!moving) return;
    this.ribbon.animate([{ opacity: 0, scale: 0.6 }, { opacity: 1 }], {
      duration: 400,
      easing: "cubic-bezier(.2,.8,.2,1)",
    });
    this.count(this.sum, 0, net, COUNT_MS, (cents) => text.plus(cash(cents)), ends);
  }

  /**
   * @param {MeterWin} win
   * @param {boolean} moving
   */
  showMeter({ meter, paid, reset, player, yours, hand }, moving) {
    setHidden(this.award, false);
    const name = text.meterName(meter);
    write(this.meterName, yours ? text.meterYours(name) : text.meterOf(personName(player), name));
    const ends = text.money(dollars(paid));
    write(this.meterSum, ends);
    const again = reset === null ? "" : text.meterAgain(text.money(dollars(reset)));
    write(
      this.meterNext,
      [text.meterChecked(text.sentence(hands.handName(hand))), again].filter(Boolean).join(" "),
    );
    if (!moving) return;
    this.element.setAttribute("data-state", "dim");
    setTimeout(() => this.element.removeAttribute("data-state"), 3000);
    const cents = (/** @type {number} */ value) => text.money(dollars(value));
    this.count(this.meterSum, paid, reset ?? 0, METER_MS, cents, ends);
  }

  /**
   * Runs from one sum to another, then leaves the text that stands.
   * @param {HTMLElement} element
   * @param {number} from
   * @param {number} to
   * @param {number} milliseconds
   * @param {(cents: number) => string} words
   * @param {string} ends
   */
  count(element, from, to, milliseconds, words, ends) {
    const start = performance.now();
    const round = this.shown;
    /** @param {number} now */
    const step = (now) => {
      const share = Math.min(1, (now - start) / milliseconds);
      if (share >= 1 || this.shown !== round) {
        write(element, ends);
        return;
      }
      const eased = 1 - (1 - share) ** 3;
      write(element, words(Math.round((from + (to - from) * eased) / 100) * 100));
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  clear() {
    if (!this.shown) return;
    this.shown = 0;
    setHidden(this.ribbon, true);
    setHidden(this.award, true);
    this.rays.removeAttribute("data-on");
    this.element.removeAttribute("data-state");
  }
}

/**
 * @typedef {{ meter: string, paid: number, reset: number | null, player: string,
 *   yours: boolean, hand: string }} MeterWin
 */
/**
 * @typedef {{ net: number, hand: string, odds: string, meter: MeterWin | null }} Moment
 */

/**
 * @param {Layout} layout
 * @returns {Moment | null}
 */
function momentOf(layout) {
  const rows = layout.own.flatMap((place) => Object.values(place.results));
  const stake = rows.reduce((sum, row) => sum + row.stake, 0);
  const net = layout.net ?? 0;
  const best = [...rows].sort((one, other) => other.net - one.net)[0];
  const big = stake > 0 && net > BIG * stake;
  const meter = meterWin(layout);
  if (!big && !meter) return null;
  // An envy bonus is won with another player's hand; it has words of its own at the seat.
  const { hand = "", odds = "" } = best?.net > 0 ? best : {};
  return { net: big ? net : 0, hand, odds, meter };
}

/**
 * The largest meter won in the round, by anybody; one's own comes first.
 * @param {Layout} layout
 * @returns {MeterWin | null}
 */
function meterWin(layout) {
  const wins = [...layout.places.values()].flatMap((place) =>
    Object.values(place.results)
      .filter((row) => row.kind === "meter")
      .map((row) => ({
        meter: row.meter ?? "",
        paid: row.paid,
        reset: layout.resets[row.meter ?? ""] ?? null,
        player: place.player,
        yours: place.yours,
        hand: row.hand,
      })),
  );
  const order = (/** @type {MeterWin} */ win) => Number(win.yours) * 1e12 + win.paid;
  return wins.sort((one, other) => order(other) - order(one))[0] ?? null;
}

function raysPicture() {
  const wedges = Array.from({ length: RAYS }, (_, place) => {
    const turn = (place * 360) / RAYS;
    return draw("path", { d: "M0 0 440-38 440 38Z", transform: `rotate(${turn})` });
  });
  const box = { viewBox: "-300 -300 600 600", "aria-hidden": "true", focusable: "false" };
  return draw("svg", { ...box, class: "rays" }, draw("g", {}, wedges));
}
