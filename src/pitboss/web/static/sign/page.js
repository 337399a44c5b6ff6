// @ts-check
// The sign of a table on a screen: limits, odds and meters, as large as they fit, always current.
import text from "/text/sign.js";
import { $, make, replace, write } from "../base/dom.js";
import { ask, follow } from "../base/house.js";
import { dollars, short, timeOfDay } from "../base/money.js";

const CHANGES_MS = 60_000; // between two requests for announced limits
const [LEAST, MOST] = [5, 60]; // size of plain letters, in pixels
const MAX_COLUMNS = 4;
const table = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
const felt = await ask.get(`/api/tables/${table}/felt`);
const { look } = felt;
document.title = text.title(felt.table.name);
for (const [name, colour] of [
  ["--near", look.centre],
  ["--cloth", look.body],
  ["--far", look.edge],
])
  document.documentElement.style.setProperty(name, colour);

const money = (/** @type {number} */ cents) => text.money(short(cents));
const spotOf = (/** @type {string} */ wager) => felt.spots.find((spot) => spot.wager === wager);

/** @type {Map<string, HTMLElement>} */
const cells = new Map();
const meters = make("dl", { class: "meters", "aria-label": text.meters });
const change = make("p", { class: "change", role: "status", hidden: true });
const lost = make("p", { class: "not-live", role: "status", hidden: true }, text.notLive);

/** @param {Api.FeltWager} wager */
function paytable(wager) {
  const spot = spotOf(wager.wager);
  const raises = felt.wagers.filter((one) => one.pays_as === wager.wager).map((one) => one.name);
  const notes = [];
  if (raises.length) notes.push(text.also(raises));
  if (spot && !spot.required && !spot.multiples.length)
    notes.push(text.stake(money(spot.least), money(spot.most)));
  if (spot?.progressive) notes.push(text.paidOn);
  return payouts(wager.name, wager.rows, notes);
}

/**
 * @param {string} title
 * @param {Api.PayRow[]} rows
 * @param {string[]} notes
 */
function payouts(title, rows, notes) {
  const lines = rows.map((row) =>
    make("tr", {}, make("th", { scope: "row" }, row.hand), make("td", {}, row.pays)),
  );
  const heads = [text.hand, text.pays].map((name) => make("th", { scope: "col" }, name));
  return make(
    "section",
    { class: "pays" },
    make(
      "table",
      {},
      make("caption", {}, title),
      make("thead", { class: "quiet" }, make("tr", {}, heads)),
      make("tbody", {}, lines),
    ),
    notes.length ? make("p", { class: "note" }, notes.join(" · ")) : null,
  );
}

function statements() {
  const lines = [];
  for (const mark of felt.inscriptions) {
    if (mark.what === "joker") lines.push(text.joker);
    if (mark.what === "multiples") lines.push(text.multiples(mark.spots, mark.multiples, mark.of));
  }
  lines.push(felt.limit === null ? text.noLimit : text.limit(money(felt.limit)));
  lines.push(text.boxes(felt.boxes));
  if (felt.table.currency !== "real") lines.push(text.practice);
  if (felt.mark) lines.push(felt.mark);
  return lines.map((line) => make("li", {}, line));
}

/**
 * @param {string} name
 * @param {number} cents
 */
const limit = (name, cents) => make("div", {}, make("dt", {}, name), make("dd", {}, money(cents)));
const limits = make(
  "dl",
  { class: "limits" },
  limit(text.minimum, felt.minimum),
  limit(text.maximum, felt.maximum),
);
const owner = [felt.operator, felt.table.name].filter(Boolean).join(" · ");
const heading = make("div", {}, make("h1", {}, felt.name), make("p", { class: "operator" }, owner));
const tables = felt.wagers.filter((wager) => !wager.pays_as).map(paytable);
if (felt.envy.length) tables.push(payouts(text.envy, felt.envy, [text.envyFor]));
const board = make("div", { class: "board" }, tables);
const sign = make(
  "main",
  { class: "sign" },
  make("header", {}, heading, limits),
  change,
  meters,
  lost,
  board,
  make("ul", { class: "statements" }, statements()),
);
document.body.append(sign);

/**
 * @param {number} columns
 * @param {number} size
 */
function fits(columns, size) {
  const { style } = document.documentElement;
  style.setProperty("--columns", String(columns));
  style.setProperty("--size", `${size}px`);
  const wide = [sign, board, ...sign.children].some((one) => one.scrollWidth > one.clientWidth + 1);
  return sign.scrollHeight <= innerHeight && !wide;
}

/** Finds the number of columns that allows the largest letters with everything on the screen. */
function fit() {
  let best = { columns: 1, size: LEAST };
  for (let columns = 1; columns <= Math.min(MAX_COLUMNS, tables.length); columns += 1) {
    let [low, high] = [best.size, MOST];
    if (!fits(columns, low)) continue;
    while (high - low > 0.25) {
      const middle = (low + high) / 2;
      if (fits(columns, middle)) low = middle;
      else high = middle;
    }
    best = { columns, size: low };
  }
  fits(best.columns, best.size);
}

/**
 * What a meter takes of each wager, and what it resets to after it was paid.
 * @param {string} name
 */
function meterTerms(name) {
  const terms = felt.meters.find((one) => one.meter === name);
  return terms ? make("dd", { class: "terms" }, text.terms(terms.rate, money(terms.reset))) : null;
}

/** @param {Record<string, number>} amounts */
function showMeters(amounts) {
  const names = Object.keys(amounts);
  if (names.join() !== [...cells.keys()].join()) {
    cells.clear();
    for (const name of names) cells.set(name, make("dd", { "data-meter": name }));
    const rows = names.map((name) =>
      make("div", {}, make("dt", {}, text.meter(name)), cells.get(name), meterTerms(name)),
    );
    replace(meters, rows);
    meters.hidden = !names.length;
    fit();
  }
  for (const [name, cents] of Object.entries(amounts)) {
    const cell = cells.get(name);
    if (cell) write(cell, text.money(dollars(cents)));
  }
}

async function showChange() {
  const [notice] = await ask.get(`/api/tables/${table}/limits`);
  change.hidden = !notice;
  if (notice)
    write(
      change,
      text.change(timeOfDay(notice.hour), money(notice.minimum), money(notice.maximum)),
    );
  fit();
}

follow(table, {
  happened: (update) => showMeters(update.view.meters),
  lost: (/** @type {boolean} */ gone) => {
    sign.dataset.live = String(!gone);
    lost.hidden = !gone;
  },
});
await document.fonts.ready;
fit();
addEventListener("resize", fit);
showChange();
setInterval(() => showChange().catch(() => {}), CHANGES_MS);
$("h1").tabIndex = -1;
