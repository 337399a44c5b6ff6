// A part of a page that is drawn again only when what it shows has changed; focus stays where it
// was.
import { make, replace } from "../base/dom.js";
import { freshId } from "../base/parts.js";

export function part(title, drawing, { level = "h2", attributes = {} } = {}) {
  const id = freshId("part");
  const body = make("div", { class: "stack" });
  const element = make(
    "section",
    { class: "panel", "aria-labelledby": id, ...attributes },
    make(level, { id }, title),
    body,
  );
  let last = null;
  const show = (...data) => {
    const said = JSON.stringify(data);
    if (said === last) return;
    last = said;
    const drawn = drawing(...data);
    element.hidden = drawn === null;
    if (drawn !== null) replace(body, drawn);
  };
  const forget = () => {
    last = null;
  };
  return { element, body, show, forget };
}

// Children kept by key: those that stay are the same elements, in the order of `items`.
export function keyed(list, items, keyOf, drawing) {
  const known = new Map([...list.children].map((child) => [child.dataset.item, child]));
  const staying = new Set(items.map((item) => String(keyOf(item))));
  // Gone first: who stays is then not moved, and keeps the focus.
  for (const [key, child] of known) if (!staying.has(key)) child.remove();
  let before = null;
  for (const item of items) {
    const key = String(keyOf(item));
    const said = JSON.stringify(item);
    let child = known.get(key);
    if (!child) {
      child = drawing(item, null);
      child.dataset.item = key;
    } else if (child.said !== said) {
      replace(child, ...drawing(item, child).childNodes);
    }
    child.said = said;
    const place = before ? before.nextSibling : list.firstChild;
    if (place !== child) list.insertBefore(child, place);
    before = child;
  }
}
