// @ts-check
// The score of the drills done in this browser, stored nowhere else.
import text from "/text/drill.js";
import { make, replace } from "../base/dom.js";
import { store } from "../base/house.js";
import { number, percent } from "../base/money.js";
import { chart } from "../base/charts/chart.js";

const MAX_ROUNDS = 200;
const RECENT = 10;

const sum = (rounds, name) => rounds.reduce((total, round) => total + (round[name] ?? 0), 0);
const share = (rounds) => percent(sum(rounds, "right") / Math.max(1, sum(rounds, "of")), 0);

function summary(rounds) {
  const seconds = sum(rounds, "took") / 1000 / Math.max(1, sum(rounds, "of"));
  const parts = [
    text.rounds(rounds.length),
    text.share(share(rounds)),
    rounds.length > RECENT ? text.lately(share(rounds.slice(-RECENT))) : "",
    text.perSpot(number(seconds)),
  ];
  return make("p", {}, parts.filter(Boolean).join(" · "));
}

function scoreChart(rounds) {
  const points = rounds.map((round, place) => [place + 1, (100 * round.right) / round.of]);
  return chart({
    series: [{ name: text.percent, points }],
    label: text.chart,
    xLabel: text.round,
    yLabel: text.percent,
    format: (y) => percent(y / 100, 0),
    height: 200,
  });
}

export function scoreBoard() {
  const body = make("div", { class: "stack" });
  const heading = make("h2", { id: "score" }, text.record);
  const attributes = { class: "panel stack", "aria-labelledby": "score" };
  const element = make("section", attributes, heading, body);
  const load = () => store.get("drill.score", []);
  const save = (rounds) => {
    store.set("drill.score", rounds);
    show();
  };

  function show() {
    const rounds = load();
    if (!rounds.length) {
      replace(body, make("p", { class: "hint" }, text.noRecord));
      return;
    }
    const forget = make("button", { type: "button", onclick: () => save([]) }, text.forget);
    const picture = rounds.length > 1 ? scoreChart(rounds) : null;
    replace(body, summary(rounds), picture, make("div", {}, forget));
  }

  show();
  return { element, add: (round) => save([...load(), round].slice(-MAX_ROUNDS)) };
}
