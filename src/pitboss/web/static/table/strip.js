// @ts-check
// Beside one's hand: what it is and what it would pay, what can still be made, and at the end of a
// round one line for each wager. Everything comes from the house.
import text from "/text/table.js";
import { make, replace, write } from "../base/dom.js";
import { short } from "../base/money.js";
import { signOf } from "./spot.js";

/** @typedef {ReturnType<typeof import("./layout.js").emptyPlace>} Place */
/** @typedef {import("./player.js").FeltModel} FeltModel */
/** @typedef {import("./layout.js").Result} Result */

const locale = document.documentElement.dataset.locale || navigator.language || "en";
const roughly = { style: "percent", maximumSignificantDigits: 2 };
const percents = new Intl.NumberFormat(locale, /** @type {Intl.NumberFormatOptions} */ (roughly));
/** @param {number} share */
const chanceOf = (share) => percents.format(share);

const KINDS = ["lost", "won", "push", "meter", "cut", "returned", "pending"];

export class Strip {
  /** @param {Page.Felt} felt */
  constructor(felt) {
    this.felt = felt;
    this.label = make("span", { class: "holds-label" });
    this.name = make("b", { class: "holds-name" });
    this.pays = make("span", { class: "holds-pays" });
    this.holds = make("p", { class: "holds" }, this.label, this.name, this.pays);
    this.makes = make("div", { class: "makes" });
    this.key = "";
  }

  /**
   * @param {Place} place
   * @param {FeltModel} model
   */
  show(place, model) {
    const results = place.yours ? Object.values(place.results) : [];
    if (results.length) this.showResults(place, results);
    else if (place.yours && model.holding) this.showHolding(model.holding);
    else this.fill("", "", "", []);
  }

  /**
   * @param {string} label
   * @param {string} name
   * @param {string} pays
   * @param {Dom.Children} makes
   */
  fill(label, name, pays, makes) {
    write(this.label, label);
    write(this.name, name);
    write(this.pays, pays);
    this.holds.hidden = !name && !pays;
    const key = JSON.stringify([label, name, pays]);
    if (!Array.isArray(makes) || makes.length || this.key !== key) replace(this.makes, makes);
    this.key = key;
  }

  /**
   * @param {Place} place
   * @param {Result[]} results
   */
  showResults(place, results) {
    const lines = this.groups(results).map(({ name, odds, net, paid, pending }) => {
      const amount = net
        ? text[signOf(net)](text.money(short(Math.abs(net))))
        : text.outcome.returned(text.money(short(paid)));
      const words = pending ? text.outcome.pendingShort : amount;
      return make(
        "p",
        { class: "line" },
        make("span", {}, text.lineOf(name, odds)),
        " ",
        make("b", { class: signOf(net) }, words),
      );
    });
    const paid = results.filter((row) => row.paid > 0 && row.odds);
    const best = paid.sort((one, other) => other.net - one.net)[0];
    const none = results.find((row) => row.hand)?.hand ?? "";
    const hand = place.hand || best?.hand || none;
    this.fill(
      place.byHouse ? text.byHouse : text.youHad,
      place.folded ? text.youFolded : text.sentence(hand),
      best?.odds ? text.paysWords(best.odds) : "",
      lines,
    );
  }

  /**
   * Results with one paytable and one outcome make one line.
   * @param {Result[]} results
   */
  groups(results) {
    /** @type {Map<string, Pick<Result, "odds" | "net" | "paid"> & { name: string,
     *   pending: boolean }>} */
    const groups = new Map();
    for (const row of results) {
      const spot = this.felt.spots.find((one) => one.spot === row.spot);
      const wager = this.felt.wagers.find((one) => one.wager === spot?.wager);
      const root = wager?.pays_as || wager?.wager || row.spot;
      const pending = row.kind === "pending";
      const key = `${root} ${KINDS.indexOf(row.kind)} ${row.odds}`;
      const group = groups.get(key);
      const { odds, net, paid } = row;
      if (!group) groups.set(key, { name: wager?.name ?? row.spot, odds, net, paid, pending });
      else Object.assign(group, { net: group.net + net, paid: group.paid + paid });
    }
    return [...groups.values()];
  }

  /** @param {import("./player.js").Holding} holding */
  showHolding({ hand, pays, makes }) {
    const rows = makes.map(({ hand: name, pays: odds, chance }) =>
      make(
        "li",
        {},
        make("span", {}, text.lineOf(text.sentence(name), odds)),
        make("meter", { min: 0, max: 1, value: chance, "aria-hidden": "true" }),
        make("b", {}, chanceOf(chance)),
      ),
    );
    const list = rows.length
      ? [make("p", { class: "makes-label" }, text.canMake), make("ul", {}, rows)]
      : [];
    this.fill(
      text.youHold,
      text.sentence(hand),
      pays ? text.wouldPay(pays) : text.paysNothing,
      list,
    );
  }
}
