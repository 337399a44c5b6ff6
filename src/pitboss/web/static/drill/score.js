// The score of this browser's drills, kept in it and nowhere else.
import text from "/text/drill.js";
import { make, replace } from "../base/dom.js";
import { store } from "../base/house.js";
import { number, percent } from "../base/money.js";
import { chart } from "../base/parts.js";

const KEPT = 200;

export function scoreBoard() {
  const body = make("div", { class: "stack" });
  const element = make(
    "section",
    { class: "panel stack", "aria-labelledby": "score" },
    make("h2", { id: "score" }, text.record),
    body,
  );
  const share = (games) =>
    percent(
      games.reduce((all, one) => all + one.right, 0) /
        Math.max(
          1,
          games.reduce((all, one) => all + one.of, 0),
        ),
      0,
    );

  function show() {
    const kept = store.get("drill.score", []);
    if (!kept.length) {
      replace(body, make("p", { class: "hint" }, text.noRecord));
      return;
    }
    const spots = kept.reduce((all, one) => all + one.of, 0);
    const took = kept.reduce((all, one) => all + (one.took ?? 0), 0);
    replace(
      body,
      make(
        "p",
        {},
        [
          text.rounds(kept.length),
          text.share(share(kept)),
          kept.length > 10 ? text.lately(share(kept.slice(-10))) : "",
          text.perSpot(number(took / 1000 / Math.max(1, spots))),
        ]
          .filter(Boolean)
          .join(" · "),
      ),
      kept.length > 1
        ? chart({
            series: [
              {
                name: text.percent,
                points: kept.map((one, n) => [n + 1, (100 * one.right) / one.of]),
              },
            ],
            label: text.chart,
            xLabel: text.round,
            yLabel: text.percent,
            format: (y) => percent(y / 100, 0),
            height: 200,
          })
        : null,
      make(
        "div",
        {},
        make(
          "button",
          {
            type: "button",
            onclick: () => {
              store.set("drill.score", []);
              show();
            },
          },
          text.forget,
        ),
      ),
    );
  }

  show();
  return {
    element,
    add: (one) => {
      store.set("drill.score", [...store.get("drill.score", []), one].slice(-KEPT));
      show();
    },
  };
}
