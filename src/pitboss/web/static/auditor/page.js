// @ts-check
// The auditor's page: finds any round, replays it for any viewer and proves it; audits the books.
import text from "/text/auditor.js";
import words from "/text/rounds.js";
import { $, make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { messageOf, notice, tabs } from "../base/parts.js";
import { shell } from "../base/shell.js";
import { houseLog } from "../admin/log.js";
import { slipRegister } from "../papers/slips.js";
import { openRound } from "../rounds/round.js";
import { books, house } from "./books.js";
import { search } from "./search.js";

// Steps and proofs look as on a player's own page, slips as on the papers page.
for (const href of ["/static/rounds/style.css", "/static/papers/style.css"])
  document.head.append(make("link", { rel: "stylesheet", href }));
const { main, say } = await shell({ title: text.title, page: "auditor", staff: ["auditor"] });
const title = $("h1", main);
const [terms, formats, about, tables] = await Promise.all([
  ask.get("/api/search/terms"),
  ask.get("/api/search/forms"),
  ask.get("/api/house"),
  ask.get("/api/tables"),
]);
const names = Object.fromEntries(tables.map((table) => [table.id, table.name]));
const everything = tabs(text.tabs, [
  { label: text.rounds, body: search(terms, names, formats, say) },
  { label: text.books, body: make("div", { class: "two" }, books(say), house(about)) },
  { label: text.slips, body: slipRegister(names, say) },
  { label: text.log, body: houseLog() },
]);
const place = make("div", { class: "stack", hidden: true });
main.append(everything, place);
/** @type {{ element: HTMLElement, close: () => void } | null} */
let shown = null;

async function show() {
  const [table, number] = location.hash.slice(1).split("/");
  const open = /^[a-z0-9-]{1,40}$/.test(table) && /^\d{1,10}$/.test(number ?? "");
  shown?.close();
  shown = null;
  everything.hidden = open;
  place.hidden = !open;
  if (!open) title.textContent = text.title;
  if (!open) return;
  const back = make("p", {}, make("a", { class: "button", href: "#" }, text.back));
  replace(place, back, notice(words.loadSteps));
  try {
    const page = await ask.get(`/api/search/rounds?table=${table}&first=${number}&last=${number}`);
    if (!page.rounds.length) {
      replace(place, back, notice(text.found(0, false), "bad"));
      return;
    }
    title.textContent = words.roundTitle(page.rounds[0].name, number);
    shown = await openRound(page.rounds[0], { as: "auditor", all: true, say, formats });
    replace(place, back, shown.element);
  } catch (error) {
    replace(place, back, notice(messageOf(error), "bad"));
  }
}

addEventListener("hashchange", show);
await show();
