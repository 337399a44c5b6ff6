// @ts-check
// One card: <pit-card name="Qh">. "JK" is a joker, "??" lies face down, "" is an empty place.
// Every deck shares the drawings: two colours, four colours and high contrast are style sheets.
import text from "/text/base.js";
import { back, fullFace, fullJoker, shareArt, smallFace, smallJoker } from "./card-art.js";
import { draw } from "./dom.js";

/** @type {Record<string, string>} */
const RANK_WORDS = text.ranks;
/** @type {Record<string, string>} */
const SUIT_WORDS = text.suits;
/** @param {string} name */
export function cardLabel(name) {
  if (!name) return text.noCard;
  if (name === "??") return text.faceDown;
  if (name === "JK") return text.joker;
  return text.cardName(RANK_WORDS[name[0]], SUIT_WORDS[name[1]]);
}

/** @type {Map<string, Element>} */
const faces = new Map();

/** @param {string} name */
function face(name) {
  if (name === "??") return drawFace(name); // its letter may still change
  const drawing = faces.get(name) ?? drawFace(name);
  faces.set(name, drawing);
  return drawing.cloneNode(true);
}

// Two drawings: a full face, and one with only a rank and a suit for a small card. The card's
// own width decides which is shown (cards.css).
/** @param {string} name */
function drawFace(name) {
  const hidden = { "aria-hidden": "true", focusable: "false" };
  const picture = draw("svg", { viewBox: "0 0 100 140", ...hidden });
  if (name === "??") picture.append(...back());
  else {
    const joker = name === "JK";
    picture.append(
      draw("g", { class: "full" }, joker ? fullJoker() : fullFace(name)),
      draw("g", { class: "small" }, joker ? smallJoker() : smallFace(name)),
    );
  }
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
    shareArt();
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
