// @ts-check
// A text box with line numbers; lines with a problem are marked.
import { make, replace } from "../base/dom.js";

const FREE_TEXT = { spellcheck: "false", autocomplete: "off", autocapitalize: "off" };
const LINES_ABOVE = 6; // the target of `go` is shown this far below the top

/**
 * @param {string} value
 * @param {() => void} changed
 */
export function editor(value, changed) {
  const area = make("textarea", { ...FREE_TEXT, wrap: "off", rows: 26 });
  const gutter = make("div", { class: "gutter", "aria-hidden": "true" });
  /** @type {Map<number, string>} */
  let marks = new Map();

  function number() {
    const count = area.value.split("\n").length;
    if (gutter.children.length !== count) {
      const numbers = Array.from({ length: count }, (_, place) => String(place + 1));
      replace(
        gutter,
        numbers.map((line) => make("span", {}, line)),
      );
    }
    [...gutter.children].forEach((line, place) => {
      line.className = marks.get(place + 1) ?? "";
    });
  }

  area.value = value;
  area.addEventListener("scroll", () => {
    gutter.scrollTop = area.scrollTop;
  });
  area.addEventListener("input", () => {
    number();
    changed();
  });
  number();
  return {
    area,
    box: make("div", { class: "editor" }, gutter, area),
    /** @param {Map<number, string>} lines */
    mark(lines) {
      marks = lines;
      number();
    },
    /** @param {string} words */
    set(words) {
      area.value = words;
      number();
    },
    /** @param {number} line */
    go(line) {
      const lines = area.value.split("\n");
      const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
      area.focus();
      area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
      const height = area.scrollHeight / lines.length;
      area.scrollTop = Math.max(0, (line - LINES_ABOVE) * height);
    },
  };
}
