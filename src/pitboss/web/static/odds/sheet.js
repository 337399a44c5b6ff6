// @ts-check
// The PAR sheet: every wager in a line, one of them in full, all of them together, limits, rulings.
import text from "/text/odds.js";
import { make, replace } from "../base/dom.js";
import { number, short } from "../base/money.js";
import { field, messageOf, notice, select } from "../base/parts.js";
import { getPriced, query } from "./ask.js";
import {
  chance,
  downloads,
  fraction,
  plain,
  share,
  titled,
  under,
  workingNotice,
} from "./figures.js";
import { Fan } from "./fan.js";
import { Line } from "./line.js";
import { togetherSection, wagerDetail } from "./wager.js";

/** @param {Dom.Children[]} inside */
const section = (...inside) => make("section", { class: "panel stack" }, ...inside);
/** @param {string} words */
const small = (words) => make("p", { class: "small" }, words);
/**
 * @param {Api.OddsMenu} menu
 * @param {string} key
 */
const wagerName = (menu, key) => menu.wagers.find((one) => one.wager === key)?.name ?? key;

export class Sheet {
  /**
   * @param {Api.OddsMenu} menu
   * @param {import("./choice.js").Choice} choice
   */
  constructor(menu, choice) {
    this.menu = menu;
    this.choice = choice;
    this.wager = menu.wagers[0].wager;
    this.request = ""; // the path of the sheet shown or on its way
    /** @type {Api.SheetAnswer | null} */
    this.sheet = null;
    /** @type {Api.LinesAnswer | null} */
    this.lines = null;
    this.visible = false;
    this.status = make("div", { role: "status" });
    this.overview = make("div", {});
    this.detail = make("div", { class: "stack" });
    this.body = make("div", { class: "stack sheet" });
    this.fan = new Fan(menu, choice);
    this.element = make("div", { class: "stack" }, this.fan.element, this.status, this.body);
  }

  get path() {
    const { choice, menu } = this;
    return this.pathFor({
      letters: choice.every,
      stakes: { base: choice.base },
      progressive_stake: menu.progressive ? choice.stake : null,
      limit: choice.limit,
    });
  }

  /**
   * @param {Parameters<typeof query>[0]} question
   * @param {string} name
   */
  pathFor(question, name = "sheet") {
    return `/api/odds/${this.menu.game}/${name}${query(question)}`;
  }

  async refresh() {
    this.fan.refresh();
    const path = this.path;
    if (this.request === path) {
      if (this.sheet) this.showWagers(this.sheet);
      return;
    }
    this.request = path;
    this.body.dataset.state = "stale";
    try {
      /** @param {Page.Working | null} progress */
      const working = (progress) => replace(this.status, workingNotice(progress));
      const [sheet, lines] = await Promise.all([
        getPriced(path, { working }),
        this.menu.progressive ? getPriced(`/api/odds/${this.menu.game}/lines`) : null,
      ]);
      if (this.request !== path) return;
      this.sheet = sheet;
      this.lines = lines;
      this.show(sheet);
    } catch (error) {
      this.request = "";
      replace(this.status, notice(text.failed(messageOf(error)), "bad"));
    }
    delete this.body.dataset.state;
  }

  /** @param {Api.SheetAnswer} sheet */
  show(sheet) {
    this.overview = make("div", {});
    this.detail = make("div", { class: "stack" });
    const names = sheet.wagers.map((wager) => [wager.wager, wager.name]);
    /** @param {Page.Input} event */
    const onchange = (event) => {
      this.wager = event.target.value;
      this.showDetail(sheet);
    };
    const pick = select(names, this.wager, { "data-key": "detail", onchange });
    const together = sheet.together
      ? togetherSection(sheet.together, (key) => wagerName(this.menu, key), this.path)
      : null;
    replace(
      this.body,
      titled(text.wagers, text.sheet, this.path),
      this.overview,
      small(text.unitNote),
      make("div", { class: "panel stack" }, field(text.detail, pick), this.detail),
      together,
      this.limits(sheet),
      this.rulings(sheet),
      this.information(),
    );
    this.showWagers(sheet);
    this.showDetail(sheet);
  }

  /**
   * The progressive's edge follows the sliders; all other figures stand as calculated.
   * @param {Api.SheetWager} wager
   */
  edgeOf(wager) {
    if (!this.lines || wager.wager !== this.menu.progressive?.wager) return wager.house_edge;
    const { choice } = this;
    const line = Line.find(this.lines, choice.progressiveLetter, choice.stake);
    return line.edge(choice.ownMeters, choice.seats).figure;
  }

  /** @param {Api.SheetAnswer} sheet */
  showWagers({ wagers }) {
    const rows = wagers.map((wager) => {
      const edge = this.edgeOf(wager);
      return [
        wager.name,
        wager.paytable,
        { num: make("strong", {}, share(edge)) },
        { num: fraction(edge) },
        { num: share(wager.element_of_risk) },
        { num: plain(wager.standard_deviation, 3) },
        { num: share(wager.hit_frequency, 2) },
        { num: plain(wager.average_wager, 3) },
      ];
    });
    const edges = [text.wager, text.table, text.edge, text.exact];
    const headings = [...edges, text.risk, text.deviation, text.hit, text.average];
    replace(this.overview, under(headings, rows, text.wagers));
    this.fan.price(this.losses(wagers));
  }

  /**
   * What each optional wager loses a round on average, at the stake its edge is for.
   * @param {Api.SheetWager[]} wagers
   */
  losses(wagers) {
    const optional = new Set(
      this.menu.wagers.filter((one) => one.optional).map((one) => one.wager),
    );
    return wagers
      .filter((wager) => optional.has(wager.wager))
      .map((wager) => {
        const own = wager.wager === this.menu.progressive?.wager;
        const stake = own ? this.choice.stake : wager.stake_cents;
        return { name: wager.name, loss: this.edgeOf(wager).decimal * stake, stake };
      });
  }

  /** @param {Api.SheetAnswer} sheet */
  showDetail({ wagers }) {
    const wager = wagers.find((one) => one.wager === this.wager) ?? wagers[0];
    const path = this.pathFor({
      wager: wager.wager,
      letters: { [wager.wager]: wager.paytable },
      stakes: { base: this.choice.base },
    });
    replace(this.detail, wagerDetail(this.menu, wager, path));
  }

  /** @param {Api.SheetAnswer} sheet */
  limits({ payout_limits: limits }) {
    if (!limits.length)
      return section(titled(text.limits, text.limits, null), small(text.noLimits));
    const question = { letter: this.choice.letters.base, limit: this.choice.limit };
    const rows = limits.map((limit) => [
      text.money(short(limit.stake_cents)),
      { num: share(limit.house_edge_without) },
      { num: share(limit.house_edge_with) },
      { num: share(limit.house_edge_with_best_play) },
      { num: chance(limit.hands_cut) },
    ]);
    const headings = [text.stake, text.without, text.withLimit, text.bestWith, text.cut];
    return section(
      titled(text.limits, text.limits, this.pathFor(question, "limit")),
      small(text.limitsLead(short(limits[0].limit_cents))),
      under(headings, rows, text.limits),
    );
  }

  /** @param {Api.SheetAnswer} sheet */
  rulings(sheet) {
    const { every } = this.choice;
    const rows = sheet.rulings
      .filter((ruling) => every[ruling.wager] === ruling.paytable)
      .map((ruling) => {
        const href = `/rules/${this.menu.game}#r-${ruling.ruling}`;
        return [
          make("a", { class: "touch", href }, ruling.ruling),
          make("code", {}, ruling.option),
          wagerName(this.menu, ruling.wager),
          { num: share(ruling.house_edge) },
          { num: share(ruling.house_edge_of_alternative) },
        ];
      });
    if (!rows.length) return null;
    const headings = [text.ruling, text.option, text.wager, text.edgeNow, text.edgeOther];
    return section(make("h3", {}, text.rulingsTitle), under(headings, rows, text.rulingsTitle));
  }

  information() {
    const box = make("div", { class: "stack" });
    const letters = { base: this.choice.letters.base };
    const path = this.pathFor({ wager: "base", letters, information: true });
    /** @param {Page.Working | null} progress */
    const working = (progress) => {
      if (progress) replace(box, workingNotice(progress));
    };
    const onclick = async () => {
      button.disabled = true;
      try {
        const sheet = await getPriced(path, { working });
        replace(box, informationTable(sheet.information));
        button.hidden = true;
      } catch (error) {
        replace(box, notice(text.failed(messageOf(error)), "bad"));
        button.disabled = false;
      }
    };
    const asking = { type: "button", class: "start", onclick };
    const button = make("button", asking, text.informationAsk);
    const title = titled(text.information, text.information, path);
    return section(title, small(text.informationLead), button, box);
  }
}

/** @param {Api.WorthFigures[]} entries */
function informationTable(entries) {
  const rows = entries.map(({ seen: cards, gain, standard_error: error, cases }) => [
    cards,
    { num: plain(gain, 5) },
    { num: error ? plain({ decimal: error }, 5) : text.enumerated },
    { num: number(cases) },
  ]);
  return under([text.seen, text.gain, text.error, text.cases], rows, text.information);
}
