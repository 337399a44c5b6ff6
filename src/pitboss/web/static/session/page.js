// @ts-check
// A player's own play: right and wrong decisions, luck, mistakes, and results against expectation.
import text from "/text/session.js";
import coach from "/text/coach.js";
import { card } from "../base/cards.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { dollars, number, percent, signed } from "../base/money.js";
import { dialog, field, messageOf, notice, select, tableOf } from "../base/parts.js";
import { shell } from "../base/shell.js";
import { cost, verdict } from "../coach/words.js";
import { luckCourse, resultCourse } from "./course.js";

const DAY = 24 * 3600 * 1000;
/** @typedef {"day" | "week" | "all"} Span */
/** @type {Record<Span, number | null>} */
const SPANS = { day: DAY, week: 7 * DAY, all: null };
const RETRY_MS = 400;
/** @type {Record<string, string>} */
const CURRENCIES = text.currencies;

const { main, me, say } = await shell({ title: text.title, page: "session" });
/** @type {Record<string, Api.TrainerGame>} */
let games = {};
/** @type {Record<string, string>} */
let tables = {};

async function open() {
  const choice = { span: /** @type {Span} */ ("all"), currency: "" };
  const body = make("div", { class: "stack session" });
  const bar = make("div", { class: "row filters" });
  main.append(make("p", {}, text.lead), bar, body);
  const [menu, rows] = await Promise.all([ask.get("/api/trainer"), ask.get("/api/tables")]);
  games = Object.fromEntries(menu.map((game) => [game.game, game]));
  tables = Object.fromEntries(rows.map((table) => [table.id, table.name]));
  const change = () => {
    choice.span = /** @type {Span} */ (span.value);
    choice.currency = currency.value;
    load();
  };
  const spans = Object.entries(text.sinceChoices);
  const span = select(spans, choice.span, { onchange: change });
  const currency = select([], "", { onchange: change });
  const currencyField = field(text.currency, currency);
  bar.append(field(text.since, span), currencyField);
  currencyField.hidden = true;

  /** @param {Api.SessionReview} session */
  function showCurrencies({ currencies, currency: current }) {
    if (currencies.length < 2) return;
    currencyField.hidden = false;
    const options = currencies.map((name) =>
      make("option", { value: name, selected: name === current }, CURRENCIES[name]),
    );
    replace(currency, options);
  }

  let turn = 0;
  async function load() {
    turn += 1;
    const mine = turn;
    for (;;) {
      const span = SPANS[choice.span];
      const since = span === null ? 0 : Date.now() - span;
      const question = `since=${since}&limit=1000&currency=${choice.currency}`;
      const session = await ask.get(`/api/me/session?${question}`);
      if (mine !== turn) return;
      showCurrencies(session);
      show(body, session);
      if (!session.waiting) return;
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY_MS);
      });
    }
  }
  await load();
}

/**
 * @param {HTMLElement} body
 * @param {Api.SessionReview} session
 */
function show(body, session) {
  const { waiting, working, rounds } = session;
  const wait = waiting ? notice(working ? text.working : text.looking(waiting)) : null;
  if (!rounds.length) {
    replace(body, wait ?? notice(text.none));
    return;
  }
  const lines = text.howText.map((words) => make("li", {}, words));
  const how = make("summary", {}, text.how);
  replace(
    body,
    wait,
    tiles(session.total),
    resultCourse(rounds),
    luckCourse(rounds),
    mistakes(session.costliest),
    byGame(session.by_game),
    byStage(session.by_stage),
    make("details", { class: "panel" }, how, make("ul", {}, lines)),
  );
}

const tone = (/** @type {number} */ cents) =>
  cents > 0 ? "good-text" : cents < 0 ? "bad-text" : null;
/**
 * @param {string} label
 * @param {string} value
 * @param {{ kind?: string | null, small?: string }} options
 */
const tile = (label, value, { kind = null, small = "" } = {}) =>
  make(
    "div",
    { class: "panel tile" },
    make("dt", {}, label),
    make("dd", { class: kind }, value),
    small ? make("dd", { class: "under" }, small) : null,
  );

/** @param {Api.SessionSum} total */
function tiles(total) {
  const { decisions, wrong, luck } = total;
  const right = decisions - wrong;
  const lost = -total.mistakes.cents;
  const share = decisions ? percent(right / decisions, 1) : text.noDecision;
  const luckAmount = coach.money(dollars(Math.abs(luck.cents)));
  const luckWords = text.luckSaid(luckAmount, luck.cents >= 0);
  const mistakeWords = wrong ? text.mistakesSaid(cost(total.mistakes)) : text.noMistakes;
  const rounds = `${text.rounds}: ${number(total.rounds)}`;
  return make(
    "dl",
    { class: "tiles" },
    tile(text.result, signed(total.result), { kind: tone(total.result), small: rounds }),
    tile(text.expected, signed(total.expected.cents)),
    tile(text.luck, signed(luck.cents), { kind: tone(luck.cents), small: luckWords }),
    tile(text.mistakes, signed(lost), { kind: tone(lost), small: mistakeWords }),
    tile(text.decisions, share, { small: text.rightOf(number(right), number(decisions)) }),
  );
}

// A closed table is known by its id alone.
const nameOf = (/** @type {string} */ id) => tables[id] ?? id;
const where = (/** @type {Api.CostlyDecision} */ one) =>
  text.mistakeAt(nameOf(one.table), one.round);
const title = (/** @type {string} */ key) => games[key]?.title ?? key;
const stageName = (/** @type {string} */ game, /** @type {string} */ key) =>
  games[game]?.stages.find((one) => one.stage === key)?.name ?? coach.stage(key);

/** @param {Api.SessionSum[]} sums */
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

/** @param {Api.SessionSum[]} sums */
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

/** @param {Api.CostlyDecision[]} costliest */
function mistakes(costliest) {
  const items = costliest.map(mistakeItem);
  const list = make("ol", { class: "mistakes plain-list" }, items);
  const body = items.length ? list : make("p", {}, text.costliestNone);
  return make("section", { class: "panel" }, make("h2", {}, text.costliest), body);
}

/** @param {Api.CostlyDecision} mistake */
function mistakeItem(mistake) {
  const { decision, game, table, round } = mistake;
  const place = where(mistake);
  const cards = decision.cards.map((name) => card(name));
  const sentence = coach.stageSaid(stageName(game, decision.stage), verdict(decision));
  const words = make(
    "div",
    { class: "grow" },
    make("strong", {}, sentence),
    make("br", {}),
    make("small", {}, `${title(game)} · ${place}`),
  );
  const replaying = { "aria-label": text.replayOf(place), onclick: () => replay(mistake) };
  const steps = { href: `/rounds#${table}/${round}`, "aria-label": text.stepsOf(place) };
  return make(
    "li",
    {},
    make("span", { class: "card-list" }, cards),
    words,
    make("button", { type: "button", ...replaying }, text.replay),
    make("a", { class: "button", ...steps }, text.steps),
  );
}

/** @param {Api.CostlyDecision} mistake */
async function replay({ table, round }) {
  try {
    const words = await ask.get(`/api/rounds/${table}/${round}/text`);
    const attributes = { tabindex: "0", role: "region", "aria-label": text.replayText };
    const body = [make("pre", { class: "replay", ...attributes }, words)];
    await dialog({ title: text.replayTitle(nameOf(table), round), wide: true, body });
  } catch (error) {
    say(messageOf(error));
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
