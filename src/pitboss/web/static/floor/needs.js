// @ts-check
// What waits for a floorperson: approvals, awards, duties, slow players and overdue decks.
import text from "/text/floor.js";
import words from "/text/staff.js";
import { card } from "../base/cards.js";
import { make } from "../base/dom.js";
import { dollars, signed } from "../base/money.js";
import { HOUSE, houseAct } from "../staff/cash.js";
import { ticking } from "../staff/clock.js";
import { because } from "../staff/moves.js";

export function amountOf(command) {
  if (command.type === "Fill") {
    const credit = command.cents < 0;
    return (credit ? text.credit : text.fill)(dollars(Math.abs(command.cents)));
  }
  if (command.type === "Cash" || command.type === "Bankroll") return houseAct(command);
  if (command.type === "Correct")
    return text.correct(signed(command.cents), command.player, command.round);
  return text.other(command.type);
}

/**
 * @typedef {{ id: string, kind: string, approval?: Api.Approval, table?: Api.TableOverview,
 *   award?: Api.PendingAward, alarm?: Api.Alarm }} Need
 */

/**
 * The items that wait, the most pressing first.
 * @param {Api.FloorOverview} floor
 * @returns {any[]}
 */
export function needsOf(floor) {
  const approvals = floor.waiting.map((approval) => ({
    id: `approval ${approval.number}`,
    kind: "approval",
    approval,
  }));
  return [...approvals, ...floor.tables.flatMap(needsAt)];
}

/** @param {Api.TableOverview} table */
function needsAt(table) {
  /** @type {Need[]} */
  const items = [];
  const { award, due } = table;
  if (award) items.push({ id: `award ${table.id} ${award.seat}`, kind: "award", table, award });
  else if (table.mode === "dealer" && due?.role === "floorperson")
    items.push({ id: `due ${table.id} ${due.what} ${due.deck ?? ""}`, kind: due.what, table });
  for (const alarm of table.alarms) {
    const { what, about } = alarm;
    if (["player", "dealer", "device"].includes(what))
      items.push({ id: `${what} ${table.id} ${about}`, kind: what, table, alarm });
    if (what === "deck" || what === "deck soon")
      items.push({ id: `deck ${table.id} ${about}`, kind: "deck", table, alarm });
  }
  return items;
}

const clause = (citation) => make("span", { class: "clause" }, citation);
const headline = (sentence, citation) =>
  make("b", { class: "grow" }, sentence, " ", clause(citation));
const need = (...inside) => make("li", { class: "need" }, ...inside);

/**
 * `desk` is the page's: who is here, table names, buttons, and what each button does.
 * @param {any} item
 * @param {any} desk
 */
export function needItem(item, desk) {
  const see = () => desk.button(`see ${item.id}`, text.see, () => desk.choose(item.table.id));
  const { table } = item;
  switch (item.kind) {
    case "approval":
      return approvalItem(item, desk);
    case "award":
      return awardItem(item, desk);
    case "verify": {
      const back = words.back[["red", "blue"][table.due.deck]];
      const name = back ? `${table.name}, ${back}` : table.name;
      const sentence = headline(text.verify(name), table.due.clause);
      const deck = table.due.deck ?? null;
      const verify = () => desk.act(table.id, "Perform", { duty: "verify", deck });
      return need(sentence, desk.button(`verify ${item.id}`, text.verifyDo, verify, "main"));
    }
    case "player": {
      const sentence = (/** @type {string} */ time) => text.slow(table.name, item.alarm.seat, time);
      return need(ticking("b", { class: "grow" }, item.alarm.since, sentence), see());
    }
    case "dealer": {
      const duty = words.due[item.alarm.about] ?? item.alarm.about;
      const sentence = (/** @type {string} */ time) => text.late(table.name, duty, time);
      return need(ticking("b", { class: "grow" }, item.alarm.since, sentence), see());
    }
    case "device": {
      const name = words.device[item.alarm.about] ?? item.alarm.about;
      return need(make("b", { class: "grow" }, text.deviceOut(table.name, name)), see());
    }
    case "deck": {
      const back = words.back[item.alarm.about];
      const sentence = (/** @type {string} */ time, /** @type {number} */ past) =>
        past > 0 ? text.deckOverAt(table.name, back) : text.deckSoonAt(table.name, back, time);
      const { clause: citation } =
        table.decks.find((/** @type {Api.DeckClock} */ one) => one.back === item.alarm.about) ?? {};
      const headline = ticking("b", {}, item.alarm.since, sentence);
      return need(make("span", { class: "grow" }, headline, " ", clause(citation ?? "")), see());
    }
    default: {
      const sentence = headline(`${table.name}: ${words.due[item.kind]}`, table.due.clause);
      return need(sentence, actButtons(item, desk), see());
    }
  }
}

// What a floorperson does about it, each with what it needs and what it would do.
const ACTS = {
  award: ["ValidateAward", "RefuseAward"],
  "decide on the report": ["UpholdReport", "OverruleReport"],
  "complete the papers": ["CompletePapers"],
};

function actButtons({ id, kind, table, award }, desk) {
  if (kind === "read the hand") {
    const link = { class: "button main", href: `/dealer/${table.id}`, "data-key": `read ${id}` };
    return make("a", link, text.readHand);
  }
  return (ACTS[kind] ?? []).map((type, place) => {
    const seat = award?.seat ?? table.due?.seat ?? 0;
    const title = words.act[type]({ seat });
    const offer = () => desk.offer(table.id, type, title);
    return desk.button(`${type} ${id}`, title, offer, place ? null : "main");
  });
}

function approvalItem({ id, approval }, desk) {
  const { number, command, asked_by: asker } = approval;
  const own = asker === desk.me.name;
  const hint = (sentence) => make("p", { class: "hint" }, sentence);
  const buttons = [
    desk.button(`yes ${id}`, text.approve, () => desk.decide(number, true), "main"),
    desk.button(`no ${id}`, text.refuse, () => desk.decide(number, false)),
  ];
  const what = amountOf(command);
  const question =
    approval.table === HOUSE
      ? words.asksHouse(asker, what)
      : text.asks(asker, what, desk.nameOf(approval.table));
  const body = make(
    "div",
    { class: "grow" },
    make("b", {}, question),
    " ",
    ticking("span", { class: "clause" }, approval.asked_at, words.waits),
    command.reason ? hint(command.reason) : null,
    own ? hint(text.ownAsk) : null,
  );
  return need(body, own ? null : buttons);
}

function awardItem(item, desk) {
  const { award, table } = item;
  const facts = `${text.award(award.seat, award.hand)}, ${award.odds} · ${award.player}`;
  const moves = award.moves.map((move) => {
    const sentence = `${words.seat(move.seat)}: ${words.moves[move.what](dollars(move.cents))}`;
    return make("li", {}, make("b", {}, sentence), " ", because(move), " ", clause(move.clause));
  });
  const body = make(
    "div",
    { class: "grow stack" },
    make("b", {}, text.awardAt(table.name)),
    make("p", { class: "hint" }, facts),
    make("div", { class: "card-list" }, [...award.cards, ...award.community].map(card)),
    make("ul", { class: "paid" }, moves),
    clause(award.clause),
  );
  return make("li", { class: "need award" }, body, actButtons(item, desk));
}
