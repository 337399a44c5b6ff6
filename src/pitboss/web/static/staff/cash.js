// @ts-check
// What a request for cash or for the cage's own chips asks for, in words.
import words from "/text/staff.js";
import { dollars } from "../base/money.js";

/** @type {Record<string, string>} */
const CHIPS = words.chipKinds;
export const HOUSE = "house"; // stands for the table where a request is about none

/** @param {any} act A command of the type Cash or Bankroll. */
export function houseAct({ type, cents, name, currency }) {
  const sum = dollars(Math.abs(cents));
  if (type === "Cash") return (cents < 0 ? words.cashOut : words.cashIn)(sum, name);
  return (cents < 0 ? words.cageOut : words.cageIn)(sum, CHIPS[currency]);
}
