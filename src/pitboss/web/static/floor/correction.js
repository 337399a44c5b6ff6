// @ts-check
// Asks for a correction of one payment. Its round, seat, player and spot come from the record.
import text from "/text/floor.js";
import words from "/text/staff.js";
import { make } from "../base/dom.js";
import { ask } from "../base/house.js";
import { dollars } from "../base/money.js";
import { confirm, field, notice, select } from "../base/parts.js";

// Resolves to the command to approve, or null when the person changes their mind.
export async function askCorrection(table, names) {
  const sum = make("input", { type: "number", step: "0.01", required: true });
  const reason = make("input", { maxlength: 200, required: true });
  const which = make("div", {});
  let moves = [];
  let pick = select([], "");
  const onchange = () => load(Number(round.value));
  const round = make("input", { type: "number", min: "1", step: "1", onchange });

  async function load(number) {
    const payments = await ask.get(`/api/tables/${table}/payments?round=${number}`);
    const isPayment = (/** @type {Api.Move} */ move) =>
      move.spot in names && !["waits", "undo"].includes(move.what);
    moves = payments.moves.filter(isPayment);
    round.value = String(payments.round);
    const options = moves.map((move, place) => {
      const amount = words.moves[move.what](dollars(move.cents));
      return [String(place), text.paymentIs(move.seat, move.player, names[move.spot], amount)];
    });
    pick = select(options, "0");
    which.replaceChildren(moves.length ? field(text.payment, pick) : notice(text.noRound));
  }

  await load(0);
  const body = [
    make("p", {}, text.correctHow),
    field(text.roundNo, round),
    which,
    field(text.dollars, sum),
    field(text.reason, reason),
  ];
  const options = { body, cancel: words.notNow, value: "do", wide: true };
  const sure = await confirm(text.correction, text.ask, options);
  const move = moves[Number(pick.value)];
  if (!sure || !move) return null;
  const { seat, player, spot } = move;
  const cents = Math.round(Number(sum.value) * 100);
  const command = { type: "Correct", round: Number(round.value), seat, player, spot, cents };
  return { ...command, reason: reason.value.trim() };
}
