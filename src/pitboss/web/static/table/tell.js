// @ts-check
// Events in words, for the log beside the table and for screen readers. A face-down card has no
// name here, because the house gave none.
import hands from "/text/hands.js";
import text from "/text/table.js";
import { cardLabel } from "../base/cards.js";
import { personName } from "../base/people.js";
import { cash, outcomeOf, whyOf } from "./felt/spot.js";

/** @param {string[]} names */
const open = (names) => names.filter((name) => name && name !== "??").map(cardLabel);

export class Teller {
  /**
   * @param {Page.Felt} felt
   * @param {import("./layout.js").Layout} layout
   */
  constructor(felt, layout) {
    this.felt = felt;
    this.layout = layout;
    this.names = Object.fromEntries(felt.spots.map((spot) => [spot.spot, spot.name]));
  }

  /**
   * @param {number} seat
   * @param {string} player
   */
  who(seat, player = this.layout.place(seat)?.player ?? "") {
    const own = this.layout.own;
    if (this.layout.place(seat)?.yours) return own.length > 1 ? text.yourSeat(seat) : text.you;
    return text.seatWho(seat, personName(player));
  }

  /**
   * One event as a line of the log: {words, clause, own}. Null for what needs no line.
   * @param {Api.Event} event
   */
  line(event) {
    const words = LINES[event.type]?.(this, /** @type {Required<Api.Event>} */ (event));
    if (!words) return null;
    return {
      words,
      clause: event.clause ?? "",
      own: Boolean(this.layout.place(event.seat ?? 0)?.yours),
    };
  }

  /**
   * What of an update is spoken, in order.
   * @param {Api.Event[]} events
   */
  aloud(events) {
    const lines = [];
    const drawn = [];
    for (const event of events) {
      if (event.type === "CardDealt" && /^seat/.test(event.place)) {
        if (this.layout.place(Number(event.place.slice(5)))?.yours) drawn.push(event.card);
      } else if (ALOUD.has(event.type) || this.layout.place(event.seat ?? 0)?.yours) {
        const line = this.line(event);
        if (line) lines.push(line.words);
      }
    }
    if (drawn.length) {
      const own = this.layout.own[0];
      const whole = drawn.length >= this.felt.hole;
      lines.push(
        (whole ? text.said.cards : text.said.drawn)(text.and(open(whole ? own.cards : drawn))),
      );
    }
    return lines.join(" ");
  }
}

const ALOUD = new Set([
  "BetsClosed",
  "CardsRevealed",
  "Decided",
  "Discarded",
  "SeatDropped",
  "RoundVoided",
  "AwardPending",
  "MeterPaid",
  "CardSetAside",
  "CardExposed",
  "WagerRemoved",
  "Corrected",
]);

/**
 * @callback Line
 * @param {Teller} teller
 * @param {Required<Api.Event>} event
 * @returns {string | null}
 */

/** @type {Line} */
const resultLine = (teller, event) => {
  const place = teller.layout.place(event.seat);
  const row = place?.results[event.spot];
  if (!row) return null;
  const spot = teller.names[event.spot];
  return text.said.result(
    place.yours ? spot : `${teller.who(event.seat)}: ${spot}`,
    outcomeOf(row),
    whyOf(row),
  );
};

/** @type {Record<string, Line>} */
const LINES = {
  Seated: (teller, event) => text.said.sat(personName(event.player), event.seat),
  SeatLeft: (teller, event) => text.said.left(personName(event.player), event.seat),
  BetsClosed: () => text.said.noMore,
  WagerRemoved: (teller, event) =>
    text.said.removed(teller.who(event.seat, event.player), teller.names[event.spot], event.clause),
  CardSetAside: (teller, event) => text.said.setAside(cardLabel(event.card), event.clause),
  CardExposed: (teller, event) =>
    text.said.exposed(event.seat, cardLabel(event.card), event.clause),
  CardsRevealed: (teller, event) =>
    /^seat/.test(event.place)
      ? text.said.slot(Number(event.place.slice(5)), text.and(open(event.cards)))
      : text.said.revealed(text[event.place], text.and(open(event.cards))),
  Decided: (teller, event) => {
    const who = teller.who(event.seat, event.player);
    return event.by_house
      ? text.said.house(who, text.act[event.act])
      : text.said.decided(who, text.act[event.act], event.cents ? cash(event.cents) : "");
  },
  Discarded: (teller, event) =>
    event.by_house
      ? text.said.house(teller.who(event.seat), text.discard(0, teller.felt.hole))
      : text.said.discarded(teller.who(event.seat), event.slots.length),
  SeatDropped: (teller, event) => text.said.dropped(teller.who(event.seat), text[event.why]),
  HandShown: (teller, event) => text.said.hand(teller.who(event.seat), hands.handName(event.hand)),
  Lost: resultLine,
  Paid: resultLine,
  AwardPending: resultLine,
  MeterPaid: resultLine,
  StakeReturned: resultLine,
  EnvyPaid: (teller, event) =>
    text.said.result(
      teller.who(event.seat, event.player),
      text.outcome.envy(cash(event.cents)),
      whyOf({ ...event, kind: "envy", stake: 0, paid: event.cents, net: event.cents }),
    ),
  MeterReset: (teller, event) => text.said.meterReset(event.meter, cash(event.cents)),
  Corrected: (teller, event) =>
    text.said.corrected(
      personName(event.player),
      teller.names[event.spot] ?? event.spot,
      event.round,
      cash(Math.abs(event.cents)),
      event.cents > 0,
      event.reason,
    ),
  RoundVoided: (teller, event) => text.voided(event.reason, event.clause),
};
