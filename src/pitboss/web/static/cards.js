// One card, drawn from its name: "Qh", "JK", "??" face down, "" an empty place.
import { make } from "./house.js";

const SUITS = { c: ["♣", "clubs"], d: ["♦", "diamonds"], h: ["♥", "hearts"], s: ["♠", "spades"] };
const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };

export function card(name) {
  if (!name) return make("span", { class: "card none", role: "img", "aria-label": "no card" });
  if (name === "??") return make("span", { class: "card back", role: "img", "aria-label": "face-down card" });
  if (name === "JK") return make("span", { class: "card", role: "img", "aria-label": "joker" }, "JK", make("i", {}, "★"));
  const [sign, suit] = SUITS[name[1]];
  const rank = name[0] === "T" ? "10" : name[0];
  return make("span", { class: `card ${name[1]}`, role: "img", "aria-label": `${RANKS[name[0]] ?? name[0]} of ${suit}` }, rank, make("i", {}, sign));
}
