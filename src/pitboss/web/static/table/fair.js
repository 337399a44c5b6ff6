// A finished round's shuffle made again here, from its revealed seed: SHA-256 and HMAC by their
// definitions, ChaCha20 by RFC 8439, the shuffle by drawing from a list. It trusts nothing the
// house derived.

const bytes = (words) => new TextEncoder().encode(words);
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const toHex = (raw) => Array.from(raw, (byte) => byte.toString(16).padStart(2, "0")).join("");
const join = (...parts) => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};
const inFour = (value) =>
  Uint8Array.of((value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);

// The first 32 bits of the fractional parts of roots of primes, as FIPS 180-4 has them.
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n += 1) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const fraction = (value) => Math.floor((value - Math.floor(value)) * 2 ** 32) | 0;
const K = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const right = (word, count) => (word >>> count) | (word << (32 - count));

// Written out, since a browser gives its own only to pages on secure addresses.
export function sha256(message) {
  const length = message.length;
  const padded = new Uint8Array(Math.ceil((length + 9) / 64) * 64);
  padded.set(message);
  padded[length] = 128;
  padded.set(join(inFour(Math.floor(length / 2 ** 29)), inFour(length << 3)), padded.length - 8);
  const hash = [...START];
  const w = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let n = 0; n < 16; n += 1)
      w[n] =
        (padded[at + 4 * n] << 24) |
        (padded[at + 4 * n + 1] << 16) |
        (padded[at + 4 * n + 2] << 8) |
        padded[at + 4 * n + 3];
    for (let n = 16; n < 64; n += 1) {
      const s0 = right(w[n - 15], 7) ^ right(w[n - 15], 18) ^ (w[n - 15] >>> 3);
      const s1 = right(w[n - 2], 17) ^ right(w[n - 2], 19) ^ (w[n - 2] >>> 10);
      w[n] = (w[n - 16] + s0 + w[n - 7] + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let n = 0; n < 64; n += 1) {
      const one =
        (h + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & f) ^ (~e & g)) + K[n] + w[n]) | 0;
      const two = ((right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, n) => {
      hash[n] = (hash[n] + word) | 0;
    });
  }
  return join(...hash.map(inFour));
}

function keyed(key, message) {
  const padded = new Uint8Array(64);
  padded.set(key);
  const inner = sha256(
    join(
      padded.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    join(
      padded.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

function block(key, counter) {
  const word = (at) => key[at] | (key[at + 1] << 8) | (key[at + 2] << 16) | (key[at + 3] << 24);
  const start = Int32Array.of(
    0x61707865,
    0x3320646e,
    0x79622d32,
    0x6b206574,
    ...Array.from({ length: 8 }, (_, n) => word(4 * n)),
    counter,
    0,
    0,
    0,
  );
  const state = Int32Array.from(start);
  const turn = (a, b, c, d) => {
    for (const [one, two, three, bits] of [
      [a, b, d, 16],
      [c, d, b, 12],
      [a, b, d, 8],
      [c, d, b, 7],
    ]) {
      state[one] += state[two];
      const mixed = state[three] ^ state[one];
      state[three] = (mixed << bits) | (mixed >>> (32 - bits));
    }
  };
  for (let n = 0; n < 10; n += 1) {
    for (let column = 0; column < 4; column += 1) turn(column, 4 + column, 8 + column, 12 + column);
    for (let row = 0; row < 4; row += 1)
      turn(row, 4 + ((row + 1) % 4), 8 + ((row + 2) % 4), 12 + ((row + 3) % 4));
  }
  return Array.from(state, (value, n) => (value + start[n]) >>> 0);
}

export function deckOf(seed, number, playerSeeds, size) {
  const mixed = playerSeeds.map((words) => join(inFour(bytes(words).length), bytes(words)));
  const key = keyed(seed, join(bytes("pitboss shuffle\0"), inFour(number), ...mixed));
  const order = Array.from({ length: size }, (_, n) => n);
  let words = [];
  let counter = 0;
  for (let last = size - 1; last > 0; last -= 1) {
    const whole = Math.floor(2 ** 32 / (last + 1)) * (last + 1);
    let word;
    do {
      if (!words.length) {
        words = block(key, counter);
        counter += 1;
      }
      word = words.shift();
    } while (word >= whole);
    const other = word % (last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

export const fingerprint = (seed) => toHex(sha256(join(bytes("pitboss seed\0"), seed)));

// `noted`: the commitment this page saw before the round, where it did.
export function check(record, noted) {
  const { commitment, revealed, player_seeds: mixed } = record.seed;
  const seed = fromHex(revealed);
  const found = fingerprint(seed);
  const steps = [
    { step: "commitment", kept: found === commitment && (!noted || noted === commitment) },
  ];
  const shuffles = record.entries
    .flatMap((entry) => entry.events)
    .filter((event) => event.type === "CardsShuffled" && event.order.length);
  shuffles.forEach((event, place) => {
    const deck = deckOf(seed, place + 1, mixed, event.order.length);
    steps.push({
      step: "shuffle",
      number: place + 1,
      kept: deck.every((card, at) => card === event.order[at]),
    });
  });
  return { steps, kept: steps.every((step) => step.kept), shuffles: shuffles.length };
}
