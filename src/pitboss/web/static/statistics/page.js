// @ts-check
// Statistics of the books: drop, win and hold of every group, and the result against its theory.
import text from "/text/statistics.js";
import { $, make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { number } from "../base/money.js";
import { field, messageOf, notice, select } from "../base/parts.js";
import { shell } from "../base/shell.js";
import { findings } from "./findings.js";

const DAY_MS = 24 * 3600 * 1000;
const POLL_MS = 300;
/** @typedef {keyof typeof text.periods} Period */

const staff = ["floorperson", "auditor", "administrator"];
const { main, say } = await shell({ title: text.title, page: "statistics", staff, wide: true });

/** @param {number} at */
const dayOf = (at) => new Date(at).toISOString().slice(0, 10);

/**
 * The first and last day of a period that ends today.
 * @param {Period} period
 */
function daysOf(period) {
  const now = Date.now();
  const today = dayOf(now);
  if (period === "week") return [dayOf(now - 6 * DAY_MS), today];
  if (period === "month") return [`${today.slice(0, 8)}01`, today];
  if (period === "year") return [`${today.slice(0, 5)}01-01`, today];
  return [today, today];
}

/** @param {Api.LobbyRow[]} tables */
function filters(tables) {
  const asks = new URLSearchParams(location.search);
  const period = select(Object.entries(text.periods), asks.get("from") ? "own" : "month");
  const [first, last] = daysOf("month");
  const from = make("input", { type: "date", value: asks.get("from") ?? first, required: true });
  const to = make("input", { type: "date", value: asks.get("to") ?? last, required: true });
  const by = select(Object.entries(text.groups), asks.get("by") ?? "table");
  const all = ["", text.all];
  const names = tables.map((table) => [table.id, table.name]);
  const table = select([all, ...names], asks.get("table") ?? "");
  const titles = new Map(tables.map((row) => [row.game, row.title]));
  const game = select([all, ...titles], asks.get("game") ?? "");
  period.addEventListener("change", () => {
    const chosen = /** @type {Period} */ (period.value);
    if (chosen !== "own") [from.value, to.value] = daysOf(chosen);
  });
  for (const day of [from, to]) day.addEventListener("input", () => (period.value = "own"));
  const button = make("button", { type: "submit", class: "main" }, text.show);
  const form = make(
    "form",
    { class: "panel filters", "aria-label": text.filters },
    field(text.period, period),
    field(text.from, from),
    field(text.to, to),
    field(text.by, by),
    field(text.table, table),
    field(text.game, game),
    make("div", { class: "field last" }, button),
    make("p", { class: "hint" }, text.utc),
  );
  const question = () => ({
    from: from.value,
    to: to.value,
    by: by.value,
    table: table.value,
    game: game.value,
  });
  return { form, question };
}

/** @param {{ from: string, to: string, by: string, table: string, game: string }} question */
function query({ from, to, by, table, game }) {
  const since = Date.parse(`${from}T00:00:00Z`);
  const until = Date.parse(`${to}T00:00:00Z`) + DAY_MS;
  const asks = { since: String(since), until: String(until), by, table, game };
  return new URLSearchParams(asks).toString();
}

const body = make("div", { class: "stack statistics" });
let turn = 0;

/** @param {ReturnType<ReturnType<typeof filters>["question"]>} question */
async function load(question) {
  turn += 1;
  const mine = turn;
  if (question.to < question.from) {
    replace(body, notice(text.badDays, "bad"));
    return;
  }
  history.replaceState(null, "", `?${new URLSearchParams(question)}`);
  const bar = make("progress", { "aria-label": text.rounds });
  const words = make("span", {}, text.working);
  replace(body, make("p", { class: "reading" }, words, bar));
  const asks = query(question);
  try {
    for (;;) {
      const { working, read, rounds, record } = await ask.get(`/api/statistics?${asks}`);
      if (mine !== turn) return;
      if (!working && record) {
        replace(body, findings(record, asks));
        say(text.ready);
        return;
      }
      if (rounds) {
        bar.max = rounds;
        bar.value = read;
        words.textContent = text.progress(number(read), number(rounds));
      }
      await new Promise((resolve) => {
        setTimeout(resolve, POLL_MS);
      });
    }
  } catch (error) {
    if (mine === turn) replace(body, notice(messageOf(error), "bad"));
  }
}

const { form, question } = filters(await ask.get("/api/tables"));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  load(question());
});
$("h1", main).after(make("p", {}, text.lead), form, body);
await load(question());
