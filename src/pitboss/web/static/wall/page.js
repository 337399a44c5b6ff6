// @ts-check
// All tables on one large screen of the floor: seats, rounds, waits, meters and alarms, no names.
import text from "/text/wall.js";
import { make, replace, write } from "../base/dom.js";
import { ask } from "../base/house.js";
import { setNow } from "../staff/clock.js";
import { keyed } from "../staff/parts.js";
import { alarmLine, isPressing, tableCard } from "./table-card.js";

const REFRESH_MS = 1000;
const TURN_MS = 12_000; // per page, if there are more tables than fit
const [CARD_WIDTH, CARD_HEIGHT] = [21, 13.4]; // of a card, in letters of its size
const [MIN_LETTER, MAX_LETTER] = [12, 44]; // pixels
const MAX_ALARMS = 8; // lines at the foot
const scrolls = matchMedia("(max-width: 700px)"); // a phone shows all tables, one below the other

document.title = text.title;
const time = make("span", { class: "time" });
const summary = make("span", { class: "summary" });
const turn = make("span", { class: "turn" });
const lost = make("p", { class: "not-live", role: "status", hidden: true }, text.notLive);
const head = make("header", {}, make("h1", {}, text.title), summary, turn, time);
const grid = make("ul", { class: "plain-list tables", "aria-label": text.tables });
const calls = make("ul", { class: "plain-list calls", "aria-label": text.alarms });
const spoken = make("p", { class: "quiet", role: "status" });
const screen = make("main", { class: "wall", tabindex: "-1" }, head, lost, grid, calls, spoken);
document.body.append(screen);

/** @type {Map<string, Api.FeltLook>} */
const looks = new Map(
  (await ask.get("/api/games")).map((/** @type {Api.GameOverview} */ game) => [
    game.game,
    game.look,
  ]),
);
/** @type {Api.WallTable[]} */
let tables = [];
let page = 0;
let shownKeys = new Set();

const clock = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" });

/**
 * Columns and rows for the largest cards with which so many tables fit on the screen; if letters
 * would be too small, fewer tables are shown at a time.
 * @param {number} count
 */
function fit(count) {
  const [wide, high] = [grid.clientWidth, grid.clientHeight];
  let best = { columns: 1, rows: 1, letter: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const letter = Math.min(wide / columns / CARD_WIDTH, high / rows / CARD_HEIGHT);
    if (letter > best.letter) best = { columns, rows, letter };
  }
  if (best.letter >= MIN_LETTER || count <= 1) return best;
  const columns = Math.max(1, Math.floor(wide / (MIN_LETTER * CARD_WIDTH)));
  const rows = Math.max(1, Math.floor(high / (MIN_LETTER * CARD_HEIGHT)));
  const letter = Math.min(wide / columns / CARD_WIDTH, high / rows / CARD_HEIGHT);
  return { columns, rows, letter: Math.max(MIN_LETTER, letter) };
}

function show() {
  const count = Math.max(1, tables.length);
  const { columns, rows, letter } = fit(count);
  const room = scrolls.matches ? count : columns * rows;
  const pages = Math.ceil(count / room);
  page %= pages;
  const { style } = grid;
  style.setProperty("--columns", String(columns));
  style.setProperty("--rows", String(Math.min(rows, Math.ceil(count / columns))));
  style.setProperty("--letter", `${Math.min(MAX_LETTER, letter)}px`);
  write(turn, pages > 1 ? text.page(page + 1, pages) : "");
  const shown = tables.slice(page * room, (page + 1) * room);
  keyed(
    grid,
    shown,
    (table) => table.id,
    (table) => make("li", {}, tableCard(table, looks.get(table.game))),
  );
}

/** @param {Api.WallView} wall */
function showCalls(wall) {
  const lines = wall.tables.flatMap((table) =>
    table.alarms.filter(isPressing).map((alarm) => ({ table, alarm })),
  );
  const keys = lines.map(({ table, alarm }) => `${table.id} ${alarm.what} ${alarm.about}`);
  const fresh = lines.filter((_, place) => !shownKeys.has(keys[place]));
  if (fresh.length) write(spoken, text.calls(fresh[0].table.name, fresh.length));
  shownKeys = new Set(keys);
  const more = lines.length - MAX_ALARMS;
  replace(
    calls,
    lines.slice(0, MAX_ALARMS).map(({ table, alarm }) => alarmLine(table, alarm)),
    more > 0 ? make("li", {}, text.more(more)) : null,
    lines.length ? null : make("li", { "data-state": "calm" }, text.calm),
  );
}

async function look() {
  try {
    /** @type {Api.WallView} */
    const wall = await ask.get("/api/wall");
    setNow(wall.now);
    tables = wall.tables.toSorted((a, b) => a.title.localeCompare(b.title) || order(a, b));
    const playing = tables.filter((table) => table.taken.length).length;
    const seats = tables.reduce((sum, table) => sum + table.taken.length, 0);
    write(summary, wall.stopped || text.summary(tables.length, playing, seats));
    write(time, clock.format(wall.now));
    screen.dataset.live = "true";
    lost.hidden = true;
    showCalls(wall);
    show();
  } catch {
    screen.dataset.live = "false";
    lost.hidden = false;
  }
}

// Always in one order: a card that moves is a card that is missed.
/**
 * @param {Api.WallTable} a
 * @param {Api.WallTable} b
 */
const order = (a, b) => a.name.localeCompare(b.name);

new ResizeObserver(show).observe(grid);
setInterval(() => {
  page += 1;
  show();
}, TURN_MS);
await document.fonts.ready;
await look();
(async () => {
  for (;;) {
    await new Promise((resolve) => {
      setTimeout(resolve, REFRESH_MS);
    });
    await look();
  }
})();
