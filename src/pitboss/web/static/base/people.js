// @ts-check
// How people are shown: a guest's account has a first name in it, and everybody has a colour.

const GUEST = /^guest_([a-z]+)_[0-9a-f]+$/;
const COLOURS = 8;

/**
 * A person's name as others read it.
 * @param {string} account
 */
export function personName(account) {
  const guest = GUEST.exec(account)?.[1];
  return guest ? guest[0].toUpperCase() + guest.slice(1) : account;
}

/**
 * The number of a person's colour, 1 to 8, always the same for the same account.
 * @param {string} account
 */
export function personColour(account) {
  let sum = 0;
  for (const letter of account) sum = (sum * 31 + letter.charCodeAt(0)) % 65521;
  return (sum % COLOURS) + 1;
}
