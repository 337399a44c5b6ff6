// A player's own play: decisions right and wrong, luck and mistakes, bankroll against expectation.
import text from "/text/session.js";
import coach from "/text/coach.js";
import { card } from "../base/cards.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { dollars, number, percent, signed } from "../base/money.js";
import { chart, dialog, field, notice, select, tableOf } from "../base/parts.js";
import { shell } from "../base/shell.js";
import { cost, verdict } from "../coach/words.js";

const DAY = 24 * 3600 * 1000;
const SPANS = { day: DAY, week: 7 * DAY, all: null };
const AGAIN = 400;

const { main, me, say } = await shell({ title: text.title, page: "session" });
let games = {};
let tables = {};

async function open() {
  const chosen = { span: "all", currency: "" };
  const body = make("div", { class: "stack session" });
  const bar = make("div", { class: "row filters" });
  main.append(make("p", {}, text.lead), bar, body);
  const [trained, there] = await Promise.all([ask.get("/api/trainer"), ask.get("/api/tables")]);
  games = Object.fromEntries(trained.map((one) => [one.game, one]));
  tables = Object.fromEntries(there.map((one) => [one.id, one.name]));
  const span = select(
    Object.keys(SPANS).map((name) => [name, text.sinceChoices[name]]),
    chosen.span,
    {
      onchange: (event) => {
        chosen.span = event.target.value;
        load();
      },
    },
  );
  const currency = select([], "", {
    onchange: (event) => {
      chosen.currency = event.target.value;
      load();
    },
  });
  const currencyField = field(text.currency, currency);
  bar.append(field(text.since, span), currencyField);
  currencyField.hidden = true;

  let turn = 0;
  async function load() {
    const mine = (turn += 1);
    for (;;) {
      const since = SPANS[chosen.span] === null ? 0 : Date.now() - SPANS[chosen.span];
      const found = await ask.get(
        `/api/me/session?since=${since}&limit=1000&currency=${chosen.currency}`,
      );
      if (mine !== turn) return;
      if (found.currencies.length > 1) {
        currencyField.hidden = false;
        replace(
          currency,
          found.currencies.map((name) =>
            make(
              "option",
              { value: name, selected: name === found.currency },
              text.currencies[name],
            ),
          ),
        );
      }
      show(body, found);
      if (!found.waiting) return;
      await new Promise((done) => {
        setTimeout(done, AGAIN);
      });
    }
  }
  await load();
}

function show(body, found) {
  const waits = found.waiting
    ? notice(found.working ? text.working : text.looking(found.waiting))
    : null;
  if (!found.rounds.length) {
    replace(body, waits ?? notice(text.none));
    return;
  }
  replace(
    body,
    waits,
    tiles(found.total),
    picture(found.rounds),
    mistakes(found.costliest),
    byGame(found.by_game),
    byStage(found.by_stage),
    make(
      "details",
      { class: "panel" },
      make("summary", {}, text.how),
      make(
        "ul",
        {},
        text.howText.map((words) => make("li", {}, words)),
      ),
    ),
  );
}

const tone = (cents) => (cents > 0 ? "good-text" : cents < 0 ? "bad-text" : null);
const tile = (label, value, { kind = null, small = "" } = {}) =>
  make(
    "div",
    { class: "panel tile" },
    make("dt", {}, label),
    make("dd", { class: kind }, value),
    small ? make("dd", { class: "under" }, small) : null,
  );

function tiles(total) {
  const { decisions, wrong } = total;
  const lost = -total.mistakes.cents;
  return make(
    "dl",
    { class: "tiles" },
    tile(text.result, signed(total.result), {
      kind: tone(total.result),
      small: `${text.rounds}: ${number(total.rounds)}`,
    }),
    tile(text.expected, signed(total.expected.cents)),
    tile(text.luck, signed(total.luck.cents), {
      kind: tone(total.luck.cents),
      small: text.luckSaid(coach.money(dollars(Math.abs(total.luck.cents))), total.luck.cents >= 0),
    }),
    tile(text.mistakes, signed(lost), {
      kind: tone(lost),
      small: wrong ? text.mistakesSaid(cost(total.mistakes)) : text.noMistakes,
    }),
    tile(
      text.decisions,
      decisions ? percent((decisions - wrong) / decisions, 1) : text.noDecision,
      { small: text.rightOf(number(decisions - wrong), number(decisions)) },
    ),
  );
}

function picture(rounds) {
  const lines = { result: [[0, 0]], expected: [[0, 0]], after: [[0, 0]] };
  let [result, expected, after] = [0, 0, 0];
  rounds
    .filter((one) => one.counted)
    .forEach((one, place) => {
      result += one.result;
      expected += one.expected.cents;
      after += one.expected.cents - one.mistakes.cents;
      lines.result.push([place + 1, result]);
      lines.expected.push([place + 1, expected]);
      lines.after.push([place + 1, after]);
    });
  const series = Object.entries(lines).map(([name, points]) => ({
    name: text.lines[name],
    points,
  }));
  return make(
    "section",
    { class: "panel" },
    make("h2", {}, text.chartTitle),
    chart({
      series,
      label: text.chartLabel(signed(result), signed(expected)),
      xLabel: text.chartX,
      yLabel: text.chartY,
      format: signed,
      formatX: number,
    }),
  );
}

// A closed table is known by its id alone.
const nameOf = (id) => tables[id] ?? id;
const where = (one) => text.mistakeAt(nameOf(one.table), one.round);
const title = (key) => games[key]?.title ?? key;
const stageName = (game, key) =>
  games[game]?.stages.find((one) => one.stage === key)?.name ?? coach.stage(key);

function byGame(sums) {
  const rows = sums.map((one) => [
    title(one.game),
    { num: number(one.rounds) },
    { num: signed(one.result) },
    { num: signed(one.expected.cents) },
    { num: signed(one.luck.cents) },
    { num: signed(-one.mistakes.cents) },
  ]);
  return make(
    "section",
    { class: "panel" },
    tableOf([text.game, text.rounds, text.result, text.expected, text.luck, text.mistakes], rows, {
      caption: text.byGame,
    }),
  );
}

function byStage(sums) {
  const rows = sums.map((one) => [
    `${title(one.game)}: ${stageName(one.game, one.stage)}`,
    { num: number(one.decisions) },
    { num: number(one.decisions - one.wrong) },
    { num: number(one.wrong) },
    { num: signed(-one.mistakes.cents) },
    make(
      "a",
      {
        class: "button",
        href: `/trainer?game=${one.game}&stage=${one.stage}`,
        "aria-label": text.trainStage(title(one.game), stageName(one.game, one.stage)),
      },
      text.train,
    ),
  ]);
  return make(
    "section",
    { class: "panel" },
    tableOf(
      [text.stage, text.decisions, text.right, text.wrong, text.mistakes, text.training],
      rows,
      { caption: text.byStage },
    ),
  );
}

function mistakes(found) {
  if (!found.length)
    return make(
      "section",
      { class: "panel" },
      make("h2", {}, text.costliest),
      make("p", {}, text.costliestNone),
    );
  return make(
    "section",
    { class: "panel" },
    make("h2", {}, text.costliest),
    make(
      "ol",
      { class: "mistakes bare" },
      found.map((one) =>
        make(
          "li",
          {},
          make(
            "span",
            { class: "card-list" },
            one.told.cards.map((name) => card(name)),
          ),
          make(
            "div",
            { class: "grow" },
            make(
              "strong",
              {},
              coach.stageSaid(stageName(one.game, one.told.stage), verdict(one.told)),
            ),
            make("br", {}),
            make("small", {}, `${title(one.game)} · ${where(one)}`),
          ),
          make(
            "button",
            { type: "button", "aria-label": text.replayOf(where(one)), onclick: () => replay(one) },
            text.replay,
          ),
          make(
            "a",
            {
              class: "button",
              href: `/rounds#${one.table}/${one.round}`,
              "aria-label": text.stepsOf(where(one)),
            },
            text.steps,
          ),
        ),
      ),
    ),
  );
}

async function replay(one) {
  try {
    const words = await ask.get(`/api/rounds/${one.table}/${one.round}/text`);
    await dialog({
      title: text.replayTitle(nameOf(one.table), one.round),
      wide: true,
      body: [
        make(
          "pre",
          { class: "replay", tabindex: "0", role: "region", "aria-label": text.replayText },
          words,
        ),
      ],
    });
  } catch (no) {
    say(no.message);
  }
}

if (me?.role !== "player") {
  main.append(
    notice(text.noPlayer),
    make("p", {}, make("a", { class: "button main", href: "/" }, text.toLobby)),
  );
} else {
  open();
}
