// @ts-check
// Chips: a stack drawn by denomination, and the one chip of a tray.
import { draw } from "../../base/dom.js";
import { short } from "../../base/money.js";

const MAX_HEIGHT = 8; // chips in one column
const MAX_COLUMNS = 3;

let worth = [100]; // the house's denominations, the highest first
/** @param {number[]} denominations */
export const useChips = (denominations) => {
  worth = [...denominations].sort((one, other) => other - one);
};

/**
 * A denomination's colour is its place among the house's chips, so that every house has colours.
 * @param {number} cents
 */
export const colourOf = (cents) => Math.min(6, worth.length - worth.indexOf(cents));

/** @param {number} cents */
export function inChips(cents) {
  const chips = [];
  let left = cents;
  for (const value of worth)
    while (left >= value && chips.length < 200) {
      chips.push(value);
      left -= value;
    }
  return chips;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} value
 */
function chipAt(x, y, value) {
  const group = draw("g", { class: `chip-${colourOf(value)}`, transform: `translate(${x} ${y})` });
  group.append(
    draw("path", { class: "edge", d: "M-20 0v6a20 9 0 0 0 40 0v-6Z" }),
    draw("path", { class: "marks", d: "M-14 7v5M0 9.5v5M14 7v5" }),
    draw("ellipse", { class: "face", rx: 20, ry: 9 }),
    draw("ellipse", { class: "ring", rx: 13, ry: 5.6 }),
  );
  return group;
}

// <pit-chips cents="1500">: a picture only; the element around it gives the amount in words.
export class PitChips extends HTMLElement {
  static observedAttributes = ["cents"];
  drawn = -1;

  connectedCallback() {
    this.setAttribute("aria-hidden", "true");
    this.render();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.render();
  }

  render() {
    const cents = Number(this.getAttribute("cents") ?? 0);
    if (this.drawn === cents) return;
    this.drawn = cents;
    if (!cents) {
      this.replaceChildren();
      return;
    }
    const chips = inChips(cents).slice(0, MAX_HEIGHT * MAX_COLUMNS);
    const columns = Math.ceil(chips.length / MAX_HEIGHT);
    const tall = Math.min(chips.length, MAX_HEIGHT);
    const height = 26 + (tall - 1) * 6;
    const picture = draw("svg", {
      viewBox: `-22 ${-10 - (tall - 1) * 6} ${columns * 44} ${height}`,
      class: `columns-${columns}`,
      focusable: "false",
    });
    chips.forEach((value, place) => {
      picture.append(chipAt(Math.floor(place / MAX_HEIGHT) * 44, -(place % MAX_HEIGHT) * 6, value));
    });
    this.style.setProperty("--tall", String(height));
    this.style.setProperty("--columns", String(columns));
    this.replaceChildren(picture);
  }
}
customElements.define("pit-chips", PitChips);

/** @param {number} cents */
export function chips(cents) {
  const element = document.createElement("pit-chips");
  element.setAttribute("cents", String(cents));
  return element;
}

/**
 * A chip from above, with its value, as it lies in the tray.
 * @param {number} cents
 */
export function chipFace(cents) {
  const picture = draw("svg", {
    viewBox: "-30 -30 60 60",
    class: `chip-face chip-${colourOf(cents)}`,
    "aria-hidden": "true",
    focusable: "false",
  });
  picture.append(
    draw("circle", { class: "edge", r: 29 }),
    draw("circle", { class: "marks", r: 25.5, pathLength: 96 }),
    draw("circle", { class: "face", r: 20 }),
    draw("circle", { class: "ring", r: 17.5 }),
    draw("text", { y: 6 }, short(cents)),
  );
  return picture;
}
