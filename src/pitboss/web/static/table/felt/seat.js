// @ts-check
// A seat: its player, cards and spots. The player's own seat is large and takes chips; of the
// others one sees cards, one pile of chips with its sum, and which spots are bet.
import hands from "/text/hands.js";
import text from "/text/table.js";
import { card, cardLabel } from "../../base/cards.js";
import { make, setAttributes, setHidden, write } from "../../base/dom.js";
import { short } from "../../base/money.js";
import { personName } from "../../base/people.js";
import { chips } from "./chips.js";
import { total } from "../draft.js";
import { Spot, cash, signOf, signedShort, whyOf } from "./spot.js";
import { Strip } from "./strip.js";

/** @typedef {ReturnType<typeof import("../layout.js").emptyPlace>} Place */
/** @typedef {import("../player.js").FeltModel} FeltModel */

/** @param {Page.FeltSpot} spot */
export const isSide = ({ kind }) => kind === "side" || kind === "progressive";

export class Seat {
  /**
   * @param {Page.Felt} felt
   * @param {number} number
   * @param {Record<string, (...rest: any[]) => any>} actions
   */
  constructor(felt, number, actions) {
    this.felt = felt;
    this.number = number;
    this.actions = actions;
    this.names = Object.fromEntries(felt.spots.map((spot) => [spot.spot, spot.name]));
    this.who = make("span", { class: "player" });
    this.tag = make("span", { class: "tag", hidden: true });
    this.house = make("span", { class: "tag by-house", hidden: true, title: text.byHouseWhy });
    this.hand = make("span", { class: "hand-name" });
    const badge = make("span", { class: "number", "aria-hidden": "true" }, String(number));
    this.head = make("p", { class: "head" }, badge, this.who, this.tag, this.house);
    this.cards = make("div", { class: "cards", role: "group" });
    this.spots = make("div", { class: "spots" });
    this.stack = chips(0);
    this.sum = make("span", { class: "sum", hidden: true });
    this.bets = make("div", { class: "bets" }, this.stack, this.sum, this.hand);
    this.envy = make("div", { class: "envies" });
    const sitting = { class: "join", "data-do": "sit", onclick: () => actions.sit(number) };
    this.join = make("button", { type: "button", ...sitting }, text.sit);
    this.strip = new Strip(felt);
    this.key = ""; // what another player's seat was last drawn from
    // Some games have an area for discards at each seat.
    const discards = felt.fixtures.some((fixture) => fixture.what === "discards");
    this.pile = make(
      "div",
      { class: "discards", role: "img", hidden: !discards },
      make("span", { class: "backs", "aria-hidden": "true" }),
      make("span", { "aria-hidden": "true" }, text.discards),
    );
    const { holds, makes } = this.strip;
    this.element = make(
      "div",
      { class: discards ? "seat discards-apart" : "seat", role: "group", "data-seat": number },
      [this.head, holds, this.cards, makes, this.bets, this.pile, this.spots, this.envy, this.join],
    );
    /** @type {HTMLElement[]} */
    this.slots = [];
    /** @type {Map<string, Spot>} */
    this.spotList = new Map();
    /** @type {boolean | null} */
    this.own = null;
    this.envyKey = "";
  }

  /**
   * Spots are buttons at the player's own seat only; they are rebuilt when that changes.
   * @param {boolean} own
   */
  build(own) {
    if (this.own === own) return;
    this.own = own;
    /** @type {import("./spot.js").Press} */
    const press = {
      put: (spot) => this.actions.put(this.number, spot),
      take: (spot) => this.actions.take(this.number, spot),
    };
    const { spots } = this.felt;
    this.spotList = new Map(
      spots.map((spot) => [spot.spot, new Spot(spot, this.names, own, press)]),
    );
    const ordered = [...spots].sort((one, other) => Number(isSide(one)) - Number(isSide(other)));
    const middle = (ordered.length - 1) / 2;
    ordered.forEach(({ spot }, place) =>
      this.spotList.get(spot)?.element.style.setProperty("--lift", String((place - middle) ** 2)),
    );
    /**
     * @param {boolean} side
     * @param {string} name
     */
    const row = (side, name) => {
      const keys = ordered.filter((spot) => isSide(spot) === side).map((spot) => spot.spot);
      const elements = keys.map((key) => this.spotList.get(key)?.element);
      return elements.length ? make("div", { class: name }, elements) : "";
    };
    this.spots.replaceChildren(row(false, "base"), row(true, "sides"));
    this.element.classList.toggle("own", own);
  }

  /**
   * @param {number} place
   * @param {boolean} asButton
   */
  slotFor(place, asButton) {
    if (this.slots[place]?.dataset.button === String(asButton)) return this.slots[place];
    const hidden = this.felt.hidden.includes(place);
    const attributes = {
      class: hidden ? "slot apart" : "slot",
      "data-slot": place,
      "data-button": String(asButton),
    };
    const onclick = () => this.actions.mark(this.number, place);
    const name = hidden
      ? make("span", { class: "slot-name", "aria-hidden": "true" }, text.slotName(place + 1))
      : null;
    const mark = make("span", { class: "swap", "aria-hidden": "true" }, text.swapMark);
    const slot = asButton
      ? make("button", { ...attributes, type: "button", onclick }, card(""), mark)
      : make("span", attributes, card(""), name);
    if (this.slots[place]) this.slots[place].replaceWith(slot);
    else this.cards.append(slot);
    this.slots[place] = slot;
    return slot;
  }

  get discardsAt() {
    return this.pile.hidden ? null : this.pile;
  }

  /** @param {number} place */
  cardAt(place) {
    return this.slots[place]?.querySelector("pit-card");
  }

  /**
   * @param {string[]} names
   * @param {boolean} discarding
   * @param {Set<number>} marks
   * @param {number[]} lit Slots of the cards that make the hand.
   */
  showCards(names, discarding, marks, lit) {
    const none = names.every((name) => !name);
    setAttributes(this.cards, {
      "aria-hidden": none ? "true" : null,
      "data-faces": none ? "none" : names.some((name) => name && name !== "??") ? "up" : "down",
    });
    for (let place = 0; place < this.felt.hole; place += 1) {
      const name = names[place] ?? "";
      const asButton = discarding && name !== "";
      const focused = document.activeElement === this.slots[place];
      const slot = this.slotFor(place, asButton);
      if (focused) slot.focus();
      setAttributes(/** @type {Element} */ (slot.querySelector("pit-card")), { name });
      setAttributes(slot, { "data-lit": lit.includes(place) && !marks.has(place) });
      if (!asButton) continue;
      const drop = marks.has(place);
      const label = (drop ? text.drop : text.keep)(cardLabel(name));
      setAttributes(slot, { "aria-pressed": String(drop), "aria-label": label });
    }
  }

  /**
   * @param {Place} place
   * @param {FeltModel} model
   */
  show(place, model) {
    const { number } = this;
    const own = place.yours;
    // Most of what happens leaves the other seats as they are.
    const key = own ? "" : this.keyOf(place, model);
    if (key && key === this.key) return;
    this.key = key;
    const empty = place.player === "";
    const acting = model.turn === number;
    this.build(own);
    const name = own ? text.yourSeat(number) : text.seatOf(number, personName(place.player));
    setAttributes(this.element, {
      "aria-label": empty ? text.seat(number) : name,
      "data-acting": acting,
      "data-player": place.player || null,
      "data-state": this.statesOf(place, model) || null,
    });
    write(this.who, empty ? text.free : own ? text.you : personName(place.player));
    this.showTags(place, acting, model.several);
    write(this.hand, own ? "" : hands.handName(place.hand));
    const { hole = [] } = own ? litCards(place, model) : {};
    this.showCards(place.cards, model.discarding === number, model.marks, hole);
    const cards = own ? text.yourCards(number, model.several) : text.cardsOf(number);
    setAttributes(this.cards, { "aria-label": cards });
    for (const [key, spot] of this.spotList) spot.show(this.spotModel(place, key, model));
    this.pile.style.setProperty("--backs", String(place.discarded));
    setAttributes(this.pile, { "aria-label": text.discardsHold(place.discarded) });
    this.strip.show(place, model);
    this.showEnvy(place);
    this.showSum(place);
    this.showJoin(empty && model.canSit(number), model.several || model.mine);
  }

  /**
   * All that another player's seat is drawn from.
   * @param {Place} place
   * @param {FeltModel} model
   */
  keyOf(place, { turn, spotInTurn, settling, closed, several, mine, canSit }) {
    const { number } = this;
    const openSpot = turn === number ? (spotInTurn ?? "") : null;
    const parts = [openSpot, settling === number, closed, several, mine, canSit(number)];
    return JSON.stringify([place, parts]);
  }

  /**
   * @param {Place} place
   * @param {FeltModel} model
   */
  statesOf(place, model) {
    /** @type {Record<string, unknown>} */
    const states = {
      free: place.player === "",
      out: place.folded || place.dropped,
      settling: model.settling === this.number,
      results: place.yours && Object.keys(place.results).length > 0,
    };
    return Object.keys(states)
      .filter((name) => states[name])
      .join(" ");
  }

  /**
   * @param {boolean} offered
   * @param {boolean} second
   */
  showJoin(offered, second) {
    setHidden(this.join, !offered);
    write(this.join, second ? text.secondBox : text.sit);
    const clause = this.felt.boxes_clause;
    const label = second ? text.secondBoxAt(this.number, clause) : text.sitAt(this.number);
    setAttributes(this.join, { "aria-label": label });
  }

  /**
   * @param {Place} place
   * @param {string} key
   * @param {FeltModel} model
   * @returns {import("./spot.js").SpotModel}
   */
  spotModel(place, key, model) {
    const { spot } = /** @type {Spot} */ (this.spotList.get(key));
    const { draft } = model;
    const later = spot.multiples.length > 0; // bet only after the cards
    const betting = place.yours && model.betting;
    const drafted = betting && draft.boxes.has(this.number);
    const open = betting && !later;
    const stakes = drafted ? draft.of(this.number) : place.stakes;
    const result = place.results[key] ?? null;
    return {
      stake: place.stakes[key] ?? 0,
      draft: drafted && !later ? (stakes[key] ?? 0) : null,
      result,
      withdrawn: place.withdrawn[key] ?? 0,
      collected: Boolean(place.collected[key]) || (spot.collected && model.closed),
      open,
      lacking: open && !result ? draft.lacking(key, stakes) : [],
      inTurn: model.turn === this.number && model.spotInTurn === key,
    };
  }

  /**
   * @param {Place} place
   * @param {boolean} acting
   * @param {boolean} several
   */
  showTags(place, acting, several) {
    const folded = place.folded ? text.folded : "";
    const words = place.dropped ? text[place.dropped] : folded || (acting ? text.turn : "");
    setHidden(this.tag, !words || (place.yours && acting));
    write(this.tag, words);
    setHidden(this.house, !place.byHouse);
    write(this.house, place.yours && !several ? text.byHouse : text.byHouseShort);
  }

  /**
   * The spots of others are too small to read: one pile and its sum stand for them.
   * @param {Place} place
   */
  showSum(place) {
    const rows = [...Object.values(place.results), ...place.envy];
    const stake = total(place.stakes);
    const net = rows.reduce((sum, row) => sum + row.net, 0);
    const paid = rows.reduce((sum, row) => sum + row.paid, 0);
    const pending = rows.some((row) => row.kind === "pending");
    const amount = stake ? text.money(short(stake)) : "";
    const result = pending ? text.outcome.pendingShort : signedShort(net);
    setHidden(this.sum, place.yours || (!rows.length && !stake));
    this.sum.className = rows.length ? `sum badge ${signOf(net)}` : "sum";
    write(this.sum, rows.length ? result : amount);
    setAttributes(this.stack, { cents: place.yours ? 0 : rows.length ? paid : stake });
  }

  /** @param {Place} place */
  showEnvy(place) {
    const key = place.envy.map((row) => `${row.holder}:${row.paid}`).join();
    if (this.envyKey === key) return;
    this.envyKey = key;
    const rows = place.envy.map((row) => {
      const why = whyOf(row);
      const data = { "data-result": "envy", "data-spot": "envy", "data-cents": row.net };
      const words = text.outcome.envy(cash(row.paid));
      const badge = make("span", { class: "badge plus envy", ...data, title: why }, words);
      return place.yours ? make("p", {}, badge, make("small", {}, why)) : badge;
    });
    this.envy.replaceChildren(...rows);
  }
}

/**
 * The cards that make a hand, by place: while it is played any hand, at the end one that pays.
 * @param {Place} place
 * @param {FeltModel} model
 * @returns {Record<string, number[]>}
 */
export function litCards(place, model) {
  const spot = model.turn === place.seat ? model.spotInTurn : "";
  const holding = place.folded ? null : model.holdings.of(place.seat, spot);
  const results = Object.values(place.results);
  const paid = results.some((row) => row.paid > 0 && row.kind !== "returned");
  const pending = results.some((row) => row.kind === "pending");
  const shown = results.length ? paid || pending : Boolean(holding);
  return shown ? (holding?.lit ?? {}) : {};
}
