// @ts-check
// The last hours from the books: win against theory with its band, rounds, drop and hold by hour.
import words from "/text/floor.js";
import { barsFigure } from "../base/charts/bars.js";
import { courseFigure, foldedTable } from "../base/charts/course.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { number, percent, short, signed } from "../base/money.js";
import { errorNotice, field, select } from "../base/parts.js";
import { released } from "../base/pressing.js";
import { now } from "../staff/clock.js";

const { hours: text } = words;
const HOUR_MS = 3_600_000;
const HOURS = 12;
const STEP_MS = 300_000; // between two readings of the books while the part is on the screen
const POLL_MS = 700;

/**
 * @typedef {{ start: number, rounds: number, drop: number, win: number, hold: number | null,
 *   result: number, expected: number, low: number, high: number, p: number }} Hour
 *   `result` to `p` are sums from the first hour on.
 */

const clock = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" });
const hourOf = (/** @type {number} */ at) => clock.format(at);
const dollarsOf = (/** @type {number} */ cents) => text.money(number(Math.round(cents / 100)));
const axisMoney = (/** @type {number} */ cents) =>
  cents < 0 ? `−${dollarsOf(-cents)}` : dollarsOf(cents);
const whole = (/** @type {number} */ cents) => (cents > 0 ? "+" : "") + axisMoney(cents);

/** @returns {[since: number, until: number]} They change only every `STEP_MS`. */
function period() {
  const until = Math.ceil(now() / STEP_MS) * STEP_MS;
  return [Math.floor((until - HOURS * HOUR_MS) / HOUR_MS) * HOUR_MS, until];
}

/**
 * Every hour of the period, also those in which nothing happened.
 * @param {Api.Statistics} record
 * @param {number} since
 * @param {number} until
 * @returns {Hour[]}
 */
function hoursOf(record, since, until) {
  const at = (/** @type {string} */ name) => Date.parse(`${name.replace(" ", "T")}:00Z`);
  const groups = new Map(record.groups.map((group) => [at(group.group), group]));
  const sums = new Map(record.course.map((point) => [at(point.group), point]));
  let last = { result: 0, expected: 0, low: 0, high: 0, p: 1 };
  const list = [];
  for (let start = since; start < until; start += HOUR_MS) {
    const group = groups.get(start);
    last = sums.get(start) ?? last;
    const { rounds = 0, drop = 0, win = 0, hold = null } = group ?? {};
    list.push({ ...last, start, rounds, drop, win, hold });
  }
  // Hours before the first one of the books are not drawn.
  const first = list.findIndex((hour) => hour.rounds || hour.drop || hour.win);
  return first < 0 ? [] : list.slice(first);
}

const oneIn = (/** @type {number} */ p) => number(Math.round(1 / Math.max(p, 1e-6)));
const isUnusual = (/** @type {Hour} */ hour) => hour.p < 0.05;

/** @param {Hour[]} hours */
function winCourse(hours) {
  const last = /** @type {Hour} */ (hours.at(-1));
  const off = Math.round((last.result - last.expected) / 100) * 100;
  const since = hourOf(hours[0].start);
  const usual = isUnusual(last) ? text.unusual(oneIn(last.p)) : text.usual;
  const finding = text.finding(whole(last.result), since, whole(last.expected), usual);
  const zero = { result: 0, expected: 0, low: 0, high: 0, p: 1 };
  const points = [zero, ...hours];
  const outside = points.flatMap((hour, place) =>
    hour.p < 0.05 ? [/** @type {[number, number]} */ ([place, hour.result])] : [],
  );
  const ends = (/** @type {number} */ place) =>
    hourOf((hours[place] ?? { start: last.start + HOUR_MS }).start);
  return [
    make(
      "h3",
      {},
      off === 0 ? text.onTheory : (off > 0 ? text.above : text.below)(dollarsOf(Math.abs(off))),
    ),
    make("p", { class: "finding" }, finding),
    courseFigure({
      label: finding,
      lines: [
        { name: text.won, kind: "actual", points: points.map((h, n) => [n, h.result]) },
        { name: text.theory, kind: "theory", points: points.map((h, n) => [n, h.expected]) },
      ],
      band: { name: text.band, points: points.map((h, n) => [n, h.low, h.high]) },
      outside: outside.length ? { points: outside, words: text.unusual(oneIn(last.p)) } : null,
      format: axisMoney,
      formatX: ends,
      xLabel: "",
    }),
  ];
}

/** @param {Hour[]} hours */
function bars(hours) {
  const full = hours.slice(0, -1);
  const rounds = hours.reduce((sum, hour) => sum + hour.rounds, 0);
  const mean = full.length
    ? number(Math.round(full.reduce((sum, hour) => sum + hour.rounds, 0) / full.length))
    : null;
  const [drop, win] = [sumOf(hours, "drop"), sumOf(hours, "win")];
  const pieces = [
    {
      title: text.roundsTitle,
      finding: text.roundsFinding(number(rounds), mean),
      format: number,
      value: (/** @type {Hour} */ hour) => hour.rounds,
    },
    {
      title: text.dropTitle,
      finding: text.dropFinding(dollarsOf(drop), whole(win)),
      format: axisMoney,
      value: (/** @type {Hour} */ hour) => hour.drop,
    },
    {
      title: text.holdTitle,
      finding: drop ? text.holdFinding(percent(win / drop, 1)) : text.noDrop,
      format: (/** @type {number} */ share) => percent(share, 0),
      value: (/** @type {Hour} */ hour) => hour.hold,
    },
  ];
  return pieces.map(({ title, finding, format, value }) =>
    make(
      "div",
      { class: "hour-bars" },
      make("h3", {}, title),
      make("p", { class: "finding" }, finding),
      barsFigure({
        label: `${title}. ${finding}`,
        bars: hours.map((hour) => ({ name: hourOf(hour.start), value: value(hour) })),
        format,
      }),
    ),
  );
}

/**
 * @param {Hour[]} hours
 * @param {"drop" | "win"} name
 */
const sumOf = (hours, name) => hours.reduce((sum, hour) => sum + hour[name], 0);

/** @param {Hour[]} hours */
function numbers(hours) {
  const rows = hours.map((hour) => [
    hourOf(hour.start),
    { num: number(hour.rounds) },
    { num: short(hour.drop) },
    { num: signed(hour.win) },
    { num: hour.hold === null ? "–" : percent(hour.hold, 1) },
    { num: signed(hour.result) },
    { num: whole(hour.expected) },
    { num: text.interval(signed(hour.low), signed(hour.high)) },
  ]);
  return foldedTable({ headings: Object.values(text.columns), rows, caption: text.caption });
}

/**
 * The section of the floor page. It reads the books only while it is on the screen.
 * @param {string} first The table whose hours are shown first; none shows all.
 */
export function hoursPart(first) {
  const body = make("div", { class: "stack", "aria-live": "polite" });
  const choice = select([["", text.all], ...(first ? [[first, first]] : [])], first, {
    onchange: () => load(),
  });
  const element = make(
    "section",
    { class: "panel stack hours", "aria-labelledby": "hours" },
    make(
      "div",
      { class: "row" },
      make("h2", { id: "hours", class: "grow" }, text.title),
      field(text.table, choice),
    ),
    body,
  );
  let turn = 0;
  let visible = false;
  async function load() {
    turn += 1;
    const mine = turn;
    const [since, until] = period();
    const asks = new URLSearchParams({
      since: String(since),
      until: String(until),
      by: "hour",
      table: choice.value,
    });
    if (!body.childElementCount) replace(body, make("p", { class: "hint" }, text.reading));
    try {
      for (;;) {
        const { working, record } = await ask.get(`/api/statistics?${asks}`);
        if (mine !== turn) return;
        if (!working && record) {
          await released(); // a press ends on what it began on
          if (mine !== turn) return;
          show(hoursOf(record, since, until));
          return;
        }
        await new Promise((resolve) => {
          setTimeout(resolve, POLL_MS);
        });
      }
    } catch (error) {
      if (mine === turn) replace(body, errorNotice(error));
    }
  }
  const show = (/** @type {Hour[]} */ hours) => {
    const folded = numbers(hours);
    folded.open = body.querySelector("details")?.open ?? false;
    if (!hours.length) replace(body, make("p", { class: "hint" }, text.none));
    else
      replace(
        body,
        winCourse(hours),
        make("div", { class: "hour-row" }, bars(hours)),
        folded,
        make("p", { class: "hint" }, text.how),
      );
  };
  new IntersectionObserver((entries) => {
    const shown = entries.some((entry) => entry.isIntersecting);
    if (shown && !visible) load();
    visible = shown;
  }).observe(element);
  setInterval(() => {
    if (visible && !document.hidden) load();
  }, STEP_MS);
  let names = "";
  /** @param {Api.TableOverview[]} tables */
  const offer = (tables) => {
    const pairs = tables.map((table) => [table.id, table.name]);
    if (JSON.stringify(pairs) === names) return;
    names = JSON.stringify(pairs);
    const options = [["", text.all], ...pairs].map(([value, label]) =>
      make("option", { value, selected: value === choice.value }, label),
    );
    replace(choice, options);
  };
  return { element, offer };
}
