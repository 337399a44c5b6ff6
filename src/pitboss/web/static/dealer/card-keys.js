// @ts-check
// Cards as a dealer types them: a rank, then a suit. `1` and `10` are the ten, `x` is a joker.

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const TEN_KEY = "1";
const WHOLE = /^([2-9TJQKA][cdhs]|JK)$/; // one tap, or a scanner

/**
 * What one key does to a card. A second rank replaces the first; a key that can neither begin nor
 * finish a card is stray.
 * @param {string} rank The rank that waits for its suit, or "".
 * @param {string} key
 * @param {boolean} jokers Whether the deck has jokers.
 * @returns {{ rank: string, card?: string, stray?: boolean }}
 */
export function cardKey(rank, key, jokers) {
  if (WHOLE.test(key)) return { rank: "", card: key };
  const big = key.toUpperCase();
  const small = key.toLowerCase();
  if (rank && SUITS.includes(small)) return { rank: "", card: rank + small };
  if (key === TEN_KEY || (key === "0" && rank === "T")) return { rank: "T" };
  if (RANKS.includes(big)) return { rank: big };
  if (big === "X" && jokers) return { rank: "", card: "JK" };
  return { rank, stray: true };
}
