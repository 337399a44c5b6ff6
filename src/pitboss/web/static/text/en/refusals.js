// @ts-check
// Why the house refuses: in English as the house says it.
export default /** @satisfies {Page.Text} */ ({
  sentenceOf: (problem) => problem.sentence,
  codes: () => [],
});
