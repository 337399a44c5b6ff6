// @ts-check
// The head of a game's card: its felt, its name on an arc, its emblem, and a hand of cards fanned.
import { card } from "../base/cards.js";
import { draw, make } from "../base/dom.js";
import { paintFelt } from "../base/paint.js";
import { freshId } from "../base/parts.js";

const WIDTH = 320;
const HEIGHT = 196;
const SAG = 0.085; // of the arc's length
const TURN = 8; // degrees between two cards

/**
 * @param {string} name
 * @param {string} emblem
 */
function lettering(name, emblem) {
  const id = freshId("arc");
  const size = name.length > 14 ? 20 : 23;
  const wide = Math.min(280, name.length * size * 0.86);
  const [left, right] = [(WIDTH - wide) / 2, (WIDTH + wide) / 2];
  const arc = `M${left} 46Q${WIDTH / 2} ${46 + 2 * SAG * wide} ${right} 46`;
  return draw(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "lettering", "aria-hidden": "true" },
    draw("path", { id, d: arc, fill: "none" }),
    draw("path", { d: emblem, class: "emblem", transform: "translate(85 22) scale(1.5)" }),
    draw(
      "text",
      { "font-size": size },
      draw("textPath", { href: `#${id}`, startOffset: "50%" }, name.toUpperCase()),
    ),
  );
}

/** @param {string[]} names */
function fan(names) {
  const middle = (names.length - 1) / 2;
  const cards = names.map((name, place) => {
    const one = card(name);
    const from = place - middle;
    const step = names.length > 3 ? 0.5 : 0.66; // of a card's width
    one.style.setProperty("--turn", `${from * TURN}deg`);
    one.style.setProperty("--across", String(from * step));
    one.style.setProperty("--down", String(Math.abs(from) ** 1.6 * 0.05));
    return one;
  });
  return make("div", { class: "fan", "aria-hidden": "true" }, cards);
}

/**
 * @param {Api.GameOverview} game
 * @param {Node[]} inside
 */
export function feltHead(game, ...inside) {
  const head = make("div", { class: "felt-head" });
  paintFelt(head, game.look);
  head.append(lettering(game.name, game.look.emblem), fan(game.fan), ...inside);
  return head;
}
