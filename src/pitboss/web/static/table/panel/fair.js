// @ts-check
// Checks a finished round in this browser: its revealed seed against the commitment, and every
// shuffle against the seed. It trusts nothing that the house derived.
/**
 * @param {any} record A round as its table's log has it.
 * @param {string | undefined} earlier The commitment this page saw before the round, if any.
 */
export async function check(record, earlier) {
  const { commitmentOf, orderOf, unhex } = await import("../../fairness/proof.js");
  const { commitment, revealed, player_seeds: playerSeeds } = record.seed;
  const seed = unhex(revealed);
  const same = (await commitmentOf(seed)) === commitment && (!earlier || earlier === commitment);
  const steps = [{ step: "commitment", number: 0, holds: same }];
  const shuffles = record.entries
    .flatMap((entry) => entry.events)
    .filter((event) => event.type === "CardsShuffled" && event.order.length);
  for (const [place, { order }] of shuffles.entries()) {
    const deck = await orderOf(seed, place + 1, playerSeeds, order.length);
    const holds = deck.every((card, at) => card === order[at]);
    steps.push({ step: "shuffle", number: place + 1, holds });
  }
  return { steps, holds: steps.every((step) => step.holds), shuffles: shuffles.length };
}
