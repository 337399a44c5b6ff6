// @ts-check
// Pieces that several pages are built from.
import text from "/text/base.js";
import { make } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */
/** @typedef {import("./dom.js").Children} Children */
/** @typedef {import("./dom.js").Attributes} Attributes */
/** @typedef {{ label: string, value: string, kind?: string }} Action */
/** @typedef {Child | Child[] | { num: Child }} Cell A figure is `{num: text}`. */

let count = 0;
/** @param {string} kind */
export const freshId = (kind) => `${kind}-${(count += 1)}`;

/**
 * A question or a notice over the page. Resolves to the value of the button pressed, or "" when it
 * is dismissed.
 * @param {{ title: string, body?: Children, actions?: Action[], wide?: boolean,
 *   hides?: boolean }} options
 * @returns {Promise<string>}
 */
export function dialog({ title, body = [], actions, wide = false, hides = false }) {
  const heading = freshId("dialog");
  const buttons = (actions ?? [{ label: text.close, value: "" }]).map((action) => {
    const onclick = () => box.close(action.value);
    const attributes = { class: action.kind ?? null, type: "button", "data-value": action.value };
    return make("button", { ...attributes, onclick }, action.label);
  });
  const kinds = [wide ? "wide" : "", hides ? "hides" : ""].filter(Boolean).join(" ");
  /** @type {HTMLDialogElement} */
  const box = make(
    "dialog",
    { "aria-labelledby": heading, class: kinds || null },
    make("h2", { id: heading }, title),
    make("div", { class: "stack" }, body),
    make("div", { class: "row end" }, buttons),
  );
  box.addEventListener("keydown", submitOnEnter);
  document.body.append(box);
  return new Promise((resolve) => {
    box.addEventListener("close", () => {
      box.remove();
      resolve(box.returnValue);
    });
    box.showModal();
  });
}

/**
 * Enter submits, as in a form.
 * @param {KeyboardEvent} event
 */
function submitOnEnter(event) {
  const field = /** @type {Element} */ (event.target);
  if (event.key !== "Enter" || !field.matches("input:not([type=checkbox], [type=radio])")) return;
  const box = /** @type {Element} */ (event.currentTarget);
  const main = box.querySelector(".row.end button.main:not(:disabled)");
  if (!main) return;
  event.preventDefault();
  /** @type {HTMLButtonElement} */ (main).click();
}

/**
 * Asks one question and resolves to whether the one button that is not "cancel" was pressed.
 * @param {string} title
 * @param {string} label
 * @param {{ body?: Children, kind?: string, cancel?: string, value?: string,
 *   wide?: boolean }} options
 */
export async function confirm(title, label, options = {}) {
  const { body, kind = "main", cancel = text.cancel, value = "yes", wide = false } = options;
  const actions = [
    { label: cancel, value: "" },
    { label, value, kind },
  ];
  return (await dialog({ title, body, actions, wide })) === value;
}

/**
 * Rows of cells. Scrolls in its own region.
 * @param {Children[]} headings
 * @param {Cell[][]} rows
 * @param {{ caption?: Child, rowHeads?: boolean }} options
 */
export function tableOf(headings, rows, { caption, rowHeads = true } = {}) {
  /** @type {(cell: Cell) => cell is { num: Child }} */
  const isFigure = (cell) => cell !== null && typeof cell === "object" && "num" in cell;
  const valueOf = (/** @type {Cell} */ cell) => (isFigure(cell) ? cell.num : cell);
  const numeric = headings.map((_, column) => rows.some((row) => isFigure(row[column])));
  const heads = headings.map((heading, column) =>
    make("th", { scope: "col", class: numeric[column] ? "num" : null }, heading),
  );
  const cellOf = (/** @type {Cell} */ cell, /** @type {number} */ column) =>
    column === 0 && rowHeads
      ? make("th", { scope: "row" }, valueOf(cell))
      : make("td", { class: isFigure(cell) ? "num" : null }, valueOf(cell));
  const lines = rows.map((row) => make("tr", {}, row.map(cellOf)));
  const id = freshId("table");
  const table = make(
    "table",
    {},
    make("caption", { id }, caption ?? ""),
    make("thead", {}, make("tr", {}, heads)),
    make("tbody", {}, lines),
  );
  const attributes = { class: "scroll", role: "region", tabindex: "0", "aria-labelledby": id };
  return make("div", attributes, table);
}

/**
 * A list of names and values.
 * @param {(false | null | any[])[]} pairs Name, value and, optionally, the class of the value.
 * @param {string} kind
 */
export function factList(pairs, kind = "facts") {
  const rows = pairs
    .filter((pair) => Array.isArray(pair))
    .map(([name, value, kindOfValue]) => [
      make("dt", {}, name),
      make("dd", { class: kindOfValue ?? null }, value),
    ]);
  return make("dl", { class: kind }, rows);
}

/**
 * @param {Child} label
 * @param {HTMLElement} input
 * @param {{ hint?: string }} options
 */
export function field(label, input, { hint } = {}) {
  if (!input.id) input.id = freshId("field");
  const small = hint ? make("small", { id: `${input.id}-hint` }, hint) : null;
  if (small) input.setAttribute("aria-describedby", small.id);
  return make("div", { class: "field" }, make("label", { for: input.id }, label), input, small);
}

/**
 * @param {string[][]} options Pairs of value and label.
 * @param {string} choice
 * @param {Attributes} attributes
 */
export function select(options, choice, attributes = {}) {
  const items = options.map(([value, label]) =>
    make("option", { value, selected: value === choice }, label),
  );
  return make("select", attributes, items);
}

/**
 * @param {Children} words
 * @param {string} kind
 */
export const notice = (words, kind = "plain") =>
  make("p", { class: `notice ${kind}`, role: kind === "bad" ? "alert" : "status" }, words);

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * What went wrong and, where the house says so, what to do about it.
 * @param {any} error
 */
export function errorNotice(error) {
  const remedy = error.problem?.what_to_do;
  return notice(remedy ? `${error.message}: ${remedy}` : error.message, "bad");
}

/**
 * Tabs by the ARIA pattern: arrows move, the panel follows.
 * @param {string} label
 * @param {{ label: string, body: Children }[]} parts
 * @param {{ chosen?: number, onchange?: (place: number) => void }} options
 */
export function tabs(label, parts, { chosen = 0, onchange } = {}) {
  const base = freshId("tabs");
  const headId = (/** @type {number} */ place) => `${base}-t${place}`;
  const panelId = (/** @type {number} */ place) => `${base}-p${place}`;
  const heads = parts.map((part, place) => {
    const attributes = { type: "button", id: headId(place), "aria-controls": panelId(place) };
    return make("button", { role: "tab", ...attributes }, part.label);
  });
  const panels = parts.map((part, place) => {
    const attributes = { id: panelId(place), "aria-labelledby": headId(place), tabindex: "0" };
    return make("div", { role: "tabpanel", ...attributes }, part.body);
  });
  const choose = (/** @type {number} */ choice, focus = false) => {
    heads.forEach((head, place) => {
      head.setAttribute("aria-selected", String(place === choice));
      head.tabIndex = place === choice ? 0 : -1;
      panels[place].hidden = place !== choice;
    });
    if (focus) heads[choice].focus();
    onchange?.(choice);
  };
  heads.forEach((head, place) => {
    head.addEventListener("click", () => choose(place));
    head.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      choose((place + step + parts.length) % parts.length, true);
      event.preventDefault();
    });
  });
  choose(chosen);
  const list = make("div", { role: "tablist", "aria-label": label }, heads);
  return make("div", { class: "tabs" }, list, panels);
}

/**
 * Open on a wide window, folded on a narrow one; follows the window as it is resized.
 * @param {Attributes} attributes
 * @param {number} minWidth
 * @param {Children[]} inside
 */
export function folding(attributes, minWidth, ...inside) {
  const room = matchMedia(`(min-width: ${minWidth}px)`);
  const box = make("details", { open: room.matches, ...attributes }, inside);
  room.addEventListener("change", () => {
    box.open = room.matches;
  });
  return box;
}
