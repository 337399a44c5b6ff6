// @ts-check
// Moves and scales the outline of an SVG path. The shapes of a card that have one colour become a
// single path this way: a <use> for each would cost a tree of its own in every card.

/**
 * Where an outline goes: every point is scaled, then moved.
 * @typedef {{ x: number, y: number, across: number, down: number }} Placing
 */

const TOKEN = /[a-z]|-?(?:\d+\.?\d*|\.\d+)/gi;
// What the numbers of a command are, in turn: a coordinate, a length or neither. A turned arc
// keeps its flags, because both directions are mirrored.
/** @type {Record<string, string>} */
const NUMBERS = { m: "xy", l: "xy", h: "x", v: "y", c: "xy", s: "xy", q: "xy", a: "wh...xy" };

/** @param {number} value */
const round = (value) => String(Math.round(value * 100) / 100);

/**
 * @param {string} path
 * @param {Placing} placing
 */
export function place(path, { x, y, across, down }) {
  let command = "";
  let count = 0;
  const parts = (path.match(TOKEN) ?? []).map((token) => {
    if (/[a-z]/i.test(token)) {
      command = token;
      count = 0;
      return token;
    }
    const numbers = NUMBERS[command.toLowerCase()];
    const what = numbers[count % numbers.length];
    count += 1;
    const moved = command < "a"; // capitals: from the origin
    const value = Number(token);
    if (what === "x") return round(value * across + (moved ? x : 0));
    if (what === "y") return round(value * down + (moved ? y : 0));
    if (what === "w") return round(value * Math.abs(across));
    return what === "h" ? round(value * Math.abs(down)) : token;
  });
  return parts.join(" ");
}

/**
 * The same outlines turned by half a circle around the middle of a card.
 * @param {string} path
 */
export const turned = (path) => place(path, { x: 100, y: 140, across: -1, down: -1 });
