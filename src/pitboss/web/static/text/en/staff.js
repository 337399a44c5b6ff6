// @ts-check
// Words that the dealer's and the floor's consoles share.
const seatOf = (/** @type {any} */ place) => place.replace("seat ", "Seat ");

export default /** @satisfies {Page.Text} */ ({
  place: (place) =>
    ({ community: "Community cards", box: "Six Card box", burned: "Discard rack" })[place] ??
    seatOf(place),
  slot: (n) => `card ${n + 1}`,
  seat: (n) => `Seat ${n}`,
  device: { shuffler: "the shuffler", shoe: "the shoe" },
  condition: {
    working: "working",
    jammed: "jammed",
    "out of order": "out of order",
    covered: "covered",
    signed: "marked out of order",
  },
  method: {
    "manual-shoe": "manual shoe",
    hand: "from the hand",
    "automated-shoe": "automated shoe",
  },
  back: { red: "Red deck", blue: "Blue deck" },

  // What a table waits for.
  due: {
    receive: "Receive the cards",
    inspect: "Inspect the cards",
    verify: "Verify the inspection",
    spread: "Spread the cards face up",
    view: "A player views the cards",
    wash: "Wash and stack the cards",
    shuffle: "Shuffle",
    load: "Load the other deck into the shuffler",
    store: "Shuffle the other deck in the shuffler",
    idle: "No players: spread the cards",
    cut: "Have the cards cut",
    bet: "Wagers are open",
    "no more bets": "Announce “no more bets”",
    "remove wager": "Chips do not match: remove a wager",
    deal: "Deal",
    decide: "A player decides",
    discard: "A player discards",
    reveal: "Turn the cards up",
    // Face down: 235 8.D(5), 9.E, 10.E, DD .08F(1), .09D(1), LIR .08D(6), .09F, .10E, MS 8.H and
    // MS 9.C(2).
    "count stub": "Count the stub, face down",
    "show hand": "Turn up the next hand",
    settle: "Settle",
    validate: "Validate the award",
    "decide on the report": "Decide on the report",
    "read the hand": "Read the hand again",
    "complete the papers": "Complete the papers of the award",
  },
  nothingDue: "Nothing is due",
  nobody: "No players yet",
  phase: {
    bets: "Wagers open",
    unmatched: "Chips do not match",
    dealing: "Dealing",
    counting: "Stub to be counted",
    play: "In play",
    settling: "Settling",
  },
  cards: {
    closed: "closed",
    received: "cards received",
    inspected: "cards inspected",
    verified: "cards verified",
    spread: "cards spread",
    viewed: "cards viewed",
    stacked: "cards stacked",
    shuffled: "shuffled, to be cut",
    ready: "cards ready",
    "in play": "cards in play",
    used: "to be shuffled",
    idle: "idle",
    "idle face up": "idle, face up",
  },
  mode: { dealer: "dealer", "self-dealt": "self-dealt" },
  currency: { practice: "practice chips", real: "real chips" },
  whose: (role, seat) =>
    seat && role === "player"
      ? `Seat ${seat}`
      : { dealer: "Dealer", floorperson: "Floorperson", player: "Players", house: "The house" }[
          role
        ] + (seat ? `, seat ${seat}` : ""),
  waits: (time) => `for ${time}`,

  // Acts, by command.
  act: {
    ReceiveCards: (f) => (f.prepared ? "Receive prepared decks" : "Receive the cards"),
    Perform: (f) =>
      ({
        inspect: "Inspect the cards",
        verify: "Verify the inspection",
        spread: "Spread face up",
        view: "Players have viewed the cards",
        wash: "Wash and stack",
        recut: "Call for another cut",
        idle: "Idle: spread face down",
        "idle-up": "Idle: spread face up",
        turn: "Turn the cards face up",
        close: "Close the table",
      })[f.duty],
    ReportDefect: (f) => `The ${["red", "blue"][f.deck]} deck is defective`,
    DirectShuffle: () => "Direct a shuffle",
    LoadDeck: () => "Load the other deck",
    Shuffle: (f) => (f.device ? "Shuffle by device" : "Shuffle by hand"),
    Cut: () => "Cut",
    NoMoreBets: () => "No more bets",
    Deal: (f) => (f.count === 1 ? "Deal one card" : "Deal"),
    Reveal: () => "Turn the cards up",
    CountStub: () => "Count the stub",
    ShowHand: (f) => `Turn up seat ${f.seat}`,
    ReadHand: (f) => `Read the hand of seat ${f.seat}`,
    Settle: () => "Settle",
    RefuseAward: (f) => `Refuse the award at seat ${f.seat}`,
    CompletePapers: (f) => `The papers of seat ${f.seat} are complete`,
    ReopenSeat: (f) => `Reopen the settlement of seat ${f.seat}`,
    UpholdReport: () => "Uphold the report",
    OverruleReport: () => "Overrule the report",
    CannotDeal: () => "The round cannot be dealt",
    ReportForeignCard: () => "A card cannot be there",
    ValidateAward: (f) => `Validate the award at seat ${f.seat}`,
    RemoveWager: (f) => `Remove ${f.spot} of seat ${f.seat}`,
    BuyIn: () => "A patron buys in",
    Leave: () => "A patron leaves",
    PlayOn: (f) => `Play on for seat ${f.seat}`,
    Abandon: (f) => `Seat ${f.seat} is abandoned`,
    Forfeit: (f) => `Seat ${f.seat} handled or disclosed cards`,
    ReportFaceUp: () => "A card was found face up",
    ReportDrawnInError: () => "A card was drawn in error",
    ReportWrongNumber: () => "A place has the wrong number of cards",
    ReportCommunityExposed: (f) =>
      f.place === "box"
        ? "A card of the Six Card box was exposed"
        : "A community card was exposed early",
    ReportCardExposed: () => "A player’s card was exposed",
    ReportJam: (f) => `Jam: ${f.device}`,
    ReportOutOfOrder: (f) => `Out of order: ${f.device}`,
    MarkDevice: (f) =>
      f.how === "covered" ? `Cover the ${f.device}` : `Put a sign on the ${f.device}`,
    RestoreDevice: (f) => `The ${f.device} works again`,
    ChangeMethod: (f) =>
      `Deal by ${f.method.replace("-", " ")}${f.variant ? `, ${f.variant}` : ""}`,
  },
  // One of several places, seats or cards that a report may be about.
  variant: (f, names = {}) =>
    f.kind
      ? `Seat ${f.seat}, ${{ cash: "for cash", chips: "brings chips" }[f.kind]}`
      : f.spot
        ? `Seat ${f.seat}, ${names[f.spot] ?? f.spot}`
        : f.slot !== undefined
          ? `Seat ${f.seat}, card ${f.slot + 1}`
          : f.place
            ? ({ community: "Community cards", box: "Six Card box" }[f.place] ?? seatOf(f.place))
            : f.ground
              ? `Seat ${f.seat}, ${f.ground}`
              : `Seat ${f.seat}`,
  which: "Which",
  want: {
    depth: "Cards above the cover card",
    stub: "Cards counted in the stub",
    counted: "Cards the device counted",
    reason: "Reason",
    what: "What is wrong",
    taken_by: "Floorperson who takes it",
    prepared_by: "Prepared by",
    seal: "Seal number",
    card: "Which card (Qh, 10s, JK)",
    cards: "Cards that lie there",
    counts: (place) => `Cards: ${place}`,
    lamp: "The progressive system shows its light",
    chips: (name) => `Chips counted: ${name}`,
    found: (place) => `Cards found: ${place}`,
    words: "What happened",
    cents: "Dollars",
  },
  foundWrong: "A place has the wrong number of cards",
  countHint: "As many as lie there",
  foundHint: "Leave empty if correct",
  from: (least, most) => `${least} to ${most}`,
  notCard: "That is not a card. Write a rank and a suit, such as Qh.",

  // What would happen.
  would: "What would happen",
  wouldVoid: "The round would be void and every wager returned.",
  goesOn: "The round would go on.",
  then: (what) => `Then: ${what}`,
  noMoney: "No chips move.",
  bySpot: "Spot by spot",
  confirm: "Do it",
  confirmReport: "Report it",
  notNow: "Not now",
  done: (what) => `Done: ${what}`,
  needsSecond: "Another floorperson must confirm it; this sends the request.",
  requested: (number) => `Requested as number ${number}; another floorperson decides.`,

  // Money, spot by spot.
  move: {
    take: "Take",
    pay: "Pay",
    push: "Push",
    award: "Award",
    envy: "Envy",
    return: "Give back",
    waits: "Wait",
    undo: "Undo",
  },
  moves: {
    take: (sum) => `Take ${sum}`,
    pay: (sum) => `Pay ${sum}`,
    push: () => "Push: stake stays",
    award: (sum) => `Pay ${sum} from the meter`,
    envy: (sum) => `Pay ${sum} envy`,
    return: (sum) => `Give back ${sum}`,
    waits: () => "Wait for the floor",
    undo: (sum) => `Undo ${sum}`,
  },
  spot: "Spot",
  what: "What",
  amount: "Amount",
  why: "Why",
  by: "Clause",
  player: "Player",
  cut: (sum) => `${sum} over the payout limit`,
  chips: (count, value) => `${count} × ${value}`,
  chipsJoin: " + ",
  seatBack: (n, sum) => `Seat ${n}: ${sum} back`,
  seatLoses: (n, sum) => `Seat ${n}: loses ${sum}`,
  seatPaid: (n, sum) => `Seat ${n}: ${sum} paid`,

  asksHouse: (/** @type {string} */ who, /** @type {string} */ what) => `${who} asks for ${what}`,
  cashIn: (/** @type {string} */ sum, /** @type {string} */ name) =>
    `${sum} of cash into the wallet of ${name}`,
  cashOut: (/** @type {string} */ sum, /** @type {string} */ name) =>
    `${sum} of cash out of the wallet of ${name}`,
  cageIn: (/** @type {string} */ sum, /** @type {string} */ kind) =>
    `${sum} in ${kind} into the cage`,
  cageOut: (/** @type {string} */ sum, /** @type {string} */ kind) =>
    `${sum} in ${kind} out of the cage`,
  chipKinds: { real: "real chips", practice: "practice chips" },

  seconds: (n) => `${n} s`,
  minutes: (n) => `${n} min`,
  hours: (n, m) => `${n} h ${String(m).padStart(2, "0")} min`,
});
