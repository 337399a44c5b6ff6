// @ts-check
// A gold bar on every page while the player's turn runs at a table that is not on the screen.
import text from "/text/base.js";
import { make, write } from "./dom.js";
import { ask } from "./house.js";

const ASK_MS = 2000;
const TICK_MS = 250;
const IDLE_BEATS = 5; // without a seat the page polls less often

/** @typedef {Api.OwnSeat & { at: number }} Turn `at` is when the answer came. */

/** @type {Set<(seats: Api.OwnSeat[]) => void>} */
const listeners = new Set();
/**
 * Calls back with the person's own seats whenever they have been fetched.
 * @param {(seats: Api.OwnSeat[]) => void} listener
 */
export const onSeats = (listener) => listeners.add(listener);

/** @param {Turn} turn */
const secondsLeft = (turn) =>
  turn.left === null ? null : Math.ceil(Math.max(0, turn.left - (Date.now() - turn.at)) / 1000);

/** @param {(words: string) => void} alarm */
export function turnBar(alarm) {
  const here = location.pathname.startsWith("/table/") ? location.pathname.split("/").pop() : "";
  const words = make("span", {});
  const link = make("a", { class: "button", href: "/" }, text.backToSeat);
  const bar = make("aside", { class: "turn-bar", "aria-label": text.turn, hidden: true });
  bar.append(words, link);
  /** @type {Turn | null} */
  let turn = null;
  let spoken = "";

  function show() {
    bar.hidden = !turn;
    if (!turn) return;
    const left = secondsLeft(turn);
    write(words, left === null ? text.turnAt(turn.name) : text.turnIn(turn.name, left));
    link.setAttribute("href", `/table/${turn.table}`);
    if (spoken !== turn.table) alarm(text.turnAt(turn.name));
    spoken = turn.table;
  }

  let idle = 0;
  async function look() {
    if (!document.hidden && (idle -= 1) < 0) {
      try {
        const seats = await ask.get("/api/seats");
        idle = seats.length ? 0 : IDLE_BEATS;
        for (const listener of listeners) listener(seats);
        const mine = seats.find((seat) => seat.turn && seat.table !== here);
        turn = mine ? { ...mine, at: Date.now() } : null;
        if (!turn) spoken = "";
        show();
      } catch {
        /* the page itself says that the house does not answer */
      }
    }
    setTimeout(look, ASK_MS);
  }
  look();
  setInterval(show, TICK_MS);
  return bar;
}
