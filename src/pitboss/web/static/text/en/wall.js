// @ts-check
// Words of the wall: all tables on a screen of the floor.
import { plural } from "/static/base/plurals.js";

export default /** @satisfies {Page.Text} */ ({
  title: "The floor",
  tables: "Tables",
  alarms: "Alarms",
  money: (amount) => `$${amount}`,
  summary: (tables, playing, seats) =>
    `${plural(tables, "1 table", `${tables} tables`)}, ${playing} in use, ` +
    plural(seats, "1 seat taken", `${seats} seats taken`),
  page: (page, pages) => `${page} of ${pages}`,
  notLive: "Connection lost: what is shown is not current.",
  calm: "No alarms.",
  more: (count) => `and ${count} more`,
  calls: (table, count) =>
    count > 1 ? `New alarms: ${count}, first at ${table}` : `New alarm at ${table}`,
  seats: (taken, all) => `${taken} of ${all} seats`,
  limits: (least, most) => `${least}–${most}`,
  rounds: (count, hour) => `Round ${count} · ${hour} an hour`,
  waits: (whose, time) => `${whose}, for ${time}`,
  noDealer: "No dealer yet",
  meter: (name) => (name === "meter" ? "Progressive" : name),
  alarm: {
    floor: (what) => `Floor: ${what}`,
    device: (name) => `Out of service: ${name}`,
    deck: (name) => `${name} must be changed`,
    soon: (name) => `${name} to be changed`,
    dealer: (what) => `Dealer: ${what}`,
    player: (seat) => `Seat ${seat} has not decided`,
  },
  for: (what, time) => `${what}, for ${time}`,
  in: (what, time) => `${what} in ${time}`,
});
