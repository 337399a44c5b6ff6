// @ts-check
// A hand that a player chose to show: the round again, each decision with its exact worths, and
// the shuffle derived in the reader's own browser.
import text from "/text/hand.js";
import coach from "/text/coach.js";
import fairness from "/text/fairness.js";
import { card } from "../base/cards.js";
import { $, make, replace } from "../base/dom.js";
import { Refused, ask } from "../base/house.js";
import { dollars, signed } from "../base/money.js";
import { paintFelt } from "../base/paint.js";
import { notice, tableOf } from "../base/parts.js";
import { settings } from "../base/settings.js";
import { shell } from "../base/shell.js";
import { checkRecord } from "../fairness/checks.js";
import { HandReplay, decisionPart } from "./replay.js";

const RETRY_MS = 700;
const token = decodeURIComponent(location.pathname.split("/")[2]);
const { main, say } = await shell({ title: text.title, page: "hand" });
const body = make("div", { class: "stack" });
main.append(body);

/** @returns {Promise<Api.SharedHand>} */
const load = () => ask.get(`/api/hands/${encodeURIComponent(token)}`);

/** @param {Api.SharedHand} hand */
function tiles(hand) {
  const facts = [
    [text.hand, hand.hand || text.folded],
    [text.staked, text.money(dollars(hand.staked))],
    [text.result, text.money(signed(hand.net))],
  ];
  const boxes = facts.map(([name, value]) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, value)),
  );
  return make("dl", { class: "hand-tiles" }, boxes);
}

/** @param {Api.SharedHand} hand */
function decisions(hand) {
  const inside = hand.working
    ? notice(text.working)
    : hand.decisions.length
      ? make("div", { class: "decisions" }, hand.decisions.map(decisionPanel))
      : make("p", {}, text.noDecisions);
  return make("section", { class: "part" }, make("h2", {}, text.decisions), inside);
}

/** @param {Api.SharedDecision} decision */
const decisionPanel = (decision) =>
  make(
    "div",
    { class: "panel stack" },
    make(
      "div",
      { class: "card-list small-cards" },
      decision.cards.map((name) => card(name)),
    ),
    decisionPart(decision, text.actsAt(coach.stage(decision.stage))),
  );

/** @param {Api.SharedHand} hand */
function proof(hand) {
  const place = make("div", { class: "stack", role: "status" }, notice(fairness.working));
  /** @type {any} The fairness page's scripts define the record's type. */
  const record = hand.fairness;
  if (record.decks.length) prove(record, place);
  else replace(place, make("p", {}, fairness.byHand));
  return make(
    "section",
    { class: "part proof", id: "proof" },
    make("h2", {}, text.proof),
    make("p", {}, text.proofLead),
    place,
  );
}

/**
 * @param {import("../fairness/checks.js").ShuffleRecord} record
 * @param {HTMLElement} place
 */
async function prove(record, place) {
  const { checks, decks, good } = await checkRecord(record);
  const verdict = (/** @type {boolean} */ holds) =>
    make(
      "span",
      { class: holds ? "pill good" : "pill bad" },
      holds ? `✓ ${fairness.yes}` : `✗ ${fairness.no}`,
    );
  replace(
    place,
    make("div", { "data-proved": String(good) }, notice(good ? text.proved : fairness.bad)),
    tableOf(
      [fairness.checked, fairness.verdict],
      checks.map(({ words, holds }) => [words, verdict(holds)]),
      { caption: fairness.results },
    ),
    numbersOf(record, decks),
  );
}

/**
 * @param {import("../fairness/checks.js").ShuffleRecord} record
 * @param {string[][]} decks
 */
function numbersOf(record, decks) {
  const numbers = [
    [fairness.seed, record.seed],
    [fairness.commitment, record.commitment],
    [fairness.playerSeeds, record.player_seeds.join(", ") || fairness.none],
  ];
  const rows = numbers.flatMap(([name, value]) => [
    make("dt", {}, name),
    make("dd", {}, make("code", {}, value)),
  ]);
  const lists = decks.map((names) => {
    const cards = names.map((name) => card(name));
    return make("div", { class: "deck card-list" }, cards);
  });
  const summary = make("summary", {}, text.numbers);
  const list = make("dl", { class: "proof-numbers" }, rows);
  return make("details", { class: "panel" }, summary, list, lists);
}

/** @param {Api.SharedHand} hand */
function show(hand) {
  const heading = $("h1", main);
  heading.textContent = hand.hand ? text.heading(hand.title, hand.hand) : hand.title;
  document.title = heading.textContent;
  const replay = new HandReplay(hand, say);
  const links = [
    make("a", { class: "button main", href: "/" }, text.playIt),
    make("a", { class: "button", href: `/rules/${hand.game}` }, text.rulesOf(hand.title)),
  ];
  replace(
    body,
    make("p", {}, text.lead(hand.table, hand.round)),
    hand.currency === "practice" ? make("p", { class: "small" }, text.practice) : null,
    tiles(hand),
    replay.element,
    decisions(hand),
    proof(hand),
    make("p", { class: "row" }, links),
  );
  return replay;
}

async function open() {
  replace(body, notice(text.loading));
  let hand = await load();
  const games = await ask.get("/api/games");
  const game = games.find((one) => one.game === hand.game);
  if (game) paintFelt(body, game.look);
  const replay = show(hand);
  if (settings.pace()) replay.toggle();
  while (hand.working) {
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_MS);
    });
    hand = await load();
    if (!hand.working) {
      replay.stop();
      show(hand);
    }
  }
}

try {
  await open();
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  replace(
    body,
    notice(error.status === 404 ? text.gone : error.message, "bad"),
    make("p", {}, make("a", { class: "button main", href: "/" }, text.playIt)),
  );
}
