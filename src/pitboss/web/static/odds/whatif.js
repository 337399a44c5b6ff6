// @ts-check
// What if a row paid something else? Every row of the base game can be edited; the figures and the
// decisions that change follow as one types.
import text from "/text/odds.js";
import { make, replace } from "../base/dom.js";
import { field, messageOf, notice } from "../base/parts.js";
import { getPriced, query } from "./ask.js";
import { fraction, plain, share, stageName, titled, under, workingNotice } from "./figures.js";

const PAUSE = 250; // milliseconds from the last key to the request

export class WhatIf {
  /**
   * @param {Api.OddsMenu} menu
   * @param {{ letters: Record<string, string> }} choice
   */
  constructor(menu, choice) {
    this.menu = menu;
    this.choice = choice;
    this.visible = false;
    this.letter = "";
    this.request = "";
    /** @type {Map<string, string>} What each edited row pays, by wager and row. */
    this.edits = new Map();
    /** @type {number | undefined} */
    this.timer = undefined;
    this.status = make("div", { role: "status" });
    this.rows = make("div", { class: "fields" });
    this.figures = make("div", { class: "stack" });
    const onclick = () => this.reset();
    const back = make("button", { type: "button", onclick }, text.whatIfReset);
    const panel = make("section", { class: "panel stack" }, this.rows, make("p", {}, back));
    const lead = make("p", { class: "small" }, text.whatIfLead);
    this.element = make("div", { class: "stack" }, lead, panel, this.status, this.figures);
  }

  get path() {
    const pays = [...this.edits].map(([row, value]) => `${row}=${value}`).join(";");
    const { letters } = this.choice;
    const question = { letter: letters.base ?? Object.values(letters)[0], pays };
    return `/api/odds/${this.menu.game}/what-if${query(question)}`;
  }

  reset() {
    this.edits.clear();
    this.letter = "";
    this.refresh();
  }

  async refresh() {
    const path = this.path;
    if (this.request === path && this.letter) return;
    this.request = path;
    try {
      /** @param {Page.Working | null} progress */
      const working = (progress) => replace(this.status, workingNotice(progress));
      /** @type {Api.WhatIfAnswer} */
      const answer = await getPriced(path, { working });
      if (this.request === path) this.show(answer);
    } catch (error) {
      if (this.request === path) replace(this.status, notice(text.failed(messageOf(error)), "bad"));
    }
  }

  /** @param {Api.WhatIfAnswer} answer */
  show(answer) {
    // The fields are drawn once for a letter, so that typing is never interrupted.
    if (this.letter !== answer.paytable) {
      this.letter = answer.paytable;
      this.edits.clear();
      replace(this.rows, ...answer.rows.map((row) => this.rowField(row)));
    }
    replace(this.status, answer.own_rules ? notice(text.whatIfOwn(answer.own_rules)) : null);
    replace(this.figures, figureTable(answer, this.path), decisionTable(this.menu, answer));
  }

  /** @param {Api.ChangedRow} row */
  rowField(row) {
    const key = `${row.wager}:${row.row}`;
    /** @param {Event} event */
    const oninput = (event) => {
      const value = /** @type {HTMLInputElement} */ (event.target).value.trim();
      if (!value || value === row.published) this.edits.delete(key);
      else this.edits.set(key, value);
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.refresh(), PAUSE);
    };
    const input = make("input", { value: row.published, maxlength: 30, "data-row": key, oninput });
    const several = this.menu.base.length > 1;
    return field(several ? `${row.name}: ${row.row}` : row.row, input);
  }
}

/**
 * @param {Api.WhatIfAnswer} answer
 * @param {string} path
 */
function figureTable({ published, changed }, path) {
  const rows = [
    [
      text.figure.house_edge,
      { num: share(published.house_edge) },
      { num: share(changed.house_edge) },
    ],
    [text.exact, { num: fraction(published.house_edge) }, { num: fraction(changed.house_edge) }],
    [
      text.figure.element_of_risk,
      { num: share(published.element_of_risk) },
      { num: share(changed.element_of_risk) },
    ],
    [
      text.figure.standard_deviation,
      { num: plain(published.standard_deviation) },
      { num: plain(changed.standard_deviation) },
    ],
    [
      text.figure.hit_frequency,
      { num: share(published.hit_frequency) },
      { num: share(changed.hit_frequency) },
    ],
    [
      text.figure.average_wager,
      { num: plain(published.average_wager) },
      { num: plain(changed.average_wager) },
    ],
  ];
  const headings = [text.what, text.whatIfPublished, text.whatIfChanged];
  const title = titled(text.whatIf, text.whatIf, path);
  return make("section", { class: "panel stack" }, title, under(headings, rows, text.whatIf));
}

/**
 * @param {Api.OddsMenu} menu
 * @param {Api.WhatIfAnswer} answer
 */
function decisionTable(menu, { decisions }) {
  if (!decisions.length) return make("p", { class: "small" }, text.whatIfSame);
  const rows = decisions.map((one) => [
    `${stageName(menu, one.stage)}: ${one.choice}`,
    { num: share(one.published) },
    { num: share(one.changed) },
  ]);
  const headings = [text.changed, text.whatIfPublished, text.whatIfChanged];
  return make(
    "section",
    { class: "panel stack" },
    make("h3", {}, text.changed),
    under(headings, rows, text.changed),
  );
}
