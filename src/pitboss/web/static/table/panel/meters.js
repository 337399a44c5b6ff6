// @ts-check
// The progressive meters, as they stand.
import text from "/text/table.js";
import { make, setAttributes, write } from "../../base/dom.js";
import { dollars } from "../../base/money.js";

export class Meters {
  element = make("dl", { class: "meters", "aria-label": text.meters, hidden: true });
  /** @type {HTMLElement[]} */
  cells = [];
  /** @type {string | null} */
  names = null;

  /** @param {Record<string, number>} meters */
  show(meters) {
    const names = Object.keys(meters);
    if (this.names !== names.join()) {
      this.names = names.join();
      this.cells = names.map(() => make("dd", {}));
      const rows = names.map((name, place) =>
        make(
          "div",
          { "data-meter": name },
          make("dt", {}, text.meterName(name)),
          this.cells[place],
        ),
      );
      this.element.replaceChildren(...rows);
      this.element.hidden = !names.length;
    }
    names.forEach((name, place) => {
      const row = /** @type {Element} */ (this.cells[place].parentElement);
      setAttributes(row, { "data-cents": meters[name] });
      write(this.cells[place], text.money(dollars(meters[name])));
    });
  }
}
