// @ts-check
// A small picture of a felt, drawn from how many cards and spots a game has, never from its name.
import { draw } from "../base/dom.js";

const WIDTH = 320;
const HEIGHT = 168;

const cardAt = (x, y, kind, turn = 0) =>
  draw(
    "g",
    { transform: `translate(${x} ${y}) rotate(${turn})`, class: `motif-card ${kind}` },
    draw("rect", { x: -11, y: -15.5, width: 22, height: 31, rx: 2.6 }),
    kind === "down"
      ? draw("path", { d: "M-7-11 7 11M7-11-7 11M-7 0 0-11 7 0 0 11Z", class: "lace" })
      : null,
    kind === "joker"
      ? draw("path", {
          d: "M0-7 2-2 7-2 3 1.500 4.500 7 0 4-4.500 7-3 1.500-7-2-2-2Z",
          class: "pip",
        })
      : null,
    kind === "up" ? draw("path", { d: "M0-6 5 0 0 6-5 0Z", class: "pip" }) : null,
  );

// Cards beside each other around a middle, a little fanned when they are a hand.
function line(middle, y, kinds, { step = 26, fan = 0 } = {}) {
  const first = -(kinds.length - 1) / 2;
  return kinds.map((kind, place) => {
    const from = first + place;
    return cardAt(middle + from * step, y + Math.abs(from) * fan * 1.2, kind, from * fan);
  });
}

function spot(one, x, y) {
  const name = one.progressive ? "gold" : one.required ? "must" : one.decided ? "later" : "may";
  if (one.decided)
    return draw("rect", {
      x: x - 8,
      y: y - 8,
      width: 16,
      height: 16,
      rx: 3,
      class: `motif-spot ${name}`,
    });
  if (one.progressive)
    return draw("path", {
      d: `M${x} ${y - 10} ${x + 10} ${y} ${x} ${y + 10} ${x - 10} ${y}Z`,
      class: `motif-spot ${name}`,
    });
  return draw("circle", { cx: x, cy: y, r: one.required ? 9 : 7, class: `motif-spot ${name}` });
}

export function motif(game, label) {
  const picture = draw("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: "motif",
    role: label ? "img" : null,
    "aria-label": label ?? null,
    "aria-hidden": label ? null : "true",
  });
  // The table: straight on the dealer's side, an arc towards the players.
  picture.append(
    draw("path", {
      d:
        `M6 4H${WIDTH - 6}C${WIDTH - 6} ${HEIGHT - 46} ${WIDTH - 76} ${HEIGHT - 6} ` +
        `${WIDTH / 2} ${HEIGHT - 6}S6 ${HEIGHT - 46} 6 4Z`,
      class: "motif-rail",
    }),
    draw("path", {
      d:
        `M15 4H${WIDTH - 15}C${WIDTH - 15} ${HEIGHT - 54} ${WIDTH - 82} ${HEIGHT - 15} ` +
        `${WIDTH / 2} ${HEIGHT - 15}S15 ${HEIGHT - 54} 15 4Z`,
      class: "motif-felt",
    }),
    draw("path", { d: `M38 62Q${WIDTH / 2} 122 ${WIDTH - 38} 62`, class: "motif-arc" }),
  );
  const hand = Array.from({ length: game.hole }, (_, place) =>
    game.hidden.includes(place)
      ? "down"
      : place >= game.hole - Math.min(1, game.jokers)
        ? "joker"
        : "up",
  );
  const shared = Array.from({ length: game.community }, () => "down");
  const box = Array.from({ length: game.box }, () => "down");
  const groups = [];
  if (shared.length) groups.push(shared);
  if (box.length) groups.push(box);
  const wide =
    groups.reduce((sum, group) => sum + group.length * 26, 0) + Math.max(0, groups.length - 1) * 18;
  let at = (WIDTH - wide) / 2;
  for (const group of groups) {
    picture.append(...line(at + (group.length * 26) / 2, 27, group));
    at += group.length * 26 + 18;
  }
  const must = game.spots.filter((one) => one.required || one.decided);
  const may = game.spots.filter((one) => !one.required && !one.decided);
  const row = (spots, y, step) =>
    spots.map((one, place) => spot(one, WIDTH / 2 + (place - (spots.length - 1) / 2) * step, y));
  const lift = groups.length ? 0 : -22;
  picture.append(
    ...row(may, 62 + lift / 2, 28),
    ...row(must, 88 + lift, 27),
    ...line(WIDTH / 2, 124 + lift / 1.5, hand, { step: 19, fan: 7 }),
  );
  return picture;
}
