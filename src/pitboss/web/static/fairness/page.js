// @ts-check
// Fairness: how the house commits to a shuffle and reveals it, and the proof of a round in this
// browser.
import text from "/text/fairness.js";
import { card } from "../base/cards.js";
import { draw, make, replace } from "../base/dom.js";
import { Refused, ask, store } from "../base/house.js";
import { when } from "../base/money.js";
import { field, notice, select, tableOf } from "../base/parts.js";
import { shell } from "../base/shell.js";
import { checkRecord } from "./checks.js";
import { commitmentOf, freshDeck, orderOf, unhex } from "./proof.js";

const { main, me, say } = await shell({ title: text.title, page: "fairness" });
const search = new URLSearchParams(location.search);
const tables = await ask.get("/api/tables");

function section(id, title, ...inside) {
  return make(
    "section",
    { "aria-labelledby": id, class: "part" },
    make("h2", { id }, title),
    inside,
  );
}

// The order of events, as a line.
function timeline() {
  const picture = draw("svg", {
    viewBox: "0 0 720 92",
    class: "timeline",
    role: "img",
    "aria-label": text.timeline,
  });
  picture.append(draw("line", { x1: 60, x2: 660, y1: 34, y2: 34, class: "rail" }));
  text.marks.forEach((word, place) => {
    const x = 60 + place * 150;
    const ours = place === 0 || place === 4;
    picture.append(
      draw("circle", { cx: x, cy: 34, r: ours ? 15 : 9, class: ours ? "ours" : "theirs" }),
      draw("text", { x, y: 76 }, word),
    );
    if (!ours) return;
    const lock = `M${x - 5} 32v-4a5 5 0 0 1 10 0v4m-12 0h14v9h-14z`;
    const tick = `M${x - 6} 34l4 5 8-10`;
    picture.append(draw("path", { d: place ? tick : lock, class: "sign" }));
  });
  return picture;
}

function how() {
  const steps = text.steps.map(([title, words]) =>
    make("li", { class: "panel" }, make("h3", {}, title), make("p", {}, words)),
  );
  const line = make("div", { class: "panel line" }, timeline());
  return section("how", text.how, line, make("ol", { class: "steps grid" }, steps));
}

// Commitments seen before a round are stored in this browser, to be compared afterwards.
const storeKey = (table, round) => `committed.${table}.${round}`;

async function commitments() {
  const rows = await Promise.all(tables.map(commitmentRow));
  const headings = [text.table, text.round, text.commitment];
  const table = tableOf(headings, rows, { caption: text.byTable });
  return section("now", text.now, make("p", {}, text.nowLead), make("div", {}, table));
}

async function commitmentRow(table) {
  const link = make("a", { class: "touch", href: `/table/${table.id}` }, table.name);
  // People and devices shuffle physical cards: the house has nothing to commit to.
  if (table.settings.cards === "physical") return [link, { num: "–" }, text.physical];
  const { round, commitment } = await ask.get(`/api/tables/${table.id}/fairness`);
  if (!commitment) return [link, { num: String(round) }, text.noCommitment];
  store.set(storeKey(table.id, round), commitment);
  const onclick = async () => {
    await navigator.clipboard?.writeText(commitment);
    say(text.copied);
  };
  const copying = { class: "plain", "aria-label": `${text.copy}: ${table.name}`, onclick };
  const copy = make("button", { type: "button", ...copying }, text.copy);
  const code = make("code", {}, commitment);
  return [link, { num: String(round) }, make("span", { class: "hash" }, code, copy)];
}

function verdict(holds) {
  const words = holds ? `✓ ${text.yes}` : `✗ ${text.no}`;
  return make("span", { class: holds ? "pill good" : "pill bad" }, words);
}

const deckList = (names) =>
  make(
    "div",
    { class: "deck card-list" },
    names.map((name) => card(name)),
  );

// Everything is derived here; the house's own verdict is only one of the lines.
async function prove(table, round, box) {
  replace(box, notice(text.working));
  const record = await ask.get(`/api/fairness/${table}/${round}`);
  const earlier = store.get(storeKey(table, round), null);
  const { checks, decks } = await checkRecord(record, earlier);
  checks.push({ words: text.houseSays, holds: record.answers && record.shuffles.every(Boolean) });
  const good = checks.every(({ holds }) => holds);
  const rows = checks.map(({ words, holds }) => [words, verdict(holds)]);
  const headings = [text.checked, text.verdict];
  replace(
    box,
    notice(good ? text.all : text.bad, good ? "good" : "bad"),
    tableOf(headings, rows, { caption: text.results }),
    numbersOf(record),
    decks.length ? decks.map(deckPart) : make("p", {}, text.byHand),
  );
  say(good ? text.all : text.bad);
}

function numbersOf({ seed, commitment, player_seeds: playerSeeds }) {
  const rows = [
    [text.seed, seed],
    [text.commitment, commitment],
    [text.playerSeeds, playerSeeds.join(", ") || text.none],
  ].map(([name, value]) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, make("code", {}, value))),
  );
  return make("dl", { class: "stack" }, rows);
}

const deckPart = (names, place) =>
  make("div", {}, make("h3", {}, text.derived(place + 1)), deckList(names));

async function ownRounds() {
  if (!me) return make("p", {}, text.logIn);
  const rounds = await ask.get("/api/rounds?limit=200");
  if (!rounds.length) return make("p", {}, text.noRounds);
  const name = (id) => tables.find((table) => table.id === id)?.name ?? id;
  const link = `${search.get("table")}/${search.get("round")}`;
  const options = rounds.map((one) => [
    `${one.table}/${one.round}`,
    text.roundOf(name(one.table), one.round, when(one.ended)),
  ]);
  const first =
    options.find(([value]) => value === link) ??
    options.find(([value]) => value.startsWith(`${search.get("table")}/`)) ??
    options[0];
  const pick = select(options, first[0]);
  const box = make("div", { class: "stack" });
  const go = async () => {
    try {
      const [table, round] = pick.value.split("/");
      await prove(table, round, box);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      replace(box, notice(error.message, "bad"));
    }
  };
  if (search.get("round")) go();
  return make(
    "div",
    { class: "stack" },
    make(
      "div",
      { class: "fields" },
      field(text.which, pick),
      make("button", { type: "button", class: "main", onclick: go }, text.go),
    ),
    box,
  );
}

function byNumbers() {
  const line = (name, attributes) =>
    make("input", { name, autocomplete: "off", spellcheck: "false", class: "mono", ...attributes });
  const seed = line("seed", { maxlength: 64 });
  const commitment = line("commitment", { maxlength: 64 });
  const seeds = make("textarea", { name: "seeds", rows: 3, spellcheck: "false" });
  const number = line("number", { type: "number", min: 1, value: 1 });
  const size = select(
    [
      ["52", "52"],
      ["54", "54"],
    ],
    "52",
    { name: "size" },
  );
  const box = make("div", { class: "stack", role: "status" });
  return make(
    "form",
    {
      class: "stack",
      onsubmit: async (event) => {
        event.preventDefault();
        const hex = seed.value.trim().toLowerCase();
        if (!/^[0-9a-f]{64}$/.test(hex)) {
          replace(box, notice(text.badHex, "bad"));
          return;
        }
        const hash = await commitmentOf(unhex(hex));
        const shuffle = Number(number.value) || 1;
        const playerSeeds = seeds.value.split("\n").filter(Boolean);
        const order = await orderOf(unhex(hex), shuffle, playerSeeds, Number(size.value));
        const deck = freshDeck(Number(size.value));
        const promise = commitment.value.trim().toLowerCase();
        replace(
          box,
          make("p", {}, `${text.commitment}: `, make("code", {}, hash)),
          promise ? make("p", {}, `${text.hash}: `, verdict(promise === hash)) : null,
          make("h3", {}, text.derived(shuffle)),
          deckList(order.map((place) => deck[place])),
        );
      },
    },
    field(text.seedField, seed),
    field(text.commitmentField, commitment),
    field(text.seedsField, seeds),
    make("div", { class: "fields" }, field(text.numberField, number), field(text.sizeField, size)),
    make("div", {}, make("button", { class: "main" }, text.derive)),
    box,
  );
}

main.append(
  make("p", { class: "lead" }, text.lead),
  how(),
  section(
    "check",
    text.check,
    make("p", {}, text.checkLead),
    make("div", { class: "panel" }, await ownRounds()),
  ),
  await commitments(),
  section(
    "own",
    text.own,
    make("p", {}, text.ownLead),
    make("div", { class: "panel" }, byNumbers()),
  ),
  section(
    "exactly",
    text.exactly,
    make(
      "ol",
      { class: "recipe" },
      text.recipe.map((words) => make("li", {}, words)),
    ),
    make("p", { class: "small" }, text.sources),
  ),
);
