// Stakes being put together before they are placed. What goes together, what needs what and the
// limits are the felt's data; the house has the last word when they are placed.

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class Draft {
  constructor(felt) {
    this.felt = felt;
    this.open = felt.spots.filter((spot) => !spot.multiples.length); // what is bet before the cards
    this.known = new Map(felt.spots.map((spot) => [spot.spot, spot]));
    this.boxes = new Map(); // seat → stakes
    this.past = [];
  }

  of(seat) {
    return this.boxes.get(seat) ?? {};
  }

  // What is on the table already is where a change begins.
  begin(seat, placed) {
    if (!this.boxes.has(seat)) this.boxes.set(seat, { ...placed });
  }

  // Spots whose stakes are always equal to this one's.
  together(key) {
    const head = this.known.get(key).equal_to || key;
    return this.open
      .filter((spot) => spot.spot === head || spot.equal_to === head)
      .map((spot) => spot.spot);
  }

  lacking(key, stakes) {
    return this.known.get(key).needs.filter((need) => !stakes[need]);
  }

  put(seat, key, cents) {
    const spot = this.known.get(key);
    const now = this.of(seat)[key] ?? 0;
    const after = Math.max(spot.least, Math.min(spot.most, now + cents));
    const change = {};
    for (const other of this.together(key)) change[other] = after;
    return this.change(seat, { ...this.of(seat), ...change });
  }

  take(seat, key) {
    const gone = new Set(this.together(key));
    for (let more = true; more;) {
      // and what needs it
      const needing = this.open.filter(
        (spot) =>
          !gone.has(spot.spot) &&
          this.of(seat)[spot.spot] &&
          spot.needs.some((need) => gone.has(need)),
      );
      needing.forEach((spot) => gone.add(spot.spot));
      more = needing.length > 0;
    }
    return this.change(
      seat,
      Object.fromEntries(Object.entries(this.of(seat)).filter(([name]) => !gone.has(name))),
    );
  }

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
    if (this.past.length) this.boxes = this.past.pop();
  }

  clear() {
    this.remember();
    for (const seat of this.boxes.keys()) this.boxes.set(seat, {});
  }

  forget() {
    this.boxes.clear();
    this.past = [];
  }

  total(seat) {
    return Object.values(this.of(seat)).reduce((sum, cents) => sum + cents, 0);
  }

  // Earlier stakes as they may be made now, `times` as high.
  like(last, times = 1) {
    return Object.fromEntries(
      this.open
        .filter((spot) => last[spot.spot])
        .map((spot) => [
          spot.spot,
          Math.max(spot.least, Math.min(spot.most, last[spot.spot] * times)),
        ]),
    );
  }

  sides(last) {
    return this.like(
      Object.fromEntries(
        this.open
          .filter((spot) => !spot.required && last[spot.spot])
          .map((spot) => [spot.spot, last[spot.spot]]),
      ),
    );
  }

  changed(seat, placed) {
    return this.boxes.has(seat) && !same(sorted(this.of(seat)), sorted(placed));
  }

  // Every base wager is there, and nothing without what it needs.
  whole(seat) {
    const stakes = this.of(seat);
    return this.open.every((spot) =>
      spot.required
        ? stakes[spot.spot]
        : !stakes[spot.spot] || !this.lacking(spot.spot, stakes).length,
    );
  }

  command(seat, placed) {
    const stakes = this.of(seat);
    const gone = this.open
      .filter((spot) => placed[spot.spot] && !stakes[spot.spot])
      .map((spot) => [spot.spot, 0]);
    const there = this.open
      .filter((spot) => stakes[spot.spot] && stakes[spot.spot] !== placed[spot.spot])
      .map((spot) => [spot.spot, stakes[spot.spot]]);
    return { type: "Bet", seat, stakes: Object.fromEntries([...gone, ...there]) };
  }
}

const sorted = (stakes) => Object.entries(stakes).sort();
