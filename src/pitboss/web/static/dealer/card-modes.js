// @ts-check
// The keys while cards are turned up: typing a card turns it, and the first card of the next hand
// reports that the previous seat is settled.
import text from "/text/dealer.js";
import words from "/text/staff.js";
import { cardLabel } from "../base/cards.js";
import { cardKey } from "./card-keys.js";
import { DONE, keyOf, plainMode, retraction, stray } from "./mode-parts.js";

const CLEARING = [keyOf("Backspace", text.lastCard), keyOf("Escape", text.clearHand)];

export function cardsMode(desk) {
  const { state } = desk;
  const [reading] = state.entries.readings;
  if (!reading?.places.length) return plainMode(desk);
  return {
    name: "cards",
    hint: turnWords(reading),
    keys: CLEARING,
    places: reading.places,
    press: (key) => pressCard(desk, reading, key),
  };
}

const turnWords = ({ command, seat, places }) => {
  if (command === "ReadHand") return text.readAgain(seat);
  if (seat) return text.turnHand(seat, places.length);
  return text.turnPlace(words.place(places[0].place), places.length);
};

const commandOf = ({ command, seat }, cards) =>
  seat ? { type: command, seat, cards } : { type: command, cards };

function pressCard(desk, reading, key) {
  const { state, typing } = desk;
  if (key === "Escape") return clear(typing);
  if (key === "Backspace") return undo(state, typing);
  const { rank, card, stray: bad } = cardKey(typing.rank, key, state.jokers);
  if (bad) return stray(text.strayCard);
  typing.rank = rank;
  return card ? addCard(desk, reading, card) : DONE;
}

// Adds the card, and sends the whole hand once every place is filled.
export function addCard({ state, typing }, reading, card) {
  const place = placeOf(state, typing, reading, card);
  if (place) return stray(text.liesElsewhere(cardLabel(card), place));
  typing.cards.push(card);
  if (typing.cards.length < reading.places.length) return DONE;
  const { cards } = typing;
  typing.cards = [];
  typing.again = false;
  return { send: [commandOf(reading, cards)] };
}

// Where a card already lies face up, or "". Jokers are not checked: the two look alike.
function placeOf(state, typing, reading, card) {
  if (card === "JK") return "";
  if (typing.cards.includes(card)) return text.thisHand;
  const place = state.entries.faces[card] ?? "";
  const own = reading.places.some((one) => one.place === place);
  return !place || (own && typing.again) ? "" : words.place(place);
}

function clear(typing) {
  if (typing.rank) typing.rank = "";
  else if (typing.cards.length) typing.cards = [];
  else if (typing.again) typing.again = false;
  else return stray(text.nothingTyped);
  return DONE;
}

function undo(state, typing) {
  if (typing.rank) typing.rank = "";
  else if (typing.cards.length) typing.cards.pop();
  else return retraction(state, "Backspace") ?? stray(text.nothingTyped);
  return DONE;
}

// A hand is read, or a shoe has read them all: Space or the next hand's first card settles it.
export function settleMode(desk) {
  const { state, typing } = desk;
  const { readings, turned, again } = state.entries;
  if (turned && typing.again)
    return againMode(desk, { command: "ShowHand", seat: turned, places: again });
  const [current, next] = readings;
  const limit = state.physical && next ? (current?.seat ?? 0) : 0;
  const settle = { type: "Settle", seat: limit };
  const goesOn = keyOf(" ", words.act.Settle(), { main: true });
  const reopen = keyOf("Escape", text.readAnew(turned));
  return {
    name: "settle",
    hint: turned ? text.settleSeatNow(turned, next?.seat ?? 0) : "",
    keys: turned ? [goesOn, reopen] : [goesOn],
    places: next?.places.length ? next.places : undefined,
    press(key) {
      if (key === " " || key === "n") return { send: [settle] };
      if (key === "Escape" && typing.rank) return clear(typing);
      if (key === "Escape" && turned) {
        typing.again = true;
        return DONE;
      }
      if (!next?.places.length) return stray();
      const { rank, card, stray: bad } = cardKey(typing.rank, key, state.jokers);
      if (bad) return stray(text.strayCard);
      typing.rank = rank;
      if (!card) return DONE;
      const place = placeOf(state, typing, next, card);
      if (place) return stray(text.liesElsewhere(cardLabel(card), place));
      return { send: [settle], cards: [card] };
    },
  };
}

function againMode(desk, reading) {
  return {
    name: "cards",
    hint: turnWords(reading),
    keys: CLEARING,
    places: reading.places,
    press: (key) => pressCard(desk, reading, key),
  };
}
