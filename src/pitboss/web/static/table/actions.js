// @ts-check
// What a player can do at a table, from a chip put down to leaving. Each action takes the player
// first; the rest of the page calls them through `player.actions`.
import text from "/text/table.js";
import { make } from "../base/dom.js";
import { ask, store } from "../base/house.js";
import { confirm, dialog, field, messageOf } from "../base/parts.js";
import { total } from "./draft.js";
import { sound } from "./sound.js";
import { cash } from "./felt/spot.js";

/** @typedef {import("./moment.js").Viewer} Viewer */

const BUY_IN = 40; // a first stack, in times the table minimum

/** @type {Record<string, (player: Viewer, ...rest: any[]) => any>} */
const ACTIONS = {
  chip(player, value) {
    player.chip = value;
    player.changed();
  },

  atOnce(player, on) {
    player.dealsAtOnce = on;
    store.set("atOnce", on);
  },

  put(player, seat, key, chip = player.chip) {
    const { draft } = player;
    if (!player.betting || player.postpone(() => ACTIONS.put(player, seat, key, chip))) return;
    const spot = spotOf(player, key);
    if (spot.multiples.length) return;
    player.begin(seat);
    const lacking = draft.lacking(key, draft.of(seat));
    if (lacking.length) {
      const names = lacking.map((need) => spotOf(player, need).name);
      player.warn(text.said.needs(spot.name, names, spot.clause));
      return;
    }
    const before = new Map(draft.boxes);
    draft.put(seat, key, chip);
    const purse = (player.view.chips ?? 0) + player.stake;
    if (player.draftStake > purse) {
      draft.undo();
      if (!draft.boxes.size) draft.boxes = before;
      player.warn(text.said.tooMuch(cash(purse)));
      return;
    }
    player.trouble = "";
    sound.chip();
    player.changed();
  },

  take(player, seat, key) {
    if (!player.betting || player.postpone(() => ACTIONS.take(player, seat, key))) return;
    player.begin(seat);
    if (player.draft.of(seat)[key]) player.draft.take(seat, key);
    player.changed();
  },

  undo(player) {
    player.draft.undo();
    player.changed();
  },

  async clear(player) {
    const { draft, own } = player;
    if (own.some((seat) => draft.changed(seat.seat, seat.stakes))) draft.clear();
    if (player.stake) {
      for (const { seat } of own) draft.boxes.set(seat, {});
      if (await player.place()) player.say(text.said.betsBack);
    }
    player.changed();
  },

  async bet(player) {
    const stake = player.draftStake;
    if (!(await player.place())) return;
    player.say(text.said.betsPlaced(cash(stake)));
    if (player.atOnce) await ACTIONS.ready(player);
  },

  async rebet(player, times = 1) {
    const { draft, last } = player;
    for (const { seat } of player.own) {
      player.begin(seat);
      draft.change(seat, last.stakes ? draft.like(last.stakes, times) : draft.least);
    }
    await ACTIONS.bet(player);
  },

  double: (player) => ACTIONS.rebet(player, 2),

  sides(player) {
    const { draft } = player;
    for (const { seat } of player.own) {
      player.begin(seat);
      draft.change(seat, { ...draft.of(seat), ...player.sidesFor(seat) });
    }
    player.changed();
  },

  async ready(player) {
    if (player.felt.table.mode !== "self-dealt") return;
    try {
      await ask.post(`/api/tables/${player.id}/ready`);
      if (player.view.phase === "bets") {
        player.ready = true;
        player.say(text.said.readied);
      }
    } catch (error) {
      player.trouble = messageOf(error);
    }
    player.changed();
  },

  async act(player, { act, multiple, spot }) {
    const seat = player.view.turn;
    if (!(await player.warning.allows({ act, multiple }))) return false;
    return player.send({ type: "Act", seat, act, multiple: multiple || 1, spot });
  },

  mark(player, seat, slot) {
    const { marks, view } = player;
    if (view.discards === null || view.turn !== seat) return;
    if (!marks.delete(slot) && marks.size < view.discards) marks.add(slot);
    player.changed();
  },

  view: (player) => player.send({ type: "Perform", duty: "view" }),

  async discard(player) {
    const [seat, slots] = [player.view.turn, [...player.marks]];
    if (!(await player.warning.allows({ act: "discard", slots }))) return false;
    return player.send({ type: "Discard", seat, slots });
  },

  // Whoever opens the link sits down at a free seat.
  async invite(player) {
    const url = `${location.origin}${location.pathname}?sit=1`;
    const { name } = player.felt.table;
    try {
      if (navigator.share) await navigator.share({ title: name, url });
      else {
        await navigator.clipboard.writeText(url);
        player.warn("", text.invited);
      }
    } catch (error) {
      // Dismissing the share sheet is not an error; a blocked clipboard is.
      if (!(error instanceof DOMException && error.name === "AbortError"))
        player.warn("", text.inviteAt(url));
    }
  },

  async sit(player, seat) {
    if (!(await player.send({ type: "Sit", seat, player: player.me?.name }))) return;
    player.focusSpots(); // the button that had the focus is gone
    if (player.view.chips) return;
    if (player.felt.table.currency !== "practice") {
      await ACTIONS.buy(player, seat);
      return;
    }
    const stack = BUY_IN * player.felt.minimum;
    const cents = Math.min(await cageBalance(player, stack), stack);
    const rest = cents % Math.min(...player.felt.chips);
    if (cents > 0) await player.send({ type: "BuyIn", seat, cents: cents - rest });
  },

  async buy(player, seat = player.own[0]?.seat) {
    const cents = await askAmount(player);
    if (cents > 0) await player.send({ type: "BuyIn", seat, cents });
  },

  async leave(player) {
    const chips = (player.view.chips ?? 0) + player.stake;
    const seats = player.own.map((seat) => seat.seat);
    for (const seat of seats) if (!(await player.send({ type: "Leave", seat }))) return;
    player.draft.forget();
    player.warn("", text.said.leftWith(cash(chips)));
  },
};

/** @param {import("./player.js").Player} player */
export function bindActions(player) {
  // An action is offered only once the player has a view.
  const viewer = /** @type {Viewer} */ (player);
  return Object.fromEntries(
    Object.entries(ACTIONS).map(([name, action]) => [
      name,
      (/** @type {any[]} */ ...rest) => action(viewer, ...rest),
    ]),
  );
}

/**
 * @param {Viewer} player
 * @param {string} key
 */
const spotOf = (player, key) => player.draft.spots[key];

/**
 * Resolves to the cents to buy, or 0.
 * @param {Viewer} player
 */
async function askAmount(player) {
  const { chips, minimum, table } = player.felt;
  const practice = table.currency === "practice";
  const least = Math.min(...chips);
  const stack = BUY_IN * minimum;
  const balance = await cageBalance(player, practice ? stack : 0);
  const most = balance - (balance % least);
  const cage = make("p", {}, text.buyCage(cash(balance)));
  if (!most) {
    const actions = [{ label: text.panelClose, value: "" }];
    const body = [cage, make("p", {}, practice ? text.buyTop : text.buyNone)];
    await dialog({ title: text.buyTitle, body, actions });
    return 0;
  }
  const limits = { min: least / 100, max: most / 100, step: least / 100 };
  const value = Math.min(most, stack) / 100;
  const amount = make("input", { type: "number", ...limits, value, inputmode: "numeric" });
  const body = [cage, field(text.buyAmount, amount, { hint: text.buyHint(cash(least)) })];
  const options = { body, cancel: text.panelClose, value: "buy" };
  const sure = await confirm(text.buyTitle, text.buyDo, options);
  return sure ? Math.round(Number(amount.value) * 100) : 0;
}

/**
 * What the player has at the cage; practice chips are refilled when there are too few.
 * @param {Viewer} player
 * @param {number} needed
 */
async function cageBalance(player, needed) {
  const { currency } = player.felt.table;
  const { wallets } = await ask.get("/api/here");
  const balance = wallets[currency] ?? 0;
  if (currency !== "practice" || balance >= Math.max(1, needed)) return balance;
  const { practice } = await ask.post("/api/chips");
  return practice;
}
