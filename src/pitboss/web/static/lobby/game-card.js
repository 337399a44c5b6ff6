// @ts-check
// One card for each game: its felt, what it is about, its tables, and where to read more.
import games from "/text/games.js";
import text from "/text/lobby.js";
import { make } from "../base/dom.js";
import { feltHead } from "./felt-head.js";
import { Lamp } from "./meter.js";
import { TableRow } from "./table-row.js";

const MAX_OPEN = 3; // tables shown before the rest is folded away

/**
 * @param {Api.GameOverview} game
 * @param {string} table
 */
export function links(game, table = "") {
  const at = table ? `?table=${table}` : "";
  const link = (/** @type {string[]} */ [href, label, title]) =>
    make("li", {}, make("a", { href, "aria-label": title }, label));
  const entries = [
    [`/rules/${game.game}${at}`, text.rules, text.rulesOf(game.name)],
    [`/rules/${game.game}${at}#paytables`, text.pays, text.paysOf(game.name)],
    [`/odds/${game.game}${at}`, text.odds, text.oddsOf(game.name)],
  ];
  return make("ul", { class: "row plain-list game-links" }, entries.map(link));
}

export class GameCard {
  /**
   * @param {Api.GameOverview} game
   * @param {import("./table-row.js").Visitor} visitor
   */
  constructor(game, visitor) {
    this.game = game;
    this.visitor = visitor;
    this.lamp = new Lamp();
    /** @type {Map<string, TableRow>} */
    this.rows = new Map();
    this.open = make("ul", { class: "plain-list table-rows" });
    this.rest = make("ul", { class: "plain-list table-rows" });
    this.count = make("summary", {});
    this.more = make("details", { hidden: true }, this.count, this.rest);
    this.links = make("div", {});
    this.none = make("p", { class: "note" }, text.noTable);
    this.element = make(
      "li",
      { class: "panel game", "data-game": game.game },
      feltHead(game, this.lamp.element),
      make(
        "div",
        { class: "game-body" },
        make("h2", {}, game.name),
        make("p", { class: "aim" }, games.aimOf(game.game, game.motif)),
        this.open,
        this.more,
        this.none,
        this.links,
      ),
    );
  }

  /**
   * A row stays the same element for the same table: nothing under a finger moves.
   * @param {Api.LobbyRow[]} tables
   * @param {Set<string>} own The ids of the visitor's tables.
   */
  show(tables, own) {
    const rank = (/** @type {Api.LobbyRow} */ table) =>
      own.has(table.id) ? 0 : table.dealt ? 1 : 2;
    const sorted = tables.toSorted((one, other) => rank(one) - rank(other));
    const ids = new Set(tables.map((table) => table.id));
    for (const [id, row] of this.rows)
      if (!ids.has(id)) {
        row.element.remove();
        this.rows.delete(id);
      }
    const playing = sorted.find((table) => table.dealt)?.name ?? "";
    sorted.forEach((table, place) => {
      let row = this.rows.get(table.id);
      if (!row) {
        row = new TableRow(table, this.game.edges[table.id], this.visitor);
        this.rows.set(table.id, row);
      }
      row.show(table, own.has(table.id), playing);
      const [list, at] = place < MAX_OPEN ? [this.open, place] : [this.rest, place - MAX_OPEN];
      if (list.children[at] !== row.element) list.insertBefore(row.element, list.children[at]);
    });
    this.more.hidden = sorted.length <= MAX_OPEN;
    this.count.textContent = text.moreTables(sorted.length - MAX_OPEN);
    this.none.hidden = tables.length > 0;
    this.lamp.show(tables);
    const first = sorted[0]?.id ?? "";
    if (this.links.dataset.first === first) return;
    this.links.dataset.first = first;
    this.links.replaceChildren(links(this.game, first));
  }
}
