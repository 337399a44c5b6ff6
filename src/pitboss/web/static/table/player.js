// @ts-check
// The player at this table: the last view, the bets being drafted, and the commands sent to the
// house. What the player can do is in actions.js.
import text from "/text/table.js";
import { Refused, command, store } from "../base/house.js";
import { bindActions } from "./actions.js";
import { Draft, total } from "./draft.js";
import { Holdings } from "./holdings.js";
import { Layout } from "./layout.js";
import { actsOf, stateOf, subOf } from "./moment.js";
import { sound } from "./sound.js";
import { Warning } from "./warn.js";

// Milliseconds until an answered command counts as done, even if its update has not come.
const MAX_WAIT_MS = 3000;

/**
 * What the felt is drawn from.
 * @typedef {object} FeltModel
 * @property {number} turn The seat to decide, or 0.
 * @property {string | undefined} spotInTurn The spot of the decision.
 * @property {number} settling The seat being settled, or 0.
 * @property {boolean} betting
 * @property {boolean} closed Bets are closed.
 * @property {Draft} draft
 * @property {Set<number>} marks Slots of the cards to discard.
 * @property {number} discarding The seat that discards, or 0.
 * @property {boolean} several The player has more than one seat.
 * @property {boolean} mine The player has a seat.
 * @property {import("./holdings.js").Holdings} holdings What the player holds.
 * @property {(number: number) => boolean} canSit
 */

/**
 * What the dock is drawn from.
 * @typedef {object} DockModel
 * @property {string} state What the table waits for, in words.
 * @property {string} sub A second line about it.
 * @property {import("./moment.js").Offer[]} acts
 * @property {string} trouble
 * @property {string} news
 * @property {number} chip The denomination in hand, in cents.
 * @property {boolean} betting
 * @property {boolean} seated
 * @property {number | null} chips
 * @property {number} stake
 * @property {number | null} net
 * @property {boolean} busy
 * @property {boolean} mayGo
 * @property {boolean | null} atOnce Null at a table that has no such choice.
 */

export class Player {
  /**
   * @param {{ felt: Page.Felt, me: Page.Here | null, say: (words: string) => void,
   *   changed: () => void }} page
   */
  constructor({ felt, me, say, changed }) {
    this.felt = felt;
    this.me = me;
    this.say = say;
    this.changed = changed;
    this.id = felt.table.id;
    this.layout = new Layout(felt);
    this.draft = new Draft(felt);
    /** @type {Page.View | null} */
    this.view = null;
    /** @type {Page.Update | null} */
    this.update = null; // the last one
    /** @type {number | null} */
    this.deadline = null;
    this.busy = false;
    this.ready = false;
    this.trouble = "";
    this.news = ""; // good news, shown once
    /** @type {Set<number>} */
    this.marks = new Set();
    this.chip = felt.chips.find((value) => value >= felt.minimum) ?? felt.chips[0];
    this.last = {
      stakes: store.get(`bets.${felt.game}`, null),
      sides: store.get(`sides.${felt.game}`, null),
    };
    /** @type {boolean | null} */
    this.dealsAtOnce = store.get("atOnce", null); // null until the player has chosen
    this.warning = new Warning(felt);
    /** @type {{ update: (update: Page.Update) => void } | null} */
    this.help = null;
    this.holdings = new Holdings(felt, changed);
    this.collect = () => {};
    this.focusSpots = () => {};
    /** @type {{ seq: number, resolve: () => void }[]} */
    this.waiters = [];
    /** @type {(() => void)[]} */
    this.presses = []; // made while a command was on its way
    this.actions = bindActions(this);
  }

  get own() {
    return this.view?.seats.filter((seat) => seat.yours) ?? [];
  }

  get betting() {
    return Boolean(this.view?.bets.length) && this.own.length > 0;
  }

  get myTurn() {
    return this.own.some((seat) => seat.seat === this.view?.turn);
  }

  // If the player is alone with practice chips, nobody else has to bet, so the bet deals.
  get atOnce() {
    const { mode, currency } = this.felt.table;
    const alone = this.view?.seats.every((seat) => seat.yours) ?? false;
    if (mode !== "self-dealt") return false;
    return this.dealsAtOnce ?? (alone && currency === "practice");
  }

  get spotInTurn() {
    return this.view?.choices[0]?.spot;
  }

  // A name for the decision before the player; "" when there is none.
  get turnName() {
    const { view } = this;
    if (!view || !this.myTurn) return "";
    return [view.round, view.turn, this.spotInTurn ?? "", view.discards].join(" ");
  }

  /** @param {Page.Update} update */
  take(update) {
    const before = this.view;
    const { view, events } = update;
    this.update = update;
    this.view = view;
    this.deadline = update.deadline;
    if (!before || before.round !== view.round || view.phase !== "bets") this.ready = false;
    if (view.phase !== "bets") this.draft.forget();
    this.warning.prepare(this.turnName);
    if (view.discards === null || before?.turn !== view.turn) this.marks = new Set();
    // Another tab has changed the bets: this one goes on from there.
    for (const event of events)
      if (event.type === "WagerPlaced" && this.layout.place(event.seat)?.yours && !this.busy)
        this.draft.boxes.delete(event.seat);
    if (events.length) this.trouble = "";
    for (const waiter of this.waiters.splice(0))
      if (update.seq >= waiter.seq) waiter.resolve();
      else this.waiters.push(waiter);
  }

  /** @param {number} number */
  canSit(number) {
    if (!this.view || this.me?.role !== "player") return false;
    if (this.view.seats.some((seat) => seat.seat === number)) return false;
    const own = this.own.map((seat) => seat.seat);
    const beside = own.some((seat) => Math.abs(seat - number) === 1);
    return !own.length || (own.length < this.felt.boxes && beside);
  }

  /** @returns {FeltModel} */
  feltModel() {
    const { view, layout, own } = this;
    return {
      turn: view?.turn ?? 0,
      spotInTurn: this.spotInTurn,
      settling: view?.turn ? 0 : layout.settling,
      betting: this.betting,
      closed: view?.phase !== "bets",
      draft: this.draft,
      marks: this.marks,
      discarding: view?.discards != null && this.myTurn ? view.turn : 0,
      several: own.length > 1,
      mine: own.length > 0,
      holdings: this.holdings,
      canSit: (number) => this.canSit(number),
    };
  }

  /** @returns {DockModel} */
  dockModel() {
    const viewer = /** @type {import("./moment.js").Viewer} */ (this);
    const { view, own } = viewer;
    const idle = own.every((seat) => !Object.keys(seat.stakes).length && !seat.cards.length);
    return {
      state: stateOf(viewer),
      sub: subOf(viewer),
      acts: actsOf(viewer),
      trouble: this.trouble,
      news: this.news,
      chip: this.chip,
      betting: this.betting,
      seated: own.length > 0,
      chips: view.chips,
      stake: this.stake,
      net: this.layout.net,
      busy: this.busy,
      mayGo: own.length > 0 && (view.phase === "bets" || idle),
      atOnce: this.felt.table.mode === "self-dealt" ? this.atOnce : null,
    };
  }

  // What lies on the table at the player's own seats.
  get stake() {
    return this.own.reduce((sum, seat) => sum + total(seat.stakes), 0);
  }

  // What will lie there once the draft is placed.
  get draftStake() {
    const { boxes } = this.draft;
    /** @param {Api.SeatView} seat */
    const stakeOf = ({ seat, stakes }) =>
      boxes.has(seat) ? this.draft.total(seat) : total(stakes);
    return this.own.reduce((sum, seat) => sum + stakeOf(seat), 0);
  }

  /**
   * Last time's side bets that a seat does not have yet.
   * @param {number} seat
   * @returns {import("./draft.js").Stakes}
   */
  sidesFor(seat) {
    const placed = this.own.find((one) => one.seat === seat)?.stakes ?? {};
    const now = this.draft.boxes.has(seat) ? this.draft.of(seat) : placed;
    if (!this.draft.open.every((spot) => !spot.required || now[spot.spot])) return {};
    const sides = Object.entries(this.draft.sides(this.last.sides ?? {}));
    return Object.fromEntries(sides.filter(([key]) => !now[key]));
  }

  /**
   * Sends a command until it is answered; a refusal says why, with its clause.
   * @param {Page.Command} what
   */
  async send(what) {
    if (this.busy) return false;
    this.busy = true;
    this.trouble = "";
    this.news = "";
    this.changed();
    try {
      const { seq } = await command(this.id, what);
      await this.reach(seq);
      return true;
    } catch (error) {
      const refused = error instanceof Refused;
      sound.refused();
      this.trouble = refused
        ? [error.message, error.problem.what_to_do].filter(Boolean).join(": ")
        : String(error);
      return false;
    } finally {
      this.busy = false;
      this.changed();
      setTimeout(() => this.catchUp()); // after the rest of this action
    }
  }

  /**
   * A chip pressed while a command is on its way waits for the answer. Returns whether it waits.
   * @param {() => void} press
   */
  postpone(press) {
    if (this.busy) this.presses.push(press);
    return this.busy;
  }

  catchUp() {
    while (this.presses.length && !this.busy) {
      const press = this.presses.shift();
      if (this.betting) press?.();
      else this.warn(text.said.tooLate);
    }
  }

  /**
   * A command is over when its update has arrived: until then nothing else is offered.
   * @param {number} seq
   */
  reach(seq) {
    if (this.update && this.update.seq >= seq) return null;
    return new Promise((resolve) => {
      this.waiters.push({ seq, resolve: () => resolve(true) });
      setTimeout(resolve, MAX_WAIT_MS);
    });
  }

  /**
   * @param {string} words
   * @param {string} news
   */
  warn(words, news = "") {
    if (words) sound.refused();
    this.trouble = words;
    this.news = news;
    this.say(words || news);
    this.changed();
  }

  /**
   * Starts a draft; the cards of a finished round are collected first.
   * @param {number} seat
   */
  begin(seat) {
    if (this.view && this.layout.over) {
      this.collect();
      this.layout.agree(this.view);
    }
    this.draft.begin(seat, this.own.find((one) => one.seat === seat)?.stakes ?? {});
  }

  async place() {
    for (const { seat, stakes } of this.own) {
      if (!this.draft.changed(seat, stakes)) continue;
      const next = { ...this.draft.of(seat) };
      if (!(await this.send(this.draft.command(seat, stakes)))) return false;
      if (total(next)) this.remember(next);
      this.draft.boxes.delete(seat);
    }
    this.draft.forget();
    this.changed();
    return true;
  }

  /** @param {import("./draft.js").Stakes} stakes */
  remember(stakes) {
    this.last.stakes = stakes;
    store.set(`bets.${this.felt.game}`, stakes);
    const sides = this.draft.sideStakes(stakes);
    if (!total(sides)) return;
    this.last.sides = sides;
    store.set(`sides.${this.felt.game}`, sides);
  }
}
