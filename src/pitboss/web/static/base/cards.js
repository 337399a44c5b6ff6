// @ts-check
// One card: <pit-card name="Qh">. "JK" is a joker, "??" lies face down, "" is an empty place.
// Every deck shares one drawing: two colours, four colours and high contrast are style sheets.
import text from "/text/base.js";
import { draw } from "./dom.js";

/** @type {Record<string, string>} */
const SUITS = {
  c:
    "M50 6a20 20 0 0 1 14 34 20 20 0 1 1-9 30c1 10 4 17 11 24H34c7-7 10-14 11-24a20 20 0 1 " +
    "1-9-30A20 20 0 0 1 50 6Z",
  d: "M50 4 84 50 50 96 16 50Z",
  h: "M50 92C20 66 8 50 8 33a22 22 0 0 1 42-9 22 22 0 0 1 42 9c0 17-12 33-42 59Z",
  s:
    "M50 4c24 26 38 38 38 54a19 19 0 0 1-33 13c1 10 4 18 11 25H34c7-7 10-15 11-25a19 19 0 " +
    "0 1-33-13C12 42 26 30 50 4Z",
};
/** @type {Record<string, string>} */
const RANK_WORDS = text.ranks;
/** @type {Record<string, string>} */
const SUIT_WORDS = text.suits;
const STAR = "M50 5 61 37 95 38 68 58 78 91 50 71 22 91 32 58 5 38 39 37Z";
/** @param {string} rank */
const printed = (rank) => (rank === "T" ? "10" : rank);

/** @param {string} name */
export function cardLabel(name) {
  if (!name) return text.noCard;
  if (name === "??") return text.faceDown;
  if (name === "JK") return text.joker;
  return text.cardName(RANK_WORDS[name[0]], SUIT_WORDS[name[1]]);
}

/** @param {string} name */
function face(name) {
  const picture = draw("svg", {
    viewBox: "0 0 100 140",
    "aria-hidden": "true",
    focusable: "false",
  });
  if (name === "??") {
    picture.append(draw("rect", { class: "back", x: 6, y: 6, width: 88, height: 128, rx: 7 }));
    for (let x = 18; x < 94; x += 16)
      for (let y = 18; y < 134; y += 17)
        picture.append(draw("circle", { class: "dot", cx: x, cy: y, r: 3.2 }));
    return picture;
  }
  const joker = name === "JK";
  const path = joker ? STAR : SUITS[name[1]];
  picture.append(
    draw(
      "text",
      { class: joker ? "rank word" : "rank", x: 8, y: 44 },
      joker ? text.jokerMark : printed(name[0]),
    ),
    draw("path", { d: path, transform: "translate(8 52) scale(.26)" }),
    draw("path", { d: path, transform: "translate(36 66) scale(.58)" }),
  );
  return picture;
}

/** @type {Record<string, string>} */
const NAMED = { "": "none", "??": "down", JK: "joker" };

export class PitCard extends HTMLElement {
  static observedAttributes = ["name"];
  /** @type {string | null} */
  rendered = null;

  connectedCallback() {
    this.render();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.render();
  }

  render() {
    const name = this.getAttribute("name") ?? "";
    if (this.rendered === name) return;
    this.rendered = name;
    this.className = NAMED[name] ?? `suit-${name[1]}`;
    if (!this.closest("button, [aria-hidden=true]")) {
      this.setAttribute("role", "img");
      this.setAttribute("aria-label", cardLabel(name));
    }
    this.replaceChildren(...(name ? [face(name)] : []));
  }
}
customElements.define("pit-card", PitCard);

/** @param {string} name */
export function card(name) {
  const element = document.createElement("pit-card");
  element.setAttribute("name", name);
  return element;
}
