// A game's rules, drawn from the rulebook's own data: play, wagers, paytables, limits, clauses.
import text from "/text/rules.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { percent, short } from "../base/money.js";
import { field, freshId, notice, tableOf } from "../base/parts.js";
import { shell } from "../base/shell.js";
import { motif } from "../lobby/motif.js";
import { patiently } from "../odds/ask.js";

const key = decodeURIComponent(location.pathname.split("/")[2]);
const games = await ask.get("/api/games");
const known = games.find((game) => game.game === key);
const { main, me } = await shell({ title: known?.name ?? text.title, page: "rules" });
// After a sentence clauses are words of it; alone in a cell one is as large as a fingertip.
const cited = (clauses) =>
  clauses.map((clause, place) => [
    place ? ", " : " ",
    make("a", { class: "clause", href: `#${anchor(clause)}` }, clause),
  ]);
const citing = (clauses) =>
  make(
    "span",
    {},
    clauses.length === 1
      ? make("a", { class: "clause touch", href: `#${anchor(clauses[0])}` }, clauses[0])
      : cited(clauses),
  );
const anchor = (clause) => `c-${clause.replace(/[^A-Za-z0-9]+/g, "-")}`;

main.prepend(
  make(
    "nav",
    { class: "games", "aria-label": text.games },
    make(
      "ul",
      { class: "row bare" },
      games.map((game) =>
        make(
          "li",
          {},
          make(
            "a",
            {
              class: "button",
              href: `/rules/${game.game}`,
              "aria-current": game.game === key ? "page" : null,
            },
            game.name,
          ),
        ),
      ),
    ),
  ),
);

function show(rules) {
  const chosen = new URLSearchParams(location.search).get("table");
  const table = rules.tables.find((one) => one.id === chosen) ?? rules.tables[0];
  const sections = [
    round(rules),
    wagers(rules),
    paytables(rules),
    limits(rules),
    dealing(rules),
    clauses(rules),
    rulings(rules),
  ];
  main.append(
    make(
      "div",
      { class: "head" },
      make(
        "div",
        { class: "stack" },
        make("p", {}, text.facts(rules.seats, rules.deck, rules.boxes)),
        make(
          "p",
          { class: "row" },
          table && (!me || me.role === "player")
            ? make(
                "a",
                { class: "button main", href: `/table/${table.id}?sit=1` },
                text.sit(table.name),
              )
            : null,
          make("a", { class: "button", href: `/odds/${key}` }, text.odds),
          make("a", { class: "button", href: `/odds/${key}/card` }, text.card),
          make("a", { class: "button", href: "/fairness" }, text.fairness),
        ),
        make(
          "p",
          { class: "small" },
          make("span", { title: text.printHint }, text.print(rules.rules)),
          " · ",
          rules.documents.map((one) => one.title).join(" · "),
          " · ",
          make("a", { href: `/api/rules/${key}`, download: `${key}-rules.json` }, text.json),
        ),
      ),
      motif(rules.motif),
    ),
    make(
      "nav",
      { class: "contents", "aria-label": text.contents },
      make(
        "ul",
        { class: "row bare" },
        sections.map((part) =>
          make("li", {}, make("a", { href: `#${part.id}` }, part.querySelector("h2").textContent)),
        ),
      ),
    ),
    ...sections,
  );
  price(rules);
  if (location.hash) openHash();
  addEventListener("hashchange", openHash);
}

function section(id, title, ...inside) {
  return make(
    "section",
    { id, "aria-labelledby": `${id}-title`, class: "part" },
    make("h2", { id: `${id}-title` }, title),
    inside,
  );
}

const lines = (found) =>
  make(
    "ol",
    { class: "steps" },
    found.map((line) => make("li", {}, line.text, cited(line.clauses))),
  );

const round = (rules) =>
  section("round", text.round, make("p", {}, text.roundLead), lines(rules.play));

function wagers(rules) {
  const spots = tableOf(
    [text.spot, text.stake, text.clause],
    rules.spots.map((spot) => [spot.name, spot.terms, spot.clause ? citing([spot.clause]) : ""]),
    { caption: text.spots },
  );
  const bets = tableOf(
    [text.wager, text.decidedBy, text.edge, text.clause],
    rules.bets.map((bet) => [
      bet.name,
      bet.terms,
      make("span", { class: "edges", "data-wager": bet.wager }, "–"),
      citing(bet.clauses),
    ]),
    { caption: text.bets },
  );
  return section("wagers", text.wagers, spots, bets);
}

function paytables(rules) {
  return section(
    "paytables",
    text.paytables,
    make("p", {}, text.paytablesLead),
    make(
      "div",
      { class: "matrices" },
      rules.paytables.map((one) => matrix(rules, one)),
    ),
  );
}

// One column for each letter; those that a table of this house plays are marked.
function matrix(rules, one) {
  const id = freshId("pays");
  const played = one.letters.map((letter) =>
    rules.tables.filter((table) => table.letters[one.wager] === letter).map((table) => table.name),
  );
  const alike = rules.paytables.filter((other) => other.title === one.title).length;
  const column = (place) => (played[place].length ? "num here" : "num");
  return make(
    "div",
    { class: "scroll", role: "region", tabindex: "0", "aria-labelledby": id },
    make(
      "table",
      { class: "paytable" },
      make("caption", { id }, alike > 1 ? text.split(one.title, one.letters) : one.title),
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          make("th", { scope: "col" }, text.hand),
          one.letters.map((letter, place) =>
            make(
              "th",
              { scope: "col", class: column(place) },
              text.letter(letter),
              played[place].length
                ? [
                    " ",
                    make(
                      "span",
                      { class: "pill good", title: text.hereLong(played[place].join(", ")) },
                      text.here,
                    ),
                  ]
                : null,
              make("br"),
              make(
                "a",
                { class: "clause", href: `#${anchor(one.clauses[place])}` },
                one.clauses[place],
              ),
            ),
          ),
        ),
      ),
      make(
        "tbody",
        {},
        one.rows.map((row) =>
          make(
            "tr",
            {},
            make("th", { scope: "row" }, row.hand),
            row.pays.map((pays, place) => make("td", { class: column(place) }, pays)),
          ),
        ),
      ),
      make(
        "tfoot",
        {},
        make(
          "tr",
          { hidden: true, "data-edges": one.wager },
          make("th", { scope: "row" }, text.edgeRow),
          one.letters.map((letter, place) =>
            make("td", { class: column(place), "data-letter": letter }, text.working),
          ),
        ),
      ),
    ),
    one.notes.map((note) => make("p", { class: "small" }, note)),
  );
}

function limits(rules) {
  return section(
    "limits",
    text.limits,
    make("p", {}, rules.limit.text, cited(rules.limit.clauses)),
    make(
      "div",
      { class: "two" },
      rules.tables.map((table) =>
        make(
          "div",
          { class: "panel stack" },
          tableOf(
            [text.spot, text.least, text.most],
            table.spots.map((spot) => [
              spot.name,
              { num: text.money(short(spot.least)) },
              { num: text.money(short(spot.most)) },
            ]),
            { caption: text.tableLimits(table.name) },
          ),
          make(
            "p",
            {},
            table.payout_limit === null
              ? text.noLimit
              : text.payoutLimit(short(table.payout_limit)),
          ),
        ),
      ),
    ),
  );
}

const dealing = (rules) =>
  section(
    "dealing",
    text.dealing,
    rules.dealings.map((one) =>
      make("details", { class: "panel" }, make("summary", {}, one.name), lines(one.lines)),
    ),
  );

function clauses(rules) {
  const every = rules.chapters.flatMap((chapter) => chapter.clauses);
  const list = make("div", { class: "stack" });
  const count = make("p", { class: "small", role: "status" });
  const look = make("input", {
    type: "search",
    autocomplete: "off",
    oninput: () => {
      const wanted = look.value.trim().toLowerCase();
      const found = every.filter((clause) =>
        `${clause.id} ${clause.says}`.toLowerCase().includes(wanted),
      );
      replace(
        list,
        wanted.length > 1 ? clauseTable(found.slice(0, 200), text.found(found.length)) : chapters(),
      );
      count.textContent = wanted.length > 1 ? text.found(found.length) : "";
    },
  });
  const chapters = () =>
    rules.chapters.map((chapter) => {
      const box = make("details", { class: "panel" }, make("summary", {}, chapter.title));
      box.ids = chapter.clauses.map((clause) => anchor(clause.id));
      // Hundreds of rows are only made when somebody opens them.
      box.fill = () => {
        if (box.childElementCount === 1) box.append(clauseTable(chapter.clauses, chapter.title));
      };
      box.addEventListener("toggle", () => {
        if (box.open) box.fill();
      });
      return box;
    });
  replace(list, chapters());
  return section(
    "clauses",
    text.clauses,
    make("p", {}, text.clausesLead(every.length)),
    field(text.find, look),
    count,
    list,
  );
}

function clauseTable(found, caption) {
  const table = tableOf(
    [text.clause, text.says, text.how],
    found.map((clause) => [
      make("span", { id: anchor(clause.id), tabindex: "-1" }, clause.id),
      clause.says,
      [
        text.status[clause.status],
        clause.status === "ruled"
          ? [" ", rulingLink(clause.by)]
          : clause.status === "physical"
            ? `: ${clause.by}`
            : "",
        clause.see.map((see) => [" ", rulingLink(see)]),
      ]
        .flat(3)
        .reduce(
          (all, part) => {
            all.append(part);
            return all;
          },
          make("span", {}),
        ),
    ]),
    { caption },
  );
  return table;
}

const rulingLink = (id) => make("a", { href: `#r-${id}` }, id);

const rulings = (rules) =>
  section(
    "rulings",
    text.rulings,
    make("p", {}, text.rulingsLead(rules.rulings.length)),
    rules.rulings.map((one) =>
      make(
        "details",
        { class: "panel", id: `r-${one.id}` },
        make("summary", {}, make("strong", {}, one.id), ` · ${one.question}`),
        make("p", {}, one.ruling, cited(one.clauses.slice(0, 12))),
        one.option
          ? make(
              "dl",
              { class: "stack" },
              make("div", {}, make("dt", {}, text.option(one.option, String(one.default)))),
              make("div", {}, make("dt", {}, text.alternative), make("dd", {}, one.alternative)),
              make("div", {}, make("dt", {}, text.changes), make("dd", {}, one.changes)),
            )
          : null,
      ),
    ),
  );

// A link to a clause or a ruling opens what it stands in.
function openHash() {
  const id = location.hash.slice(1);
  for (const box of main.querySelectorAll("#clauses details"))
    if (box.ids?.includes(id)) {
      box.fill();
      box.open = true;
    }
  const found = document.getElementById(id);
  if (found?.tagName === "DETAILS") found.open = true;
  found?.scrollIntoView({ block: found.classList.contains("part") ? "start" : "center" });
  found?.focus({ preventScroll: true });
}

// Edges come when they are counted; the page does not wait for them.
async function price(rules) {
  const told = await patiently(`/api/odds/${key}/overview`);
  for (const row of main.querySelectorAll("[data-edges]")) {
    for (const cell of row.querySelectorAll("[data-letter]")) {
      const found = told.wagers.find(
        (one) => one.wager === row.dataset.edges && one.paytable === cell.dataset.letter,
      );
      if (found) {
        row.hidden = false;
        replace(
          cell,
          make(
            "span",
            { title: text.edgeHint(found.house_edge.fraction) },
            percent(found.house_edge.decimal, 3),
          ),
        );
      }
    }
  }
  for (const cell of main.querySelectorAll(".edges")) {
    const found = told.wagers.filter((one) => one.wager === cell.dataset.wager);
    const here = new Set(rules.tables.map((table) => table.letters[cell.dataset.wager]));
    const shown = found.filter((one) => here.has(one.paytable));
    replace(
      cell,
      (shown.length ? shown : found).map((one) =>
        make(
          "span",
          { class: "block num", title: text.edgeHint(one.house_edge.fraction) },
          text.edgeOf(percent(one.house_edge.decimal, 2), one.paytable),
        ),
      ),
    );
  }
}

if (known) show(await ask.get(`/api/rules/${key}`));
else main.append(notice(text.unknown, "bad"));
