// The dealer's console: which table, then the table.
import text from "/text/dealer.js";
import words from "/text/staff.js";
import { make } from "../base/dom.js";
import { ask } from "../base/house.js";
import { shell } from "../base/shell.js";
import { keyed } from "../staff/parts.js";
import { openConsole } from "./console.js";

const around = await shell({
  title: text.title,
  page: "dealer",
  staff: ["dealer", "floorperson"],
  wide: true,
});
const table = location.pathname.split("/")[2];

if (table) await openConsole(around, decodeURIComponent(table));
else await chooseTable(around.main);

async function chooseTable(main) {
  const list = make("ul", { class: "grid bare choose" });
  const none = make("p", { hidden: true }, text.none);
  main.append(make("h2", {}, text.choose), none, list);
  const show = async () => {
    const dealt = (await ask.get("/api/tables")).filter((one) => one.mode === "dealer");
    none.hidden = dealt.length > 0;
    keyed(
      list,
      dealt,
      (one) => one.id,
      (one) =>
        make(
          "li",
          { class: "panel stack" },
          make("h3", {}, text.tableOf(one.name, one.title)),
          make(
            "p",
            {},
            one.due ? words.due[one.due.what] : words.nothingDue,
            " ",
            make("span", { class: "clause" }, words.currency[one.currency]),
          ),
          make(
            "a",
            { class: "button main", href: `/dealer/${one.id}`, "data-key": one.id },
            text.open,
          ),
        ),
    );
  };
  await show();
  setInterval(() => {
    show().catch(() => {});
  }, 2000);
}
