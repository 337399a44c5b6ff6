// @ts-check
// How a drill was graded: each spot, and the order in which they were settled.
import text from "/text/drill.js";
import { make, replace } from "../base/dom.js";
import { dollars } from "../base/money.js";
import { notice } from "../base/parts.js";
import { ENVY } from "./spot-row.js";

const clause = (citation) => make("span", { class: "clause" }, citation);

function answerWords(what, cents, envy) {
  if (what === "pay") return text.pay_(dollars(cents));
  if (what === "push") return text.push_;
  return envy ? text.nothing_ : text.take_;
}

export function gradeRow(row, spot) {
  const envy = spot.spot === ENVY;
  const odds = spot.odds !== spot.hand ? spot.odds : "";
  const cut = spot.cut ? text.cut(dollars(spot.cut)) : "";
  const why = [spot.hand, odds, cut].filter(Boolean).join(", ");
  const right = answerWords(spot.what, spot.cents, envy);
  const answer = spot.answer
    ? text.yours(answerWords(spot.answer, spot.answer_cents, envy))
    : text.unanswered;
  row.element.dataset.state = spot.right ? "right" : "wrong";
  for (const control of row.buttons.querySelectorAll("button, input")) control.disabled = true;
  replace(
    row.verdict,
    make("b", {}, spot.right ? `✓ ${text.right}` : `✗ ${right}`),
    " ",
    spot.right ? null : make("span", {}, answer),
    " ",
    make("span", { class: "why" }, why),
    " ",
    clause(spot.clause),
  );
}

export function showGrades(result, grades, drill) {
  const perfect = grades.right === grades.of && grades.seats_right && grades.within_right;
  const score = perfect ? text.perfect : text.score(grades.right, grades.of);
  const lines = [seatLine(grades), ...spotLines(grades, drill)];
  replace(result, notice(score, perfect ? "good" : "warn"), make("ul", {}, lines));
  result.scrollIntoView({ block: "start" });
  result.focus();
}

function seatLine(grades) {
  const right = text.orderRight(text.direction[grades.direction] ?? grades.direction);
  const due = grades.seats_due.join(text.andThen);
  const own = grades.seats_given.join(text.andThen);
  const words = grades.seats_right ? right : text.orderWrong(due, own);
  return make("li", {}, words, " ", clause(grades.direction_clause));
}

// The order of the spots within each seat.
function spotLines(grades, drill) {
  const line = (words) => make("li", {}, words, " ", clause(grades.within_clause));
  if (grades.within_right) return [line(text.withinRight)];
  const spots = drill.seats.flatMap((seat) => seat.spots);
  const nameOf = (key) => spots.find((spot) => spot.spot === key)?.name ?? key;
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  return Object.entries(grades.within_due)
    .filter(([seat, due]) => !same(due, grades.within_given[seat] ?? []) && due.length > 1)
    .map(([seat, due]) => line(text.withinWrong(seat, due.map(nameOf).join(text.andThen))));
}
