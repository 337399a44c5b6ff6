// @ts-check
// Each game in one sentence, by its key; a game of the house's own is described by its cards.
/** @type {Record<string, string>} */
const AIM = {
  "mississippi-stud":
    "Two cards of yours, three on the table. Bet as they turn; jacks or better pay.",
  "let-it-ride": "Three bets down, two of them yours to take back. A pair of tens or better pays.",
  "235-stud": "Bet on your two cards, then three, then five. Each hand pays by itself.",
  "double-draw": "Five cards; swap up to three of them, twice. Two pair or better pays.",
};

export default /** @satisfies {Page.Text} */ ({
  aimOf: (game, { hole, community }) =>
    AIM[game] ??
    (community
      ? `${hole} cards of yours and ${community} on the table, against the paytable.`
      : `${hole} cards of yours, against the paytable.`),
});
