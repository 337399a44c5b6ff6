// @ts-check
// One wager of a PAR sheet in full, and all wagers together.
import text from "/text/odds.js";
import { make } from "../base/dom.js";
import { dollars, number, short } from "../base/money.js";
import { factList, tableOf } from "../base/parts.js";
import {
  cents,
  chance,
  fraction,
  plain,
  share,
  signedCents,
  titled,
  under,
  stageName,
} from "./figures.js";
import { distributionOf, distributionPlot, plotWithTable } from "./plots.js";

const MAX_ROWS = 1500;
/** @typedef {keyof typeof text.figure} FigureName */
const SHARES = [
  "house_edge",
  "house_edge_of_initial_wager",
  "element_of_risk",
  "hit_frequency",
  "win_frequency",
  "push_frequency",
];
/**
 * @param {Api.OddsMenu} menu
 * @param {Api.SheetWager} wager
 * @param {string} path
 */
export function wagerDetail(menu, wager, path) {
  const title = text.figures(wager.name, wager.paytable);
  const figures = under([text.what, text.amount, text.exact], figureRows(wager), title);
  const distribution = [make("h4", {}, text.distribution), distributionOf(wager)];
  return [
    titled(title, wager.name, path),
    make("p", { class: "small" }, text.unit(wager.unit)),
    make("div", { class: "two" }, make("div", {}, figures), make("div", {}, distribution)),
    outcomeTable(wager),
    wager.decisions.length ? decisionTable(menu, wager.decisions) : null,
    wager.ties ? tieTable(wager.ties) : null,
    wager.edge_by_stake ? stakeTable(wager.edge_by_stake) : null,
  ];
}

/** @param {Api.SheetWager} wager */
function figureRows(wager) {
  const names = /** @type {FigureName[]} */ (Object.keys(text.figure));
  return names.flatMap((name) => {
    /** @type {Page.Figure | null} */
    const figure = wager[name];
    if (!figure) return [];
    const exact = figure.fraction || figure.squared;
    const size = SHARES.includes(name) ? share(figure, 4) : plain(figure, 4);
    return [[text.figure[name], { num: size }, { num: exact ? fraction(figure) : text.rounded }]];
  });
}

/** @param {Api.SheetWager} wager */
function outcomeTable(wager) {
  /** @param {Api.ExactFigure | null} odds */
  const trueOdds = (odds) => {
    if (!odds) return "–";
    const rounded = number(Math.round(odds.decimal));
    return text.trueOddsValue(odds.decimal < 100 ? plain(odds, 2).textContent : rounded);
  };
  const rows = wager.outcomes.map((outcome) => [
    outcome.hand,
    outcome.pays,
    { num: number(outcome.combinations) },
    { num: chance(outcome.probability) },
    { num: trueOdds(outcome.true_odds) },
    { num: plain(outcome.return, 5) },
  ]);
  const chances = [text.combinations, text.probability, text.trueOdds, text.returned];
  const caption = text.outcomes(number(wager.combinations_total));
  return tableOf([text.outcome, text.pays, ...chances], rows, { caption });
}

/**
 * @param {Api.OddsMenu} menu
 * @param {Api.DecisionFrequency[]} decisions
 */
function decisionTable(menu, decisions) {
  const rows = decisions.map((row) => [
    stageName(menu, row.stage),
    row.choice,
    { num: number(row.count) },
    { num: share(row.frequency) },
  ]);
  const headings = [text.stage, text.choice, text.rounds, text.frequency];
  return tableOf(headings, rows, { caption: text.decisions });
}

/** @param {Api.StakeEdge[]} stakes */
function stakeTable(stakes) {
  const rows = stakes.map((row) => [
    text.money(short(row.stake_cents)),
    { num: share(row.house_edge) },
    { num: fraction(row.house_edge) },
  ]);
  return tableOf([text.stake, text.edge, text.exact], rows, { caption: text.byStake });
}

/** @param {Api.TieFigures} ties */
function tieTable(ties) {
  const { played_on: played, declined, rounds_with_a_tie: rounds } = ties;
  /**
   * @param {FigureName} name
   * @param {(figure: Page.Figure | null) => HTMLElement} show
   */
  const row = (name, show) => [
    text.figure[name],
    { num: show(played[name]) },
    { num: show(declined[name]) },
  ];
  const rows = [
    row("house_edge", share),
    row("element_of_risk", share),
    row("average_wager", plain),
    row("standard_deviation", plain),
    row("hit_frequency", share),
  ];
  const table = tableOf([text.ties, text.playedOn, text.declined], rows, { caption: text.ties });
  const first = ties.decisions_counted === "first";
  const lead = text.tiesLead(share(rounds, 2).textContent, first);
  return make("div", { class: "stack" }, table, make("p", { class: "small" }, lead));
}

/**
 * All wagers at once, with the cards they share.
 * @param {Api.TogetherFigures} together
 * @param {(key: string) => string} nameOf
 * @param {string} path
 */
export function togetherSection(together, nameOf, path) {
  const { distribution, stakes_cents: stakes } = together;
  const total = distribution.reduce((sum, row) => sum + row.count, 0);
  const points = distribution.map((row) => ({
    net: row.net_cents / 100,
    chance: row.count / total,
  }));
  const apart = Math.sqrt(together.variance_if_no_cards_were_shared.decimal);
  const facts = factList([
    [text.expectation, signedCents(together.expectation_cents)],
    [text.staked, cents(together.average_wager_cents)],
    [text.risk, share(together.element_of_risk)],
    [text.deviationMoney, cents(together.standard_deviation_cents)],
    [text.apart, text.money(dollars(Math.round(apart)))],
  ]);
  const wagers = together.by_wager.map((row) => [
    nameOf(row.wager),
    { num: text.money(short(stakes[row.wager] ?? 0)) },
    { num: signedCents(row.expectation_cents) },
  ]);
  const headings = [text.wager, text.stake, text.expectation];
  const table = tableOf(headings, wagers, { caption: text.parted });
  const rows = () =>
    distribution
      .slice(0, MAX_ROWS)
      .map((row) => [text.money(dollars(row.net_cents)), { num: number(row.count) }]);
  const columns = [text.netCents, text.combinations];
  const caption = text.outcomes(number(total));
  return make(
    "section",
    { class: "panel stack" },
    titled(text.together, text.together, path),
    make("p", { class: "small" }, text.togetherLead),
    make("div", { class: "two" }, facts, table),
    plotWithTable(distributionPlot(points, text.netMoney), columns, rows, caption),
  );
}
