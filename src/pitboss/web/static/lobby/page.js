// @ts-check
// The lobby: one card for each game with its open tables as they are now.
import text from "/text/lobby.js";
import { make } from "../base/dom.js";
import { ask } from "../base/house.js";
import { personName } from "../base/people.js";
import { released } from "../base/pressing.js";
import { shell } from "../base/shell.js";
import { onSeats } from "../base/turn-bar.js";
import { GameCard } from "./game-card.js";

const REFRESH_MS = 900; // so that a meter is never a second behind

const { main, me, lost, stopped, say } = await shell({ title: text.title, page: "lobby" });
const staff = me !== null && me.role !== "player";
/** @type {[Api.GameOverview[], Api.LobbyRow[]]} */
const [games, first] = await Promise.all([ask.get("/api/games"), ask.get("/api/tables")]);
const cards = games.map((game) => new GameCard(game, { me, say }));
const list = make(
  "ul",
  { class: "games plain-list" },
  cards.map((card) => card.element),
);
/** @type {Set<string>} */
let own = new Set();
let latest = first;

const heading = /** @type {HTMLElement} */ (main.querySelector("h1"));
heading.textContent = text.headline(games.length);
const visitor = me ? text.welcome(personName(me.name)) : text.guest;
main.append(
  make("p", { class: "lead" }, staff ? text.staff(me?.name) : visitor),
  list,
  differences(),
);

function differences() {
  const { title, fair, exact, rules } = text.about;
  const item = (/** @type {string[]} */ [name, words], /** @type {Element | null} */ link = null) =>
    make("li", {}, make("h3", {}, name), make("p", {}, words, " ", link));
  const proofs = make("a", { href: "/fairness" }, text.checkOne);
  const odds = make("a", { href: "/odds" }, text.seeOdds);
  const items = [item(fair, proofs), item(exact, odds), item(rules)];
  const label = make("h2", { id: "about", class: "quiet" }, title);
  const facts = make("ul", { class: "plain-list facts-row" }, items);
  return make("section", { class: "about", "aria-labelledby": "about" }, label, facts);
}

/** @param {Api.LobbyRow[]} tables */
function show(tables) {
  latest = tables;
  for (const card of cards) {
    const here = tables.filter((table) => table.game === card.game.game);
    card.show(here, own);
  }
  stopped(tables[0]?.stopped ?? "");
}

async function look() {
  try {
    if (!document.hidden) {
      const tables = await ask.get("/api/tables");
      await released();
      show(tables);
    }
    lost(false);
  } catch {
    lost(true);
  }
  setTimeout(look, REFRESH_MS);
}

onSeats((seats) => {
  own = new Set(seats.map((seat) => seat.table));
  show(latest);
});
show(first);
setTimeout(look, REFRESH_MS);
