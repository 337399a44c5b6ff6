// @ts-check
// Typed keys survive what others do meanwhile: they are dropped only when the table no longer waits
// for them, and a count starts over only when there are other chips to count.
import text from "/text/dealer.js";
import { nothingTyped } from "./mode-parts.js";

const actOf = (state, type) => state.acts.find((one) => one.type === type);
const asText = (...values) => JSON.stringify(values);

/** @type {Record<string, (state: any) => string>} What the typed keys of each kind belong to. */
const BELONGS = {
  wagers: ({ round, phase }) => (phase === "bets" ? asText(round) : ""),
  number: ({ round, due }) => asText(round, due?.what, due?.deck),
  other: (state) => asText(state.round, actOf(state, "Shuffle")?.fields),
  reading: ({ round, entries }) => asText(round, entries.readings[0]),
  turned: ({ round, entries }) => asText(round, entries.turned, entries.again),
  report: ({ round }) => asText(round),
};

/**
 * The wagers whose chips are being counted: seat and spot of each.
 * @param {any} state
 * @param {any} felt
 */
function chipsToCount(state, felt) {
  const spots = felt.spots.filter((one) => one.collected).map((one) => one.spot);
  const rows = state.seats.map(({ seat, stakes }) => [seat, spots.filter((spot) => stakes[spot])]);
  return asText(rows.filter(([, own]) => own.length));
}

/**
 * Which typed keys still apply once the table has moved on, and what to tell the dealer.
 * @param {import("./mode-parts.js").Typing} typing
 * @param {any} before
 * @param {any} after
 * @param {any} felt
 * @returns {{ typing: import("./mode-parts.js").Typing, why: string }}
 */
export function keepTyping(typing, before, after, felt) {
  const same = (kind) => BELONGS[kind](before) === BELONGS[kind](after);
  const rest = nothingTyped();
  if (typing.report && same("report")) rest.report = typing.report;
  if (same("wagers") && BELONGS.wagers(after)) rest.seat = typing.seat;
  if (typing.storing ? same("other") : same("number")) rest.digits = typing.digits;
  rest.storing = typing.storing && same("other");
  rest.again = typing.again && same("turned");
  if (typing.again ? rest.again : same("reading")) {
    rest.cards = typing.cards;
    rest.rank = typing.rank;
  }
  if (!typing.counting || !same("wagers") || !actOf(after, "NoMoreBets")) {
    const lost = typing.counting && same("wagers");
    return { typing: rest, why: lost ? text.countOff : "" };
  }
  rest.counting = true;
  const changed = chipsToCount(before, felt) !== chipsToCount(after, felt);
  if (!changed) rest.counts = typing.counts;
  return { typing: rest, why: changed ? text.countAgain : "" };
}
