// @ts-check
// The form of a noun beside a count, by the plural rules of the page's language.

const rules = new Intl.PluralRules(document.documentElement.lang || "en");

/**
 * @param {number} count
 * @param {string} one
 * @param {string} many
 */
export const plural = (count, one, many) => (rules.select(count) === "one" ? one : many);
