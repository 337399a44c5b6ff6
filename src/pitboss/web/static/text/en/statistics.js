// @ts-check
// Words of the page of statistics.
export default /** @satisfies {Page.Text} */ ({
  title: "Statistics",
  lead: "What the tables won, next to what the paytables expect of the rounds actually played.",
  filters: "Period and tables",
  period: "Period",
  periods: {
    today: "Today",
    week: "Last 7 days",
    month: "This month to date",
    year: "This year to date",
    own: "Chosen days",
  },
  from: "First day",
  to: "Last day",
  by: "Group by",
  groups: {
    table: "table",
    game: "game",
    hour: "hour",
    shift: "shift",
    day: "day",
    month: "month",
    year: "year",
  },
  table: "Table",
  game: "Game",
  all: "all",
  show: "Show",
  utc: "Days are in universal time (UTC); shifts begin at 06:00, 14:00 and 22:00.",
  working: "Reading the books …",
  progress: (read, all) => `${read} of ${all} rounds read`,
  rounds: "Rounds read",
  none: "No round ended and no money moved in this period.",
  badDays: "The last day is before the first.",
  ready: "The statistics are shown.",

  periodOf: (start, end, by) => `${start === end ? start : `${start} to ${end}`}, by ${by}`,
  finding: (flags, groups, expected) =>
    `${flags === 0 ? "No group has" : flags === 1 ? "One group has" : `${flags} groups have`} ` +
    `an unusual win, of ${groups} tested; chance alone would flag ${expected}.`,
  wrongPayments: (count) =>
    count === 1
      ? "One row was not paid as its paytable says."
      : `${count} rows were not paid as their paytable says.`,
  paidRight: "Every payment was as its paytable says.",
  cards: (names) => `Opening hands unlikely by chance: ${names}.`,
  hold: (names) => `Win to drop differs from its base: ${names}.`,
  left: (count) => `Rounds in which a payment was taken back, left out of the test: ${count}.`,

  chart: "Result of each group against what chance expects",
  chartLead: "Result on all wagers but the progressive ones, in dollars",
  chartOf: (title, result, low, high) =>
    `${title}: ${result}; 95 of 100 between ${low} and ${high}`,
  unusual: (chance) => `unusual: 1 in ${chance} by chance`,
  band: "95 in 100, given how it was played",
  actual: "result",
  theory: "theory, under best play",
  expected: "expected",

  figures: "Figures of each group",
  figuresOf: {
    group: "Group",
    flags: "Flags",
    rounds: "Rounds",
    decisions: "Decisions per hour",
    drop: "Drop",
    win: "Win",
    hold: "Win to drop",
    base: "Base",
    result: "Result",
    theory: "Theory",
    expected: "Expected",
    interval: "95 in 100",
    p: "By chance",
  },
  interval: (low, high) => `${low} to ${high}`,
  oneIn: (chance) => `1 in ${chance}`,
  absent: "–",
  flags: { win: "win", payments: "payments", cards: "opening hands", hold: "win to drop" },
  noFlag: "none",

  wrong: "Rows not paid as their paytable says",
  rowsOf: {
    group: "Group",
    wager: "Wager",
    hand: "Hand",
    odds: "Odds",
    times: "Times",
    stake: "Staked",
    paid: "Paid",
    due: "Due",
  },
  liability: "Progressive liability",
  meter: "Meter",
  stands: "Stands at",
  liabilityTotal: "All meters",

  papers: "Papers of these figures",
  forms: { pdf: "PDF", xlsx: "Workbook", csv: "CSV" },
  print: "Print this page",
  how: "How these figures are made",
  howText: [
    "Drop is cash bought in; win is what the inventory gained with it, fills and credits apart. " +
      "Win includes what went into meters, and corrections.",
    "Result is what the wagers themselves won, without the progressive ones. Theory is the edge " +
      "of best play at the stakes bet before the deal.",
    "Players do not play perfectly. So expected and its interval keep every decision as it was, " +
      "and deal only the last card of each round again, thousands of times.",
    "5 of 100 groups of honest rounds are unusual, whoever plays. One flag is a reason to look, " +
      "not a fault. A payment that differs from its paytable is always a fault.",
    "The base is last year's win to drop (in a first year, last month's), with the spread of its " +
      "days: history, not probability.",
  ],
});
