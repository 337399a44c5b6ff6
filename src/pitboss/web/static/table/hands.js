// @ts-check
// Play by keyboard alone: keys for every act, arrows between the spots.
import text from "/text/table.js";
import { key } from "../base/keys.js";

export function bindKeys({ player, dock, panel, table, say, stage }) {
  key("d", text.keys.main, () => dock.pressMain());
  key("Escape", text.keys.hurry, () => stage.hurry());
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
  for (let digit = 1; digit <= 9; digit += 1)
    key(String(digit), digit === 1 ? text.keys.digits : "", () => pick(digit - 1));

  function pick(place) {
    if (player.view?.discards != null && player.myTurn) return markCard(place);
    if (player.myTurn) {
      const button = dock.acts.querySelectorAll("button[data-act]")[place];
      button?.click();
      return Boolean(button);
    }
    const value = player.felt.chips[place];
    if (!player.betting || !value) return false;
    player.actions.chip(value);
    say(dock.chipButtons[place].getAttribute("aria-label"));
    return true;
  }

  function markCard(place) {
    if (place >= player.felt.hole) return false;
    player.actions.mark(player.view.turn, place);
    const slot = table.seat(player.view.turn).slots[place];
    say(slot?.getAttribute("aria-label") ?? "");
    return true;
  }

  table.front.addEventListener("keydown", (event) => {
    const here = event.target.closest?.("button[data-spot]");
    if (!here) return;
    const all = spots(table);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) {
      all[(all.indexOf(here) + step + all.length) % all.length].focus();
      event.preventDefault();
    } else if (event.key === "Delete" || event.key === "Backspace" || event.key === "-") {
      player.actions.take(Number(here.closest("[data-seat]").dataset.seat), here.dataset.spot);
      event.preventDefault();
    }
  });
}

const spots = (table) => [...table.front.querySelectorAll("button[data-spot]")];
