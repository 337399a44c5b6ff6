// @ts-check
// The drawings of the cards, on 100×140: suits, ranks, courts and the back. What has one colour is
// one path, so that a full table stays light.
import { draw } from "./dom.js";
import { RANKS } from "./card-ranks.js";
import { place, turned } from "./outline.js";

/** @type {Record<string, string>} */
const SUITS = {
  c:
    "M50 6a20 20 0 0 1 14 34 20 20 0 1 1-9 30c1 10 4 17 11 24H34c7-7 10-14 11-24a20 20 0 1 " +
    "1-9-30A20 20 0 0 1 50 6Z",
  d: "M50 2 86 50 50 98 14 50Z",
  h: "M50 94C20 68 6 51 6 33a23 23 0 0 1 44-9 23 23 0 0 1 44 9c0 18-14 35-44 61Z",
  s:
    "M50 3c24 26 39 39 39 55a20 20 0 0 1-34 13c1 10 4 18 11 25H34c7-7 10-15 11-25a20 20 0 " +
    "0 1-34-13C11 42 26 29 50 3Z",
  joker: "M50 5 61 37 95 38 68 58 78 91 50 71 22 91 32 58 5 38 39 37Z",
};

/** @typedef {[kind: string, path: string]} Piece A part of a court: its colour and its outline. */

// The upper half of each court in a box of 50×57; the lower half is the same, turned.
/** @type {Piece[]} */
const ROBE = [
  ["robe", "M3 57c0-13 5-19 14-21h16c9 2 14 8 14 21Z"],
  ["second", "M3 57c0-13 5-19 14-21l3 1-8 20ZM47 57c0-13-5-19-14-21l-3 1 8 20Z"],
  ["trim", "M17 36h4l4 9 4-9h4l-5 21h-6Z"],
  ["line", "M25 45v12M8 47l5 3M42 47l-5 3M7 53l4 2M43 53l-4 2"],
];
/** @type {Record<string, Piece[]>} */
const COURTS = {
  K: [
    ["hair", "M14 17h22v14c-2 4-20 4-22 0Z"],
    ...ROBE,
    ["skin", "M17 16h16v10c0 6-4 9-8 9s-8-3-8-9Z"],
    ["hair", "M16 24c0 12 4 17 9 19 5-2 9-7 9-19-2 3-4 4-6 4h-6c-2 0-4-1-6-4Z"],
    ["mouth", "M23 30.500h4"],
    ["eyes", "M20.500 21v1.500M29.500 21v1.500M25 21v4.500"],
    ["trim", "M14 18 12 6l6 4 7-8 7 8 6-4-2 12c-7-2-15-2-22 0Z"],
    ["jewel", "M25 10.500v.1M17 13v.1M33 13v.1"],
    ["staff", "M44 14v43M40 19h8"],
  ],
  Q: [
    ["hair", "M13 18c0-6 24-6 24 0l2 24c-4 3-24 3-28 0Z"],
    ...ROBE,
    ["skin", "M18 16h14v11c0 6-3 9-7 9s-7-3-7-9Z"],
    ["hair", "M17 17c3-3 13-3 16 0l-1 5c-2-3-5-4-7-4s-5 1-7 4Z"],
    ["mouth", "M23.500 31h3"],
    ["eyes", "M21 23.500v1.500M29 23.500v1.500M25 24v3.500"],
    ["trim", "M15 16 13 8l5 3 3-6 4 5 4-5 3 6 5-3-2 8c-6-2-14-2-20 0Z"],
    ["jewel", "M21 12.500v.1M29 12.500v.1M25 12v.1"],
    ["flower", "M42 41v.1M38.500 44v.1M45.500 44v.1M42 47v.1"],
    ["heart", "M42 44v.1"],
  ],
  J: [
    ["hair", "M14 16h22l1 18c-3 2-7 2-8 0H21c-1 2-5 2-8 0Z"],
    ...ROBE,
    ["skin", "M18 15h14v11c0 6-3 10-7 10s-7-4-7-10Z"],
    ["mouth", "M23.500 31h3"],
    ["eyes", "M21 22.500v1.500M29 22.500v1.500M25 23v4"],
    ["cap", "M13 17C12 6 22 3 31 5c6 1 7 7 6 12-8-3-16-3-24 0Z"],
    ["trim", "M12 19c8-4 18-4 26 0v-3c-8-3-18-3-26 0Z"],
    ["feather", "M33 7c3-5 9-6 13-4-1 6-6 9-12 9Z"],
    ["staff", "M6 18v39"],
    ["trim", "M6 8 9 18H3Z"],
  ],
};

// The page holds one copy of the lattice of the backs.
function sprite() {
  const tile = { id: "lattice", width: 11, height: 11, patternUnits: "userSpaceOnUse" };
  const lattice = draw("pattern", tile, draw("path", { class: "lace", d: "M0 0 11 11M11 0 0 11" }));
  const hidden = { width: 0, height: 0, "aria-hidden": "true", class: "card-art" };
  return draw("svg", hidden, draw("defs", {}, lattice));
}

/** @type {Element | null} */
let art = null;
// Puts the shared drawings into the page, once.
export function shareArt() {
  art ??= sprite();
  if (!art.isConnected) document.body.append(art);
}

// Middles of the pips of each number: columns 36, 50, 64.
const ENDS = [32, 108].flatMap((y) => [
  [36, y],
  [64, y],
]);
const NINE = [32, 57.3, 82.7, 108].flatMap((y) => [
  [36, y],
  [64, y],
]);
const SIX = [...ENDS, [36, 70], [64, 70]];
/** @type {Record<string, number[][]>} */
const PIPS = {
  2: [
    [50, 32],
    [50, 108],
  ],
  3: [
    [50, 32],
    [50, 70],
    [50, 108],
  ],
  4: ENDS,
  5: [...ENDS, [50, 70]],
  6: SIX,
  7: [...SIX, [50, 51]],
  8: [...SIX, [50, 51], [50, 89]],
  9: [...NINE, [50, 70]],
  T: [...NINE, [50, 44.7], [50, 95.3]],
};
const PIP = 21;

/**
 * A suit with its middle at a point; in the lower half it stands on its head.
 * @param {string} suit
 * @param {number[]} middle
 * @param {number} size
 */
function pip(suit, [x, y], size) {
  const scale = ((y > 70 ? -1 : 1) * size) / 100;
  const corner = { x: x - 50 * scale, y: y - 50 * scale };
  return place(SUITS[suit], { ...corner, across: scale, down: scale });
}

/**
 * A rank with the middle of its top at a point; a wide one is narrowed.
 * @param {string} rank
 * @param {number} x
 * @param {number} y
 * @param {number} high
 * @param {number} most
 */
function rankAt(rank, x, y, high, most) {
  const [wide, outline] = RANKS[rank];
  const down = high / 100;
  const across = Math.min(down, most / wide);
  return place(outline, { x: x - (wide * across) / 2, y, across, down });
}

/**
 * What stands in a corner of a full face, and turned in the other corner.
 * @param {string[]} outlines
 */
const corners = (outlines) => [...outlines, ...outlines.map(turned)].join("");

/** @param {string} rank */
function court(rank) {
  const frame = { x: 25, y: 13, width: 50, height: 114 };
  const pieces = COURTS[rank].map(([kind, path]) => {
    const half = place(path, { x: 25, y: 13, across: 1, down: 1 });
    return draw("path", { class: `court-${kind}`, d: half + turned(half) });
  });
  return [
    draw("rect", { class: "court-paper", ...frame }),
    ...pieces,
    draw("path", { class: "court-middle", d: "M25 70h50" }),
    draw("rect", { class: "court-frame", ...frame }),
  ];
}

/** @param {string} name Two letters: the rank and the suit. */
export function fullFace([rank, suit]) {
  const corner = corners([rankAt(rank, 13.5, 8, 28, 19), pip(suit, [13.5, 48], 18)]);
  if (COURTS[rank])
    return [...court(rank), draw("path", { d: corner + corners([pip(suit, [32, 22], 11)]) })];
  const pips = PIPS[rank]?.map((point) => pip(suit, point, PIP)) ?? [pip(suit, [50, 70], 54)];
  return [draw("path", { d: corner + pips.join("") })];
}

/**
 * The large suit under the rank of a small face.
 * @param {string} suit
 */
const under = (suit) => place(SUITS[suit], { x: 23, y: 80, across: 0.54, down: 0.54 });

/** @param {string} name Two letters: the rank and the suit. */
export const smallFace = ([rank, suit]) => [
  draw("path", { d: rankAt(rank, 50, 9, 66, 84) + under(suit) }),
];

const LETTERS = [..."JKR"];

export function fullJoker() {
  const letters = LETTERS.map((letter, index) => rankAt(letter, 12, 8 + index * 20, 16, 14));
  const star = place(SUITS.joker, { x: 26, y: 46, across: 0.48, down: 0.48 });
  return [
    draw("circle", { class: "ring", cx: 50, cy: 70, r: 31 }),
    draw("path", { d: corners(letters) + star }),
  ];
}

export function smallJoker() {
  const letters = LETTERS.map((letter, index) => rankAt(letter, 20 + index * 30, 16, 42, 26));
  const star = place(SUITS.joker, { x: 23, y: 74, across: 0.54, down: 0.54 });
  return [draw("path", { d: letters.join("") + star })];
}

let initial = "P";
// The letter on the backs: the house's.
export const useInitial = (/** @type {string} */ house) => {
  initial = [...house.trim()][0]?.toUpperCase() ?? initial;
};

export const back = () => [
  draw("rect", { class: "back", x: 5, y: 5, width: 90, height: 130, rx: 4 }),
  draw("rect", { class: "laces", x: 5, y: 5, width: 90, height: 130, rx: 4 }),
  draw("path", { class: "lozenge", d: "M50 36 73 70 50 104 27 70Z" }),
  draw("text", { class: "initial", x: 50, y: 80 }, initial),
];
