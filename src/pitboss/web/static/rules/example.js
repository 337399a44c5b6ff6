// @ts-check
// What a game is about before its rules: one hand played out, and the hands from best to worst.
import text from "/text/rules.js";
import { card } from "../base/cards.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { dollars, signed } from "../base/money.js";
import { paintFelt } from "../base/paint.js";
import { notice } from "../base/parts.js";
import { HandReplay } from "../hand/replay.js";
import { section } from "./parts.js";

const RETRY_MS = 900;

/**
 * @param {string} game
 * @param {Api.FeltLook | undefined} look
 */
export function exampleSection(game, look) {
  const place = make("div", { class: "stack example" }, notice(text.working));
  if (look) paintFelt(place, look);
  const fill = async () => {
    for (;;) {
      /** @type {Api.ExampleRound} */
      const example = await ask.get(`/api/rules/${game}/example`);
      if (!example.working && example.first) {
        const { hand, staked, net, first } = example;
        const replay = new HandReplay({ ...example, first });
        const words = text.exampleFinding(dollars(staked), hand, signed(net));
        replace(place, make("p", { class: "finding" }, words), replay.element);
        return;
      }
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY_MS);
      });
    }
  };
  fill().catch(() => replace(place, notice(text.noExample)));
  return section("example", text.example, make("p", {}, text.exampleLead), place);
}

/** @param {Api.SampleHand} sample */
function rankingItem({ hand, cards, tail }) {
  const used = cards.map((name) => card(name));
  const rest = tail.map((name) => {
    const one = card(name);
    one.dataset.state = "spare";
    return one;
  });
  const name = make("span", { class: "hand-name" }, hand);
  return make("li", {}, name, make("span", { class: "card-list" }, used, rest));
}

/** @param {Api.GameRanking[]} rankings */
export function rankingSection(rankings) {
  const parts = rankings.map(({ wagers, hands }, place) => {
    const list = make("ol", { class: "ranking" }, hands.map(rankingItem));
    const summary = make("summary", {}, text.rankingOf(wagers.join(", ")));
    return make("details", { class: "panel", open: place === 0 }, summary, list);
  });
  return section("ranking", text.ranking, make("p", {}, text.rankingLead), parts);
}
