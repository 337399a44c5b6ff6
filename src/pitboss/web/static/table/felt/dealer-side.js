// @ts-check
// The dealer's side of the table: the lip of the tray, rack and shoe, and the shared cards.
import text from "/text/table.js";
import { card } from "../../base/cards.js";
import { draw, make, setAttributes } from "../../base/dom.js";
import { chips } from "./chips.js";

export class DealerSide {
  /** @param {Page.Felt} felt */
  constructor(felt) {
    this.felt = felt;
    const byHand = felt.method === "hand";
    const drawing = byHand ? deckPicture() : shoePicture();
    const rackClause = felt.fixtures.find(({ what }) => what === "rack")?.clause;
    this.shoe = make("div", { class: "shoe", "aria-hidden": "true" }, drawing);
    this.rack = make(
      "div",
      { class: "rack", role: "img", "aria-label": text.rack, title: rackClause },
      rackPicture(),
    );
    const stacks = felt.chips.map((value) => chips(value * 3));
    this.tray = make("div", { class: "bank", "aria-hidden": "true" }, stacks);
    this.communityCards = places("community", text.community, felt.community, felt.community_names);
    this.boxCards = places("box", text.box, felt.box, []);
    const cards = [this.communityCards.group, this.boxCards.group];
    this.element = make(
      "section",
      { class: "dealer", "aria-label": text.dealerSide },
      make("div", { class: "lip" }, this.rack, this.tray, this.shoe),
      make("div", { class: "dealt", hidden: !felt.community && !felt.box }, cards),
    );
  }

  /**
   * @param {import("../layout.js").Layout} layout
   * @param {Record<string, number[]>} lit Slots of the cards that make the player's hand.
   */
  show(layout, lit) {
    showCards(this.communityCards, layout.community, lit.community ?? []);
    showCards(this.boxCards, layout.box, lit.box ?? []);
    setAttributes(this.rack, {
      "aria-label": text.rackHolds(layout.rack),
      "data-state": layout.rack > 0 ? "filled" : null,
    });
  }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {number} count
 * @param {string[]} names
 */
function places(name, label, count, names) {
  const cards = Array.from({ length: count }, () => card(""));
  const slots = cards.map((one, place) => {
    const title = names[place] ? make("span", { class: "slot-name" }, names[place]) : "";
    return make("span", { class: "slot" }, one, title);
  });
  const kind = `places ${name}${names.some(Boolean) ? " named" : ""}`;
  const group = make(
    "div",
    { class: kind, role: "group", "aria-label": label, hidden: !count },
    make("div", { class: "row-of-cards" }, slots),
    make("span", { class: "places-name", "aria-hidden": "true" }, label),
  );
  return { cards, group };
}

/**
 * @param {{ cards: Element[] }} place
 * @param {string[]} names
 * @param {number[]} lit
 */
function showCards({ cards }, names, lit) {
  cards.forEach((element, slot) => {
    setAttributes(element, { name: names[slot] ?? "" });
    const place = /** @type {Element} */ (element.parentElement);
    setAttributes(place, { "data-lit": lit.includes(slot) });
  });
}

/** @param {Dom.Children[]} inside */
const picture = (...inside) => draw("svg", { viewBox: "0 0 90 60", focusable: "false" }, ...inside);

const shoePicture = () =>
  picture(
    draw("path", { class: "body", d: "M6 8h56l22 34v12H6Z" }),
    draw("path", { class: "lid", d: "M6 8h56l10 15H6Z" }),
    draw("path", { class: "mouth", d: "M70 30l14 12v12H58Z" }),
    draw("rect", { class: "card-end", x: 62, y: 46, width: 24, height: 5, rx: 1 }),
  );

// Dealt from the hand: the deck alone.
const deckPicture = () =>
  picture(
    draw("rect", { class: "body", x: 28, y: 10, width: 34, height: 46, rx: 3 }),
    draw("rect", { class: "card-end", x: 24, y: 6, width: 34, height: 46, rx: 3 }),
  );

const rackPicture = () =>
  picture(
    draw("path", { class: "pile", d: "M14 50h58v-6H14ZM16 43h54v-5H16ZM15 37h56v-4H15Z" }),
    draw("path", { class: "glass", d: "M10 6v48h66V6M10 30h66" }),
  );
