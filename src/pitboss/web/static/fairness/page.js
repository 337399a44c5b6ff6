// Fairness: how shuffles are committed to and revealed, and the proof of a round done in this
// browser.
import text from "/text/fairness.js";
import { card } from "../base/cards.js";
import { draw, make, replace } from "../base/dom.js";
import { Refused, ask, store } from "../base/house.js";
import { when } from "../base/money.js";
import { field, notice, select, tableOf } from "../base/parts.js";
import { shell } from "../base/shell.js";
import { commitmentOf, freshDeck, orderOf, unhex } from "./proof.js";

const { main, me, say } = await shell({ title: text.title, page: "fairness" });
const asked = new URLSearchParams(location.search);
const tables = await ask.get("/api/tables");

function section(id, title, ...inside) {
  return make(
    "section",
    { "aria-labelledby": id, class: "part" },
    make("h2", { id }, title),
    inside,
  );
}

// When each thing happens, as a line.
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
    if (ours)
      picture.append(
        draw("path", {
          d: place ? `M${x - 6} 34l4 5 8-10` : `M${x - 5} 32v-4a5 5 0 0 1 10 0v4m-12 0h14v9h-14z`,
          class: "sign",
        }),
      );
  });
  return picture;
}

const how = section(
  "how",
  text.how,
  make("div", { class: "panel line" }, timeline()),
  make(
    "ol",
    { class: "steps grid" },
    text.steps.map(([title, words]) =>
      make("li", { class: "panel" }, make("h3", {}, title), make("p", {}, words)),
    ),
  ),
);

// Commitments seen before a round are kept in this browser, to be compared afterwards.
const notedKey = (table, round) => `committed.${table}.${round}`;

async function commitments() {
  const box = make("div", {});
  const link = (table) => make("a", { class: "touch", href: `/table/${table.id}` }, table.name);
  const rows = await Promise.all(
    tables.map(async (table) => {
      // Real cards are shuffled by people and devices: the house has nothing to promise there.
      if (table.settings.cards === "physical") return [link(table), { num: "–" }, text.physical];
      const told = await ask.get(`/api/tables/${table.id}/fairness`);
      if (told.commitment) store.set(notedKey(table.id, told.round), told.commitment);
      return [
        link(table),
        { num: String(told.round) },
        told.commitment
          ? make(
              "span",
              { class: "hash" },
              make("code", {}, told.commitment),
              make(
                "button",
                {
                  type: "button",
                  class: "plain",
                  "aria-label": `${text.copy}: ${table.name}`,
                  onclick: async () => {
                    await navigator.clipboard?.writeText(told.commitment);
                    say(text.copied);
                  },
                },
                text.copy,
              ),
            )
          : text.noCommitment,
      ];
    }),
  );
  replace(box, tableOf([text.table, text.round, text.commitment], rows, { caption: text.byTable }));
  return section("now", text.now, make("p", {}, text.nowLead), box);
}

const verdict = (holds) =>
  make(
    "span",
    { class: holds ? "pill good" : "pill bad" },
    holds ? `✓ ${text.yes}` : `✗ ${text.no}`,
  );
const deckOf = (names) =>
  make(
    "div",
    { class: "deck card-list" },
    names.map((name) => card(name)),
  );
const same = (one, other) =>
  one.length === other.length && one.every((name, place) => name === other[place]);

// Everything is derived here; what the house says of itself is only one of the lines.
async function prove(table, round, box) {
  replace(box, notice(text.working));
  const told = await ask.get(`/api/fairness/${table}/${round}`);
  const seed = unhex(told.seed);
  const rows = [[text.hash, (await commitmentOf(seed)) === told.commitment]];
  const noted = store.get(notedKey(table, round), null);
  if (noted) rows.push([text.sameAsNoted, noted === told.commitment]);
  const decks = [];
  for (const [place, dealt] of told.decks.entries()) {
    const order = await orderOf(seed, place + 1, told.player_seeds, dealt.length);
    const derived = order.map((at) => told.unshuffled[at]);
    decks.push(derived);
    rows.push([text.deck(place + 1), same(derived, dealt)]);
  }
  rows.push([text.houseSays, told.answers && told.shuffles.every(Boolean)]);
  const good = rows.every(([, holds]) => holds);
  replace(
    box,
    notice(good ? text.all : text.bad, good ? "good" : "bad"),
    tableOf(
      [text.checked, text.verdict],
      rows.map(([words, holds]) => [words, verdict(holds)]),
      { caption: text.results },
    ),
    make(
      "dl",
      { class: "stack" },
      [
        [text.seed, told.seed],
        [text.commitment, told.commitment],
        [text.playerSeeds, told.player_seeds.join(", ") || text.none],
      ].map(([name, value]) =>
        make("div", {}, make("dt", {}, name), make("dd", {}, make("code", {}, value))),
      ),
    ),
    decks.length
      ? decks.map((names, place) =>
          make("div", {}, make("h3", {}, text.derived(place + 1)), deckOf(names)),
        )
      : make("p", {}, text.byHand),
  );
  say(good ? text.all : text.bad);
}

async function ownRounds() {
  if (!me) return make("p", {}, text.logIn);
  const rounds = await ask.get("/api/rounds?limit=200");
  if (!rounds.length) return make("p", {}, text.noRounds);
  const name = (id) => tables.find((table) => table.id === id)?.name ?? id;
  const wanted = `${asked.get("table")}/${asked.get("round")}`;
  const options = rounds.map((one) => [
    `${one.table}/${one.round}`,
    text.roundOf(name(one.table), one.round, when(one.ended)),
  ]);
  const first =
    options.find(([value]) => value === wanted) ??
    options.find(([value]) => value.startsWith(`${asked.get("table")}/`)) ??
    options[0];
  const chosen = select(options, first[0]);
  const box = make("div", { class: "stack" });
  const go = async () => {
    try {
      await prove(...chosen.value.split("/"), box);
    } catch (no) {
      if (!(no instanceof Refused)) throw no;
      replace(box, notice(no.message, "bad"));
    }
  };
  if (asked.get("round")) go();
  return make(
    "div",
    { class: "stack" },
    make(
      "div",
      { class: "fields" },
      field(text.which, chosen),
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
        const given = seed.value.trim().toLowerCase();
        if (!/^[0-9a-f]{64}$/.test(given)) {
          replace(box, notice(text.badHex, "bad"));
          return;
        }
        const found = await commitmentOf(unhex(given));
        const order = await orderOf(
          unhex(given),
          Number(number.value) || 1,
          seeds.value.split("\n").filter(Boolean),
          Number(size.value),
        );
        const fresh = freshDeck(Number(size.value));
        const said = commitment.value.trim().toLowerCase();
        replace(
          box,
          make("p", {}, `${text.commitment}: `, make("code", {}, found)),
          said ? make("p", {}, `${text.hash}: `, verdict(said === found)) : null,
          make("h3", {}, text.derived(Number(number.value) || 1)),
          deckOf(order.map((place) => fresh[place])),
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
  how,
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
