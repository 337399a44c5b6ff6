// @ts-check
// Where no shared cards lie and the panel is a sheet, the longest paytable is printed on the cloth.
import hands from "/text/hands.js";
import { make } from "../../base/dom.js";

export class Printed {
  /** @param {Page.Felt} felt */
  constructor(felt) {
    const longest = [...felt.wagers].sort((one, other) => other.rows.length - one.rows.length)[0];
    this.wager = longest?.wager ?? "";
    this.rows = (longest?.rows ?? []).map((row) =>
      make(
        "li",
        { "data-wager": longest.wager, "data-clause": row.clause, "data-odds": row.pays },
        make("span", {}, hands.handName(row.hand)),
        make("b", {}, hands.oddsName(row.pays)),
      ),
    );
    const attributes = { class: "printed", "aria-hidden": "true" };
    this.element = make("ul", attributes, this.rows);
    this.element.style.setProperty("--lines", String(Math.ceil(this.rows.length / 2)));
  }
}
