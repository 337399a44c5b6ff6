// What is taken and paid at each spot, seat by seat in the order of settlement, to be ticked off.
import text from "/text/dealer.js";
import words from "/text/staff.js";
import { make } from "../base/dom.js";
import { dollars } from "../base/money.js";
import { because, inChips } from "../staff/moves.js";
import { part } from "../staff/parts.js";

const PAID = ["pay", "award", "envy"];

export function paymentPart(names, chips) {
  let ticked = new Set();
  let round = -1;
  const drawn = part(
    "",
    (payments, phase) => {
      if (!payments.moves.length || !["settling", "bets"].includes(phase)) return null;
      const seats = [];
      for (const move of payments.moves) {
        if (seats.at(-1)?.seat !== move.seat) seats.push({ seat: move.seat, moves: [] });
        seats.at(-1).moves.push(move);
      }
      const sum = (kinds) =>
        payments.moves
          .filter((move) => kinds.includes(move.what))
          .reduce((all, move) => all + move.cents, 0);
      const voided = payments.moves.every((move) => move.what === "return");
      let place = 0;
      return [
        voided
          ? make("p", { class: "notice warn" }, text.void)
          : make("p", { class: "total" }, text.total(dollars(sum(PAID)), dollars(sum(["take"])))),
        make(
          "ol",
          { class: "bare paying" },
          seats.map((seat) =>
            make(
              "li",
              {},
              make("h3", {}, text.settleSeat(seat.seat)),
              make(
                "ul",
                { class: "bare" },
                seat.moves.map((move) => {
                  place += 1;
                  return moveRow(move, place);
                }),
              ),
            ),
          ),
        ),
      ];
    },
    { attributes: { class: "panel payments", id: "payments" } },
  );
  const heading = drawn.element.querySelector("h2");

  function moveRow(move, place) {
    const id = `pay-${place}`;
    const box = make("input", {
      type: "checkbox",
      id,
      checked: ticked.has(place),
      "data-key": id,
      onchange: (event) => {
        if (event.target.checked) ticked.add(place);
        else ticked.delete(place);
        event.target.closest("li").classList.toggle("ticked", event.target.checked);
      },
    });
    return make(
      "li",
      { class: `move-row ${move.what}${ticked.has(place) ? " ticked" : ""}` },
      make(
        "label",
        { for: id },
        box,
        make("span", { class: "spot" }, names[move.spot] ?? words.move[move.what]),
        make("b", { class: "do" }, words.moves[move.what](dollars(move.cents))),
        PAID.includes(move.what) && move.cents
          ? make("span", { class: "in-chips" }, inChips(move.cents, chips))
          : null,
        make(
          "span",
          { class: "why" },
          because(move),
          " ",
          make("span", { class: "clause" }, move.clause),
        ),
      ),
    );
  }

  // The next one not done yet, in the order of settlement.
  function tick() {
    const box = drawn.body.querySelector("input:not(:checked)");
    if (drawn.element.hidden || !box) return false;
    box.click();
    (drawn.body.querySelector("input:not(:checked)") ?? box).focus();
    return true;
  }

  return {
    element: drawn.element,
    tick,
    show: (payments, phase) => {
      if (payments.round !== round) {
        round = payments.round;
        ticked = new Set();
      }
      heading.textContent = text.payments(Math.max(1, payments.round));
      drawn.show(payments, phase);
    },
  };
}
