// @ts-check
// The words of the table page. Names of spots, wagers and hands, and clauses, come from the
// rulebook.
const times = (/** @type {any[]} */ list) =>
  list.map((/** @type {number} */ n) => `${n}×`).join(" ");
const many = (/** @type {number} */ count, /** @type {any} */ one, /** @type {any} */ more) =>
  `${count} ${count === 1 ? one : more}`;
/** @type {Record<number, string>} */
const NUMBERS = { 2: "two", 3: "three", 4: "four", 5: "five" };
const or = (/** @type {any[]} */ list) =>
  list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} or ${list.at(-1)}`;
const and = (/** @type {any[]} */ list) =>
  list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`;

export default /** @satisfies {Page.Text} */ ({
  title: "Table",

  pageTitle: (table, game, turn) => `${turn ? "● Your turn · " : ""}${table} · ${game}`,
  noTable: "There is no such table.",
  toLobby: "To the tables",
  sound: "Sound",
  money: (amount) => `$${amount}`,
  times,
  timesRange: (least, most) => (least === most ? `${least}×` : `${least}×–${most}×`),
  and,
  between: " · ",
  sentence: (words) => words.replace(/^./, (/** @type {string} */ first) => first.toUpperCase()),
  limitsOf: (game, least, most) => `${game} · ${least} to ${most}`,

  // The felt
  dealerSide: "Dealer's side",
  seats: "Seats",
  yourPlace: "Your place",
  shoe: "Shoe",
  deck: "Deck in hand",
  rack: "Discard rack",
  rackHolds: (count) =>
    count ? `Discard rack, ${many(count, "card", "cards")} of this round` : "Discard rack",
  community: "Community cards",
  box: "Six Card box",
  meters: "Progressive meters",
  inscribed: {
    operator: (mark, name) => name,
    odds: () => "Pays by the tables posted here",
    limit: (mark, money) =>
      mark.cents === null
        ? "No payout limit per hand"
        : `Payout limit per hand ${money(mark.cents)}`,
    joker: () => "A joker is an ace, or completes any straight or flush",
    multiples: (mark) => `${and(mark.spots)}: ${times(mark.multiples)} the ${mark.of}`,
    streets: () => "",
  },
  envy: "Envy",
  also: ", ",
  minimumSign: (least, most) => `Table minimum ${least}, maximum ${most}`,
  round: (number) => `Round ${number}`,

  // Seats
  seat: (number) => `Seat ${number}`,
  seatOf: (number, player) => `Seat ${number}, ${player}`,
  you: "You",
  yourSeat: (number) => `Your place, seat ${number}`,
  free: "Free",
  sit: "Sit",
  sitDown: "Sit down",
  reactions: "React",
  reaction: {
    hello: "Hello!",
    luck: "Good luck!",
    nice: "Nice hand!",
    wow: "Wow!",
    ouch: "Ouch!",
    thanks: "Thanks!",
  },
  reacted: (who, words) => `${who}: ${words}`,
  sitAt: (number) => `Sit at seat ${number}`,
  secondBox: "Sit too",
  secondBoxAt: (number, clause) => `Play seat ${number} as well (${clause})`,
  yourCards: (number, several) => (several ? `Your cards at seat ${number}` : "Your cards"),
  cardsOf: (number) => `Cards of seat ${number}`,
  slotName: (place) => `${place}${["st", "nd", "rd"][place - 1] ?? "th"} card`,
  discards: "Discards",
  discardsHold: (count) => `Discards: ${many(count, "card", "cards")}`,
  folded: "Folded",
  abandoned: "Abandoned",
  forfeited: "Forfeited",
  byHouse: "Played by the house",
  byHouseShort: "House",
  byHouseWhy:
    "The player did not answer, so the house chose the act that risks no more money (G18).",
  turn: "To act",

  // Spots
  draftAmount: (amount) => `${amount}?`,
  spotEmpty: (name) => `${name}: empty`,
  spotStake: (name, amount) => `${name}: ${amount}`,
  spotDraft: (name, amount) => `${name}: ${amount}, not placed yet`,
  spotLimits: (least, most) => (least === most ? `${least}` : `${least}–${most}`),
  spotLimitsSaid: (least, most) => (least === most ? `exactly ${least}` : `${least} to ${most}`),
  spotNeeds: (names) => `first bet on ${and(names)}`,
  spotMultiples: (list, of) => `${times(list)} ${of}`,
  lit: "accepted",
  taken: "collected",
  lammer: "bet taken",
  lammerMark: "taken",
  withdrawn: (amount) => `${amount} withdrawn`,

  // What a spot brought
  outcome: {
    won: (amount) => `Won ${amount}`,
    lost: (amount) => `Lost ${amount}`,
    push: () => "Push",
    cut: () => "Limit",
    meter: (amount) => `Won ${amount}`,
    envy: (amount) => `Envy ${amount}`,
    pending: () => "Award pending",
    pendingShort: "checking",
    returned: (amount) => `${amount} back`,
  },
  // In pieces; the clause follows.
  why: {
    won: (row) => [row.hand, row.odds],
    lost: (row) => [row.hand],
    push: (/** @type {any} */ row) => [row.hand, row.odds],
    cut: (row) => [row.hand, row.odds],
    meter: (row) => [row.hand, row.odds],
    envy: (row) => [`${row.hand} at seat ${row.holder}`],
    pending: (row) => [row.hand, row.odds, "a floorperson must validate the hand"],
    returned: () => ["wager returned"],
  },
  piece: (part) => `${part},`,
  pieces: (parts) => parts.join(", "),
  plus: (amount) => `+${amount}`,
  minus: (amount) => `−${amount}`,
  even: (amount) => amount,
  cutBy: (amount, clause) => `${amount} not paid (payout limit ${clause})`,
  voided: (reason, clause) => `The round is void: ${reason} (${clause}). Every wager is returned.`,
  roundWon: (amount) => `You won ${amount}`,
  roundLost: (amount) => `You lost ${amount}`,
  roundEven: "You broke even",
  lastRound: "this round",

  // Beside one's hand
  youHold: "You hold",
  youHad: "You had",
  youFolded: "You folded",
  canMake: "You can still make",
  lineOf: (name, odds) => (odds ? `${name}, ${odds}` : name),
  paysWords: (odds) => (odds === "push" ? "Push: your bet comes back" : `Pays ${odds}`),
  wouldPay: (odds) => (odds === "push" ? "Your bets come back: push" : `Pays ${odds} as it is`),
  paysNothing: "Pays nothing yet",
  nothingYet: "Nothing yet",
  canSwap: "After this swap",
  handPays: (hand, odds) => (odds === "push" ? hand : `${hand} pays ${odds}`),
  linePays: (hand) => (/or better$/.test(hand) ? `${hand} pays` : `${hand} or better pays`),
  linePush: (hand) => `${hand} push`,

  // What the table waits for
  state: {
    watching: "Take a seat to play.",
    staff: "You are watching this table.",
    preparing: "Shuffling",
    view: (clause) => `The cards are face up. View them before they are washed (${clause}).`,
    bets: "Place your bets",
    betsAgain: "Bet again, or change your bets",
    placed: "Your bets are down",
    waiting: "Waiting for the deal",
    noChips: "Too few chips: add more to play",
    dealing: "No more bets",
    unmatched: "The chips collected do not match the wagers accepted. A floorperson is checking.",
    decide: (spot, acts, seat) => (seat ? `Seat ${seat}, ${spot}: ${acts}?` : `${spot}: ${acts}?`),
    discard: (up, seat) =>
      seat
        ? `Seat ${seat}: swap up to ${many(up, "card", "cards")}`
        : `Swap up to ${many(up, "card", "cards")}`,
    other: (seat, player) => `${player} is deciding`,
    count: "The dealer counts the cards left over",
    settling: "Paying the bets",
    validate: (seat, clause) =>
      `Seat ${seat} won the meter; a supervisor checks the hand (${clause})`,
    watchingRound: "A round is in progress: you can bet in the next one",
  },
  sub: {
    discard: "Press the ones you do not want",
    multiples: (list, of) =>
      list.length > 1 ? `Bet ${or(list)} times your ${of}` : `As much as your ${of}`,
    bets: "Choose a chip, then press the spots",
    betting: (names) =>
      names.length === 1
        ? `${names[0]} is still betting`
        : `${and(names.slice(0, 3))} are still betting`,
  },
  secondsLeft: (seconds) => (seconds < 100 ? `${seconds}` : `${Math.ceil(seconds / 60)} m`),
  secondsSaid: (seconds) => `${many(seconds, "second", "seconds")} left.`,
  clock: "Time left",

  // The dock
  dock: "Your chips and acts",
  chipTray: "Chips: choose one, then press spots",
  chip: (amount) => `Chip of ${amount}`,
  yourChips: "Your chips",
  onTable: "on the table",
  bet: (amount) => `Bet ${amount}`,
  betDeal: (amount) => `Deal ${amount}`,
  change: (amount) => `Change to ${amount}`,
  takeBack: "Take bets back",
  ready: "Deal",
  readySaid: "Ready",
  viewed: "I have viewed the cards",
  atOnce: "Deal at once",
  undo: "Undo",
  clear: "Clear",
  rebet: (amount) => `Same bets ${amount}`,
  double: (amount) => `Double to ${amount}`,
  least: (amount) => `Smallest bets ${amount}`,
  sides: (amount) => `Side bets ${amount}`,
  dealsAtOnce: "deals at once",
  buy: "Add chips",
  leave: "Leave",
  act: {
    bet: "Bet",
    raise: "Raise",
    ride: "Let it ride",
    check: "Check",
    withdraw: "Take back",
    fold: "Fold",
  },
  // The same acts in a question: "bet or fold?"
  acts: (list) => or(list.map((/** @type {string} */ act) => act.toLowerCase())),
  actCost: (act, amount) => `${act} ${amount}`,
  actTimes: (multiple, of) => `${multiple}× ${of}`,
  actBack: (spot) => `from ${spot}`,
  actStays: (spot, amount) => `${amount} stays`,
  actLose: (amount) => `lose ${amount}`,
  actFree: "costs nothing",
  discard: (count, all) =>
    count ? `Swap ${many(count, "card", "cards")}` : `Keep all ${NUMBERS[all] ?? all ?? ""}`.trim(),
  discardHint: "no swap",
  theCard: (card) => `the ${card}`,
  swapMark: "swap",
  keep: (card) => `${card}: keep`,
  drop: (card) => `${card}: swap`,

  // Said aloud
  said: {
    betsPlaced: (amount) => `Bets placed: ${amount}.`,
    betsBack: "Bets taken back.",
    readied: "You are ready.",
    noMore: "No more bets.",
    cards: (list) => `Your cards: ${list}.`,
    drawn: (list) => `You draw ${list}. `,
    revealed: (place, list) => `${place}: ${list}.`,
    slot: (seat, list) => `Seat ${seat} turns up ${list}.`,
    decided: (who, act, amount) => (amount ? `${who}: ${act} ${amount}.` : `${who}: ${act}.`),
    house: (who, act) => `The house plays for ${who}: ${act}.`,
    discarded: (who, count) => (count ? `${who} discards ${count}.` : `${who} stands pat.`),
    dropped: (who, why) => `${who}: ${why}.`,
    hand: (who, hand) => `${who}: ${hand}.`,
    result: (spot, outcome, why) => `${spot}: ${outcome}, ${why}.`,
    sat: (who, seat) => `${who} sits down at seat ${seat}.`,
    left: (who, seat) => `${who} leaves seat ${seat}.`,
    leftWith: (amount) => `You left the table with ${amount}.`,
    setAside: (card, clause) => `${card} was face up and is set aside (${clause}).`,
    exposed: (seat, card, clause) => `A card of seat ${seat} was exposed: ${card} (${clause}).`,
    removed: (who, spot, clause) => `${who}: ${spot} is removed and its chip returned (${clause}).`,
    meterReset: (meter, amount) => `The ${meter} meter resets to ${amount}.`,
    corrected: (who, spot, round, amount, more, why) =>
      `Round ${round} corrected for ${who}: ${spot}, ${amount} ` +
      `${more ? "paid" : "taken back"} (${why}).`,
    needs: (spot, names, clause) => `First bet on ${and(names)} (${clause}).`,
    tooLate: "No more bets: that chip was too late.",
    tooMuch: (amount) => `You have ${amount}.`,
    away: "You were away for a while. This is the table now.",
  },
  helpOff: "Help is off. Choose Hint or Coach under Help, or in Settings",
  seatWho: (seat, player) => `${player}, seat ${seat}`,

  // Keys
  keys: {
    main: "Place bets, then deal; or discard",
    digits: "Choose a chip, an act, or a card to discard",
    undo: "Undo the last chip",
    clear: "Clear, or take bets back",
    rebet: "Repeat the last bets",
    double: "Repeat the last bets, doubled",
    sides: "Repeat the last side wagers",
    ready: "Ready: deal without waiting for the clock",
    spots: "Go to your spots; arrows move, Enter adds a chip, Delete takes it off",
    state: "Announce the state of the table",
    hurry: "Skip the rest of the animation",
    pays: "Paytables",
    fair: "Fairness of this round",
    buy: "Add chips",
  },

  // The panel
  meterName: (name) => (name === "meter" ? "Progressive" : name),
  meterYours: (name) => `You won the ${name} meter`,
  meterOf: (who, name) => `${who} won the ${name} meter`,
  meterChecked: (hand) => `${hand}, checked by the house.`,
  meterAgain: (amount) => `The meter starts again at ${amount}.`,
  panel: "Beside the table",
  panelOpen: "Pays",
  panelClose: "Close",
  pays: "Pays",
  log: "Round",
  fair: "Proof",
  help: "Help",
  averageLoss: (loss, stake, spot) => `On average you lose ${loss} of each ${stake} ${spot}`,
  ranking: "Hands, the best first",
  paysHeading: "What your hand pays",
  paysTop: (pays) => `to ${pays}`,
  clauses: "Clauses",
  paysCaption: (name, letter, clause) => `${name}, paytable ${letter} (${clause})`,
  envyCaption: "Envy, for each other player's hand",
  paysOn: (parts) => `Decided on ${parts}.`,
  paysWith: (names) => `Wins when ${and(names)} all win.`,
  paysHand: (count, all) =>
    count === all ? "your cards" : `your first ${many(count, "card", "cards")}`,
  paysCommunity: "the community cards",
  paysBox: "the Six Card box",
  hand: "Hand",
  paysWhat: "Pays",
  clause: "Clause",
  rulesLink: "All rules of this game",
  oddsLink: "Odds and strategy",
  logEmpty: "The events of the round appear here.",
  commitment: (round) => `Commitment to the shuffle of round ${round}`,
  commitmentWhy:
    "The house fixed its seed before anyone could bet; this is the seed's hash. The seed " +
    "is revealed when the round is over.",
  seedLabel: "Add your own seed",
  seedHint:
    "Up to 64 characters, while bets are open. Then neither side alone controls the shuffle.",
  seedSend: "Add",
  seedDone: (seed) => `Added: ${seed}`,
  verify: "Check the last round",
  verifyNone: "You have no finished round here yet.",
  verifying: "Checking…",
  verified: (round) => `Round ${round} was dealt as committed.`,
  verifyFailed: (round) => `Round ${round} does not check out. Show this to the house.`,
  verifySteps: {
    commitment: (holds) =>
      holds
        ? "The seed matches the hash shown before the round."
        : "The seed does not match the hash.",
    shuffle: (number, holds) =>
      holds
        ? `Shuffle ${number}, repeated here from the seed, gives the same deck.`
        : `Shuffle ${number}, repeated here, gives a different deck.`,
    none: "No deck was shuffled for this round; it used one shuffled in an earlier round.",
  },
  seedShown: "Seed",
  seedsMixed: "Players' seeds",
  fairPage: "More about fairness",

  cents: (cents) => `${cents} ¢`,
  // Before a mistake
  warnTitle: "Are you sure?",
  warnCost: (amount) => `That costs ${amount} on average.`,
  warnBack: "Choose again",
  warnGo: "Do it anyway",

  // Inviting others
  invite: "Invite",
  invited: "The link to this table is copied: send it to anyone you like",
  inviteAt: (address) => `Send this link: ${address}`,

  // A first hand
  guide: {
    escape: "Esc",
    name: "Your first hand",
    next: "Next",
    done: "Got it",
    skip: "Skip",
    bet: "Your bet goes here. Choose a chip and press the spot, or take the smallest bets.",
    decide: "Your cards are dealt. The question and its answers stand below.",
    result: "What you had and what each bet brought. The paying row is lit beside the table.",
  },

  // Buying chips
  buyTitle: "Add chips",
  buyCage: (amount) => `You can add up to ${amount}.`,
  buyAmount: "Amount",
  buyHint: (chip) => `In whole chips of ${chip}.`,
  buyDo: "Add",
  buyTop: "Practice chips are free and are refilled automatically.",
  buyNone: "You have no chips left to add. Change cash at the cashier first.",
});
