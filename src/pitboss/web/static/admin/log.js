// @ts-check
// The house's own log: hirings, payments and saved submissions, each with its author.
import text from "/text/admin.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { dollars, when } from "../base/money.js";
import { tableOf } from "../base/parts.js";

const PAGE = 50;

export function houseLog() {
  const holder = make("div", { class: "stack" });
  const chips = make("input", { type: "checkbox", onchange: () => begin() });
  const more = make("button", { type: "button", onclick: () => load() }, text.older);
  let rows = [];

  async function load() {
    const before = rows.length ? `&before=${rows.at(-1).seq}` : "";
    const page = await ask.get(`/api/house/log?limit=${PAGE}&chips=${chips.checked}${before}`);
    rows.push(...page);
    more.hidden = page.length < PAGE;
    const cells = rows.map((row) => [
      String(row.seq),
      when(row.at),
      text.said[row.kind]?.(row.body, dollars) ?? row.kind,
    ]);
    replace(holder, tableOf([text.entry, text.at, text.what], cells, { caption: text.logTable }));
  }

  async function begin() {
    rows = [];
    await load();
  }
  begin();
  return make(
    "section",
    { class: "stack" },
    make("p", {}, text.logLead),
    make("label", { class: "check" }, chips, text.showChips),
    holder,
    more,
  );
}
