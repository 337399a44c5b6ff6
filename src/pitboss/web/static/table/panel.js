// Beside the table: what pays what, the round told line by line, its fairness, and help to play
// well.
import text from "/text/table.js";
import { make, replace, write } from "../base/dom.js";
import { ask } from "../base/house.js";
import { short } from "../base/money.js";
import { field, notice, tabs } from "../base/parts.js";
import { check } from "./fair.js";

const KEPT = 300; // lines of the log
const TABS = ["pays", "log", "fair", "help"];

export class Panel {
  constructor(felt) {
    this.felt = felt;
    this.id = felt.table.id;
    this.log = make("ol", { class: "log" });
    this.logEmpty = make("p", { class: "soft" }, text.logEmpty);
    this.coach = make("div", { class: "coach" });
    this.commitments = new Map();
    const parts = [
      { label: text.pays, body: this.pays() },
      { label: text.log, body: make("div", {}, this.logEmpty, this.log) },
      { label: text.fair, body: this.fair() },
      { label: text.help, body: this.coach },
    ];
    this.close = make(
      "button",
      { type: "button", class: "plain shut", onclick: () => this.shut() },
      text.panelClose,
    );
    this.element = make(
      "aside",
      { class: "beside", "aria-label": text.panel },
      this.close,
      tabs(text.panel, parts, {
        onchange: (place) => {
          if (TABS[place] === "help") this.onhelp?.();
        },
      }),
    );
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.shut();
    });
    this.heads = this.element.querySelectorAll("[role=tab]");
    this.open = make(
      "button",
      {
        type: "button",
        class: "open-panel",
        "aria-haspopup": "true",
        onclick: () => this.show("pays"),
      },
      text.panelOpen,
    );
  }

  show(name) {
    this.before = document.activeElement;
    this.element.classList.add("open");
    this.alone(getComputedStyle(this.element).position === "fixed");
    const head = this.heads[TABS.indexOf(name)];
    head.click();
    head.focus();
  }

  shut() {
    this.element.classList.remove("open");
    this.alone(false);
    this.before?.focus?.();
  }

  // Over the table, where it has no place beside it, nothing behind it is reached.
  alone(over) {
    for (const behind of document.querySelectorAll("header.top, .bar, pit-felt, .dock"))
      behind.inert = over;
  }

  pays() {
    const { felt } = this;
    const names = Object.fromEntries(felt.wagers.map((wager) => [wager.wager, wager.name]));
    const own = felt.wagers.filter((wager) => !wager.pays_as);
    const tables = own.map((wager) => {
      const shared = felt.wagers
        .filter((other) => other.pays_as === wager.wager)
        .map((other) => other.name);
      return paytable(
        text.paysCaption([wager.name, ...shared].join(", "), wager.paytable, wager.clause),
        wager.rows,
        this.decidedOn(wager, names),
      );
    });
    if (felt.envy.length) tables.push(paytable(text.envyCaption(felt.envy_clause), felt.envy, ""));
    const marks = felt.inscriptions.map((mark) =>
      text.inscribed[mark.what]?.(
        mark,
        mark.what === "operator" ? felt.house : (cents) => text.money(short(cents)),
      ),
    );
    const signs = felt.inscriptions
      .map((mark, place) => [mark, marks[place]])
      .filter(([mark, words]) => words && mark.what !== "odds");
    return make(
      "div",
      { class: "stack pays" },
      make(
        "ul",
        { class: "signs" },
        make(
          "li",
          {},
          text.minimumSign(text.money(short(felt.minimum)), text.money(short(felt.maximum))),
        ),
        signs.map(([mark, words]) =>
          make("li", {}, words, " ", make("span", { class: "clause" }, mark.clause)),
        ),
      ),
      tables,
      make(
        "p",
        { class: "row" },
        make("a", { class: "button", href: `/rules/${felt.game}` }, text.rulesLink),
        make("a", { class: "button", href: `/odds/${felt.game}` }, text.oddsLink),
      ),
    );
  }

  decidedOn(wager, names) {
    if (wager.wins_with.length)
      return text.paysWith(wager.wins_with.map((key) => names[key] ?? key));
    const { hole = [], community = [], box = [] } = wager.on;
    const parts = [
      hole.length ? text.paysHand(hole.length, this.felt.hole) : "",
      community.length ? text.paysCommunity : "",
      box.length ? text.paysBox : "",
    ];
    return text.paysOn(text.and(parts.filter(Boolean)));
  }

  tell(line) {
    if (!line) return;
    this.logEmpty.hidden = true;
    this.log.prepend(
      make(
        "li",
        { class: line.own ? "own" : null },
        line.words,
        line.clause && !line.words.includes(line.clause)
          ? make("span", { class: "clause" }, ` ${line.clause}`)
          : "",
      ),
    );
    while (this.log.children.length > KEPT) this.log.lastElementChild.remove();
  }

  newRound(number) {
    this.log.prepend(make("li", { class: "round" }, text.round(number)));
    this.commit();
  }

  fair() {
    this.commitName = make("p", {});
    this.commitment = make("p", { class: "mono", "data-commitment": "" });
    const seed = make("input", { maxlength: 64, autocomplete: "off" });
    this.seedSaid = make("div", {});
    this.checked = make("div", { class: "stack" });
    return make(
      "div",
      { class: "stack" },
      this.commitName,
      this.commitment,
      make("p", { class: "soft" }, text.commitmentWhy),
      make(
        "form",
        {
          class: "stack",
          onsubmit: async (event) => {
            event.preventDefault();
            if (!seed.value) return;
            try {
              await ask.post(`/api/tables/${this.id}/seed`, { seed: seed.value });
              replace(this.seedSaid, notice(text.seedDone(seed.value), "good"));
              seed.value = "";
            } catch (no) {
              replace(this.seedSaid, notice(no.message, "bad"));
            }
          },
        },
        field(text.seedLabel, seed, { hint: text.seedHint }),
        make("button", {}, text.seedSend),
        this.seedSaid,
      ),
      make(
        "button",
        { type: "button", "data-do": "verify", onclick: () => this.verify() },
        text.verify,
      ),
      this.checked,
      make("a", { href: "/fairness" }, text.fairPage),
    );
  }

  // What the house promises for this round, noted before it is played.
  async commit() {
    try {
      const { round, commitment } = await ask.get(`/api/tables/${this.id}/fairness`);
      if (!commitment) return;
      this.commitments.set(round, commitment);
      write(this.commitName, text.commitment(round));
      write(this.commitment, commitment);
    } catch {
      /* the line that says the connection is lost says it */
    }
  }

  async verify() {
    replace(this.checked, notice(text.verifying));
    try {
      const [last] = await ask.get(`/api/rounds?table=${this.id}&limit=1`);
      if (!last) {
        replace(this.checked, notice(text.verifyNone));
        return;
      }
      const record = await ask.get(`/api/rounds/${this.id}/${last.round}`);
      const found = check(record, this.commitments.get(last.round));
      const said = found.steps.map((step) =>
        make(
          "li",
          {},
          step.step === "commitment"
            ? text.verifySteps.commitment(step.kept)
            : text.verifySteps.shuffle(step.number, step.kept),
        ),
      );
      if (!found.shuffles) said.push(make("li", {}, text.verifySteps.none));
      replace(
        this.checked,
        notice(
          (found.kept ? text.verified : text.verifyFailed)(last.round),
          found.kept ? "good" : "bad",
        ),
        make("ul", {}, said),
        make("p", {}, text.seedShown, ": ", make("span", { class: "mono" }, record.seed.revealed)),
        record.seed.player_seeds.length
          ? make(
              "p",
              {},
              text.seedsMixed,
              ": ",
              make("span", { class: "mono" }, record.seed.player_seeds.join(" · ")),
            )
          : "",
      );
    } catch (no) {
      replace(this.checked, notice(no.message, "bad"));
    }
  }
}

const paytable = (caption, rows, below) =>
  make(
    "div",
    {},
    make(
      "table",
      { class: "paytable" },
      make("caption", {}, caption),
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          make("th", { scope: "col" }, text.hand),
          make("th", { scope: "col", class: "num" }, text.paysWhat),
          make("th", { scope: "col" }, text.clause),
        ),
      ),
      make(
        "tbody",
        {},
        rows.map((row) =>
          make(
            "tr",
            {},
            make("th", { scope: "row" }, row.hand),
            make("td", { class: "num" }, row.pays),
            make("td", { class: "clause" }, row.clause),
          ),
        ),
      ),
    ),
    below ? make("p", { class: "soft" }, below) : "",
  );
