// @ts-check
// Names of hands and odds. The rulebook's words are English already.
export default /** @satisfies {Page.Text} */ ({
  handName: (/** @type {string} */ words) => words,
  oddsName: (/** @type {string} */ odds) => odds,
});
