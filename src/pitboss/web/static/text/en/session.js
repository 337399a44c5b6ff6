// @ts-check
// Words of the page on which a player looks back.
export default /** @satisfies {Page.Text} */ ({
  title: "My play",
  lead:
    "Your results, broken down: what best play would expect, what was luck, and what " +
    "mistakes cost.",
  noPlayer:
    "Sit at a table as a guest or with your account; your rounds are reviewed here afterwards.",
  toLobby: "To the tables",
  none: "No finished rounds yet. Play a few, then come back.",
  since: "Rounds from",
  sinceChoices: { day: "the last 24 hours", week: "the last 7 days", all: "all time" },
  currency: "Chips",
  currencies: { practice: "Practice chips", real: "Real chips" },
  looking: (n) => `${n} ${n === 1 ? "round" : "rounds"} still to be reviewed…`,
  working: "Solving the game for the first time; this takes a few seconds…",
  result: "Result",
  expected: "Expected by best play",
  luck: "Luck",
  mistakes: "Mistakes",
  rounds: "Rounds",
  decisions: "Decisions",
  rightOf: (right, all) => `${right} of ${all} right`,
  noDecision: "none yet",
  luckSaid: (amount, good) => (good ? `Luck gave you ${amount}.` : `Luck took ${amount}.`),
  mistakesSaid: (amount) => `Mistakes cost you ${amount}.`,
  noMistakes: "No mistake so far.",
  chartTitle: "Your result against expectation",
  chartLabel: (result, expected, spread) =>
    `Line chart over the rounds. Your result ends at ${result}, best play would have ` +
    `expected ${expected}, give or take ${spread}.`,
  finding: (amount, above, inside, rounds) =>
    `After ${rounds} rounds you are ${amount} ${above ? "above" : "below"} what best play ` +
    "expects: " +
    (inside ? "an ordinary effect of chance." : "unusual, even for chance."),
  chartX: "Rounds",
  outside: "unusual: fewer than 1 in 20 get here",
  lines: { result: "Your result", expected: "Expected by best play", band: "19 in 20 end inside" },
  bandLow: "Band from",
  bandHigh: "Band to",
  luckTitle: "Luck and mistakes, added up",
  luckFinding: (luck, mistakes) =>
    `Luck brought ${luck} so far, mistakes ${mistakes}. Luck evens out in the long run; ` +
    "mistakes do not.",
  byGame: "By game",
  byStage: "By stage",
  game: "Game",
  stage: "Stage",
  right: "Right",
  wrong: "Wrong",
  each: "Cost each",
  costliest: "Costliest mistakes",
  costliestNone: "None: every decision was the best one.",
  mistakeAt: (table, round) => `${table}, round ${round}`,
  replay: "In words",
  replayOf: (where) => `In words: ${where}`,
  steps: "Step by step",
  stepsOf: (where) => `Step by step: ${where}`,
  replayTitle: (table, round) => `${table}, round ${round}`,
  replayText: "The round in words",
  training: "Training",
  train: "Train",
  trainStage: (game, stage) => `Train ${game}, ${stage}`,
  how: "How this is calculated",
  howText: [
    "Expected is the average result of best play at your stakes, meters and chips, before " +
      "a card is dealt.",
    "A mistake costs the difference between your act and the best one, given what you " +
      "could see. Decisions that the clock made for you count too.",
    "Luck is the rest, to the fraction of a cent: result = expected + luck − mistakes. " +
      "Envy is expected as if the other seats played optimally.",
    "The band is two standard deviations wide on each side, for best play at your stakes, as " +
      "if the wagers of a round shared no cards.",
    "Voided rounds, and rounds a seat was dropped from, are left out.",
  ],
});
