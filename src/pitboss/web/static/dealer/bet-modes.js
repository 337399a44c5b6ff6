// @ts-check
// The keys while wagers are open, and those that count chips at "no more bets".
import text from "/text/dealer.js";
import words from "/text/staff.js";
import { short } from "../base/money.js";
import { DONE, digitKeys, isDigit, keyOf, retraction, stray } from "./mode-parts.js";

const CHIP_KEYS = ["q", "w", "e", "r", "t"];

const bet = (seat, stakes) => ({ type: "Bet", seat, stakes });
const patron = (seat) => ({ type: "Sit", seat, player: `seat-${seat}` });

export function betsMode(desk) {
  const { state, typing, felt } = desk;
  const seats = everySeat(desk);
  const close = state.acts.find((one) => one.type === "NoMoreBets");
  const last = asLast(seats);
  const seat = seats.find((one) => one.seat === typing.seat);
  const keys = [
    last.length ? keyOf("l", text.asLast(last.length)) : null,
    ...seats.map((one) => keyOf(String(one.seat), words.seat(one.seat), seatState(one, typing))),
    ...(seat ? seatKeys(desk, seat) : []),
    close ? keyOf("n", words.act.NoMoreBets(), { main: true }) : null,
  ];
  return {
    name: "bets",
    hint: seat ? text.chipsTo(seat.seat) : text.betsHow,
    keys: keys.filter(Boolean),
    press(key) {
      if (key === "l") return last.length ? { send: last } : stray(text.noLast);
      if (key === "n" && close) return closeBets(desk, close);
      if (isDigit(key)) return chooseSeat(desk, Number(key));
      return seat ? chipKey(desk, seat, key) : stray(text.betsHow);
    },
  };
}

// Every seat of the layout; at a free one the dealer may seat a patron without a device.
const everySeat = ({ state, felt }) =>
  Array.from({ length: felt.seats }, (_, n) => {
    const free = { seat: n + 1, player: "", by_hand: true, stakes: {}, last: {} };
    return state.seats.find((one) => one.seat === n + 1) ?? free;
  });

const seatState = (one, typing) => ({ pressed: one.seat === typing.seat, off: !one.by_hand });

const actsOf = (state, type, seat) =>
  state.acts.filter((one) => one.type === type && one.fields.seat === seat.seat);

const seatKeys = ({ felt, state }, seat) => [
  ...felt.chips
    .slice(0, CHIP_KEYS.length)
    .map((cents, n) => keyOf(CHIP_KEYS[n], short(cents), { chip: true })),
  ...(Object.keys(state.entries.side).length ? [keyOf("b", text.allSides)] : []),
  keyOf("Backspace", text.takeBack),
  ...(actsOf(state, "BuyIn", seat).length ? [keyOf("i", text.buyIn)] : []),
  ...(actsOf(state, "Leave", seat).length ? [keyOf("x", text.leaves)] : []),
];

// The last stakes again, for every seat that the dealer enters for and that has no chips down yet.
const asLast = (seats) =>
  seats
    .filter((one) => one.player && one.by_hand && Object.keys(one.last).length)
    .filter((one) => !Object.keys(one.stakes).length)
    .map((one) => bet(one.seat, one.last));

function chooseSeat(desk, number) {
  const { typing } = desk;
  const seat = everySeat(desk).find((one) => one.seat === number);
  if (!seat) return stray(text.noSuchSeat(number));
  if (!seat.by_hand) return stray(text.ownDevice(number));
  typing.seat = number;
  return DONE;
}

function chipKey({ state, typing, felt }, seat, key) {
  const { required, side } = state.entries;
  const first = seat.player ? [] : [patron(seat.seat)];
  if (key === "Escape") {
    typing.seat = 0;
    return DONE;
  }
  if (key === "Backspace") {
    const none = Object.fromEntries(Object.keys(seat.stakes).map((spot) => [spot, 0]));
    return Object.keys(none).length ? { send: [bet(seat.seat, none)] } : stray();
  }
  if (key === "b") {
    if (!Object.keys(side).length) return stray(text.noSides);
    const missing = Object.keys(required).filter((spot) => !(spot in seat.stakes));
    const base = Object.fromEntries(missing.map((spot) => [spot, required[spot]]));
    return { send: [...first, bet(seat.seat, { ...base, ...side })] };
  }
  const [leaves] = actsOf(state, "Leave", seat);
  if (key === "x" && leaves) return { perform: { choice: leaves, fields: leaves.fields } };
  const purchases = actsOf(state, "BuyIn", seat);
  if (key === "i" && purchases.length) return { offer: purchases };
  const chip = felt.chips[CHIP_KEYS.indexOf(key)];
  if (!chip) return stray();
  const stakes = Object.keys(required).map((spot) => [spot, (seat.stakes[spot] ?? 0) + chip]);
  return { send: [...first, bet(seat.seat, Object.fromEntries(stakes))] };
}

// "No more bets" of the opening wagers, with a count for each wager whose chips are collected.
function closeBets({ typing }, close) {
  if (!countsOf(close).length) return { perform: { choice: close, fields: close.fields } };
  typing.counting = true;
  typing.counts = [];
  return DONE;
}

const countsOf = (choice) => {
  const want = choice.wants.find((one) => one.what === "counts" && !one.optional);
  return want ? Object.entries(want.of) : [];
};

export function countsMode({ state, typing }) {
  const choice = state.acts.find((one) => one.type === "NoMoreBets");
  const wagers = choice ? countsOf(choice) : [];
  const next = wagers[typing.counts.length];
  return {
    name: "counts",
    hint: next ? text.countChips(next[1]) : "",
    keys: [...digitKeys(0, 9), keyOf("Escape", text.backToBets)],
    press(key) {
      if (key === "Escape" || !next) {
        typing.counting = false;
        return DONE;
      }
      if (key === "Backspace") {
        typing.counts.pop();
        return DONE;
      }
      if (!isDigit(key)) return stray(text.countChips(next[1]));
      typing.counts.push(Number(key));
      if (typing.counts.length < wagers.length) return DONE;
      const chips = Object.fromEntries(wagers.map(([wager], n) => [wager, typing.counts[n]]));
      typing.counting = false;
      return { perform: { choice, fields: { ...choice.fields, chips } } };
    },
  };
}

// A later "no more bets", which collects nothing.
export function callMode({ state }) {
  const choice = state.acts.find((one) => one.type === "NoMoreBets");
  return {
    name: "call",
    hint: "",
    keys: choice ? [keyOf("n", words.act.NoMoreBets(), { main: true })] : [],
    press(key) {
      if (choice && key === "n") return { perform: { choice, fields: choice.fields } };
      return retraction(state, key) ?? stray();
    },
  };
}
