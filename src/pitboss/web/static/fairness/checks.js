// @ts-check
// Derives every deck of a round's record in this browser and compares it with what was dealt.
import text from "/text/fairness.js";
import { commitmentOf, orderOf, unhex } from "./proof.js";

/**
 * @typedef {{ seed: string, commitment: string, player_seeds: string[], decks: string[][],
 *   unshuffled: string[], answers: boolean, shuffles: boolean[] }} ShuffleRecord
 * @typedef {{ words: string, holds: boolean }} Check
 */

/**
 * @param {string[]} one
 * @param {string[]} other
 */
const same = (one, other) =>
  one.length === other.length && one.every((name, place) => name === other[place]);

/**
 * The checks in their order, and the decks as derived here.
 * @param {ShuffleRecord} record
 * @param {string | null} earlier A commitment that this browser noted before the round.
 */
export async function checkRecord(record, earlier = null) {
  const seed = unhex(record.seed);
  /** @type {Check[]} */
  const checks = [{ words: text.hash, holds: (await commitmentOf(seed)) === record.commitment }];
  if (earlier) checks.push({ words: text.sameAsNoted, holds: earlier === record.commitment });
  /** @type {string[][]} */
  const decks = [];
  for (const [place, deck] of record.decks.entries()) {
    const order = await orderOf(seed, place + 1, record.player_seeds, deck.length);
    const names = order.map((/** @type {number} */ at) => record.unshuffled[at]);
    decks.push(names);
    checks.push({ words: text.deck(place + 1), holds: same(names, deck) });
  }
  return { checks, decks, good: checks.every(({ holds }) => holds) };
}
