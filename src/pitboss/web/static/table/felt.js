// The table: cloth and rail drawn to the size there is, the dealer's side, the seats in an arc.
import text from "/text/table.js";
import { card } from "../base/cards.js";
import { draw, dress, make, write } from "../base/dom.js";
import { dollars, short } from "../base/money.js";
import { chips } from "./chips.js";
import { PitSeat } from "./seat.js";
import { cash } from "./spot.js";

// Where the cloth is a plain field, as the style sheets have it.
const phone = matchMedia("(max-width: 639px), (max-height: 520px) and (max-width: 1179px)");
const RAIL = 13;
const WIDEST = 22; // letters of a hand in one printed line
const TRIM = 20; // the line drawn along the cloth's edge

export class PitFelt extends HTMLElement {
  setup(felt, asks) {
    this.felt = felt;
    this.classList.toggle("odd", felt.spots.length % 2 === 1);
    this.classList.toggle("bare", !felt.community && !felt.box); // nothing lies before the dealer
    this.cloth = draw("svg", { class: "cloth", "aria-hidden": "true", focusable: "false" });
    this.seats = new Map(
      Array.from({ length: felt.seats }, (_, place) => [
        place + 1,
        new PitSeat().setup(felt, place + 1, asks),
      ]),
    );
    this.arc = make("div", { class: "arc", role: "group", "aria-label": text.seats });
    this.gaps = new Map(
      [...this.seats.keys()].map((number) => [
        number,
        make(
          "p",
          { class: "gap", hidden: true, "aria-hidden": "true" },
          make("span", { class: "number" }, String(number)),
          text.you,
        ),
      ]),
    );
    // From the dealer's left, which is the right of who faces the dealer (G17).
    for (const number of [...this.seats.keys()].reverse()) {
      for (const element of [this.seats.get(number), this.gaps.get(number)]) {
        const turn = felt.seats > 1 ? (felt.seats - number) / (felt.seats - 1) : 0.5;
        element.style.setProperty("--column", felt.seats - number + 1);
        element.style.setProperty("--drop", Math.sin(turn * Math.PI).toFixed(3));
        this.arc.append(element);
      }
    }
    this.front = make("div", {
      class: "front",
      role: "group",
      "aria-label": text.yourPlace,
      hidden: true,
    });
    this.dealer = this.dealerSide();
    this.replaceChildren(this.cloth, this.dealer, this.arc, this.front);
    this.style.setProperty("--seats", felt.seats);
    this.style.setProperty("--hole", felt.hole);
    const sides = felt.spots.filter(
      (spot) => spot.kind === "side" || spot.kind === "progressive",
    ).length;
    // Spots in the longer row.
    this.style.setProperty("--across", Math.max(sides, felt.spots.length - sides));
    this.style.setProperty("--all", felt.spots.length);
    const look = (event) => {
      // A finger does not hover.
      if (event.pointerType && event.pointerType !== "mouse") return;
      if (event.type === "focusin" && !event.target.matches(":focus-visible")) return;
      const spot = event.target.closest?.("button[data-spot]");
      this.look(Number(spot?.closest("pit-seat").dataset.seat ?? 0), spot?.dataset.spot ?? "");
    };
    for (const kind of ["pointerover", "focusin"]) this.front.addEventListener(kind, look);
    for (const kind of ["pointerleave", "focusout"])
      this.front.addEventListener(kind, () => this.look(0, ""));
    const sized = new ResizeObserver(() => this.drawCloth());
    for (const element of [this, this.front]) sized.observe(element);
    return this;
  }

  // What chapter 2 of each document wants at a table: inscribed here, or on the sign beside it.
  dealerSide() {
    const { felt } = this;
    this.shoe = make(
      "div",
      { class: "shoe", "aria-hidden": "true" },
      shoePicture(),
      make("span", {}, text.shoe),
    );
    this.rack = make(
      "div",
      { class: "rack", role: "img" },
      rackPicture(),
      make("span", {}, text.rack),
    );
    this.tray = make(
      "div",
      { class: "bank", "aria-hidden": "true" },
      [...felt.chips].reverse().map((value) => chips(value * 5)),
    );
    this.communityCards = this.places(
      "community",
      text.community,
      felt.community,
      felt.community_names,
    );
    this.boxCards = this.places("box", text.box, felt.box, []);
    this.meters = make("dl", { class: "meters", "aria-label": text.meters });
    const money = (cents) => text.money(short(cents));
    const said = felt.inscriptions
      .filter((mark) => mark.what !== "operator" && mark.what !== "odds")
      .map((mark) => [mark, text.inscribed[mark.what]?.(mark, money)]);
    const words = make(
      "div",
      { class: "inscriptions" },
      make("p", {}, text.minimumSign(money(felt.minimum), money(felt.maximum))),
      said
        .filter(([, line]) => line)
        .map(([mark, line]) => make("p", { title: mark.clause }, line)),
    );
    const centre = make(
      "div",
      { class: "centre" },
      this.tray,
      make("div", { class: "dealt" }, this.communityCards.group, this.boxCards.group),
      make("p", { class: "operator" }, felt.house),
    );
    const [left, right] = this.printed();
    return make(
      "section",
      { class: "dealer", "aria-label": text.dealerSide },
      this.rack,
      make("div", { class: "flank left" }, words, left),
      centre,
      make("div", { class: "flank right" }, this.meters, right),
      this.shoe,
    );
  }

  places(name, label, count, names) {
    const cards = Array.from({ length: count }, () => card(""));
    const group = make(
      "div",
      {
        class: `places ${name}${names.some(Boolean) ? " named" : ""}`,
        role: "group",
        "aria-label": label,
        hidden: !count,
      },
      make("span", { class: "places-name", "aria-hidden": "true" }, label),
      make(
        "div",
        { class: "row-of-cards" },
        cards.map((one, place) =>
          make(
            "span",
            { class: "slot" },
            one,
            names[place] ? make("span", { class: "slot-name" }, names[place]) : "",
          ),
        ),
      ),
    );
    return { cards, group };
  }

  // Payout odds on the cloth itself, where it has room for all of them; the sign beside it has them
  // too.
  printed() {
    const { wagers, envy } = this.felt;
    const tables = wagers
      .filter((wager) => !wager.pays_as)
      .map((wager) => [
        [
          wager.name,
          ...wagers.filter((other) => other.pays_as === wager.wager).map((other) => other.name),
        ],
        wager.rows,
      ]);
    if (envy.length) tables.push([[text.envy], envy]);
    // Each goes where there is most room, in two columns on either side.
    const columns = Array.from({ length: Math.min(4, tables.length) }, () => ({
      lines: 0,
      tables: [],
    }));
    for (const [names, rows] of tables) {
      const column = columns.reduce((best, other) => (other.lines < best.lines ? other : best));
      column.lines += 2 + rows.reduce((sum, row) => sum + Math.ceil(row.hand.length / WIDEST), 0);
      column.tables.push(
        make(
          "div",
          {},
          make("b", {}, names.join(text.also)),
          make(
            "ul",
            {},
            rows.map((row) =>
              make("li", {}, make("span", {}, row.hand), make("span", {}, row.pays)),
            ),
          ),
        ),
      );
    }
    const half = Math.ceil(columns.length / 2);
    return [columns.slice(0, half), columns.slice(half)].map((side) =>
      make(
        "div",
        { class: "printed", "aria-hidden": "true" },
        side.map((column) => make("div", {}, column.tables)),
      ),
    );
  }

  // One's own seats come to the front; their places in the arc are marked.
  arrange(layout) {
    for (const [number, seat] of this.seats) {
      const own = layout.place(number).yours;
      const there = own ? this.front : this.arc;
      if (seat.parentElement !== there) {
        // As in the arc: the higher number to the left.
        if (own)
          this.front.insertBefore(
            seat,
            [...this.front.children].find((other) => other.number < number) ?? null,
          );
        else this.gaps.get(number).before(seat);
      }
      this.gaps.get(number).hidden = !own;
    }
    this.front.hidden = layout.own.length === 0;
    this.dataset.boxes = layout.own.length;
  }

  // After one event only what it touches is drawn again.
  showAfter(event, layout, state) {
    const number = event.seat ?? Number(/^seat (\d+)$/.exec(event.place ?? "")?.[1] ?? 0);
    if (number) this.seat(number).show(layout.place(number), state);
    else if (event.place) this.showDealt(layout);
    else this.show(layout, state);
  }

  show(layout, state) {
    this.arrange(layout);
    this.classList.toggle(
      "has-told",
      layout.own.some((place) => Object.keys(place.results).length > 0),
    );
    for (const [number, seat] of this.seats) seat.show(layout.place(number), state);
    this.showDealt(layout);
  }

  showDealt(layout) {
    showPlaces(this.communityCards, layout.community);
    showPlaces(this.boxCards, layout.box);
    dress(this.rack, { "aria-label": text.rackHolds(layout.rack) });
    this.rack.classList.toggle("holds", layout.rack > 0);
  }

  showMeters(meters) {
    const names = Object.keys(meters);
    if (this.metersKnown !== names.join()) {
      this.metersKnown = names.join();
      this.meterCells = names.map(() => make("dd", {}));
      this.meters.replaceChildren(
        ...names.map((name, place) =>
          make("div", { "data-meter": name }, make("dt", {}, name), this.meterCells[place]),
        ),
      );
      this.meters.hidden = !names.length;
    }
    names.forEach((name, place) => {
      dress(this.meterCells[place].parentElement, { "data-cents": meters[name] });
      write(this.meterCells[place], text.money(dollars(meters[name])));
    });
  }

  // The cards that decide a spot, while it is looked at.
  look(number, key) {
    for (const slot of this.querySelectorAll(".counts")) slot.classList.remove("counts");
    const spot = this.felt.spots.find((one) => one.spot === key);
    const {
      hole = [],
      community = [],
      box = [],
    } = this.felt.wagers.find((wager) => wager.wager === spot?.wager)?.on ?? {};
    for (const slot of hole) this.seat(number).slots[slot]?.classList.add("counts");
    for (const slot of community)
      this.communityCards.cards[slot]?.parentElement.classList.add("counts");
    for (const slot of box) this.boxCards.cards[slot]?.parentElement.classList.add("counts");
  }

  seat(number) {
    return this.seats.get(number);
  }

  // Where a place's card lies, to fly to and to turn.
  cardAt(place, slot) {
    if (place === "community") return this.communityCards.cards[slot];
    if (place === "box") return this.boxCards.cards[slot];
    return this.seat(Number(/\d+/.exec(place)?.[0]))?.cardAt(slot);
  }

  // As round as the places before it allow: whoever sits there sits on the cloth, not on the rail.
  roundness(width, height) {
    const edge = this.getBoundingClientRect();
    const corners = [...this.front.children]
      .map((seat) => seat.getBoundingClientRect())
      .filter((box) => box.width)
      .map((box) => ({
        in: Math.min(box.left - edge.left, edge.right - box.right) - TRIM,
        up: edge.bottom - box.bottom - TRIM,
      }));
    let round = Math.min(width * 0.26, height * 0.5);
    const within = ({ in: inward, up }) =>
      up >=
      (round - TRIM) *
        (1 - Math.min(1, Math.sqrt(Math.max(0, inward) / (1.25 * (round - TRIM))))) ** 2;
    while (round > 48 && !corners.every(within)) round -= 6;
    return round;
  }

  drawCloth() {
    const { clientWidth: width, clientHeight: height } = this;
    if (!width) return;
    const plain = phone.matches;
    this.classList.toggle("cells", plain || this.front.children.length > 1);
    const round = plain ? 22 : this.roundness(width, height);
    if (this.drawn === `${width} ${height} ${round}`) return;
    this.drawn = `${width} ${height} ${round}`;
    dress(this.cloth, { viewBox: `0 0 ${width} ${height}`, width, height });
    const edge = (inset) => {
      const [left, right, low, curve] = [
        inset,
        width - inset,
        height - inset,
        Math.max(8, round - inset),
      ];
      const top = plain ? inset : -40;
      const corner = plain ? curve : 0;
      const wide = curve * 1.25;
      return [
        `M${left + corner} ${top}`,
        `H${right - corner}`,
        corner ? `Q${right} ${top} ${right} ${top + corner}` : "",
        `V${low - curve}`,
        `Q${right} ${low} ${right - wide} ${low}`,
        `H${left + wide}`,
        `Q${left} ${low} ${left} ${low - curve}`,
        `V${top + corner}`,
        corner ? `Q${left} ${top} ${left + corner} ${top}` : "",
        "Z",
      ].join("");
    };
    const rail = plain ? 4 : RAIL;
    this.cloth.replaceChildren(
      draw(
        "defs",
        {},
        draw(
          "radialGradient",
          { id: "cloth-light", cx: "50%", cy: "30%", r: "85%" },
          draw("stop", { offset: "0", class: "near" }),
          draw("stop", { offset: "1", class: "far" }),
        ),
        draw(
          "linearGradient",
          { id: "rail-light", x1: "0", y1: "0", x2: "0", y2: "1" },
          draw("stop", { offset: "0", class: "rail-dark" }),
          draw("stop", { offset: ".85", class: "rail-mid" }),
          draw("stop", { offset: "1", class: "rail-shine" }),
        ),
      ),
      draw("path", { class: "rail", d: edge(1) }),
      draw("path", { class: "surface", d: edge(rail) }),
      draw("path", { class: "trim", d: edge(plain ? 9 : TRIM) }),
    );
  }
}
customElements.define("pit-felt", PitFelt);

function showPlaces(places, names) {
  places.cards.forEach((element, slot) => dress(element, { name: names[slot] ?? "" }));
}

function shoePicture() {
  const picture = draw("svg", { viewBox: "0 0 90 60", focusable: "false" });
  picture.append(
    draw("path", { class: "body", d: "M6 8h56l22 34v12H6Z" }),
    draw("path", { class: "lid", d: "M6 8h56l10 15H6Z" }),
    draw("path", { class: "mouth", d: "M70 30l14 12v12H58Z" }),
    draw("rect", { class: "card-end", x: 62, y: 46, width: 24, height: 5, rx: 1 }),
  );
  return picture;
}

function rackPicture() {
  const picture = draw("svg", { viewBox: "0 0 90 60", focusable: "false" });
  picture.append(
    draw("path", { class: "pile", d: "M14 50h58v-6H14ZM16 43h54v-5H16ZM15 37h56v-4H15Z" }),
    draw("path", { class: "glass", d: "M10 6v48h66V6M10 30h66" }),
  );
  return picture;
}

export { cash };
