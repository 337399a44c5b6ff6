// @ts-check
// One spot of a drill: take, push or pay, and how much.
import text from "/text/drill.js";
import { make } from "../base/dom.js";
import { short } from "../base/money.js";

export const ENVY = "envy";
const centsOf = (value) => Math.round(Number(value || 0) * 100);

export class SpotRow {
  // `answer(what, cents)` records the answer; `next` moves on to another spot.
  constructor(seat, spot, answer, next) {
    const envy = spot.spot === ENVY;
    const name = envy ? text.envy : spot.name;
    this.answer = answer;
    this.amount = make("input", {
      type: "number",
      min: "0",
      step: "0.01",
      inputmode: "decimal",
      "aria-label": text.amount(name, seat.seat),
      oninput: () => {
        if (this.amount.value !== "") answer("pay", centsOf(this.amount.value));
      },
      onkeydown: (event) => {
        if (event.key !== "Enter") return;
        next();
        event.preventDefault();
      },
    });
    const take = this.button("take", envy ? text.none : text.take);
    const push = envy ? null : this.button("push", text.push);
    const pay = this.button("pay", text.pay);
    this.buttons = make("div", { class: "row picks" }, take, push, pay, this.amount);
    this.number = make("span", { class: "order", hidden: true });
    this.verdict = make("div", { class: "verdict" });
    const collected = spot.collected ? `, ${text.collected}` : "";
    const stake = `${envy ? "" : text.stake(short(spot.cents))}${collected}`;
    const about = make(
      "div",
      { class: "about" },
      this.number,
      make("b", {}, name),
      " ",
      envy ? null : make("span", { class: "clause" }, stake),
    );
    const label = text.spotAt(name, seat.seat);
    const attributes = { class: "spot", role: "group", "aria-label": label };
    this.element = make("div", attributes, about, this.buttons, this.verdict);
  }

  button(what, label) {
    const onclick = () => {
      this.answer(what, what === "pay" ? centsOf(this.amount.value) : 0);
      if (what === "pay") this.amount.focus();
      else this.amount.value = "";
    };
    const attributes = { "data-what": what, "aria-pressed": "false", onclick };
    return make("button", { type: "button", ...attributes }, label);
  }

  // The answer, if any, and its place in the order of its seat; 0 for none.
  show(what, place) {
    for (const button of this.buttons.querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(what === button.dataset.what));
    this.number.hidden = !place;
    this.number.textContent = place ? text.place(place) : "";
    this.number.title = place ? text.placed(place) : "";
  }
}
