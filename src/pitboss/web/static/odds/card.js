// @ts-check
// The pocket card: short lists of rules with their exact cost, to print and cut out.
import text from "/text/odds.js";
import { make, replace } from "../base/dom.js";
import { number, percent } from "../base/money.js";
import { field, messageOf, notice, select, tableOf } from "../base/parts.js";
import { getPriced, query } from "./ask.js";
import { cardRow } from "./classes.js";
import { chance, downloads } from "./figures.js";

const LENGTHS = [4, 6, 8, 10, 12, 16];
const MAX_LOOSE_RULES = 11; // a side with more rules is set tighter
const MAX_MISTAKES = 30;
/** @param {string} fraction */
const value = (fraction) => {
  const [top, bottom = "1"] = fraction.split("/");
  return { fraction, decimal: Number((BigInt(top) * 10n ** 15n) / BigInt(bottom)) / 1e15 };
};

/**
 * Writes a long fraction inside a remark as a percentage.
 * @param {string} line
 */
const readable = (line) =>
  line.replace(/\d{4,}\/\d+/g, (fraction) => percent(value(fraction).decimal, 2));

/**
 * @param {HTMLElement} main
 * @param {Api.OddsMenu} menu
 */
export async function cardPage(main, menu) {
  const search = new URLSearchParams(location.search);
  const whole = menu.wagers[0];
  const letter = search.get("letter") ?? whole.letters[0];
  const choice = { letter, rules: search.get("rules") ?? "" };
  const body = make("div", { class: "stack" });
  const status = make("div", { role: "status" });

  async function show() {
    const { letter, rules } = choice;
    // The default card has no query: it is the one stored for use without a network.
    const letters = letter === whole.letters[0] ? {} : { base: letter };
    const suffix = query({ letters, rules });
    const path = `/api/odds/${menu.game}/card${suffix}`;
    const current = () => letter === choice.letter && rules === choice.rules;
    const choices = query({ letter, rules });
    history.replaceState(null, "", `${location.pathname}${choices}`);
    /** @param {Page.Working | null} now */
    const working = (now) =>
      replace(status, now ? notice(text.working(now.seconds, now.ahead)) : null);
    try {
      const card = await getPriced(path, { working });
      if (current()) replace(body, pocketCard(menu, card), details(card, path));
    } catch (error) {
      replace(status, notice(text.failed(messageOf(error)), "bad"));
    }
  }

  /** @param {"letter" | "rules"} name */
  const change = (name) => (/** @type {Page.Input} */ event) => {
    choice[name] = event.target.value;
    show();
  };
  const letters = whole.letters.map((one) => [one, text.letter(one)]);
  const letterSelect = select(letters, choice.letter, { onchange: change("letter") });
  const lengths = LENGTHS.map((length) => [String(length), String(length)]);
  const lengthOptions = [["", text.rulesUsual], ...lengths];
  const lengthSelect = select(lengthOptions, choice.rules, { onchange: change("rules") });
  const buttons = make(
    "div",
    { class: "row end-low" },
    make("button", { type: "button", class: "main", onclick: () => print() }, text.print),
    make("a", { class: "button", href: `/odds/${menu.game}` }, text.titleOf(menu.name)),
  );
  const fields = make(
    "div",
    { class: "fields loose" },
    letters.length > 1 ? field(text.letterOf(whole.name), letterSelect) : null,
    field(text.rulesMost, lengthSelect, { hint: text.rulesHint }),
    buttons,
  );
  const lead = make("p", {}, text.cardLead);
  main.append(make("div", { class: "no-print stack" }, lead, fields, status), body);
  await show();
}

/**
 * One side for each decision, the size of a pocket.
 * @param {Api.OddsMenu} menu
 * @param {Api.CardAnswer} card
 */
function pocketCard(menu, card) {
  /** @param {string} key */
  const several = (key) =>
    (menu.wagers.find((wager) => wager.wager === key)?.letters.length ?? 1) > 1;
  const tables = Object.entries(card.letters)
    .filter(([wager]) => several(wager))
    .map(([wager, letter]) => text.tableShort(wager, letter))
    .join(", ");
  const cost = card.cost.decimal ? percent(card.cost.decimal, 2) : "";
  const best = percent(card.optimal.decimal, 2);
  const edge = text.pocketEdge(best, percent(card.house_edge.decimal, 2), cost);
  const source = text.pocketFoot("", tables, card.fingerprint.slice(0, 8)).replace(/^ · /, "");
  const foot = [`${edge} ${text.ofUnit(menu.unit)}`, source];
  const sides = card.lists.map((list) => listSide(menu.name, list, foot));
  const words = card.legend.length ? wordSide(menu.name, card.legend) : null;
  return make("div", { class: "pocket" }, sides, words);
}

/**
 * @param {string} name
 * @param {string} title
 */
const sideHead = (name, title) =>
  make("header", {}, make("strong", {}, name), make("span", {}, title));

/**
 * @param {string} name
 * @param {Api.PricedList} list
 * @param {string[]} foot
 */
function listSide(name, list, foot) {
  const rules = list.rules.map((rule) =>
    make("li", {}, make("span", { class: "when" }, rule.when), make("b", {}, rule.act)),
  );
  const lines = foot.map((line) => make("span", {}, line));
  const kind = rules.length > MAX_LOOSE_RULES ? "side dense" : "side";
  const head = sideHead(name, list.name);
  return make("section", { class: kind }, head, make("ol", {}, rules), make("footer", {}, lines));
}

/** @param {string[]} legend */
const wordItems = (legend) => legend.map((line) => make("li", {}, readable(line)));

/**
 * @param {string} name
 * @param {string[]} legend
 */
const wordSide = (name, legend) =>
  make(
    "section",
    { class: "side" },
    sideHead(name, text.wordsSide),
    make("ul", {}, wordItems(legend)),
  );

/**
 * Below the card: what each rule decides, the hands it gets wrong, and other lengths.
 * @param {Api.CardAnswer} card
 * @param {string} path
 */
function details(card, path) {
  const title = make("h2", {}, text.priced(card.exact).replace(/\.$/, ""));
  const legend = make(
    "section",
    {},
    make("h3", {}, text.legend),
    make("ul", {}, wordItems(card.legend)),
  );
  return make(
    "div",
    { class: "no-print stack" },
    make("p", { class: "small" }, text.cutOut),
    make("div", { class: "titled" }, title, downloads(text.card, path)),
    card.lists.map(listDetails),
    card.legend.length ? legend : null,
  );
}

/** @param {Api.PricedList} list */
function listDetails(list) {
  const rules = list.rules.map((rule, place) => [
    rule.when,
    rule.act,
    { num: chance(value(list.shares[place])) },
  ]);
  const caption = captionOf(list);
  return make(
    "section",
    { class: "panel stack" },
    make("h3", {}, list.name),
    tableOf([text.rule, text.does, text.decides], rules, { caption }),
    make("p", { class: "small" }, text.decidesHint),
    list.mistakes.length ? mistakeTable(list) : null,
    list.lengths.length > 1 ? lengthTable(list) : null,
  );
}

/** @param {Api.PricedList} list */
function captionOf(list) {
  const cost = value(list.cost).decimal;
  const words = cost ? text.costs(percent(cost, 3)) : text.neverWrong;
  return `${list.name}: ${text.firstThatFits.toLowerCase()}; ${words}`;
}

/** @param {Api.PricedList} list */
function mistakeTable(list) {
  const rows = list.mistakes
    .slice(0, MAX_MISTAKES)
    .map((hand) => [
      cardRow(hand.cards),
      hand.does,
      hand.best,
      { num: chance(value(hand.chance)) },
      { num: percent(value(hand.cost).decimal, 4) },
    ]);
  const headings = [text.cards, text.listSays, text.best, text.chance, text.cost];
  const caption = `${list.name}: ${text.mistakes.toLowerCase()}`;
  const summary = make("summary", {}, `${text.mistakes} (${text.wrong(number(list.wrong))})`);
  return make("details", {}, summary, tableOf(headings, rows, { caption }));
}

/** @param {Api.PricedList} list */
function lengthTable(list) {
  const rows = list.lengths.map(([count, cost]) => [
    number(count),
    { num: percent(value(cost).decimal, 3) },
  ]);
  const caption = `${list.name}: ${text.lengths.toLowerCase()}`;
  const table = tableOf([text.ruleCount, text.listCost], rows, { caption });
  return make("details", {}, make("summary", {}, text.lengths), table);
}
