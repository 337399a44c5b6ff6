// @ts-check
// The trainer: one decision at a time, answered and priced. The house deals and grades.
import text from "/text/trainer.js";
import coach from "/text/coach.js";
import { card, cardLabel } from "../base/cards.js";
import { $, make, replace } from "../base/dom.js";
import { Refused, isAway } from "../base/house.js";
import { key } from "../base/keys.js";
import { number, percent, short } from "../base/money.js";
import { chart } from "../base/charts/chart.js";
import { field, notice, select } from "../base/parts.js";
import { store } from "../base/settings.js";
import { shell } from "../base/shell.js";
import { optionsTable } from "../coach/options.js";
import { actName, betterWords, cost, doing } from "../coach/words.js";
import { packedHouse, servedHouse } from "./pack.js";

const RETRY_MS = 700;
const WINDOW = 20; // answers that the chart averages over

const { main, say } = await shell({ title: text.title, page: "trainer", guest: true });
const search = new URLSearchParams(location.search);
const last = store.get("trainer", {});
const house = isAway() ? packedHouse : servedHouse;
let menu = await house.menu();
let game = menu.find((one) => one.game === (search.get("game") ?? last.game)) ?? menu[0];
let stage =
  game.stages.find((one) => one.stage === (search.get("stage") ?? last.stage)) ?? game.stages[0];
/** @type {Api.TrainerQuestion} */
let question = /** @type {any} */ (null); // until the first hand is dealt
/** @type {Set<number>} */
let marks = new Set();
/** @type {Api.TrainerGrade | null} */
let grade = null;
let turn = 0;

const gameSelect = select(
  menu.map((one) => [one.game, one.title]),
  game.game,
  {
    onchange: () => {
      game = menu.find((one) => one.game === gameSelect.value) ?? game;
      [stage] = game.stages;
      begin();
    },
  },
);
const stageSelect = select([], "", {
  onchange: () => {
    stage = game.stages.find((one) => one.stage === stageSelect.value) ?? stage;
    begin();
  },
});
const place = make("section", { class: "panel stack hand", "aria-label": text.question });
const score = make("section", { class: "panel stack", "aria-label": text.score });
main.append(
  make("p", {}, text.lead),
  make(
    "div",
    { class: "row", role: "group", "aria-label": text.choose },
    field(text.game, gameSelect),
    field(text.stage, stageSelect),
  ),
  make("div", { class: "trainer" }, place, score),
);

for (let digit = 1; digit <= 9; digit += 1) {
  key(String(digit), digit === 1 ? text.keys.answer : "", () =>
    $(`[data-digit="${digit}"]`, place)?.click(),
  );
}
key("n", text.keys.next, () => $("[data-next]", place)?.click());

function stageList() {
  replace(
    stageSelect,
    game.stages.map((one) =>
      make(
        "option",
        { value: one.stage, selected: one.stage === stage.stage },
        text.stageOption(one.name, one.answered, one.right),
      ),
    ),
  );
}

async function begin() {
  stageList();
  store.set("trainer", { game: game.game, stage: stage.stage });
  grade = null;
  showScore(stage, await house.points(game.game, stage.stage));
  next();
}

async function next() {
  turn += 1;
  const mine = turn;
  grade = null;
  marks = new Set();
  for (;;) {
    const hand = await house.hand(game.game, stage.stage);
    if (mine !== turn) return;
    if (!hand.working) {
      question = hand;
      break;
    }
    replace(place, notice(text.working));
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_MS);
    });
  }
  draw();
  const cards = question.hole.filter((name) => name !== "??").map(cardLabel);
  const words = [question.again ? text.again : "", heading(), cards.join(", ")];
  say(words.filter(Boolean).join(". "));
}

const heading = () =>
  question.discards === null ? text.question : text.discardQuestion(question.discards);

/**
 * @param {string} label
 * @param {string[]} names
 */
function cards(label, names) {
  if (!names.length) return null;
  return make(
    "div",
    { class: "group" },
    make("p", { class: "label" }, label),
    make(
      "div",
      { class: "card-list" },
      names.map((name) => card(name)),
    ),
  );
}

function hand() {
  const { discards } = question;
  if (discards === null || grade) return cards(text.yourHand, question.hole);
  const one = (/** @type {string} */ name, /** @type {number} */ slot) =>
    make(
      "button",
      {
        type: "button",
        class: "pick",
        "data-key": `slot-${slot}`,
        "data-digit": slot + 1,
        "aria-pressed": String(marks.has(slot)),
        "aria-label": text.mark(cardLabel(name)),
        "aria-disabled": !marks.has(slot) && marks.size >= discards ? "true" : null,
        onclick: () => {
          if (marks.has(slot)) marks.delete(slot);
          else if (marks.size < discards) marks.add(slot);
          draw();
        },
      },
      card(name),
      make("kbd", { "aria-hidden": "true" }, slot + 1),
    );
  return make(
    "div",
    { class: "group" },
    make("p", { class: "label" }, text.yourHand),
    make("div", { class: "card-list picks" }, question.hole.map(one)),
  );
}

function draw() {
  const stakes = Object.entries(question.stakes).map(([spot, cents]) =>
    make("li", { class: "pill" }, text.stake(game.spots[spot] ?? coach.stage(spot), short(cents))),
  );
  replace(
    place,
    question.again ? make("p", { class: "pill" }, text.again) : null,
    make(
      "div",
      { class: "felt" },
      hand(),
      cards(text.community, question.community),
      cards(text.thrown, question.thrown),
    ),
    make(
      "div",
      { class: "row" },
      make("span", {}, text.stakes),
      make("ul", { class: "row plain-list" }, stakes),
    ),
    grade ? resultPart(grade) : answers(),
  );
}

function answers() {
  const head = make("h2", {}, heading());
  if (question.discards !== null) {
    return make(
      "div",
      { class: "stack" },
      head,
      make(
        "div",
        { class: "row" },
        make(
          "button",
          {
            type: "button",
            class: "main",
            "data-next": "",
            "data-key": "discard",
            onclick: () => answer({ act: "discard", multiple: 0, slots: [...marks] }),
          },
          text.discard(marks.size),
          make("kbd", {}, "N"),
        ),
      ),
    );
  }
  return make(
    "div",
    { class: "stack" },
    head,
    make(
      "div",
      { class: "row" },
      question.choices.map((choice, n) => {
        const multiple = choice.cents ? choice.multiple : 0;
        const name = actName({ act: choice.act, multiple });
        return make(
          "button",
          {
            type: "button",
            "data-digit": n + 1,
            "data-key": `act-${n}`,
            onclick: () => answer({ act: choice.act, multiple, slots: [] }),
          },
          choice.cents ? text.choice(name, short(choice.cents)) : name,
          make("kbd", {}, n + 1),
        );
      }),
    ),
  );
}

/** @param {{ act: string, multiple: number, slots: number[] }} choice */
async function answer(choice) {
  if (grade) return;
  /** @type {Api.TrainerGrade} */
  let reply;
  try {
    reply = await house.answer(game.game, stage.stage, { id: question.id, ...choice });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say(error.message);
    await next();
    return;
  }
  grade = reply;
  stage = reply.progress;
  game = { ...game, stages: game.stages.map((one) => (one.stage === stage.stage ? stage : one)) };
  menu = menu.map((one) => (one.game === game.game ? game : one));
  stageList();
  showScore(stage, reply.points);
  draw();
  say(verdict(reply));
  $("[data-next]", place).focus();
}

/** @param {Api.TrainerGrade} reply */
function verdict(reply) {
  const [best] = reply.options;
  return reply.right
    ? text.rightSaid(betterWords([reply.taken, ...reply.options]))
    : text.wrongSaid(actName(best), doing(reply.taken), cost(reply.taken.cost));
}

/** @param {Api.TrainerGrade} reply */
function resultPart(reply) {
  const { taken } = reply;
  const same = (/** @type {Api.PricedAct} */ one) =>
    one.act === taken.act &&
    one.multiple === taken.multiple &&
    one.slots.join() === taken.slots.join();
  return make(
    "div",
    { class: "stack" },
    notice(verdict(reply), reply.right ? "good" : "bad"),
    rule(reply),
    make(
      "div",
      { class: "row" },
      make(
        "button",
        { type: "button", class: "main", "data-next": "", "data-key": "next", onclick: next },
        text.next,
        make("kbd", {}, "N"),
      ),
    ),
    optionsTable(reply.options, { taken: reply.options.find(same) }),
  );
}

/** @param {Api.TrainerGrade} reply */
function rule({ rule: advice }) {
  if (!advice) return null;
  const act = advice.act === "stand" ? text.ruleStand : advice.act;
  const sentence = make(
    "p",
    {},
    make("strong", {}, `${text.rule}: `),
    text.ruleSaid(advice.when, act, advice.number, advice.of),
    " ",
    advice.cost.exact === "0" ? text.ruleBest : text.ruleCosts(cost(advice.cost)),
  );
  const words = advice.legend.length
    ? make(
        "details",
        {},
        make("summary", {}, text.ruleWords),
        make(
          "ul",
          {},
          advice.legend.map((line) => make("li", {}, line)),
        ),
      )
    : null;
  return make("div", { class: "rule" }, sentence, words);
}

/**
 * @param {Api.StageProgress} progress
 * @param {Api.Point[]} points
 */
function showScore(progress, points) {
  if (!progress.answered) {
    replace(score, make("h2", {}, text.score), make("p", {}, text.noScore));
    return;
  }
  const facts = [
    [text.answered, number(progress.answered)],
    [text.rightShare, percent(progress.right / progress.answered, 1)],
    [text.perAnswer, cost({ cents: progress.cost.cents / progress.answered })],
    [text.waiting, number(progress.waiting)],
  ];
  const share = points.map((_, n) => {
    const last = points.slice(Math.max(0, n + 1 - WINDOW), n + 1);
    return [
      progress.answered - points.length + n + 1,
      last.filter((point) => point.right).length / last.length,
    ];
  });
  const list = make(
    "dl",
    { class: "facts" },
    facts.flatMap(([label, value]) => [make("dt", {}, label), make("dd", {}, value)]),
  );
  const picture =
    share.length < 2
      ? null
      : chart({
          series: [{ name: text.chartLine, points: share }],
          label: text.chartLabel(percent(share.at(-1)?.[1] ?? 0, 0)),
          xLabel: text.chartX,
          yLabel: text.chartY,
          format: (value) => percent(value, 0),
          formatX: number,
          height: 240,
        });
  replace(score, make("h2", {}, text.score), list, picture);
}

begin();
