// @ts-check
// Words of rounds that are over: a player's own, and any that an auditor opens.
const plural = (/** @type {number} */ count, /** @type {any} */ one, /** @type {any} */ many) =>
  `${count} ${count === 1 ? one : many}`;
const place = (/** @type {any} */ name) =>
  ({ community: "the community cards", box: "the Six Card box", burned: "the discard rack" })[
    name
  ] ?? name;
const slots = (/** @type {any[]} */ list) =>
  list.map((/** @type {any} */ slot) => slot + 1).join(", ");
const backs = ["red", "blue"];
/** @type {Record<string, string>} */
const duties = {
  inspect: "The cards are inspected",
  verify: "A floorperson verifies the inspection",
  spread: "The cards are spread face up",
  view: "The cards are looked over",
  wash: "The cards are washed and stacked",
  recut: "Another cut is called for",
  idle: "The table is idle: the cards lie face down",
  "idle-up": "The table is idle: the cards lie face up",
  turn: "The cards are turned face up",
  close: "The table is closed",
};
const forThem = (/** @type {any} */ event) =>
  (event.by_house ? " (the house plays for an absent player)" : "") + enteredBy(event);
const enteredBy = (/** @type {any} */ event) =>
  event.entered ? `, entered by dealer ${event.entered}` : "";

export default /** @satisfies {Page.Text} */ ({
  title: "My rounds",
  lead: "Your last hundred rounds. Open one to replay it card by card, as you saw it.",
  none: "You have not played a round yet. Sit at any table; every round is stored here.",
  lobby: "See the tables",
  find: "Find rounds",
  more: "Older rounds",
  list: "Rounds, newest first",
  when: "Ended",
  table: "Table",
  round: "Round",
  hand: "Hand",
  staked: "Staked",
  net: "Won or lost",
  outcome: "Outcome",
  player: "Player",
  seat: "Seat",
  game: "Game",
  began: "Began",
  ended: "Ended",
  settled: "settled",
  void: "void",
  open: (table, number) => `Open round ${number} of ${table}`,
  openShort: (name, number) => `${name}, round ${number}`,
  of: (title, at) => `${title} · ${at}`,
  back: "Back to the list",
  roundTitle: (table, number) => `Round ${number} of ${table}`,
  nobody: "no wagers",

  looksAs: "Viewed as",
  viewer: {
    watcher: "a watcher",
    dealer: "the dealer",
    floorperson: "a floorperson",
    auditor: "an auditor",
    seat: (number, player) => `seat ${number}, ${player}`,
  },
  steps: "Step by step",
  stepOf: (now, all) => `Step ${now} of ${all}`,
  begin: "Before the first step",
  first: "First",
  back1: "Back",
  on: "Next",
  last: "Last",
  play: "Play",
  pause: "Pause",
  firstHint: "To the beginning",
  backHint: "One step back",
  onHint: "One step forward",
  lastHint: "To the end",
  playHint: "Play or pause",
  jump: "Step",
  loadSteps: "Loading the round…",
  stepList: "What happened",
  by: (role, name) => (role === "house" ? "the house" : role === name ? role : `${role} ${name}`),

  felt: "The table after this step",
  community: "Community cards",
  box: "Six Card box",
  meters: "Meters",
  meter: (name, amount) => (name === "meter" ? `Progressive ${amount}` : `${name} ${amount}`),
  phase: {
    bets: "betting",
    unmatched: "wagers being counted",
    dealing: "dealing",
    counting: "the stub being counted",
    play: "playing",
    settling: "settling",
  },
  stateOf: (phase, cards) => `The table: ${phase}; the cards: ${cards}`,
  turn: "to decide",
  folded: "folded",
  dropped: { abandoned: "abandoned", forfeited: "forfeited" },
  own: "the viewer",
  seatAt: (number, player) => `Seat ${number}: ${player}`,
  stake: (spot, amount) => `${spot}: ${amount}`,
  noStakes: "no wager",
  emptyFelt: "Nobody sits at the table.",

  facts: "The round",
  result: "What each seat staked and won",
  text: "As a .round file",
  textHint: "A self-contained record of the round: pitboss replay reads it.",
  download: "Download",
  downloadOf: (form) => `Download ${form}`,
  forms: { round: ".round", json: "JSON", parquet: "Parquet" },
  tabs: "Views of the round",
  tabSteps: "Steps",
  tabText: "Text",
  tabProof: "Proof",

  prove: "Check this round",
  proof: "What was checked",
  provePlain:
    "The deck is derived again from the round's seed, every entry of its log is chained " +
    "to the one before, and the round is played again from its commands.",
  proving: "Checking…",
  allGood: "Everything agrees.",
  notGood: "Something does not agree: see below.",
  check: {
    seed: "The seed matches its commitment",
    deck: (number) => `The seed gives shuffle ${number}`,
    noDeck: "The house shuffled no deck of this round",
    chain: (first, last) => `Entries ${first} to ${last} are chained without a break`,
    signed: (number, at) => `Signed by the house in checkpoint ${number}, ${at}`,
    unsigned: "Not yet in a signed checkpoint; the house makes one every minute",
    replay: "Replayed, it ends the same to the cent",
  },
  yes: "agrees",
  no: "does not agree",
  wait: "waits",
  apart: "nothing to check",
  checkOf: "Check",
  verdict: "Verdict",
  commitment: "Commitment",
  seed: "Seed",
  playerSeeds: "Players' seeds",
  head: "Last hash",
  noSeeds: "none",

  keyOn: "One step forward",
  keyBack: "One step back",
  keyFirst: "To the beginning",
  keyLast: "To the end",
  keyPlay: "Play or pause the steps",

  // One sentence an event. `w` writes amounts, spots and cards.
  later: (t, w) =>
    `Corrected later: seat ${t.seat}, ${w.spot(t.spot)} ${w.signed(t.cents)}; ` +
    `${t.reason} (${t.clause})`,
  events: {
    TableOpened: (t, w) =>
      `The table is opened; meters stand at ${Object.entries(t.meters)
        .map(([name, amount]) => `${name} ${w.money(Math.floor(amount / 1e6))}`)
        .join(", ")}`,
    CardsReceived: (t) =>
      `${plural(t.decks, "deck", "decks")} ` +
      `received${t.prepared ? ", preinspected and preshuffled" : ""}`,
    DutyDone: (t) =>
      (duties[t.duty] ?? t.duty) +
      (t.deck === null ? "" : `, ${backs[t.deck]} deck`) +
      (t.reason ? `: ${t.reason}` : ""),
    DeckDefective: (t) =>
      `The ${backs[t.deck]} deck is defective: ${t.what}; ${t.taken_by} takes it`,
    ShuffleDirected: (t) => `A floorperson directs a shuffle: ${t.reason}`,
    DeckLoaded: (t) => `The ${backs[t.deck]} deck goes into the shuffler`,
    CardsShuffled: (t) =>
      `The ${backs[t.deck]} deck is shuffled ${t.device ? "by the device" : "by hand"}` +
      (t.counted == null ? "" : `, ${plural(t.counted, "card", "cards")} counted`),
    CardsCut: (t) => `The deck is cut at ${plural(t.depth, "card", "cards")}`,
    DeckRemoved: (t) => `The ${backs[t.deck]} deck is removed: ${t.why}`,
    DeviceReported: (t) => `The ${t.device} is ${t.condition}`,
    MethodChanged: (t) => `Cards are dealt from now on by ${t.method}, ${t.variant}`,
    Seated: (t) => `${t.player} sits down at seat ${t.seat}${enteredBy(t)}`,
    SeatLeft: (t, w) =>
      `${t.player} leaves seat ${t.seat}${t.cents ? ` with ${w.money(t.cents)}` : ""}` +
      enteredBy(t),
    BoughtIn: (t, w) =>
      `${t.player} buys in for ${w.money(t.cents)}` +
      `${t.kind === "chips" ? " in chips" : ""}${enteredBy(t)}`,
    BuyInRetracted: (t, w) => `${t.player} did not buy in for ${w.money(t.cents)}${enteredBy(t)}`,
    HandPlaySet: (t) =>
      t.on
        ? `${t.player} lets the dealer enter for seat ${t.seat}`
        : `${t.player} does not let the dealer enter for seat ${t.seat}`,
    Filled: (t, w) =>
      t.cents < 0
        ? `Chips for ${w.money(-t.cents)} leave the table’s bank`
        : `Chips for ${w.money(t.cents)} are added to the table’s bank`,
    WagerPlaced: (t, w) =>
      t.cents
        ? `Seat ${t.seat} puts ${w.money(t.cents)} on ` +
          `${w.spot(t.spot)}${t.was ? `, ${w.money(t.was)} before` : ""}${enteredBy(t)}`
        : `Seat ${t.seat} takes ${w.spot(t.spot)} back${enteredBy(t)}`,
    BetsClosed: () => "No more bets",
    StakeCollected: (t, w) =>
      `Seat ${t.seat}: the stake of ${w.money(t.cents)} on ${w.spot(t.spot)} is ` +
      `collected${t.lammer ? ", a marker in its place" : ""}`,
    ChipsCounted: (t, w) =>
      `${w.spot(t.wager)}: ${plural(t.counted, "chip", "chips")} counted, ${t.accepted} accepted`,
    WagerRemoved: (t, w) =>
      `Seat ${t.seat}: ${w.spot(t.spot)} is taken off, ${w.money(t.cents)} back`,
    CardDealt: (t, w) => `A card to ${place(t.place)}: ${w.cards([t.card])}`,
    CardSetAside: (t, w) => `Found face up and set aside: ${w.cards([t.card])}`,
    DrawnInError: () => "A card was drawn in error",
    CardsRevealed: (t, w) => `Turned up at ${place(t.place)}: ${w.cards(t.cards)}`,
    CardExposed: (t, w) =>
      `Seat ${t.seat}'s card ${t.slot + 1} was seen by all: ${w.cards([t.card])}`,
    StubCounted: (t) => `The stub is counted: ${t.stub} cards, the deck has ${t.total}`,
    Decided: (t, w) =>
      `${
        {
          bet: `Seat ${t.seat} bets ${w.money(t.cents)} on ${w.spot(t.spot)}`,
          raise: `Seat ${t.seat} raises: ${w.money(t.cents)} on ${w.spot(t.spot)}`,
          ride: `Seat ${t.seat} lets ${w.spot(t.spot)} ride`,
          check: `Seat ${t.seat} checks`,
          fold: `Seat ${t.seat} folds`,
          withdraw: `Seat ${t.seat} takes ${w.spot(t.spot)} back: ${w.money(t.cents)}`,
        }[t.act] ?? `Seat ${t.seat}: ${t.act}`
      }${forThem(t)}`,
    Discarded: (t, w) =>
      `Seat ${t.seat} ` +
      (t.cards.length ? `discards ${slots(t.slots)}: ${w.cards(t.cards)}` : "stands pat") +
      forThem(t),
    EntryRetracted: (t) => `The choice of seat ${t.seat} is retracted: ${t.act}`,
    SeatDropped: (t) =>
      `Seat ${t.seat} is ${t.why}${t.ground ? ` for ${t.ground}` : ""}` +
      `${t.asked ? `, as ${t.asked} asked` : ""}${t.reason ? `: ${t.reason}` : ""}`,
    BreachNoted: (t) => `A breach at seat ${t.seat} is noted${t.ground ? `: ${t.ground}` : ""}`,
    SettlementBegun: () => "Settlement begins",
    MetersRead: (t, w) =>
      `Linked meters stand at ${Object.entries(t.meters)
        .map(([name, amount]) => `${name} ${w.money(Math.floor(amount / 1e6))}`)
        .join(", ")}`,
    MeterFed: (t, w) => `The ${t.meter} takes its share of the wagers: ${w.money(t.cents)}`,
    HandShown: (t, w) => `Seat ${t.seat} shows ${w.cards(t.cards)}: ${t.hand}`,
    Lost: (t, w) => `Seat ${t.seat} loses ${w.money(t.cents)} on ${w.spot(t.spot)}: ${t.reason}`,
    Paid: (t, w) =>
      `Seat ${t.seat}, ${w.spot(t.spot)}: ` +
      `${t.hand === t.odds ? t.hand : `${t.hand}, ${t.odds}`}: ${w.money(t.won)} won, ` +
      `${w.money(t.returned)} ` +
      `back${t.cut ? `; ${w.money(t.cut)} is over the payout limit` : ""}`,
    AwardPending: (t, w) =>
      `Seat ${t.seat}, ${w.spot(t.spot)}: ${t.hand}, ${t.odds}: a floorperson is called`,
    AwardValidated: (t) => `The award at seat ${t.seat} is validated`,
    AwardRefused: (t) => `The award at seat ${t.seat} is refused: ${t.reason}`,
    SeatReopened: (t) => `The hand of seat ${t.seat} is read again: ${t.reason}`,
    HandRead: (t, w) => `Seat ${t.seat} is read as ${w.cards(t.cards)}`,
    SlipOpened: (t, w) =>
      `Slip of seat ${t.seat}, ${t.hand}: the ${t.meter} stood at ${w.money(t.before)}, ` +
      `and stands at ${w.money(t.after)}; ${t.persons.join(" and ")}`,
    PapersCompleted: (t) => `The papers of seat ${t.seat} are complete`,
    PaymentUndone: (t) =>
      `Undone: a payment${t.payment.seat ? ` at seat ${t.payment.seat}` : ""}` +
      `${t.payment.meter ? ` of the ${t.payment.meter}` : ""}`,
    ReportMade: (t) => `A report waits for the floorperson: ${t.place}`,
    ReportOverruled: (t) => `The report on ${t.place} is overruled: ${t.reason}`,
    MeterPaid: (t, w) =>
      `Seat ${t.seat} is paid ${w.money(t.cents)} from the ${t.meter}: ${t.hand}, ${t.odds}`,
    MeterReset: (t, w) => `The ${t.meter} resets to ${w.money(t.cents)}`,
    EnvyPaid: (t, w) =>
      `Envy: seat ${t.seat} is paid ${w.money(t.cents)} for seat ${t.holder}'s ${t.hand}`,
    SeatSettled: (t) => `Seat ${t.seat} is settled`,
    RoundEnded: (t) => `Round ${t.round} is over`,
    RoundVoided: (t) => `The round is void: ${t.reason}`,
    StakeReturned: (t, w) => `Seat ${t.seat} gets back ${w.money(t.cents)} on ${w.spot(t.spot)}`,
    Corrected: (t, w) =>
      `Round ${t.round}, seat ${t.seat}, ${w.spot(t.spot)} is corrected by ` +
      `${w.money(t.cents)}: ${t.reason}`,
  },
});
