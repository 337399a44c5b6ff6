// Fractions stay whole numbers until they are shown. A figure of the API is {fraction, decimal}.
import text from "/text/odds.js";
import { make } from "../base/dom.js";
import { decimal, dollars, number, percent } from "../base/money.js";
import { tableOf } from "../base/parts.js";

const gcd = (a, b) => {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y) [x, y] = [y, x % y];
  return x || 1n;
};

export class Fraction {
  constructor(top, bottom = 1n) {
    const by = gcd(top, bottom) * (bottom < 0n ? -1n : 1n);
    this.top = top / by;
    this.bottom = bottom / by;
  }

  static of(figure) {
    const [top, bottom] = figure.fraction.split("/");
    return new Fraction(BigInt(top), BigInt(bottom ?? 1));
  }

  static whole(value) {
    return new Fraction(BigInt(Math.round(value)));
  }

  plus(other) {
    return new Fraction(
      this.top * other.bottom + other.top * this.bottom,
      this.bottom * other.bottom,
    );
  }

  times(other) {
    return new Fraction(this.top * other.top, this.bottom * other.bottom);
  }

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

const LONG = 30; // characters of a fraction that is shown beside its figure

const shown = (words, figure, kind) =>
  make(
    "span",
    { class: kind, title: figure?.fraction ? text.exactly(figure.fraction) : null },
    words,
  );
const missing = () => make("span", {}, "–");

export const share = (figure, digits = 3) =>
  figure ? shown(percent(figure.decimal, digits), figure, "fig") : missing();
export const plain = (figure, digits = 4) =>
  figure ? shown(decimal(figure.decimal, digits).replace("-", "−"), figure, "fig") : missing();
export const signedUnits = (figure, digits = 6) =>
  shown(sign(figure.decimal, decimal(Math.abs(figure.decimal), digits)), figure, "fig");
export const cents = (figure) =>
  figure ? shown(text.money(dollars(Math.round(figure.decimal))), figure, "fig") : missing();
export const sign = (value, words) =>
  value > 0 ? text.plus(words) : value < 0 ? `−${words}` : words;
export const signedCents = (figure) =>
  shown(
    sign(Math.round(figure.decimal), text.money(dollars(Math.abs(Math.round(figure.decimal))))),
    figure,
    "fig",
  );

// Chances span many powers of ten: one in so many is read more easily than a percentage.
export function chance(figure) {
  const value = figure.decimal;
  if (!value) return shown("0", figure, "fig");
  return shown(
    value >= 0.001 ? percent(value, value >= 0.1 ? 2 : 3) : `1 : ${number(Math.round(1 / value))}`,
    figure,
    "fig",
  );
}

// The fraction itself, where there is room for it; a long one is cut in the middle and whole in its
// title.
export function fraction(figure) {
  const whole = figure?.fraction ?? figure?.squared ?? "";
  const root = !figure?.fraction && figure?.squared;
  const cut = whole.length > LONG ? `${whole.slice(0, 14)}…${whole.slice(-10)}` : whole;
  return make(
    "span",
    { class: "exact", title: whole },
    root ? text.squared(cut) : cut.replace(/^-/, "−").replace(/\/1$/, ""),
  );
}

// A table under a heading that says the same: its caption is for who hears the page.
export function under(headings, rows, caption) {
  const made = tableOf(headings, rows, { caption });
  made.querySelector("caption").classList.add("quiet");
  return made;
}

export const downloads = (what, path) => {
  const with_ = (form) => `${path}${path.includes("?") ? "&" : "?"}form=${form}`;
  return make(
    "span",
    { class: "downloads" },
    make("a", { href: path, download: "", "aria-label": text.jsonOf(what) }, text.json),
    make("a", { href: with_("csv"), "aria-label": text.csvOf(what) }, text.csv),
  );
};
