// @ts-check
// One betting spot: its outline and inscriptions, the chips on it, and their result.
import hands from "/text/hands.js";
import text from "/text/table.js";
import { draw, make, setAttributes, setHidden, write } from "../../base/dom.js";
import { dollars, short } from "../../base/money.js";
import { chips } from "./chips.js";

/** @typedef {import("../layout.js").Result} Result */

/** @typedef {{ put: (spot: string) => void, take: (spot: string) => void }} Press */

/**
 * What one spot is drawn from.
 * @typedef {object} SpotModel
 * @property {number} stake What lies there, by the house's word.
 * @property {number | null} draft What the player means to put there.
 * @property {Result | null} result
 * @property {number} withdrawn
 * @property {boolean} collected The house has taken the chip; the wager stands.
 * @property {boolean} open The player may bet here now.
 * @property {string[]} lacking Spots that must be bet first.
 * @property {boolean} inTurn The decision is about this spot.
 */

/** @param {number} cents */
export const cash = (cents) => text.money(dollars(cents));
/** @param {number} cents */
export const signOf = (cents) => (cents > 0 ? "plus" : cents < 0 ? "minus" : "even");

const brief = new Intl.NumberFormat(document.documentElement.dataset.locale || navigator.language, {
  notation: "compact",
  maximumFractionDigits: 1,
});
/**
 * Where there is little room: cents only when there are any, thousands abbreviated.
 * @param {number} cents
 */
export const inShort = (cents) => (cents >= 100_000 ? brief.format(cents / 100) : short(cents));
/** @param {number} cents */
export const signedShort = (cents) => text[signOf(cents)](text.money(inShort(Math.abs(cents))));

const SHAPES = {
  required: () => [draw("circle", { class: "shape", cx: 50, cy: 50, r: 46 })],
  decision: () => [draw("circle", { class: "shape dashed", cx: 50, cy: 50, r: 46 })],
  side: () => [draw("path", { class: "shape", d: "M50 3 97 50 50 97 3 50Z" })],
  progressive: () => [
    draw("rect", { class: "shape", x: 5, y: 5, width: 90, height: 90, rx: 24 }),
    draw("circle", { class: "light", cx: 50, cy: 22, r: 8 }),
  ],
};

/**
 * What a person calls a result: winnings without the stake if the stake is returned as well.
 * @param {Result} row
 */
export const outcomeOf = (row) =>
  text.outcome[row.kind](cash(row.kind === "lost" ? row.stake : (row.won ?? row.paid)));
/**
 * The reason in pieces, so that a line breaks between them: hand, odds, limit, clause.
 * @param {Result} row
 * @returns {string[]}
 */
export const whyParts = (row) =>
  [
    ...text.why[row.kind]({
      ...row,
      hand: hands.handName(row.hand),
      odds: hands.oddsName(row.odds),
    }),
    row.cut ? text.cutBy(cash(row.cut), row.limit) : "",
    row.clause,
  ].filter(Boolean);
/** @param {Result} row */
export const whyOf = (row) => text.pieces(whyParts(row));

export class Spot {
  /**
   * @param {Page.FeltSpot} spot
   * @param {Record<string, string>} names
   * @param {boolean} own
   * @param {Press} press
   */
  constructor(spot, names, own, press) {
    this.spot = spot;
    this.names = names;
    this.own = own;
    this.stack = chips(0);
    this.title = make("span", { class: "name" }, spot.name);
    this.amount = make("span", { class: "amount" });
    this.limits = make("span", { class: "limits" });
    this.badge = make("span", { class: "badge", hidden: true });
    // Stands for a chip that was collected, in games that use one.
    this.lammer = spot.lammer
      ? make("span", { class: "lammer", hidden: true }, own ? text.lammerMark : "")
      : null;
    this.face = own ? this.button(press) : this.picture();
    this.element = make("div", { class: `spot ${spot.kind}${own ? " own" : ""}` }, this.face);
  }

  get area() {
    const box = { viewBox: "0 0 100 100", class: "area" };
    const hidden = { "aria-hidden": "true", focusable: "false" };
    return draw("svg", { ...box, ...hidden }, SHAPES[this.spot.kind]());
  }

  get pile() {
    return [this.stack, this.lammer, this.amount];
  }

  /** @param {Press} press */
  button(press) {
    const { spot } = this.spot;
    /** @param {Event} event */
    const oncontextmenu = (event) => {
      event.preventDefault();
      press.take(spot);
    };
    return make(
      "button",
      {
        type: "button",
        class: "face",
        "data-spot": spot,
        onclick: () => press.put(spot),
        oncontextmenu,
      },
      [this.area, this.limits, this.pile, this.badge, this.title],
    );
  }

  picture() {
    const attributes = { class: "face", role: "img", "data-spot": this.spot.spot };
    return make("div", attributes, this.area);
  }

  /**
   * @param {(cents: number) => string} money
   * @param {(least: string, most: string) => string} limits
   */
  inscription(money, limits) {
    const { multiples, of, least, most } = this.spot;
    if (multiples.length) return text.spotMultiples(multiples, this.names[of]);
    return limits(money(least), money(most));
  }

  /** @param {SpotModel} model */
  show(model) {
    const { stake, draft, result, withdrawn, open } = model;
    const amount = draft ?? stake;
    const drafted = draft !== null && draft !== stake;
    const collected = model.collected && !result && amount > 0;
    const pile = result ? pileAfter(result, model.collected) : collected ? 0 : amount;
    setAttributes(this.stack, { cents: pile });
    this.showBadge(result, withdrawn);
    if (this.lammer) setHidden(this.lammer, !collected);
    const money = text.money(short(amount));
    write(this.amount, result || !amount ? "" : drafted ? text.draftAmount(money) : money);
    write(this.limits, amount || !this.badge.hidden ? "" : this.inside(model.inTurn));
    setAttributes(this.face, {
      "data-result": result ? result.kind : null,
      "data-cents": result && result.kind !== "pending" ? result.net : null,
      "data-stake": amount || null,
      "aria-label": this.label(model, amount, drafted, collected),
      "aria-disabled": this.own && !open ? "true" : null,
    });
    this.setStates({
      drafted,
      collected,
      lit: this.spot.progressive && stake > 0,
      asked: model.inTurn,
      lacking: open && model.lacking.length > 0,
      filled: amount > 0,
      settled: Boolean(result),
      open,
      later: this.spot.multiples.length > 0 && !amount && !result,
    });
  }

  /**
   * @param {Result | null} result
   * @param {number} withdrawn
   */
  showBadge(result, withdrawn) {
    setHidden(this.badge, !result && !withdrawn);
    if (result) {
      this.badge.className = `badge ${result.kind} ${signOf(result.net)}`;
      write(this.badge, badgeWords(result));
    } else if (withdrawn) {
      this.badge.className = "badge even";
      write(this.badge, text.outcome.returned(text.money(short(withdrawn))));
    }
  }

  /**
   * What stands in an empty outline: the limits, or how much a decision may put there.
   * @param {boolean} inTurn
   */
  inside(inTurn) {
    const { multiples, least, most } = this.spot;
    if (!multiples.length)
      return text.spotLimits(text.money(short(least)), text.money(short(most)));
    return inTurn ? text.times(multiples) : text.timesRange(multiples[0], multiples.at(-1));
  }

  /** @param {Record<string, unknown>} states */
  setStates(states) {
    const names = Object.keys(states).filter((name) => states[name]);
    setAttributes(this.element, { "data-state": names.join(" ") || null });
  }

  /**
   * @param {SpotModel} model
   * @param {number} amount
   * @param {boolean} drafted
   * @param {boolean} collected
   */
  label({ result, withdrawn, open, lacking }, amount, drafted, collected) {
    const { name, progressive, multiples, lammer } = this.spot;
    if (result) return [text.spotStake(name, outcomeOf(result)), whyOf(result)].join(", ");
    if (withdrawn) return text.spotStake(name, text.withdrawn(cash(withdrawn)));
    const stake = (drafted ? text.spotDraft : text.spotStake)(name, cash(amount));
    const parts = [amount ? stake : text.spotEmpty(name)];
    if (collected) parts.push(lammer ? text.lammer : text.taken);
    if (progressive && amount && !drafted) parts.push(text.lit);
    if (open || (this.own && multiples.length))
      parts.push(this.inscription(cash, text.spotLimitsSaid));
    if (open && lacking.length) parts.push(text.spotNeeds(lacking.map((key) => this.names[key])));
    return parts.join(", ");
  }
}

/**
 * The chips that lie on a spot once it has a result.
 * @param {Result} result
 * @param {boolean} collected
 */
function pileAfter({ kind, stake, paid }, collected) {
  if (kind === "lost") return 0;
  if (kind === "pending") return collected ? 0 : stake;
  return paid;
}

/** @param {Result} result */
function badgeWords({ kind, net, paid }) {
  if (kind === "pending") return text.outcome.pendingShort;
  if (net === 0) return text.outcome.returned(text.money(short(paid)));
  return text[signOf(net)](text.money(short(Math.abs(net))));
}
