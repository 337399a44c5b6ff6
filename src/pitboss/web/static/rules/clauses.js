// @ts-check
// The clauses of a game's document, and the rulings where it leaves a question open.
import text from "/text/rules.js";
import { make, replace } from "../base/dom.js";
import { field, tableOf } from "../base/parts.js";
import { anchor, citations, section } from "./parts.js";

const MAX_MATCHES = 200;
const MAX_CITATIONS = 12;
const rulingLink = (id) => make("a", { href: `#r-${id}` }, id);

// The folded chapters: which clauses each holds, and how it is filled.
const chapterOf = new WeakMap();

export function clauseSection(rules) {
  const clauses = rules.chapters.flatMap((chapter) => chapter.clauses);
  const list = make("div", { class: "stack" });
  const count = make("p", { class: "small", role: "status" });
  const oninput = () => {
    const query = look.value.trim().toLowerCase();
    if (query.length < 2) {
      replace(list, rules.chapters.map(chapterBox));
      count.textContent = "";
      return;
    }
    const matches = clauses.filter(({ id, says }) => `${id} ${says}`.toLowerCase().includes(query));
    const words = text.found(matches.length);
    replace(list, clauseTable(matches.slice(0, MAX_MATCHES), words));
    count.textContent = words;
  };
  const look = make("input", { type: "search", autocomplete: "off", oninput });
  replace(list, rules.chapters.map(chapterBox));
  const lead = make("p", {}, text.clausesLead(clauses.length));
  return section("clauses", text.clauses, lead, field(text.find, look), count, list);
}

function chapterBox(chapter) {
  const box = make("details", { class: "panel" }, make("summary", {}, chapter.title));
  // Hundreds of rows are drawn only when somebody opens them.
  const fill = () => {
    if (box.childElementCount === 1) box.append(clauseTable(chapter.clauses, chapter.title));
  };
  chapterOf.set(box, { ids: chapter.clauses.map((clause) => anchor(clause.id)), fill });
  box.addEventListener("toggle", () => {
    if (box.open) fill();
  });
  return box;
}

function clauseTable(clauses, caption) {
  const rows = clauses.map((clause) => [
    make("span", { id: anchor(clause.id), tabindex: "-1" }, clause.id),
    clause.says,
    statusCell(clause),
  ]);
  return tableOf([text.clause, text.says, text.how], rows, { caption });
}

function statusCell({ status, how, see }) {
  const links = see.map((id) => [" ", rulingLink(id)]);
  return make("span", {}, text.status[status], how ? `: ${how}` : null, links);
}

export function rulingSection(rules) {
  const boxes = rules.rulings.map((ruling) => {
    const { id, question, clauses, option } = ruling;
    const summary = make("summary", {}, make("strong", {}, id), ` · ${question}`);
    const words = make("p", {}, ruling.ruling, citations(clauses.slice(0, MAX_CITATIONS)));
    const terms = option ? optionTerms(ruling) : null;
    return make("details", { class: "panel", id: `r-${id}` }, summary, words, terms);
  });
  const lead = make("p", {}, text.rulingsLead(rules.rulings.length));
  return section("rulings", text.rulings, lead, boxes);
}

function optionTerms({ option, default: usual, alternative, changes }) {
  const term = (name, value = null) =>
    make("div", {}, make("dt", {}, name), value === null ? null : make("dd", {}, value));
  return make(
    "dl",
    { class: "stack" },
    term(text.option(option, String(usual))),
    term(text.alternative, alternative),
    term(text.changes, changes),
  );
}

// A link to a clause or a ruling opens the box that holds it.
export function openClause(main, id) {
  for (const box of main.querySelectorAll("#clauses details")) {
    const chapter = chapterOf.get(box);
    if (!chapter?.ids.includes(id)) continue;
    chapter.fill();
    box.open = true;
  }
  const target = document.getElementById(id);
  if (target instanceof HTMLDetailsElement) target.open = true;
  target?.scrollIntoView({ block: target.classList.contains("part") ? "start" : "center" });
  target?.focus({ preventScroll: true });
}
