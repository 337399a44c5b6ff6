// One betting area: its outline and inscriptions, the chips on it, and what they brought.
import text from "/text/table.js";
import { draw, dress, make, write } from "../base/dom.js";
import { dollars, short } from "../base/money.js";
import { chips } from "./chips.js";

export const cash = (cents) => text.money(dollars(cents));

const brief = new Intl.NumberFormat(document.documentElement.dataset.locale || navigator.language, {
  notation: "compact",
  maximumFractionDigits: 1,
});
// Where there is little room: cents only when there are any, thousands in short.
export const inShort = (cents) => (cents >= 100_000 ? brief.format(cents / 100) : short(cents));
export const signedShort = (cents) =>
  (cents > 0 ? text.plus : cents < 0 ? text.minus : text.even)(inShort(Math.abs(cents)));

const SHAPES = {
  required: () => [draw("circle", { cx: 50, cy: 50, r: 46 })],
  decision: () => [draw("circle", { cx: 50, cy: 50, r: 46, class: "dashed" })],
  side: () => [draw("path", { d: "M50 3 97 50 50 97 3 50Z" })],
  progressive: () => [
    draw("rect", { x: 5, y: 5, width: 90, height: 90, rx: 24 }),
    draw("circle", { class: "light", cx: 50, cy: 22, r: 8 }),
  ],
};

// What a person calls it: winnings without the stake where the stake comes back besides.
export const outcomeOf = (row) =>
  text.outcome[row.kind](cash(row.kind === "lost" ? row.stake : (row.won ?? row.paid)));
// Why, in pieces, so that a line breaks between them: the hand, its odds, what a limit took, the
// clause.
export const whyParts = (row) =>
  [
    ...text.why[row.kind](row),
    row.cut ? text.cutBy(cash(row.cut), row.limit) : "",
    row.clause,
  ].filter(Boolean);
export const whyOf = (row) => text.pieces(whyParts(row));

export class PitSpot extends HTMLElement {
  setup(spot, names, own, press) {
    this.spot = spot;
    this.names = names;
    this.own = own;
    this.className = `${spot.kind}${own ? " own" : ""}`;
    const area = draw("svg", {
      viewBox: "0 0 100 100",
      class: "area",
      "aria-hidden": "true",
      focusable: "false",
    });
    area.append(...SHAPES[spot.kind]());
    this.stack = chips(0);
    this.title_ = make("span", { class: "name" }, spot.name);
    this.amount = make("span", { class: "amount" });
    this.limits = make("span", { class: "limits" }, this.inscription());
    this.badge = make("span", { class: "badge", hidden: true });
    this.why = make("span", { class: "why" });
    // In place of a chip that was collected, where the game has one put there.
    this.lammer = spot.lammer
      ? make("span", { class: "lammer", hidden: true }, own ? text.lammer : "")
      : "";
    const chips_ = [this.stack, this.lammer, this.amount];
    this.face = own
      ? make(
          "button",
          {
            type: "button",
            class: "face",
            "data-spot": spot.spot,
            onclick: () => press.put(spot.spot),
            oncontextmenu: (event) => {
              event.preventDefault();
              press.take(spot.spot);
            },
          },
          area,
          this.title_,
          this.limits,
          chips_,
          this.badge,
          this.why,
        )
      : make("div", { class: "face", role: "img", "data-spot": spot.spot }, area, chips_);
    this.replaceChildren(this.face);
    return this;
  }

  inscription() {
    const { multiples, of, least, most } = this.spot;
    return multiples.length
      ? text.spotMultiples(multiples, this.names[of])
      : text.spotLimits(text.money(short(least)), text.money(short(most)));
  }

  limitsSaid() {
    const { multiples, of, least, most } = this.spot;
    return multiples.length
      ? text.spotMultiples(multiples, this.names[of])
      : text.spotLimitsSaid(cash(least), cash(most));
  }

  // `stake` lies there by the house's word; `draft` is what the player means to put there.
  show({
    stake = 0,
    draft = null,
    result = null,
    withdrawn = 0,
    collected = false,
    open = false,
    lacking = [],
    asked = false,
    marked = false,
  }) {
    const shown = draft ?? stake;
    const gone = collected && !result && shown > 0; // the house has the chip, the wager stands
    const pile = result
      ? result.kind === "lost" || (result.kind === "pending" && collected)
        ? 0
        : result.kind === "pending"
          ? result.stake
          : result.paid
      : gone
        ? 0
        : shown;
    dress(this.stack, { cents: pile });
    const drafted = draft !== null && draft !== stake;
    this.classList.toggle("drafted", drafted);
    this.classList.toggle("lit", this.spot.progressive && stake > 0);
    this.classList.toggle("collected", gone);
    if (this.lammer) this.lammer.hidden = !gone;
    this.classList.toggle("asked", asked);
    this.classList.toggle("marked", marked);
    this.classList.toggle("lacking", open && lacking.length > 0);
    this.classList.toggle("filled", pile > 0 || (gone && this.spot.lammer));
    const said = gone ? (this.spot.lammer ? text.lammer : text.taken) : "";
    write(this.amount, result || !shown ? "" : this.own ? short(shown) : inShort(shown));
    dress(this.face, {
      "data-result": result ? result.kind : null,
      "data-cents": result && result.kind !== "pending" ? result.net : null,
      "data-stake": shown || null,
      "aria-label": this.label({ shown, drafted, result, withdrawn, open, lacking, said }),
      "aria-disabled": this.own && !open ? "true" : null,
    });
    this.badge.hidden = !result && !withdrawn;
    this.classList.toggle("settled", !this.badge.hidden);
    if (result) {
      this.badge.className =
        `badge ${result.kind} ` + `${result.net > 0 ? "plus" : result.net < 0 ? "minus" : "even"}`;
      write(this.badge, this.badgeOf(result));
    } else if (withdrawn) {
      this.badge.className = "badge even";
      write(this.badge, text.withdrawn(short(withdrawn)));
    }
    if (this.own) this.tellWhy(result);
  }

  tellWhy(result) {
    const parts = result ? whyParts(result) : [];
    if (this.told === parts.join()) return;
    this.told = parts.join();
    this.why.replaceChildren(
      ...parts.flatMap((part, place) => [
        make("span", {}, place < parts.length - 1 ? text.piece(part) : part),
        " ",
      ]),
    );
  }

  badgeOf(result) {
    if (result.kind === "pending" || result.kind === "push" || result.kind === "cut")
      return text.outcome[result.kind]();
    return result.kind === "returned"
      ? text.outcome.returned(short(result.paid))
      : (result.net > 0 ? text.plus : result.net < 0 ? text.minus : text.even)(
          short(Math.abs(result.net)),
        );
  }

  label({ shown, drafted, result, withdrawn, open, lacking, said }) {
    const { name } = this.spot;
    const parts = [
      shown
        ? drafted
          ? text.spotDraft(name, cash(shown))
          : text.spotStake(name, cash(shown))
        : text.spotEmpty(name),
    ];
    if (result) return [text.spotStake(name, outcomeOf(result)), whyOf(result)].join(", ");
    if (withdrawn) return text.spotStake(name, text.withdrawn(cash(withdrawn)));
    if (said) parts.push(said);
    if (this.spot.progressive && shown && !drafted) parts.push(text.lit);
    if (open || (this.own && this.spot.multiples.length)) parts.push(this.limitsSaid());
    if (open && lacking.length) parts.push(text.spotNeeds(lacking.map((key) => this.names[key])));
    return parts.join(", ");
  }
}
customElements.define("pit-spot", PitSpot);
