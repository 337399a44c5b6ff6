// @ts-check
// What the table waits for and what this player may do now, from the view alone.
import text from "/text/table.js";
import { cardLabel } from "../base/cards.js";
import { short } from "../base/money.js";
import { personName } from "../base/people.js";
import { total } from "./draft.js";

/** @param {number} cents */
const cash = (cents) => text.money(short(cents));

/** @typedef {import("./player.js").Player} Player */
/** @typedef {Player & { view: Page.View }} Viewer A player who has had a first update. */

/**
 * A button of the dock.
 * @typedef {object} Offer
 * @property {string} key
 * @property {string} label
 * @property {string} [small]
 * @property {string} [shortcut]
 * @property {boolean} [main]
 * @property {boolean} [off]
 * @property {string} [title]
 * @property {Record<string, any>} data
 * @property {() => unknown} action
 */

/** @param {Viewer} player */
export function stateOf(player) {
  const { view, felt, own } = player;
  const { due, phase } = view;
  if (due?.what === "validate") return text.state.validate(due.seat, due.clause);
  if (mustView(view, felt) && own.length) return text.state.view(due?.clause ?? "");
  if (phase === "unmatched") return text.state.unmatched;
  if (view.turn) return turnState(player);
  if (phase === "bets") return bettingState(player);
  if (phase === "settling" || due?.what === "settle") return text.state.settling;
  if (due?.what === "count stub") return text.state.count;
  const bet = own.some((seat) => Object.keys(seat.stakes).length);
  return own.length && !bet ? text.state.watchingRound : text.state.dealing;
}

/** @param {Viewer} player */
function turnState({ view, felt, own }) {
  const seat = view.seats.find((one) => one.seat === view.turn);
  if (!seat?.yours) return text.state.other(view.turn, personName(seat?.player ?? ""));
  const at = own.length > 1 ? view.turn : 0;
  if (view.discards !== null) return text.state.discard(view.discards, at);
  const acts = [...new Set(view.choices.map((choice) => text.act[choice.act]))];
  return text.state.decide(nameOf(felt, view.choices[0]?.spot), text.acts(acts), at);
}

/** @param {Viewer} player */
function bettingState({ view, layout, me, ready, draft, own }) {
  if (layout.voided) return text.voided(layout.voided.reason, layout.voided.clause);
  if (!own.length) return me?.role === "player" ? text.state.watching : text.state.staff;
  if (!view.bets.length) return text.state.preparing;
  const bet = own.some((seat) => Object.keys(seat.stakes).length);
  if (bet) return ready ? text.state.waiting : text.state.placed;
  if (!layout.over)
    return (view.chips ?? 0) < total(draft.least) * own.length
      ? text.state.noChips
      : text.state.bets;
  return draft.boxes.size ? text.state.bets : resultWords(layout.net);
}

/**
 * The second line: how much a decision may bet, how to swap, or who is still betting.
 * @param {Viewer} player
 */
export function subOf(player) {
  const { view, felt, ready, own } = player;
  if (player.myTurn) {
    if (view.discards !== null) return text.sub.discard;
    const spot = felt.spots.find((one) => one.spot === view.choices[0]?.spot);
    if (spot?.multiples.length) return text.sub.multiples(spot.multiples, nameOf(felt, spot.of));
    return "";
  }
  if (view.phase !== "bets" || !own.length) return "";
  if (ready) return waitingWords(player);
  return view.bets.length && !player.stake && !player.layout.over ? text.sub.bets : "";
}

/** @param {Viewer} player */
function waitingWords({ view }) {
  const others = view.seats.filter((seat) => !seat.yours && !Object.keys(seat.stakes).length);
  return others.length ? text.sub.betting(others.map((seat) => personName(seat.player))) : "";
}

/** @param {number | null} net */
function resultWords(net) {
  if (net === null) return text.state.betsAgain;
  if (net === 0) return text.roundEven;
  return net > 0 ? text.roundWon(cash(net)) : text.roundLost(cash(-net));
}

/**
 * Players at a dealer's table view the cards too: they lie face up until one has viewed them.
 * @param {Page.View} view
 * @param {Page.Felt} felt
 */
const mustView = (view, felt) => view.due?.what === "view" && felt.table.mode === "dealer";
/**
 * @param {Page.Felt} felt
 * @param {string | undefined} key
 */
const nameOf = (felt, key) => felt.spots.find((spot) => spot.spot === key)?.name ?? "";

/**
 * The acts on offer: only what may be done, each with its cost.
 * @param {Viewer} player
 * @returns {Offer[]}
 */
export function actsOf(player) {
  const { view, me, own, felt } = player;
  if (me?.role !== "player") return [];
  if (!own.length) return sitOffers(player);
  if (mustView(view, felt)) return [viewOffer(player)];
  if (player.myTurn)
    return view.discards !== null ? [discardOffer(player)] : decisionOffers(player);
  return view.phase === "bets" && view.bets.length ? betOffers(player) : [];
}

/**
 * The first free seat, for whoever only watches.
 * @param {Viewer} player
 * @returns {Offer[]}
 */
function sitOffers(player) {
  const { felt, actions } = player;
  const seats = Array.from({ length: felt.seats }, (_, place) => place + 1);
  const free = seats.find((seat) => player.canSit(seat));
  const offer = { key: "sit-down", label: text.sitDown, main: true };
  return free
    ? [{ ...offer, data: { "data-do": "sit-down" }, action: () => actions.sit(free) }]
    : [];
}

/** @param {Viewer} player */
const viewOffer = ({ view, actions }) => ({
  key: "view",
  label: text.viewed,
  shortcut: "D",
  main: true,
  title: view.due?.clause,
  data: { "data-do": "view" },
  action: actions.view,
});

/** @param {Viewer} player */
const discardOffer = ({ view, marks, actions }) => ({
  key: "discard",
  label: text.discard(marks.size, ownSize(view)),
  small: marks.size ? text.and(marksOf(view, marks)) : text.discardHint,
  shortcut: "D",
  main: true,
  title: view.due?.clause,
  data: { "data-act": "discard", "data-do": "discard" },
  action: actions.discard,
});

/** @param {Page.View} view */
const ownCards = (view) => view.seats.find((seat) => seat.seat === view.turn)?.cards ?? [];
/** @param {Page.View} view */
const ownSize = (view) => ownCards(view).length;
/**
 * @param {Page.View} view
 * @param {Set<number>} marks
 */
const marksOf = (view, marks) =>
  [...marks].sort().map((slot) => text.theCard(cardLabel(ownCards(view)[slot])));

/** @param {Viewer} player */
function decisionOffers({ view, felt, actions }) {
  const stakes = view.seats.find((one) => one.seat === view.turn)?.stakes ?? {};
  return view.choices.map((choice, place) => {
    const { act, multiple, cents, spot, clause } = choice;
    const name = text.act[act];
    const back = act === "withdraw" ? (stakes[spot] ?? 0) : 0;
    return {
      key: `act ${act} ${multiple} ${spot}`,
      label: cents || back ? text.actCost(name, cash(cents || back)) : name,
      small: decisionNote(choice, felt, stakes),
      shortcut: String(place + 1),
      title: clause,
      main: act !== "fold" && place === 0,
      data: { "data-act": act, "data-multiple": multiple, "data-cents": cents },
      action: () => actions.act(choice),
    };
  });
}

/**
 * @param {Api.Choice} choice
 * @param {Page.Felt} felt
 * @param {Record<string, number>} stakes
 */
function decisionNote({ act, cents, multiple, spot }, felt, stakes) {
  const { of } = felt.spots.find((one) => one.spot === spot) ?? {};
  if (cents) return text.actTimes(multiple, nameOf(felt, of));
  if (act === "ride") return text.actStays(nameOf(felt, spot), cash(stakes[spot] ?? 0));
  if (act === "withdraw") return text.actBack(nameOf(felt, spot));
  if (act === "fold") return text.actLose(cash(forfeit(felt, stakes)));
  return act === "check" ? text.actFree : "";
}

/**
 * What a fold gives up: every stake but those that survive it.
 * @param {Page.Felt} felt
 * @param {Record<string, number>} stakes
 */
const forfeit = (felt, stakes) =>
  felt.spots
    .filter(({ survives_fold: survives }) => !survives)
    .reduce((sum, { spot }) => sum + (stakes[spot] ?? 0), 0);

/** @param {Viewer} player */
function betOffers(player) {
  const { view, draft, ready, last, felt, actions, own, stake, draftStake } = player;
  const purse = (view.chips ?? 0) + stake;
  const changed = own.some((seat) => draft.changed(seat.seat, seat.stakes));
  /** @type {Offer[]} */
  const offers = [];
  /**
   * @param {string} key
   * @param {string} label
   * @param {Partial<Offer>} options
   */
  const offer = (key, label, options) =>
    offers.push({ key, label, data: { "data-do": key }, action: actions[key], ...options });
  if (changed && draftStake) {
    const label = (stake ? text.change : player.atOnce ? text.betDeal : text.bet)(cash(draftStake));
    offer("bet", label, { main: true, shortcut: "D", off: draftStake > purse });
  }
  if (stake && !changed && felt.table.mode === "self-dealt") {
    const label = ready ? text.readySaid : text.ready;
    offer("ready", label, { main: !ready, shortcut: "D", off: ready });
  }
  const least = total(draft.least) * own.length;
  if (!stake && purse < least) offer("buy", text.buy, { main: true, shortcut: "B", off: false });
  else if (!stake) offerRebet(player, purse, offer);
  const sides = own.reduce((sum, seat) => sum + total(player.sidesFor(seat.seat)), 0);
  if (last.sides && sides)
    offer("sides", text.sides(cash(sides)), { shortcut: "S", off: draftStake + sides > purse });
  if (draft.past.length) offer("undo", text.undo, { shortcut: "U" });
  if (changed && draftStake) offer("clear", text.clear, { shortcut: "C" });
  else if (stake) offer("clear", text.takeBack, { shortcut: "C" });
  return offers;
}

/**
 * @param {Viewer} player
 * @param {number} purse
 * @param {(key: string, label: string, options: Partial<Offer>) => void} offer
 */
function offerRebet({ draft, last, own, draftStake, atOnce }, purse, offer) {
  const stakes = last.stakes ? draft.like(last.stakes) : null;
  const cost = total(stakes ?? draft.least) * own.length;
  const label = (stakes ? text.rebet : text.least)(cash(cost));
  const small = atOnce ? text.dealsAtOnce : "";
  offer("rebet", label, { main: !draftStake, shortcut: "R", off: cost > purse, small });
  if (!stakes) return;
  const twice = total(draft.like(last.stakes, 2)) * own.length;
  offer("double", text.double(cash(twice)), { shortcut: "X", off: twice > purse });
}
