// @ts-check
// Parts of a page that are redrawn only when their data change; the focus stays where it was.
import { make, replace } from "../base/dom.js";
import { freshId } from "../base/parts.js";

/**
 * @param {string} title
 * @param {(...data: any[]) => import("../base/dom.js").Children} drawing Null hides the part.
 * @param {{ level?: "h2" | "h3", attributes?: import("../base/dom.js").Attributes }} options
 */
export function part(title, drawing, { level = "h2", attributes = {} } = {}) {
  const id = freshId("part");
  const body = make("div", { class: "stack" });
  const element = make(
    "section",
    { class: "panel", "aria-labelledby": id, ...attributes },
    make(level, { id }, title),
    body,
  );
  let last = "";
  const show = (/** @type {any[]} */ ...data) => {
    const key = JSON.stringify(data);
    if (key === last) return;
    last = key;
    const children = drawing(...data);
    element.hidden = children === null;
    if (children !== null) replace(body, children);
  };
  const forget = () => {
    last = "";
  };
  return { element, body, show, forget };
}

// What each child of a keyed list was last drawn from.
const sources = new WeakMap();

/**
 * Draws a list whose children are kept by key: those that stay are the same elements, in the order
 * of `items`.
 * @template Item
 * @param {HTMLElement} list
 * @param {Item[]} items
 * @param {(item: Item) => string | number} keyOf
 * @param {(item: Item) => HTMLElement} drawing
 */
export function keyed(list, items, keyOf, drawing) {
  const children = /** @type {HTMLElement[]} */ ([...list.children]);
  const byKey = new Map(children.map((child) => [child.dataset.item, child]));
  const staying = new Set(items.map((item) => String(keyOf(item))));
  // Removals come first: a child that stays is then not moved, and keeps the focus.
  for (const [key, child] of byKey) if (!staying.has(key ?? "")) child.remove();
  /** @type {HTMLElement | null} */
  let before = null;
  for (const item of items) {
    const key = String(keyOf(item));
    const source = JSON.stringify(item);
    let child = byKey.get(key);
    if (!child) {
      child = drawing(item);
      child.dataset.item = key;
    } else if (sources.get(child) !== source) {
      replace(child, ...drawing(item).childNodes);
    }
    sources.set(child, source);
    /** @type {ChildNode | null} */
    const place = before ? before.nextSibling : list.firstChild;
    if (place !== child) list.insertBefore(child, place);
    before = child;
  }
}
