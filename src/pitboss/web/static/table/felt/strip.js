// @ts-check
// Beside one's hand: what it is and what it would pay, what can still be made, and at the end of a
// round one line for each wager. Everything comes from the house.
import hands from "/text/hands.js";
import text from "/text/table.js";
import { make, replace, setHidden, write } from "../../base/dom.js";
import { short } from "../../base/money.js";
import { signOf } from "./spot.js";

/** @typedef {ReturnType<typeof import("../layout.js").emptyPlace>} Place */
/** @typedef {import("../player.js").FeltModel} FeltModel */
/** @typedef {import("../layout.js").Result} Result */

const locale = document.documentElement.dataset.locale || navigator.language || "en";
const roughly = { style: "percent", maximumSignificantDigits: 2 };
const percents = new Intl.NumberFormat(locale, /** @type {Intl.NumberFormatOptions} */ (roughly));
/** @param {number} share */
const chanceOf = (share) => percents.format(share);

/** @param {string} hand */
const nameOf = (hand) => text.sentence(hands.handName(hand));
// A push has words of its own.
/** @param {string} odds */
const oddsOf = (odds) => (odds === "push" ? odds : hands.oddsName(odds));
// Left out where there is little room.
/** @param {string} odds */
const oddsAfter = (odds) => (odds ? make("i", {}, text.pieces(["", hands.oddsName(odds)])) : "");
const MAX_MAKES = 4;
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
    else this.showHolding(place, model);
  }

  /**
   * @param {string} label
   * @param {string} name
   * @param {string} pays
   * @param {HTMLElement[]} makes
   * @param {string} [about] What they are made from.
   */
  fill(label, name, pays, makes, about = makes.map((one) => one.textContent).join("|")) {
    write(this.label, label);
    write(this.name, name);
    write(this.pays, pays);
    setHidden(this.holds, !name && !pays);
    if (this.key !== about) replace(this.makes, makes);
    this.key = about;
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
        make("span", {}, name, oddsAfter(odds)),
        " ",
        make("b", { class: signOf(net) }, words),
      );
    });
    // The hand is that of the game itself; a bonus has a line of its own.
    const paid = results.filter((row) => row.paid > 0 && row.odds && !this.isBonus(row));
    const best = paid.sort((one, other) => other.net - one.net)[0];
    const none = results.find((row) => row.hand)?.hand ?? "";
    const hand = best?.hand || place.hand || none;
    this.fill(
      place.byHouse ? text.byHouse : text.youHad,
      place.folded ? text.youFolded : nameOf(hand),
      best?.odds ? text.paysWords(oddsOf(best.odds)) : "",
      lines,
    );
  }

  /** @param {Result} row */
  isBonus(row) {
    const spot = this.felt.spots.find((one) => one.spot === row.spot);
    return spot?.kind === "side" || spot?.kind === "progressive";
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

  /**
   * @param {Place} place
   * @param {FeltModel} model
   */
  showHolding(place, model) {
    const spot = model.turn === place.seat ? model.spotInTurn : "";
    const holding = place.yours && !place.folded ? model.holdings.of(place.seat, spot) : null;
    if (!holding) {
      this.fill("", "", "", []);
      return;
    }
    const { hand, pays, complete, makes, others } = holding;
    const rows = makes.slice(0, MAX_MAKES).map(({ hand: name, pays: odds, chance }) => {
      const bar = { min: 0, max: 1, value: chance, "aria-hidden": "true" };
      const words = make("span", {}, nameOf(name), oddsAfter(odds));
      return make("li", {}, words, make("meter", bar), make("b", {}, chanceOf(chance)));
    });
    const label = complete ? text.canSwap : text.canMake;
    const list = rows.length
      ? [make("p", { class: "makes-label" }, label), make("ul", {}, rows)]
      : [];
    const lines = others.map((other) =>
      make("p", { class: "line" }, make("span", {}, other.name), make("b", {}, oddsOf(other.pays))),
    );
    const nothing = !pays && !holding.lit.hole?.length && !holding.lit.community?.length;
    this.fill(
      text.youHold,
      nothing ? text.nothingYet : nameOf(hand),
      pays ? text.wouldPay(oddsOf(pays)) : nothing ? "" : text.paysNothing,
      [...lines, ...list],
      JSON.stringify([makes, others]),
    );
  }
}
