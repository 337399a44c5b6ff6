// @ts-check
// Odds: an index of the games; for each game its PAR sheet, meters, strategy, single hands and
// pocket card.
import text from "/text/odds.js";
import { $$, make } from "../base/dom.js";
import { ask } from "../base/house.js";
import { percent } from "../base/money.js";
import { notice, tabs } from "../base/parts.js";
import { shell } from "../base/shell.js";
import { motif } from "../lobby/motif.js";
import { cardPage } from "./card.js";
import { Classes } from "./classes.js";
import { Choice } from "./choice.js";
import { Hand } from "./hand.js";
import { MeterSliders } from "./meters.js";
import { Sheet } from "./sheet.js";
import { WhatIf } from "./whatif.js";

const [, , key, part] = location.pathname.split("/").map(decodeURIComponent);
const games = await ask.get("/api/games");
const game = games.find((one) => one.game === key);
const titleOf = part === "card" ? text.cardTitle : text.titleOf;
const title = game ? titleOf(game.name) : text.title;
const { main, say } = await shell({ title, page: "odds" });

function gameLinks(end = "") {
  const items = games.map(({ game: name, name: title }) => {
    const current = name === key ? "page" : null;
    const link = { class: "button", href: `/odds/${name}${end}`, "aria-current": current };
    return make("li", {}, make("a", link, title));
  });
  const list = make("ul", { class: "row plain-list" }, items);
  return make("nav", { class: "games", "aria-label": text.games }, list);
}

function showIndex() {
  const list = make("ul", { class: "grid" }, games.map(gamePanel));
  main.append(make("p", {}, text.lead), list);
}

/** @param {Api.GameOverview} game */
function gamePanel(game) {
  const byFraction = new Map();
  for (const edge of Object.values(game.edges))
    if (edge) byFraction.set(edge.house_edge.fraction, edge);
  const edges = [...byFraction.values()].map(({ house_edge: edge, unit }) => {
    const words = text.edgeOf(percent(edge.decimal, 3), unit);
    return make("p", { title: text.exactly(edge.fraction) }, words);
  });
  /**
   * @param {string} href
   * @param {string} label
   * @param {string} title
   * @param {string} kind
   */
  const link = (href, label, title, kind = "button") =>
    make("a", { class: kind, href, "aria-label": title }, label);
  const { game: name, name: title } = game;
  const links = make(
    "div",
    { class: "row" },
    link(`/odds/${name}`, text.open, text.openOf(title), "button main"),
    link(`/odds/${name}/card`, text.card, text.cardOf(title)),
    link(`/rules/${name}`, text.rules, text.rulesOf(title)),
  );
  const heading = make("h2", {}, title);
  return make("li", { class: "panel stack" }, motif(game.motif), heading, edges, links);
}

async function showGame() {
  const [menu, rules] = await Promise.all([
    ask.get(`/api/odds/${key}`),
    ask.get(`/api/rules/${key}`),
  ]);
  const choice = new Choice(menu, rules.tables);
  const sheet = new Sheet(menu, choice);
  const classes = new Classes(menu, choice);
  const hand = new Hand(menu, choice);
  const meters = menu.progressive ? new MeterSliders(menu, choice) : null;
  /** @typedef {"sheet" | "meters" | "whatIf" | "strategy" | "hand"} PartName */
  /** @typedef {{ element: HTMLElement, visible: boolean, refresh: () => unknown }} Part */
  /** @type {{ name: PartName, part: Part }[]} */
  const parts = [
    { name: "sheet", part: sheet },
    { name: "whatIf", part: new WhatIf(menu, choice) },
    { name: "strategy", part: classes },
    { name: "hand", part: hand },
  ];
  if (meters) parts.splice(1, 0, { name: "meters", part: meters });
  const names = parts.map(({ name }) => name);
  const bodies = parts.map(({ name, part: { element } }) => ({ label: text[name], body: element }));
  /** @param {number} place */
  const onchange = (place) => {
    // Only the part on screen asks the house.
    parts.forEach(({ part: one }, other) => {
      one.visible = other === place;
    });
    history.replaceState(null, "", `${location.pathname}${location.search}#${names[place]}`);
    parts[place].part.refresh();
  };
  const chosen = Math.max(
    0,
    parts.findIndex(({ name }) => name === location.hash.slice(1)),
  );
  const box = tabs(text.parts, bodies, { chosen, onchange });
  hand.say = say;
  classes.onask = (cards, staked) => {
    hand.set(cards, staked);
    $$("[role=tab]", box)[names.indexOf("hand")].click();
  };
  choice.onchange = () => {
    for (const { part: one } of parts) if (one.visible) one.refresh();
  };
  main.prepend(gameLinks());
  main.append(
    make(
      "p",
      { class: "row" },
      make("a", { class: "button", href: `/odds/${key}/card` }, text.card),
      make("a", { class: "button", href: `/rules/${key}` }, text.rules),
      make("span", { class: "small" }, text.source(menu.fingerprint.slice(0, 16))),
    ),
    choice.element,
    box,
  );
}

if (key && !game) main.append(notice(text.unknown, "bad"), gameLinks());
else if (!key) showIndex();
else if (part === "card") {
  main.prepend(gameLinks("/card"));
  await cardPage(main, await ask.get(`/api/odds/${key}`));
} else await showGame();
