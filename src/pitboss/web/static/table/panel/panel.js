// @ts-check
// Beside the table: the paytables, the log of the round, its fairness, and the coach.
import hands from "/text/hands.js";
import text from "/text/table.js";
import { focusOn, make, replace, setHidden, write } from "../../base/dom.js";
import { ask } from "../../base/house.js";
import { short } from "../../base/money.js";
import { field, messageOf, notice, tabs } from "../../base/parts.js";
import { settings } from "../../base/settings.js";
import { check } from "./fair.js";
import { rankingOf } from "./ranking.js";
import { Meters } from "./meters.js";

const MAX_LINES = 300; // of the log
const TABS = ["pays", "log", "fair", "help"];

/** @typedef {{ words: string, clause: string, own: boolean }} LogLine */
/** @typedef {{ wager: string, clause: string, odds: string }} PaidRow */

export class Panel {
  commitName = make("p", {});
  commitment = make("p", { class: "mono", "data-commitment": "" });
  seedReply = make("div", {});
  result = make("div", { class: "stack" });

  /**
   * @param {Page.Felt} felt
   * @param {() => void} oninvite
   */
  constructor(felt, oninvite) {
    this.felt = felt;
    this.id = felt.table.id;
    this.log = make("ol", { class: "log" });
    this.logEmpty = make("p", { class: "soft" }, text.logEmpty);
    this.coach = make("div", { class: "coach" });
    /** @type {Map<number, string>} */
    this.commitments = new Map();
    this.onhelp = () => {};
    this.oninvite = oninvite;
    /** @type {Element | null} */
    this.before = null; // had the focus before the panel opened
    const parts = [
      { label: text.pays, body: this.pays() },
      { label: text.log, body: make("div", {}, this.logEmpty, this.log) },
      { label: text.fair, body: this.fair() },
      { label: text.help, body: this.coach },
    ];
    /** @param {number} place */
    const onchange = (place) => {
      if (TABS[place] === "help") this.onhelp();
    };
    const closing = { type: "button", class: "plain shut", onclick: () => this.shut() };
    const close = make("button", closing, text.panelClose);
    const box = tabs(text.panel, parts, { onchange });
    this.meters = new Meters();
    const inside = [close, this.meters.element, box];
    this.element = make("aside", { class: "beside", "aria-label": text.panel }, inside);
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.shut();
    });
    this.heads = this.element.querySelectorAll("button[role=tab]");
    const opening = { "aria-haspopup": "true", onclick: () => this.show("pays") };
    const attributes = { type: "button", class: "open-panel", ...opening };
    this.open = make("button", attributes, text.panelOpen);
  }

  /** @param {string} name */
  show(name) {
    this.before = document.activeElement;
    this.element.dataset.state = "open";
    this.alone(getComputedStyle(this.element).position === "fixed");
    const head = /** @type {HTMLElement} */ (this.heads[TABS.indexOf(name)]);
    head.click();
    head.focus();
  }

  shut() {
    delete this.element.dataset.state;
    this.alone(false);
    focusOn(this.before);
  }

  /**
   * While the panel covers the table, nothing behind it can be reached.
   * @param {boolean} over
   */
  alone(over) {
    for (const behind of document.querySelectorAll("header.top, .bar, .felt, .dock"))
      behind.toggleAttribute("inert", over);
  }

  pays() {
    const { wagers, envy, game, spots } = this.felt;
    const tables = wagers
      .filter((wager) => !wager.pays_as)
      .map((wager) => {
        const others = wagers.filter((other) => other.pays_as === wager.wager);
        const names = [wager, ...others].map((one) => one.name).join(text.also);
        const open = spots.some((spot) => spot.wager === wager.wager && spot.required);
        return paytable(wager, names, this.decidedOn(wager), open);
      });
    if (envy.length) {
      const clause = this.felt.envy_clause;
      const about = { wager: "envy", paytable: "", clause, rows: envy };
      tables.push(paytable(about, text.envyCaption, "", false));
    }
    /**
     * @param {string} href
     * @param {string} label
     */
    const link = (href, label) => make("a", { class: "button", href }, label);
    const rules = link(`/rules/${game}`, text.rulesLink);
    const odds = link(`/odds/${game}`, text.oddsLink);
    const inviting = { type: "button", "data-do": "invite", onclick: () => this.oninvite() };
    const invite = make("button", inviting, text.invite);
    const links = make("p", { class: "row" }, rules, odds, invite);
    const shown = () => settings.set("clauses", settings.get("clauses") === "on" ? "off" : "on");
    const labels = { "aria-label": text.clauses, title: text.clauses, "data-do": "clauses" };
    const button = make(
      "button",
      { type: "button", class: "round", ...labels, onclick: shown },
      "§",
    );
    settings.on(() =>
      button.setAttribute("aria-pressed", String(settings.get("clauses") === "on")),
    );
    const head = make("div", { class: "pays-head" }, make("h2", {}, text.paysHeading), button);
    const ranks = rankingOf(this.id);
    const parts = [head, tables, this.loss(), ranks, this.signs(), links];
    return make("div", { class: "stack pays" }, parts);
  }

  /**
   * Lights the rows that pay, each by its wager, clause and odds; rows out of reach turn soft.
   * @param {PaidRow[]} rows
   * @param {PaidRow[]} [never]
   */
  light(rows, never = []) {
    for (const line of document.querySelectorAll("tr[data-wager], .printed li")) {
      const { wager, clause, odds } = /** @type {HTMLElement} */ (line).dataset;
      /** @param {PaidRow} row */
      const same = (row) => row.wager === wager && row.odds === odds && row.clause === clause;
      const lit = rows.some(same);
      line.toggleAttribute("data-lit", lit);
      line.toggleAttribute("data-never", never.some(same));
      const box = lit ? line.closest("details") : null;
      if (box) box.open = true;
    }
  }

  // What the game costs on average, in money.
  loss() {
    const { edge, minimum } = this.felt;
    if (!edge) return null;
    const cents = Math.round(minimum * edge.house_edge.decimal);
    const stake = text.money(short(minimum));
    return make("p", { class: "average" }, text.averageLoss(text.cents(cents), stake, edge.unit));
  }

  // What must be posted at the table, each with its clause.
  signs() {
    const { inscriptions, minimum, maximum, house, operator } = this.felt;
    /** @param {number} cents */
    const cash = (cents) => text.money(short(cents));
    /** @param {Page.Inscription} mark */
    const wordsOf = (mark) =>
      text.inscribed[mark.what]?.(mark, mark.what === "operator" ? operator || house : cash);
    const items = inscriptions
      .filter((mark) => mark.what !== "odds" && wordsOf(mark))
      .map((mark) => {
        const clause = make("span", { class: "clause" }, mark.clause);
        return make("li", {}, wordsOf(mark), " ", clause);
      });
    const limits = make("li", {}, text.minimumSign(cash(minimum), cash(maximum)));
    return make("ul", { class: "signs" }, limits, items);
  }

  /** @param {Page.FeltWager} wager */
  decidedOn(wager) {
    const { wagers, hole: size } = this.felt;
    /** @param {string} key */
    const nameOf = (key) => wagers.find((one) => one.wager === key)?.name ?? key;
    if (wager.wins_with.length) return text.paysWith(wager.wins_with.map(nameOf));
    const { hole = [], community = [], box = [] } = wager.on;
    const parts = [
      hole.length ? text.paysHand(hole.length, size) : "",
      community.length ? text.paysCommunity : "",
      box.length ? text.paysBox : "",
    ];
    return text.paysOn(text.and(parts.filter(Boolean)));
  }

  /** @param {LogLine | null} line */
  tell(line) {
    if (!line) return;
    const { words, clause, own } = line;
    setHidden(this.logEmpty, true);
    const extra = clause && !words.includes(clause);
    const citation = extra ? make("span", { class: "clause" }, ` ${clause}`) : null;
    this.log.prepend(make("li", { class: own ? "own" : null }, words, citation));
    while (this.log.children.length > MAX_LINES) this.log.lastElementChild?.remove();
  }

  /** @param {number} number */
  newRound(number) {
    this.log.prepend(make("li", { class: "round" }, text.round(number)));
    this.commit();
  }

  fair() {
    const why = make("p", { class: "soft" }, text.commitmentWhy);
    const verifying = { type: "button", "data-do": "verify", onclick: () => this.verify() };
    const verify = make("button", verifying, text.verify);
    const link = make("a", { href: "/fairness" }, text.fairPage);
    const parts = [this.commitName, this.commitment, why, this.seedForm()];
    return make("div", { class: "stack" }, parts, verify, this.result, link);
  }

  seedForm() {
    const seed = make("input", { maxlength: 64, autocomplete: "off" });
    /** @param {SubmitEvent} event */
    const onsubmit = async (event) => {
      event.preventDefault();
      if (!seed.value) return;
      try {
        await ask.post(`/api/tables/${this.id}/seed`, { seed: seed.value });
        replace(this.seedReply, notice(text.seedDone(seed.value), "good"));
        seed.value = "";
      } catch (error) {
        replace(this.seedReply, notice(messageOf(error), "bad"));
      }
    };
    const entry = field(text.seedLabel, seed, { hint: text.seedHint });
    const send = make("button", {}, text.seedSend);
    return make("form", { class: "stack", onsubmit }, entry, send, this.seedReply);
  }

  // Notes the house's commitment to a round before the round is played.
  async commit() {
    try {
      const { round, commitment } = await ask.get(`/api/tables/${this.id}/fairness`);
      if (!commitment) return;
      this.commitments.set(round, commitment);
      write(this.commitName, text.commitment(round));
      write(this.commitment, commitment);
    } catch {
      /* the page already says that the connection is lost */
    }
  }

  async verify() {
    replace(this.result, notice(text.verifying));
    try {
      const [last] = await ask.get(`/api/rounds?table=${this.id}&limit=1`);
      if (!last) {
        replace(this.result, notice(text.verifyNone));
        return;
      }
      const record = await ask.get(`/api/rounds/${this.id}/${last.round}`);
      const proof = await check(record, this.commitments.get(last.round));
      replace(this.result, proofOf(proof, last.round, record.seed));
    } catch (error) {
      replace(this.result, notice(messageOf(error), "bad"));
    }
  }
}

/**
 * @param {Awaited<ReturnType<typeof check>>} proof
 * @param {number} round
 * @param {{ player_seeds: string[], revealed: string }} seed
 */
function proofOf({ steps, holds, shuffles }, round, seed) {
  const { commitment, shuffle, none } = text.verifySteps;
  const items = steps.map(({ step, number, holds: good }) =>
    make("li", {}, step === "commitment" ? commitment(good) : shuffle(number, good)),
  );
  if (!shuffles) items.push(make("li", {}, none));
  const words = (holds ? text.verified : text.verifyFailed)(round);
  /**
   * @param {string} label
   * @param {string} value
   */
  const line = (label, value) => make("p", {}, label, ": ", make("span", { class: "mono" }, value));
  const players = seed.player_seeds.join(" · ");
  return [
    notice(words, holds ? "good" : "bad"),
    make("ul", {}, items),
    line(text.seedShown, seed.revealed),
    players ? line(text.seedsMixed, players) : null,
  ];
}

/**
 * @param {{ wager: string, paytable: string, clause: string, rows: Page.PayRow[] }} wager
 * @param {string} names
 * @param {Dom.Children} note
 * @param {boolean} open
 */
function paytable({ wager, paytable: letter, clause, rows }, names, note, open) {
  const heads = [
    make("th", { scope: "col" }, text.hand),
    make("th", { scope: "col", class: "num" }, text.paysWhat),
    make("th", { scope: "col", class: "clause" }, text.clause),
  ];
  const lines = rows.map(({ hand, pays, clause: row }) => {
    const cells = [
      make("th", { scope: "row" }, hands.handName(hand)),
      make("td", { class: "num" }, hands.oddsName(pays)),
      make("td", { class: "clause" }, row),
    ];
    return make("tr", { "data-wager": wager, "data-clause": row, "data-odds": pays }, cells);
  });
  const caption = make("caption", { class: "quiet" }, text.paysCaption(names, letter, clause));
  const head = make("thead", { class: "quiet-head" }, make("tr", {}, heads));
  const table = make("table", { class: "paytable" }, caption, head, make("tbody", {}, lines));
  const top = make(
    "span",
    { class: "top-pays" },
    text.paysTop(hands.oddsName(rows[0]?.pays ?? "")),
  );
  const citation = make("span", { class: "clause" }, clause);
  return make(
    "details",
    { open },
    make("summary", {}, make("span", {}, names, " ", citation), top),
    table,
    note ? make("p", { class: "soft" }, note) : null,
  );
}
