// @ts-check
// Before a mistake: what an act costs on average, from the house's exact values. They are fetched
// at the start of a turn, so that a right act goes through without a wait.
import text from "/text/table.js";
import { ask } from "../base/house.js";
import { short } from "../base/money.js";
import { dialog } from "../base/parts.js";
import { settings } from "../base/settings.js";

const MAX_WAIT_MS = 4000; // for the values; after that the act is done without them
const RETRY_MS = 500;
const MIN_CENTS = 0.5; // a cost that is shown as a cent

/** @typedef {{ act: string, multiple?: number, slots?: number[] }} Act */

export class Warning {
  /** @param {Page.Felt} felt */
  constructor(felt) {
    this.id = felt.table.id;
    this.turn = "";
    /** @type {Promise<Api.Hint | null> | null} */
    this.hint = null;
  }

  /**
   * @param {string} turn A name for the player's turn, "" when it is another's.
   */
  prepare(turn) {
    if (turn === this.turn) return;
    this.turn = turn;
    this.hint = turn && settings.get("warn") === "on" ? this.fetch() : null;
  }

  /**
   * Asks again while the house solves the game, for as long as the turn lasts.
   * @returns {Promise<Api.Hint | null>}
   */
  async fetch() {
    const { turn } = this;
    while (turn && turn === this.turn) {
      const hint = await ask.get(`/api/tables/${this.id}/hint`).catch(() => null);
      if (!hint?.working) return hint;
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY_MS);
      });
    }
    return null;
  }

  /**
   * Resolves to whether the act is to be done: it costs nothing, or the player is sure.
   * @param {Act} act
   */
  async allows(act) {
    if (settings.get("warn") !== "on" || !this.turn) return true;
    const late = new Promise((resolve) => {
      setTimeout(() => resolve(null), MAX_WAIT_MS);
    });
    const hint = await Promise.race([this.hint ?? this.fetch(), late]);
    const option = hint?.options?.find((/** @type {Api.PricedAct} */ one) => same(one, act));
    const cents = option?.cost.cents ?? 0;
    if (cents < MIN_CENTS) return true;
    const amount =
      cents < 100 ? text.cents(Math.round(cents)) : text.money(short(Math.round(cents)));
    const actions = [
      { label: text.warnBack, value: "", kind: "main" },
      { label: text.warnGo, value: "go" },
    ];
    const value = await dialog({ title: text.warnTitle, body: text.warnCost(amount), actions });
    return value === "go";
  }
}

/**
 * @param {Api.PricedAct} option
 * @param {Act} act
 */
function same(option, { act, multiple = 0, slots = [] }) {
  if (option.act !== act) return false;
  const sorted = (/** @type {number[]} */ list) => [...list].sort().join();
  return option.slots.length || slots.length
    ? sorted(option.slots) === sorted(slots)
    : option.multiple === 0 || option.multiple === multiple;
}
