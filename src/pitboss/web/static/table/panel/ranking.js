// @ts-check
// The hands of the game, the best first, each as a picture. Fetched when it is first opened.
import hands from "/text/hands.js";
import text from "/text/table.js";
import { card } from "../../base/cards.js";
import { make, replace } from "../../base/dom.js";
import { ask } from "../../base/house.js";
import { messageOf, notice } from "../../base/parts.js";

/** @param {string} id Of the table. */
export function rankingOf(id) {
  const body = make("div", { class: "ranking" });
  const summary = make("summary", {}, text.ranking);
  const box = make("details", { "data-do": "ranking" }, summary, body);
  box.addEventListener("toggle", async () => {
    if (!box.open || body.firstChild) return;
    try {
      replace(body, (await ask.get(`/api/tables/${id}/ranking`)).map(listOf));
    } catch (error) {
      replace(body, notice(messageOf(error), "bad"));
    }
  });
  return box;
}

/**
 * @param {Api.RankingExamples} ranking
 * @param {number} _
 * @param {Api.RankingExamples[]} all
 */
function listOf({ wagers, hands: rows }, _, all) {
  const items = rows.map((row) =>
    make(
      "li",
      {},
      make("span", {}, text.sentence(hands.handName(row.hand))),
      make("span", { class: "example" }, row.cards.map(card)),
    ),
  );
  const title = all.length > 1 ? make("p", { class: "label" }, wagers.join(text.also)) : "";
  return [title, make("ol", {}, items)];
}
