// The floor console: every table at a glance, what waits for a floorperson, and a table close up.
import text from "/text/floor.js";
import words from "/text/staff.js";
import { card } from "../base/cards.js";
import { make, write } from "../base/dom.js";
import { ask } from "../base/house.js";
import { key } from "../base/keys.js";
import { dollars, short, signed, timeOfDay, when } from "../base/money.js";
import { notice, tableOf } from "../base/parts.js";
import { shell } from "../base/shell.js";
import { act } from "../staff/acts.js";
import { now, setNow, ticking } from "../staff/clock.js";
import { because } from "../staff/moves.js";
import { keyed, part } from "../staff/parts.js";
import { closeUp } from "./close-up.js";

// Stages of the cards at which nobody can bet.
const UNREADY = ["closed", "received", "inspected", "verified", "spread", "viewed"];
const SLOW = 60_000; // a player who has not decided for so long is pointed out
const { main, me, say, lost } = await shell({
  title: text.title,
  page: "floor",
  staff: ["floorperson"],
  wide: true,
});

const trouble = make("div", {});
const tell = (no) => trouble.replaceChildren(notice(no.message, "bad"));
const calm = () => trouble.replaceChildren();
const summary = make("p", { class: "summary" });
const needs = make("ul", { class: "bare needs" });
const quiet = make("p", { class: "hint" }, text.calm);
const tiles = make("ul", { class: "bare tiles" });
const near = closeUp({ say, tell, calm, changed: () => refresh(), closed: () => choose("") });
let floor = null;
let chosen = new URLSearchParams(location.search).get("table") ?? "";

const attempt = async (what) => {
  calm();
  try {
    await what();
    await refresh();
  } catch (no) {
    tell(no);
  }
};

export const amountOf = (command) => {
  if (command.type === "Fill")
    return command.cents < 0
      ? text.credit(dollars(-command.cents))
      : text.fill(dollars(command.cents));
  if (command.type === "Correct")
    return text.correct(signed(command.cents), command.player, command.round);
  return text.other(command.type);
};

// What waits for this person, the most pressing first.
function waiting() {
  const found = [];
  for (const one of floor.waiting)
    found.push({ id: `approval ${one.number}`, kind: "approval", one });
  for (const table of floor.tables) {
    if (table.award)
      found.push({
        id: `award ${table.id} ${table.award.seat}`,
        kind: "award",
        table,
        award: table.award,
      });
    else if (table.mode === "dealer" && table.due?.role === "floorperson")
      found.push({ id: `due ${table.id} ${table.due.what}`, kind: table.due.what, table });
    const asked = table.seats.find((seat) => seat.turn);
    if (asked && table.mode === "dealer" && floor.now - table.since > SLOW)
      found.push({ id: `slow ${table.id}`, kind: "slow", table, asked });
    for (const deck of table.decks) {
      if (deck.in_play && deck.due !== null && deck.due * 1000 <= floor.now)
        found.push({ id: `deck ${table.id} ${deck.back}`, kind: "deck", table, deck });
    }
  }
  return found;
}

const button = (id, label, onclick, kind = null) =>
  make("button", { type: "button", class: kind, "data-key": id, onclick }, label);
const nameOf = (id) => floor.tables.find((one) => one.id === id)?.name ?? id;

function needItem(item) {
  const see = () => button(`see ${item.id}`, text.see, () => choose(item.table.id));
  if (item.kind === "approval") {
    const own = item.one.asked_by === me.name;
    const decide = (approve) =>
      attempt(async () => {
        await ask.post(`/api/approvals/${item.one.number}`, { approve });
        say(approve ? text.approved(item.one.number) : text.refused(item.one.number));
      });
    return make(
      "li",
      { class: "need" },
      make(
        "div",
        { class: "grow" },
        make(
          "b",
          {},
          text.asks(item.one.asked_by, amountOf(item.one.command), nameOf(item.one.table)),
        ),
        " ",
        ticking("span", { class: "clause" }, item.one.asked_at, words.waits),
        item.one.command.reason ? make("p", { class: "hint" }, item.one.command.reason) : null,
        own ? make("p", { class: "hint" }, text.ownAsk) : null,
      ),
      own
        ? null
        : [
            button(`yes ${item.id}`, text.approve, () => decide(true), "main"),
            button(`no ${item.id}`, text.refuse, () => decide(false)),
          ],
    );
  }
  if (item.kind === "award") {
    const { award, table } = item;
    return make(
      "li",
      { class: "need award" },
      make(
        "div",
        { class: "grow stack" },
        make("b", {}, text.awardAt(table.name)),
        make(
          "p",
          { class: "hint" },
          `${text.award(award.seat, award.hand)}, ${award.odds} · ${award.player}`,
        ),
        make("div", { class: "card-list" }, [...award.cards, ...award.community].map(card)),
        make(
          "ul",
          { class: "paid" },
          award.moves.map((move) =>
            make(
              "li",
              {},
              make(
                "b",
                {},
                `${words.seat(move.seat)}: ${words.moves[move.what](dollars(move.cents))}`,
              ),
              " ",
              because(move),
              " ",
              make("span", { class: "clause" }, move.clause),
            ),
          ),
        ),
        make("span", { class: "clause" }, award.clause),
      ),
      button(
        `validate ${item.id}`,
        text.validate,
        () => attempt(() => act(table.id, "ValidateAward", { seat: award.seat })),
        "main",
      ),
    );
  }
  if (item.kind === "verify") {
    return make(
      "li",
      { class: "need" },
      make(
        "b",
        { class: "grow" },
        text.verify(item.table.name),
        " ",
        make("span", { class: "clause" }, item.table.due.clause),
      ),
      button(
        `verify ${item.id}`,
        text.verifyDo,
        () => attempt(() => act(item.table.id, "Perform", { duty: "verify" })),
        "main",
      ),
    );
  }
  if (item.kind === "slow") {
    return make(
      "li",
      { class: "need" },
      ticking("b", { class: "grow" }, item.table.since, (time) =>
        text.slow(item.table.name, item.asked.seat, time),
      ),
      see(),
    );
  }
  if (item.kind === "deck") {
    return make(
      "li",
      { class: "need" },
      make(
        "b",
        { class: "grow" },
        text.deckOverAt(item.table.name, words.back[item.deck.back]),
        " ",
        make("span", { class: "clause" }, item.deck.clause),
      ),
      see(),
    );
  }
  return make(
    "li",
    { class: "need" },
    make(
      "b",
      { class: "grow" },
      `${item.table.name}: ${words.due[item.kind]}`,
      " ",
      make("span", { class: "clause" }, item.table.due.clause),
    ),
    see(),
  );
}

function deckWords(table) {
  const deck = table.decks.find((one) => one.in_play);
  if (!deck || deck.due === null) return make("span", {}, text.deckNew);
  return ticking(
    "span",
    { class: deck.due * 1000 <= now() ? "bad-text" : null },
    deck.due * 1000,
    (time, past) => (past > 0 ? text.deckOver(time) : text.deckOk(time)),
  );
}

const stubWords = (count) =>
  count.excused
    ? text.stubExcused
    : count.due
      ? text.stubDue
      : text.stubEvery(count.rounds, count.every);

function tile(table) {
  const due = table.due;
  const fact = (name, value) => [make("dt", {}, name), make("dd", {}, value)];
  const gone = table.seats.filter((seat) => seat.dropped);
  const broken = Object.entries(table.devices).filter(([, is]) => is !== "working");
  return make(
    "li",
    { class: `panel tile${due?.role === "floorperson" || table.award ? " calls" : ""}` },
    make("h3", {}, table.name, " ", make("small", {}, table.title)),
    make(
      "p",
      { class: "state" },
      make("span", { class: "pill" }, words.mode[table.mode]),
      " ",
      make("span", { class: "pill" }, words.currency[table.currency]),
      " ",
      table.physical ? make("span", { class: "pill" }, text.physical) : null,
      broken.map(([name, is]) =>
        make("span", { class: "pill bad" }, text.devices(words.device[name], words.condition[is])),
      ),
    ),
    make(
      "p",
      { class: "waits" },
      make(
        "b",
        {},
        table.mode === "self-dealt" && !table.seats.length
          ? words.nobody
          : due
            ? text.waitsFor(
                words.due[due.what],
                words.whose(
                  table.mode === "self-dealt" && due.role !== "player" && !table.award
                    ? "house"
                    : due.role,
                  due.seat,
                ),
              )
            : words.nothingDue,
      ),
      " ",
      ticking("span", { class: "clause" }, table.since, words.waits),
    ),
    make(
      "p",
      { class: "hint" },
      [
        UNREADY.includes(table.cards) ? null : words.phase[table.phase],
        words.cards[table.cards],
        text.round(table.round),
      ]
        .filter(Boolean)
        .join(", ")
        .replace(/^./, (first) => first.toUpperCase()),
    ),
    gone.length
      ? make(
          "p",
          {},
          gone.map((seat) =>
            make("span", { class: "pill bad" }, text.gone(seat.seat, seat.dropped)),
          ),
        )
      : null,
    make(
      "ol",
      { class: "bare places", "aria-label": text.seats(table.seats.length, table.places) },
      Array.from({ length: table.places }, (_, n) => {
        const seat = table.seats.find((one) => one.seat === n + 1);
        const said = seat ? `${seat.player}${seat.staked ? `, ${dollars(seat.staked)}` : ""}` : "";
        return make(
          "li",
          {
            class: seat
              ? `taken${seat.turn ? " turn" : ""}${seat.dropped || seat.folded ? " out" : ""}`
              : "free",
            title: said,
          },
          String(n + 1),
        );
      }),
    ),
    make(
      "dl",
      { class: "money" },
      ["win", "drop", "inventory"].map((name) =>
        make("div", {}, make("dt", {}, text[name]), make("dd", {}, short(table.money[name]))),
      ),
    ),
    table.cards === "closed"
      ? null
      : make(
          "dl",
          { class: "facts" },
          fact(text.decks, deckWords(table)),
          fact(text.stub, stubWords(table.count)),
        ),
    button(`look ${table.id}`, text.look, () => choose(table.id)),
  );
}

// Of today the hour is enough.
const lately = (at) =>
  new Date(at).toDateString() === new Date(now()).toDateString() ? timeOfDay(at) : when(at);
const oddities = part(text.oddities, (found, tables) =>
  found.length
    ? tableOf(
        [text.when, text.table, text.what, text.who, words.by],
        found.map((one) => [
          make("span", { class: "at", title: when(one.at) }, lately(one.at)),
          tables[one.table] ?? one.table,
          make(
            "span",
            {},
            make("b", {}, text.kindOf[one.kind] ?? one.kind),
            one.void ? make("span", { class: "pill bad" }, text.void) : null,
            " ",
            one.said.map((part) => part.said).join("; "),
          ),
          one.by,
          make("span", { class: "clause" }, one.said.at(-1)?.clause ?? ""),
        ]),
        { caption: text.odditiesList },
      )
    : make("p", { class: "hint" }, text.noOddities),
);

const decided = part(text.decided, (found, tables) =>
  found.length
    ? tableOf(
        [text.number(""), text.table, text.amount, text.who, text.decision, text.by],
        found.map((one) => [
          String(one.number),
          tables[one.table] ?? one.table,
          amountOf(one.command),
          one.asked_by,
          text.decisions[one.decision],
          one.decided_by,
        ]),
        { caption: text.decidedList },
      )
    : make("p", { class: "hint" }, text.noDecided),
);

function choose(id) {
  chosen = id;
  history.replaceState(null, "", id ? `?table=${id}` : location.pathname);
  near.show(floor?.tables.find((one) => one.id === id) ?? null, { focus: true });
}

function show() {
  const playing = floor.tables.filter((one) => one.phase !== "bets").length;
  write(summary, text.summary(floor.tables.length, playing, floor.waiting.length));
  const items = waiting();
  quiet.hidden = items.length > 0;
  keyed(needs, items, (item) => item.id, needItem);
  // In one order always: a tile that moves is a tile that is missed.
  keyed(
    tiles,
    floor.tables.toSorted((a, b) => a.mode.localeCompare(b.mode) || a.name.localeCompare(b.name)),
    (table) => table.id,
    tile,
  );
  const names = Object.fromEntries(floor.tables.map((one) => [one.id, one.name]));
  oddities.show(floor.oddities, names);
  decided.show(floor.decided, names);
  near.show(floor.tables.find((one) => one.id === chosen) ?? null);
}

let told = 0;
async function refresh() {
  try {
    floor = await ask.get("/api/floor");
    setNow(floor.now);
    lost(false);
    show();
    const count = waiting().length;
    if (count > told) say(`${text.needsYou}: ${count}`);
    told = count;
  } catch (no) {
    if (no.problem) tell(no);
    else lost(true);
  }
}

main.append(
  summary,
  trouble,
  make(
    "section",
    { class: "panel stack", "aria-labelledby": "needs" },
    make("h2", { id: "needs" }, text.needsYou),
    quiet,
    needs,
  ),
  near.element,
  make(
    "section",
    { "aria-labelledby": "tables" },
    make("h2", { id: "tables" }, text.tables),
    tiles,
  ),
  make("div", { class: "two late" }, oddities.element, decided.element),
);
key("w", text.key, () => {
  const first = needs.querySelector("button");
  if (!first) return false;
  first.focus();
  return true;
});
await refresh();
(async () => {
  for (;;) {
    await new Promise((done) => {
      setTimeout(done, 1000);
    });
    if (!document.hidden) await refresh();
  }
})();
