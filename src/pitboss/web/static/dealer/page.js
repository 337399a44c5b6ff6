// @ts-check
// The dealer's console: a choice of tables, then one table.
import text from "/text/dealer.js";
import words from "/text/staff.js";
import { make } from "../base/dom.js";
import { ask } from "../base/house.js";
import { released } from "../base/pressing.js";
import { shell } from "../base/shell.js";
import { keyed } from "../staff/parts.js";
import { openConsole } from "./console.js";

const REFRESH_MS = 2000;
const frame = await shell({
  title: text.title,
  page: "dealer",
  staff: ["dealer", "floorperson"],
  wide: true,
});
const table = location.pathname.split("/")[2];

if (table) await openConsole(frame, decodeURIComponent(table));
else await chooseTable(frame.main);

async function chooseTable(main) {
  const list = make("ul", { class: "grid plain-list choose" });
  const none = make("p", { hidden: true }, text.none);
  main.append(make("h2", {}, text.choose), none, list);
  const show = async () => {
    const tables = (await ask.get("/api/tables")).filter((one) => one.mode === "dealer");
    await released();
    none.hidden = tables.length > 0;
    keyed(list, tables, (one) => one.id, tableItem);
  };
  await show();
  setInterval(() => {
    show().catch(() => {});
  }, REFRESH_MS);
}

function tableItem({ id, name, title, due, currency }) {
  const chips = make("span", { class: "clause" }, words.currency[currency]);
  const link = { class: "button main", href: `/dealer/${id}`, "data-key": id };
  return make(
    "li",
    { class: "panel stack" },
    make("h3", {}, text.tableOf(name, title)),
    make("p", {}, due ? words.due[due.what] : words.nothingDue, " ", chips),
    make("a", link, text.open),
  );
}
