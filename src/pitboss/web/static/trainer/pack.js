// @ts-check
// The trainer without a network: hands that the worker stored with their answers, graded here.
// What is learned offline is not counted in the person's progress at the house.
import { ask } from "../base/house.js";

/** @typedef {{ act: string, multiple: number, slots: number[] }} Answer */

/** @type {Map<string, Api.PackedHand[]>} Hands that wait, by game and stage. */
const waiting = new Map();
/** @type {Map<string, Api.Point[]>} */
const points = new Map();
/** @type {Api.TrainerPack[]} */
let packs = [];

/** @param {string} cost */
const centsOf = (cost) => {
  const [top, bottom = "1"] = cost.split("/");
  return Number(top) / Number(bottom);
};

/** @param {readonly number[]} slots */
const sorted = (slots) => [...slots].toSorted((a, b) => a - b).join();

/**
 * @param {string} game
 * @param {string} stage
 */
function stageOf(game, stage) {
  const pack = packs.find((one) => one.game === game);
  const part = pack?.stages.find((one) => one.stage.stage === stage);
  if (!part) throw new Error(`${game} ${stage}`);
  return part;
}

/**
 * @param {string} game
 * @param {string} stage
 * @returns {Api.StageProgress}
 */
function progressOf(game, stage) {
  const list = points.get(`${game} ${stage}`) ?? [];
  const cents = list.reduce((sum, point) => sum + centsOf(point.cost), 0);
  return {
    ...stageOf(game, stage).stage,
    answered: list.length,
    right: list.filter((point) => point.right).length,
    cost: { exact: String(cents), cents },
  };
}

export const packedHouse = {
  /** @returns {Promise<Api.TrainerGame[]>} */
  async menu() {
    const games = await ask.get("/api/games");
    const answers = games.map(({ game }) => ask.get(`/api/lessons/${game}`).catch(() => null));
    packs = (await Promise.all(answers)).flatMap((pack) => (pack && !pack.working ? [pack] : []));
    return packs.map(({ game, title, spots, stages }) => ({
      ...{ game, title, spots },
      stages: stages.map(({ stage }) => stage),
    }));
  },
  /**
   * @param {string} game
   * @param {string} stage
   */
  points: async (game, stage) => points.get(`${game} ${stage}`) ?? [],
  /**
   * The next hand; after the last one the hands start over.
   * @param {string} game
   * @param {string} stage
   */
  async hand(game, stage) {
    const key = `${game} ${stage}`;
    const list = waiting.get(key) ?? [];
    if (!list.length) list.push(...stageOf(game, stage).hands);
    waiting.set(key, list);
    return list[0].question;
  },
  /**
   * @param {string} game
   * @param {string} stage
   * @param {{ id: string } & Answer} answer
   * @returns {Promise<Api.TrainerGrade>}
   */
  async answer(game, stage, answer) {
    const key = `${game} ${stage}`;
    const hand = waiting.get(key)?.shift();
    const taken = hand?.options.find(
      (one) =>
        one.act === answer.act &&
        one.multiple === answer.multiple &&
        sorted(one.slots) === sorted(answer.slots),
    );
    if (!hand || !taken) throw new Error(answer.act);
    const right = taken.cost.exact === "0";
    const list = [...(points.get(key) ?? []), { at: Date.now(), right, cost: taken.cost.exact }];
    points.set(key, list);
    const progress = progressOf(game, stage);
    return { right, taken, options: hand.options, rule: hand.rule, progress, points: list };
  },
};

/** The house itself, over the network. */
export const servedHouse = {
  menu: () => ask.get("/api/trainer"),
  points: (/** @type {string} */ game, /** @type {string} */ stage) =>
    ask.get(`/api/trainer/${game}/${stage}`),
  hand: (/** @type {string} */ game, /** @type {string} */ stage) =>
    ask.post(`/api/trainer/${game}/${stage}/hand`),
  /**
   * @param {string} game
   * @param {string} stage
   * @param {{ id: string } & Answer} answer
   */
  answer: (game, stage, answer) => ask.post(`/api/trainer/${game}/${stage}/answer`, answer),
};
