// @ts-check
// The whole deck, to enter a card with one tap; cards face up elsewhere are grey, with their place.
import text from "/text/dealer.js";
import words from "/text/staff.js";
import { cardLabel } from "../base/cards.js";
import { make } from "../base/dom.js";

const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const printed = (rank) => (rank === "T" ? "10" : rank);

/** @param {(card: string) => void} tap */
export function cardGrid(tap) {
  const buttons = new Map();
  const rows = Object.keys(SUITS).map((suit) => {
    const row = RANKS.map((rank) => cardButton(rank + suit, printed(rank) + SUITS[suit]));
    return make("div", { class: `cards-row suit-${suit}` }, row);
  });
  const joker = cardButton("JK", text.joker);
  const element = make(
    "div",
    { class: "card-grid", role: "group", "aria-label": text.grid, hidden: true },
    rows,
    make("div", { class: "cards-row" }, joker),
  );

  function cardButton(name, title) {
    const onclick = () => tap(name);
    const onmousedown = (event) => event.preventDefault(); // the keys stay with the desk
    const label = { "aria-label": cardLabel(name), "data-card": name };
    const place = make("small", {});
    const button = make("button", { type: "button", ...label, onclick, onmousedown }, title, place);
    buttons.set(name, { button, place });
    return button;
  }

  /**
   * @param {boolean} open
   * @param {boolean} jokers
   * @param {Record<string, string>} faces Card → the place where it lies.
   * @param {string[]} typed
   */
  function show(open, jokers, faces, typed) {
    element.hidden = !open;
    joker.hidden = !jokers;
    for (const [name, { button, place }] of buttons) {
      const where = typed.includes(name) ? text.thisHand : faces[name];
      const gone = Boolean(where) && name !== "JK";
      button.toggleAttribute("data-gone", gone);
      place.textContent = gone ? shortPlace(where) : "";
      button.title = gone ? words.place(where) : "";
    }
  }

  return { element, show };
}

const shortPlace = (place) => place.replace("seat ", "").slice(0, 4);
