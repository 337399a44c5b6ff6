// @ts-check
// Amounts, numbers and times in the reader's locale. Amounts are whole cents.

// The first of the browser's locales in the page's language, for its region.
const { lang } = document.documentElement;
const spoken = navigator.languages.find((name) => name.slice(0, 2) === lang.slice(0, 2));
const locale = spoken ?? (lang === "es" ? "es-US" : lang || "en");
const exact = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const clock = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
const hour = new Intl.DateTimeFormat(locale, { timeStyle: "medium" });

/** @param {number} amount */
export const dollars = (amount) => exact.format(amount / 100);
/** @param {number} amount */
export const short = (amount) => (amount % 100 ? dollars(amount) : whole.format(amount / 100));
/**
 * A small amount in cents, as "18 ¢"; from a dollar on, as dollars with the sign of the currency.
 * @param {number} amount May have fractions of a cent.
 */
export const cents = (amount) =>
  Math.abs(amount) < 99.5 ? `${whole.format(Math.round(amount))} ¢` : `$${dollars(amount)}`;
/** @param {number} amount */
export const signed = (amount) =>
  amount > 0 ? `+${dollars(amount)}` : amount < 0 ? `−${dollars(-amount)}` : dollars(0);
/** @param {number | bigint} value */
export const number = (value) => whole.format(value);
/**
 * @param {number} share
 * @param {number} digits
 */
export const percent = (share, digits = 2) =>
  new Intl.NumberFormat(locale, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(share);
/**
 * @param {number} value
 * @param {number} digits
 */
export const decimal = (value, digits = 4) =>
  new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
/** @param {number} milliseconds */
export const when = (milliseconds) => clock.format(milliseconds);
/** @param {number} milliseconds */
export const timeOfDay = (milliseconds) => hour.format(milliseconds);
