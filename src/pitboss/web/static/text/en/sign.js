// @ts-check
// Words of the sign on a screen beside a table.
const and = (/** @type {string[]} */ names) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
const or = (/** @type {(string | number)[]} */ names) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : `${names[0]}`;

export default /** @satisfies {Page.Text} */ ({
  title: (table) => `Sign of ${table}`,
  minimum: "Minimum",
  maximum: "Maximum",
  money: (/** @type {any} */ amount) => `$${amount}`,
  meters: "Progressive meters",
  meter: (name) => (name === "meter" ? "Progressive" : `${name} progressive`),
  terms: (rate, reset) => `takes ${rate} of each wager · resets to ${reset}`,
  notLive: "Connection lost: the meters are not current.",
  envy: "Envy bonus",
  envyFor: "to every other progressive player at the table",
  also: (names) => `also ${and(names)}`,
  stake: (least, most) => (least === most ? `wager ${least}` : `wager ${least} to ${most}`),
  paidOn: "A meter pays what it shows when the hand is settled.",
  hand: "Hand",
  pays: "Pays",
  limit: (amount) => `Payout limit ${amount} a hand`,
  noLimit: "No payout limit",
  joker: "Each joker is an ace, or completes any straight or flush",
  multiples: (spots, sizes, of) => `${and(spots)}: ${or(sizes)} times the ${of}`,
  boxes: (count) => (count === 1 ? "One hand for each player" : `Up to ${count} hands a player`),
  change: (hour, least, most) => `From ${hour}: minimum ${least}, maximum ${most}`,
  practice: "Practice chips, without value",
});
