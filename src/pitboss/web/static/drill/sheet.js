// @ts-check
// One layout to settle: its cards and stakes, and for every spot the trainee's answer. The first
// answer about a spot fixes its place in the order.
import text from "/text/drill.js";
import { card } from "../base/cards.js";
import { focusOn, make } from "../base/dom.js";
import { dollars, short } from "../base/money.js";
import { tableOf } from "../base/parts.js";
import { gradeRow, showGrades } from "./grades.js";
import { ENVY, SpotRow } from "./spot-row.js";

const cardList = (cards) => make("span", { class: "card-list" }, cards.map(card));

export class DrillSheet {
  constructor(drill, check) {
    this.drill = drill;
    this.done = false;
    this.answersByKey = new Map(); // "seat spot" → the answer, in the order of the first answers
    /** @type {Map<string, SpotRow>} */
    this.rows = new Map();
    this.left = make("p", { class: "left", role: "status" });
    this.result = make("div", { class: "stack", "aria-live": "polite", tabindex: "-1" });
    const checking = { type: "button", class: "main big", onclick: () => check() };
    this.ready = make("button", checking, text.check);
    const reset = make("button", { type: "button", onclick: () => this.reset() }, text.reset);
    this.foot = make("div", { class: "row foot" }, this.ready, reset, this.left);
    this.seats = drill.seats.map((seat) => this.seatPart(seat));
    const layout = make(
      "div",
      { class: "panel stack layout" },
      make("h2", { tabindex: "-1" }, drill.title),
      make("div", { class: "row facts-row" }, factsOf(drill)),
      paytables(drill),
    );
    const seats = this.seats.map((part) => part.element);
    this.element = make(
      "section",
      { class: "sheet stack", "aria-label": drill.title },
      this.result,
      layout,
      make("ol", { class: "plain-list seats" }, seats),
      this.foot,
    );
    this.show();
  }

  get answers() {
    return [...this.answersByKey.values()];
  }

  focus() {
    focusOn(this.element.querySelector("h2"));
  }

  seatPart(seat) {
    const place = make("span", { class: "pill", hidden: true });
    const rows = seat.spots.map((spot) => this.addRow(seat, spot));
    const head = make(
      "div",
      { class: "row" },
      make("h3", {}, text.seat(seat.seat)),
      place,
      seat.folded ? make("span", { class: "pill" }, text.folded) : null,
    );
    const spots = rows.length
      ? make("div", { class: "spots" }, rows)
      : make("p", { class: "hint" }, text.nothing);
    const element = make("li", { class: "panel seat" }, head, cardList(seat.cards), spots);
    return { seat: seat.seat, element, place };
  }

  addRow(seat, spot) {
    const key = `${seat.seat} ${spot.spot}`;
    const answer = (what, cents) => {
      if (this.done) return;
      this.answersByKey.set(key, { seat: seat.seat, spot: spot.spot, what, cents });
      this.show();
    };
    const row = new SpotRow(seat, spot, answer, () => this.focusNext());
    this.rows.set(key, row);
    return row.element;
  }

  // Focuses the next spot without an answer.
  focusNext() {
    const next = [...this.rows].find(([key]) => !this.answersByKey.has(key));
    focusOn(next ? next[1].buttons.querySelector("button") : this.ready);
  }

  reset() {
    this.answersByKey.clear();
    for (const row of this.rows.values()) row.amount.value = "";
    this.show();
  }

  show() {
    const order = this.answers.filter((answer) => answer.spot !== ENVY);
    const seatOrder = [...new Set(order.map((answer) => answer.seat))];
    for (const [key, row] of this.rows) {
      const answer = this.answersByKey.get(key);
      const own = answer ? order.filter((one) => one.seat === answer.seat) : [];
      row.show(answer?.what, own.indexOf(answer) + 1);
    }
    for (const { seat, place } of this.seats) {
      const number = seatOrder.indexOf(seat) + 1;
      place.hidden = !number;
      place.textContent = number ? text.place(number) : "";
    }
    this.left.textContent = text.left(this.rows.size - this.answersByKey.size);
  }

  grade(grades) {
    this.done = true;
    this.foot.hidden = true;
    for (const spot of grades.spots) {
      const row = this.rows.get(`${spot.seat} ${spot.spot}`);
      if (row) gradeRow(row, spot);
    }
    showGrades(this.result, grades, this.drill);
  }
}

function factsOf(drill) {
  const shared = (title, inside) => make("div", { class: "shared" }, make("b", {}, title), inside);
  const meters = Object.entries(drill.meters).map(([name, cents]) =>
    make("span", { class: "pill" }, `${name} ${dollars(cents)}`),
  );
  const { limit } = drill;
  return [
    drill.community.length ? shared(text.community, cardList(drill.community)) : null,
    drill.box.length ? shared(text.box, cardList(drill.box)) : null,
    drill.level === "everything" && meters.length ? shared(text.meters, meters) : null,
    limit ? limitLine(limit) : null,
  ];
}

function limitLine({ cents, wagers, clause }) {
  const words = text.limit(short(cents), wagers.join(", "));
  return make("p", { class: "hint" }, words, " ", make("span", { class: "clause" }, clause));
}

function paytables(drill) {
  const tables = drill.wagers.map((wager) => {
    const rows = wager.rows.map((row) => [row.hand, { num: row.pays }]);
    return tableOf([text.hand, text.pays], rows, { caption: wager.name });
  });
  const summary = make("summary", {}, text.paytables);
  return make("details", {}, summary, make("div", { class: "paytables" }, tables));
}
