// @ts-check
// A table in its game's card: who sits there, what it takes, and the way to a seat.
import text from "/text/lobby.js";
import { make, write } from "../base/dom.js";
import { cents, short } from "../base/money.js";
import { dialog } from "../base/parts.js";

/** @typedef {{ me: Page.Person, say: (words: string) => void }} Visitor */

/** @param {Api.LobbyRow} table */
function seatDots(table) {
  const dots = make("span", { class: "seats", "aria-hidden": "true" });
  for (let seat = 1; seat <= table.seats; seat += 1) {
    const taken = table.taken.includes(seat);
    const state = { "data-state": taken ? "taken" : null, "data-colour": taken ? seat : null };
    dots.append(make("span", { class: "dot", ...state }));
  }
  return dots;
}

/** @param {Api.LobbyRow} table */
function tags({ currency, mode, mark, settings: { cards }, dealt }) {
  const pill = (/** @type {string} */ label, kind = "pill") => make("span", { class: kind }, label);
  return [
    currency === "real" ? pill(text.real, "pill real") : null,
    mark ? pill(mark) : null,
    mode === "dealer" && dealt ? pill(text.dealer) : null,
    cards === "physical" ? pill(text.physical) : null,
  ];
}

export class TableRow {
  /**
   * @param {Api.LobbyRow} table
   * @param {Api.ShippedEdge | null | undefined} edge
   * @param {Visitor} visitor
   */
  constructor(table, edge, visitor) {
    this.visitor = visitor;
    this.table = table;
    this.own = false;
    this.free = make("span", { class: "free" });
    this.dots = make("span", {});
    this.limits = make("dd", {});
    this.tags = make("span", { class: "tags" });
    this.note = make("p", { class: "note", hidden: true });
    this.sit = make("a", { class: "button main" });
    this.watch = make("a", { class: "button", href: `/table/${table.id}` }, text.watch);
    const invite = { type: "button", onclick: () => this.share(), hidden: true };
    this.invite = make("button", invite, text.invite);
    this.element = make(
      "li",
      { class: "table-row", "data-table": table.id },
      make(
        "div",
        { class: "row-head" },
        make("h3", {}, table.name),
        this.tags,
        make("span", { class: "taken" }, this.dots, this.free),
      ),
      this.facts(edge),
      this.note,
      make("div", { class: "row acts" }, this.sit, this.watch, this.invite),
    );
    this.seats = "";
  }

  /** @param {Api.ShippedEdge | null | undefined} edge */
  facts(edge) {
    const rows = [make("dt", {}, text.bets), this.limits];
    if (edge) {
      const { fraction, decimal } = edge.house_edge;
      const least = this.table.minimum;
      const words = text.loss(cents(least * decimal), short(least));
      rows.push(make("dt", {}, text.lossName));
      rows.push(make("dd", { title: text.edgeExact(fraction, edge.unit) }, words));
    }
    return make("dl", { class: "facts" }, rows);
  }

  /**
   * The main button: its words, its label and its address.
   * @returns {string[]}
   */
  offer() {
    const { id, name, title, mode, currency } = this.table;
    const { me } = this.visitor;
    const staff = me !== null && me.role !== "player";
    const deals = ["dealer", "floorperson"].includes(me?.role ?? "");
    if (deals && mode === "dealer")
      return [text.console, text.consoleAt(name, title), `/dealer/${id}`];
    if (staff) return [text.watch, text.watchAt(name, title), `/table/${id}`];
    if (this.own) return [text.backToSeat, text.backAt(name, title), `/table/${id}`];
    if (currency === "real" && (!me || me.guest))
      return [text.logIn, text.logInAt(name), `/login?to=${encodeURIComponent(`/table/${id}`)}`];
    if (this.table.taken.length < this.table.seats)
      return [text.sit, text.sitAt(name, title), `/table/${id}?sit=1`];
    return [text.full, text.fullAt(name, title), `/table/${id}`];
  }

  /**
   * @param {Api.LobbyRow} table
   * @param {boolean} own Whether the visitor sits here.
   * @param {string} instead A table of the same game that has its dealer, or deals itself.
   */
  show(table, own, instead) {
    this.table = table;
    this.own = own;
    const free = table.seats - table.taken.length;
    write(this.limits, text.range(short(table.minimum), short(table.maximum)));
    write(this.free, text.free(free, table.seats));
    const seats = table.taken.join();
    if (this.seats !== seats || !this.dots.firstChild) this.dots.replaceChildren(seatDots(table));
    this.seats = seats;
    const [words, label, href] = this.offer();
    write(this.sit, words);
    this.sit.setAttribute("aria-label", label);
    this.sit.setAttribute("href", href);
    this.sit.dataset.state = own ? "own" : "";
    this.watch.setAttribute("aria-label", text.watchAt(table.name, table.title));
    this.watch.hidden = own || words === text.watch || words === text.full;
    this.invite.hidden = !own;
    this.invite.setAttribute("aria-label", text.inviteTo(table.name));
    this.note.hidden = table.dealt;
    write(this.note, table.dealt ? "" : instead ? text.noDealerPlay(instead) : text.noDealer);
    const kinds = `${table.currency} ${table.mode} ${table.dealt}`;
    if (this.tags.dataset.kinds !== kinds)
      this.tags.replaceChildren(...tags(table).filter((tag) => tag !== null));
    this.tags.dataset.kinds = kinds;
  }

  // Hands out the address that seats a friend here.
  async share() {
    const { id, name, title } = this.table;
    const url = `${location.origin}/table/${id}?sit=1`;
    if (navigator.share) {
      await navigator.share({ title: text.inviteText(name, title), url }).catch(() => {});
      return;
    }
    const copied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    );
    if (copied) this.visitor.say(text.copied);
    const field = make("input", { value: url, readonly: true, "aria-label": text.inviteLink });
    const lead = make("p", {}, copied ? text.copied : text.copyIt);
    dialog({ title: text.inviteTo(name), body: [lead, field] });
  }
}
