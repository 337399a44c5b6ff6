// The lobby: every open table as it stands this second, and one click to sit at it.
import text from "/text/lobby.js";
import { make, write } from "../base/dom.js";
import { ask } from "../base/house.js";
import { dollars, percent, short } from "../base/money.js";
import { settings } from "../base/settings.js";
import { shell } from "../base/shell.js";
import { motif } from "./motif.js";

const EVERY = 900; // milliseconds between two looks at the house: a meter is never a second behind

const { main, me, lost } = await shell({ title: text.title, page: "lobby" });
const staff = Boolean(me) && me.role !== "player";
const deals = ["dealer", "floorperson"].includes(me?.role);
const [games, first] = await Promise.all([ask.get("/api/games"), ask.get("/api/tables")]);
const about = new Map(games.map((game) => [game.game, game]));
const list = make("ul", { class: "tables bare" });
const none = make("p", { class: "panel", hidden: true }, text.none);
const tiles = new Map();
const top = {
  figure: null,
  place: make("a", { href: "/" }),
  box: make("div", { class: "largest", hidden: true }),
};
main.prepend(
  make(
    "section",
    { class: "hero" },
    make(
      "div",
      {},
      make("p", { class: "lead" }, text.lead),
      make(
        "p",
        { class: "how" },
        staff ? text.staff(me.name) : me ? text.welcome(me.name) : text.guest,
      ),
    ),
    top.box,
  ),
);
main.append(list, none, ...[quietGames(first)].filter(Boolean), differences());

// A meter runs up to what it shows; it never shows more than the house has said.
class Meter {
  constructor(name) {
    this.figure = name ? make("dd", { class: "meter" }) : make("span");
    this.head = name ? make("dt", {}, text.meter(name)) : null;
    this.shown = null;
  }

  to(cents) {
    const from = this.shown ?? cents;
    cancelAnimationFrame(this.frame);
    if (from >= cents || !settings.pace()) return this.show(cents);
    const began = performance.now();
    const step = (now) => {
      const part = Math.min(1, (now - began) / (EVERY * 0.8));
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
    dots.append(make("span", { class: table.taken.includes(seat) ? "dot taken" : "dot" }));
  return dots;
}

class Tile {
  constructor(table) {
    const game = about.get(table.game);
    this.meters = new Map(Object.keys(table.meters).map((name) => [name, new Meter(name)]));
    this.free = make("span", {});
    this.dots = make("span", {});
    this.sit = make("a", { class: "button main" });
    this.watch = make(
      "a",
      {
        class: "button",
        href: `/table/${table.id}`,
        "aria-label": text.watchAt(table.name, table.title),
      },
      text.watch,
    );
    this.limits = make("dd", {});
    const edge = game?.edges[table.id];
    this.element = make(
      "li",
      { class: "panel tile", "data-table": table.id },
      game ? motif(game.motif) : null,
      make(
        "div",
        { class: "tile-head" },
        make("h2", {}, table.title),
        make("p", { class: "named" }, text.table(table.name)),
        make(
          "p",
          { class: "tags" },
          make("span", { class: `pill ${table.currency}` }, text[table.currency]),
          make("span", { class: "pill" }, text[table.mode]),
          table.settings.cards === "physical"
            ? make("span", { class: "pill" }, text.physical)
            : null,
        ),
      ),
      this.meters.size
        ? make(
            "dl",
            { class: "meters" },
            [...this.meters.values()].map((meter) => make("div", {}, meter.head, meter.figure)),
          )
        : null,
      make(
        "dl",
        { class: "facts" },
        make("dt", {}, text.limits),
        this.limits,
        make("dt", {}, text.seats),
        make("dd", {}, this.dots, this.free),
        edge
          ? [
              make("dt", {}, text.edge),
              make(
                "dd",
                { title: text.edgeExact(edge.house_edge.fraction) },
                text.edgeValue(percent(edge.house_edge.decimal, 2), edge.unit),
              ),
            ]
          : null,
      ),
      make("div", { class: "row tile-acts" }, this.sit, this.watch),
      links(table.game, table.title, table),
    );
    this.show(table);
  }

  show(table) {
    const free = table.seats - table.taken.length;
    const real = table.currency === "real" && (!me || me.guest);
    write(this.limits, text.range(short(table.minimum), short(table.maximum)));
    write(this.free, text.free(free, table.seats));
    const seats = table.taken.join();
    if (this.seats !== seats) this.dots.replaceChildren(seatDots(table));
    this.seats = seats;
    const [words, label, href] = staff
      ? deals && table.mode === "dealer"
        ? [text.console, text.consoleAt(table.name, table.title), `/dealer/${table.id}`]
        : [text.watch, text.watchAt(table.name, table.title), `/table/${table.id}`]
      : real
        ? [text.logIn, text.logIn, `/login?to=${encodeURIComponent(`/table/${table.id}`)}`]
        : free
          ? [text.sit, text.sitAt(table.name, table.title), `/table/${table.id}?sit=1`]
          : [text.full, text.fullAt(table.name, table.title), `/table/${table.id}`];
    write(this.sit, words);
    this.sit.setAttribute("aria-label", label);
    this.sit.setAttribute("href", href);
    this.sit.title = free && !real && !staff ? text.sitHint : "";
    this.watch.hidden = staff ? words === text.watch : !free;
    for (const [name, cents] of Object.entries(table.meters)) this.meters.get(name)?.to(cents);
  }
}

// Games that no table is open for: their rules and odds are a click away all the same.
function quietGames(tables) {
  const played = new Set(tables.map((table) => table.game));
  const others = games.filter((game) => !played.has(game.game));
  return others.length
    ? make(
        "section",
        { class: "others", "aria-labelledby": "others" },
        make("h2", { id: "others" }, text.games),
        make(
          "ul",
          { class: "grid" },
          others.map((game) =>
            make(
              "li",
              { class: "panel tile" },
              motif(game.motif),
              make("h3", {}, game.name),
              links(game.game, game.name),
            ),
          ),
        ),
      )
    : null;
}

function links(game, name, table = null) {
  const at = table ? `?table=${table.id}` : "";
  return make(
    "ul",
    { class: "row bare tile-links" },
    make(
      "li",
      {},
      make("a", { href: `/rules/${game}${at}`, "aria-label": text.rulesOf(name) }, text.rules),
    ),
    make(
      "li",
      {},
      make(
        "a",
        { href: `/rules/${game}${at}#paytables`, "aria-label": text.paysOf(name) },
        text.pays,
      ),
    ),
    make(
      "li",
      {},
      make("a", { href: `/odds/${game}${at}`, "aria-label": text.oddsOf(name) }, text.odds),
    ),
    make(
      "li",
      {},
      make(
        "a",
        { href: `/fairness${at}`, "aria-label": text.fairnessOf(table?.name ?? name) },
        text.fairness,
      ),
    ),
  );
}

function differences() {
  const told = text.about;
  const one = ([title, words], link, href) =>
    make(
      "li",
      { class: "stack" },
      make("h3", {}, title),
      make("p", {}, words),
      link ? make("a", { href }, link) : null,
    );
  return make(
    "section",
    { class: "about", "aria-labelledby": "about" },
    make("h2", { id: "about" }, told.title),
    make(
      "ul",
      { class: "grid" },
      one(told.fair, text.checkOne, "/fairness"),
      one(told.exact, text.seeOdds, "/odds"),
      one(told.rules, null, null),
    ),
  );
}

// Tiles stay the same elements while they stand for the same table: nothing under a finger moves.
function show(tables) {
  const there = new Set(tables.map((table) => table.id));
  for (const [id, tile] of tiles)
    if (!there.has(id)) {
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
  showLargest(tables);
}

async function look() {
  try {
    if (!document.hidden) show(await ask.get("/api/tables"));
    lost(false);
  } catch {
    lost(true);
  }
  setTimeout(look, EVERY);
}

show(first);
setTimeout(look, EVERY);
