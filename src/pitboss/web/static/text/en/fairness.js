// @ts-check
// Words of the fairness page.
export default /** @satisfies {Page.Text} */ ({
  title: "Fairness",
  lead:
    "The house cannot choose your cards after it has seen your bets, and neither can you. " +
    "Here is why, and how to check it yourself.",
  how: "How a shuffle is proved",
  steps: [
    [
      "The house commits",
      "When a round ends, the seed of the next one is drawn: 32 random bytes. Its " +
        "SHA-256 hash, the commitment, is published and chained into the table's log " +
        "before anyone can bet. A hash cannot be turned back into its seed, and no other " +
        "seed can be found for it.",
    ],
    [
      "You can add your own seed",
      "Until “no more bets” every player can add a seed. It changes the whole shuffle in a " +
        "way that nobody, not even the house, can predict.",
    ],
    [
      "The seeds give the deck",
      "Seed, number of the shuffle and players' seeds make a key; the key makes a stream " +
        "of numbers; the stream shuffles the deck card by card, every order equally " +
        "likely. The same seeds always give the same deck.",
    ],
    [
      "The house reveals",
      "When the round is over or void, the house reveals the seed. It must hash to the " +
        "commitment, and shuffling with it must give the deck that was dealt.",
    ],
  ],
  now: "Current commitments",
  nowLead:
    "Each table's next shuffle is already fixed. Note a commitment, play the round, and " +
    "compare.",
  table: "Table",
  round: "Round",
  commitment: "Commitment",
  copy: "Copy",
  copied: "Copied.",
  physical: "Physical cards, shuffled at the table: there is no seed.",
  noCommitment: "no seed yet",
  byTable: "By table, for the next round",
  check: "Check a round you played",
  checkLead:
    "Your browser does the arithmetic: it hashes the seed, shuffles a new deck with it " +
    "and compares it with the one that was dealt. The house provides only the record.",
  which: "Round",
  roundOf: (table, round, when) => `${table}, round ${round}, ${when}`,
  noRounds: "You have no finished rounds yet. Sit down, play one, and come back.",
  logIn: "Rounds are shown only to the players who took part. Sit at a table, or log in.",
  go: "Check it",
  results: "Results",
  checked: "Check",
  verdict: "Verdict",
  yes: "holds",
  no: "does not hold",
  hash: "The seed hashes to the commitment",
  sameAsNoted: "The commitment is the one this browser noted before the round",
  deck: (number) => `Shuffle ${number} gives the deck that was dealt`,
  houseSays: "The house's own check agrees",
  byHand:
    "The cards of this round were shuffled by hand: there is a commitment, but no " +
    "shuffle to derive.",
  all: "Everything holds: the cards were fixed before you bet.",
  bad: "Something does not hold. Tell a floorperson, and leave this page open.",
  working: "Checking…",
  seed: "Seed",
  playerSeeds: "Players' seeds",
  none: "none",
  derived: (number) => `The deck of shuffle ${number}, from the top`,
  own: "Check from the numbers alone",
  ownLead:
    "Nothing is sent anywhere. Paste what you wrote down; this page derives the deck by " +
    "itself, even offline.",
  seedField: "Revealed seed, 64 hexadecimal digits",
  commitmentField: "Commitment, 64 hexadecimal digits",
  seedsField: "Players' seeds in the order they were added, one per line",
  numberField: "Which shuffle of the round",
  sizeField: "Cards in the deck",
  derive: "Derive the deck",
  badHex: "A seed has 64 hexadecimal digits.",
  exactly: "The exact recipe",
  recipe: [
    "commitment = SHA-256(“pitboss seed”, a zero byte, the 32 bytes of the seed)",
    "key = HMAC-SHA256 with the seed, of: “pitboss shuffle”, a zero byte, the shuffle's " +
      "number as 4 bytes, and for each player's seed its length as 4 bytes and its UTF-8 " +
      "text; highest byte first",
    "numbers = the ChaCha20 keystream of that key (RFC 8439; counter and nonce zero), " +
      "read as 32-bit words, lowest byte first",
    "cards stand from the twos to the aces, each rank as clubs, diamonds, hearts, " +
      "spades, then the jokers",
    "for each place from the last down to the second: take the next number, skip it unless " +
      "it is below the largest multiple of the place that is at most 2³², then swap the " +
      "card at that place with the one at the remainder",
  ],
  sources:
    "In the program: house/chance.py shuffles, house/fairness.py derives again without " +
    "sharing code with it, and this page is a third derivation.",
  timeline: "From left to right: commitment, bets, no more bets, cards, seed revealed",
  marks: ["commitment", "bets", "no more bets", "cards", "seed revealed"],
});
