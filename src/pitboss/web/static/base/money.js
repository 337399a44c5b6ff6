// @ts-check
// Amounts, numbers and times in the reader's locale. Amounts are whole cents.

const locale = document.documentElement.dataset.locale || navigator.language || "en";
const cents = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const clock = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
const hour = new Intl.DateTimeFormat(locale, { timeStyle: "medium" });

/** @param {number} amount */
export const dollars = (amount) => cents.format(amount / 100);
/** @param {number} amount */
export const short = (amount) => (amount % 100 ? dollars(amount) : whole.format(amount / 100));
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
