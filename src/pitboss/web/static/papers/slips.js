// @ts-check
// The register of slips: a search, what it finds, a look at a slip, and its printing.
import text from "/text/papers.js";
import { make, replace } from "../base/dom.js";
import { ask, fetchFile } from "../base/house.js";
import { dollars, when } from "../base/money.js";
import {
  dialog,
  errorNotice,
  factList,
  field,
  messageOf,
  notice,
  select,
  tableOf,
} from "../base/parts.js";

const MAX_LINES = 500; // in one answer of the house
const FIELDS = ["table", "kind", "person", "number", "since", "until"];
/** @type {Record<string, string>} */
const KINDS = text.kinds;

/**
 * @param {Record<string, string>} names Names of tables by id.
 * @param {(words: string) => void} say
 */
export function slipRegister(names, say) {
  const start = Object.fromEntries(new URLSearchParams(location.search));
  const trouble = make("div", {});
  const results = make("div", { class: "stack" });
  const form = searchForm(names, start, () => run());

  let latest = 0; // the newest search; answers to older ones may arrive after its own

  async function run() {
    const turn = ++latest;
    try {
      const lines = await ask.get(`/api/slips?${queryOf(new FormData(form))}`);
      if (turn !== latest) return;
      const all = !(/** @type {HTMLInputElement} */ (form.elements.namedItem("fresh")).checked);
      replace(trouble);
      show(lines.filter((line) => all || !line.printings));
    } catch (error) {
      replace(trouble, notice(messageOf(error), "bad"));
    }
  }

  /** @param {Api.RegisterLine[]} lines */
  function show(lines) {
    const rows = lines.map((line) => rowOf(line, print));
    const headings = [
      text.slip,
      text.kind,
      text.table,
      text.when,
      text.by,
      text.amount,
      text.printed,
      text.acts,
    ];
    const limit = lines.length >= MAX_LINES ? notice(text.most(MAX_LINES)) : null;
    const count = make("p", { role: "status" }, make("strong", {}, text.count(lines.length)));
    const table = rows.length ? tableOf(headings, rows, { caption: text.results }) : null;
    replace(results, count, limit, table);
  }

  /** @param {Api.SlipLine} slip */
  async function print(slip) {
    try {
      const path = `/api/slips/${encodeURIComponent(slip.table)}/${slip.number}/print`;
      await openFile(path, `${slip.table}-${slip.number}.pdf`, {});
      say(text.made(slip.number));
      await run();
    } catch (error) {
      replace(trouble, errorNotice(error));
    }
  }

  run();
  return make(
    "section",
    { class: "stack slips" },
    make("p", {}, text.slipsLead),
    form,
    trouble,
    results,
  );
}

/**
 * Opens what the house drew in a tab of its own.
 * @param {string} path
 * @param {string} name
 * @param {object} [body]
 */
export async function openFile(path, name, body) {
  const address = URL.createObjectURL(await fetchFile(path, body));
  make("a", { href: address, target: "_blank", rel: "noopener", title: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * @param {Record<string, string>} names
 * @param {Record<string, string>} start
 * @param {() => void} run
 */
function searchForm(names, start, run) {
  const value = (/** @type {string} */ name) => start[name] ?? "";
  const box = (
    /** @type {string} */ name,
    /** @type {string} */ any,
    /** @type {string[][]} */ options,
  ) => select([["", any], ...options], value(name), { name });
  const input = (/** @type {string} */ name, attributes = {}) =>
    make("input", { name, value: value(name), maxlength: 40, autocomplete: "off", ...attributes });
  const fresh = make("input", { type: "checkbox", name: "fresh", checked: "fresh" in start });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    run();
  };
  return make(
    "form",
    { class: "panel stack", role: "search", "aria-label": text.find, onsubmit },
    make(
      "div",
      { class: "slip-filters" },
      field(text.table, box("table", text.anyTable, Object.entries(names))),
      field(text.kind, box("kind", text.anyKind, Object.entries(KINDS))),
      field(text.person, input("person")),
      field(text.number, input("number"), { hint: text.numberHint }),
      field(text.since, input("since", { type: "datetime-local" })),
      field(text.until, input("until", { type: "datetime-local" })),
    ),
    make(
      "div",
      { class: "row" },
      make("button", { class: "main" }, text.search),
      make("label", { class: "check" }, fresh, text.unprinted),
    ),
  );
}

/** @param {FormData} form */
function queryOf(form) {
  const query = new URLSearchParams();
  for (const name of FIELDS) {
    const value = String(form.get(name) ?? "").trim();
    if (!value) continue;
    if (name === "since" || name === "until")
      query.set(name, String(new Date(value).getTime() + (name === "until" ? 59_999 : 0)));
    else query.set(name, value);
  }
  return query;
}

/**
 * @param {Api.RegisterLine} line
 * @param {(slip: Api.SlipLine) => void} print
 */
function rowOf(line, print) {
  const { slip, printings } = line;
  const title = KINDS[slip.kind] ?? slip.title;
  const words = printings ? text.printCopy : text.print;
  const button = (
    /** @type {string} */ label,
    /** @type {string} */ spoken,
    /** @type {() => unknown} */ onclick,
  ) => {
    const attributes = {
      "aria-label": spoken,
      "data-key": `${label} ${slip.table} ${slip.number}`,
    };
    return make("button", { type: "button", ...attributes, onclick }, label);
  };
  return [
    make("span", { class: "slip-number" }, slip.number),
    title,
    line.table_name,
    when(slip.at),
    slip.by,
    slip.cents ? { num: dollars(slip.cents) } : "",
    printings === 0
      ? make("span", { class: "pill" }, text.never)
      : printings === 1
        ? text.original
        : text.copies(printings - 1),
    [
      make(
        "span",
        { class: "row slip-acts" },
        button(text.view, text.viewOf(title, slip.number), () => view(slip)),
        button(words, text.printOf(words, slip.number), () => print(slip)),
      ),
    ],
  ];
}

/** @param {Api.SlipLine} slip */
async function view(slip) {
  const record = await ask.get(`/api/slips/${encodeURIComponent(slip.table)}/${slip.number}`);
  const fields = record.fields.map(({ label, text: value }) => [label, value]);
  const listings = record.listings.map(({ title, columns, rows }) =>
    tableOf(columns, rows, { caption: title }),
  );
  const signatures = record.signatures.map(({ what, name, at }) => [
    what,
    name ? `${name} ${at}` : text.byHand,
  ]);
  const clauses = record.clauses.length ? text.under(record.clauses.join(", ")) : "";
  const story = record.story.length
    ? [
        make("h3", {}, text.story),
        make("pre", { class: "slip-story", tabindex: "0" }, record.story.join("\n")),
      ]
    : [];
  await dialog({
    title: text.viewOf(KINDS[slip.kind] ?? slip.title, slip.number),
    wide: true,
    body: [
      record.void ? notice(text.void(record.void), "bad") : null,
      factList(fields, "facts long"),
      ...listings,
      clauses ? make("p", { class: "clause" }, clauses) : null,
      make("h3", {}, text.signed),
      factList(signatures, "facts long"),
      ...story,
    ],
  });
}
