// Written by dev/generate.py from the API's description. Do not edit.

/** The shapes of what the house answers. */
declare namespace Api {
  type Query = "" | `?${string}`;
  interface Abandon {
    type: "Abandon";
    seat: number;
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
  interface ActInput {
    field: string;
    what: "number" | "card" | "cards" | "counts";
    least: number;
    most: number;
    suggested: number | null;
    of: Record<string, string>;
    optional: boolean;
  }
  interface Approval {
    number: number;
    table: string;
    command: any;
    asked_by: string;
    asked_at: number;
    decision: string;
    decided_by: string;
  }
  interface ApprovalDecision {
    approve: boolean;
  }
  interface ApprovalRequest {
    table: string;
    command: ReceiveCards | Perform | Shuffle | Cut | ReportOutOfOrder | MarkDevice | RestoreDevice | ChangeMethod | Sit | Leave | BuyIn | Fill | Bet | NoMoreBets | RemoveWager | Deal | Act | Discard | Reveal | CountStub | Settle | ValidateAward | PlayOn | Abandon | Forfeit | Correct | ReportFaceUp | ReportDrawnInError | ReportWrongNumber | ReportCommunityExposed | ReportCardExposed | ReportJam;
    id: string;
  }
  interface ApprovalResult {
    done: boolean;
  }
  interface AuditStatus {
    state: "none" | "runs" | "done" | "failed";
    by: string;
    began: number;
    ended: number;
    read: number;
    entries: number;
    found: Record<string, string[]>;
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
  interface CardTarget {
    place: string;
    slot: number;
    clause: string;
  }
  interface CashMovement {
    name: string;
    cents: number;
    id: string;
  }
  interface Chain {
    first: number;
    last: number;
    head: string;
    wrong: string[];
    signed: SignedCheckpoint | null;
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
  interface CommandRequest {
    id: string;
    command: ReceiveCards | Perform | Shuffle | Cut | ReportOutOfOrder | MarkDevice | RestoreDevice | ChangeMethod | Sit | Leave | BuyIn | Fill | Bet | NoMoreBets | RemoveWager | Deal | Act | Discard | Reveal | CountStub | Settle | ValidateAward | PlayOn | Abandon | Forfeit | Correct | ReportFaceUp | ReportDrawnInError | ReportWrongNumber | ReportCommunityExposed | ReportCardExposed | ReportJam;
  }
  interface Commitment {
    round: number;
    commitment: string;
  }
  interface ConsoleView {
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
    acts: LegalAct[];
    places: CardTarget[];
    method: string;
    devices: Record<string, string>;
    decks: DeckClock[];
    count: CountClock;
    remaining: number | null;
    racked: number;
    unmatched: Record<string, number>;
    lately: Oddity[];
    payments: RoundPayments;
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
  interface CostlyDecision {
    table: string;
    game: string;
    round: number;
    told: DecisionReview;
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
  interface CountedWagers {
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
  interface DecisionReview {
    seat: number;
    stage: string;
    cards: string[];
    taken: PricedAct;
    best: PricedAct;
    by_house: boolean;
    seq: number;
  }
  interface Decisions {
    working: boolean;
    round: number;
    decisions: DecisionReview[];
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
  interface Drill {
    drill: string;
    game: string;
    title: string;
    rules: string;
    level: "required" | "sides" | "everything";
    community: string[];
    box: string[];
    seats: DrillSeat[];
    meters: Record<string, number>;
    limit: DrillLimit | null;
    envy: boolean;
    chips: number[];
    wagers: any[];
  }
  interface DrillAnswers {
    drill: string;
    answers: (SpotAnswer | any)[];
  }
  interface DrillGame {
    game: string;
    title: string;
  }
  interface DrillLimit {
    cents: number;
    wagers: string[];
    clause: string;
  }
  interface DrillMenu {
    games: DrillGame[];
    levels: string[];
  }
  interface DrillRequest {
    game: string;
    level: "required" | "sides" | "everything";
  }
  interface DrillSeat {
    seat: number;
    cards: string[];
    folded: boolean;
    spots: DrillSpot[];
  }
  interface DrillSpot {
    spot: string;
    name: string;
    cents: number;
    collected: boolean;
  }
  interface Due {
    what: string;
    role: "dealer" | "floorperson" | "house" | "player";
    seat: number;
    clause: string;
  }
  interface Empty {
  }
  interface ErrorBody {
    error: ErrorDetail;
  }
  interface ErrorDetail {
    name: string;
    sentence: string;
    clause: string;
    what_to_do: string;
  }
  interface Exact {
    exact: string;
    cents: number;
  }
  interface Fill {
    type: "Fill";
    cents: number;
  }
  interface FloorOverview {
    now: number;
    tables: TableOverview[];
    waiting: Approval[];
    decided: Approval[];
    oddities: Oddity[];
  }
  interface Forfeit {
    type: "Forfeit";
    seat: number;
  }
  interface GameCheck {
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
  interface Grade {
    right: number;
    of: number;
    spots: SpotGrade[];
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
  interface Hint {
    working: boolean;
    round: number;
    seat: number;
    stage: string;
    cards: string[];
    gone: string[];
    options: PricedAct[];
    counted: CountedWagers | null;
  }
  interface HouseNote {
    seq: number;
    at: number;
    kind: string;
    said: any;
  }
  interface Identity {
    name: string;
    role: "administrator" | "auditor" | "dealer" | "floorperson" | "player";
    guest: boolean;
    csrf: string;
    locked: boolean;
  }
  interface Invitation {
    token: string;
    name: string;
    password: string;
  }
  interface Leave {
    type: "Leave";
    seat: number;
  }
  interface LegalAct {
    type: string;
    fields: any;
    group: "duty" | "cards" | "report" | "seat" | "device";
    clause: string;
    due: boolean;
    foretold: boolean;
    wants: ActInput[];
  }
  interface ListedRule {
    when: string;
    act: string;
    number: number;
    of: number;
    cost: Exact;
    legend: string[];
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
    stopped: string;
  }
  interface LockState {
    unlocked: boolean;
  }
  interface MarkDevice {
    type: "MarkDevice";
    device: "shoe" | "shuffler";
    how: "covered" | "signed";
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
  interface NewAccount {
    name: string;
    role: "administrator" | "auditor" | "dealer" | "floorperson" | "player";
    password: string;
  }
  interface NewNumber {
    number: number;
  }
  interface NewSession {
    name: string;
    role: "administrator" | "auditor" | "dealer" | "floorperson" | "player";
    guest: boolean;
    csrf: string;
    locked: boolean;
    token: string;
  }
  interface NewSubmission {
    text: string;
    after: number;
  }
  interface NewTable {
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
  interface NewTableId {
    id: string;
  }
  interface NoMoreBets {
    type: "NoMoreBets";
    chips: Record<string, number>;
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
  interface OpenTable {
    name: string;
    game: string;
    currency: "practice" | "real";
    mode: "self-dealt" | "dealer";
    own_meters: boolean;
    settings: Settings;
  }
  interface OwnAccount {
    name: string;
    role: "administrator" | "auditor" | "dealer" | "floorperson" | "player";
    guest: boolean;
    csrf: string;
    locked: boolean;
    wallets: Record<string, number>;
  }
  interface PasswordChange {
    name: string;
    password: string;
  }
  interface PendingAward {
    seat: number;
    player: string;
    cards: string[];
    community: string[];
    hand: string;
    odds: string;
    moves: Move[];
    clause: string;
  }
  interface People {
    people: Account[];
    next: string;
  }
  interface Perform {
    type: "Perform";
    duty: "close" | "idle" | "idle-up" | "inspect" | "recut" | "spread" | "turn" | "verify" | "view" | "wash";
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
  interface PracticeBalance {
    practice: number;
  }
  interface Preview {
    said: Sentence[];
    moves: Move[];
    void: boolean;
    due: Due | null;
  }
  interface PreviewRequest {
    command: ReceiveCards | Perform | Shuffle | Cut | ReportOutOfOrder | MarkDevice | RestoreDevice | ChangeMethod | Sit | Leave | BuyIn | Fill | Bet | NoMoreBets | RemoveWager | Deal | Act | Discard | Reveal | CountStub | Settle | ValidateAward | PlayOn | Abandon | Forfeit | Correct | ReportFaceUp | ReportDrawnInError | ReportWrongNumber | ReportCommunityExposed | ReportCardExposed | ReportJam;
  }
  interface PricedAct {
    act: string;
    multiple: number;
    places: number;
    slots: number[];
    cards: string[];
    value: Exact;
    cost: Exact;
  }
  interface Proof {
    good: boolean;
    fairness: any;
    chain: Chain;
    replay: string[];
  }
  interface ReadySeats {
    ready: number[];
  }
  interface RealBalance {
    real: number;
  }
  interface RebetRequest {
    seat: number | null;
    id: string;
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
  interface ReplayStep {
    seq: number;
    at: number;
    role: string;
    name: string;
    command: string;
    told: any;
    view: View | null;
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
  interface RequestBody {
  }
  interface RestoreDevice {
    type: "RestoreDevice";
    device: "shoe" | "shuffler";
  }
  interface Reveal {
    type: "Reveal";
  }
  interface Revocation {
    name: string;
    close: boolean;
  }
  interface RoleChange {
    name: string;
    role: "player" | "dealer" | "floorperson" | "auditor" | "administrator";
  }
  interface RoundMatch {
    table: string;
    name: string;
    game: string;
    title: string;
    currency: string;
    round: number;
    began: number;
    ended: number;
    outcome: string;
    seats: SeatMatch[];
  }
  interface RoundPayments {
    round: number;
    moves: Move[];
  }
  interface RoundReplay {
    table: string;
    game: string;
    round: number;
    viewer: string;
    seats: SeatedPlayer[];
    first: View;
    steps: ReplayStep[];
    corrections: any[];
  }
  interface RoundReview {
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
  interface RoundRow {
    table: string;
    round: number;
    began: number;
    ended: number;
    outcome: string;
  }
  interface SearchPage {
    rounds: RoundMatch[];
    next: string;
  }
  interface SearchTerms {
    tables: string[];
    hands: string[];
    clauses: string[];
  }
  interface SeatMatch {
    seat: number;
    player: string;
    staked: number;
    net: number;
    hand: string;
  }
  interface SeatOverview {
    seat: number;
    player: string;
    staked: number;
    folded: string;
    dropped: string;
    turn: boolean;
  }
  interface SeatPurchase {
    seat: number;
    chips: number;
  }
  interface SeatRequest {
    seat: number | null;
    id: string;
    cents: number;
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
  interface SeatedPlayer {
    seat: number;
    player: string;
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
  interface SessionReview {
    currency: string;
    currencies: string[];
    waiting: number;
    working: boolean;
    total: SessionSum;
    by_game: SessionSum[];
    by_stage: SessionSum[];
    costliest: CostlyDecision[];
    rounds: RoundReview[];
  }
  interface SessionSum {
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
  interface SignedCheckpoint {
    number: number;
    at: number;
    good: boolean;
  }
  interface Sit {
    type: "Sit";
    seat: number;
    player: string;
  }
  interface SpotAnswer {
    seat: number;
    spot: string;
    what: "take" | "push" | "pay";
    cents: number;
  }
  interface SpotGrade {
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
  interface StaffAccount {
    name: string;
    role: "administrator" | "auditor" | "dealer" | "floorperson" | "player";
  }
  interface StageProgress {
    stage: string;
    name: string;
    kind: string;
    answered: number;
    right: number;
    cost: Exact;
    waiting: number;
  }
  interface StoredSubmission {
    number: number;
    at: number;
    by: string;
    text: string;
  }
  interface SubmissionCheck {
    valid: boolean;
    violations: Violation[];
    warnings: Violation[];
    house: string;
    operator: string;
    games: GameCheck[];
    tables: OpenTable[];
  }
  interface SubmissionRow {
    number: number;
    at: number;
    by: string;
  }
  interface SubmissionText {
    text: string;
  }
  interface TableMoney {
    inventory: number;
    drop: number;
    fills: number;
    win: number;
  }
  interface TableOverview {
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
    seats: SeatOverview[];
    places: number;
    devices: Record<string, string>;
    decks: DeckClock[];
    count: CountClock;
    money: Record<string, number>;
    award: PendingAward | null;
  }
  interface TableRecord {
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
  interface TableSettings {
    betting: number | null;
    deciding: number | null;
    away: number | null;
    awards_and_voids: "floorperson" | "house" | null;
    cards: "house" | "physical" | null;
  }
  interface TrainerAnswer {
    id: string;
    act: string;
    multiple: number;
    slots: (number | any)[];
  }
  interface TrainerGame {
    game: string;
    title: string;
    spots: Record<string, string>;
    stages: StageProgress[];
  }
  interface TrainerGrade {
    right: boolean;
    taken: PricedAct;
    options: PricedAct[];
    rule: ListedRule | null;
    progress: StageProgress;
    points: Point[];
  }
  interface TrainerQuestion {
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
  interface Update {
    seq: number;
    events: any[];
    view: View;
    deadline: number | null;
    stopped: string;
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
  interface Visitor {
    name: string;
    role: string;
    guest: boolean;
    csrf: string;
    locked: boolean;
    wallets: Record<string, number>;
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
    "/api/audit/run": AuditStatus;
    "/api/drill": DrillMenu;
    "/api/fairness/{table}/{number}": any;
    "/api/floor": FloorOverview;
    "/api/games": any;
    "/api/here": Visitor;
    "/api/house": AboutHouse;
    "/api/house/log": HouseNote[];
    "/api/house/tables": TableRecord[];
    "/api/me": OwnAccount;
    "/api/me/session": SessionReview;
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
    "/api/rounds/{table}/{number}/steps": RoundReplay;
    "/api/rounds/{table}/{number}/text": any;
    "/api/rules/{game}": any;
    "/api/search/export": any;
    "/api/search/forms": string[];
    "/api/search/rounds": SearchPage;
    "/api/search/terms": SearchTerms;
    "/api/submission": StoredSubmission;
    "/api/submissions": SubmissionRow[];
    "/api/submissions/{number}": StoredSubmission;
    "/api/tables": LobbyRow[];
    "/api/tables/{table}": Update;
    "/api/tables/{table}/coach": Decisions;
    "/api/tables/{table}/console": ConsoleView;
    "/api/tables/{table}/fairness": Commitment;
    "/api/tables/{table}/felt": any;
    "/api/tables/{table}/hint": Hint;
    "/api/tables/{table}/money": TableMoney;
    "/api/tables/{table}/payments": RoundPayments;
    "/api/trainer": TrainerGame[];
    "/api/trainer/{game}/{stage}": Point[];
    "/health": Health;
    "/metrics": any;
  }
  interface KnownGet {
    (path: `/api/rounds/${string}/${string}/fairness${Query}`): Promise<any>;
    (path: `/api/rounds/${string}/${string}/proof${Query}`): Promise<Proof>;
    (path: `/api/rounds/${string}/${string}/steps${Query}`): Promise<RoundReplay>;
    (path: `/api/rounds/${string}/${string}/text${Query}`): Promise<any>;
    (path: `/api/fairness/${string}/${string}${Query}`): Promise<any>;
    (path: `/api/rounds/${string}/${string}${Query}`): Promise<any>;
    (path: `/api/tables/${string}/fairness${Query}`): Promise<Commitment>;
    (path: `/api/tables/${string}/payments${Query}`): Promise<RoundPayments>;
    (path: `/api/tables/${string}/console${Query}`): Promise<ConsoleView>;
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
    (path: `/api/submissions/${string}${Query}`): Promise<StoredSubmission>;
    (path: `/api/tables/${string}${Query}`): Promise<Update>;
    (path: `/api/search/export${Query}`): Promise<any>;
    (path: `/api/search/rounds${Query}`): Promise<SearchPage>;
    (path: `/api/house/tables${Query}`): Promise<TableRecord[]>;
    (path: `/api/rules/${string}${Query}`): Promise<any>;
    (path: `/api/search/forms${Query}`): Promise<string[]>;
    (path: `/api/search/terms${Query}`): Promise<SearchTerms>;
    (path: `/api/odds/${string}${Query}`): Promise<any>;
    (path: `/api/me/session${Query}`): Promise<SessionReview>;
    (path: `/api/audit/run${Query}`): Promise<AuditStatus>;
    (path: `/api/house/log${Query}`): Promise<HouseNote[]>;
    (path: `/api/submissions${Query}`): Promise<SubmissionRow[]>;
    (path: `/api/submission${Query}`): Promise<StoredSubmission>;
    (path: `/api/approvals${Query}`): Promise<any>;
    (path: `/api/trainer${Query}`): Promise<TrainerGame[]>;
    (path: `/api/people${Query}`): Promise<People>;
    (path: `/api/rounds${Query}`): Promise<RoundRow[]>;
    (path: `/api/tables${Query}`): Promise<LobbyRow[]>;
    (path: `/api/audit${Query}`): Promise<Record<string, string[]>>;
    (path: `/api/drill${Query}`): Promise<DrillMenu>;
    (path: `/api/floor${Query}`): Promise<FloorOverview>;
    (path: `/api/games${Query}`): Promise<any>;
    (path: `/api/house${Query}`): Promise<AboutHouse>;
    (path: `/api/here${Query}`): Promise<Visitor>;
    (path: `/api/me${Query}`): Promise<OwnAccount>;
    (path: `/metrics${Query}`): Promise<any>;
    (path: `/health${Query}`): Promise<Health>;
  }
  interface PostAnswers {
    "/api/approvals": NewNumber;
    "/api/approvals/{number}": ApprovalResult;
    "/api/audit/run": AuditStatus;
    "/api/cash": RealBalance;
    "/api/chips": PracticeBalance;
    "/api/drill": Drill;
    "/api/drill/answers": Grade;
    "/api/first-administrator": NewSession;
    "/api/guest": NewSession;
    "/api/login": NewSession;
    "/api/logout": Empty;
    "/api/people": StaffAccount;
    "/api/people/password": Empty;
    "/api/people/revoke": Empty;
    "/api/people/role": Empty;
    "/api/register": NewSession;
    "/api/submission": NewNumber;
    "/api/submission/check": SubmissionCheck;
    "/api/tables": NewTableId;
    "/api/tables/{table}/close": Empty;
    "/api/tables/{table}/commands": Done;
    "/api/tables/{table}/preview": Preview;
    "/api/tables/{table}/ready": ReadySeats;
    "/api/tables/{table}/rebet": Done;
    "/api/tables/{table}/seat": SeatPurchase;
    "/api/tables/{table}/seed": Empty;
    "/api/tables/{table}/settings": Settings;
    "/api/trainer/{game}/{stage}/answer": TrainerGrade;
    "/api/trainer/{game}/{stage}/hand": TrainerQuestion;
    "/api/unlock": LockState;
  }
  interface KnownPost {
    (path: `/api/trainer/${string}/${string}/answer${Query}`, body?: any): Promise<TrainerGrade>;
    (path: `/api/trainer/${string}/${string}/hand${Query}`, body?: any): Promise<TrainerQuestion>;
    (path: `/api/tables/${string}/commands${Query}`, body?: any): Promise<Done>;
    (path: `/api/tables/${string}/settings${Query}`, body?: any): Promise<Settings>;
    (path: `/api/tables/${string}/preview${Query}`, body?: any): Promise<Preview>;
    (path: `/api/tables/${string}/close${Query}`, body?: any): Promise<Empty>;
    (path: `/api/tables/${string}/ready${Query}`, body?: any): Promise<ReadySeats>;
    (path: `/api/tables/${string}/rebet${Query}`, body?: any): Promise<Done>;
    (path: `/api/tables/${string}/seat${Query}`, body?: any): Promise<SeatPurchase>;
    (path: `/api/tables/${string}/seed${Query}`, body?: any): Promise<Empty>;
    (path: `/api/approvals/${string}${Query}`, body?: any): Promise<ApprovalResult>;
    (path: `/api/submission/check${Query}`, body?: any): Promise<SubmissionCheck>;
    (path: `/api/people/password${Query}`, body?: any): Promise<Empty>;
    (path: `/api/drill/answers${Query}`, body?: any): Promise<Grade>;
    (path: `/api/people/revoke${Query}`, body?: any): Promise<Empty>;
    (path: `/api/people/role${Query}`, body?: any): Promise<Empty>;
    (path: `/api/audit/run${Query}`, body?: any): Promise<AuditStatus>;
    (path: `/api/first-administrator${Query}`, body?: any): Promise<NewSession>;
    (path: `/api/submission${Query}`, body?: any): Promise<NewNumber>;
    (path: `/api/approvals${Query}`, body?: any): Promise<NewNumber>;
    (path: `/api/register${Query}`, body?: any): Promise<NewSession>;
    (path: `/api/logout${Query}`, body?: any): Promise<Empty>;
    (path: `/api/people${Query}`, body?: any): Promise<StaffAccount>;
    (path: `/api/tables${Query}`, body?: any): Promise<NewTableId>;
    (path: `/api/unlock${Query}`, body?: any): Promise<LockState>;
    (path: `/api/chips${Query}`, body?: any): Promise<PracticeBalance>;
    (path: `/api/drill${Query}`, body?: any): Promise<Drill>;
    (path: `/api/guest${Query}`, body?: any): Promise<NewSession>;
    (path: `/api/login${Query}`, body?: any): Promise<NewSession>;
    (path: `/api/cash${Query}`, body?: any): Promise<RealBalance>;
  }
}
