// @ts-check
// The paytables of a game: one table for each wager, one column for each letter.
import text from "/text/rules.js";
import { make } from "../base/dom.js";
import { freshId } from "../base/parts.js";
import { clauseLink, section } from "./parts.js";

export function paytableSection(rules) {
  const tables = rules.paytables.map((paytable) => matrix(rules, paytable));
  const lead = make("p", {}, text.paytablesLead);
  return section("paytables", text.paytables, lead, make("div", { class: "matrices" }, tables));
}

// Letters that a table of this house plays are marked.
function matrix(rules, paytable) {
  const { wager, letters, title } = paytable;
  const id = freshId("pays");
  const tablesWith = (letter) =>
    rules.tables.filter((table) => table.letters[wager] === letter).map((table) => table.name);
  const played = letters.map(tablesWith);
  const kind = (place) => (played[place].length ? "num here" : "num");
  const sameTitle = rules.paytables.filter((other) => other.title === title).length;
  const heads = letters.map((letter, place) => {
    const clause = clauseLink(paytable.clauses[place]);
    const mark = hereMark(played[place]);
    const attributes = { scope: "col", class: kind(place) };
    return make("th", attributes, text.letter(letter), mark, make("br"), clause);
  });
  const rows = paytable.rows.map((row) => {
    const cells = row.pays.map((pays, place) => make("td", { class: kind(place) }, pays));
    return make("tr", {}, make("th", { scope: "row" }, row.hand), cells);
  });
  const edges = letters.map((letter, place) =>
    make("td", { class: kind(place), "data-letter": letter }, text.working),
  );
  const edgeHead = make("th", { scope: "row" }, text.edgeRow);
  const table = make(
    "table",
    { class: "paytable" },
    make("caption", { id }, sameTitle > 1 ? text.split(title, letters) : title),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, text.hand), heads)),
    make("tbody", {}, rows),
    make("tfoot", {}, make("tr", { hidden: true, "data-edges": wager }, edgeHead, edges)),
  );
  const notes = paytable.notes.map((note) => make("p", { class: "small" }, note));
  const attributes = { class: "scroll", role: "region", tabindex: "0", "aria-labelledby": id };
  return make("div", attributes, table, notes);
}

function hereMark(tables) {
  if (!tables.length) return null;
  const attributes = { class: "pill good", title: text.hereLong(tables.join(", ")) };
  return [" ", make("span", attributes, text.here)];
}
