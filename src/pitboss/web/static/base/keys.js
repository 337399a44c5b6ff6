// Keyboard shortcuts: registered with what they do, so that `?` can list them.

const known = new Map();

export function key(name, what, act) {
  known.set(name, { name, what, act });
  return () => {
    if (known.get(name)?.act === act) known.delete(name);
  };
}

export const keysKnown = () => [...known.values()].filter((one) => one.what);

const TYPING =
  "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, " +
  "[contenteditable]";

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target instanceof Element && event.target.closest(TYPING)) return;
  if (document.querySelector("dialog[open]") && event.key !== "?") return;
  const found = known.get(event.key) ?? known.get(event.key.toLowerCase());
  if (!found || found.act(event) === false) return;
  event.preventDefault();
});
