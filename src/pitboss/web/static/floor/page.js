// @ts-check
// The floor console: every table at a glance, what waits for a floorperson, and a table close up.
import text from "/text/floor.js";
import words from "/text/staff.js";
import { focusOn, make, write } from "../base/dom.js";
import { Refused, ask } from "../base/house.js";
import { key } from "../base/keys.js";
import { timeOfDay, when } from "../base/money.js";
import { notice, tableOf } from "../base/parts.js";
import { released } from "../base/pressing.js";
import { shell } from "../base/shell.js";
import { act, actDialog } from "../staff/acts.js";
import { HOUSE } from "../staff/cash.js";
import { now, setNow } from "../staff/clock.js";
import { keyed, part } from "../staff/parts.js";
import { closeUp } from "./close-up.js";
import { hoursPart } from "./hours.js";
import { amountOf, needItem, needsOf } from "./needs.js";
import { tile } from "./tile.js";

const REFRESH_MS = 1000;
const { main, me, say, lost } = await shell({
  title: text.title,
  page: "floor",
  staff: ["floorperson"],
  wide: true,
});

const trouble = make("div", {});
const tell = (error) => trouble.replaceChildren(notice(error.message, "bad"));
const calm = () => trouble.replaceChildren();
const summary = make("p", { class: "summary" });
const needs = make("ul", { class: "plain-list needs" });
const quiet = make("p", { class: "hint" }, text.calm);
const tiles = make("ul", { class: "plain-list tiles" });
const near = closeUp({ say, tell, calm, changed: () => refresh(), closed: () => choose("") });
let floor = null;
let choice = new URLSearchParams(location.search).get("table") ?? "";
const hours = hoursPart(choice);

async function attempt(action) {
  calm();
  try {
    await action();
    await refresh();
  } catch (error) {
    tell(error);
  }
}

const desk = {
  me,
  choose,
  nameOf: (id) => floor.tables.find((table) => table.id === id)?.name ?? id,
  button: (id, label, onclick, kind = null) =>
    make("button", { type: "button", class: kind, "data-key": id, onclick }, label),
  // A form for one act of a table, with what it would do.
  offer: (table, type, title) =>
    attempt(async () => {
      const { acts } = await ask.get(`/api/tables/${table}/console`);
      const forms = acts.filter((one) => one.type === type);
      if (forms.length) await actDialog(table, forms, { say, title, verb: words.confirm });
    }),
  act: (table, type, fields) => attempt(() => act(table, type, fields)),
  decide: async (/** @type {number} */ number, /** @type {boolean} */ approve) => {
    const asks = /** @type {any} */ (floor).waiting;
    const { table } = asks.find((/** @type {any} */ one) => one.number === number) ?? {};
    await attempt(async () => {
      await ask.post(`/api/approvals/${number}`, { approve });
      say(approve ? text.approved(number) : text.refused(number));
      if (approve && table && table !== HOUSE) offerSlip(number, table);
    });
  },
};

// A slip is printed when it is made.
/**
 * @param {number} number
 * @param {string} table
 */
function offerSlip(number, table) {
  const href = `/papers?table=${table}&fresh=1`;
  const link = make("a", { class: "button", href, target: "_blank" }, text.printSlip);
  trouble.replaceChildren(notice([text.approved(number), " ", link], "good"));
}

// A time of today needs no date.
const lately = (at) =>
  new Date(at).toDateString() === new Date(now()).toDateString() ? timeOfDay(at) : when(at);

const oddities = part(text.oddities, (entries, tables) => {
  if (!entries.length) return make("p", { class: "hint" }, text.noOddities);
  const rows = entries.map((entry) => {
    const kind = make("b", {}, text.kindOf[entry.kind] ?? entry.kind);
    const voided = entry.void ? make("span", { class: "pill bad" }, text.void) : null;
    const sentences = entry.sentences.map((line) => line.text).join("; ");
    return [
      make("span", { class: "at", title: when(entry.at) }, lately(entry.at)),
      tables[entry.table] ?? entry.table,
      make("span", {}, kind, voided, " ", sentences),
      entry.by,
      make("span", { class: "clause" }, entry.sentences.at(-1)?.clause ?? ""),
    ];
  });
  const headings = [text.when, text.table, text.what, text.who, words.by];
  return tableOf(headings, rows, { caption: text.odditiesList });
});

const decisions = part(text.decided, (approvals, tables) => {
  if (!approvals.length) return make("p", { class: "hint" }, text.noDecided);
  const rows = approvals.map((approval) => [
    String(approval.number),
    approval.table === HOUSE ? text.cage : (tables[approval.table] ?? approval.table),
    amountOf(approval.command),
    approval.asked_by,
    text.decisions[approval.decision],
    approval.decided_by,
  ]);
  const headings = [text.number(""), text.table, text.amount, text.who, text.decision, text.by];
  return tableOf(headings, rows, { caption: text.decidedList });
});

function choose(id) {
  choice = id;
  history.replaceState(null, "", id ? `?table=${id}` : location.pathname);
  near.show(floor?.tables.find((table) => table.id === id) ?? null, { focus: true });
}

function tableTile(table) {
  const look = desk.button(`look ${table.id}`, text.look, () => choose(table.id));
  return tile(table, look);
}

function show() {
  const playing = floor.tables.filter((table) => table.phase !== "bets").length;
  write(summary, text.summary(floor.tables.length, playing, floor.waiting.length));
  const items = needsOf(floor);
  quiet.hidden = items.length > 0;
  keyed(
    needs,
    items,
    (item) => item.id,
    (item) => needItem(item, desk),
  );
  // Always in one order: a tile that moves is a tile that is missed.
  const order = (a, b) => a.mode.localeCompare(b.mode) || a.name.localeCompare(b.name);
  keyed(tiles, floor.tables.toSorted(order), (table) => table.id, tableTile);
  const names = Object.fromEntries(floor.tables.map((table) => [table.id, table.name]));
  hours.offer(floor.tables);
  oddities.show(floor.oddities, names);
  decisions.show(floor.decided, names);
  near.show(floor.tables.find((table) => table.id === choice) ?? null);
}

let lastCount = 0;
async function refresh() {
  try {
    const next = await ask.get("/api/floor");
    await released();
    floor = next;
    setNow(floor.now);
    lost(false);
    show();
    const count = needsOf(floor).length;
    if (count > lastCount) say(`${text.needsYou}: ${count}`);
    lastCount = count;
  } catch (error) {
    if (error instanceof Refused) tell(error);
    else lost(true);
  }
}

const needsSection = make(
  "section",
  { class: "panel stack", "aria-labelledby": "needs" },
  make("h2", { id: "needs" }, text.needsYou),
  quiet,
  needs,
);
const tablesHeading = make(
  "div",
  { class: "row" },
  make("h2", { id: "tables", class: "grow" }, text.tables),
  make("a", { class: "button", href: "/wall", target: "_blank" }, text.wall),
);
const tablesSection = make("section", { "aria-labelledby": "tables" }, tablesHeading, tiles);
const lists = make("div", { class: "two late" }, oddities.element, decisions.element);
main.append(summary, trouble, needsSection, near.element, tablesSection, hours.element, lists);
key("w", text.key, () => {
  const first = needs.querySelector("button");
  focusOn(first);
  return first !== null;
});
await refresh();
(async () => {
  for (;;) {
    await new Promise((resolve) => {
      setTimeout(resolve, REFRESH_MS);
    });
    if (!document.hidden) await refresh();
  }
})();
