// A seat: who sits there, their cards, their spots. One's own is large and answers to chips.
import text from "/text/table.js";
import { card, cardLabel } from "../base/cards.js";
import { dress, make, write } from "../base/dom.js";
import { short } from "../base/money.js";
import { PitSpot, cash, signedShort, whyOf } from "./spot.js";

export class PitSeat extends HTMLElement {
  setup(felt, number, asks) {
    this.felt = felt;
    this.number = number;
    this.asks = asks;
    this.names = Object.fromEntries(felt.spots.map((spot) => [spot.spot, spot.name]));
    this.dataset.seat = number;
    this.setAttribute("role", "group");
    this.badge = make("span", { class: "number", "aria-hidden": "true" }, String(number));
    this.who = make("span", { class: "player" });
    this.tag = make("span", { class: "tag", hidden: true });
    this.house = make("span", { class: "tag by-house", hidden: true, title: text.byHouseWhy });
    this.hand = make("span", { class: "hand-name" });
    this.head = make("p", { class: "head" }, this.badge, this.who, this.tag, this.house, this.hand);
    this.cards = make("div", { class: "cards", role: "group" });
    this.spots = make("div", { class: "spots" });
    this.envy = make("div", { class: "envies" });
    this.join = make(
      "button",
      { type: "button", class: "join", "data-do": "sit", onclick: () => asks.sit(number) },
      text.sit,
    );
    // Where the layout has an area for them (a fixture of the game).
    const apart = felt.fixtures.some((fixture) => fixture.what === "discards");
    this.classList.toggle("discards-apart", apart);
    this.pile = make(
      "div",
      { class: "discards", role: "img", hidden: !apart },
      make("span", { class: "backs", "aria-hidden": "true" }),
      make("span", { "aria-hidden": "true" }, text.discards),
    );
    this.sum = make("p", { class: "sum", hidden: true });
    this.replaceChildren(
      this.head,
      this.cards,
      this.pile,
      this.spots,
      this.sum,
      this.envy,
      this.join,
    );
    this.slots = [];
    this.drawnAs = "";
    return this;
  }

  // Spots are buttons at one's own seat only: built again when that changes, updated otherwise.
  build(own) {
    if (this.drawnAs === String(own)) return;
    this.drawnAs = String(own);
    const press = {
      put: (spot) => this.asks.put(this.number, spot),
      take: (spot) => this.asks.take(this.number, spot),
    };
    this.spotList = new Map(
      this.felt.spots.map((spot) => [spot.spot, new PitSpot().setup(spot, this.names, own, press)]),
    );
    const side = (kind) => kind === "side" || kind === "progressive";
    const row = (wanted, name) => {
      const found = this.felt.spots
        .filter((spot) => side(spot.kind) === wanted)
        .map((spot) => this.spotList.get(spot.spot));
      return found.length ? make("div", { class: name }, found) : "";
    };
    this.spots.replaceChildren(row(false, "base"), row(true, "sides"));
    this.classList.toggle("own", own);
  }

  slotFor(place, asButton) {
    if (this.slots[place]?.dataset.button === String(asButton)) return this.slots[place];
    const inside = card("");
    const hidden = this.felt.hidden.includes(place);
    const attributes = {
      class: `slot${hidden ? " apart" : ""}`,
      "data-slot": place,
      "data-button": String(asButton),
    };
    const slot = asButton
      ? make(
          "button",
          { ...attributes, type: "button", onclick: () => this.asks.mark(this.number, place) },
          inside,
        )
      : make(
          "span",
          attributes,
          inside,
          hidden
            ? make("span", { class: "slot-name", "aria-hidden": "true" }, text.slotName(place + 1))
            : "",
        );
    if (this.slots[place]) this.slots[place].replaceWith(slot);
    else this.cards.append(slot);
    this.slots[place] = slot;
    return slot;
  }

  get discardsAt() {
    return this.pile.hidden ? null : this.pile;
  }

  cardAt(place) {
    return this.slots[place]?.querySelector("pit-card");
  }

  showCards(names, discarding, marked) {
    const count = this.felt.hole;
    const none = names.every((name) => !name);
    dress(this.cards, { "aria-hidden": none ? "true" : null });
    for (let place = 0; place < count; place += 1) {
      const name = names[place] ?? "";
      const asButton = discarding && name !== "";
      const focused = document.activeElement === this.slots[place];
      const slot = this.slotFor(place, asButton);
      if (focused) slot.focus();
      const inside = slot.querySelector("pit-card");
      dress(inside, { name });
      if (asButton) {
        const gone = marked.has(place);
        dress(slot, {
          "aria-pressed": String(gone),
          "aria-label": (gone ? text.drop : text.keep)(cardLabel(name)),
        });
      }
    }
  }

  show(place, state) {
    const own = place.yours;
    this.build(own);
    const taken = place.player !== "";
    const { turn, several } = state;
    const label = !taken
      ? text.seat(this.number)
      : own
        ? text.yourSeat(this.number)
        : text.seatOf(this.number, place.player);
    dress(this, {
      "aria-label": label,
      "data-acting": turn === this.number,
      "data-player": place.player || null,
    });
    this.classList.toggle("free", !taken);
    this.classList.toggle("out", Boolean(place.folded || place.dropped));
    this.classList.toggle("settling", state.settling === this.number);
    this.classList.toggle("told", own && Object.keys(place.results).length > 0);
    write(this.who, !taken ? text.free : own ? text.you : place.player);
    this.tell(place, turn === this.number, several);
    write(this.hand, place.hand);
    this.showCards(place.cards, state.discarding === this.number, state.marked);
    dress(this.cards, {
      "aria-label": own ? text.yourCards(this.number, several) : text.cardsOf(this.number),
    });
    for (const [key, spot] of this.spotList) spot.show(this.spotState(place, key, state));
    this.pile.style.setProperty("--backs", place.discarded);
    dress(this.pile, { "aria-label": text.discardsHold(place.discarded) });
    this.showEnvy(place);
    this.showSum(place);
    this.join.hidden = taken || !state.canSit(this.number);
    const second = state.several || state.mine;
    write(this.join, second ? text.secondBox : text.sit);
    dress(this.join, {
      "aria-label": second
        ? text.secondBoxAt(this.number, this.felt.boxes_clause)
        : text.sitAt(this.number),
    });
  }

  spotState(place, key, state) {
    const open = place.yours && state.betting;
    const draft =
      open && state.draft.boxes.has(this.number) ? (state.draft.of(this.number)[key] ?? 0) : null;
    const spot = this.spotList.get(key).spot;
    const bettable = open && !spot.multiples.length;
    return {
      stake: place.stakes[key] ?? 0,
      draft: spot.multiples.length ? null : draft,
      result: place.results[key] ?? null,
      withdrawn: place.withdrawn[key] ?? 0,
      collected: Boolean(place.collected[key]) || (spot.collected && state.closed),
      open: bettable,
      lacking:
        bettable && !place.results[key]
          ? state.draft.lacking(key, draft === null ? place.stakes : state.draft.of(this.number))
          : [],
      asked: state.turn === this.number && state.askedSpot === key,
    };
  }

  tell(place, turn, several) {
    const words = place.dropped
      ? text[place.dropped]
      : place.folded
        ? text.folded
        : turn
          ? text.turn
          : "";
    this.tag.hidden = !words;
    write(this.tag, words);
    this.house.hidden = !place.byHouse;
    write(this.house, place.yours && !several ? text.byHouse : text.byHouseShort);
  }

  // Another's spots are too small to read: what they come to.
  showSum(place) {
    const rows = [...Object.values(place.results), ...place.envy];
    const staked = Object.values(place.stakes).reduce((sum, cents) => sum + cents, 0);
    const net = rows.reduce((sum, row) => sum + row.net, 0);
    this.sum.hidden = place.yours || (!rows.length && !staked);
    const sign = net > 0 ? "plus" : net < 0 ? "minus" : "even";
    this.sum.className = rows.length ? `sum badge ${sign}` : "sum";
    const waits = rows.some((row) => row.kind === "pending");
    write(
      this.sum,
      waits
        ? text.outcome.pending()
        : rows.length
          ? signedShort(net)
          : staked
            ? text.money(short(staked))
            : "",
    );
  }

  showEnvy(place) {
    const key = place.envy.map((row) => `${row.holder}:${row.paid}`).join();
    if (this.envyKey === key) return;
    this.envyKey = key;
    this.envy.replaceChildren(
      ...place.envy.flatMap((row) => {
        const why = whyOf(row);
        const badge = make(
          "span",
          {
            class: "badge plus envy",
            "data-result": "envy",
            "data-spot": "envy",
            "data-cents": row.net,
            title: why,
          },
          text.outcome.envy(cash(row.paid)),
        );
        return place.yours ? [make("p", {}, badge, make("small", {}, why))] : [badge];
      }),
    );
  }
}
customElements.define("pit-seat", PitSeat);
