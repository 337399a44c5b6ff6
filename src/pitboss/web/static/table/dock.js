// The edge of the table before the player: what is waited for, the clock, the chips, and what may
// be done.
import text from "/text/table.js";
import { dress, make, write } from "../base/dom.js";
import { signed } from "../base/money.js";
import { chipFace } from "./chips.js";
import { cash } from "./spot.js";

export class Dock {
  constructor(felt, clock, does) {
    this.does = does;
    this.state = make("p", { class: "state" });
    this.trouble = make("p", { class: "trouble", role: "alert", hidden: true });
    this.news = make("p", { class: "news", hidden: true });
    this.acts = make("div", { class: "acts", role: "group", "aria-label": text.dock });
    this.tray = this.chipTray(felt);
    this.chips = make("dd", { "data-chips": "" });
    this.staked = make("dd", {});
    this.net = make("dd", {});
    this.netRow = make(
      "div",
      { class: "net", hidden: true },
      make("dt", {}, text.lastRound),
      this.net,
    );
    const purse = make(
      "dl",
      { class: "purse" },
      make("div", {}, make("dt", {}, text.yourChips), this.chips),
      make("div", {}, make("dt", {}, text.onTable), this.staked),
      this.netRow,
    );
    this.purse = purse;
    this.atOnce = make("input", {
      type: "checkbox",
      onchange: (event) => does.atOnce(event.target.checked),
    });
    this.atOnceLabel = make("label", { class: "check at-once" }, this.atOnce, text.atOnce);
    this.buttons = new Map();
    // Between rounds one may get chips and go; they stand apart from the acts of the game.
    this.away = ["buy", "leave"].map((name) =>
      make(
        "button",
        {
          type: "button",
          class: "plain",
          "data-do": name,
          hidden: true,
          onclick: () => does[name](),
        },
        text[name],
      ),
    );
    this.element = make(
      "section",
      { class: "dock", "aria-label": text.dock },
      make(
        "div",
        { class: "says" },
        this.state,
        this.atOnceLabel,
        clock.element,
        this.news,
        this.trouble,
      ),
      this.acts,
      this.tray,
      purse,
    );
  }

  chipTray(felt) {
    this.chipButtons = felt.chips.map((value) =>
      make(
        "button",
        {
          type: "button",
          role: "radio",
          class: "chip",
          "data-chip": value,
          "aria-label": text.chip(cash(value)),
          onclick: () => this.does.chip(value),
          onpointerdown: (event) => this.drag(event, value),
          onkeydown: (event) => {
            const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
            if (!step) return;
            event.preventDefault();
            const next =
              this.chipButtons[
                (felt.chips.indexOf(value) + step + felt.chips.length) % felt.chips.length
              ];
            next.focus();
            next.click();
          },
        },
        chipFace(value),
      ),
    );
    return make(
      "div",
      { class: "tray", role: "radiogroup", "aria-label": text.chipTray },
      this.chipButtons,
    );
  }

  // A chip carried to a spot, by mouse or finger.
  drag(start, value) {
    if (start.button) return;
    let ghost = null;
    const move = (event) => {
      if (!ghost) {
        if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < 8) return;
        ghost = make("div", { class: "carried", "aria-hidden": "true" }, chipFace(value));
        document.body.append(ghost);
        this.does.chip(value);
      }
      ghost.style.setProperty("left", `${event.clientX}px`);
      ghost.style.setProperty("top", `${event.clientY}px`);
      for (const element of document.querySelectorAll(".drop-here"))
        element.classList.remove("drop-here");
      spotUnder(event)?.classList.add("drop-here");
    };
    const end = (event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      for (const element of document.querySelectorAll(".drop-here"))
        element.classList.remove("drop-here");
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

  // `acts`: [{key, label, small, main, off, does, data}] in the order they stand.
  show({
    state,
    acts,
    trouble,
    news,
    chip,
    betting,
    seated,
    chips,
    staked,
    net,
    busy,
    atOnce,
    mayGo,
  }) {
    write(this.state, state);
    write(this.trouble, trouble);
    this.trouble.hidden = !trouble;
    write(this.news, news);
    this.news.hidden = !news;
    this.showActs(acts, busy);
    this.away.forEach((button) => {
      button.hidden = !mayGo || acts.some((act) => act.key === button.dataset.do);
    });
    this.tray.hidden = !betting;
    this.atOnceLabel.hidden = !betting || atOnce === null;
    this.atOnce.checked = Boolean(atOnce);
    for (const button of this.chipButtons) {
      const chosen = Number(button.dataset.chip) === chip;
      dress(button, { "aria-checked": String(chosen), tabindex: chosen ? "0" : "-1" });
    }
    this.element.classList.toggle("seated", seated);
    this.element.classList.toggle("betting", betting);
    this.purse.hidden = !seated && net === null;
    write(this.chips, chips === null ? "" : cash(chips));
    dress(this.chips, { "data-chips": chips ?? "" });
    write(this.staked, cash(staked));
    this.netRow.hidden = net === null;
    dress(this.net, { "data-net": net, class: net > 0 ? "good" : net < 0 ? "bad" : null });
    write(this.net, net === null ? "" : signed(net));
  }

  // Buttons are kept by their key, so that what has the focus keeps it.
  showActs(acts, busy) {
    const focused = this.acts.contains(document.activeElement);
    const there = acts.map((act) => {
      let button = this.buttons.get(act.key);
      if (!button) {
        button = make(
          "button",
          { type: "button", "data-key": act.key },
          make("span", { class: "label" }),
          make("small", {}),
          make("kbd", { "aria-hidden": "true" }),
        );
        button.addEventListener("click", () => {
          if (button.getAttribute("aria-disabled") !== "true") button.does();
        });
        this.buttons.set(act.key, button);
      }
      button.does = act.does;
      const [label, small, shortcut] = button.children;
      write(label, act.label);
      write(small, act.small ?? "");
      write(shortcut, act.shortcut ?? "");
      dress(button, {
        ...act.data,
        class: act.main ? "main" : act.quiet ? "plain" : null,
        "aria-disabled": act.off || busy ? "true" : null,
        title: act.title ?? null,
      });
      return button;
    });
    const same =
      there.length === this.acts.children.length &&
      there.every((button, place) => this.acts.children[place] === button);
    if (same) return;
    const had = document.activeElement;
    this.acts.replaceChildren(...there);
    if (focused)
      (there.includes(had)
        ? had
        : (there.find((button) => button.classList.contains("main")) ?? there[0])
      )?.focus();
  }

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

  // What goes on with what the player has put together; never a choice that costs more by itself.
  pressMain() {
    const button = this.acts.querySelector(
      '[data-do="bet"]:not([aria-disabled]), [data-do="ready"]:not([aria-disabled]), ' +
        '[data-do="discard"]:not([aria-disabled]), [data-do="view"]:not([aria-disabled])',
    );
    button?.click();
    return Boolean(button);
  }
}

const spotUnder = (event) =>
  document.elementFromPoint(event.clientX, event.clientY)?.closest("pit-spot.own");
