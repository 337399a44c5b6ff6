// @ts-check
// Keyboard shortcuts, registered with what they do, so that `?` can list them.

/** @typedef {{ name: string, what: string, act: (event: KeyboardEvent) => unknown }} Shortcut */

/** @type {Map<string, Shortcut>} */
const byName = new Map();

/**
 * Registers a shortcut and returns a function that removes it. An act that returns false leaves the
 * key alone.
 * @param {string} name
 * @param {string} what
 * @param {(event: KeyboardEvent) => unknown} act
 */
export function key(name, what, act) {
  byName.set(name, { name, what, act });
  return () => {
    if (byName.get(name)?.act === act) byName.delete(name);
  };
}

export const shortcuts = () => [...byName.values()].filter((shortcut) => shortcut.what);

const TYPING =
  "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, " +
  "[contenteditable]";

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target instanceof Element && event.target.closest(TYPING)) return;
  if (document.querySelector("dialog[open]") && event.key !== "?") return;
  const shortcut = byName.get(event.key) ?? byName.get(event.key.toLowerCase());
  if (!shortcut || shortcut.act(event) === false) return;
  event.preventDefault();
});
