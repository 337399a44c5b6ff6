// @ts-check
// The keys of a report about the cards: `!`, its place, then how many cards lie there, or F and the
// card that cannot be there.
import text from "/text/dealer.js";
import words from "/text/staff.js";
import { cardKey } from "./card-keys.js";
import { DONE, digitKeys, isDigit, keyOf, stray } from "./mode-parts.js";

const PLACE_KEYS = { c: "community", b: "box" };
const placeOf = (key) => PLACE_KEYS[key] ?? `seat ${key}`;
const keyOfPlace = (place) => (place.startsWith("seat ") ? place.slice(5) : place[0]);
const formsOf = (state, type) => state.acts.filter((one) => one.type === type);

export function reportMode(desk) {
  const { state, typing } = desk;
  const { place, foreign } = typing.report;
  const at = (one) => one.fields.place === place;
  const number = formsOf(state, "ReportWrongNumber").find(at);
  const card = formsOf(state, "ReportForeignCard").find(at);
  if (!number) return placeMode(desk);
  return foreign && card ? foreignMode(desk, card) : numberMode(desk, number, card);
}

function placeMode({ state, typing }) {
  const places = formsOf(state, "ReportWrongNumber").map((one) => one.fields.place);
  return {
    name: "report",
    hint: text.reportPlace,
    keys: places.map((place) => keyOf(keyOfPlace(place), words.place(place))),
    press(key) {
      if (!places.includes(placeOf(key))) return stray(text.reportPlace);
      typing.report.place = placeOf(key);
      return DONE;
    },
  };
}

function numberMode({ typing }, choice, card) {
  const hint = text.reportNumber(words.place(typing.report.place));
  const other = card ? [keyOf("f", text.reportForeign)] : [];
  return {
    name: "report",
    hint,
    keys: [...digitKeys(0, 9), ...other],
    press(key) {
      if (key === "f" && card) {
        typing.report.foreign = true;
        return DONE;
      }
      if (!isDigit(key)) return stray(hint);
      typing.report = null;
      return { perform: { choice, fields: { ...choice.fields, cards: Number(key) } } };
    },
  };
}

// Any card may be named, a joker too: the house knows which cannot be there.
function foreignMode({ typing }, choice) {
  const hint = text.reportCard(words.place(typing.report.place));
  return {
    name: "report",
    hint,
    keys: [],
    places: [choice.fields],
    press(key) {
      const { rank, card, stray: bad } = cardKey(typing.report.rank, key, true);
      if (bad) return stray(text.strayCard);
      typing.report.rank = rank;
      if (!card) return DONE;
      typing.report = null;
      return { perform: { choice, fields: { ...choice.fields, card } } };
    },
  };
}
