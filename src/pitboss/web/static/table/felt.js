// @ts-check
// The table: the cloth, the dealer's side, and the seats in an arc.
import text from "/text/table.js";
import { useInitial } from "../base/card-art.js";
import { make } from "../base/dom.js";
import { Cloth } from "./cloth.js";
import { DealerSide } from "./dealer-side.js";
import { Seat } from "./seat.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./player.js").FeltModel} FeltModel */

export class Felt {
  /**
   * @param {Page.Felt} felt
   * @param {Record<string, (...rest: any[]) => any>} actions
   */
  constructor(felt, actions) {
    this.felt = felt;
    this.dealer = new DealerSide(felt);
    this.front = make("div", {
      class: "front",
      role: "group",
      "aria-label": text.yourPlace,
      hidden: true,
    });
    const numbers = Array.from({ length: felt.seats }, (_, place) => place + 1);
    this.seats = new Map(numbers.map((number) => [number, new Seat(felt, number, actions)]));
    this.gaps = new Map(numbers.map((number) => [number, gapOf(number)]));
    this.arc = this.arcOf(numbers);
    this.element = make("div", { class: "felt" });
    this.cloth = new Cloth(this.element, this.front);
    const parts = [this.cloth.element, this.dealer.element, this.arc, this.front];
    this.element.replaceChildren(...parts);
    this.measure();
    this.colour();
    this.element.dataset.state = this.fixedStates.join(" ");
    for (const kind of ["pointerover", "focusin"])
      this.front.addEventListener(kind, (event) => this.hover(/** @type {PointerEvent} */ (event)));
    for (const kind of ["pointerleave", "focusout"])
      this.front.addEventListener(kind, () => this.look(0, ""));
  }

  // What never changes at this table: an odd number of spots, nothing before the dealer.
  get fixedStates() {
    const { spots, community, box } = this.felt;
    return [spots.length % 2 ? "odd" : "", community || box ? "" : "bare"].filter(Boolean);
  }

  /** @param {number[]} numbers */
  arcOf(numbers) {
    const last = this.felt.seats;
    const arc = make("div", { class: "arc", role: "group", "aria-label": text.seats });
    // Seat 1 is at the dealer's left, which is the right of whoever faces the dealer (G17).
    for (const number of [...numbers].reverse()) {
      const turn = last > 1 ? (last - number) / (last - 1) : 0.5;
      for (const element of [this.seat(number).element, this.gap(number)]) {
        element.style.setProperty("--column", String(last - number + 1));
        element.style.setProperty("--drop", Math.sin(turn * Math.PI).toFixed(3));
        arc.append(element);
      }
    }
    return arc;
  }

  measure() {
    const { seats, hole, spots } = this.felt;
    const sides = spots.filter((spot) => spot.kind === "side" || spot.kind === "progressive");
    const rows = [sides.length, spots.length - sides.length];
    const sizes = { seats, hole, across: Math.max(...rows), all: spots.length };
    for (const [name, value] of Object.entries(sizes))
      this.element.style.setProperty(`--${name}`, String(value));
  }

  // The cloth, the backs and their letter belong to the game and the house.
  colour() {
    const { look, house, operator } = this.felt;
    const { centre, body, edge, flat, back } = look;
    const names = { "felt-centre": centre, felt: body, "felt-edge": edge, "felt-flat": flat, back };
    for (const [name, value] of Object.entries(names))
      this.element.style.setProperty(`--${name}`, value);
    useInitial(operator || house);
  }

  /** @param {PointerEvent | FocusEvent} event */
  hover(event) {
    const { target } = event;
    if (!(target instanceof Element)) return;
    // A finger does not hover.
    const pointer = event instanceof PointerEvent ? event.pointerType : "";
    if (pointer && pointer !== "mouse") return;
    if (event.type === "focusin" && !target.matches(":focus-visible")) return;
    const spot = target.closest("button[data-spot]");
    const seat = spot?.closest("[data-seat]")?.getAttribute("data-seat") ?? 0;
    this.look(Number(seat), spot?.getAttribute("data-spot") ?? "");
  }

  /**
   * The player's own seats come to the front; their places in the arc are marked.
   * @param {Layout} layout
   */
  arrange(layout) {
    for (const [number, { element }] of this.seats) {
      const own = layout.place(number).yours;
      if (own && element.parentElement !== this.front) {
        // As in the arc, the higher number stands to the left.
        const children = /** @type {HTMLElement[]} */ ([...this.front.children]);
        const lower = children.find((other) => Number(other.dataset.seat) < number);
        this.front.insertBefore(element, lower ?? null);
      }
      const gap = this.gap(number);
      if (!own && element.parentElement !== this.arc) gap.before(element);
      gap.hidden = !own;
    }
    this.front.hidden = layout.own.length === 0;
    this.element.dataset.boxes = String(layout.own.length);
  }

  /**
   * Redraws only what one event has changed.
   * @param {Api.Event} event
   * @param {Layout} layout
   * @param {FeltModel} model
   */
  showAfter(event, layout, model) {
    const number = event.seat ?? Number(/^seat (\d+)$/.exec(event.place ?? "")?.[1] ?? 0);
    if (number) this.seat(number).show(layout.place(number), model);
    else if (event.place) this.dealer.show(layout);
    else this.show(layout, model);
  }

  /**
   * @param {Layout} layout
   * @param {FeltModel} model
   */
  show(layout, model) {
    this.arrange(layout);
    const results = layout.own.some((place) => Object.keys(place.results).length > 0);
    const states = [...this.fixedStates, results ? "results" : ""].filter(Boolean);
    this.element.dataset.state = states.join(" ");
    for (const [number, seat] of this.seats) seat.show(layout.place(number), model);
    this.dealer.show(layout);
  }

  /**
   * Marks the cards that decide a spot, while the player looks at it.
   * @param {number} number
   * @param {string} key
   */
  look(number, key) {
    for (const slot of this.element.querySelectorAll("[data-state~=counts]"))
      slot.removeAttribute("data-state");
    const spot = this.felt.spots.find((one) => one.spot === key);
    const wager = this.felt.wagers.find((one) => one.wager === spot?.wager);
    const { hole = [], community = [], box = [] } = wager?.on ?? {};
    const { communityCards, boxCards } = this.dealer;
    const slots = [
      ...hole.map((slot) => this.seat(number).slots[slot]),
      ...community.map((slot) => communityCards.cards[slot]?.parentElement),
      ...box.map((slot) => boxCards.cards[slot]?.parentElement),
    ];
    for (const slot of slots) slot?.setAttribute("data-state", "counts");
  }

  /** @param {number} number */
  seat(number) {
    return /** @type {Seat} */ (this.seats.get(number));
  }

  /** @param {number} number */
  gap(number) {
    return /** @type {HTMLDivElement} */ (this.gaps.get(number));
  }

  /**
   * Where the card of a place lies, to fly to and to turn.
   * @param {string} place
   * @param {number} slot
   */
  cardAt(place, slot) {
    if (place === "community") return this.dealer.communityCards.cards[slot];
    if (place === "box") return this.dealer.boxCards.cards[slot];
    return this.seat(Number(/\d+/.exec(place)?.[0]))?.cardAt(slot);
  }
}

/** @param {number} number */
function gapOf(number) {
  const label = make("span", { class: "number" }, String(number));
  return make("p", { class: "gap", hidden: true, "aria-hidden": "true" }, label, text.you);
}
