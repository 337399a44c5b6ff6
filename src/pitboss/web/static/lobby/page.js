// The lobby: every open table, and one click to sit.
import text from "/text/lobby.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { short } from "../base/money.js";
import { shell } from "../base/shell.js";

const { main } = await shell({ title: text.title, page: "lobby" });
const list = make("ul", { class: "grid tables" });
main.append(list);

function tile(table) {
  const meters = Object.entries(table.meters).map(([name, cents]) => [make("dt", {}, name), make("dd", {}, short(cents))]);
  return make("li", { class: "panel stack" },
    make("h2", {}, table.title),
    make("dl", { class: "facts" },
      make("dt", {}, text.table), make("dd", {}, table.name),
      make("dt", {}, text.limits), make("dd", {}, text.range(short(table.minimum), short(table.maximum))),
      make("dt", {}, text.seats), make("dd", {}, text.taken(table.taken.length, table.seats)),
      meters),
    make("a", { class: "button main", href: `/table/${table.id}`, "data-key": table.id }, text.sit));
}

async function show() {
  replace(list, (await ask.get("/api/tables")).map(tile));
}

await show();
setInterval(() => { show().catch(() => {}); }, 2000);
