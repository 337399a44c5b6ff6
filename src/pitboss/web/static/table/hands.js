// @ts-check
// Play by keyboard alone: keys for every act, arrows between the spots.
import text from "/text/table.js";
import { $$ } from "../base/dom.js";
import { key } from "../base/keys.js";
import { settings } from "../base/settings.js";

/** @type {Record<string, number>} */
const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * @param {{ player: import("./player.js").Player, dock: import("./dock.js").Dock,
 *   panel: import("./panel/panel.js").Panel, table: import("./felt/felt.js").Felt,
 *   say: (words: string) => void, stage: import("./stage.js").Stage }} page
 */
export function bindKeys({ player, dock, panel, table, say, stage }) {
  key("d", text.keys.main, () => dock.pressMain());
  key("Escape", text.keys.hurry, () => table.guide.skip() || stage.hurry());
  key("y", text.keys.ready, () => dock.press("ready"));
  key("r", text.keys.rebet, () => dock.press("rebet"));
  key("x", text.keys.double, () => dock.press("double"));
  key("s", text.keys.sides, () => dock.press("sides"));
  key("u", text.keys.undo, () => dock.press("undo"));
  key("c", text.keys.clear, () => dock.press("clear"));
  key("b", text.keys.buy, () => dock.buy());
  key("p", text.keys.pays, () => panel.show("pays"));
  key("f", text.keys.fair, () => panel.show("fair"));
  key("w", text.keys.state, () => say(dock.state.textContent));
  key("a", text.keys.spots, () => spots(table)[0]?.focus());
  // With help on, the coach has this key.
  const sayHelp = () => {
    if (settings.get("help") !== "off") return;
    key("h", "", () => player.warn("", text.helpOff));
  };
  settings.on(sayHelp);
  sayHelp();
  player.focusSpots = () => {
    if (document.activeElement === document.body) spots(table)[0]?.focus();
  };
  for (let digit = 1; digit <= 9; digit += 1)
    key(String(digit), digit === 1 ? text.keys.digits : "", () => pick(digit - 1));

  /** @param {number} place */
  function pick(place) {
    if (player.view?.discards != null && player.myTurn) return markCard(place);
    if (player.myTurn) {
      const button = $$("button[data-act]", dock.acts)[place];
      button?.click();
      return Boolean(button);
    }
    const value = player.felt.chips[place];
    if (!player.betting || !value) return false;
    player.actions.chip(value);
    say(dock.chipButtons[place].getAttribute("aria-label") ?? "");
    return true;
  }

  /** @param {number} place */
  function markCard(place) {
    const turn = player.view?.turn;
    if (!turn || place >= player.felt.hole) return false;
    player.actions.mark(turn, place);
    const slot = table.seat(turn).slots[place];
    say(slot?.getAttribute("aria-label") ?? "");
    return true;
  }

  table.front.addEventListener("keydown", (event) => {
    const { target } = event;
    const here = target instanceof Element ? target.closest("button[data-spot]") : null;
    if (!here) return;
    const all = spots(table);
    const step = ARROWS[event.key];
    if (step) {
      const place = all.findIndex((spot) => spot === here);
      all[(place + step + all.length) % all.length].focus();
      event.preventDefault();
    } else if (event.key === "Delete" || event.key === "Backspace" || event.key === "-") {
      const seat = here.closest("[data-seat]")?.getAttribute("data-seat");
      player.actions.take(Number(seat), here.getAttribute("data-spot"));
      event.preventDefault();
    }
  });
}

/** @param {import("./felt/felt.js").Felt} table */
const spots = (table) => $$("button[data-spot]", table.front);
