// @ts-check
// The acts that the house offers a person now, as buttons and forms. A report shows what it would
// do before it is confirmed. The house says which acts there are and what they need.
import text from "/text/staff.js";
import { $, make, replace } from "../base/dom.js";
import { ask, command, postWithRetry } from "../base/house.js";
import { dollars } from "../base/money.js";
import { dialog, field, messageOf, notice, select } from "../base/parts.js";
import { moveList } from "./moves.js";

/** @typedef {Api.LegalAct} LegalAct */
/** @typedef {Api.ActInput} ActInput */
/** @typedef {{ type: string, fields: any }} Act */
/**
 * An input for something that an act needs, in its row of the form.
 * @typedef {{ want: ActInput, at: string, input: HTMLInputElement, row: HTMLElement }} Entry
 */

/** @type {Record<string, (fields: any) => string>} */
const ACTS = text.act;
/** @type {Record<string, any>} */
const WANTS = text.want;
/** @type {Record<string, string>} */
const DUTIES = text.due;

/** @param {Act} choice */
export const label = (choice) => ACTS[choice.type]?.(choice.fields) ?? choice.type;

/**
 * Pairs of a label and the acts that carry it, in the order of each label's first act.
 * @template {Act} Choice
 * @param {Choice[]} acts
 * @returns {[string, Choice[]][]}
 */
export function groupByLabel(acts) {
  /** @type {Map<string, Choice[]>} */
  const groups = new Map();
  for (const choice of acts) {
    const name = label(choice);
    groups.set(name, [...(groups.get(name) ?? []), choice]);
  }
  return [...groups];
}

/** @type {Record<string, string>} */
const RANK = { 10: "T" };
/** @param {string} words */
export function readCard(words) {
  const match = /^\s*(jk|joker|(10|[2-9tjqka])\s*([cdhs]))\s*$/i.exec(words);
  if (!match) return null;
  if (!match[3]) return "JK";
  return (RANK[match[2]] ?? match[2].toUpperCase()) + match[3].toLowerCase();
}

/**
 * The inputs for one thing that an act needs.
 * @type {Record<string, (want: ActInput) => Entry[]>}
 */
const INPUTS = {
  number: (want) => {
    const limits = { min: want.least, max: want.most, value: want.suggested };
    const required = !want.optional;
    const attributes = { type: "number", inputmode: "numeric", required, ...limits };
    const input = make("input", { ...attributes, "data-want": want.field });
    const hint = text.from(want.least, want.most);
    return [{ want, at: want.field, input, row: field(WANTS[want.field], input, { hint }) }];
  },
  money: (want) => {
    const limits = { min: want.least / 100, max: want.most / 100, step: want.least / 100 };
    const attributes = { type: "number", inputmode: "decimal", required: true, ...limits };
    const input = make("input", { ...attributes, "data-want": want.field });
    return [{ want, at: want.field, input, row: field(WANTS[want.field], input) }];
  },
  card: (want) => {
    const attributes = { autocomplete: "off", autocapitalize: "off", maxlength: 6 };
    const input = make("input", { ...attributes, required: true, "data-want": want.field });
    return [{ want, at: want.field, input, row: field(text.want.card, input) }];
  },
  text: (want) => {
    const attributes = { autocomplete: "off", maxlength: 200, required: !want.optional };
    const input = make("input", { ...attributes, "data-want": want.field });
    return [{ want, at: want.field, input, row: field(WANTS[want.field], input) }];
  },
  yes: (want) => {
    const input = make("input", { type: "checkbox", "data-want": want.field });
    const row = make("label", { class: "row yes" }, input, WANTS[want.field]);
    return [{ want, at: want.field, input, row }];
  },
  counts: (want) =>
    Object.entries(want.of).map(([key, name]) => {
      const required = !want.optional;
      const attributes = { type: "number", inputmode: "numeric", min: 0, max: 99, required };
      const input = make("input", { ...attributes, "data-want": `${want.field} ${key}` });
      const wrong = want.field === "found";
      const title = WANTS[want.field](want.field === "chips" ? name : text.place(name));
      const hint = wrong ? text.foundHint : text.countHint;
      return { want, at: key, input, row: field(title, input, { hint }) };
    }),
};

/**
 * Inputs for what an act still needs; `read` returns its fields, or null if something is missing.
 * @param {LegalAct} choice
 */
export function wants(choice) {
  const inputs = choice.wants.flatMap((want) => INPUTS[want.what]?.(want) ?? []);
  const seldom = inputs.filter(({ want }) => want.field === "found").map(({ row }) => row);
  const rows = inputs.filter(({ want }) => want.field !== "found").map(({ row }) => row);
  if (seldom.length) {
    const summary = make("summary", {}, text.foundWrong);
    rows.push(make("details", { class: "seldom" }, summary, make("div", { class: "row" }, seldom)));
  }
  return { inputs, rows, read: () => readFields(choice, inputs) };
}

/**
 * @param {LegalAct} choice
 * @param {Entry[]} inputs
 */
function readFields(choice, inputs) {
  /** @type {Record<string, any>} */
  const fields = { ...choice.fields };
  for (const { want, at, input } of inputs) {
    if (want.what === "counts") {
      if (input.value === "" && !want.optional) return null;
      fields[want.field] = { ...(fields[want.field] ?? {}) };
      if (input.value !== "") fields[want.field][at] = Number(input.value);
    } else if (want.what === "number") {
      if (!input.checkValidity()) return null;
      if (input.value !== "") fields[want.field] = Number(input.value);
    } else if (want.what === "money") {
      if (!input.checkValidity()) return null;
      fields[want.field] = Math.round(Number(input.value) * 100);
    } else if (want.what === "yes") {
      fields[want.field] = input.checked;
    } else if (want.what === "text") {
      if (!input.checkValidity()) return null;
      if (input.value.trim()) fields[want.field] = input.value.trim();
    } else {
      fields[want.field] = readCard(input.value);
      if (!fields[want.field]) return null;
    }
  }
  return fields;
}

/**
 * @param {string} table
 * @param {string} type
 * @param {any} fields
 */
export const preview = (table, type, fields) =>
  ask.post(`/api/tables/${table}/preview`, { command: { type, ...fields } });
/**
 * @param {string} table
 * @param {string} type
 * @param {any} fields
 */
export const act = (table, type, fields) => command(table, { type, ...fields });

/**
 * The outcome of a dry run, as a person reads it before confirming.
 * @param {Api.Preview} outcome
 * @param {Record<string, string>} names
 */
export function consequence(outcome, names) {
  const clause = (/** @type {string} */ words) =>
    words ? make("span", { class: "clause" }, words) : null;
  const lines = outcome.sentences.map((line) =>
    make("li", {}, line.text, " ", clause(line.clause)),
  );
  const sums = seatSums(outcome.moves).map((sum) =>
    make("li", {}, text[sum.kind](sum.seat, dollars(sum.cents))),
  );
  const details = make(
    "details",
    {},
    make("summary", {}, text.bySpot),
    moveList(outcome.moves, text.would, names),
  );
  const next = outcome.due ? text.then(DUTIES[outcome.due.what]) : "";
  return make(
    "div",
    { class: "stack consequence" },
    notice(outcome.void ? text.wouldVoid : text.goesOn, outcome.void ? "warn" : "plain"),
    make("ul", { class: "sentences" }, lines),
    sums.length ? make("ul", { class: "sums" }, sums) : make("p", {}, text.noMoney),
    outcome.moves.length ? details : null,
    next ? make("p", { class: "clause" }, next) : null,
  );
}

/** @typedef {"seatBack" | "seatLoses" | "seatPaid"} SumKind */
/** @typedef {{ kind: SumKind, seat: number, cents: number }} SeatSum */
/** @type {Record<string, SumKind>} */
const SUMS = { return: "seatBack", take: "seatLoses" };

/**
 * What each seat gets back, loses or is paid, all its spots together.
 * @param {Api.Move[]} moves
 */
function seatSums(moves) {
  /** @type {Map<string, SeatSum>} */
  const sums = new Map();
  for (const move of moves) {
    const kind = SUMS[move.what] ?? "seatPaid";
    const at = `${kind} ${move.seat}`;
    const cents = (sums.get(at)?.cents ?? 0) + move.cents;
    sums.set(at, { kind, seat: move.seat, cents });
  }
  return [...sums.values()];
}

/**
 * One act or several forms of it; the consequence is shown as the person chooses.
 * @param {string} table
 * @param {LegalAct[]} acts
 * @param {{ title?: string, verb?: string, say?: (words: string) => void,
 *   names?: Record<string, string> }} options
 */
export async function actDialog(table, acts, options = {}) {
  const { title, verb = text.confirmReport, say, names = {} } = options;
  const shown = make("div", { "aria-live": "polite" });
  const asks = make("div", { class: "stack" });
  let choice = acts[0];
  let form = wants(choice);
  let turn = 0;
  const button = () => $("dialog[open] [data-value=do]");
  const disable = (/** @type {boolean} */ off) => {
    if (button()) button().disabled = off;
  };

  async function look() {
    turn += 1;
    const mine = turn;
    const fields = form.read();
    disable(fields === null);
    if (fields === null) {
      const cards = form.inputs.filter(({ want }) => want.what === "card");
      const wrong = cards.some(({ input }) => input.value.trim().length > 1);
      replace(shown, wrong ? notice(text.notCard) : null);
      return;
    }
    try {
      const outcome = choice.foretold ? await preview(table, choice.type, fields) : null;
      if (mine === turn) replace(shown, outcome ? consequence(outcome, names) : null);
    } catch (error) {
      if (mine !== turn) return;
      replace(shown, notice(messageOf(error), "bad"));
      disable(true);
    }
  }

  /** @param {number} place */
  function choose(place) {
    choice = acts[place];
    form = wants(choice);
    for (const { input } of form.inputs) input.addEventListener("input", look);
    replace(asks, form.rows, choice.second ? notice(text.needsSecond) : null);
    look();
  }

  const variants = acts.map(({ fields }, place) => [String(place), text.variant(fields, names)]);
  const onchange = (/** @type {any} */ event) => choose(Number(event.target.value));
  const pick = acts.length > 1 ? field(text.which, select(variants, "0", { onchange })) : null;
  choose(0);
  const answer = dialog({
    title: title ?? label(acts[0]),
    body: [pick, asks, shown],
    wide: true,
    actions: [
      { label: text.notNow, value: "" },
      { label: verb, value: "do", kind: "main" },
    ],
  });
  disable(form.read() === null);
  if ((await answer) !== "do") return false;
  const fields = form.read();
  if (!fields) return false;
  say?.(await carryOut(table, choice, fields));
  return true;
}

/**
 * Does it, or requests it where another person must confirm; returns what to say about it.
 * @param {string} table
 * @param {LegalAct} choice
 * @param {Record<string, any>} fields
 */
async function carryOut(table, choice, fields) {
  if (choice.second) {
    const wish = { table, command: { type: choice.type, ...fields } };
    const { number } = await postWithRetry("/api/approvals", wish);
    return text.requested(number);
  }
  await act(table, choice.type, fields);
  return text.done(label({ ...choice, fields }));
}
