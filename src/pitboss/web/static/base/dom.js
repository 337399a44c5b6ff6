// Elements, made and found. Nothing here knows what it draws.

export const $ = (selector, within = document) => within.querySelector(selector);

// Attributes: a function under an `on…` name listens; true is present, false and null are absent.
export function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  dress(element, attributes);
  element.append(
    ...inside
      .flat(Infinity)
      .filter((part) => part !== null && part !== undefined && part !== false),
  );
  return element;
}

const SVG = "http://www.w3.org/2000/svg";
export function draw(tag, attributes = {}, ...inside) {
  const element = document.createElementNS(SVG, tag);
  dress(element, attributes);
  element.append(
    ...inside
      .flat(Infinity)
      .filter((part) => part !== null && part !== undefined && part !== false),
  );
  return element;
}

export function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function" && name.startsWith("on"))
      element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value === false || value === null || value === undefined)
      element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
  return element;
}

// New children in the place of the old; what had the focus keeps it, found again by its `data-key`.
export function replace(element, ...inside) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.closest("[data-key]")?.dataset.key;
  element.replaceChildren(
    ...inside
      .flat(Infinity)
      .filter((part) => part !== null && part !== undefined && part !== false),
  );
  if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  return element;
}

// A text node is only touched when it says something else: a live region then speaks once.
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
