// @ts-check
// What a progressive pays and how often; what it is worth when played with the base game.
import text from "/text/odds.js";
import { make } from "../base/dom.js";
import { number, short } from "../base/money.js";
import { factList, tableOf } from "../base/parts.js";
import { cents, chance, plain, share, signedCents, titled, under, stageName } from "./figures.js";

/** @param {Page.Figure | null} figure */
const rounded = (figure) => (figure ? number(Math.round(figure.decimal)) : text.never);

/**
 * @param {Api.MeterAnswer} meter
 * @param {string} path
 */
export function awardsSection({ progressive, standard_deviation: deviation }, path) {
  const awards = progressive.awards.map((award) => [
    award.hand,
    award.pays,
    { num: number(award.combinations) },
    { num: chance(award.probability) },
    { num: rounded(award.wagers_between) },
  ]);
  const chances = [text.combinations, text.probability, text.awardBetween];
  const longRun = make(
    "p",
    { class: "small", title: text.longRunHint },
    `${text.longRun}: `,
    share(progressive.long_run_return),
    " · ",
    `${text.deviation}: `,
    plain(deviation, 3),
  );
  return make(
    "section",
    { class: "panel stack" },
    titled(text.deeper, text.deeper, path),
    meterTable(progressive.meters),
    longRun,
    tableOf([text.outcome, text.pays, ...chances], awards, { caption: text.awards }),
  );
}

/** @param {Api.MeterPrice[]} meters */
function meterTable(meters) {
  const rows = meters.map((meter) => [
    text.meterName(meter.meter),
    { num: text.money(short(meter.amount_cents)) },
    { num: text.money(short(meter.reset_cents)) },
    { num: chance(meter.full_award) },
    { num: rounded(meter.rounds_between_full_awards) },
    { num: cents(meter.mean_at_award_cents) },
    { num: cents(meter.break_even_cents) },
  ]);
  const amounts = [text.meter, text.shows, text.reset];
  const awards = [text.fullAward, text.between, text.atAward, text.breakEvenHead];
  return under([...amounts, ...awards], rows, text.deeper);
}

/**
 * @param {Api.OddsMenu} menu
 * @param {string} label
 */
function stageWords(menu, label) {
  const [stage, choice] = label.split(": ");
  return `${stageName(menu, stage)}: ${choice}`;
}

/**
 * @param {Api.OddsMenu} menu
 * @param {Api.CombinedAnswer} both
 * @param {string} path
 */
export function bothSection(menu, both, path) {
  /** @type {[string, Api.ExactFigure][]} */
  const sums = [
    [text.baseAlone, both.base_alone_cents],
    [text.asBase, both.both_played_as_base_cents],
    [text.forBoth, both.both_played_for_both_cents],
    [text.worth, both.worth_of_the_wager_cents],
  ];
  const values = sums.map(([words, figure]) => [words, signedCents(figure)]);
  const evens = Object.entries(both.break_even_cents).map(([name, figure]) => [
    `${text.meterName(name)} ${text.breakEvenHead.toLowerCase()}`,
    cents(figure),
  ]);
  const changes = both.decisions_changed.map((decision) => [
    stageWords(menu, decision.decision),
    { num: share(decision.without) },
    { num: share(decision.with) },
  ]);
  const headings = [text.changed, text.withoutIt, text.withIt];
  return make(
    "section",
    { class: "panel stack" },
    titled(text.both, text.both, path),
    make("p", { class: "small" }, text.bothLead),
    factList([...values, ...evens]),
    changes.length ? tableOf(headings, changes, { caption: text.changed }) : null,
  );
}
