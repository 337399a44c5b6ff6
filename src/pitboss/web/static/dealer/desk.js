// @ts-check
// The keys of the console: they act on what is due. Keys are taken one after the other; those
// pressed while the house is answering wait in a queue, and a refusal drops them.
import text from "/text/dealer.js";
import words from "/text/staff.js";
import { card } from "../base/cards.js";
import { make, replace, write } from "../base/dom.js";
import { command, postWithRetry, Refused } from "../base/house.js";
import { dollars } from "../base/money.js";
import { messageOf, notice } from "../base/parts.js";
import { released } from "../base/pressing.js";
import { because } from "../staff/moves.js";
import { alarmSound } from "./alarm.js";
import { addCard } from "./card-modes.js";
import { cardGrid } from "./grid.js";
import { nothingTyped } from "./mode-parts.js";
import { modeOf, storeKey } from "./modes.js";
import { keepTyping } from "./typing.js";

const NAMES = { " ": text.space, Backspace: text.backspace, Escape: text.escape };
// Keys that are the desk's own; all others are the browser's, or shortcuts of the page.
const OWN = ["Backspace", "Escape"];
const OTHER = "?"; // the list of keys
const CONTROLS = "button, a[href], summary, input, select, textarea, [contenteditable]";
const TYPING = "input:not([type=checkbox]), select, textarea, [contenteditable]";

/**
 * @param {{ table: string, felt: any, names: Record<string, string>, role: string,
 *   refresh: (seq?: number) => Promise<void>, perform: (choice: any, fields: any) => Promise<void>,
 *   offer: (forms: any[]) => Promise<void>, say: (words: string) => void,
 *   others: Record<string, () => boolean> }} page
 */
export function desk(page) {
  const { table, felt, names, role, refresh, perform, offer, say, others } = page;
  let state = null;
  let typing = nothingTyped();
  let running = false;
  let waiting = []; // keys pressed but not yet taken

  const hint = make("p", { class: "hint" });
  const strip = make("div", { class: "strip", "aria-live": "polite" });
  const trouble = make("div", {});
  const keys = make("div", { class: "row keys", role: "group", "aria-label": text.keys });
  const paying = make("div", {});
  const grid = cardGrid(press);
  const element = make(
    "div",
    { class: "stack desk", "data-busy": "no" },
    ...[hint, strip, trouble, keys, paying, grid.element],
  );

  const mode = () => modeOf({ state, typing, felt, role });

  function press(key) {
    waiting.push(key.length === 1 ? key.toLowerCase() : key);
    if (!running) run();
  }

  async function run() {
    running = true;
    element.dataset.busy = "yes";
    while (waiting.length) await take(waiting.shift());
    running = false;
    element.dataset.busy = "no";
  }

  async function take(key) {
    if (key === "!" && !typing.report) {
      typing.report = { place: "", foreign: false, rank: "" };
      return draw();
    }
    if (key === "Escape" && typing.report) {
      typing.report = null;
      return draw();
    }
    const now = mode();
    const store = key === "s" ? storeKey({ state, typing }, now.name) : null;
    const outcome = store ?? now.press(key);
    if (outcome.stray) {
      if (!others[key]?.()) alarm(outcome.stray);
    } else await carryOut(outcome);
    await released(); // a key of the console may still be under a finger
    return draw();
  }

  /** @param {import("./mode-parts.js").Outcome} outcome */
  async function carryOut(outcome) {
    calm();
    try {
      if (outcome.send) await refresh(await send(outcome.send));
      else if (outcome.perform) await perform(outcome.perform.choice, outcome.perform.fields);
      else if (outcome.offer) await offer(outcome.offer);
      else return;
      if (!outcome.send) await refresh();
      if (outcome.cards) await typeAhead(outcome.cards);
    } catch (error) {
      waiting = [];
      typing = { ...nothingTyped(), seat: typing.seat };
      alarm(messageOf(error));
      await refresh();
    }
  }

  // Enters the first card of the next hand, once the previous seat is settled.
  async function typeAhead(cards) {
    const [reading] = state.entries.readings;
    if (state.due?.what !== "show hand" || !reading) return;
    for (const one of cards) {
      /** @type {import("./mode-parts.js").Outcome} */
      const outcome = addCard({ state, typing }, reading, one);
      if (outcome.send) await carryOut(outcome);
    }
  }

  // Returns the number of the last command's entry in the log.
  async function send(commands) {
    if (commands.length === 1) return (await command(table, commands[0])).seq;
    const reply = await postWithRetry(`/api/tables/${table}/commands/list`, { commands });
    const wrong = reply.lines.find((line) => line.error);
    if (wrong?.error) throw new Refused(wrong.error);
    return reply.lines.at(-1)?.done?.seq;
  }

  function alarm(why) {
    replace(trouble, notice(why, "bad"));
    element.dataset.alarm = "on"; // until a key is taken
    alarmSound();
  }

  function calm() {
    replace(trouble);
    delete element.dataset.alarm;
  }

  function draw() {
    if (!state) return;
    const now = mode();
    write(hint, now.hint);
    hint.hidden = !now.hint;
    element.dataset.mode = now.name;
    const reads = Boolean(now.places);
    drawStrip(now);
    replace(keys, now.keys.map(keyButton));
    drawPaying();
    grid.show(reads, state.jokers, state.entries.faces, typing.cards);
  }

  function drawStrip(now) {
    const reading = now.name === "cards" && now.places;
    const rank = typing.report ? typing.report.rank : typing.rank;
    const typed = typing.digits || typing.counts.join(" ") || rank;
    strip.hidden = !reading && !typed;
    if (reading) replace(strip, now.places.map(slotOf));
    else replace(strip, make("b", { class: "digits" }, typed));
  }

  function slotOf(place, number) {
    const name = typing.cards[number];
    const rank = number === typing.cards.length ? typing.rank : "";
    const where = text.to(words.place(place.place), words.slot(place.slot));
    const face = name ? card(name) : make("span", { class: "slot" }, rank ? `${rank}_` : "");
    return make("span", { class: "at", title: where }, face);
  }

  function drawPaying() {
    const { turned, paying: moves } = state.entries;
    const list = make(
      "ul",
      { class: "plain-list pays", "aria-label": text.paysNow(turned) },
      moves.map(moveItem),
    );
    replace(paying, turned && moves.length ? list : null);
  }

  function moveItem(move) {
    const spot = make("span", {}, names[move.spot] ?? words.move[move.what]);
    const sum = make(
      "b",
      { class: `move ${move.what}` },
      words.moves[move.what](dollars(move.cents)),
    );
    const why = make("small", {}, because(move));
    return make("li", { class: move.what, title: move.clause }, spot, sum, why);
  }

  function keyButton(one) {
    const kinds = [one.main ? "main" : "", one.digit ? "digit" : "", one.chip ? "chip-key" : ""];
    const attributes = {
      type: "button",
      class: kinds.filter(Boolean).join(" ") || null,
      "data-press": one.key,
      "data-key": `press ${one.key}`,
      "aria-keyshortcuts": one.key === " " ? "Space" : one.key,
      "aria-pressed": one.pressed === undefined ? null : String(one.pressed),
      disabled: one.off ?? false,
      onclick: () => press(one.key),
      onmousedown: (event) => event.preventDefault(), // the keys stay with the desk
    };
    const cap = NAMES[one.key] ?? one.key.toUpperCase();
    const hidden = one.title ? "true" : null;
    return make("button", attributes, make("kbd", { "aria-hidden": hidden }, cap), " ", one.title);
  }

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    const { key, target } = event;
    const at = target instanceof Element ? target : document.body;
    if (at.closest(TYPING)) return;
    const own = key.length === 1 ? key !== OTHER : OWN.includes(key);
    if (!own || (key === " " && at.closest(CONTROLS))) return;
    event.preventDefault();
    if (!event.repeat) press(key);
  });

  function show(next) {
    if (state) hear(keepTyping(typing, state, next, felt));
    state = next;
    element.dataset.seq = String(next.seq);
    draw();
    if (mode().hint) say(mode().hint);
  }

  // Somebody else acted while the dealer typed.
  function hear(change) {
    typing = change.typing;
    if (!change.why) return;
    alarm(change.why);
    say(change.why);
  }

  return { element, show, press };
}
