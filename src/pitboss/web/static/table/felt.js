// The table: cloth and rail drawn to the size there is, the dealer's side, the seats in an arc.
import text from "/text/table.js";
import { card } from "../base/cards.js";
import { draw, dress, make, write } from "../base/dom.js";
import { dollars, short } from "../base/money.js";
import { chips } from "./chips.js";
import { PitSeat } from "./seat.js";
import { cash } from "./spot.js";

const NARROW = 700;      // under this the cloth is a plain field

export class PitFelt extends HTMLElement {
  setup(felt, asks) {
    this.felt = felt;
    this.classList.toggle("bare", !felt.community && !felt.box);      // nothing lies before the dealer
    this.cloth = draw("svg", { class: "cloth", "aria-hidden": "true", focusable: "false" });
    this.seats = new Map(Array.from({ length: felt.seats }, (_, place) => [place + 1, new PitSeat().setup(felt, place + 1, asks)]));
    this.arc = make("div", { class: "arc", role: "group", "aria-label": text.seats });
    this.gaps = new Map([...this.seats.keys()].map((number) => [number, make("p", { class: "gap", hidden: true }, text.youSitHere(number))]));
    // From the dealer's left, which is the right of who faces the dealer (G17).
    for (const number of [...this.seats.keys()].reverse()) {
      for (const element of [this.seats.get(number), this.gaps.get(number)]) {
        const turn = felt.seats > 1 ? (felt.seats - number) / (felt.seats - 1) : 0.5;
        element.style.setProperty("--column", felt.seats - number + 1);
        element.style.setProperty("--drop", Math.sin(turn * Math.PI).toFixed(3));
        this.arc.append(element);
      }
    }
    this.front = make("div", { class: "front", role: "group", "aria-label": text.yourPlace, hidden: true });
    this.dealer = this.dealerSide();
    this.replaceChildren(this.cloth, this.dealer, this.arc, this.front);
    this.style.setProperty("--seats", felt.seats);
    const look = (event) => {
      if (event.pointerType && event.pointerType !== "mouse") return;      // a finger has no place to stay
      const spot = event.target.closest?.("button[data-spot]");
      this.look(Number(spot?.closest("pit-seat").dataset.seat ?? 0), spot?.dataset.spot ?? "");
    };
    for (const kind of ["pointerover", "focusin"]) this.front.addEventListener(kind, look);
    for (const kind of ["pointerleave", "focusout"]) this.front.addEventListener(kind, () => this.look(0, ""));
    new ResizeObserver(() => this.drawCloth()).observe(this);
    return this;
  }

  dealerSide() {
    const { felt } = this;
    this.shoe = make("div", { class: "shoe", "aria-hidden": "true" }, shoePicture(), make("span", {}, text.shoe));
    this.rack = make("div", { class: "rack", role: "img" }, rackPicture(), make("span", {}, text.rack));
    this.tray = make("div", { class: "bank", "aria-hidden": "true" }, [...felt.chips].reverse().map((value) => chips(value * 5)));
    this.communityCards = this.places("community", text.community, felt.community, felt.community_names);
    this.boxCards = this.places("box", text.box, felt.box, []);
    this.meters = make("dl", { class: "meters", "aria-label": text.meters });
    const inscriptions = felt.inscriptions.map((mark) => [mark, text.inscribed[mark.what]?.(mark, mark.what === "operator" ? felt.house : (cents) => text.money(short(cents)))]).filter(([, words]) => words);
    const operator = make("p", { class: "operator" }, make("b", {}, felt.house));
    const words = make("div", { class: "inscriptions" }, operator,
      make("p", {}, text.minimumSign(text.money(short(felt.minimum)), text.money(short(felt.maximum)))),
      inscriptions.filter(([mark]) => mark.what !== "operator" && mark.what !== "odds").map(([mark, said]) => make("p", { title: mark.clause }, said)));
    const centre = make("div", { class: "centre" }, this.tray, make("div", { class: "dealt" }, this.communityCards.group, this.boxCards.group), words);
    return make("section", { class: "dealer", "aria-label": text.dealerSide },
      make("div", { class: "flank left" }, this.rack, this.printed(0)), centre, make("div", { class: "flank right" }, make("div", { class: "fittings" }, this.meters, this.shoe), this.printed(1)));
  }

  places(name, label, count, names) {
    const cards = Array.from({ length: count }, () => card(""));
    const group = make("div", { class: `places ${name}`, role: "group", "aria-label": label, hidden: !count },
      make("span", { class: "places-name", "aria-hidden": "true" }, label),
      make("div", { class: "row-of-cards" }, cards.map((one, place) => make("span", { class: "slot" }, one, names[place] ? make("span", { class: "slot-name" }, names[place]) : ""))));
    return { cards, group };
  }

  // Payout odds on the cloth itself, where it has room; the sign beside it has them all.
  printed(place) {
    const own = this.felt.wagers.filter((wager) => !wager.pays_as);
    const shown = own[place];
    if (!shown) return "";
    return make("div", { class: "printed", "aria-hidden": "true" }, make("b", {}, shown.name),
      make("ul", {}, shown.rows.map((row) => make("li", {}, make("span", {}, row.hand), make("span", {}, row.pays)))));
  }

  // One's own seats come to the front; their places in the arc are marked.
  arrange(layout) {
    for (const [number, seat] of this.seats) {
      const own = layout.place(number).yours;
      const there = own ? this.front : this.arc;
      if (seat.parentElement !== there) {
        // As in the arc: the higher number to the left.
        if (own) this.front.insertBefore(seat, [...this.front.children].find((other) => other.number < number) ?? null);
        else this.gaps.get(number).before(seat);
      }
      this.gaps.get(number).hidden = !own;
    }
    this.front.hidden = layout.own.length === 0;
    this.front.dataset.boxes = layout.own.length;
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
      this.meters.replaceChildren(...names.map((name, place) => make("div", { "data-meter": name }, make("dt", {}, name), this.meterCells[place])));
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
    const { hole = [], community = [], box = [] } = this.felt.wagers.find((wager) => wager.wager === spot?.wager)?.on ?? {};
    for (const slot of hole) this.seat(number).slots[slot]?.classList.add("counts");
    for (const slot of community) this.communityCards.cards[slot]?.parentElement.classList.add("counts");
    for (const slot of box) this.boxCards.cards[slot]?.parentElement.classList.add("counts");
  }

  seat(number) { return this.seats.get(number); }

  // Where a place's card lies, to fly to and to turn.
  cardAt(place, slot) {
    if (place === "community") return this.communityCards.cards[slot];
    if (place === "box") return this.boxCards.cards[slot];
    return this.seat(Number(/\d+/.exec(place)?.[0]))?.cardAt(slot);
  }

  drawCloth() {
    const { clientWidth: width, clientHeight: height } = this;
    if (!width || (this.drawn === `${width} ${height}`)) return;
    this.drawn = `${width} ${height}`;
    dress(this.cloth, { viewBox: `0 0 ${width} ${height}`, width, height });
    const round = width < NARROW ? 22 : Math.min(width * 0.26, height * 0.5);
    const edge = (inset) => {
      const [left, right, low, curve] = [inset, width - inset, height - inset, Math.max(8, round - inset)];
      const top = width < NARROW ? inset : -40;
      const corner = width < NARROW ? curve : 0;
      return `M${left + corner} ${top}H${right - corner}${corner ? `Q${right} ${top} ${right} ${top + corner}` : ""}V${low - curve}Q${right} ${low} ${right - curve * 1.25} ${low}H${left + curve * 1.25}Q${left} ${low} ${left} ${low - curve}V${top + corner}${corner ? `Q${left} ${top} ${left + corner} ${top}` : ""}Z`;
    };
    const rail = width < NARROW ? 4 : 13;
    this.cloth.replaceChildren(
      draw("defs", {}, draw("radialGradient", { id: "cloth-light", cx: "50%", cy: "30%", r: "85%" }, draw("stop", { offset: "0", class: "near" }), draw("stop", { offset: "1", class: "far" })),
        draw("linearGradient", { id: "rail-light", x1: "0", y1: "0", x2: "0", y2: "1" }, draw("stop", { offset: "0", class: "rail-dark" }), draw("stop", { offset: ".85", class: "rail-mid" }), draw("stop", { offset: "1", class: "rail-shine" }))),
      draw("path", { class: "rail", d: edge(1) }), draw("path", { class: "surface", d: edge(rail) }), draw("path", { class: "trim", d: edge(rail + 7) }));
  }
}
customElements.define("pit-felt", PitFelt);

function showPlaces(places, names) {
  places.cards.forEach((element, slot) => dress(element, { name: names[slot] ?? "" }));
}

function shoePicture() {
  const picture = draw("svg", { viewBox: "0 0 90 60", focusable: "false" });
  picture.append(draw("path", { class: "body", d: "M6 8h56l22 34v12H6Z" }), draw("path", { class: "lid", d: "M6 8h56l10 15H6Z" }), draw("path", { class: "mouth", d: "M70 30l14 12v12H58Z" }), draw("rect", { class: "card-end", x: 62, y: 46, width: 24, height: 5, rx: 1 }));
  return picture;
}

function rackPicture() {
  const picture = draw("svg", { viewBox: "0 0 90 60", focusable: "false" });
  picture.append(draw("path", { class: "pile", d: "M14 50h58v-6H14ZM16 43h54v-5H16ZM15 37h56v-4H15Z" }), draw("path", { class: "glass", d: "M10 6v48h66V6M10 30h66" }));
  return picture;
}

export { cash };
