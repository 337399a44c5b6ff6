// Written by dev/generate.py from the API's description. Do not edit.

/** The shapes of what the house answers. */
declare namespace Api {
  type Query = "" | `?${string}`;
  interface Abandon {
    type: "Abandon";
    seat: number;
    reason: string;
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
    role: "player" | "dealer" | "floorperson" | "auditor" | "administrator" | "device";
    guest: boolean;
    closed: boolean;
    locked_until: number;
    created: number;
    sessions: number;
    last_use: number;
    sockets: number;
    wallets: Record<string, number>;
    table: string;
  }
  interface Act {
    type: "Act";
    seat: number;
    act: "bet" | "check" | "fold" | "raise" | "ride" | "withdraw";
    multiple: number;
    spot: string;
  }
  interface ActFigures {
    act: string;
    value: ExactFigure;
    cost: ExactFigure;
    value_cents: number;
    cost_cents: number;
  }
  interface ActInput {
    field: string;
    what: "number" | "money" | "card" | "cards" | "counts" | "text" | "yes";
    least: number;
    most: number;
    suggested: number | null;
    of: Record<string, string>;
    optional: boolean;
  }
  interface ActShare {
    act: string;
    classes: number;
    hands: number;
    share: ExactFigure;
  }
  interface Alarm {
    what: "floor" | "device" | "deck" | "dealer" | "player" | "deck soon";
    since: number;
    seat: number;
    about: string;
  }
  interface Alive {
    live: boolean;
  }
  interface Announcement {
    hour: number;
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
    command: ReceiveCards | Perform | ReportDefect | Shuffle | DirectShuffle | LoadDeck | Cut | ReportOutOfOrder | MarkDevice | RestoreDevice | ChangeMethod | Sit | Leave | BuyIn | PlayByHand | Fill | Bet | NoMoreBets | RemoveWager | Deal | Act | Discard | Retract | Reveal | CountStub | ShowHand | Settle | ValidateAward | RefuseAward | ReopenSeat | ReadHand | CompletePapers | PlayOn | Abandon | Forfeit | Correct | ReportFaceUp | ReportDrawnInError | ReportWrongNumber | ReportForeignCard | UpholdReport | OverruleReport | CannotDeal | ReportCommunityExposed | ReportCardExposed | ReportJam;
    id: string;
  }
  interface ApprovalResult {
    done: boolean;
  }
  interface ApprovalRow {
    subject: string;
    reference: string;
    date: string;
  }
  interface Assignment {
    name: string;
    table: string;
    until: number;
    by: string;
    at: number;
  }
  interface AuditStatus {
    state: "none" | "runs" | "done" | "failed";
    by: string;
    began: number;
    ended: number;
    read: number;
    entries: number;
    faults: Record<string, string[]>;
    remarks: string[];
  }
  interface AwardFigures {
    hand: string;
    pays: string;
    combinations: number;
    probability: ExactFigure;
    wagers_between: ExactFigure | null;
  }
  interface BankrollMovement {
    currency: "practice" | "real";
    cents: number;
    id: string;
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
    kind: "cash" | "chips";
  }
  interface CageBalance {
    cage: number;
  }
  interface CannotDeal {
    type: "CannotDeal";
    reason: string;
  }
  interface CardAnswer {
    game: string;
    letters: Record<string, string>;
    unit: string;
    optimal: ExactFigure;
    cost: ExactFigure;
    exact: string;
    lists: PricedList[];
    legend: string[];
    fingerprint: string;
    house_edge: ExactFigure;
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
  interface ChangedDecision {
    decision: string;
    without: ExactFigure;
    with: ExactFigure;
  }
  interface ChangedRow {
    wager: string;
    name: string;
    row: string;
    published: string;
    pays: string;
  }
  interface Chapter {
    title: string;
    clauses: ClauseText[];
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
  interface ChoiceEntry {
    spot: string;
    accept: string;
    decline: string;
    multiples: number[];
  }
  interface ClassRow {
    cards: string;
    suits: string;
    hands: number;
    staked: number;
    best: string;
    ties: string;
    discards: string;
    value: ExactFigure;
    second_costs: ExactFigure;
  }
  interface ClassesAnswer {
    game: string;
    fingerprint: string;
    paytables: Record<string, string>;
    decision: string;
    decisions: string[];
    staked: number[];
    complete: boolean;
    classes: number;
    hands: number;
    acts: ActShare[];
    start: number;
    rows: ClassRow[];
  }
  interface ClauseText {
    id: string;
    status: string;
    says: string;
    by: string;
    how: string;
    see: string[];
  }
  interface CombinedAnswer {
    base_stake_cents: number;
    base_alone_cents: ExactFigure;
    both_played_as_base_cents: ExactFigure;
    both_played_for_both_cents: ExactFigure;
    worth_of_the_wager_cents: ExactFigure;
    break_even_cents: Record<string, ExactFigure | null>;
    decisions_changed: ChangedDecision[];
  }
  interface CommandLine {
    type: string;
    done: Done | null;
    error: ErrorDetail | null;
  }
  interface CommandLines {
    lines: CommandLine[];
    complete: boolean;
  }
  interface CommandList {
    id: string;
    commands: (ReceiveCards | Perform | ReportDefect | Shuffle | DirectShuffle | LoadDeck | Cut | ReportOutOfOrder | MarkDevice | RestoreDevice | ChangeMethod | Sit | Leave | BuyIn | PlayByHand | Fill | Bet | NoMoreBets | RemoveWager | Deal | Act | Discard | Retract | Reveal | CountStub | ShowHand | Settle | ValidateAward | RefuseAward | ReopenSeat | ReadHand | CompletePapers | PlayOn | Abandon | Forfeit | Correct | ReportFaceUp | ReportDrawnInError | ReportWrongNumber | ReportForeignCard | UpholdReport | OverruleReport | CannotDeal | ReportCommunityExposed | ReportCardExposed | ReportJam)[];
  }
  interface CommandRequest {
    id: string;
    command: ReceiveCards | Perform | ReportDefect | Shuffle | DirectShuffle | LoadDeck | Cut | ReportOutOfOrder | MarkDevice | RestoreDevice | ChangeMethod | Sit | Leave | BuyIn | PlayByHand | Fill | Bet | NoMoreBets | RemoveWager | Deal | Act | Discard | Retract | Reveal | CountStub | ShowHand | Settle | ValidateAward | RefuseAward | ReopenSeat | ReadHand | CompletePapers | PlayOn | Abandon | Forfeit | Correct | ReportFaceUp | ReportDrawnInError | ReportWrongNumber | ReportForeignCard | UpholdReport | OverruleReport | CannotDeal | ReportCommunityExposed | ReportCardExposed | ReportJam;
  }
  interface Commitment {
    round: number;
    commitment: string;
  }
  interface CompletePapers {
    type: "CompletePapers";
    seat: number;
  }
  interface ConsoleSeat {
    seat: number;
    player: string;
    by_hand: boolean;
    stakes: Record<string, number>;
    last: Record<string, number>;
    racked: boolean;
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
    round: number;
    phase: string;
    due: Due | null;
    acts: LegalAct[];
    places: CardTarget[];
    unread: UnreadCard[];
    method: string;
    devices: Record<string, string>;
    decks: DeckClock[];
    count: CountClock;
    remaining: number | null;
    stub_racked: boolean;
    racked: number;
    rack: RackPacket[];
    lying: Record<string, number>;
    deck: string;
    seats: ConsoleSeat[];
    waits: OpenMatter[];
    unmatched: Record<string, number>;
    lately: Oddity[];
    payments: RoundPayments;
    entries: Entries;
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
    decision: DecisionReview;
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
  interface CoursePoint {
    group: string;
    result: number;
    expected: number;
    low: number;
    high: number;
    p: number;
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
  interface DealingText {
    name: string;
    lines: RuleText[];
  }
  interface DecimalFigure {
    decimal: number;
  }
  interface DecisionFrequency {
    stage: string;
    choice: string;
    count: number;
    frequency: ExactFigure;
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
  interface DeviceAccount {
    name: string;
    table: string;
    token: string;
  }
  interface DirectShuffle {
    type: "DirectShuffle";
    reason: string;
  }
  interface Discard {
    type: "Discard";
    seat: number;
    cards: (number | string)[];
    slots: number[];
    number: number | null;
  }
  interface DocumentTitle {
    code: string;
    title: string;
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
    role: "dealer" | "device" | "floorperson" | "house" | "player";
    seat: number;
    clause: string;
    deck: number | null;
  }
  interface Empty {
  }
  interface Entries {
    required: Record<string, number>;
    side: Record<string, number>;
    rest: number[];
    choice: ChoiceEntry | null;
    retract: number;
    discards: number | null;
    readings: Reading[];
    turned: number;
    again: UnreadCard[];
    paying: Move[];
    faces: Record<string, string>;
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
  interface ExactFigure {
    fraction: string | null;
    decimal: number;
  }
  interface ExampleRound {
    working: boolean;
    hand: string;
    staked: number;
    net: number;
    spots: Record<string, string>;
    first: SharedFelt | null;
    steps: SharedStep[];
    decisions: SharedDecision[];
  }
  interface FanAnswer {
    game: string;
    paytable: string;
    stake: number;
    rounds: number;
    shares: number[];
    expectation: ExactFigure;
    points: FanPointRecord[];
  }
  interface FanPointRecord {
    rounds: number;
    quantiles: number[];
    ahead: number;
    within: number;
  }
  interface Felt {
    game: string;
    name: string;
    rules: string;
    mark: string;
    seats: number;
    hole: number;
    community: number;
    community_names: string[];
    box: number;
    method: string;
    hidden: number[];
    chips: number[];
    minimum: number;
    maximum: number;
    boxes: number;
    boxes_clause: string;
    limit: number | null;
    limit_clause: string;
    spots: FeltSpot[];
    stages: FeltStage[];
    wagers: FeltWager[];
    envy: PayRow[];
    envy_clause: string;
    meters: FeltMeter[];
    inscriptions: FeltInscription[];
    fixtures: FeltFixture[];
    look: FeltLook;
    table: FeltTable;
    house: string;
    operator: string;
    clock: FeltClock;
    edge: ShippedEdge | null;
    now: number;
  }
  interface FeltClock {
    betting: number;
    deciding: number;
  }
  interface FeltFixture {
    what: string;
    clause: string;
  }
  interface FeltInscription {
    what: string;
    clause: string;
    cents: number | null;
    multiples: number[];
    spots: string[];
    of: string;
    names: string[];
  }
  interface FeltLook {
    centre: string;
    body: string;
    edge: string;
    flat: string;
    back: string;
    emblem: string;
    fan: string;
    title: string;
    line: "pays" | "wagers";
    lines: string;
    rail: string;
    logo: string;
  }
  interface FeltMeter {
    meter: string;
    rate: string;
    reset: number;
    clause: string;
  }
  interface FeltSpot {
    spot: string;
    name: string;
    kind: "progressive" | "decision" | "required" | "side";
    wager: string;
    required: boolean;
    equal_to: string;
    multiples: number[];
    of: string;
    needs: string[];
    least: number;
    most: number;
    progressive: boolean;
    collected: boolean;
    survives_fold: boolean;
    lammer: boolean;
    clause: string;
    area: string;
  }
  interface FeltStage {
    stage: string;
    spot: string;
  }
  interface FeltTable {
    id: string;
    name: string;
    currency: string;
    mode: string;
  }
  interface FeltWager {
    wager: string;
    name: string;
    paytable: string;
    clause: string;
    rows: PayRow[];
    pays_as: string;
    on: Record<string, number[]>;
    wins_with: string[];
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
    assigned: Assignment[];
  }
  interface Forfeit {
    type: "Forfeit";
    seat: number;
    ground: string;
    words: string;
  }
  interface GameCheck {
    game: string;
    title: string;
    mark: string;
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
  interface GameOverview {
    game: string;
    name: string;
    rules: string;
    mark: string;
    seats: number;
    deck: string;
    motif: Motif;
    wagers: string[];
    edges: Record<string, ShippedEdge | null>;
    look: FeltLook;
    fan: string[];
  }
  interface GamePapers {
    game: string;
    title: string;
    papers: string[];
  }
  interface GameRanking {
    wagers: string[];
    hands: SampleHand[];
  }
  interface GameRules {
    game: string;
    name: string;
    rules: string;
    mark: string;
    seats: number;
    deck: string;
    motif: Motif;
    wagers: string[];
    documents: DocumentTitle[];
    boxes: string;
    play: RuleText[];
    dealings: DealingText[];
    procedure: DealingText[];
    spots: SpotTerms[];
    bets: WagerTerms[];
    paytables: PaytableMatrix[];
    rankings: GameRanking[];
    limit: RuleText;
    chapters: Chapter[];
    rulings: Ruling[];
    tables: TableTerms[];
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
  interface GroupFigures {
    group: string;
    title: string;
    rounds: number;
    decisions: number;
    hours: number;
    drop: number;
    win: number;
    hold: number | null;
    staked: number;
    result: number;
    theory: number | null;
    expected: number;
    low: number;
    high: number;
    p: number;
    cards_p: number;
    left_out: number;
    rows: RowFigures[];
    base_hold: number | null;
    base_low: number | null;
    base_high: number | null;
    flags: string[];
  }
  interface HandAnswer {
    game: string;
    fingerprint: string;
    paytables: Record<string, string>;
    decision: string;
    cards: string;
    dead: string;
    earlier: string[];
    staked: number;
    unit: string;
    stake_cents: number;
    best: string;
    ties: string[];
    second_best_costs: ExactFigure | null;
    options: ActFigures[];
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
  interface Holding {
    wager: string;
    hand: string;
    pays: string;
    clause: string;
    lit: Record<string, number[]>;
    missing: number;
    total: number;
    rows: PossibleRow[];
  }
  interface HouseNote {
    seq: number;
    at: number;
    kind: string;
    body: any;
  }
  interface Identity {
    name: string;
    role: "administrator" | "auditor" | "dealer" | "floorperson" | "player" | "device";
    guest: boolean;
    csrf: string;
    locked: boolean;
    temporary: boolean;
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
    second: boolean;
  }
  interface LimitAnswer {
    game: string;
    paytable: string;
    highest_allowed_cents: number | null;
    payout_limits: LimitFigures[];
  }
  interface LimitChange {
    table: string;
    name: string;
    game: string;
    minimum: number;
    maximum: number;
    new_minimum: number;
    new_maximum: number;
    notice: LimitNotice | null;
  }
  interface LimitFigures {
    stake_cents: number;
    limit_cents: number;
    house_edge_without: ExactFigure;
    house_edge_with: ExactFigure;
    house_edge_with_best_play: ExactFigure | null;
    hands_cut: ExactFigure;
    highest_limit_allowed_cents: number | null;
    limit_always_allowed_cents: number | null;
  }
  interface LimitNotice {
    minimum: number;
    maximum: number;
    hour: number;
    by: string;
    at: number;
  }
  interface LinesAnswer {
    game: string;
    fingerprint: string;
    lines: ProgressiveLine[];
  }
  interface ListedRule {
    when: string;
    act: string;
    number: number;
    of: number;
    cost: Exact;
    legend: string[];
  }
  interface Listing {
    title: string;
    columns: string[];
    rows: string[][];
  }
  interface LoadDeck {
    type: "LoadDeck";
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
    mark: string;
    settings: Settings;
    due: Due | null;
    stopped: string;
    dealt: boolean;
  }
  interface LockState {
    unlocked: boolean;
  }
  interface MarkDevice {
    type: "MarkDevice";
    device: "shoe" | "shuffler";
    how: "covered" | "signed";
  }
  interface MatrixRow {
    hand: string;
    pays: string[];
  }
  interface MenuDecision {
    decision: string;
    name: string;
    cards: number;
    discarded: number;
    acts: string[];
    multiples: number[];
    clause: string;
  }
  interface MenuProgressive {
    wager: string;
    stakes_cents: number[];
    meters: Record<string, Record<string, number>>;
    forfeited_by_fold: boolean;
  }
  interface MenuWager {
    wager: string;
    name: string;
    letters: string[];
    lettered: string;
    whole: boolean;
    required: boolean;
    optional: boolean;
    progressive: boolean;
    stakes_cents: number[];
  }
  interface MeterAnswer {
    house_edge: ExactFigure;
    house_edge_of_initial_wager: ExactFigure;
    initial_wager: ExactFigure;
    element_of_risk: ExactFigure | null;
    average_wager: ExactFigure;
    standard_deviation: RootFigure;
    skewness: DecimalFigure;
    hit_frequency: ExactFigure;
    win_frequency: ExactFigure;
    push_frequency: ExactFigure;
    wager: string;
    paytable: string;
    progressive: ProgressiveFigures;
  }
  interface MeterLine {
    meter: string;
    reset_cents: number;
    per_cent: ExactFigure;
    break_even_cents: ExactFigure | null;
  }
  interface MeterPrice {
    meter: string;
    amount_cents: number;
    reset_cents: number;
    rate: ExactFigure;
    share: ExactFigure;
    full_award: ExactFigure;
    break_even_cents: ExactFigure | null;
    mean_at_award_cents: ExactFigure;
    deviation_at_award_cents: DecimalFigure;
    rounds_between_full_awards: ExactFigure | null;
  }
  interface MeterStand {
    meter: string;
    cents: number;
  }
  interface MeterTerms {
    meter: string;
    rate: number;
    initial: number;
    reset: number;
  }
  interface MisplayedClass {
    cards: string;
    staked: number;
    does: string;
    best: string;
    chance: string;
    cost: string;
  }
  interface Motif {
    hole: number;
    hidden: number[];
    community: number;
    box: number;
    seats: number;
    jokers: number;
    spots: MotifSpot[];
  }
  interface MotifSpot {
    name: string;
    required: boolean;
    decided: boolean;
    progressive: boolean;
  }
  interface Move {
    seat: number;
    player: string;
    spot: string;
    what: "take" | "pay" | "push" | "award" | "envy" | "return" | "waits" | "undo";
    cents: number;
    returned: number;
    cut: number;
    hand: string;
    odds: string;
    clause: string;
  }
  interface MovedDecision {
    stage: string;
    choice: string;
    published: ExactFigure;
    changed: ExactFigure;
  }
  interface NetChance {
    net: ExactFigure;
    probability: ExactFigure;
  }
  interface NetCount {
    net_cents: number;
    count: number;
  }
  interface NewAccount {
    name: string;
    role: "administrator" | "auditor" | "dealer" | "floorperson" | "player";
    password: string;
  }
  interface NewDevice {
    name: string;
    table: string;
  }
  interface NewNumber {
    number: number;
  }
  interface NewSession {
    name: string;
    role: "administrator" | "auditor" | "dealer" | "floorperson" | "player" | "device";
    guest: boolean;
    csrf: string;
    locked: boolean;
    temporary: boolean;
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
    sentences: Sentence[];
    void: boolean;
  }
  interface OddsMenu {
    game: string;
    name: string;
    fingerprint: string;
    mark: string;
    own_letters: Record<string, string[]>;
    deck: string[];
    seats: number;
    unit: string;
    wagers: MenuWager[];
    base: string[];
    decisions: MenuDecision[];
    progressive: MenuProgressive | null;
  }
  interface OpenMatter {
    what: "award" | "papers" | "report" | "reading";
    place: string;
    clause: string;
  }
  interface OpenTable {
    name: string;
    game: string;
    currency: "practice" | "real";
    mode: "self-dealt" | "dealer";
    own_meters: boolean;
    settings: Settings;
  }
  interface OtherSeats {
    other_seats: number;
    return: ExactFigure;
    break_even_cents: ExactFigure | null;
  }
  interface OutcomeFigures {
    hand: string;
    pays: string;
    combinations: number;
    probability: ExactFigure;
    return: ExactFigure;
    true_odds: ExactFigure | null;
    average_wager: ExactFigure;
  }
  interface OverruleReport {
    type: "OverruleReport";
    reason: string;
  }
  interface OverviewAnswer {
    game: string;
    fingerprint: string;
    own_rules: string;
    wagers: OverviewWager[];
  }
  interface OverviewWager {
    house_edge: ExactFigure;
    house_edge_of_initial_wager: ExactFigure;
    initial_wager: ExactFigure;
    element_of_risk: ExactFigure | null;
    average_wager: ExactFigure;
    standard_deviation: RootFigure;
    skewness: DecimalFigure;
    hit_frequency: ExactFigure;
    win_frequency: ExactFigure;
    push_frequency: ExactFigure;
    wager: string;
    name: string;
    paytable: string;
    unit: string;
    combinations_total: number;
  }
  interface OwnAccount {
    name: string;
    role: "administrator" | "auditor" | "dealer" | "floorperson" | "player" | "device";
    guest: boolean;
    csrf: string;
    locked: boolean;
    temporary: boolean;
    wallets: Record<string, number>;
  }
  interface OwnPassword {
    password: string;
    new: string;
  }
  interface OwnSeat {
    table: string;
    name: string;
    title: string;
    seat: number;
    turn: boolean;
    left: number | null;
  }
  interface PackedHand {
    question: TrainerQuestion;
    options: PricedAct[];
    rule: ListedRule | null;
  }
  interface PackedStage {
    stage: StageProgress;
    hands: PackedHand[];
  }
  interface PasswordChange {
    name: string;
    password: string;
  }
  interface PayRow {
    hand: string;
    pays: string;
    clause: string;
  }
  interface PaytableMatrix {
    wager: string;
    title: string;
    letters: string[];
    clauses: string[];
    rows: MatrixRow[];
    notes: string[];
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
    deck: number | null;
    reason: string;
  }
  interface PlayByHand {
    type: "PlayByHand";
    seat: number;
    on: boolean;
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
  interface PossibleRow {
    hand: string;
    pays: string;
    clause: string;
    ways: number;
  }
  interface PracticeBalance {
    practice: number;
  }
  interface Preview {
    sentences: Sentence[];
    moves: Move[];
    void: boolean;
    due: Due | null;
  }
  interface PreviewRequest {
    command: ReceiveCards | Perform | ReportDefect | Shuffle | DirectShuffle | LoadDeck | Cut | ReportOutOfOrder | MarkDevice | RestoreDevice | ChangeMethod | Sit | Leave | BuyIn | PlayByHand | Fill | Bet | NoMoreBets | RemoveWager | Deal | Act | Discard | Retract | Reveal | CountStub | ShowHand | Settle | ValidateAward | RefuseAward | ReopenSeat | ReadHand | CompletePapers | PlayOn | Abandon | Forfeit | Correct | ReportFaceUp | ReportDrawnInError | ReportWrongNumber | ReportForeignCard | UpholdReport | OverruleReport | CannotDeal | ReportCommunityExposed | ReportCardExposed | ReportJam;
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
  interface PricedList {
    decision: string;
    name: string;
    rules: Rule[];
    shares: string[];
    cost: string;
    wrong: number;
    mistakes: MisplayedClass[];
    lengths: [number, string][];
  }
  interface ProgressiveFigures {
    stake_cents: number;
    seats: number;
    return: ExactFigure;
    house_edge: ExactFigure;
    fixed_return: ExactFigure;
    meter_return: ExactFigure;
    envy_return: ExactFigure;
    envy_return_per_other_seat: ExactFigure;
    by_other_seats: OtherSeats[];
    long_run_return: ExactFigure;
    meters: MeterPrice[];
    awards: AwardFigures[];
  }
  interface ProgressiveLine {
    paytable: string;
    stake_cents: number;
    at_zero: ExactFigure;
    per_seat: ExactFigure;
    meters: MeterLine[];
  }
  interface Proof {
    good: boolean;
    fairness: any;
    chain: Chain;
    replay: string[];
  }
  interface QuietRuling {
    option: string;
    ruling: string;
  }
  interface RackPacket {
    of: string;
    count: number;
  }
  interface RankedHand {
    hand: string;
    cards: string[];
  }
  interface RankingExamples {
    wagers: string[];
    hands: RankedHand[];
  }
  interface Reaction {
    seat: number;
    sign: "hello" | "luck" | "nice" | "ouch" | "thanks" | "wow";
  }
  interface ReactionRequest {
    sign: "hello" | "luck" | "nice" | "ouch" | "thanks" | "wow";
  }
  interface ReadHand {
    type: "ReadHand";
    seat: number;
    cards: (number | string)[];
  }
  interface Reading {
    command: "Reveal" | "ShowHand" | "ReadHand";
    seat: number;
    places: UnreadCard[];
  }
  interface Ready {
    ready: boolean;
    checks: Record<string, string>;
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
    prepared_by: string;
    seal: string;
  }
  interface RefuseAward {
    type: "RefuseAward";
    seat: number;
    reason: string;
  }
  interface RegisterLine {
    slip: SlipLine;
    table_name: string;
    game: string;
    printings: number;
  }
  interface RemoveWager {
    type: "RemoveWager";
    seat: number;
    spot: string;
    reason: string;
  }
  interface ReopenSeat {
    type: "ReopenSeat";
    seat: number;
    reason: string;
  }
  interface Reopening {
    name: string;
  }
  interface ReplayStep {
    seq: number;
    at: number;
    role: string;
    name: string;
    command: string;
    event: any;
    view: View | null;
  }
  interface ReportCardExposed {
    type: "ReportCardExposed";
    seat: number;
    slot: number;
    card: number | string | null;
  }
  interface ReportCommunityExposed {
    type: "ReportCommunityExposed";
    place: "box" | "community";
  }
  interface ReportDefect {
    type: "ReportDefect";
    deck: number;
    what: string;
    taken_by: string;
  }
  interface ReportDrawnInError {
    type: "ReportDrawnInError";
  }
  interface ReportFaceUp {
    type: "ReportFaceUp";
    card: number | string | null;
  }
  interface ReportForeignCard {
    type: "ReportForeignCard";
    place: string;
    card: number | string;
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
    cards: number | null;
  }
  interface RequestBody {
  }
  interface RestoreDevice {
    type: "RestoreDevice";
    device: "shoe" | "shuffler";
  }
  interface Retract {
    type: "Retract";
    seat: number;
  }
  interface Reveal {
    type: "Reveal";
    cards: (number | string)[];
  }
  interface Revocation {
    name: string;
    close: boolean;
  }
  interface RoleChange {
    name: string;
    role: "player" | "dealer" | "floorperson" | "auditor" | "administrator";
  }
  interface RootFigure {
    decimal: number;
    squared: string;
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
    shown: Record<string, string[]>;
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
    variance: number;
    counted: boolean;
  }
  interface RoundRow {
    table: string;
    round: number;
    began: number;
    ended: number;
    outcome: string;
  }
  interface RowFigures {
    wager: string;
    hand: string;
    odds: string;
    times: number;
    stake: number;
    paid: number;
    due: number;
  }
  interface Rule {
    when: string;
    act: string;
    line: number;
  }
  interface RuleText {
    text: string;
    clauses: string[];
  }
  interface Ruling {
    id: string;
    games: string[];
    clauses: string[];
    question: string;
    ruling: string;
    option: string;
    option_games: string[];
    default: any;
    alternative: string;
    changes: string;
  }
  interface RulingFigures {
    ruling: string;
    option: string;
    wager: string;
    paytable: string;
    house_edge: ExactFigure;
    house_edge_of_alternative: ExactFigure;
  }
  interface SampleHand {
    hand: string;
    cards: string[];
    tail: string[];
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
    by_hand: boolean;
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
    text: string;
    clause: string;
  }
  interface SessionPoint {
    rounds: number;
    median: number;
    bounds: number[][];
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
  interface SessionsAnswer {
    game: string;
    paytable: string;
    unit: string;
    sessions: number;
    seed: number;
    expectation: ExactFigure;
    bands: number[];
    rounds: SessionPoint[];
  }
  interface Settings {
    betting: number;
    deciding: number;
    awards_and_voids: "house" | "floorperson";
    cards: "house" | "physical";
    away: number;
    closing: boolean;
  }
  interface Settle {
    type: "Settle";
    seat: number;
  }
  interface ShareLink {
    token: string;
    path: string;
    table: string;
    round: number;
    at: number;
  }
  interface SharedDecision {
    stage: string;
    cards: string[];
    taken: PricedAct;
    options: PricedAct[];
    by_house: boolean;
  }
  interface SharedFelt {
    turn: number;
    seats: SharedSeat[];
    community: string[];
    box: string[];
  }
  interface SharedHand {
    working: boolean;
    game: string;
    title: string;
    table: string;
    currency: string;
    round: number;
    hand: string;
    cards: string[];
    staked: number;
    net: number;
    spots: Record<string, string>;
    first: SharedFelt;
    steps: SharedStep[];
    decisions: SharedDecision[];
    fairness: any;
  }
  interface SharedSeat {
    seat: number;
    yours: boolean;
    stakes: Record<string, number>;
    cards: string[];
    out: boolean;
  }
  interface SharedStep {
    events: any[];
    felt: SharedFelt;
    decision: number;
  }
  interface SheetAnswer {
    format: number;
    game: string;
    name: string;
    fingerprint: string;
    provenance: SheetProvenance;
    deck: number;
    conventions: Record<string, string>;
    wagers: SheetWager[];
    whole_game: WholeGameFigures[];
    together: TogetherFigures | null;
    payout_limits: SheetLimit[];
    rulings: RulingFigures[];
    rulings_without_odds: QuietRuling[];
    information: WorthFigures[];
    dealer_errors: null;
    own_rules: string;
  }
  interface SheetLimit {
    stake_cents: number;
    limit_cents: number;
    house_edge_without: ExactFigure;
    house_edge_with: ExactFigure;
    house_edge_with_best_play: ExactFigure | null;
    hands_cut: ExactFigure;
    highest_limit_allowed_cents: number | null;
    limit_always_allowed_cents: number | null;
    paytable: string;
  }
  interface SheetProvenance {
    versions: Record<string, string>;
    rules: string;
    solver: string;
    method: string;
    ties: string;
    seed: number | null;
    date: string;
  }
  interface SheetWager {
    house_edge: ExactFigure;
    house_edge_of_initial_wager: ExactFigure;
    initial_wager: ExactFigure;
    element_of_risk: ExactFigure | null;
    average_wager: ExactFigure;
    standard_deviation: RootFigure;
    skewness: DecimalFigure;
    hit_frequency: ExactFigure;
    win_frequency: ExactFigure;
    push_frequency: ExactFigure;
    wager: string;
    name: string;
    paytable: string;
    unit: string;
    stake_cents: number;
    combinations_total: number;
    outcomes: OutcomeFigures[];
    distribution: NetChance[];
    decisions: DecisionFrequency[];
    ties: TieFigures | null;
    edge_by_stake: StakeEdge[] | null;
    progressive: ProgressiveFigures[] | null;
    played_for_both: CombinedAnswer | null;
  }
  interface ShiftRequest {
    name: string;
    tables: string[];
    until: number;
  }
  interface ShippedEdge {
    unit: string;
    house_edge: ExactFigure;
  }
  interface ShowHand {
    type: "ShowHand";
    seat: number;
    cards: (number | string)[];
  }
  interface Shuffle {
    type: "Shuffle";
    device: boolean;
    counted: number | null;
  }
  interface Signature {
    what: string;
    name: string;
    at: string;
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
  interface SlipField {
    label: string;
    text: string;
  }
  interface SlipLine {
    table: string;
    number: string;
    kind: string;
    title: string;
    seq: number;
    round: number;
    at: number;
    by: string;
    cents: number;
  }
  interface SlipRecord {
    line: SlipLine;
    table_name: string;
    game: string;
    currency: string;
    fields: SlipField[];
    listings: Listing[];
    story: string[];
    signatures: Signature[];
    clauses: string[];
    void: string;
    game_name: string;
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
    answer: "take" | "push" | "pay" | null;
    answer_cents: number;
    what: "take" | "push" | "pay";
    cents: number;
    cut: number;
    hand: string;
    odds: string;
    clause: string;
  }
  interface SpotLimits {
    spot: string;
    name: string;
    least: number;
    most: number;
  }
  interface SpotTerms {
    spot: string;
    name: string;
    terms: string;
    clause: string;
  }
  interface SpreadFigures {
    house_edge: ExactFigure;
    house_edge_of_initial_wager: ExactFigure;
    initial_wager: ExactFigure;
    element_of_risk: ExactFigure | null;
    average_wager: ExactFigure;
    standard_deviation: RootFigure;
    skewness: DecimalFigure;
    hit_frequency: ExactFigure;
    win_frequency: ExactFigure;
    push_frequency: ExactFigure;
  }
  interface StaffAccount {
    name: string;
    role: "administrator" | "auditor" | "dealer" | "floorperson" | "player" | "device";
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
  interface StakeEdge {
    stake_cents: number;
    house_edge: ExactFigure;
  }
  interface Statistics {
    start: string;
    end: string;
    by: "table" | "game" | "hour" | "shift" | "day" | "month" | "year";
    groups: GroupFigures[];
    expected_flags: number;
    liability: MeterStand[];
    course: CoursePoint[];
  }
  interface StatisticsReply {
    working: boolean;
    read: number;
    rounds: number;
    record: Statistics | null;
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
    approvals: ApprovalRow[];
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
    waits: OpenMatter[];
    alarms: Alarm[];
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
  interface TableTerms {
    id: string;
    name: string;
    currency: string;
    mode: string;
    rules: string;
    minimum: number;
    maximum: number;
    payout_limit: number | null;
    boxes: number;
    letters: Record<string, string>;
    spots: SpotLimits[];
    progressive_stake: number;
    meters: MeterTerms[];
  }
  interface TieFigures {
    default: string;
    rounds_with_a_tie: ExactFigure;
    decisions_counted: string;
    played_on: SpreadFigures;
    declined: SpreadFigures;
  }
  interface TogetherFigures {
    stakes_cents: Record<string, number>;
    paytables: Record<string, string>;
    expectation_cents: ExactFigure;
    average_wager_cents: ExactFigure;
    element_of_risk: ExactFigure;
    standard_deviation_cents: RootFigure;
    skewness: DecimalFigure;
    variance_if_no_cards_were_shared: ExactFigure;
    by_wager: WagerPart[];
    correlations: WagerCorrelation[];
    distribution: NetCount[];
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
  interface TrainerPack {
    working: boolean;
    game: string;
    title: string;
    spots: Record<string, string>;
    stages: PackedStage[];
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
  interface UnreadCard {
    place: string;
    slot: number;
    clause: string;
    seat: number;
  }
  interface Update {
    seq: number;
    events: any[];
    view: View;
    deadline: number | null;
    stopped: string;
    now: number;
    reaction: Reaction | null;
    anew: boolean;
  }
  interface UpholdReport {
    type: "UpholdReport";
  }
  interface ValidateAward {
    type: "ValidateAward";
    seat: number;
    counts: Record<string, number>;
    lamp: boolean | null;
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
    temporary: boolean;
    wallets: Record<string, number>;
  }
  interface WagerCorrelation {
    wager: string;
    with: string;
    covariance: ExactFigure;
    correlation: DecimalFigure;
  }
  interface WagerPart {
    wager: string;
    expectation_cents: ExactFigure;
    variance: ExactFigure;
  }
  interface WagerTerms {
    wager: string;
    name: string;
    terms: string;
    clauses: string[];
    optional: boolean;
    progressive: boolean;
  }
  interface WallTable {
    id: string;
    name: string;
    game: string;
    title: string;
    mode: string;
    currency: string;
    minimum: number;
    maximum: number;
    places: number;
    taken: number[];
    out: number[];
    turn: number;
    phase: string;
    cards: string;
    round: number;
    rounds_hour: number;
    due: Due | null;
    since: number;
    meters: Record<string, number>;
    alarms: Alarm[];
  }
  interface WallView {
    now: number;
    stopped: string;
    tables: WallTable[];
  }
  interface WhatIfAnswer {
    game: string;
    fingerprint: string;
    paytable: string;
    own_rules: string;
    rows: ChangedRow[];
    published: WhatIfFigures;
    changed: WhatIfFigures;
    decisions: MovedDecision[];
  }
  interface WhatIfFigures {
    house_edge: ExactFigure;
    element_of_risk: ExactFigure;
    average_wager: ExactFigure;
    standard_deviation: RootFigure;
    hit_frequency: ExactFigure;
  }
  interface WholeGameFigures {
    house_edge: ExactFigure;
    house_edge_of_initial_wager: ExactFigure;
    initial_wager: ExactFigure;
    element_of_risk: ExactFigure | null;
    average_wager: ExactFigure;
    standard_deviation: RootFigure;
    skewness: DecimalFigure;
    hit_frequency: ExactFigure;
    win_frequency: ExactFigure;
    push_frequency: ExactFigure;
    paytable: string;
    unit: string;
    decisions: DecisionFrequency[];
    ties: TieFigures;
  }
  interface Working {
    working: boolean;
    seconds: number;
    ahead: number;
    retry_ms: number;
  }
  interface WorthFigures {
    seen: string;
    gain: ExactFigure;
    standard_error: number;
    cases: number;
  }
  interface Event {
    type: "AwardPending" | "AwardRefused" | "AwardValidated" | "BetsClosed" | "BoughtIn" | "BreachNoted" | "BuyInRetracted" | "CardDealt" | "CardExposed" | "CardSetAside" | "CardsCut" | "CardsReceived" | "CardsRevealed" | "CardsShuffled" | "ChipsCounted" | "Corrected" | "Decided" | "DeckDefective" | "DeckLoaded" | "DeckRemoved" | "DeviceReported" | "Discarded" | "DrawnInError" | "DutyDone" | "EntryRetracted" | "EnvyPaid" | "Filled" | "HandPlaySet" | "HandRead" | "HandShown" | "Lost" | "MeterFed" | "MeterPaid" | "MeterReset" | "MetersRead" | "MethodChanged" | "Paid" | "PapersCompleted" | "PaymentUndone" | "ReportMade" | "ReportOverruled" | "RoundEnded" | "RoundVoided" | "SeatDropped" | "SeatLeft" | "SeatReopened" | "SeatSettled" | "Seated" | "SettlementBegun" | "ShuffleDirected" | "SlipOpened" | "StakeCollected" | "StakeReturned" | "StubCounted" | "TableOpened" | "WagerPlaced" | "WagerRemoved";
    accepted?: any;
    act?: any;
    after?: any;
    asked?: any;
    at?: any;
    back?: any;
    before?: any;
    bought?: any;
    by?: any;
    by_house?: any;
    card?: any;
    cards?: any;
    cents?: number;
    clause?: any;
    condition?: any;
    counted?: any;
    counts?: any;
    cut?: any;
    deck?: any;
    decks?: any;
    depth?: any;
    device?: any;
    duty?: any;
    entered?: any;
    ground?: any;
    hand?: any;
    held?: any;
    holder?: any;
    kind?: any;
    lammer?: any;
    lamp?: any;
    leads_to?: any;
    meter?: any;
    meters?: any;
    method?: any;
    millionths?: any;
    name?: any;
    needs_cut?: any;
    odds?: any;
    on?: any;
    order?: any;
    payment?: any;
    persons?: any;
    place?: any;
    player?: any;
    prepared?: any;
    prepared_by?: any;
    reason?: any;
    returned?: any;
    role?: any;
    round?: number;
    rules?: any;
    seal?: any;
    seat?: number;
    slot?: any;
    slots?: any;
    spot?: string;
    stage?: any;
    stub?: any;
    taken_by?: any;
    total?: any;
    variant?: any;
    wager?: any;
    was?: any;
    what?: any;
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
    "/api/games": GameOverview[];
    "/api/hands/{token}": SharedHand;
    "/api/here": Visitor;
    "/api/house": AboutHouse;
    "/api/house/log": HouseNote[];
    "/api/house/tables": TableRecord[];
    "/api/lessons/{game}": TrainerPack;
    "/api/limits": LimitChange[];
    "/api/limits/{table}/notice": any;
    "/api/me": OwnAccount;
    "/api/me/session": SessionReview;
    "/api/odds/{game}": OddsMenu;
    "/api/odds/{game}/both": CombinedAnswer;
    "/api/odds/{game}/card": CardAnswer;
    "/api/odds/{game}/classes": ClassesAnswer;
    "/api/odds/{game}/fan": FanAnswer;
    "/api/odds/{game}/hand": HandAnswer;
    "/api/odds/{game}/limit": LimitAnswer;
    "/api/odds/{game}/lines": LinesAnswer;
    "/api/odds/{game}/meter": MeterAnswer;
    "/api/odds/{game}/overview": OverviewAnswer;
    "/api/odds/{game}/sessions": SessionsAnswer;
    "/api/odds/{game}/sheet": SheetAnswer;
    "/api/odds/{game}/what-if": WhatIfAnswer;
    "/api/papers": GamePapers[];
    "/api/papers/filing": any;
    "/api/papers/{game}/{name}": any;
    "/api/people": People;
    "/api/rounds": RoundRow[];
    "/api/rounds/{table}/{number}": any;
    "/api/rounds/{table}/{number}/fairness": any;
    "/api/rounds/{table}/{number}/proof": Proof;
    "/api/rounds/{table}/{number}/steps": RoundReplay;
    "/api/rounds/{table}/{number}/text": any;
    "/api/rules/{game}": GameRules;
    "/api/rules/{game}/example": ExampleRound;
    "/api/search/export": any;
    "/api/search/forms": string[];
    "/api/search/rounds": SearchPage;
    "/api/search/terms": SearchTerms;
    "/api/seats": OwnSeat[];
    "/api/shares": ShareLink[];
    "/api/shifts": Assignment[];
    "/api/slips": RegisterLine[];
    "/api/slips/{table}/{number}": SlipRecord;
    "/api/statistics": StatisticsReply;
    "/api/statistics/papers/{form}": any;
    "/api/submission": StoredSubmission;
    "/api/submissions": SubmissionRow[];
    "/api/submissions/{number}": StoredSubmission;
    "/api/tables": LobbyRow[];
    "/api/tables/{table}": Update;
    "/api/tables/{table}/coach": Decisions;
    "/api/tables/{table}/console": ConsoleView;
    "/api/tables/{table}/fairness": Commitment;
    "/api/tables/{table}/felt": Felt;
    "/api/tables/{table}/hint": Hint;
    "/api/tables/{table}/holding": Holding[];
    "/api/tables/{table}/limits": LimitNotice[];
    "/api/tables/{table}/money": TableMoney;
    "/api/tables/{table}/payments": RoundPayments;
    "/api/tables/{table}/ranking": RankingExamples[];
    "/api/trainer": TrainerGame[];
    "/api/trainer/{game}/{stage}": Point[];
    "/api/wall": WallView;
    "/hand/{token}/{name}": any;
    "/health": Health;
    "/live": Alive;
    "/metrics": any;
    "/ready": Ready;
  }
  interface KnownGet {
    (path: `/api/rounds/${string}/${string}/fairness${Query}`): Promise<any>;
    (path: `/api/rounds/${string}/${string}/proof${Query}`): Promise<Proof>;
    (path: `/api/rounds/${string}/${string}/steps${Query}`): Promise<RoundReplay>;
    (path: `/api/rounds/${string}/${string}/text${Query}`): Promise<any>;
    (path: `/api/fairness/${string}/${string}${Query}`): Promise<any>;
    (path: `/api/statistics/papers/${string}${Query}`): Promise<any>;
    (path: `/api/rounds/${string}/${string}${Query}`): Promise<any>;
    (path: `/api/tables/${string}/fairness${Query}`): Promise<Commitment>;
    (path: `/api/tables/${string}/payments${Query}`): Promise<RoundPayments>;
    (path: `/api/slips/${string}/${string}${Query}`): Promise<SlipRecord>;
    (path: `/api/tables/${string}/console${Query}`): Promise<ConsoleView>;
    (path: `/api/tables/${string}/holding${Query}`): Promise<Holding[]>;
    (path: `/api/tables/${string}/ranking${Query}`): Promise<RankingExamples[]>;
    (path: `/api/trainer/${string}/${string}${Query}`): Promise<Point[]>;
    (path: `/api/limits/${string}/notice${Query}`): Promise<any>;
    (path: `/api/tables/${string}/limits${Query}`): Promise<LimitNotice[]>;
    (path: `/api/odds/${string}/overview${Query}`): Promise<OverviewAnswer>;
    (path: `/api/odds/${string}/sessions${Query}`): Promise<SessionsAnswer>;
    (path: `/api/papers/${string}/${string}${Query}`): Promise<any>;
    (path: `/api/rules/${string}/example${Query}`): Promise<ExampleRound>;
    (path: `/api/tables/${string}/coach${Query}`): Promise<Decisions>;
    (path: `/api/tables/${string}/money${Query}`): Promise<TableMoney>;
    (path: `/api/odds/${string}/classes${Query}`): Promise<ClassesAnswer>;
    (path: `/api/odds/${string}/what-if${Query}`): Promise<WhatIfAnswer>;
    (path: `/api/tables/${string}/felt${Query}`): Promise<Felt>;
    (path: `/api/tables/${string}/hint${Query}`): Promise<Hint>;
    (path: `/api/odds/${string}/limit${Query}`): Promise<LimitAnswer>;
    (path: `/api/odds/${string}/lines${Query}`): Promise<LinesAnswer>;
    (path: `/api/odds/${string}/meter${Query}`): Promise<MeterAnswer>;
    (path: `/api/odds/${string}/sheet${Query}`): Promise<SheetAnswer>;
    (path: `/api/odds/${string}/both${Query}`): Promise<CombinedAnswer>;
    (path: `/api/odds/${string}/card${Query}`): Promise<CardAnswer>;
    (path: `/api/odds/${string}/hand${Query}`): Promise<HandAnswer>;
    (path: `/api/odds/${string}/fan${Query}`): Promise<FanAnswer>;
    (path: `/api/submissions/${string}${Query}`): Promise<StoredSubmission>;
    (path: `/hand/${string}/${string}${Query}`): Promise<any>;
    (path: `/api/lessons/${string}${Query}`): Promise<TrainerPack>;
    (path: `/api/tables/${string}${Query}`): Promise<Update>;
    (path: `/api/hands/${string}${Query}`): Promise<SharedHand>;
    (path: `/api/papers/filing${Query}`): Promise<any>;
    (path: `/api/search/export${Query}`): Promise<any>;
    (path: `/api/search/rounds${Query}`): Promise<SearchPage>;
    (path: `/api/house/tables${Query}`): Promise<TableRecord[]>;
    (path: `/api/rules/${string}${Query}`): Promise<GameRules>;
    (path: `/api/search/forms${Query}`): Promise<string[]>;
    (path: `/api/search/terms${Query}`): Promise<SearchTerms>;
    (path: `/api/odds/${string}${Query}`): Promise<OddsMenu>;
    (path: `/api/me/session${Query}`): Promise<SessionReview>;
    (path: `/api/audit/run${Query}`): Promise<AuditStatus>;
    (path: `/api/house/log${Query}`): Promise<HouseNote[]>;
    (path: `/api/submissions${Query}`): Promise<SubmissionRow[]>;
    (path: `/api/statistics${Query}`): Promise<StatisticsReply>;
    (path: `/api/submission${Query}`): Promise<StoredSubmission>;
    (path: `/api/approvals${Query}`): Promise<any>;
    (path: `/api/trainer${Query}`): Promise<TrainerGame[]>;
    (path: `/api/limits${Query}`): Promise<LimitChange[]>;
    (path: `/api/papers${Query}`): Promise<GamePapers[]>;
    (path: `/api/people${Query}`): Promise<People>;
    (path: `/api/rounds${Query}`): Promise<RoundRow[]>;
    (path: `/api/shares${Query}`): Promise<ShareLink[]>;
    (path: `/api/shifts${Query}`): Promise<Assignment[]>;
    (path: `/api/tables${Query}`): Promise<LobbyRow[]>;
    (path: `/api/audit${Query}`): Promise<Record<string, string[]>>;
    (path: `/api/drill${Query}`): Promise<DrillMenu>;
    (path: `/api/floor${Query}`): Promise<FloorOverview>;
    (path: `/api/games${Query}`): Promise<GameOverview[]>;
    (path: `/api/house${Query}`): Promise<AboutHouse>;
    (path: `/api/seats${Query}`): Promise<OwnSeat[]>;
    (path: `/api/slips${Query}`): Promise<RegisterLine[]>;
    (path: `/api/here${Query}`): Promise<Visitor>;
    (path: `/api/wall${Query}`): Promise<WallView>;
    (path: `/api/me${Query}`): Promise<OwnAccount>;
    (path: `/metrics${Query}`): Promise<any>;
    (path: `/health${Query}`): Promise<Health>;
    (path: `/ready${Query}`): Promise<Ready>;
    (path: `/live${Query}`): Promise<Alive>;
  }
  interface PostAnswers {
    "/api/approvals": NewNumber;
    "/api/approvals/{number}": ApprovalResult;
    "/api/audit/run": AuditStatus;
    "/api/cage": CageBalance;
    "/api/cage/approvals": NewNumber;
    "/api/cash": RealBalance;
    "/api/cash/approvals": NewNumber;
    "/api/chips": PracticeBalance;
    "/api/devices": DeviceAccount;
    "/api/drill": Drill;
    "/api/drill/answers": Grade;
    "/api/first-administrator": NewSession;
    "/api/guest": NewSession;
    "/api/limits/{table}": LimitNotice;
    "/api/login": NewSession;
    "/api/logout": Empty;
    "/api/password": Empty;
    "/api/people": StaffAccount;
    "/api/people/password": Empty;
    "/api/people/reopen": Empty;
    "/api/people/revoke": Empty;
    "/api/people/role": Empty;
    "/api/register": NewSession;
    "/api/rounds/{table}/{number}/share": ShareLink;
    "/api/rounds/{table}/{number}/unshare": Empty;
    "/api/shifts": Assignment[];
    "/api/slips/{table}/{number}/print": any;
    "/api/submission": NewNumber;
    "/api/submission/check": SubmissionCheck;
    "/api/tables": NewTableId;
    "/api/tables/{table}/close": Empty;
    "/api/tables/{table}/close-after-round": Empty;
    "/api/tables/{table}/commands": Done;
    "/api/tables/{table}/commands/list": CommandLines;
    "/api/tables/{table}/preview": Preview;
    "/api/tables/{table}/reactions": Empty;
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
    (path: `/api/rounds/${string}/${string}/unshare${Query}`, body?: any): Promise<Empty>;
    (path: `/api/rounds/${string}/${string}/share${Query}`, body?: any): Promise<ShareLink>;
    (path: `/api/trainer/${string}/${string}/answer${Query}`, body?: any): Promise<TrainerGrade>;
    (path: `/api/slips/${string}/${string}/print${Query}`, body?: any): Promise<any>;
    (path: `/api/tables/${string}/commands/list${Query}`, body?: any): Promise<CommandLines>;
    (path: `/api/trainer/${string}/${string}/hand${Query}`, body?: any): Promise<TrainerQuestion>;
    (path: `/api/tables/${string}/close-after-round${Query}`, body?: any): Promise<Empty>;
    (path: `/api/tables/${string}/reactions${Query}`, body?: any): Promise<Empty>;
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
    (path: `/api/cage/approvals${Query}`, body?: any): Promise<NewNumber>;
    (path: `/api/cash/approvals${Query}`, body?: any): Promise<NewNumber>;
    (path: `/api/limits/${string}${Query}`, body?: any): Promise<LimitNotice>;
    (path: `/api/drill/answers${Query}`, body?: any): Promise<Grade>;
    (path: `/api/people/reopen${Query}`, body?: any): Promise<Empty>;
    (path: `/api/people/revoke${Query}`, body?: any): Promise<Empty>;
    (path: `/api/people/role${Query}`, body?: any): Promise<Empty>;
    (path: `/api/audit/run${Query}`, body?: any): Promise<AuditStatus>;
    (path: `/api/first-administrator${Query}`, body?: any): Promise<NewSession>;
    (path: `/api/submission${Query}`, body?: any): Promise<NewNumber>;
    (path: `/api/approvals${Query}`, body?: any): Promise<NewNumber>;
    (path: `/api/password${Query}`, body?: any): Promise<Empty>;
    (path: `/api/register${Query}`, body?: any): Promise<NewSession>;
    (path: `/api/devices${Query}`, body?: any): Promise<DeviceAccount>;
    (path: `/api/logout${Query}`, body?: any): Promise<Empty>;
    (path: `/api/people${Query}`, body?: any): Promise<StaffAccount>;
    (path: `/api/shifts${Query}`, body?: any): Promise<Assignment[]>;
    (path: `/api/tables${Query}`, body?: any): Promise<NewTableId>;
    (path: `/api/unlock${Query}`, body?: any): Promise<LockState>;
    (path: `/api/chips${Query}`, body?: any): Promise<PracticeBalance>;
    (path: `/api/drill${Query}`, body?: any): Promise<Drill>;
    (path: `/api/guest${Query}`, body?: any): Promise<NewSession>;
    (path: `/api/login${Query}`, body?: any): Promise<NewSession>;
    (path: `/api/cage${Query}`, body?: any): Promise<CageBalance>;
    (path: `/api/cash${Query}`, body?: any): Promise<RealBalance>;
  }
}
