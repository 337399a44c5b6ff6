// The search: a form, what it finds page by page, and all of it to take away.
import text from "/text/auditor.js";
import words from "/text/rounds.js";
import { make, replace, write } from "../base/dom.js";
import { ask } from "../base/house.js";
import { dollars, signed, when } from "../base/money.js";
import { field, folding, freshId, notice, select, tableOf } from "../base/parts.js";

const PAGE = 50;
const [WIDE, WIDER] = [700, 1000]; // pixels from which the form, and all of it, stands open
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
// Out of the way on a phone.
const MORE = ["since", "until", "outcome", "first", "last", "least", "most"];

// What the form says as the API asks for it: cents and milliseconds. Throws words for a person.
export function queryOf(said) {
  const query = new URLSearchParams();
  for (const name of FIELDS) {
    const value = (said[name] ?? "").trim();
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

function listed(input, options) {
  const list = make(
    "datalist",
    { id: freshId("terms") },
    options.map((option) => make("option", { value: option })),
  );
  input.setAttribute("list", list.id);
  return [input, list];
}

// `named`: the open tables' names; a closed one is found by its id.
export function search(terms, named, forms, say) {
  const kept = Object.fromEntries(new URLSearchParams(location.search));
  const input = (name, attributes = {}) =>
    make("input", {
      name,
      value: kept[name] ?? "",
      maxlength: 60,
      autocomplete: "off",
      ...attributes,
    });
  const box = (name, options) => select([["", text.any], ...options], kept[name] ?? "", { name });
  const [hand, hands] = listed(input("hand"), terms.hands);
  const [clause, clauses] = listed(input("clause"), terms.clauses);
  const trouble = make("div", {});
  const told = make("div", { class: "stack found" });
  const asks = make("span", { class: "asks" });
  const form = make(
    "form",
    {
      class: "stack",
      role: "search",
      "aria-label": text.search,
      onsubmit: (event) => {
        event.preventDefault();
        run(true);
      },
    },
    make(
      "div",
      { class: "filters" },
      field(
        text.table,
        box(
          "table",
          terms.tables.map((one) => [one, named[one] ? text.tableOf(named[one], one) : one]),
        ),
      ),
      field(text.player, input("player")),
      field(text.hand, hand, { hint: text.handHint }),
      field(text.clause, clause, { hint: text.clauseHint }),
      hands,
      clauses,
    ),
    folding(
      MORE.some((name) => kept[name]) ? { open: true } : {},
      WIDER,
      make("summary", {}, text.more),
      make(
        "div",
        { class: "filters" },
        field(text.since, input("since", { type: "datetime-local" })),
        field(text.until, input("until", { type: "datetime-local" })),
        field(text.outcome, box("outcome", Object.entries(text.outcomes))),
        field(text.first, input("first", { inputmode: "numeric", pattern: "[0-9]{1,9}" })),
        field(text.last, input("last", { inputmode: "numeric", pattern: "[0-9]{1,9}" })),
        make(
          "fieldset",
          {},
          make("legend", {}, text.amount),
          field(
            text.which,
            select(Object.entries(text.amounts), kept.amount ?? "net", { name: "amount" }),
          ),
          field(text.least, input("least", { inputmode: "decimal" })),
          field(text.most, input("most", { inputmode: "decimal" })),
        ),
      ),
    ),
    trouble,
    make(
      "div",
      { class: "row" },
      make("button", { class: "main" }, text.find),
      make("button", { type: "button", onclick: clear }, text.clear),
    ),
  );

  // On a phone the rounds come first: the form is folded, and says what it holds.
  const folded = folding(
    { class: "panel ask" },
    WIDE,
    make("summary", {}, make("span", {}, text.search), asks),
    form,
  );
  const fold = (said) => {
    const shown = Object.entries(said)
      .filter(([name, value]) => value && name !== "amount")
      .map(([, value]) => value);
    write(asks, shown.length ? shown.join(" · ") : text.all);
    if (matchMedia(`(min-width: ${WIDE}px)`).matches) return;
    if (folded.contains(document.activeElement)) folded.querySelector("summary").focus();
    folded.open = false;
  };

  function clear() {
    for (const one of form.elements) if (one.name) one.value = one.name === "amount" ? "net" : "";
    run(true);
  }

  async function run(asked) {
    const said = Object.fromEntries(new FormData(form));
    let query;
    try {
      query = queryOf(said);
    } catch (no) {
      replace(trouble, notice(no.message, "bad"));
      return;
    }
    if (asked) {
      const shown = new URLSearchParams(
        Object.entries(said).filter(
          ([name, value]) => value && (name !== "amount" || said.least || said.most),
        ),
      );
      history.replaceState(null, "", `${location.pathname}${shown.size ? `?${shown}` : ""}`);
    }
    try {
      const page = await ask.get(`/api/search/rounds?limit=${PAGE}&${query}`);
      replace(trouble);
      show(page, query);
      fold(said);
      if (asked) say(text.found(page.rounds.length, Boolean(page.next)));
    } catch (no) {
      replace(trouble, notice(no.message, "bad"));
    }
  }

  function show(first, query) {
    const rows = [...first.rounds];
    let next = first.next;
    const holder = make("div", {});
    const count = make("strong", {});
    const more = make(
      "button",
      {
        type: "button",
        onclick: async () => {
          const page = await ask.get(
            `/api/search/rounds?limit=${PAGE}&after=${encodeURIComponent(next)}&${query}`,
          );
          rows.push(...page.rounds);
          next = page.next;
          draw();
        },
      },
      text.older,
    );
    const draw = () => {
      write(count, text.found(rows.length, Boolean(next)));
      replace(holder, rows.length ? table(rows) : null);
      more.hidden = !next;
    };
    draw();
    const links = forms.map((one) =>
      make(
        "a",
        { class: "button", href: `/api/search/export?form=${one}&${query}`, download: true },
        text.forms[one],
      ),
    );
    replace(
      told,
      make(
        "div",
        { class: "row found-head" },
        count,
        rows.length
          ? make(
              "span",
              { class: "row" },
              make("span", { title: text.exportHint }, text.exportAll),
              links,
            )
          : null,
      ),
      holder,
      more,
    );
  }

  run(false);
  return make("div", { class: "stack" }, make("p", {}, text.lead), folded, told);
}

function table(rows) {
  const cells = rows.map((row) => {
    const hands = [
      ...new Set(row.seats.map((seat) => seat.hand).filter((hand) => hand && hand !== "nothing")),
    ];
    return [
      make(
        "a",
        {
          class: "open",
          href: `#${row.table}/${row.round}`,
          "aria-label": text.open(row.table, row.round),
        },
        `${row.name} / ${row.round}`,
      ),
      row.title,
      when(row.ended),
      make("span", { class: row.outcome === "void" ? "pill bad" : "pill" }, words[row.outcome]),
      row.seats.map((seat) => seat.player).join(", "),
      hands.join(", ") || "–",
      { num: dollars(row.seats.reduce((sum, seat) => sum + seat.staked, 0)) },
      { num: signed(row.seats.reduce((sum, seat) => sum + seat.net, 0)) },
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
