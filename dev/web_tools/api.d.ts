// Written by dev/generate.py from the API's description. Do not edit.

/** The shapes of what the house answers. */
declare namespace Api {
  type Query = "" | `?${string}`;
  interface Abandon {
    type: "Abandon";
    seat: number;
  }
  interface About {
    name: string;
    role: "administrator" | "auditor" | "dealer" | "floorperson" | "player";
    guest: boolean;
    csrf: string;
    locked: boolean;
  }
  interface AboutHouse {
    house: string;
    operator: string;
    version: string;
    manifest: string;
    program: string[];
    database: "sqlite" | "postgresql";
    schema_version: string;
    public_key: string;
    checkpoint: Checkpoint | null;
    opened: number;
    submission: number;
    games: GameOffered[];
    tables: number;
    rounds: number;
    accounts: Record<string, number>;
    cage: Record<string, number>;
  }
  interface Account {
    name: string;
    role: "player" | "dealer" | "floorperson" | "auditor" | "administrator";
    guest: boolean;
    closed: boolean;
    locked_until: number;
    created: number;
    sessions: number;
    seen: number;
    sockets: number;
    wallets: Record<string, number>;
  }
  interface Act {
    type: "Act";
    seat: number;
    act: "bet" | "check" | "fold" | "raise" | "ride" | "withdraw";
    multiple: number;
    spot: string;
  }
  interface Again {
    seat: number | null;
    id: string;
  }
  interface Answers {
    drill: string;
    answers: (house_drill_Answered | any)[];
  }
  interface Asked {
    id: string;
    command: ReceiveCards | Perform | Shuffle | Cut | ReportOutOfOrder | MarkDevice | RestoreDevice | ChangeMethod | Sit | Leave | BuyIn | Fill | Bet | NoMoreBets | RemoveWager | Deal | Act | Discard | Reveal | CountStub | Settle | ValidateAward | PlayOn | Abandon | Forfeit | Correct | ReportFaceUp | ReportDrawnInError | ReportWrongNumber | ReportCommunityExposed | ReportCardExposed | ReportJam;
  }
  interface Audited {
    state: "none" | "runs" | "done" | "failed";
    by: string;
    began: number;
    ended: number;
    read: number;
    entries: number;
    found: Record<string, string[]>;
  }
  interface Award {
    seat: number;
    player: string;
    cards: string[];
    community: string[];
    hand: string;
    odds: string;
    moves: Move[];
    clause: string;
  }
  interface Bet {
    type: "Bet";
    seat: number;
    stakes: Record<string, number>;
  }
  interface BetSpot {
    spot: string;
    least: number;
    most: number;
    clause: string;
  }
  interface BuyIn {
    type: "BuyIn";
    seat: number;
    cents: number;
  }
  interface Cashed {
    real: number;
  }
  interface Cashing {
    name: string;
    cents: number;
    id: string;
  }
  interface Chain {
    first: number;
    last: number;
    head: string;
    wrong: string[];
    signed: Signed | null;
  }
  interface ChangeMethod {
    type: "ChangeMethod";
    method: "automated-shoe" | "hand" | "manual-shoe";
    variant: string;
  }
  interface Checkpoint {
    number: number;
    at: number;
  }
  interface Choice {
    act: string;
    spot: string;
    cents: number;
    multiple: number;
    clause: string;
  }
  interface Commitment {
    round: number;
    commitment: string;
  }
  interface Console {
    table: string;
    name: string;
    mode: string;
    currency: string;
    physical: boolean;
    jokers: boolean;
    seq: number;
    now: number;
    since: number;
    due: Due | null;
    acts: Legal[];
    places: Place[];
    method: string;
    devices: Record<string, string>;
    decks: DeckClock[];
    count: CountClock;
    remaining: number | null;
    racked: number;
    unmatched: Record<string, number>;
    lately: Oddity[];
    payments: Payments;
  }
  interface Correct {
    type: "Correct";
    round: number;
    seat: number;
    player: string;
    spot: string;
    cents: number;
    reason: string;
  }
  interface CountClock {
    rounds: number;
    every: number;
    due: boolean;
    excused: boolean;
    clause: string;
  }
  interface CountStub {
    type: "CountStub";
    stub: number;
    found: Record<string, number>;
  }
  interface Counted {
    wagers: string[];
    apart: string[];
    meters: Record<string, number>;
    limit: number | null;
    limit_apart: string[];
    chips: boolean;
  }
  interface Credentials {
    name: string;
    password: string;
  }
  interface Cut {
    type: "Cut";
    depth: number;
  }
  interface Deal {
    type: "Deal";
    count: number;
    cards: (number | string)[];
  }
  interface Decided {
    done: boolean;
  }
  interface Decision {
    approve: boolean;
  }
  interface Decisions {
    working: boolean;
    round: number;
    decisions: house_coach_service_Told[];
  }
  interface DeckClock {
    back: string;
    in_play: boolean;
    since: number | null;
    due: number | null;
    clause: string;
  }
  interface Discard {
    type: "Discard";
    seat: number;
    cards: (number | string)[];
    slots: number[];
  }
  interface Done {
    table: string;
    seq: number;
    events: number;
  }
  interface DrillGame {
    game: string;
    title: string;
  }
  interface Due {
    what: string;
    role: "dealer" | "floorperson" | "house" | "player";
    seat: number;
    clause: string;
  }
  interface Exact {
    exact: string;
    cents: number;
  }
  interface Fill {
    type: "Fill";
    cents: number;
  }
  interface Floor {
    now: number;
    tables: TableGlance[];
    waiting: house_glance_Asked[];
    decided: house_glance_Asked[];
    oddities: Oddity[];
  }
  interface Followed {
    when: string;
    act: string;
    number: number;
    of: number;
    cost: Exact;
    legend: string[];
  }
  interface Foreseen {
    command: ReceiveCards | Perform | Shuffle | Cut | ReportOutOfOrder | MarkDevice | RestoreDevice | ChangeMethod | Sit | Leave | BuyIn | Fill | Bet | NoMoreBets | RemoveWager | Deal | web_asked_Act | Discard | Reveal | CountStub | Settle | ValidateAward | PlayOn | Abandon | Forfeit | Correct | ReportFaceUp | ReportDrawnInError | ReportWrongNumber | ReportCommunityExposed | ReportCardExposed | ReportJam;
  }
  interface Forfeit {
    type: "Forfeit";
    seat: number;
  }
  interface Found {
    table: string;
    name: string;
    game: string;
    title: string;
    currency: string;
    round: number;
    began: number;
    ended: number;
    outcome: string;
    seats: FoundSeat[];
  }
  interface FoundSeat {
    seat: number;
    player: string;
    staked: number;
    net: number;
    hand: string;
  }
  interface GameChecked {
    game: string;
    title: string;
    rules: string;
    minimum: number;
    maximum: number;
    paytables: Record<string, string>;
    meters: Record<string, number>;
    payout_limit: number | null;
    dealing: string;
    changed: boolean;
  }
  interface GameOffered {
    game: string;
    title: string;
    fingerprint: string;
  }
  interface Given {
    number: number;
    at: number;
    by: string;
    text: string;
  }
  interface GivenRow {
    number: number;
    at: number;
    by: string;
  }
  interface Grade {
    right: number;
    of: number;
    spots: drill_Graded[];
    seats_given: number[];
    seats_due: number[];
    seats_right: boolean;
    direction: string;
    direction_clause: string;
    within_given: Record<string, string[]>;
    within_due: Record<string, string[]>;
    within_right: boolean;
    within_clause: string;
  }
  interface Health {
    well: boolean;
    tables: number;
  }
  interface Here {
    name: string;
    role: string;
    guest: boolean;
    csrf: string;
    locked: boolean;
    wallets: Record<string, number>;
  }
  interface Hint {
    working: boolean;
    round: number;
    seat: number;
    stage: string;
    cards: string[];
    gone: string[];
    options: house_coach_service_Act[];
    counted: Counted | null;
  }
  interface Hired {
    name: string;
    role: "administrator" | "auditor" | "dealer" | "floorperson" | "player";
  }
  interface Hiring {
    name: string;
    role: "administrator" | "auditor" | "dealer" | "floorperson" | "player";
    password: string;
  }
  interface Invited {
    token: string;
    name: string;
    password: string;
  }
  interface Leave {
    type: "Leave";
    seat: number;
  }
  interface Legal {
    type: string;
    fields: any;
    group: "duty" | "cards" | "report" | "seat" | "device";
    clause: string;
    due: boolean;
    foretold: boolean;
    wants: house_console_Wanted[];
  }
  interface Limit {
    cents: number;
    wagers: string[];
    clause: string;
  }
  interface LobbyRow {
    id: string;
    name: string;
    title: string;
    game: string;
    currency: string;
    mode: string;
    minimum: number;
    maximum: number;
    seats: number;
    taken: number[];
    meters: Record<string, number>;
    rules: string;
    settings: Settings;
    due: Due | null;
  }
  interface Made {
    id: string;
  }
  interface Making {
    betting: number | null;
    deciding: number | null;
    away: number | null;
    awards_and_voids: "floorperson" | "house" | null;
    cards: "house" | "physical" | null;
    id: string;
    name: string;
    game: string;
    currency: "practice" | "real";
    mode: "dealer" | "self-dealt";
    meters: "linked" | "own";
  }
  interface MarkDevice {
    type: "MarkDevice";
    device: "shoe" | "shuffler";
    how: "covered" | "signed";
  }
  interface Me {
    name: string;
    role: "administrator" | "auditor" | "dealer" | "floorperson" | "player";
    guest: boolean;
    csrf: string;
    locked: boolean;
    wallets: Record<string, number>;
  }
  interface Mistake {
    table: string;
    game: string;
    round: number;
    told: house_coach_service_Told;
  }
  interface Move {
    seat: number;
    player: string;
    spot: string;
    what: "take" | "pay" | "push" | "award" | "envy" | "return" | "waits";
    cents: number;
    returned: number;
    cut: number;
    hand: string;
    odds: string;
    clause: string;
  }
  interface NoMoreBets {
    type: "NoMoreBets";
    chips: Record<string, number>;
  }
  interface Noted {
    seq: number;
    at: number;
    kind: string;
    said: any;
  }
  interface Nothing {
  }
  interface Number {
    number: number;
  }
  interface Oddity {
    table: string;
    round: number;
    at: number;
    by: string;
    kind: string;
    said: Sentence[];
    void: boolean;
  }
  interface Offered {
    games: DrillGame[];
    levels: string[];
  }
  interface OpenTable {
    name: string;
    game: string;
    currency: "practice" | "real";
    mode: "self-dealt" | "dealer";
    own_meters: boolean;
    settings: Settings;
  }
  interface Opened {
    name: string;
    role: "administrator" | "auditor" | "dealer" | "floorperson" | "player";
    guest: boolean;
    csrf: string;
    locked: boolean;
    token: string;
  }
  interface Page {
    rounds: Found[];
    next: string;
  }
  interface Payments {
    round: number;
    moves: Move[];
  }
  interface People {
    people: Account[];
    next: string;
  }
  interface Perform {
    type: "Perform";
    duty: "close" | "idle" | "idle-up" | "inspect" | "recut" | "spread" | "turn" | "verify" | "view" | "wash";
  }
  interface Place {
    place: string;
    slot: number;
    clause: string;
  }
  interface PlayOn {
    type: "PlayOn";
    seat: number;
  }
  interface Point {
    at: number;
    right: boolean;
    cost: string;
  }
  interface Practice {
    practice: number;
  }
  interface Preview {
    said: Sentence[];
    moves: Move[];
    void: boolean;
    due: Due | null;
  }
  interface Problem {
    name: string;
    sentence: string;
    clause: string;
    what_to_do: string;
  }
  interface Promoting {
    name: string;
    role: "player" | "dealer" | "floorperson" | "auditor" | "administrator";
  }
  interface Proof {
    good: boolean;
    fairness: any;
    chain: Chain;
    replay: string[];
  }
  interface Question {
    working: boolean;
    id: string;
    game: string;
    stage: string;
    again: boolean;
    hole: string[];
    community: string[];
    thrown: string[];
    stakes: Record<string, number>;
    choices: Choice[];
    discards: number | null;
  }
  interface Ready {
    ready: number[];
  }
  interface ReceiveCards {
    type: "ReceiveCards";
    prepared: boolean;
  }
  interface RemoveWager {
    type: "RemoveWager";
    seat: number;
    spot: string;
  }
  interface Repassword {
    name: string;
    password: string;
  }
  interface ReportCardExposed {
    type: "ReportCardExposed";
    seat: number;
    slot: number;
  }
  interface ReportCommunityExposed {
    type: "ReportCommunityExposed";
    place: "box" | "community";
  }
  interface ReportDrawnInError {
    type: "ReportDrawnInError";
  }
  interface ReportFaceUp {
    type: "ReportFaceUp";
    card: number | string | null;
  }
  interface ReportJam {
    type: "ReportJam";
    device: "shoe" | "shuffler";
  }
  interface ReportOutOfOrder {
    type: "ReportOutOfOrder";
    device: "shoe" | "shuffler";
  }
  interface ReportWrongNumber {
    type: "ReportWrongNumber";
    place: string;
  }
  interface RestoreDevice {
    type: "RestoreDevice";
    device: "shoe" | "shuffler";
  }
  interface Reveal {
    type: "Reveal";
  }
  interface Revoking {
    name: string;
    close: boolean;
  }
  interface RoundRow {
    table: string;
    round: number;
    began: number;
    ended: number;
    outcome: string;
  }
  interface RoundTold {
    table: string;
    game: string;
    round: number;
    seat: number;
    ended: number;
    staked: number;
    result: number;
    expected: Exact;
    luck: Exact;
    mistakes: Exact;
    decisions: number;
    wrong: number;
    counted: boolean;
  }
  interface Said {
  }
  interface SeatAsked {
    seat: number;
    cards: string[];
    folded: boolean;
    spots: SpotAsked[];
  }
  interface SeatGlance {
    seat: number;
    player: string;
    staked: number;
    folded: string;
    dropped: string;
    turn: boolean;
  }
  interface SeatTaken {
    seat: number;
    chips: number;
  }
  interface SeatView {
    seat: number;
    player: string;
    yours: boolean;
    stakes: Record<string, number>;
    cards: string[];
    folded: string;
    dropped: string;
  }
  interface Seating {
    seat: number | null;
    id: string;
    cents: number;
  }
  interface Secret {
    password: string;
  }
  interface SeedText {
    seed: string;
  }
  interface Sentence {
    said: string;
    clause: string;
  }
  interface SessionTold {
    currency: string;
    currencies: string[];
    waiting: number;
    working: boolean;
    total: Sum;
    by_game: Sum[];
    by_stage: Sum[];
    costliest: Mistake[];
    rounds: RoundTold[];
  }
  interface Setting {
    betting: number | null;
    deciding: number | null;
    away: number | null;
    awards_and_voids: "floorperson" | "house" | null;
    cards: "house" | "physical" | null;
  }
  interface Settings {
    betting: number;
    deciding: number;
    awards_and_voids: "floorperson" | "house";
    cards: "house" | "physical";
    away: number;
  }
  interface Settle {
    type: "Settle";
  }
  interface Shuffle {
    type: "Shuffle";
    device: boolean;
    counted: number | null;
  }
  interface Signed {
    number: number;
    at: number;
    good: boolean;
  }
  interface Sit {
    type: "Sit";
    seat: number;
    player: string;
  }
  interface Sitting {
    seat: number;
    player: string;
  }
  interface SpotAsked {
    spot: string;
    name: string;
    cents: number;
    collected: boolean;
  }
  interface Stage {
    stage: string;
    name: string;
    kind: string;
    answered: number;
    right: number;
    cost: Exact;
    waiting: number;
  }
  interface Step {
    seq: number;
    at: number;
    role: string;
    name: string;
    command: string;
    told: any;
    view: View | null;
  }
  interface Steps {
    table: string;
    game: string;
    round: number;
    viewer: string;
    seats: Sitting[];
    first: View;
    steps: Step[];
    corrections: any[];
  }
  interface SubmissionChecked {
    valid: boolean;
    violations: Violation[];
    warnings: Violation[];
    house: string;
    operator: string;
    games: GameChecked[];
    tables: OpenTable[];
  }
  interface Submitting {
    text: string;
    after: number;
  }
  interface Sum {
    game: string;
    stage: string;
    rounds: number;
    decisions: number;
    wrong: number;
    result: number;
    expected: Exact;
    luck: Exact;
    mistakes: Exact;
  }
  interface TableGlance {
    id: string;
    name: string;
    game: string;
    title: string;
    mode: string;
    currency: string;
    physical: boolean;
    method: string;
    phase: string;
    cards: string;
    round: number;
    due: Due | null;
    since: number;
    seats: SeatGlance[];
    places: number;
    devices: Record<string, string>;
    decks: DeckClock[];
    count: CountClock;
    money: Record<string, number>;
    award: Award | null;
  }
  interface TableKept {
    id: string;
    name: string;
    game: string;
    title: string;
    currency: string;
    mode: string;
    link: string;
    rules: string;
    current: boolean;
    closed: boolean;
    taken: number;
    seats: number;
    round: number;
    settings: Settings;
    inventory: number;
    win: number;
  }
  interface TableMoney {
    inventory: number;
    drop: number;
    fills: number;
    win: number;
  }
  interface Terms {
    tables: string[];
    hands: string[];
    clauses: string[];
  }
  interface Text {
    text: string;
  }
  interface Told {
    seq: number;
    events: any[];
    view: View;
    deadline: number | null;
  }
  interface TrainerGame {
    game: string;
    title: string;
    spots: Record<string, string>;
    stages: Stage[];
  }
  interface Trouble {
    error: Problem;
  }
  interface Unlocked {
    unlocked: boolean;
  }
  interface ValidateAward {
    type: "ValidateAward";
    seat: number;
  }
  interface View {
    game: string;
    rules: string;
    round: number;
    phase: string;
    cards: string;
    turn: number;
    seats: SeatView[];
    community: string[];
    box: string[];
    meters: Record<string, number>;
    chips: number | null;
    bets: BetSpot[];
    choices: Choice[];
    discards: number | null;
    due: Due | null;
  }
  interface Violation {
    line: number;
    key: string;
    what: string;
    clause: string;
    allowed: string;
  }
  interface Wanted {
    table: string;
    command: ReceiveCards | Perform | Shuffle | Cut | ReportOutOfOrder | MarkDevice | RestoreDevice | ChangeMethod | Sit | Leave | BuyIn | Fill | Bet | NoMoreBets | RemoveWager | Deal | Act | Discard | Reveal | CountStub | Settle | ValidateAward | PlayOn | Abandon | Forfeit | Correct | ReportFaceUp | ReportDrawnInError | ReportWrongNumber | ReportCommunityExposed | ReportCardExposed | ReportJam;
    id: string;
  }
  interface drill_Graded {
    seat: number;
    spot: string;
    name: string;
    right: boolean;
    given: "take" | "push" | "pay" | null;
    given_cents: number;
    what: "take" | "push" | "pay";
    cents: number;
    cut: number;
    hand: string;
    odds: string;
    clause: string;
  }
  interface house_coach_service_Act {
    act: string;
    multiple: number;
    places: number;
    slots: number[];
    cards: string[];
    value: Exact;
    cost: Exact;
  }
  interface house_coach_service_Told {
    seat: number;
    stage: string;
    cards: string[];
    taken: house_coach_service_Act;
    best: house_coach_service_Act;
    by_house: boolean;
    seq: number;
  }
  interface house_console_Wanted {
    field: string;
    what: "number" | "card" | "cards" | "counts";
    least: number;
    most: number;
    suggested: number | null;
    of: Record<string, string>;
    optional: boolean;
  }
  interface house_drill_Answered {
    seat: number;
    spot: string;
    what: "take" | "push" | "pay";
    cents: number;
  }
  interface house_drill_Asked {
    drill: string;
    game: string;
    title: string;
    rules: string;
    level: "required" | "sides" | "everything";
    community: string[];
    box: string[];
    seats: SeatAsked[];
    meters: Record<string, number>;
    limit: Limit | null;
    envy: boolean;
    chips: number[];
    wagers: any[];
  }
  interface house_glance_Asked {
    number: number;
    table: string;
    command: any;
    asked_by: string;
    asked_at: number;
    decision: string;
    decided_by: string;
  }
  interface trainer_Graded {
    right: boolean;
    taken: house_coach_service_Act;
    options: house_coach_service_Act[];
    rule: Followed | null;
    progress: Stage;
    points: Point[];
  }
  interface web_asked_Act {
    seat: number;
    act: "bet" | "raise" | "ride" | "check" | "withdraw" | "fold";
    multiple: number;
    spot: string;
    type: "Act";
  }
  interface web_coach_Answered {
    id: string;
    act: string;
    multiple: number;
    slots: (number | any)[];
  }
  interface web_drill_Wanted {
    game: string;
    level: "required" | "sides" | "everything";
  }
  interface web_hub_Told {
    seq: number;
    events: any[];
    view: View;
    deadline: number | null;
  }
  interface web_models_Asked {
    id: string;
    command: ReceiveCards | Perform | Shuffle | Cut | ReportOutOfOrder | MarkDevice | RestoreDevice | ChangeMethod | Sit | Leave | BuyIn | Fill | Bet | NoMoreBets | RemoveWager | Deal | web_asked_Act | Discard | Reveal | CountStub | Settle | ValidateAward | PlayOn | Abandon | Forfeit | Correct | ReportFaceUp | ReportDrawnInError | ReportWrongNumber | ReportCommunityExposed | ReportCardExposed | ReportJam;
  }
  interface web_models_Wanted {
    table: string;
    command: ReceiveCards | Perform | Shuffle | Cut | ReportOutOfOrder | MarkDevice | RestoreDevice | ChangeMethod | Sit | Leave | BuyIn | Fill | Bet | NoMoreBets | RemoveWager | Deal | web_asked_Act | Discard | Reveal | CountStub | Settle | ValidateAward | PlayOn | Abandon | Forfeit | Correct | ReportFaceUp | ReportDrawnInError | ReportWrongNumber | ReportCommunityExposed | ReportCardExposed | ReportJam;
    id: string;
  }
  interface Event {
    type: "AwardPending" | "AwardValidated" | "BetsClosed" | "BoughtIn" | "BreachNoted" | "CardDealt" | "CardExposed" | "CardSetAside" | "CardsCut" | "CardsReceived" | "CardsRevealed" | "CardsShuffled" | "ChipsCounted" | "Corrected" | "Decided" | "DeckRemoved" | "DeviceReported" | "Discarded" | "DrawnInError" | "DutyDone" | "EnvyPaid" | "Filled" | "HandShown" | "Lost" | "MeterFed" | "MeterPaid" | "MeterReset" | "MetersRead" | "MethodChanged" | "Paid" | "RoundEnded" | "RoundVoided" | "SeatDropped" | "SeatLeft" | "SeatSettled" | "Seated" | "SettlementBegun" | "StakeCollected" | "StakeReturned" | "StubCounted" | "TableOpened" | "WagerPlaced" | "WagerRemoved";
    accepted?: any;
    act?: any;
    asked?: any;
    at?: any;
    by?: any;
    by_house?: any;
    card?: any;
    cards?: any;
    cents?: number;
    clause?: any;
    condition?: any;
    counted?: any;
    cut?: any;
    deck?: any;
    decks?: any;
    depth?: any;
    device?: any;
    duty?: any;
    hand?: any;
    held?: any;
    holder?: any;
    lammer?: any;
    leads_to?: any;
    meter?: any;
    meters?: any;
    method?: any;
    millionths?: any;
    name?: any;
    needs_cut?: any;
    odds?: any;
    order?: any;
    place?: any;
    player?: any;
    prepared?: any;
    reason?: any;
    returned?: any;
    role?: any;
    round?: number;
    rules?: any;
    seat?: number;
    slot?: any;
    slots?: any;
    spot?: string;
    stage?: any;
    stub?: any;
    total?: any;
    variant?: any;
    wager?: any;
    was?: any;
    why?: any;
    won?: any;
  }
  interface GetAnswers {
    "/api/approvals": any;
    "/api/audit": Record<string, string[]>;
    "/api/audit/run": Audited;
    "/api/drill": Offered;
    "/api/fairness/{table}/{number}": any;
    "/api/floor": Floor;
    "/api/games": any;
    "/api/here": Here;
    "/api/house": AboutHouse;
    "/api/house/log": Noted[];
    "/api/house/tables": TableKept[];
    "/api/me": Me;
    "/api/me/session": SessionTold;
    "/api/odds/{game}": any;
    "/api/odds/{game}/both": any;
    "/api/odds/{game}/card": any;
    "/api/odds/{game}/classes": any;
    "/api/odds/{game}/hand": any;
    "/api/odds/{game}/limit": any;
    "/api/odds/{game}/lines": any;
    "/api/odds/{game}/meter": any;
    "/api/odds/{game}/overview": any;
    "/api/odds/{game}/sessions": any;
    "/api/odds/{game}/sheet": any;
    "/api/people": People;
    "/api/rounds": RoundRow[];
    "/api/rounds/{table}/{number}": any;
    "/api/rounds/{table}/{number}/fairness": any;
    "/api/rounds/{table}/{number}/proof": Proof;
    "/api/rounds/{table}/{number}/steps": Steps;
    "/api/rounds/{table}/{number}/text": any;
    "/api/rules/{game}": any;
    "/api/search/export": any;
    "/api/search/forms": string[];
    "/api/search/rounds": Page;
    "/api/search/terms": Terms;
    "/api/submission": Given;
    "/api/submissions": GivenRow[];
    "/api/submissions/{number}": Given;
    "/api/tables": LobbyRow[];
    "/api/tables/{table}": web_hub_Told;
    "/api/tables/{table}/coach": Decisions;
    "/api/tables/{table}/console": Console;
    "/api/tables/{table}/fairness": Commitment;
    "/api/tables/{table}/felt": any;
    "/api/tables/{table}/hint": Hint;
    "/api/tables/{table}/money": TableMoney;
    "/api/tables/{table}/payments": Payments;
    "/api/trainer": TrainerGame[];
    "/api/trainer/{game}/{stage}": Point[];
    "/health": Health;
    "/metrics": any;
  }
  interface KnownGet {
    (path: `/api/rounds/${string}/${string}/fairness${Query}`): Promise<any>;
    (path: `/api/rounds/${string}/${string}/proof${Query}`): Promise<Proof>;
    (path: `/api/rounds/${string}/${string}/steps${Query}`): Promise<Steps>;
    (path: `/api/rounds/${string}/${string}/text${Query}`): Promise<any>;
    (path: `/api/fairness/${string}/${string}${Query}`): Promise<any>;
    (path: `/api/rounds/${string}/${string}${Query}`): Promise<any>;
    (path: `/api/tables/${string}/fairness${Query}`): Promise<Commitment>;
    (path: `/api/tables/${string}/payments${Query}`): Promise<Payments>;
    (path: `/api/tables/${string}/console${Query}`): Promise<Console>;
    (path: `/api/trainer/${string}/${string}${Query}`): Promise<Point[]>;
    (path: `/api/odds/${string}/overview${Query}`): Promise<any>;
    (path: `/api/odds/${string}/sessions${Query}`): Promise<any>;
    (path: `/api/tables/${string}/coach${Query}`): Promise<Decisions>;
    (path: `/api/tables/${string}/money${Query}`): Promise<TableMoney>;
    (path: `/api/odds/${string}/classes${Query}`): Promise<any>;
    (path: `/api/tables/${string}/felt${Query}`): Promise<any>;
    (path: `/api/tables/${string}/hint${Query}`): Promise<Hint>;
    (path: `/api/odds/${string}/limit${Query}`): Promise<any>;
    (path: `/api/odds/${string}/lines${Query}`): Promise<any>;
    (path: `/api/odds/${string}/meter${Query}`): Promise<any>;
    (path: `/api/odds/${string}/sheet${Query}`): Promise<any>;
    (path: `/api/odds/${string}/both${Query}`): Promise<any>;
    (path: `/api/odds/${string}/card${Query}`): Promise<any>;
    (path: `/api/odds/${string}/hand${Query}`): Promise<any>;
    (path: `/api/submissions/${string}${Query}`): Promise<Given>;
    (path: `/api/tables/${string}${Query}`): Promise<web_hub_Told>;
    (path: `/api/search/export${Query}`): Promise<any>;
    (path: `/api/search/rounds${Query}`): Promise<Page>;
    (path: `/api/house/tables${Query}`): Promise<TableKept[]>;
    (path: `/api/rules/${string}${Query}`): Promise<any>;
    (path: `/api/search/forms${Query}`): Promise<string[]>;
    (path: `/api/search/terms${Query}`): Promise<Terms>;
    (path: `/api/odds/${string}${Query}`): Promise<any>;
    (path: `/api/me/session${Query}`): Promise<SessionTold>;
    (path: `/api/audit/run${Query}`): Promise<Audited>;
    (path: `/api/house/log${Query}`): Promise<Noted[]>;
    (path: `/api/submissions${Query}`): Promise<GivenRow[]>;
    (path: `/api/submission${Query}`): Promise<Given>;
    (path: `/api/approvals${Query}`): Promise<any>;
    (path: `/api/trainer${Query}`): Promise<TrainerGame[]>;
    (path: `/api/people${Query}`): Promise<People>;
    (path: `/api/rounds${Query}`): Promise<RoundRow[]>;
    (path: `/api/tables${Query}`): Promise<LobbyRow[]>;
    (path: `/api/audit${Query}`): Promise<Record<string, string[]>>;
    (path: `/api/drill${Query}`): Promise<Offered>;
    (path: `/api/floor${Query}`): Promise<Floor>;
    (path: `/api/games${Query}`): Promise<any>;
    (path: `/api/house${Query}`): Promise<AboutHouse>;
    (path: `/api/here${Query}`): Promise<Here>;
    (path: `/api/me${Query}`): Promise<Me>;
    (path: `/metrics${Query}`): Promise<any>;
    (path: `/health${Query}`): Promise<Health>;
  }
  interface PostAnswers {
    "/api/approvals": Number;
    "/api/approvals/{number}": Decided;
    "/api/audit/run": Audited;
    "/api/cash": Cashed;
    "/api/chips": Practice;
    "/api/drill": house_drill_Asked;
    "/api/drill/answers": Grade;
    "/api/first-administrator": Opened;
    "/api/guest": Opened;
    "/api/login": Opened;
    "/api/logout": Nothing;
    "/api/people": Hired;
    "/api/people/password": Nothing;
    "/api/people/revoke": Nothing;
    "/api/people/role": Nothing;
    "/api/register": Opened;
    "/api/submission": Number;
    "/api/submission/check": SubmissionChecked;
    "/api/tables": Made;
    "/api/tables/{table}/close": Nothing;
    "/api/tables/{table}/commands": Done;
    "/api/tables/{table}/preview": Preview;
    "/api/tables/{table}/ready": Ready;
    "/api/tables/{table}/rebet": Done;
    "/api/tables/{table}/seat": SeatTaken;
    "/api/tables/{table}/seed": Nothing;
    "/api/tables/{table}/settings": Settings;
    "/api/trainer/{game}/{stage}/answer": trainer_Graded;
    "/api/trainer/{game}/{stage}/hand": Question;
    "/api/unlock": Unlocked;
  }
  interface KnownPost {
    (path: `/api/trainer/${string}/${string}/answer${Query}`, body?: any): Promise<trainer_Graded>;
    (path: `/api/trainer/${string}/${string}/hand${Query}`, body?: any): Promise<Question>;
    (path: `/api/tables/${string}/commands${Query}`, body?: any): Promise<Done>;
    (path: `/api/tables/${string}/settings${Query}`, body?: any): Promise<Settings>;
    (path: `/api/tables/${string}/preview${Query}`, body?: any): Promise<Preview>;
    (path: `/api/tables/${string}/close${Query}`, body?: any): Promise<Nothing>;
    (path: `/api/tables/${string}/ready${Query}`, body?: any): Promise<Ready>;
    (path: `/api/tables/${string}/rebet${Query}`, body?: any): Promise<Done>;
    (path: `/api/tables/${string}/seat${Query}`, body?: any): Promise<SeatTaken>;
    (path: `/api/tables/${string}/seed${Query}`, body?: any): Promise<Nothing>;
    (path: `/api/approvals/${string}${Query}`, body?: any): Promise<Decided>;
    (path: `/api/submission/check${Query}`, body?: any): Promise<SubmissionChecked>;
    (path: `/api/people/password${Query}`, body?: any): Promise<Nothing>;
    (path: `/api/drill/answers${Query}`, body?: any): Promise<Grade>;
    (path: `/api/people/revoke${Query}`, body?: any): Promise<Nothing>;
    (path: `/api/people/role${Query}`, body?: any): Promise<Nothing>;
    (path: `/api/audit/run${Query}`, body?: any): Promise<Audited>;
    (path: `/api/first-administrator${Query}`, body?: any): Promise<Opened>;
    (path: `/api/submission${Query}`, body?: any): Promise<Number>;
    (path: `/api/approvals${Query}`, body?: any): Promise<Number>;
    (path: `/api/register${Query}`, body?: any): Promise<Opened>;
    (path: `/api/logout${Query}`, body?: any): Promise<Nothing>;
    (path: `/api/people${Query}`, body?: any): Promise<Hired>;
    (path: `/api/tables${Query}`, body?: any): Promise<Made>;
    (path: `/api/unlock${Query}`, body?: any): Promise<Unlocked>;
    (path: `/api/chips${Query}`, body?: any): Promise<Practice>;
    (path: `/api/drill${Query}`, body?: any): Promise<house_drill_Asked>;
    (path: `/api/guest${Query}`, body?: any): Promise<Opened>;
    (path: `/api/login${Query}`, body?: any): Promise<Opened>;
    (path: `/api/cash${Query}`, body?: any): Promise<Cashed>;
  }
}
