// @ts-check
// Pieces of the rules page: sections, links to clauses, links to the games.
import text from "/text/rules.js";
import { make } from "../base/dom.js";

export const anchor = (clause) => `c-${clause.replace(/[^A-Za-z0-9]+/g, "-")}`;

export const clauseLink = (clause, kind = "clause") =>
  make("a", { class: kind, href: `#${anchor(clause)}` }, clause);

// After a sentence, clauses are part of the line.
export const citations = (clauses) =>
  clauses.map((clause, place) => [place ? ", " : " ", clauseLink(clause)]);

// Alone in a cell, a clause is large enough to touch.
export const citation = (clauses) =>
  make(
    "span",
    {},
    clauses.length === 1 ? clauseLink(clauses[0], "clause touch") : citations(clauses),
  );

export function section(id, title, ...inside) {
  const heading = make("h2", { id: `${id}-title` }, title);
  const attributes = { id, "aria-labelledby": `${id}-title`, class: "part" };
  return make("section", attributes, heading, inside);
}

export function gameLinks(games, key) {
  const items = games.map(({ game, name }) => {
    const current = game === key ? "page" : null;
    const link = { class: "button", href: `/rules/${game}`, "aria-current": current };
    return make("li", {}, make("a", link, name));
  });
  const list = make("ul", { class: "row plain-list" }, items);
  return make("nav", { class: "games", "aria-label": text.games }, list);
}
