// @ts-check
// The player's edge of the table: what the table waits for, the clock, the chips, and the acts.
import text from "/text/table.js";
import { make, setAttributes, setHidden, write } from "../base/dom.js";
import { short, signed } from "../base/money.js";
import { chipFace } from "./felt/chips.js";
import { cash } from "./felt/spot.js";

/** @typedef {import("./player.js").DockModel} DockModel */

/** @typedef {import("./moment.js").Offer} Offer */

/** @type {Record<string, number>} */
const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const AWAY = /** @type {const} */ (["buy", "leave"]);
const DRAG_PIXELS = 8;

export class Dock {
  /**
   * @param {Page.Felt} felt
   * @param {import("./clock.js").Clock} clock
   * @param {Record<string, (...rest: any[]) => any>} actions
   */
  constructor(felt, clock, actions) {
    this.actions = actions;
    this.state = make("p", { class: "state" });
    this.sub = make("p", { class: "sub" });
    this.trouble = make("p", { class: "trouble", role: "alert", hidden: true });
    this.news = make("p", { class: "news", hidden: true });
    this.acts = make("div", { class: "acts", role: "group", "aria-label": text.dock });
    this.chipButtons = felt.chips.map((value) => this.chipButton(value));
    const group = { role: "radiogroup", "aria-label": text.chipTray };
    this.tray = make("div", { class: "tray", ...group }, this.chipButtons);
    this.chips = make("b", { "data-chips": "" });
    this.chipsPill = make(
      "p",
      { class: "pill-chips", hidden: true },
      text.yourChips,
      " ",
      this.chips,
    );
    this.stake = make("dd", {});
    this.net = make("dd", {});
    this.stakeRow = make("div", {}, this.stake, make("dt", {}, text.onTable));
    const lastRound = make("dt", {}, text.lastRound);
    this.netRow = make("div", { class: "net", hidden: true }, this.net, lastRound);
    this.purse = make("dl", { class: "purse" }, this.stakeRow, this.netRow);
    /** @param {Event & { target: HTMLInputElement }} event */
    const onchange = (event) => actions.atOnce(event.target.checked);
    this.atOnce = make("input", { type: "checkbox", onchange });
    this.atOnceLabel = make("label", { class: "check at-once" }, this.atOnce, text.atOnce);
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {WeakMap<HTMLElement, () => unknown>} */
    this.actionOf = new WeakMap();
    // Buying chips and leaving stand apart from the acts of the game.
    this.away = AWAY.map((name) => {
      const leaving = { "data-do": name, hidden: true, onclick: () => actions[name]() };
      return make("button", { type: "button", class: "plain", ...leaving }, text[name]);
    });
    const lines = [this.state, this.sub, this.news, this.trouble];
    const says = make("div", { class: "says" }, lines);
    // What can still be made, where there is no room for it beside the hand.
    this.makes = make("div", { class: "makes-aside" });
    const parts = [clock.element, says, this.tray, this.acts, this.atOnceLabel, this.purse];
    parts.push(this.makes);
    this.element = make("section", { class: "dock", "aria-label": text.dock }, parts);
  }

  /** @param {number} value */
  chipButton(value) {
    /** @param {KeyboardEvent} event */
    const onkeydown = (event) => {
      const step = ARROWS[event.key];
      if (!step) return;
      event.preventDefault();
      const place = this.chipButtons.findIndex((button) => button === event.currentTarget);
      const count = this.chipButtons.length;
      const next = this.chipButtons[(place + step + count) % count];
      next.focus();
      next.click();
    };
    const attributes = {
      type: "button",
      role: "radio",
      "aria-checked": "false",
      class: "chip",
      "data-chip": value,
      "aria-label": text.chip(cash(value)),
      onclick: () => this.actions.chip(value),
      onpointerdown: (/** @type {PointerEvent & { target: Element }} */ event) =>
        this.drag(event, value),
      onkeydown,
    };
    return make("button", attributes, chipFace(value));
  }

  /**
   * Carries a chip to a spot, by mouse or finger.
   * @param {PointerEvent & { target: Element }} start
   * @param {number} value
   */
  drag(start, value) {
    if (start.button) return;
    /** @type {HTMLElement | null} */
    let ghost = null;
    /** @param {Element | null | undefined} spot */
    const mark = (spot) => {
      for (const other of document.querySelectorAll(".spot[data-drop]"))
        other.removeAttribute("data-drop");
      spot?.setAttribute("data-drop", "");
    };
    /** @param {PointerEvent} event */
    const move = (event) => {
      const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
      if (!ghost) {
        if (Math.hypot(x, y) < DRAG_PIXELS) return;
        ghost = make("div", { class: "carried", "aria-hidden": "true" }, chipFace(value));
        document.body.append(ghost);
        this.actions.chip(value);
      }
      ghost.style.setProperty("left", `${event.clientX}px`);
      ghost.style.setProperty("top", `${event.clientY}px`);
      mark(spotUnder(event));
    };
    /** @param {PointerEvent} event */
    const end = (event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      mark(null);
      if (!ghost) return;
      ghost.remove();
      if (event.type === "pointerup") spotUnder(event)?.querySelector("button")?.click();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    if (start.target.hasPointerCapture?.(start.pointerId))
      start.target.releasePointerCapture(start.pointerId);
  }

  /** @param {DockModel} model */
  show(model) {
    const { acts, chip, betting, seated, chips, net, atOnce } = model;
    write(this.state, model.state);
    write(this.sub, model.sub);
    write(this.trouble, model.trouble);
    setHidden(this.trouble, !model.trouble);
    write(this.news, model.news);
    setHidden(this.news, !model.news);
    this.showActs(acts, model.busy);
    for (const button of this.away)
      setHidden(button, !model.mayGo || acts.some((act) => act.key === button.dataset.do));
    setHidden(this.tray, !betting);
    setHidden(this.atOnceLabel, !betting || atOnce === null);
    this.atOnce.checked = Boolean(atOnce);
    for (const button of this.chipButtons) {
      const checked = Number(button.dataset.chip) === chip;
      setAttributes(button, { "aria-checked": String(checked), tabindex: checked ? "0" : "-1" });
    }
    const states = [seated ? "seated" : "", betting ? "betting" : ""].filter(Boolean);
    setAttributes(this.element, { "data-state": states.join(" ") || null });
    setHidden(this.purse, !seated && net === null);
    setHidden(this.chipsPill, !seated);
    write(this.chips, chips === null ? "" : text.money(short(chips)));
    setAttributes(this.chips, { "data-chips": chips ?? "" });
    write(this.stake, text.money(short(model.stake)));
    setHidden(this.netRow, net === null);
    setHidden(this.stakeRow, net !== null);
    const tone = !net ? null : net > 0 ? "good" : "bad";
    setAttributes(this.net, { "data-net": net, class: tone });
    write(this.net, net === null ? "" : signed(net));
  }

  /**
   * Copies the words that stand beside a hand.
   * @param {Element | null} makes
   */
  showMakes(makes) {
    const words = makes?.textContent ?? "";
    if (words === this.makes.textContent) return;
    this.makes.replaceChildren(...[...(makes?.childNodes ?? [])].map((one) => one.cloneNode(true)));
  }

  /**
   * Buttons are kept by their key, so that the focus stays.
   * @param {Offer[]} acts
   * @param {boolean} busy
   */
  showActs(acts, busy) {
    const buttons = acts.map((act) => this.actButton(act, busy));
    const focused = document.activeElement;
    const within = this.acts.contains(focused);
    // One by one: whatever stays in its place keeps the focus and costs no layout.
    for (const child of [...this.acts.children])
      if (!buttons.some((button) => button === child)) child.remove();
    buttons.forEach((button, place) => {
      const there = this.acts.children[place] ?? null;
      if (there !== button) this.acts.insertBefore(button, there);
    });
    if (!within || this.acts.contains(document.activeElement)) return;
    const same = buttons.find((button) => button === focused);
    const main = buttons.find((button) => button.classList.contains("main"));
    (same ?? main ?? buttons[0])?.focus();
  }

  /**
   * @param {Offer} act
   * @param {boolean} busy
   */
  actButton(act, busy) {
    let button = this.buttons.get(act.key);
    if (!button) {
      button = this.newActButton(act.key);
      this.buttons.set(act.key, button);
    }
    this.actionOf.set(button, act.action);
    const [label, small, shortcut] = button.children;
    write(label, act.label);
    write(small, act.small ?? "");
    write(shortcut, act.shortcut ?? "");
    return setAttributes(button, {
      ...act.data,
      class: act.main ? "main" : null,
      "aria-disabled": act.off || busy ? "true" : null,
      title: act.title ?? null,
    });
  }

  /** @param {string} key */
  newActButton(key) {
    const onclick = () => {
      if (button.getAttribute("aria-disabled") !== "true") this.actionOf.get(button)?.();
    };
    const label = make("span", { class: "label" });
    const cap = make("kbd", { "aria-hidden": "true" });
    const attributes = { type: "button", "data-key": key, onclick };
    const button = make("button", attributes, label, make("small", {}), cap);
    return button;
  }

  /** @param {string} key */
  press(key) {
    const button = this.buttons.get(key);
    if (!button?.isConnected || button.getAttribute("aria-disabled") === "true") return false;
    button.click();
    return true;
  }

  buy() {
    if (this.press("buy")) return true;
    if (this.away[0].hidden) return false;
    this.away[0].click();
    return true;
  }

  // Presses the button that carries on the player's own draft, never one that costs more by itself.
  pressMain() {
    const names = ["bet", "ready", "discard", "view"];
    const selectors = names.map((name) => `[data-do="${name}"]:not([aria-disabled])`);
    const button = this.acts.querySelector(selectors.join(", "));
    /** @type {HTMLButtonElement | null} */ (button)?.click();
    return Boolean(button);
  }
}

/** @param {PointerEvent} event */
const spotUnder = (event) =>
  document.elementFromPoint(event.clientX, event.clientY)?.closest(".spot.own");
