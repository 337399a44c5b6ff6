// @ts-check
// Words of the help to play well: hints, the coach, and how acts are named.
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const mark = (name) =>
  name === "JK" ? "joker" : `${name[0] === "T" ? "10" : name[0]}${SUITS[name[1]]}`;
const ACTS = {
  bet: "Bet",
  raise: "Raise",
  ride: "Let it ride",
  check: "Check",
  withdraw: "Withdraw",
  fold: "Fold",
};
const DOING = {
  bet: "Betting",
  raise: "Raising",
  ride: "Letting it ride",
  check: "Checking",
  withdraw: "Withdrawing",
  fold: "Folding",
};

export default {
  title: "Help to play well",
  money: (amount) => `$${amount}`,
  minus: (amount) => `−${amount}`,
  tiny: "less than a cent",
  nothing: "nothing",
  act: ACTS,
  doing: DOING,
  bet: (act, multiple) => `${act} ${multiple}×`,
  discard: (cards) => (cards.length ? `Discard ${cards.map(mark).join(" ")}` : "Keep all"),
  discarding: (cards) => (cards.length ? `Discarding ${cards.map(mark).join(" ")}` : "Keeping all"),
  cards: (cards) => cards.map(mark).join(" "),

  mode: "Help",
  modeHint: "Hint: ask when it is your turn. Coach: told after each decision what it cost.",
  hint: "Hint",
  hintKey: "A hint, at your turn",
  asking: "Working it out…",
  waiting: "The first answer for this game takes a few seconds.",
  none: "When it is your turn, the hint comes here.",
  off: "Help is off. Choose Hint or Coach above to have every act priced exactly.",
  best: (act, value) => `Best: ${act}, worth ${value}`,
  ties: (act) => `${act} is just as good.`,
  optionsCaption: "Every act, exactly",
  columns: { act: "Act", worth: "Worth", cost: "Costs you" },
  isBest: "best",
  more: (n) => `Show ${n} more`,
  exact: (fraction) => `exactly ${fraction} cents`,
  counted: (names) => `Counted: ${names.join(", ")}.`,
  meters: (said) => `The progressive is counted with its meters as they stand: ${said.join(", ")}.`,
  meter: (name, amount) => `${name} ${amount}`,
  apart: (names) => `Not changed by any decision, so not counted: ${names.join(", ")}.`,
  limit: (amount) => `The payout limit of ${amount} can be reached at these stakes and is counted.`,
  limitApart: (names) => `What the limit may take from ${names.join(", ")} is not counted.`,
  chips:
    "Counted with the chips you have here: later bets they cannot pay for are left out. " +
    "Buying more would change this.",
  seen: (cards) =>
    `Cards you have seen elsewhere are counted as gone: ${cards.map(mark).join(" ")}.`,

  coachTitle: "Your decisions in this round",
  coachNone: "After each of your decisions you are told here what it cost.",
  right: (act) => `Right: ${act}.`,
  wrong: (best, doing, cost) => `Best: ${best}. ${doing} cost ${cost}.`,
  byHouse: (told) => `Played for you. ${told}`,
  stageSaid: (stage, told) => `${stage}: ${told}`,
  stage: (key) => key.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase()),
  toSession: "All my decisions",
  toTrainer: "Train this game",
  trouble: "The hint could not be had.",
};
