// @ts-check
// Words of the trainer.
export default /** @satisfies {Page.Text} */ ({
  title: "Trainer",
  lead:
    "Hands from the whole deck, one decision at a time. Hands you get wrong come back until " +
    "you know them. Every answer is priced exactly, at $10 a bet.",
  game: "Game",
  stage: "Stage",
  stageOption: (name, answered, right) =>
    answered ? `${name} (${right} of ${answered} right)` : name,
  question: "What do you do?",
  discardQuestion: (most) => `Choose up to ${most} cards to discard`,
  again: "You got this one wrong before",
  yourHand: "Your cards",
  community: "Community cards",
  thrown: "You discarded",
  stakes: "On the layout",
  stake: (name, amount) => `${name} $${amount}`,
  working: "Solving the game for the first time; this takes a few seconds…",
  choice: (act, amount) => `${act} $${amount}`,
  mark: (label) => `Discard ${label}`,
  discard: (n) => (n === 0 ? "Keep all" : n === 1 ? "Discard 1 card" : `Discard ${n} cards`),
  next: "Next hand",
  right: "Right.",
  rightSaid: (words) => `Right. ${words}.`,
  wrongSaid: (best, doing, cost) => `Best: ${best}. ${doing} costs ${cost}.`,
  rule: "The rule",
  ruleSaid: (when, act, number, of) =>
    `${when}: ${act} (rule ${number} of ${of} of the short list).`,
  ruleStand: "keep all",
  ruleWords: "What the words mean",
  ruleBest: "Following it is best here.",
  ruleCosts: (cost) => `Here it is slightly off: following it costs ${cost}.`,
  score: "Your score",
  answered: "Answered",
  rightShare: "Right",
  perAnswer: "Cost per answer",
  waiting: "Hands coming back",
  noScore: "Answer a few hands to see your score.",
  chartLabel: (share) =>
    `Line chart of the share of right answers among the last 20. It ends at ${share}.`,
  chartX: "Answer",
  chartY: "Right, of the last 20",
  chartLine: "Right",
  keys: {
    answer: "Choose an answer, or a card to discard",
    next: "Discard, or go to the next hand",
  },
  choose: "Choose a game and a stage",
});
