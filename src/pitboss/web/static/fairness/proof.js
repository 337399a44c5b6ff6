// @ts-check
// Derives a shuffle from its seed by the published descriptions: SHA-256 (FIPS 180-4), HMAC,
// ChaCha20 (RFC 8439), Fisher–Yates with rejection. It shares no code with the house.

const K = new Uint32Array([...primes(64)].map((prime) => fraction(Math.cbrt(prime))));
const START = [...primes(8)].map((prime) => fraction(Math.sqrt(prime)));

function* primes(count) {
  for (let n = 2, yielded = 0; yielded < count; n += 1) {
    let prime = true;
    for (let by = 2; by * by <= n; by += 1)
      if (n % by === 0) {
        prime = false;
        break;
      }
    if (prime) {
      yielded += 1;
      yield n;
    }
  }
}

function fraction(root) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
}

const right = (word, bits) => (word >>> bits) | (word << (32 - bits));
const left = (word, bits) => (word << bits) | (word >>> (32 - bits));

// Written out, since browsers offer theirs only on secure connections.
export function plainSha256(bytes) {
  const length = bytes.length;
  const padded = new Uint8Array(((length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor((length * 8) / 2 ** 32));
  view.setUint32(padded.length - 4, (length * 8) >>> 0);
  const hash = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let n = 0; n < 16; n += 1) words[n] = view.getUint32(block + n * 4);
    for (let n = 16; n < 64; n += 1) {
      const [a, b] = [words[n - 15], words[n - 2]];
      words[n] =
        words[n - 16] +
        (right(a, 7) ^ right(a, 18) ^ (a >>> 3)) +
        words[n - 7] +
        (right(b, 17) ^ right(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let n = 0; n < 64; n += 1) {
      const first =
        (h +
          (right(e, 6) ^ right(e, 11) ^ right(e, 25)) +
          ((e & f) ^ (~e & g)) +
          K[n] +
          words[n]) >>>
        0;
      const second =
        ((right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, n) => {
      hash[n] += word;
    });
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, n) => out.setUint32(n * 4, word));
  return new Uint8Array(out.buffer);
}

export const sha256 = async (bytes) =>
  globalThis.crypto?.subtle
    ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
    : plainSha256(bytes);

const utf8 = (text) => new TextEncoder().encode(text);
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const four = (number) => [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255];

async function keyed(key, message) {
  const padded = new Uint8Array(64);
  padded.set(key);
  const inner = await sha256(
    joined(
      padded.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      padded.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

export const hex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const unhex = (text) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export const commitmentOf = async (seed) => hex(await sha256(joined(utf8("pitboss seed\0"), seed)));

function block(key, counter) {
  const view = new DataView(key.buffer, key.byteOffset, 32);
  const start = Uint32Array.from([
    0x61707865,
    0x3320646e,
    0x79622d32,
    0x6b206574,
    ...Array.from({ length: 8 }, (_, n) => view.getUint32(n * 4, true)),
    counter,
    0,
    0,
    0,
  ]);
  const state = Uint32Array.from(start);
  const turn = (a, b, c, d) => {
    state[a] += state[b];
    state[d] = left(state[d] ^ state[a], 16);
    state[c] += state[d];
    state[b] = left(state[b] ^ state[c], 12);
    state[a] += state[b];
    state[d] = left(state[d] ^ state[a], 8);
    state[c] += state[d];
    state[b] = left(state[b] ^ state[c], 7);
  };
  for (let round = 0; round < 10; round += 1) {
    for (let n = 0; n < 4; n += 1) turn(n, 4 + n, 8 + n, 12 + n);
    for (let n = 0; n < 4; n += 1)
      turn(n, 4 + ((n + 1) % 4), 8 + ((n + 2) % 4), 12 + ((n + 3) % 4));
  }
  return state.map((word, n) => word + start[n]);
}

// The order, top first, of the seed's `number`th shuffle, as places of the unshuffled deck.
export async function orderOf(seed, number, playerSeeds, size) {
  const mixed = playerSeeds.map(utf8).flatMap((text) => [...four(text.length), ...text]);
  const key = await keyed(seed, joined(utf8("pitboss shuffle\0"), four(number), mixed));
  const order = Array.from({ length: size }, (_, place) => place);
  let words = new Uint32Array(0);
  let [at, counter] = [0, 0];
  const next = () => {
    if (at === words.length) [words, at, counter] = [block(key, counter), 0, counter + 1];
    return words[at++];
  };
  for (let last = size - 1; last > 0; last -= 1) {
    const whole = Math.floor(2 ** 32 / (last + 1)) * (last + 1);
    let word = next();
    while (word >= whole) word = next();
    const other = word % (last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

const RANKS = "23456789TJQKA";
// The order of an unshuffled deck, where the house does not give it.
export const freshDeck = (size) =>
  Array.from({ length: size }, (_, place) =>
    place < 52 ? RANKS[Math.floor(place / 4)] + "cdhs"[place % 4] : "JK",
  );
