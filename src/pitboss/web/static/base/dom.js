// @ts-check
// Builds, updates and finds elements. Nothing here knows what a page shows.

/** @typedef {Dom.Child} Child */
/** @typedef {Dom.Children} Children */
/** @typedef {Dom.Attributes} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * The first element that a selector finds.
 * @param {string} selector
 * @param {ParentNode} within
 * @returns {any} Any kind of element: the selector knows which.
 */
export const $ = (selector, within = document) => within.querySelector(selector);

/**
 * All elements that a selector finds.
 * @param {string} selector
 * @param {ParentNode} within
 * @returns {any[]}
 */
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

/**
 * @template {Element} Built
 * @param {Built} element
 * @param {Attributes} attributes
 * @param {Children[]} inside
 */
function build(element, attributes, inside) {
  setAttributes(element, attributes);
  element.append(...childrenOf(inside));
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Children[]} inside
 */
export const make = (tag, attributes = {}, ...inside) =>
  build(document.createElement(tag), attributes, inside);

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Children[]} inside
 */
export const draw = (tag, attributes = {}, ...inside) =>
  build(document.createElementNS(SVG, tag), attributes, inside);

/**
 * An absent child may be null, undefined or false.
 * @param {Children[]} inside
 * @returns {(Node | string)[]}
 */
const childrenOf = (inside) =>
  /** @type {any[]} */ (inside)
    .flat(Infinity)
    .filter((part) => part !== null && part !== undefined && part !== false);

/**
 * A function under an `on…` name listens; true is present, false and null are absent.
 * @template {Element} Target
 * @param {Target} element
 * @param {Attributes} attributes
 */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const absent = value === false || value === null || value === undefined;
    if (typeof value === "function" && name.startsWith("on"))
      element.addEventListener(name.slice(2), value);
    else if (absent) element.removeAttribute(name);
    else setOne(element, name, value === true ? "" : String(value));
  }
  return element;
}

/**
 * Skips an unchanged value: setting it would still make the browser recalculate styles.
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
function setOne(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * @param {HTMLElement} element
 * @param {boolean} hidden
 */
export function setHidden(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

/**
 * Replaces the children; the focus returns to the element with the same `data-key`.
 * @template {Element} Target
 * @param {Target} element
 * @param {Children[]} inside
 */
export function replace(element, ...inside) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const holder = /** @type {HTMLElement | null} */ (focused?.closest("[data-key]"));
  const key = holder?.dataset.key;
  element.replaceChildren(...childrenOf(inside));
  if (key) focusOn(element.querySelector(`[data-key="${CSS.escape(key)}"]`));
  return element;
}

/** @param {Element | null | undefined} element */
export const focusOn = (element) => /** @type {HTMLElement | null} */ (element)?.focus();

/**
 * Leaves a text node alone unless the text differs, so that a live region speaks once.
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
