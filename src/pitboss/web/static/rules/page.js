// @ts-check
// A game's rules, drawn from the rulebook's own data: play, wagers, paytables, limits, clauses.
import text from "/text/rules.js";
import { $$, make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { percent, short } from "../base/money.js";
import { notice, tableOf } from "../base/parts.js";
import { shell } from "../base/shell.js";
import { motif } from "../lobby/motif.js";
import { getPriced } from "../odds/ask.js";
import { clauseSection, openClause, rulingSection } from "./clauses.js";
import { exampleSection, rankingSection } from "./example.js";
import { citation, citations, gameLinks, section } from "./parts.js";
import { paytableSection } from "./paytables.js";

const key = decodeURIComponent(location.pathname.split("/")[2]);
const games = await ask.get("/api/games");
const game = games.find((one) => one.game === key);
const { main, me } = await shell({ title: game?.name ?? text.title, page: "rules" });
const button = (href, label, kind = "button") => make("a", { class: kind, href }, label);

main.prepend(gameLinks(games, key));

function show(rules) {
  const sections = [
    exampleSection(key, game?.look),
    rankingSection(rules.rankings),
    section("round", text.round, make("p", {}, text.roundLead), steps(rules.play)),
    wagers(rules),
    paytableSection(rules),
    limits(rules),
    dealing(rules),
    clauseSection(rules),
    rulingSection(rules),
  ];
  const items = sections.map((part) => {
    const link = make("a", { href: `#${part.id}` }, part.querySelector("h2")?.textContent);
    return make("li", {}, link);
  });
  const list = make("ul", { class: "row plain-list" }, items);
  const contents = make("nav", { class: "contents", "aria-label": text.contents }, list);
  main.append(head(rules), contents, ...sections);
  price(rules);
  const open = () => openClause(main, location.hash.slice(1));
  if (location.hash) open();
  addEventListener("hashchange", open);
}

function head(rules) {
  const choice = new URLSearchParams(location.search).get("table");
  const table = rules.tables.find((one) => one.id === choice) ?? rules.tables[0];
  const maySit = table && (!me || me.role === "player");
  const sit = maySit
    ? button(`/table/${table.id}?sit=1`, text.sit(table.name), "button main")
    : null;
  const links = make(
    "p",
    { class: "row" },
    sit,
    button(`/odds/${key}`, text.odds),
    button(`/odds/${key}/card`, text.card),
    button("/fairness", text.fairness),
  );
  const sources = make(
    "p",
    { class: "small" },
    make("span", { title: text.printHint }, text.print(rules.rules)),
    " · ",
    rules.mark || rules.documents.map((document) => document.title).join(" · "),
    " · ",
    make("a", { href: `/api/rules/${key}`, download: `${key}-rules.json` }, text.json),
  );
  const facts = make("p", {}, text.facts(rules.seats, rules.deck, rules.boxes));
  const left = make("div", { class: "stack" }, facts, links, sources);
  return make("div", { class: "head" }, left, motif(rules.motif));
}

function steps(lines) {
  const items = lines.map((line) => make("li", {}, line.text, citations(line.clauses)));
  return make("ol", { class: "steps" }, items);
}

function wagers(rules) {
  const spots = rules.spots.map((spot) => [
    spot.name,
    spot.terms,
    spot.clause ? citation([spot.clause]) : "",
  ]);
  const bets = rules.bets.map((bet) => [
    bet.name,
    bet.terms,
    make("span", { class: "edges", "data-wager": bet.wager }, "–"),
    citation(bet.clauses),
  ]);
  return section(
    "wagers",
    text.wagers,
    tableOf([text.spot, text.stake, text.clause], spots, { caption: text.spots }),
    tableOf([text.wager, text.decidedBy, text.edge, text.clause], bets, { caption: text.bets }),
  );
}

function limits(rules) {
  const figure = (cents) => ({ num: text.money(short(cents)) });
  const panels = rules.tables.map((table) => {
    const rows = table.spots.map((spot) => [spot.name, figure(spot.least), figure(spot.most)]);
    const caption = text.tableLimits(table.name);
    const limit = table.payout_limit;
    const words = limit === null ? text.noLimit : text.payoutLimit(short(limit));
    const list = tableOf([text.spot, text.least, text.most], rows, { caption });
    return make("div", { class: "panel stack" }, list, make("p", {}, words));
  });
  const lead = make("p", {}, rules.limit.text, citations(rules.limit.clauses));
  return section("limits", text.limits, lead, make("div", { class: "two" }, panels));
}

function dealing(rules) {
  const methods = [...rules.procedure, ...rules.dealings].map((method) => {
    const summary = make("summary", {}, method.name);
    return make("details", { class: "panel" }, summary, steps(method.lines));
  });
  return section("dealing", text.dealing, methods);
}

// Edges appear when they have been calculated; the page does not wait for them.
async function price(rules) {
  const prices = await getPriced(`/api/odds/${key}/overview`);
  const edgeTitle = ({ house_edge: edge }) => text.edgeHint(edge.fraction);
  for (const row of $$("[data-edges]", main)) {
    for (const cell of $$("[data-letter]", row)) {
      const wager = prices.wagers.find(
        (one) => one.wager === row.dataset.edges && one.paytable === cell.dataset.letter,
      );
      if (!wager) continue;
      row.hidden = false;
      const figure = percent(wager.house_edge.decimal, 3);
      replace(cell, make("span", { title: edgeTitle(wager) }, figure));
    }
  }
  for (const cell of $$(".edges", main)) {
    const all = prices.wagers.filter((one) => one.wager === cell.dataset.wager);
    const here = new Set(rules.tables.map((table) => table.letters[cell.dataset.wager]));
    const own = all.filter((one) => here.has(one.paytable));
    const lines = (own.length ? own : all).map((wager) => {
      const words = text.edgeOf(percent(wager.house_edge.decimal, 2), wager.paytable);
      return make("span", { class: "block num", title: edgeTitle(wager) }, words);
    });
    replace(cell, lines);
  }
}

if (game) show(await ask.get(`/api/rules/${key}`));
else main.append(notice(text.unknown, "bad"));
