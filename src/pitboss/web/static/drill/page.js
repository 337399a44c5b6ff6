// @ts-check
// The payout drill: the house deals a finished round and grades how the trainee settles it.
import text from "/text/drill.js";
import { make, replace } from "../base/dom.js";
import { ask, store } from "../base/house.js";
import { key } from "../base/keys.js";
import { field, messageOf, notice, select } from "../base/parts.js";
import { shell } from "../base/shell.js";
import { scoreBoard } from "./score.js";
import { DrillSheet } from "./sheet.js";

const { main, say } = await shell({ title: text.title, page: "drill", guest: true, wide: true });
const { games, levels } = await ask.get("/api/drill");
const last = store.get("drill.choice", {});
const game = select(
  games.map((one) => [one.game, one.title]),
  games.some((one) => one.game === last.game) ? last.game : games[0].game,
);
const level = select(
  levels.map((one) => [one, text.levels[one] ?? one]),
  levels.includes(last.level) ? last.level : levels[0],
);
const deal = make("button", { type: "submit", class: "main" }, text.deal);
const place = make("div", { class: "stack" });
const intro = make("p", {}, text.intro);
const board = scoreBoard();
let sheet = null;
let start = 0;

async function begin() {
  store.set("drill.choice", { game: game.value, level: level.value });
  deal.disabled = true;
  try {
    const drill = await ask.post("/api/drill", { game: game.value, level: level.value });
    start = Date.now();
    sheet = new DrillSheet(drill, check);
    replace(place, sheet.element);
    intro.hidden = true;
    deal.textContent = text.again;
    sheet.focus();
  } catch (error) {
    replace(place, notice(messageOf(error), "bad"));
  }
  deal.disabled = false;
}

async function check() {
  if (!sheet || sheet.done) return;
  try {
    const grade = await ask.post("/api/drill/answers", {
      drill: sheet.drill.drill,
      answers: sheet.answers,
    });
    sheet.grade(grade);
    board.add({
      game: sheet.drill.game,
      level: sheet.drill.level,
      right: grade.right,
      of: grade.of,
      order: grade.seats_right && grade.within_right,
      at: Date.now(),
      took: Date.now() - start,
    });
    say(text.score(grade.right, grade.of));
  } catch (error) {
    replace(place, sheet.element, notice(messageOf(error), "bad"));
  }
}

main.append(
  intro,
  make(
    "form",
    {
      class: "row asks",
      onsubmit: (event) => {
        event.preventDefault();
        begin();
      },
    },
    field(text.game, game),
    field(text.level, level),
    deal,
  ),
  place,
  board.element,
);
key("d", text.keyDeal, () => {
  begin();
  return true;
});
key("e", text.keyCheck, () => {
  if (!sheet || sheet.done) return false;
  check();
  return true;
});
