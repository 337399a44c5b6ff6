// The auditor's page: any round found, seen as anyone saw it, proved; and the books as a whole.
import text from "/text/auditor.js";
import words from "/text/rounds.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { notice, tabs } from "../base/parts.js";
import { shell } from "../base/shell.js";
import { houseLog } from "../admin/log.js";
import { opened } from "../rounds/opened.js";
import { books, house } from "./books.js";
import { search } from "./search.js";

// Steps and proofs look as on a player's own page.
document.head.append(make("link", { rel: "stylesheet", href: "/static/rounds/style.css" }));
const { main, say } = await shell({ title: text.title, page: "auditor", staff: ["auditor"] });
const title = main.querySelector("h1");
const [terms, forms, about, there] = await Promise.all([
  ask.get("/api/search/terms"),
  ask.get("/api/search/forms"),
  ask.get("/api/house"),
  ask.get("/api/tables"),
]);
const named = Object.fromEntries(there.map((table) => [table.id, table.name]));
const everything = tabs(text.tabs, [
  { label: text.rounds, body: search(terms, named, forms, say) },
  { label: text.books, body: make("div", { class: "two" }, books(say), house(about)) },
  { label: text.log, body: houseLog() },
]);
const one = make("div", { class: "stack", hidden: true });
main.append(everything, one);
let shown = null;

async function show() {
  const [table, number] = location.hash.slice(1).split("/");
  const open = /^[a-z0-9-]{1,40}$/.test(table) && /^\d{1,10}$/.test(number ?? "");
  shown?.close();
  shown = null;
  everything.hidden = open;
  one.hidden = !open;
  if (!open) title.textContent = text.title;
  if (!open) return;
  const back = make("p", {}, make("a", { class: "button", href: "#" }, text.back));
  replace(one, back, notice(words.loadSteps));
  try {
    const found = await ask.get(`/api/search/rounds?table=${table}&first=${number}&last=${number}`);
    if (!found.rounds.length) {
      replace(one, back, notice(text.found(0), "bad"));
      return;
    }
    title.textContent = words.roundTitle(found.rounds[0].name, number);
    shown = await opened(found.rounds[0], { as: "auditor", all: true, say, forms });
    replace(one, back, shown.element);
  } catch (no) {
    replace(one, back, notice(no.message, "bad"));
  }
}

addEventListener("hashchange", show);
await show();
