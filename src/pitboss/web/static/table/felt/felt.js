// @ts-check
// The table: the cloth, the dealer's side, the others left and right, and one's own place.
import games from "/text/games.js";
import text from "/text/table.js";
import { useInitial } from "../../base/card-art.js";
import { make, setHidden } from "../../base/dom.js";
import { paintFelt } from "../../base/paint.js";
import { Cloth } from "./cloth.js";
import { DealerSide } from "./dealer-side.js";
import { Guide } from "./guide.js";
import { emblem, lettering } from "./lettering.js";
import { Moments } from "./moments.js";
import { Printed } from "./printed.js";
import { Seat, isSide, litCards } from "./seat.js";

/** @typedef {import("../layout.js").Layout} Layout */
/** @typedef {import("../player.js").FeltModel} FeltModel */

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
    this.arc = make("div", { class: "arc", role: "group", "aria-label": text.seats });
    // Seat 1 is at the dealer's left, which is the right of whoever faces the dealer (G17).
    this.arc.append(...[...numbers].reverse().map((number) => this.seat(number).element));
    this.element = make("div", { class: "felt" });
    this.cloth = new Cloth(this.element);
    this.printed = new Printed(felt);
    const aim = games.aimOf(felt.game, felt);
    this.welcome = make("div", { class: "welcome" }, make("p", {}, aim));
    this.guide = new Guide(this);
    this.moments = new Moments(felt);
    const middle = make("div", { class: "middle" }, lettering(felt), this.printed.element);
    this.moments.beside = middle;
    this.element.replaceChildren(
      this.cloth.element,
      emblem(felt, "behind"),
      this.moments.rays,
      this.moments.element,
      this.dealer.element,
      this.arc,
      middle,
      this.welcome,
      this.front,
      this.guide.element,
    );
    this.colour();
    this.element.dataset.state = this.fixedStates.join(" ");
    for (const kind of ["pointerover", "focusin"])
      this.front.addEventListener(kind, (event) => this.hover(/** @type {PointerEvent} */ (event)));
    for (const kind of ["pointerleave", "focusout"])
      this.front.addEventListener(kind, () => this.look(0, ""));
  }

  // What never changes at this table: nothing lies before the dealer, five cards are a fan.
  get fixedStates() {
    const { community, box, hole } = this.felt;
    const states = { bare: !community && !box, fan: hole >= 5, wide: hole >= 3 };
    return Object.keys(states).filter((name) => states[/** @type {"bare"} */ (name)]);
  }

  // What the sizes are computed from.
  get shape() {
    const { hole, community, box, spots } = this.felt;
    const sides = spots.filter(isSide).length;
    const boxes = this.front.children.length;
    return { hole, community, box, sides, mains: spots.length - sides, boxes };
  }

  // The cloth, the backs and their letter belong to the game and the house.
  colour() {
    const { look, house, operator } = this.felt;
    paintFelt(this.element, look);
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
   * The player's own seats come to the front; the others sit left and right, in turn after them.
   * @param {Layout} layout
   */
  arrange(layout) {
    for (const [number, { element }] of this.seats) {
      const own = layout.place(number).yours;
      const parent = own ? this.front : this.arc;
      if (element.parentElement === parent) continue;
      // The higher number stands to the left.
      const children = /** @type {HTMLElement[]} */ ([...parent.children]);
      const lower = children.find((other) => Number(other.dataset.seat) < number);
      parent.insertBefore(element, lower ?? null);
    }
    setHidden(this.front, layout.own.length === 0);
    setHidden(this.welcome, layout.own.length > 0);
    const boxes = String(layout.own.length);
    if (this.element.dataset.boxes === boxes) return;
    this.element.dataset.boxes = boxes;
    this.placeOthers(layout.own.map((place) => place.seat));
    this.onarrange();
  }

  onarrange() {}

  /** @param {number[]} own */
  placeOthers(own) {
    const { seats } = this.felt;
    const first = own.length ? Math.max(...own) : Math.floor(seats / 2);
    const turns = Array.from({ length: seats }, (_, step) => ((first + step) % seats) + 1);
    const others = turns.filter((number) => !own.includes(number));
    const left = Math.ceil(others.length / 2);
    this.element.toggleAttribute("data-crowd", others.length > 5);
    others.forEach((number, place) => {
      const { element } = this.seat(number);
      const onLeft = place < left;
      element.dataset.side = onLeft ? "left" : "right";
      element.style.setProperty("--row", String(onLeft ? left - 1 - place : place - left));
    });
  }

  /**
   * Redraws only what one event has changed.
   * @param {Api.Event} event
   * @param {Layout} layout
   * @param {FeltModel} model
   */
  showAfter(event, layout, model) {
    const number = event.seat ?? Number(/^seat (\d+)$/.exec(event.place ?? "")?.[1] ?? 0);
    if (!number && !event.place) {
      this.show(layout, model);
      return;
    }
    if (number) this.seat(number).show(layout.place(number), model);
    if (!number || layout.place(number).yours) this.showDealer(layout, model);
  }

  /**
   * @param {Layout} layout
   * @param {FeltModel} model
   */
  show(layout, model) {
    this.arrange(layout);
    for (const [number, seat] of this.seats) seat.show(layout.place(number), model);
    this.showDealer(layout, model);
  }

  /**
   * @param {Layout} layout
   * @param {FeltModel} model
   */
  showDealer(layout, model) {
    /** @type {Record<string, number[]>} */
    const lit = {};
    for (const place of layout.own)
      for (const [where, slots] of Object.entries(litCards(place, model)))
        lit[where] = [...(lit[where] ?? []), ...slots];
    this.dealer.show(layout, lit);
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
