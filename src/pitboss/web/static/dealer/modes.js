// @ts-check
// What each key does at the moment: the keys act on what is due. A mode says which keys it takes
// and what a key leads to; the desk carries it out. Nothing here knows a rule: the house says what
// is due, who may choose what, and which faces are unread.
import text from "/text/dealer.js";
import words from "/text/staff.js";
import { label } from "../staff/acts.js";
import { betsMode, callMode, countsMode } from "./bet-modes.js";
import { cardsMode, settleMode } from "./card-modes.js";
import {
  DONE,
  digitKeys,
  isDigit,
  keyOf,
  plainMode,
  required,
  retraction,
  stray,
} from "./mode-parts.js";
import { reportMode } from "./report-mode.js";

const DEALER_MODES = {
  bet: betsMode,
  "no more bets": (desk) => (desk.state.phase === "bets" ? betsMode(desk) : callMode(desk)),
  deal: dealMode,
  decide: choiceMode,
  discard: discardMode,
  reveal: (desk) => (unread(desk) ? cardsMode(desk) : plainMode(desk)),
  "show hand": cardsMode,
  settle: settleMode,
};

const unread = (desk) => desk.state.entries.readings[0]?.places.length > 0;

/** @typedef {import("./mode-parts.js").Outcome} Outcome */

/**
 * @param {{ state: any, typing: import("./mode-parts.js").Typing, felt: any, role: string }} desk
 * @returns {{ name: string, hint: string, keys: any[], press: (key: string) => Outcome,
 *   places?: any[] }}
 */
export function modeOf(desk) {
  const { state, typing, role } = desk;
  if (!state) return silent("");
  if (typing.report) return reportMode(desk);
  const what = state.due?.what ?? "";
  if (what === "read the hand" && unread(desk)) return cardsMode(desk);
  if (role !== "dealer") return floorMode(desk);
  if (typing.counting) return countsMode(desk);
  const number = numberWanted(state) ?? (typing.storing ? numberOf(storing(state)) : null);
  if (number) return numberMode(desk, number);
  const mode = (DEALER_MODES[what] ?? plainMode)(desk);
  const stores = storing(state) && STORES_IN.includes(mode.name);
  return stores ? { ...mode, keys: [...mode.keys, keyOf("s", text.store)] } : mode;
}

const silent = (hint) => ({ name: "", hint, keys: [], press: () => stray() });

// A floorperson does what is due, and reopens the seat that was settled last.
function floorMode(desk) {
  const mode = plainMode(desk);
  const reopen = desk.state.acts.filter((one) => one.type === "ReopenSeat");
  if (!reopen.length) return mode;
  return {
    ...mode,
    keys: [...mode.keys, keyOf("o", label(reopen[0]))],
    press: (key) => (key === "o" ? { offer: reopen } : mode.press(key)),
  };
}

// The one number that an act still needs: the stub, or what a device counted.
const NUMBERED = ["count stub", "shuffle"];
const numberOf = (choice) => {
  const wants = choice?.wants.filter(required) ?? [];
  const [want] = wants;
  return wants.length === 1 && want.what === "number" && want.suggested === null
    ? { choice, want }
    : null;
};
const numberWanted = (state) =>
  NUMBERED.includes(state.due?.what)
    ? numberOf(state.acts.find((one) => one.due && one.wants.some(required)))
    : null;

// The other deck is shuffled in the device during the round, beside what is due.
const storing = (state) =>
  state.phase !== "bets" && state.due?.what !== "shuffle"
    ? state.acts.find((one) => one.type === "Shuffle" && one.fields.device)
    : undefined;

/** @returns {import("./mode-parts.js").Outcome | null} */
export function storeKey({ state, typing }, name) {
  const choice = storing(state);
  if (!choice || !STORES_IN.includes(name)) return null;
  if (!numberOf(choice)) return { perform: { choice, fields: choice.fields } };
  typing.storing = true;
  return DONE;
}
const STORES_IN = ["deal", "choice", "discard", "call", "device"];

function numberMode({ typing }, { choice, want }) {
  const length = Math.min(2, String(want.most).length);
  return {
    name: "number",
    hint: text.number(words.want[want.field], length),
    keys: digitKeys(0, 9),
    press(key) {
      if (key === "Backspace") {
        typing.digits = typing.digits.slice(0, -1);
        return DONE;
      }
      if (key === "Escape" && typing.storing) {
        typing.storing = false;
        return DONE;
      }
      if (!isDigit(key)) return stray(text.number(words.want[want.field], length));
      typing.digits += key;
      if (typing.digits.length < length) return DONE;
      const number = Number(typing.digits);
      typing.digits = "";
      typing.storing = false;
      return { perform: { choice, fields: { ...choice.fields, [want.field]: number } } };
    },
  };
}

function dealMode({ state }) {
  const faceUp = state.acts.filter((one) => one.type === "ReportFaceUp");
  const keys = [keyOf("d", words.act.Deal({}), { main: true })];
  if (faceUp.length) keys.push(keyOf("u", words.act.ReportFaceUp()));
  return {
    name: "deal",
    hint: text.dealHow,
    keys,
    press(key) {
      if (key === "d" || key === " ") return { send: [{ type: "Deal" }] };
      if (key === "u" && faceUp.length) return { offer: faceUp };
      return retraction(state, key) ?? stray();
    },
  };
}

// The seats whose choice the dealer enters, up to the first that has a device of its own.
function byHand({ seats, entries: { rest } }) {
  const own = rest.findIndex((number) => !seats.find((one) => one.seat === number)?.by_hand);
  return own < 0 ? rest : rest.slice(0, own);
}

function choiceMode({ state }) {
  const { entries } = state;
  const { choice, rest } = entries;
  const seats = byHand(state);
  if (!choice || !seats.length) return ownDevice(state);
  const { accept, decline, spot, multiples } = choice;
  const act = (seat, name, multiple = 1) => ({ type: "Act", seat, act: name, multiple, spot });
  const goOn = multiples.map((n) => keyOf(String(n), text.goOn(accept, multiples.length, n)));
  const keys = [
    ...goOn,
    keyOf("0", text.decline[decline]),
    keyOf("a", text.restGoOn(text.acts[accept]), { main: true }),
    keyOf("z", text.restDecline(text.acts[decline])),
  ];
  return {
    name: "choice",
    hint: text.seatDecides(rest[0]),
    keys: entries.retract ? [...keys, keyOf("Backspace", text.retract(entries.retract))] : keys,
    press(key) {
      if (key === "a") return { send: seats.map((n) => act(n, accept, multiples[0])) };
      if (key === "z") return { send: seats.map((n) => act(n, decline)) };
      if (key === "0") return { send: [act(seats[0], decline)] };
      if (multiples.includes(Number(key))) return { send: [act(seats[0], accept, Number(key))] };
      return retraction(state, key) ?? stray();
    },
  };
}

function discardMode({ state }) {
  const { entries } = state;
  const [seat] = byHand(state);
  if (entries.discards === null || !seat) return ownDevice(state);
  const most = entries.discards;
  const back = entries.retract ? [keyOf("Backspace", text.retract(entries.retract))] : [];
  return {
    name: "discard",
    hint: text.seatDiscards(seat),
    keys: [...digitKeys(0, most), ...back],
    press(key) {
      if (isDigit(key) && Number(key) <= most)
        return { send: [{ type: "Discard", seat, number: Number(key) }] };
      return retraction(state, key) ?? stray(text.discardMost(most));
    },
  };
}

const ownDevice = (state) => ({
  name: "device",
  hint: text.ownDevice(state.entries.rest[0] ?? 0),
  keys: [],
  press: (key) => retraction(state, key) ?? stray(text.ownDevice(state.entries.rest[0] ?? 0)),
});
