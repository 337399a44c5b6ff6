// @ts-check
// The lobby: every open table as it is now, and one click to sit at it.
import text from "/text/lobby.js";
import { make, write } from "../base/dom.js";
import { ask } from "../base/house.js";
import { dollars, percent, short } from "../base/money.js";
import { released } from "../base/pressing.js";
import { settings } from "../base/settings.js";
import { shell } from "../base/shell.js";
import { motif } from "./motif.js";

const REFRESH_MS = 900; // so that a meter is never a second behind

const { main, me, lost, stopped } = await shell({ title: text.title, page: "lobby" });
const staff = me !== null && me.role !== "player";
const deals = ["dealer", "floorperson"].includes(me?.role ?? "");
const [games, first] = await Promise.all([ask.get("/api/games"), ask.get("/api/tables")]);
const gamesByKey = new Map(games.map((game) => [game.game, game]));
const list = make("ul", { class: "tables plain-list" });
const none = make("p", { class: "panel", hidden: true }, text.none);
const tiles = new Map();
const top = {
  /** @type {Meter | null} */
  figure: null,
  place: make("a", { href: "/" }),
  box: make("div", { class: "largest", hidden: true }),
};
const visitor = me ? text.welcome(me.name) : text.guest;
const welcome = make(
  "div",
  {},
  make("p", { class: "lead" }, text.lead),
  make("p", { class: "how" }, staff ? text.staff(me?.name) : visitor),
);
main.prepend(make("section", { class: "hero" }, welcome, top.box));
main.append(list, none, quietGames(first) ?? "", differences());

// A meter counts up to its amount and never shows more.
class Meter {
  constructor(name) {
    this.figure = name ? make("dd", { class: "meter" }) : make("span");
    this.head = name ? make("dt", {}, text.meter(name)) : null;
    /** @type {number | null} */
    this.shown = null;
    this.frame = 0;
  }

  to(cents) {
    const from = this.shown ?? cents;
    cancelAnimationFrame(this.frame);
    if (from >= cents || !settings.pace()) return this.show(cents);
    const start = performance.now();
    const step = (now) => {
      const part = Math.min(1, (now - start) / (REFRESH_MS * 0.8));
      this.show(Math.floor(from + (cents - from) * part));
      if (part < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
    return null;
  }

  show(cents) {
    this.shown = cents;
    write(this.figure, text.money(dollars(cents)));
  }
}

// The largest meter of the house, running.
function showLargest(tables) {
  const meters = tables.flatMap((table) =>
    Object.values(table.meters).map((cents) => ({ table, cents })),
  );
  top.box.hidden = !meters.length;
  if (!meters.length) return;
  const { table, cents } = meters.reduce((best, one) => (one.cents > best.cents ? one : best));
  if (!top.figure) {
    top.figure = new Meter("");
    top.box.append(
      make("p", {}, text.largest),
      make("p", { class: "meter" }, top.figure.figure),
      make("p", {}, top.place),
    );
  }
  write(top.place, text.largestAt(table.name, table.title));
  top.place.setAttribute("href", `/table/${table.id}`);
  top.figure.to(cents);
}

function seatDots(table) {
  const dots = make("span", { class: "seats", "aria-hidden": "true" });
  for (let seat = 1; seat <= table.seats; seat += 1)
    dots.append(
      make("span", { class: "dot", "data-state": table.taken.includes(seat) ? "taken" : null }),
    );
  return dots;
}

class Tile {
  constructor(table) {
    const { id, name, title } = table;
    this.meters = new Map(Object.keys(table.meters).map((meter) => [meter, new Meter(meter)]));
    this.free = make("span", {});
    this.dots = make("span", {});
    this.seats = "";
    this.limits = make("dd", {});
    this.sit = make("a", { class: "button main" });
    const watching = { href: `/table/${id}`, "aria-label": text.watchAt(name, title) };
    this.watch = make("a", { class: "button", ...watching }, text.watch);
    const game = gamesByKey.get(table.game);
    this.element = make(
      "li",
      { class: "panel tile", "data-table": id },
      game ? motif(game.motif) : null,
      tileHead(table),
      this.meters.size ? this.meterList() : null,
      this.facts(game?.edges[id]),
      make("div", { class: "row tile-acts" }, this.sit, this.watch),
      links(table.game, title, table),
    );
    this.show(table);
  }

  meterList() {
    const rows = [...this.meters.values()].map((meter) =>
      make("div", {}, meter.head, meter.figure),
    );
    return make("dl", { class: "meters" }, rows);
  }

  facts(edge) {
    const rows = [
      [make("dt", {}, text.limits), this.limits],
      [make("dt", {}, text.seats), make("dd", {}, this.dots, this.free)],
    ];
    if (edge) {
      const { fraction, decimal } = edge.house_edge;
      const words = text.edgeValue(percent(decimal, 2), edge.unit);
      const exact = { title: text.edgeExact(fraction) };
      rows.push([make("dt", {}, text.edge), make("dd", exact, words)]);
    }
    return make("dl", { class: "facts" }, rows);
  }

  // The main button: its words, its label and its address.
  offer({ id, name, title, mode }, free, real) {
    if (staff && deals && mode === "dealer")
      return [text.console, text.consoleAt(name, title), `/dealer/${id}`];
    if (staff) return [text.watch, text.watchAt(name, title), `/table/${id}`];
    if (real) return [text.logIn, text.logIn, `/login?to=${encodeURIComponent(`/table/${id}`)}`];
    if (free) return [text.sit, text.sitAt(name, title), `/table/${id}?sit=1`];
    return [text.full, text.fullAt(name, title), `/table/${id}`];
  }

  show(table) {
    const free = table.seats - table.taken.length;
    const real = table.currency === "real" && (!me || me.guest);
    write(this.limits, text.range(short(table.minimum), short(table.maximum)));
    write(this.free, text.free(free, table.seats));
    const seats = table.taken.join();
    if (this.seats !== seats || !this.dots.firstChild) this.dots.replaceChildren(seatDots(table));
    this.seats = seats;
    const [words, label, href] = this.offer(table, free, real);
    write(this.sit, words);
    this.sit.setAttribute("aria-label", label);
    this.sit.setAttribute("href", href);
    this.sit.title = free && !real && !staff ? text.sitHint : "";
    this.watch.hidden = staff ? words === text.watch : !free;
    for (const [name, cents] of Object.entries(table.meters)) this.meters.get(name)?.to(cents);
  }
}

function tileHead({ title, name, currency, mode, mark, settings: { cards } }) {
  /** @param {string} label */
  const pill = (label, kind = "pill") => make("span", { class: kind }, label);
  const tags = [
    pill(text[currency], `pill ${currency}`),
    mark ? pill(mark) : null,
    pill(text[mode]),
    cards === "physical" ? pill(text.physical) : null,
  ];
  return make(
    "div",
    { class: "tile-head" },
    make("h2", {}, title),
    make("p", { class: "named" }, text.table(name)),
    make("p", { class: "tags" }, tags),
  );
}

// Games without an open table: their rules and odds are a click away all the same.
function quietGames(tables) {
  const open = new Set(tables.map((table) => table.game));
  const items = games
    .filter(({ game }) => !open.has(game))
    .map(({ game, name, motif: picture }) => {
      const heading = make("h3", {}, name);
      return make("li", { class: "panel tile" }, motif(picture), heading, links(game, name));
    });
  if (!items.length) return null;
  const heading = make("h2", { id: "others" }, text.games);
  const list = make("ul", { class: "grid" }, items);
  return make("section", { class: "others", "aria-labelledby": "others" }, heading, list);
}

function links(game, name, /** @type {{ id: string, name: string } | null} */ table = null) {
  const at = table ? `?table=${table.id}` : "";
  const link = (href, label, title) =>
    make("li", {}, make("a", { href, "aria-label": title }, label));
  return make(
    "ul",
    { class: "row plain-list tile-links" },
    link(`/rules/${game}${at}`, text.rules, text.rulesOf(name)),
    link(`/rules/${game}${at}#paytables`, text.pays, text.paysOf(name)),
    link(`/odds/${game}${at}`, text.odds, text.oddsOf(name)),
    link(`/fairness${at}`, text.fairness, text.fairnessOf(table?.name ?? name)),
  );
}

function differences() {
  const { title, fair, exact, rules } = text.about;
  const item = (/** @type {string[]} */ [name, words], /** @type {Element | null} */ link = null) =>
    make("li", { class: "stack" }, make("h3", {}, name), make("p", {}, words), link);
  const proofs = make("a", { href: "/fairness" }, text.checkOne);
  const odds = make("a", { href: "/odds" }, text.seeOdds);
  const items = [item(fair, proofs), item(exact, odds), item(rules)];
  const heading = make("h2", { id: "about" }, title);
  const list = make("ul", { class: "grid" }, items);
  return make("section", { class: "about", "aria-labelledby": "about" }, heading, list);
}

// A tile stays the same element for the same table: nothing under a finger moves.
function show(tables) {
  const ids = new Set(tables.map((table) => table.id));
  for (const [id, tile] of tiles)
    if (!ids.has(id)) {
      tile.element.remove();
      tiles.delete(id);
    }
  for (const table of tables) {
    const tile = tiles.get(table.id);
    if (tile) tile.show(table);
    else {
      tiles.set(table.id, new Tile(table));
      list.append(tiles.get(table.id).element);
    }
  }
  none.hidden = tables.length > 0;
  stopped(tables[0]?.stopped ?? "");
  showLargest(tables);
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

show(first);
setTimeout(look, REFRESH_MS);
