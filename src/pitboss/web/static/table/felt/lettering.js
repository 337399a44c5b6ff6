// @ts-check
// What is printed on the cloth: the game's name on an arc, what pays, and its emblem.
import hands from "/text/hands.js";
import text from "/text/table.js";
import { draw, make } from "../../base/dom.js";

const WIDTH = 560;
const SAG = 0.085; // of its length, where the arc's control point lies
const LOGO = 24; // the height and width of the house's logo
const [ENDS, TOP] = [86, 34]; // where the arc of the game's name begins
const LETTER = 11.5; // half the width of a letter of the name, at most

/** @param {Page.Felt} felt */
export function lettering(felt) {
  const words = [felt.look.title || felt.name, lineOf(felt)].filter(Boolean);
  const lines = words.map((line, place) => arcLine(line, place));
  const picture = draw(
    "svg",
    { viewBox: `0 0 ${WIDTH} 92`, class: "letters", "aria-hidden": "true", focusable: "false" },
    felt.look.logo ? logos(felt.look.logo, words[0].length) : [],
    lines,
  );
  return make(
    "div",
    { class: "lettering" },
    emblem(felt, "crest"),
    picture,
    felt.mark ? make("p", { class: "own-rules" }, felt.mark) : null,
  );
}

/**
 * @param {Page.Felt} felt
 * @param {string} kind
 */
export const emblem = (felt, kind) =>
  draw(
    "svg",
    { viewBox: "0 0 100 100", class: `emblem ${kind}`, "aria-hidden": "true", focusable: "false" },
    draw("path", { d: felt.look.emblem }),
  );

/**
 * The house's logo on either side of the game's name, as on a printed layout.
 * @param {string} d
 * @param {number} letters Of the name.
 */
function logos(d, letters) {
  const reach = Math.min(WIDTH / 2 - LOGO, letters * LETTER + 1.5 * LOGO);
  return [-reach, reach].map((across) => {
    const x = WIDTH / 2 + across;
    const share = (x - ENDS) / (WIDTH - 2 * ENDS);
    const y = TOP + 2 * share * (1 - share) * (WIDTH - 2 * ENDS) * SAG;
    const place = `translate(${x - LOGO / 2} ${y - LOGO}) scale(${LOGO / 100})`;
    return draw("path", { class: "logo", d, transform: place });
  });
}

/**
 * @param {string} words
 * @param {number} place
 */
function arcLine(words, place) {
  const id = `arc-${place}`;
  const [left, top] = place ? [6, 60] : [ENDS, TOP];
  const low = top + (WIDTH - 2 * left) * SAG;
  const path = {
    id,
    d: `M${left} ${top}Q${WIDTH / 2} ${low} ${WIDTH - left} ${top}`,
    fill: "none",
  };
  const along = draw(
    "textPath",
    { href: `#${id}`, startOffset: "50%" },
    place ? words.toUpperCase() : words,
  );
  return [draw("path", path), draw("text", { class: place ? "what-pays" : "title" }, along)];
}

/**
 * The lowest hand that pays, from the paytable; or the wagers, where a game has several.
 * @param {Page.Felt} felt
 */
function lineOf({ wagers, spots, look }) {
  const own = wagers.filter(
    (wager) => !wager.pays_as && spots.some((spot) => spot.wager === wager.wager && spot.required),
  );
  if (look.line === "wagers") return own.map((wager) => wager.name).join(text.between);
  const rows = own[0]?.rows ?? [];
  const push = rows.find((row) => row.pays === "push");
  const last = rows.filter((row) => row.pays !== "push").at(-1);
  return [
    last ? text.linePays(hands.handName(last.hand)) : "",
    push ? text.linePush(hands.handName(push.hand)) : "",
  ]
    .filter(Boolean)
    .join(text.between);
}
