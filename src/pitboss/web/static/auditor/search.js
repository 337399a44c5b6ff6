// @ts-check
// The search: a form, its results page by page, and all of them to download.
import text from "/text/auditor.js";
import words from "/text/rounds.js";
import { $$, make, replace, write } from "../base/dom.js";
import { ask } from "../base/house.js";
import { dollars, signed, when } from "../base/money.js";
import { field, folding, freshId, messageOf, notice, select, tableOf } from "../base/parts.js";

const PAGE = 50;
const [WIDE, WIDER] = [700, 1000]; // window widths from which the form, then all of it, is open
const FIELDS = [
  "table",
  "player",
  "since",
  "until",
  "hand",
  "amount",
  "least",
  "most",
  "clause",
  "outcome",
  "first",
  "last",
];
// Folded away on a phone.
const MORE = ["since", "until", "outcome", "first", "last", "least", "most"];

/** @typedef {Record<string, string>} Fields */
/** @typedef {[string, string][]} Options Pairs of value and label. */
/** @typedef {Api.GetAnswers["/api/search/terms"]} Terms */
/** @type {Record<string, string>} */
const FORMS = text.forms;
/** @type {Record<string, any>} */
const WORDS = words;

/**
 * The form's fields as the API takes them, in cents and milliseconds. Throws a sentence.
 * @param {Fields} fields
 */
export function queryOf(fields) {
  const query = new URLSearchParams();
  for (const name of FIELDS) {
    const value = (fields[name] ?? "").trim();
    if (!value) continue;
    if (name === "least" || name === "most") {
      const plain = value.replace(/[$,\s]/g, "").replace("−", "-");
      if (!/^-?\d+(\.\d{1,2})?$/.test(plain)) throw new Error(text.badAmount);
      query.set(name, String(Math.round(Number(plain) * 100)));
    } else if (name === "since" || name === "until")
      query.set(name, String(new Date(value).getTime() + (name === "until" ? 59_999 : 0)));
    else query.set(name, value);
  }
  if (!query.has("least") && !query.has("most")) query.delete("amount");
  return query;
}

/**
 * @param {HTMLInputElement} input
 * @param {string[]} options
 */
function withList(input, options) {
  const items = options.map((option) => make("option", { value: option }));
  const list = make("datalist", { id: freshId("terms") }, items);
  input.setAttribute("list", list.id);
  return [input, list];
}

/**
 * The form, filled from the page's address.
 * @param {Terms} terms
 * @param {Record<string, string>} names
 * @param {() => void} run
 * @param {() => void} clear
 */
function searchForm(terms, names, run, clear) {
  const start = Object.fromEntries(new URLSearchParams(location.search));
  const input = (/** @type {string} */ name, attributes = {}) => {
    const value = start[name] ?? "";
    return make("input", { name, value, maxlength: 60, autocomplete: "off", ...attributes });
  };
  const box = (/** @type {string} */ name, /** @type {Options} */ options) =>
    select([["", text.any], ...options], start[name] ?? "", { name });
  const [hand, hands] = withList(input("hand"), terms.hands);
  const [clause, clauses] = withList(input("clause"), terms.clauses);
  /** @type {Options} */
  const tables = terms.tables.map((/** @type {string} */ id) => [
    id,
    names[id] ? text.tableOf(names[id], id) : id,
  ]);
  const amounts = select(Object.entries(text.amounts), start.amount ?? "net", { name: "amount" });
  const round = { inputmode: "numeric", pattern: "[0-9]{1,9}" };
  const first = make(
    "div",
    { class: "filters" },
    field(text.table, box("table", tables)),
    field(text.player, input("player")),
    field(text.hand, hand, { hint: text.handHint }),
    field(text.clause, clause, { hint: text.clauseHint }),
    hands,
    clauses,
  );
  const amount = make(
    "fieldset",
    {},
    make("legend", {}, text.amount),
    field(text.which, amounts),
    field(text.least, input("least", { inputmode: "decimal" })),
    field(text.most, input("most", { inputmode: "decimal" })),
  );
  const others = make(
    "div",
    { class: "filters" },
    field(text.since, input("since", { type: "datetime-local" })),
    field(text.until, input("until", { type: "datetime-local" })),
    field(text.outcome, box("outcome", Object.entries(text.outcomes))),
    field(text.first, input("first", round)),
    field(text.last, input("last", round)),
    amount,
  );
  const open = MORE.some((name) => start[name]) ? { open: true } : {};
  const trouble = make("div", {});
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    run();
  };
  const form = make(
    "form",
    { class: "stack", role: "search", "aria-label": text.search, onsubmit },
    first,
    folding(open, WIDER, make("summary", {}, text.more), others),
    trouble,
    make(
      "div",
      { class: "row" },
      make("button", { class: "main" }, text.find),
      make("button", { type: "button", onclick: clear }, text.clear),
    ),
  );
  return { form, trouble };
}

/**
 * `names` are those of the open tables; a closed table is found by its id.
 * @param {Terms} terms
 * @param {Record<string, string>} names
 * @param {string[]} formats
 * @param {(words: string) => void} say
 */
export function search(terms, names, formats, say) {
  const results = make("div", { class: "stack found" });
  const asks = make("span", { class: "asks" });
  const { form, trouble } = searchForm(terms, names, () => run(true), clear);
  // On a phone the rounds come first: the form is folded, and its summary says what it holds.
  const summary = make("summary", {}, make("span", {}, text.search), asks);
  const box = folding({ class: "panel ask" }, WIDE, summary, form);

  /** @param {Fields} fields */
  function fold(fields) {
    const filters = Object.entries(fields).filter(([name, value]) => value && name !== "amount");
    write(asks, filters.map(([, value]) => value).join(" · ") || text.all);
    if (matchMedia(`(min-width: ${WIDE}px)`).matches) return;
    if (box.contains(document.activeElement)) summary.focus();
    box.open = false;
  }

  function clear() {
    for (const input of $$("input, select", form))
      if (input.name) input.value = input.name === "amount" ? "net" : "";
    run(true);
  }

  /**
   * `byHand`: the person pressed the button, so the address follows and the count is spoken.
   * @param {boolean} byHand
   */
  async function run(byHand) {
    /** @type {any} */
    const entries = new FormData(form);
    /** @type {Fields} */
    const fields = Object.fromEntries(entries);
    try {
      const query = queryOf(fields);
      if (byHand) showAddress(fields);
      const page = await ask.get(`/api/search/rounds?limit=${PAGE}&${query}`);
      replace(trouble);
      showRounds(results, page, query, formats);
      fold(fields);
      if (byHand) say(text.found(page.rounds.length, Boolean(page.next)));
    } catch (error) {
      replace(trouble, notice(messageOf(error), "bad"));
    }
  }

  run(false);
  return make("div", { class: "stack" }, make("p", {}, text.lead), box, results);
}

/** @param {Fields} fields */
function showAddress(fields) {
  const bounded = fields.least || fields.most;
  const filters = Object.entries(fields).filter(
    ([name, value]) => value && (name !== "amount" || bounded),
  );
  const query = new URLSearchParams(filters);
  history.replaceState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}`);
}

/**
 * @param {HTMLElement} results
 * @param {Api.SearchPage} first
 * @param {URLSearchParams} query
 * @param {string[]} formats
 */
function showRounds(results, first, query, formats) {
  const rows = [...first.rounds];
  let next = first.next;
  const holder = make("div", {});
  const count = make("strong", {});
  const more = make("button", { type: "button", onclick: load }, text.older);

  async function load() {
    const after = `&after=${encodeURIComponent(next)}`;
    const page = await ask.get(`/api/search/rounds?limit=${PAGE}${after}&${query}`);
    rows.push(...page.rounds);
    next = page.next;
    show();
  }

  function show() {
    write(count, text.found(rows.length, Boolean(next)));
    replace(holder, rows.length ? table(rows) : null);
    more.hidden = !next;
  }

  show();
  const links = formats.map((format) => {
    const href = `/api/search/export?form=${format}&${query}`;
    return make("a", { class: "button", href, download: true }, FORMS[format]);
  });
  const hint = make("span", { title: text.exportHint }, text.exportAll);
  const exports = rows.length ? make("span", { class: "row" }, hint, links) : null;
  replace(results, make("div", { class: "row found-head" }, count, exports), holder, more);
}

/** @param {Api.RoundMatch[]} rows */
function table(rows) {
  /**
   * @param {Api.RoundMatch} row
   * @param {"staked" | "net"} name
   */
  const total = (row, name) => row.seats.reduce((sum, seat) => sum + seat[name], 0);
  const cells = rows.map((row) => {
    const hands = row.seats.map((seat) => seat.hand).filter((hand) => hand && hand !== "nothing");
    const href = `#${row.table}/${row.round}`;
    const label = text.open(row.table, row.round);
    const name = `${row.name} / ${row.round}`;
    return [
      make("a", { class: "open", href, "aria-label": label }, name),
      row.title,
      when(row.ended),
      make("span", { class: row.outcome === "void" ? "pill bad" : "pill" }, WORDS[row.outcome]),
      row.seats.map((seat) => seat.player).join(", "),
      [...new Set(hands)].join(", ") || "–",
      { num: dollars(total(row, "staked")) },
      { num: signed(total(row, "net")) },
    ];
  });
  return tableOf(
    [
      text.round,
      text.game,
      text.when,
      text.outcome,
      text.player,
      text.hands,
      text.staked,
      text.net,
    ],
    cells,
    { caption: text.results },
  );
}
