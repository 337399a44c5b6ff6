// @ts-check
// Stakes that the player is putting together. Which spots go together, which need others, and the
// limits come from the felt's data; the house decides when the bets are placed.

/** @typedef {Record<string, number>} Stakes Cents by spot. */

/** @param {Stakes} stakes */
export const total = (stakes) => Object.values(stakes).reduce((sum, cents) => sum + cents, 0);

/**
 * @param {unknown} one
 * @param {unknown} other
 */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class Draft {
  /** @param {Page.Felt} felt */
  constructor(felt) {
    this.felt = felt;
    this.open = felt.spots.filter((spot) => !spot.multiples.length); // bet before the cards
    /** @type {Record<string, Page.FeltSpot>} */
    this.spots = Object.fromEntries(felt.spots.map((spot) => [spot.spot, spot]));
    /** @type {Map<number, Stakes>} */
    this.boxes = new Map(); // by seat
    /** @type {Map<number, Stakes>[]} */
    this.past = [];
  }

  // The least that must be bet.
  get least() {
    const required = this.open.filter((spot) => spot.required);
    return Object.fromEntries(required.map((spot) => [spot.spot, spot.least]));
  }

  /**
   * @param {number} seat
   * @returns {Stakes}
   */
  of(seat) {
    return this.boxes.get(seat) ?? {};
  }

  /**
   * A change starts from what is on the table already.
   * @param {number} seat
   * @param {Stakes} placed
   */
  begin(seat, placed) {
    if (!this.boxes.has(seat)) this.boxes.set(seat, { ...placed });
  }

  /**
   * Spots whose stakes are always equal to this one's.
   * @param {string} key
   */
  together(key) {
    const head = this.spots[key].equal_to || key;
    return this.open
      .filter((spot) => spot.spot === head || spot.equal_to === head)
      .map((spot) => spot.spot);
  }

  /**
   * @param {string} key
   * @param {Stakes} stakes
   */
  lacking(key, stakes) {
    return this.spots[key].needs.filter((need) => !stakes[need]);
  }

  /**
   * @param {number} seat
   * @param {string} key
   * @param {number} cents
   */
  put(seat, key, cents) {
    const { least, most } = this.spots[key];
    const before = this.of(seat)[key] ?? 0;
    const after = Math.max(least, Math.min(most, before + cents));
    const change = Object.fromEntries(this.together(key).map((other) => [other, after]));
    return this.change(seat, { ...this.of(seat), ...change });
  }

  /**
   * Takes a stake back, and every stake that needs it.
   * @param {number} seat
   * @param {string} key
   */
  take(seat, key) {
    const stakes = this.of(seat);
    const gone = new Set(this.together(key));
    /** @param {Page.FeltSpot} spot */
    const needsGone = ({ spot, needs }) =>
      !gone.has(spot) && stakes[spot] && needs.some((need) => gone.has(need));
    for (let more = this.open.filter(needsGone); more.length; more = this.open.filter(needsGone))
      for (const { spot } of more) gone.add(spot);
    const left = Object.entries(stakes).filter(([name]) => !gone.has(name));
    return this.change(seat, Object.fromEntries(left));
  }

  /**
   * @param {number} seat
   * @param {Stakes} stakes
   */
  change(seat, stakes) {
    if (same(this.of(seat), stakes)) return false;
    this.remember();
    this.boxes.set(seat, stakes);
    return true;
  }

  remember() {
    this.past.push(new Map([...this.boxes].map(([seat, stakes]) => [seat, { ...stakes }])));
  }

  undo() {
    this.boxes = this.past.pop() ?? this.boxes;
  }

  clear() {
    this.remember();
    for (const seat of this.boxes.keys()) this.boxes.set(seat, {});
  }

  forget() {
    this.boxes.clear();
    this.past = [];
  }

  /** @param {number} seat */
  total(seat) {
    return total(this.of(seat));
  }

  /**
   * Earlier stakes as they may be bet now, `times` as high.
   * @param {Stakes} last
   */
  like(last, times = 1) {
    const again = this.open.filter((spot) => last[spot.spot]);
    /** @param {Page.FeltSpot} spot */
    const amount = ({ spot, least, most }) => Math.max(least, Math.min(most, last[spot] * times));
    return Object.fromEntries(again.map((spot) => [spot.spot, amount(spot)]));
  }

  /** @param {Stakes} last */
  sides(last) {
    return this.like(this.sideStakes(last));
  }

  /**
   * Those of the stakes that are on optional spots.
   * @param {Stakes} stakes
   */
  sideStakes(stakes) {
    const sides = this.open.filter((spot) => !spot.required && stakes[spot.spot]);
    return Object.fromEntries(sides.map((spot) => [spot.spot, stakes[spot.spot]]));
  }

  /**
   * @param {number} seat
   * @param {Stakes} placed
   */
  changed(seat, placed) {
    return this.boxes.has(seat) && !same(sorted(this.of(seat)), sorted(placed));
  }

  /**
   * @param {number} seat
   * @param {Stakes} placed
   */
  command(seat, placed) {
    const stakes = this.of(seat);
    const spots = this.open.map((spot) => spot.spot);
    const gone = spots.filter((spot) => placed[spot] && !stakes[spot]).map((spot) => [spot, 0]);
    const next = spots
      .filter((spot) => stakes[spot] && stakes[spot] !== placed[spot])
      .map((spot) => [spot, stakes[spot]]);
    return { type: "Bet", seat, stakes: Object.fromEntries([...gone, ...next]) };
  }
}

/** @param {Stakes} stakes */
const sorted = (stakes) => Object.entries(stakes).sort();
