// @ts-check
// Acts and their values in words, for the coach, the session page and the trainer.
import text from "/text/coach.js";
import { dollars } from "../base/money.js";

/** @typedef {Pick<Api.PricedAct, "act" | "multiple"> & { cards?: string[] }} Act */

/** @type {Record<string, string>} */
const NAMES = text.act;
/** @type {Record<string, string>} */
const DOINGS = text.doing;

/**
 * Values are fractions of a cent, rounded here; a cost that rounds to nothing is called tiny.
 * @param {{ cents: number }} value
 */
export function worth({ cents }) {
  if (cents === 0) return text.money(dollars(0));
  const amount = text.money(dollars(Math.abs(cents)));
  return cents < 0 ? text.minus(amount) : amount;
}

/** @param {{ cents: number }} value */
export function cost({ cents }) {
  if (cents === 0) return text.nothing;
  return cents < 0.5 ? text.tiny : text.money(dollars(cents));
}

/** @param {Act} act */
export function actName(act) {
  if (act.act === "discard") return text.discard(act.cards);
  const name = NAMES[act.act] ?? act.act;
  return act.multiple && act.act === "bet" ? text.bet(name, act.multiple) : name;
}

/** @param {Act} act */
export function doing(act) {
  if (act.act === "discard") return text.discarding(act.cards);
  const name = DOINGS[act.act] ?? act.act;
  return act.multiple && act.act === "bet" ? text.bet(name, act.multiple) : name;
}

/**
 * What a decision cost, in a sentence.
 * @param {Pick<Api.DecisionReview, "taken" | "best"> & { by_house?: boolean }} decision
 */
export function verdict({ taken, best, by_house: byHouse }) {
  const sentence =
    taken.cost.exact === "0"
      ? text.right(actName(taken))
      : text.wrong(actName(best), doing(taken), cost(taken.cost));
  return byHouse ? text.byHouse(sentence) : sentence;
}

/**
 * The best act, and by how much it beats the next one that is worse.
 * @param {Api.PricedAct[]} options The best first.
 */
export function betterWords(options) {
  const [best] = options;
  const next = options.find((option) => option.cost.exact !== "0");
  if (!next) return text.only(actName(best));
  const { cents } = next.cost;
  const amount =
    cents < 0.5 ? text.tiny : cents < 99.5 ? text.cents(Math.round(cents)) : cost(next.cost);
  const other = doing(next).replace(/^./, (first) => first.toLowerCase());
  return text.best(actName(best), amount, other);
}
