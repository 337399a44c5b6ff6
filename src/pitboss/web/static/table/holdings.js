// @ts-check
// Asks the house what the player's cards make: the question names the cards in sight here, and the
// answer takes no others into account.
import { ask, later } from "../base/house.js";

const MAX_ANSWERS = 200;
const UNREAD = "??";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Place} Place */

/**
 * A hand in the middle of a round: what it is, what it would pay, and what can still be made.
 * @typedef {object} Holding
 * @property {string} hand
 * @property {string} pays Odds by the paytable, "" where it would pay nothing.
 * @property {boolean} complete No card is missing.
 * @property {{ hand: string, pays: string, chance: number }[]} makes The nearest first.
 * @property {{ name: string, hand: string, pays: string }[]} others Of other wagers, decided.
 * @property {Record<string, number[]>} lit Slots of the cards that make it, by place.
 */

/** @param {string} name */
const isFace = (name) => Boolean(name) && name !== UNREAD;

export class Holdings {
  /**
   * @param {Page.Felt} felt
   * @param {() => void} changed
   */
  constructor(felt, changed) {
    this.felt = felt;
    this.changed = changed;
    /** @type {Map<string, Promise<Api.Holding[]>>} */
    this.answers = new Map(); // by question
    /** @type {Map<string, string>} */
    this.questions = new Map(); // by kind and seat
    /** @type {Map<number, Api.Holding[]>} */
    this.rows = new Map(); // by seat, by wager
    /** @type {Map<number, Api.Holding[]>} */
    this.afterSwap = new Map(); // if the marked cards are swapped
  }

  /**
   * Asks about every own hand whose cards have changed.
   * @param {Layout} layout
   * @param {Set<number>} marks
   * @param {number} discarding The seat that marks cards, or 0.
   */
  update(layout, marks, discarding) {
    for (const place of layout.own) {
      this.settle(layout, place);
      if (place.seat !== discarding || !marks.size) this.afterSwap.delete(place.seat);
      else this.look(this.afterSwap, this.question(layout, place, marks), place.seat, "swap ");
    }
  }

  /**
   * Resolves once the answer about one own hand has arrived or the request has failed.
   * @param {Layout} layout
   * @param {Place} place
   */
  settle(layout, place) {
    if (!place.cards.some(isFace)) {
      this.rows.delete(place.seat);
      this.questions.delete(`${place.seat}`);
      return Promise.resolve();
    }
    return this.look(this.rows, this.question(layout, place), place.seat);
  }

  /**
   * @param {Map<number, Api.Holding[]>} rows
   * @param {string} question
   * @param {number} seat
   * @param {string} [kind]
   */
  async look(rows, question, seat, kind = "") {
    const at = `${kind}${seat}`;
    if (this.questions.get(at) === question && rows.has(seat)) return;
    this.questions.set(at, question);
    let answer = this.answers.get(question);
    if (!answer) {
      // After the frame is drawn: a request costs as much as drawing a seat.
      answer = later(0).then(() =>
        ask.get(`/api/tables/${this.felt.table.id}/holding?${question}`),
      );
      if (this.answers.size >= MAX_ANSWERS) this.answers.clear();
      this.answers.set(question, answer);
    }
    try {
      const list = await answer;
      if (this.questions.get(at) !== question) return;
      rows.set(seat, list);
    } catch {
      this.answers.delete(question); // the page already says that the connection is lost
      rows.delete(seat);
    }
    this.changed();
  }

  /**
   * @param {Layout} layout
   * @param {Place} place
   * @param {Set<number>} [marks]
   */
  question(layout, place, marks = new Set()) {
    const { hole, community, box } = this.felt;
    /**
     * @param {string[]} cards
     * @param {number} size
     */
    const named = (cards, size) =>
      Array.from({ length: size }, (_, slot) => (isFace(cards[slot]) ? cards[slot] : UNREAD));
    const own = named(place.cards, hole).map((name, slot) => (marks.has(slot) ? UNREAD : name));
    const others = [...layout.places.values()].filter((one) => one !== place);
    const elsewhere = [...others.flatMap(({ cards }) => cards), ...goneFrom(place, own)].filter(
      isFace,
    );
    const parts = {
      hole: own,
      community: named(layout.community, community),
      box: named(layout.box, box),
      elsewhere,
    };
    const lists = Object.entries(parts).map(([name, cards]) => [name, cards.join()]);
    return new URLSearchParams(lists.filter(([, cards]) => cards)).toString();
  }

  /**
   * What a seat holds for the wager that the player is deciding on.
   * @param {number} seat
   * @param {string} [spotInTurn]
   * @returns {Holding | null}
   */
  of(seat, spotInTurn) {
    const rows = this.rows.get(seat) ?? [];
    const { spots, wagers } = this.felt;
    /** @param {string | undefined} key */
    const rootOf = (key) => {
      const wager = wagers.find((one) => one.wager === key);
      return wager?.pays_as || wager?.wager;
    };
    const required = new Set(spots.filter((one) => one.required).map(({ wager }) => rootOf(wager)));
    const wagerInTurn = rootOf(spots.find((one) => one.spot === spotInTurn)?.wager);
    const own = rows.filter((row) => required.has(row.wager));
    const open = own.find((row) => row.missing > 0);
    const main = own.find((row) => row.wager === wagerInTurn) ?? open ?? this.widest(own);
    if (!main) return null;
    const others = own
      .filter((row) => row !== main && row.missing === 0 && row.pays)
      .map(({ wager, hand, pays }) => ({
        name: wagers.find((one) => one.wager === wager)?.name ?? wager,
        hand,
        pays,
      }));
    const swapped = this.afterSwap.get(seat) ?? [];
    return {
      hand: main.hand,
      pays: main.pays,
      complete: main.missing === 0,
      makes: chancesOf(longest([main, ...(main.missing ? [] : swapped)])),
      others,
      lit: main.lit,
    };
  }

  /**
   * The hand with the most cards; the first of several.
   * @param {Api.Holding[]} rows
   */
  widest(rows) {
    /** @param {Api.Holding} row */
    const size = ({ wager }) =>
      Object.values(this.felt.wagers.find((one) => one.wager === wager)?.on ?? {}).flat().length;
    return [...rows].sort((one, other) => size(other) - size(one))[0];
  }

  /**
   * The rows of the paytables that an own hand is paid by as it is, and those out of its reach.
   * @param {number} seat
   */
  reach(seat) {
    const rows = this.rows.get(seat) ?? [];
    const now = rows.filter((row) => row.pays);
    return {
      now: now.map(({ wager, pays, clause }) => ({ wager, odds: pays, clause })),
      never: rows.flatMap(({ wager, rows: list }) =>
        list.filter(({ ways }) => !ways).map(({ pays, clause }) => ({ wager, odds: pays, clause })),
      ),
    };
  }
}

/**
 * Own cards that a player has seen and no longer holds.
 * @param {Place} place
 * @param {string[]} own
 */
function goneFrom(place, own) {
  const names = [...place.hands.flat(), ...place.cards].filter(isFace);
  const counts = new Map(names.map((name) => [name, 0]));
  // The two jokers share a name, so each name counts as often as it occurs in any one hand.
  for (const hand of [...place.hands, place.cards])
    for (const name of counts.keys()) {
      const times = hand.filter((one) => one === name).length;
      counts.set(name, Math.max(counts.get(name) ?? 0, times));
    }
  return [...counts].flatMap(([name, times]) => {
    const left = times - own.filter((one) => one === name).length;
    return Array.from({ length: Math.max(0, left) }, () => name);
  });
}

/** @param {Api.Holding[]} rows */
const longest = (rows) => [...rows].sort((one, other) => other.rows.length - one.rows.length)[0];

/**
 * Better hands than the one held, the nearest first.
 * @param {Api.Holding} holding
 */
function chancesOf({ rows, total, clause }) {
  const place = rows.findIndex((row) => row.clause === clause);
  return rows
    .slice(0, place < 0 ? rows.length : place)
    .filter(({ ways }) => ways > 0)
    .reverse()
    .map(({ hand, pays, ways }) => ({ hand, pays, chance: ways / total }));
}
