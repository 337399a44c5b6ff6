// @ts-check
// The dealer's side of the table: rack, shoe, tray, shared cards, meters and inscriptions.
import text from "/text/table.js";
import { card } from "../base/cards.js";
import { draw, make, setAttributes, write } from "../base/dom.js";
import { dollars, short } from "../base/money.js";
import { chips } from "./chips.js";

const LINE_LENGTH = 22; // letters of a hand in one printed line
const MAX_COLUMNS = 4;
/** @param {number} cents */
const cash = (cents) => text.money(short(cents));

export class DealerSide {
  /** @param {Page.Felt} felt */
  constructor(felt) {
    this.felt = felt;
    const byHand = felt.method === "hand";
    const shoe = make("span", {}, byHand ? text.deck : text.shoe);
    const drawing = byHand ? deckPicture() : shoePicture();
    const rackClause = felt.fixtures.find(({ what }) => what === "rack")?.clause;
    const rack = make("span", {}, text.rack);
    this.shoe = make("div", { class: "shoe", "aria-hidden": "true" }, drawing, shoe);
    this.rack = make(
      "div",
      { class: "rack", role: "img", "aria-label": text.rack, title: rackClause },
      rackPicture(),
      rack,
    );
    const stacks = [...felt.chips].reverse().map((value) => chips(value * 5));
    this.tray = make("div", { class: "bank", "aria-hidden": "true" }, stacks);
    this.communityCards = places("community", text.community, felt.community, felt.community_names);
    this.boxCards = places("box", text.box, felt.box, []);
    this.meters = make("dl", { class: "meters", "aria-label": text.meters });
    /** @type {HTMLElement[]} */
    this.meterCells = [];
    /** @type {string | null} */
    this.meterNames = null;
    const cards = [this.communityCards.group, this.boxCards.group];
    const centre = make(
      "div",
      { class: "centre" },
      this.tray,
      make("div", { class: "dealt" }, cards),
      make("p", { class: "operator" }, felt.operator || felt.house),
      felt.mark ? make("p", { class: "own-rules" }, felt.mark) : null,
    );
    const [left, right] = this.printed();
    this.element = make(
      "section",
      { class: "dealer", "aria-label": text.dealerSide },
      this.rack,
      make("div", { class: "flank left" }, this.inscriptions(), left),
      centre,
      make("div", { class: "flank right" }, this.meters, right),
      this.shoe,
    );
  }

  // What chapter 2 of each document requires at a table; the rest is on the sign beside it.
  inscriptions() {
    const { inscriptions, minimum, maximum } = this.felt;
    const lines = inscriptions
      .filter(({ what }) => what !== "operator" && what !== "odds")
      .map((mark) => [mark.clause, text.inscribed[mark.what]?.(mark, cash)])
      .filter(([, words]) => words)
      .map(([clause, words]) => make("p", { title: clause }, words));
    const limits = make("p", {}, text.minimumSign(cash(minimum), cash(maximum)));
    return make("div", { class: "inscriptions" }, limits, lines);
  }

  // Payout odds on the cloth, where there is room; the sign beside it has them too.
  printed() {
    const { wagers, envy } = this.felt;
    /** @param {Page.FeltWager} wager */
    const namesOf = ({ wager, name }) => [
      name,
      ...wagers.filter((other) => other.pays_as === wager).map((other) => other.name),
    ];
    const tables = wagers
      .filter((wager) => !wager.pays_as)
      .map((wager) => ({ names: namesOf(wager), rows: wager.rows }));
    if (envy.length) tables.push({ names: [text.envy], rows: envy });
    // Each table goes into the column with the fewest lines.
    const count = Math.min(MAX_COLUMNS, tables.length);
    const columns = Array.from({ length: count }, newColumn);
    for (const { names, rows } of tables) {
      const column = columns.reduce((best, other) => (other.lines < best.lines ? other : best));
      column.lines +=
        2 + rows.reduce((sum, row) => sum + Math.ceil(row.hand.length / LINE_LENGTH), 0);
      column.tables.push(printedTable(names, rows));
    }
    const half = Math.ceil(columns.length / 2);
    return [columns.slice(0, half), columns.slice(half)].map((side) => {
      const inside = side.map((column) => make("div", {}, column.tables));
      return make("div", { class: "printed", "aria-hidden": "true" }, inside);
    });
  }

  /** @param {import("./layout.js").Layout} layout */
  show(layout) {
    showCards(this.communityCards, layout.community);
    showCards(this.boxCards, layout.box);
    setAttributes(this.rack, {
      "aria-label": text.rackHolds(layout.rack),
      "data-state": layout.rack > 0 ? "filled" : null,
    });
  }

  /** @param {Record<string, number>} meters */
  showMeters(meters) {
    const names = Object.keys(meters);
    if (this.meterNames !== names.join()) {
      this.meterNames = names.join();
      this.meterCells = names.map(() => make("dd", {}));
      const rows = names.map((name, place) =>
        make("div", { "data-meter": name }, make("dt", {}, name), this.meterCells[place]),
      );
      this.meters.replaceChildren(...rows);
      this.meters.hidden = !names.length;
    }
    names.forEach((name, place) => {
      const row = /** @type {Element} */ (this.meterCells[place].parentElement);
      setAttributes(row, { "data-cents": meters[name] });
      write(this.meterCells[place], text.money(dollars(meters[name])));
    });
  }
}

/** @returns {{ lines: number, tables: HTMLElement[] }} */
const newColumn = () => ({ lines: 0, tables: [] });

/**
 * @param {string} name
 * @param {string} label
 * @param {number} count
 * @param {string[]} names
 */
function places(name, label, count, names) {
  const cards = Array.from({ length: count }, () => card(""));
  const slots = cards.map((one, place) => {
    const title = names[place] ? make("span", { class: "slot-name" }, names[place]) : "";
    return make("span", { class: "slot" }, one, title);
  });
  const kind = `places ${name}${names.some(Boolean) ? " named" : ""}`;
  const group = make(
    "div",
    { class: kind, role: "group", "aria-label": label, hidden: !count },
    make("span", { class: "places-name", "aria-hidden": "true" }, label),
    make("div", { class: "row-of-cards" }, slots),
  );
  return { cards, group };
}

/**
 * @param {{ cards: Element[] }} place
 * @param {string[]} names
 */
function showCards({ cards }, names) {
  cards.forEach((element, slot) => setAttributes(element, { name: names[slot] ?? "" }));
}

/**
 * @param {string[]} names
 * @param {Page.PayRow[]} rows
 */
function printedTable(names, rows) {
  const lines = rows.map((row) =>
    make("li", {}, make("span", {}, row.hand), make("span", {}, row.pays)),
  );
  return make("div", {}, make("b", {}, names.join(text.also)), make("ul", {}, lines));
}

/** @param {Dom.Children[]} inside */
const picture = (...inside) => draw("svg", { viewBox: "0 0 90 60", focusable: "false" }, ...inside);

const shoePicture = () =>
  picture(
    draw("path", { class: "body", d: "M6 8h56l22 34v12H6Z" }),
    draw("path", { class: "lid", d: "M6 8h56l10 15H6Z" }),
    draw("path", { class: "mouth", d: "M70 30l14 12v12H58Z" }),
    draw("rect", { class: "card-end", x: 62, y: 46, width: 24, height: 5, rx: 1 }),
  );

// Dealt from the hand: the deck alone.
const deckPicture = () =>
  picture(
    draw("rect", { class: "body", x: 28, y: 10, width: 34, height: 46, rx: 3 }),
    draw("rect", { class: "card-end", x: 24, y: 6, width: 34, height: 46, rx: 3 }),
  );

const rackPicture = () =>
  picture(
    draw("path", { class: "pile", d: "M14 50h58v-6H14ZM16 43h54v-5H16ZM15 37h56v-4H15Z" }),
    draw("path", { class: "glass", d: "M10 6v48h66V6M10 30h66" }),
  );
