// @ts-check
// Computes every size of the felt from the available room: numbers in, numbers out. The table in
// docs and tests holds the same figures; the style sheets place what these sizes describe.

const CARD_RATIO = 1.4; // height by width
const MIN_SPOT = 44;
const MIN_FACE = 30; // the narrowest card that is face up
const MIN_BOARD = 34;
const WORDS = 44; // the height of what stands above a hand
const FEW_WORDS = 780; // windows up to this height leave some of them out (phone.css)

/**
 * What a game puts on the felt.
 * @typedef {object} Shape
 * @property {number} hole Cards of a hand.
 * @property {number} community
 * @property {number} box
 * @property {number} mains Spots of the game itself.
 * @property {number} sides Spots of bonus and progressive wagers.
 * @property {number} boxes Seats that the player has.
 */

/** @typedef {"seated" | "low" | "phone" | "tall" | "sideways"} Arrangement */

/**
 * Sizes in pixels.
 * @typedef {object} Sizes
 * @property {Arrangement} arrangement
 * @property {boolean} sheet The panel lies over the table when it is open.
 * @property {number} z The scale of text and chrome.
 * @property {number} head
 * @property {number} dock
 * @property {number} column The dock's width, where it stands beside the felt.
 * @property {number} panel
 * @property {number} width Of the felt.
 * @property {number} height
 * @property {number} side The width of a neighbour's place.
 * @property {number} card One's own card.
 * @property {number} board A community card.
 * @property {number} small A card of the box.
 * @property {number} other A neighbour's card.
 * @property {number} spot
 * @property {number} bonus A spot in the second row.
 */

/** @param {number[]} values */
const least = (...values) => Math.floor(Math.min(...values));

/**
 * @param {number} w Of the window.
 * @param {number} h
 * @returns {Arrangement}
 */
export function arrangementOf(w, h) {
  if (w > h && h < 480) return "sideways";
  if (w < h) return w < 600 ? "phone" : "tall";
  return h / scaleOf(w, h) < 660 ? "low" : "seated";
}

/**
 * @param {number} w
 * @param {number} h
 */
const scaleOf = (w, h) => Math.max(1, Math.min(w / 1440, h / 810));

/**
 * @param {number} w Of the window.
 * @param {number} h
 * @param {Shape} shape
 * @param {number} [taken] Height of notices between the header and the table.
 * @returns {Sizes}
 */
export function fit(w, h, shape, taken = 0) {
  const arrangement = arrangementOf(w, h);
  // Notices leave no room to spare for the words above a hand of three cards; in a small window
  // there are fewer of them.
  const isUpright = arrangement === "phone" || arrangement === "tall";
  const isTight = taken > 0 && isUpright && shape.hole >= 3 && !isBare(shape);
  const words = isTight ? (h > FEW_WORDS ? WORDS : WORDS / 4) : 0;
  const sizes = FITS[arrangement](w, h - taken - words, shape, arrangement === "low");
  const small = Math.min(0.8 * sizes.board, besideBoard(sizes, shape));
  return { arrangement, ...sizes, small: Math.floor(small), ...twoBoxes(sizes, shape) };
}

/**
 * The width of a card of the box where the community cards have theirs.
 * @param {Fit} sizes
 * @param {Shape} shape
 */
const besideBoard = ({ width, board }, { community, box }) =>
  box ? (width - 44 - 1.1 * community * board) / (1.1 * box) : Infinity;

/** @typedef {Omit<Sizes, "arrangement" | "small">} Fit */

/**
 * @param {number} w
 * @param {number} h
 * @param {Shape} shape
 * @param {boolean} low
 * @returns {Fit}
 */
function seated(w, h, shape, low) {
  const z = scaleOf(w, h);
  const sheet = w / z < 1200;
  const [head, dock, panel] = [44 * z, (low ? 72 : 84) * z, sheet ? 0 : 268 * z];
  const [width, height] = [w - panel, h - head - dock];
  const side = Math.max(150 * z, 0.155 * width);
  const middle = width - 2 * side;
  const rows = isBare(shape) ? 2.52 : 2.8;
  const across = shape.hole < 3 ? 5.2 : shape.hole < 5 ? 5.4 : 5.6;
  const share = (low ? 0.115 : 0.1) * w;
  const card = least((height - (low ? 150 : 196) * z) / rows, middle / across, share);
  const fanned = shape.hole >= 5;
  const other = fanned
    ? (side - 60 * z) / 3.4
    : Math.min((low ? 0.3 : 0.36) * card, side / (shape.hole + 0.6));
  const spot = Math.min(0.62 * card, (0.8 * width) / (shape.mains + shape.sides) - 12 * z);
  return {
    ...{ sheet, z, head, dock, column: 0, panel, width, height, side, card },
    board: Math.max(MIN_BOARD, Math.floor(0.56 * card)),
    other: Math.max(MIN_FACE, Math.floor(other)),
    spot: Math.max(MIN_SPOT, Math.floor(spot)),
    bonus: Math.max(MIN_SPOT, Math.floor(spot)),
  };
}

/**
 * @param {number} w
 * @param {number} h
 * @param {Shape} shape
 * @param {number} z
 * @param {{ spotShare: number, mostSpot: number, cardShare: number, boardShare: number }} parts
 * @returns {Fit}
 */
function upright(w, h, shape, z, { spotShare, mostSpot, cardShare, boardShare }) {
  const [head, dock] = [48 * z, 188 * z];
  const height = h - head - dock;
  const spot = Math.max(MIN_SPOT, least(spotShare * w, mostSpot * z));
  const single = isBare(shape) && !shape.sides;
  const room = single
    ? (height - 206 * z - spot) / CARD_RATIO
    : (height - 206 * z - 1.84 * spot) / 2.27;
  const row = shape.hole >= 5 ? (w - 44) / shape.hole : w;
  const card = least(room, cardShare * w, row);
  return {
    ...{ sheet: true, z, head, dock, column: 0, panel: 0, width: w, height, side: w / 5, card },
    board: least(boardShare * w, 0.62 * card),
    other: Math.floor(MIN_FACE * z),
    spot,
    bonus: Math.max(MIN_SPOT, Math.floor(0.84 * spot)),
  };
}

/**
 * @param {number} w
 * @param {number} h
 * @param {Shape} shape
 * @returns {Fit}
 */
function sideways(w, h, shape) {
  const column = Math.max(228, 0.28 * w);
  const width = w - column;
  const fanned = shape.hole >= 5;
  const card = least((h - 150) / (isBare(shape) ? 1.55 : 2.25), width / (fanned ? 5.6 : 5.8));
  const across = Math.max(4, shape.mains, shape.sides);
  const room = fanned ? width / across : (width - shape.hole * card - 48) / across;
  const spot = Math.max(MIN_SPOT, least(68, room - 8));
  return {
    ...{ sheet: true, z: 1, head: 48, dock: 0, column, panel: 0, width, height: h },
    ...{ side: width / 5, card, other: MIN_FACE, spot, bonus: spot },
    board: Math.floor(0.56 * card),
  };
}

/** @param {Shape} shape */
const isBare = ({ community, box }) => community + box === 0;

/** @type {Record<Arrangement, (w: number, h: number, shape: Shape, low: boolean) => Fit>} */
const FITS = {
  seated,
  low: seated,
  sideways,
  phone: (w, h, shape) =>
    upright(w, h, shape, 1, {
      ...{ spotShare: 0.175, mostSpot: 70, cardShare: 0.26, boardShare: 0.17 },
    }),
  tall: (w, h, shape) =>
    upright(w, h, shape, Math.max(1, 0.9 * Math.min(w / 560, h / 900)), {
      ...{ spotShare: 0.14, mostSpot: 96, cardShare: 0.2, boardShare: 0.13 },
    }),
};

/**
 * Two seats of one player share the room that one would have.
 * @param {Fit} sizes
 * @param {Shape} shape
 */
function twoBoxes({ width, side, card, spot, bonus, sheet }, { boxes, hole, mains, sides }) {
  if (boxes < 2) return {};
  const half = (sheet ? width : width - 2 * side + 60) / boxes - 24;
  const rows = Math.max(mains, sides);
  const most = Math.max(34, Math.floor(half / rows - 6));
  return {
    card: Math.min(card, Math.floor(half / (hole + 0.3))),
    spot: Math.min(spot, most),
    bonus: Math.min(bonus, most),
  };
}

/**
 * @param {Sizes} sizes
 * @param {HTMLElement} element
 */
export function setSizes(sizes, element) {
  element.dataset.fit = sizes.arrangement;
  element.toggleAttribute("data-sheet", sizes.sheet);
  element.style.setProperty("--z", String(sizes.z));
  for (const [name, value] of Object.entries(sizes))
    if (typeof value === "number" && name !== "z")
      element.style.setProperty(`--fit-${name}`, `${value}px`);
}
