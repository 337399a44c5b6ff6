// @ts-check
// The edge of a progressive wager as an exact straight line in its meters and the seats.
import { Fraction } from "./figures.js";

// An edge is `at_zero`, plus `per_cent` for each cent a meter shows, plus `per_seat` for each other
// seat.
export class Line {
  /** @param {Api.ProgressiveLine} terms */
  constructor(terms) {
    this.zero = Fraction.of(terms.at_zero);
    this.seat = Fraction.of(terms.per_seat);
    this.slopes = new Map(terms.meters.map((meter) => [meter.meter, Fraction.of(meter.per_cent)]));
  }

  /**
   * @param {Api.LinesAnswer} lines
   * @param {string} letter
   * @param {number} stake
   */
  static find(lines, letter, stake) {
    /** @param {Api.ProgressiveLine} line */
    const same = (line) => line.paytable === letter && line.stake_cents === stake;
    const terms = lines.lines.find(same);
    if (!terms) throw new Error(`no line for paytable ${letter} at ${stake} cents`);
    return new Line(terms);
  }

  /**
   * @param {Record<string, number>} meters
   * @param {number} seats
   */
  edge(meters, seats) {
    let edge = this.zero.plus(this.seat.times(Fraction.whole(seats - 1)));
    for (const [name, slope] of this.slopes)
      edge = edge.plus(slope.times(Fraction.whole(meters[name] ?? 0)));
    return edge;
  }

  /**
   * The amount of one meter that brings the edge to zero while the other meters stay the same.
   * @param {string} name
   * @param {Record<string, number>} meters
   * @param {number} seats
   */
  even(name, meters, seats) {
    const slope = this.slopes.get(name);
    return slope?.sign ? this.edge({ ...meters, [name]: 0 }, seats).over(slope.negative) : null;
  }
}
