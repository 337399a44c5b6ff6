// @ts-check
// What lies on the felt: a fold of the table's events, corrected by each view. A finished round
// stays on the felt until its places are cleared. Every amount comes from the house.

/**
 * The result of one spot.
 * @typedef {object} Result
 * @property {string} spot
 * @property {string} kind
 * @property {number} stake
 * @property {number} paid
 * @property {number} net
 * @property {string} hand
 * @property {string} odds
 * @property {string} clause
 * @property {number} cut
 * @property {number} [won]
 * @property {string} [limit]
 * @property {string} [meter]
 * @property {number} [holder] The seat whose hand earned an envy bonus.
 */

const PLACE = /^seat (\d+)$/;
/** @param {string} place */
const seatNumber = (place) => Number(PLACE.exec(place)?.[1] ?? 0);

/** @typedef {ReturnType<typeof emptyPlace>} Place */

/** @param {number} seat */
export const emptyPlace = (seat) => ({
  seat,
  player: "",
  yours: false,
  /** @type {Record<string, number>} */
  stakes: {},
  /** @type {Record<string, boolean>} */
  collected: {},
  /** @type {string[]} */
  cards: [],
  folded: "",
  dropped: "",
  byHouse: "",
  hand: "",
  /** @type {Record<string, Result>} */
  results: {},
  /** @type {Result[]} */
  envy: [],
  /** @type {Record<string, number>} */
  withdrawn: {},
  discarded: 0,
  /** @type {string[][]} */
  hands: [], // as they were before each discard
  finished: false,
});

export class Layout {
  /** @param {Page.Felt} felt */
  constructor(felt) {
    this.felt = felt;
    const numbers = Array.from({ length: felt.seats }, (_, place) => place + 1);
    this.places = new Map(numbers.map((number) => [number, emptyPlace(number)]));
    /** @type {string[]} */
    this.community = [];
    /** @type {string[]} */
    this.box = [];
    this.round = 0;
    this.rack = 0; // cards that went there in this round
    this.over = false; // a finished round lies on the felt
    /** @type {{ reason: string, clause: string } | null} */
    this.voided = null;
    this.settling = 0; // the seat being settled
    /** @type {Record<string, number>} */
    this.resets = {}; // meters won in this round → what they start from again
  }

  /**
   * One of the table's seats.
   * @param {number} seat
   */
  place(seat) {
    return /** @type {Place} */ (this.places.get(seat));
  }

  get own() {
    return [...this.places.values()].filter((place) => place.yours);
  }

  // Removes the cards and results of the last round.
  clear() {
    for (const place of this.places.values()) this.clearPlace(place);
    Object.assign(this, {
      community: [],
      box: [],
      rack: 0,
      over: false,
      voided: null,
      settling: 0,
      resets: {},
    });
  }

  /** @param {Place} place */
  clearPlace(place) {
    const { seat, player, yours } = place;
    Object.assign(place, emptyPlace(seat), { player, yours });
  }

  /** @param {Api.Event} event */
  apply(event) {
    const place = this.places.get(event.seat ?? seatNumber(event.place ?? ""));
    HANDLERS[event.type]?.(this, /** @type {Required<Api.Event>} */ (event), place);
  }

  /**
   * Takes everything from the view except what remains of the previous round.
   * @param {Page.View} view
   */
  agree(view) {
    const seats = new Map(view.seats.map((seat) => [seat.seat, seat]));
    for (const place of this.places.values()) {
      const seat = seats.get(place.seat);
      if (!seat || (place.player && place.player !== seat.player)) this.clearPlace(place);
      place.player = seat?.player ?? "";
      place.yours = seat?.yours ?? false;
      if (!seat || place.finished) continue;
      place.stakes = { ...seat.stakes };
      place.cards = [...seat.cards];
      place.folded = seat.folded;
      place.dropped = seat.dropped;
    }
    if (this.over) return;
    this.round = view.round;
    this.community = [...view.community];
    this.box = [...view.box];
  }

  /**
   * Starts from a view alone, on arrival or after a long absence.
   * @param {Page.View} view
   */
  begin(view) {
    const same =
      view.round === this.round ||
      (this.over && view.round === this.round + 1 && view.phase === "bets");
    if (!same) this.clear();
    this.agree(view);
  }

  // What the round brought to the player's own seats; null while it goes on, or without a bet.
  get net() {
    const rows = this.own.flatMap((place) => [...Object.values(place.results), ...place.envy]);
    return this.over && rows.length ? rows.reduce((sum, row) => sum + row.net, 0) : null;
  }
}

/**
 * @param {Layout} layout
 * @param {Place} place
 * @param {string} spot
 * @param {Omit<Result, "spot">} result
 */
function settle(layout, place, spot, result) {
  delete place.stakes[spot];
  place.results[spot] = { spot, ...result };
  layout.settling = place.seat;
}

/**
 * All discards go to the rack before the first card is drawn (D8).
 * @param {Layout} layout
 */
function gather(layout) {
  for (const place of layout.places.values()) {
    layout.rack += place.discarded;
    place.discarded = 0;
  }
}

/**
 * The cards of a place: of the community, the box or a seat.
 * @param {Layout} layout
 * @param {string} place
 */
function cardsAt(layout, place) {
  if (place === "community") return layout.community;
  if (place === "box") return layout.box;
  return layout.place(seatNumber(place))?.cards;
}

/**
 * @param {Layout} layout
 * @param {Required<Api.Event>} event
 */
function turnUp(layout, event) {
  const cards = cardsAt(layout, event.place);
  event.slots.forEach((slot, n) => {
    if (cards) cards[slot] = event.cards[n];
  });
}

/**
 * An event has the fields of its type.
 * @type {Record<string, (layout: Layout, event: Required<Api.Event>, place: any) => void>}
 */
const HANDLERS = {
  Seated(layout, event, place) {
    layout.clearPlace(place);
    place.player = event.player;
  },
  SeatLeft(layout, event, place) {
    layout.clearPlace(place);
    place.player = "";
    place.yours = false;
  },
  WagerPlaced(layout, event, place) {
    if (place.finished) layout.clearPlace(place);
    if (event.cents) place.stakes[event.spot] = event.cents;
    else delete place.stakes[event.spot];
  },
  BetsClosed(layout) {
    if (layout.over) layout.clear();
  },
  StakeCollected(layout, event, place) {
    place.stakes[event.spot] = event.cents;
    place.collected[event.spot] = true;
  },
  WagerRemoved(layout, event, place) {
    delete place.stakes[event.spot];
  },
  CardDealt(layout, event, place) {
    const cards = cardsAt(layout, event.place);
    if (!cards) {
      layout.rack += 1;
      return;
    }
    if (place?.discarded) gather(layout);
    while (cards.length < event.slot) cards.push("");
    cards[event.slot] = event.card;
  },
  CardSetAside(layout) {
    layout.rack += 1;
  },
  CardsRevealed: turnUp,
  CardExposed(layout, event, place) {
    place.cards[event.slot] = event.card;
  },
  Decided(layout, event, place) {
    if (event.by_house) place.byHouse = event.act;
    if (event.act === "fold") place.folded = event.stage;
    if (event.act === "withdraw") {
      delete place.stakes[event.spot];
      place.withdrawn[event.spot] = event.cents;
    } else if (event.cents) place.stakes[event.spot] = event.cents;
  },
  Discarded(layout, event, place) {
    if (event.by_house) place.byHouse = "discard";
    place.hands.push([...place.cards]);
    for (const slot of event.slots) place.cards[slot] = "";
    place.discarded += event.slots.length;
  },
  EntryRetracted(layout, event, place) {
    if (event.act === "fold") place.folded = "";
    for (const [spot, cents] of Object.entries(event.back)) {
      place.stakes[spot] = cents;
      delete place.results[spot];
    }
    if (event.act === "withdraw") {
      place.stakes[event.spot] = event.cents;
      delete place.withdrawn[event.spot];
    } else if (event.cents) delete place.stakes[event.spot];
    if (event.act === "discard") {
      place.discarded -= place.cards.filter((card) => card === "").length;
      place.cards = place.hands.pop() ?? place.cards.map((card) => card || "??");
    }
  },
  SettlementBegun: gather,
  SeatDropped(layout, event, place) {
    place.dropped = event.why;
  },
  HandShown(layout, event, place) {
    place.cards = [...event.cards];
    place.hand = event.hand;
    layout.settling = place.seat;
  },
  Lost(layout, event, place) {
    settle(layout, place, event.spot, {
      kind: "lost",
      stake: event.cents,
      paid: 0,
      net: -event.cents,
      hand: event.reason,
      odds: "",
      clause: event.clause,
      cut: 0,
    });
  },
  Paid(layout, event, place) {
    const stake = place.stakes[event.spot] ?? event.returned;
    const kind = event.won ? "won" : event.cut ? "cut" : "push";
    settle(layout, place, event.spot, {
      kind,
      stake,
      won: event.won,
      paid: event.won + event.returned,
      net: event.won + event.returned - stake,
      hand: event.hand,
      odds: event.odds,
      clause: event.clause,
      cut: event.cut,
      limit: layout.felt.limit_clause,
    });
  },
  AwardPending(layout, event, place) {
    const stake = place.stakes[event.spot] ?? 0;
    place.results[event.spot] = {
      spot: event.spot,
      kind: "pending",
      stake,
      paid: 0,
      net: 0,
      hand: event.hand,
      odds: event.odds,
      clause: event.clause,
      cut: 0,
    };
    layout.settling = place.seat;
  },
  MeterPaid(layout, event, place) {
    const stake = place.stakes[event.spot] ?? 0;
    settle(layout, place, event.spot, {
      kind: "meter",
      stake,
      paid: event.cents,
      net: event.cents - stake,
      hand: event.hand,
      odds: event.odds,
      clause: event.clause,
      cut: 0,
      meter: event.meter,
    });
  },
  MeterReset(layout, event) {
    layout.resets[event.meter] = event.cents;
  },
  EnvyPaid(layout, event, place) {
    place.envy.push({
      spot: "envy",
      kind: "envy",
      holder: event.holder,
      stake: 0,
      paid: event.cents,
      net: event.cents,
      hand: event.hand,
      odds: "",
      clause: event.clause,
      cut: 0,
    });
  },
  StakeReturned(layout, event, place) {
    settle(layout, place, event.spot, {
      kind: "returned",
      stake: event.cents,
      paid: event.cents,
      net: 0,
      hand: "",
      odds: "",
      clause: event.clause,
      cut: 0,
    });
  },
  RoundEnded(layout, event) {
    finish(layout, event.round);
  },
  RoundVoided(layout, event) {
    finish(layout, layout.round);
    layout.voided = { reason: event.reason, clause: event.clause };
  },
};

/**
 * @param {Layout} layout
 * @param {number} round
 */
function finish(layout, round) {
  layout.over = true;
  layout.round = round;
  layout.settling = 0;
  for (const place of layout.places.values())
    if (place.cards.length || Object.keys(place.results).length) place.finished = true;
}
