// @ts-check
// Words of the playing help: hints, the coach, and how acts are named.
/** @type {Record<string, string>} */
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const mark = (/** @type {any} */ name) =>
  name === "JK" ? "joker" : `${name[0] === "T" ? "10" : name[0]}${SUITS[name[1]]}`;
const ACTS = {
  bet: "Bet",
  raise: "Raise",
  ride: "Let it ride",
  check: "Check",
  withdraw: "Take back",
  fold: "Fold",
};
const DOING = {
  bet: "Betting",
  raise: "Raising",
  ride: "Letting it ride",
  check: "Checking",
  withdraw: "Taking it back",
  fold: "Folding",
};

export default /** @satisfies {Page.Text} */ ({
  title: "Playing help",
  money: (amount) => `$${amount}`,
  minus: (amount) => `−${amount}`,
  tiny: "less than a cent",
  nothing: "nothing",
  act: ACTS,
  doing: DOING,
  bet: (act, multiple) => `${act} ${multiple}×`,
  discard: (cards) => (cards.length ? `Swap ${cards.map(mark).join(" ")}` : "Keep all"),
  discarding: (cards) => (cards.length ? `Swapping ${cards.map(mark).join(" ")}` : "Keeping all"),
  cards: (cards) => cards.map(mark).join(" "),

  mode: "Help",
  modeHint: "Hint: ask on your turn. Coach: see what each decision cost.",
  hint: "Hint",
  hintKey: "A hint, on your turn",
  asking: "Calculating…",
  waiting: "The first answer for this game takes a few seconds.",
  none: "The hint appears here on your turn.",
  off: "Help is off. Choose Hint or Coach above to see the exact value of every act.",
  best: (act, amount, other) => `${act}: ${amount} better than ${other}`,
  only: (act) => `${act}: nothing is better`,
  cents: (amount) => `${amount} ¢`,
  ties: (act) => `${act} is just as good.`,
  optionsCaption: "Every act and its exact value",
  columns: { act: "Act", worth: "On average", cost: "Costs you" },
  isBest: "best",
  more: (n) => `Show ${n} more`,
  exact: (fraction) => `exactly ${fraction} cents`,
  counted: (names) => `Included: ${names.join(", ")}.`,
  meters: (levels) => `The progressive is valued at its current meters: ${levels.join(", ")}.`,
  meter: (name, amount) => `${name} ${amount}`,
  apart: (names) => `Not included, since no decision affects them: ${names.join(", ")}.`,
  limit: (amount) => `Includes the payout limit of ${amount}, which these stakes can reach.`,
  limitApart: (names) => `Does not include what the limit may take from ${names.join(", ")}.`,
  chips:
    "Assumes only the chips you have here: later bets you cannot afford are left out. " +
    "Buying more would change this.",
  seen: (cards) => `Cards you have seen elsewhere count as gone: ${cards.map(mark).join(" ")}.`,

  coachTitle: "Your decisions in this round",
  coachNone: "The cost of each of your decisions appears here.",
  right: (act) => `Right: ${act}.`,
  wrong: (best, doing, cost) => `Best: ${best}. ${doing} cost ${cost}.`,
  byHouse: (verdict) => `Played for you. ${verdict}`,
  stageSaid: (stage, verdict) => `${stage}: ${verdict}`,
  stage: (key) =>
    key.replaceAll("-", " ").replace(/^./, (/** @type {any} */ first) => first.toUpperCase()),
  toSession: "All my decisions",
  toTrainer: "Train this game",
  trouble: "No hint is available right now.",
});
