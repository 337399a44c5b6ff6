// @ts-check
// What is taken and paid at each spot, seat by seat in the order of settlement, to be ticked off.
import text from "/text/dealer.js";
import words from "/text/staff.js";
import { card } from "../base/cards.js";
import { $, make } from "../base/dom.js";
import { dollars } from "../base/money.js";
import { because, inChips } from "../staff/moves.js";
import { part } from "../staff/parts.js";

const PAYMENTS = ["pay", "award", "envy"];
const PHASES = ["settling", "bets"];

/** @param {string[]} [names] */
const cardsOf = (names = []) =>
  names.length ? make("p", { class: "shown-cards" }, names.map(card)) : null;

export function paymentPart(names, chips) {
  let ticks = new Set();
  let round = -1;

  function drawing(payments, phase) {
    const { moves, shown } = payments;
    if (!moves.length || !PHASES.includes(phase)) return null;
    const rows = moves.map((move, place) => [move.seat, moveRow(move, place + 1)]);
    /** @type {{ seat: number, rows: HTMLElement[] }[]} */
    const seats = [];
    for (const [seat, row] of rows) {
      if (seats.at(-1)?.seat !== seat) seats.push({ seat, rows: [] });
      seats.at(-1)?.rows.push(row);
    }
    const items = seats.map((one) => {
      const title = make("h3", {}, text.settleSeat(one.seat));
      const hand = cardsOf(shown[`seat ${one.seat}`]);
      return make("li", {}, title, hand, make("ul", { class: "plain-list" }, one.rows));
    });
    const board = cardsOf([...(shown.community ?? []), ...(shown.box ?? [])]);
    return [totalOf(moves), board, make("ol", { class: "plain-list paying" }, items)];
  }

  function totalOf(moves) {
    const sum = (kinds) =>
      moves
        .filter((move) => kinds.includes(move.what))
        .reduce((total, move) => total + move.cents, 0);
    const voided = moves.every((move) => move.what === "return");
    if (voided) return make("p", { class: "notice warn" }, text.void);
    return make(
      "p",
      { class: "total" },
      text.total(dollars(sum(PAYMENTS)), dollars(sum(["take"]))),
    );
  }

  function moveRow(move, place) {
    const id = `pay-${place}`;
    const checked = ticks.has(place);
    const onchange = ({ target }) => {
      if (target.checked) ticks.add(place);
      else ticks.delete(place);
      if (target.checked) row.dataset.state = "ticked";
      else delete row.dataset.state;
    };
    const box = make("input", { type: "checkbox", id, checked, "data-key": id, onchange });
    const paid = PAYMENTS.includes(move.what) && move.cents;
    const clause = make("span", { class: "clause" }, move.clause);
    const label = make(
      "label",
      { for: id },
      box,
      make("span", { class: "spot" }, names[move.spot] ?? words.move[move.what]),
      make("b", { class: "do" }, words.moves[move.what](dollars(move.cents))),
      paid ? make("span", { class: "in-chips" }, inChips(move.cents, chips)) : null,
      make("span", { class: "why" }, because(move), " ", clause),
    );
    const state = checked ? "ticked" : null;
    const row = make("li", { class: `move-row ${move.what}`, "data-state": state }, label);
    return row;
  }

  const body = part("", drawing, { attributes: { class: "panel payments", id: "payments" } });
  const heading = $("h2", body.element);

  // Ticks off the next move, in the order of settlement.
  function tick() {
    const next = () => $("input:not(:checked)", body.body);
    const box = next();
    if (body.element.hidden || !box) return false;
    box.click();
    (next() ?? box).focus();
    return true;
  }

  function show(payments, phase) {
    if (payments.round !== round) {
      round = payments.round;
      ticks = new Set();
    }
    heading.textContent = text.payments(Math.max(1, payments.round));
    body.show(payments, phase);
  }

  return { element: body.element, tick, show };
}
