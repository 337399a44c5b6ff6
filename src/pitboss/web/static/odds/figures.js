// @ts-check
// Exact fractions and how they are shown. A figure of the API is {fraction, decimal}.
import text from "/text/odds.js";
import { make } from "../base/dom.js";
import { decimal, dollars, number, percent } from "../base/money.js";
import { notice, tableOf } from "../base/parts.js";

/**
 * @param {bigint} a
 * @param {bigint} b
 */
const gcd = (a, b) => {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y) [x, y] = [y, x % y];
  return x || 1n;
};

export class Fraction {
  /**
   * @param {bigint} top
   * @param {bigint} bottom
   */
  constructor(top, bottom = 1n) {
    const by = gcd(top, bottom) * (bottom < 0n ? -1n : 1n);
    this.top = top / by;
    this.bottom = bottom / by;
  }

  /** @param {Page.Figure} figure */
  static of(figure) {
    const [top, bottom] = (figure.fraction ?? "").split("/");
    return new Fraction(BigInt(top), BigInt(bottom ?? 1));
  }

  /** @param {number} value */
  static whole(value) {
    return new Fraction(BigInt(Math.round(value)));
  }

  /** @param {Fraction} other */
  plus(other) {
    return new Fraction(
      this.top * other.bottom + other.top * this.bottom,
      this.bottom * other.bottom,
    );
  }

  /** @param {Fraction} other */
  times(other) {
    return new Fraction(this.top * other.top, this.bottom * other.bottom);
  }

  /** @param {Fraction} other */
  over(other) {
    return new Fraction(this.top * other.bottom, this.bottom * other.top);
  }

  get negative() {
    return new Fraction(-this.top, this.bottom);
  }

  get sign() {
    return this.top > 0n ? 1 : this.top < 0n ? -1 : 0;
  }

  // Enough digits for any display, whatever the size of the numbers.
  get value() {
    const scale = 10n ** 18n;
    return Number((this.top * scale) / this.bottom) / 1e18;
  }

  get figure() {
    return { fraction: `${this.top}/${this.bottom}`, decimal: this.value };
  }
}

const MAX_FRACTION = 30; // characters of a fraction that stands whole beside its figure

/**
 * @param {string} words
 * @param {Page.Figure} figure
 */
const figureSpan = (words, figure) => {
  const title = figure?.fraction ? text.exactly(figure.fraction) : null;
  return make("span", { class: "fig", title }, words);
};
const missing = () => make("span", {}, "–");

/**
 * @param {Page.Figure | null} figure
 * @param {number} digits
 */
export const share = (figure, digits = 3) =>
  figure ? figureSpan(percent(figure.decimal, digits), figure) : missing();
/**
 * @param {Page.Figure | null} figure
 * @param {number} digits
 */
export const plain = (figure, digits = 4) =>
  figure ? figureSpan(decimal(figure.decimal, digits).replace("-", "−"), figure) : missing();
/**
 * @param {Page.Figure} figure
 * @param {number} digits
 */
export const signedUnits = (figure, digits = 6) =>
  figureSpan(sign(figure.decimal, decimal(Math.abs(figure.decimal), digits)), figure);
/** @param {Page.Figure | null} figure */
export const cents = (figure) =>
  figure ? figureSpan(text.money(dollars(Math.round(figure.decimal))), figure) : missing();
/**
 * @param {number} value
 * @param {string} words
 */
export const sign = (value, words) =>
  value > 0 ? text.plus(words) : value < 0 ? `−${words}` : words;
/** @param {Page.Figure} figure */
export const signedCents = (figure) => {
  const rounded = Math.round(figure.decimal);
  return figureSpan(sign(rounded, text.money(dollars(Math.abs(rounded)))), figure);
};

/**
 * Chances span many powers of ten: one in so many is read more easily than a percentage.
 * @param {Page.Figure} figure
 */
export function chance(figure) {
  const value = figure.decimal;
  if (!value) return figureSpan("0", figure);
  const words =
    value >= 0.001 ? percent(value, value >= 0.1 ? 2 : 3) : `1 : ${number(Math.round(1 / value))}`;
  return figureSpan(words, figure);
}

/**
 * The fraction itself; a long one is cut in the middle and stands whole in its title.
 * @param {Page.Figure | null} figure
 */
export function fraction(figure) {
  const whole = figure?.fraction ?? figure?.squared ?? "";
  const root = !figure?.fraction && figure?.squared;
  const cut = whole.length > MAX_FRACTION ? `${whole.slice(0, 14)}…${whole.slice(-10)}` : whole;
  return make(
    "span",
    { class: "exact", title: whole },
    root ? text.squared(cut) : cut.replace(/^-/, "−").replace(/\/1$/, ""),
  );
}

/**
 * A table under a heading with the same words: only screen readers get its caption.
 * @param {string[]} headings
 * @param {import("../base/parts.js").Cell[][]} rows
 * @param {string} caption
 */
export function under(headings, rows, caption) {
  const table = tableOf(headings, rows, { caption });
  table.querySelector("caption")?.classList.add("quiet");
  return table;
}

/**
 * The players' word for a decision; any other key, like the number of discards, stays as it is.
 * @param {Api.OddsMenu} menu
 * @param {string} key
 */
export const stageName = (menu, key) =>
  menu.decisions.find((one) => one.decision === key)?.name ?? key;

/**
 * A heading with the downloads of what stands below it.
 * @param {string} words
 * @param {string} what
 * @param {string | null} path
 */
export const titled = (words, what, path) =>
  make("div", { class: "titled" }, make("h3", {}, words), path ? downloads(what, path) : null);

/**
 * The progress of a calculation; nothing when it is done.
 * @param {Page.Working | null} progress
 */
export const workingNotice = (progress) =>
  progress ? notice(text.working(progress.seconds, progress.ahead)) : null;

/**
 * @param {string} what
 * @param {string} path
 */
export const downloads = (what, path) => {
  /** @param {string} format */
  const formatted = (format) => `${path}${path.includes("?") ? "&" : "?"}form=${format}`;
  return make(
    "span",
    { class: "downloads" },
    make("a", { href: path, download: "", "aria-label": text.jsonOf(what) }, text.json),
    make("a", { href: formatted("csv"), "aria-label": text.csvOf(what) }, text.csv),
  );
};
