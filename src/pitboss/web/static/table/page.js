// @ts-check
// The table: draws each update and offers what the view offers. No rule lives here.
import text from "/text/table.js";
import { make } from "../base/dom.js";
import { Refused, ask, follow } from "../base/house.js";
import { notice } from "../base/parts.js";
import { personName } from "../base/people.js";
import { settings } from "../base/settings.js";
import { shell } from "../base/shell.js";
import { useChips } from "./felt/chips.js";
import { Clock } from "./clock.js";
import { Dock } from "./dock.js";
import { Felt } from "./felt/felt.js";
import { fit, setSizes } from "./felt/fit.js";
import { buildHead } from "./head.js";
import { bindKeys } from "./hands.js";
import { Panel } from "./panel/panel.js";
import { Player } from "./player.js";
import { Reactions, reactionsOn, showReaction } from "./reactions.js";
import { sound } from "./sound.js";
import { Stage } from "./stage.js";
import { Teller } from "./tell.js";

// Events after which another row of a paytable may be lit.
const RESULTS = new Set(["Paid", "MeterPaid", "AwardPending"]);
const id = location.pathname.split("/").pop() ?? "";
const request = ask.get(`/api/tables/${encodeURIComponent(id)}/felt`).catch((error) => error);
const frame = await shell({ title: text.title, page: "table", guest: true, wide: true });
const { main, me, say } = frame;
const answer = await request;

if (answer instanceof Error) {
  const words = answer instanceof Refused ? answer.message : text.noTable;
  const lobby = make("a", { class: "button", href: "/" }, text.toLobby);
  main.append(notice(words, "bad"), lobby);
} else {
  openTable(answer);
}

/**
 * Sizes the felt by the window, the notices above the table and the number of own seats.
 * @param {Felt} table
 * @param {Player} player
 */
function fitWindow(table, player) {
  let taken = 0;
  for (let line = main.previousElementSibling; line; line = line.previousElementSibling)
    if (!line.matches(".top, .skip")) taken += line.getBoundingClientRect().height;
  const sizes = fit(innerWidth, innerHeight, table.shape, taken);
  setSizes(sizes, document.documentElement);
  table.cloth.draw(sizes);
  table.moments.place();
  table.guide.show(player);
}

/**
 * @param {Felt} table
 * @param {Player} player
 */
function followWindow(table, player) {
  const resize = () => fitWindow(table, player);
  table.onarrange = resize;
  new ResizeObserver(resize).observe(main);
  addEventListener("resize", resize);
  resize();
}

/**
 * Shows a player's sign at the seat, and speaks another's.
 * @param {Felt} table
 * @param {Player} player
 * @param {Api.Reaction} reaction
 */
function showSign(table, player, { seat, sign }) {
  const { player: name, yours } = player.layout.place(seat);
  showReaction(table.seat(seat).element, sign);
  if (!yours) say(text.reacted(personName(name), text.reaction[sign]));
}

/** @param {Page.Felt} felt */
function openTable(felt) {
  main.classList.add("at-table");
  document.body.classList.add("has-table");
  useChips(felt.chips);

  const clock = new Clock(felt, say, sound.tick);
  const panel = new Panel(felt, () => player.actions.invite());
  const player = new Player({ felt, me, say, changed: () => show() });
  const { layout } = player;
  const dock = new Dock(felt, clock, player.actions);
  const table = new Felt(felt, player.actions);
  const teller = new Teller(felt, layout);
  const reactions = new Reactions(id, (words) => player.warn(words));
  panel.logEmpty.before(reactions.element);
  const stage = new Stage({
    layout,
    felt: table,
    sound,
    settle: (/** @type {number} */ seat) => player.holdings.settle(layout, layout.place(seat)),
    show: (/** @type {Api.Event} */ event) => {
      table.showAfter(event, layout, player.feltModel());
      if (RESULTS.has(event.type)) panel.light(litRows(felt, layout.own));
    },
    done,
  });
  const parts = [table.element, dock.element, panel.element];
  const root = make("div", { class: "table", "data-phase": "", "data-turn": "0" }, parts);
  main.append(root);
  buildHead(felt, main, { dock, panel });
  player.collect = () => stage.collect();
  table.element.addEventListener("pointerdown", () => stage.hurry());
  bindKeys({ player, dock, panel, table, say, stage });

  followWindow(table, player);

  let round = 0;
  let turn = "";
  /**
   * Takes an update once its events have been played.
   * @param {Page.Update} update
   */
  function done(update) {
    const before = player.view;
    const { view, events } = update;
    const away = before !== null && !events.length && view.round > before.round + 1;
    player.take(update);
    table.guide.follow(events, (seat) => Boolean(layout.place(seat)?.yours));
    for (const event of events) panel.tell(teller.line(event));
    if (view.round !== round) {
      round = view.round;
      panel.newRound(round);
    }
    show();
    const ended = events.some((event) => event.type === "RoundEnded");
    const moment = table.moments.show(layout, ended);
    announce(update, away, moment);
    player.help?.update(update);
    if (!before) sitAtOnce();
  }

  /**
   * Speaks what happened, how the round ended, and what the player is asked.
   * @param {Page.Update} update
   * @param {boolean} away
   * @param {string} moment What was special about the round: "meter", "big" or "".
   */
  function announce({ view, events }, away, moment) {
    const words = away ? text.said.away : teller.aloud(events);
    const question = player.myTurn
      ? [view.turn, view.round, player.spotInTurn ?? "", view.discards].join(" ")
      : "";
    const asks = question && question !== turn ? dock.state.textContent : "";
    turn = question;
    if (asks) sound.turn();
    const ended = events.some((event) => event.type === "RoundEnded");
    const result = ended ? dock.state.textContent : "";
    if (moment === "meter") sound.meter();
    else if (moment === "big") sound.big();
    else if (result && (layout.net ?? 0) > 0) sound.win();
    if (words || asks || result) say([words, result, asks].filter(Boolean).join(" "));
  }

  // A player who comes from the lobby to sit gets the first free seat; a reload does not repeat it.
  function sitAtOnce() {
    if (new URLSearchParams(location.search).get("sit") !== "1") return;
    history.replaceState(null, "", location.pathname);
    const seats = Array.from({ length: felt.seats }, (_, place) => place + 1);
    const free = seats.find((number) => player.canSit(number));
    if (free && !player.own.length) player.actions.sit(free);
  }

  function show() {
    const { view, update, betting, myTurn } = player;
    if (!view || !update) return;
    const seated = player.own.length > 0;
    const model = player.feltModel();
    player.holdings.update(layout, player.marks, model.discarding);
    table.show(layout, model);
    if (layout.over) table.moments.place();
    else table.moments.clear();
    table.guide.show(player);
    reactions.show(seated);
    panel.meters.show(view.meters);
    lightRows(panel, player);
    dock.show(player.dockModel());
    dock.showMakes(table.front.querySelector(".makes"));
    const mine = myTurn || (view.phase === "bets" && seated);
    clock.set(player.deadline, view.phase, mine, update.now);
    document.title = text.pageTitle(felt.table.name, felt.name, myTurn);
    const phase = layout.voided ? "void" : view.phase;
    const { over } = layout;
    const data = { phase, turn: view.turn, round: view.round, over, betting, seated };
    for (const [name, value] of Object.entries(data))
      if (root.dataset[name] !== String(value)) root.dataset[name] = String(value);
    const helps = settings.get("help") !== "off" && me?.role === "player";
    root.toggleAttribute("data-help", helps);
    const staff = me !== null && me.role !== "player";
    root.toggleAttribute("data-clauses", staff || settings.get("clauses") === "on");
  }

  // The coach is a part of its own, loaded when it is first needed.
  let helping = false;
  async function startHelp(needed = settings.get("help") !== "off") {
    if (!needed || helping || me?.role !== "player") return;
    helping = true;
    const { startCoach } = await import("../coach/coach.js");
    player.help = startCoach({ table: id, host: panel.coach, say });
    if (player.update) player.help.update(player.update);
  }

  /** @param {Page.Update} update */
  const happened = (update) => {
    frame.stopped(update.stopped);
    stage.push(update);
    if (update.reaction && reactionsOn()) showSign(table, player, update.reaction);
  };
  follow(id, { happened, lost: frame.lost });
  settings.on(() => {
    show();
    startHelp();
  });
  panel.onhelp = () => startHelp(true);
  startHelp();
}

/**
 * The rows of the paytables that pay what lies at one's own seats.
 * @param {Page.Felt} felt
 * @param {import("./layout.js").Place[]} own
 */
function litRows(felt, own) {
  const results = own.flatMap((place) => Object.values(place.results));
  return results
    .filter((row) => ["won", "push", "meter", "cut", "pending"].includes(row.kind))
    .map(({ spot: key, odds, clause }) => {
      const spot = felt.spots.find((one) => one.spot === key);
      const wager = felt.wagers.find((one) => one.wager === spot?.wager);
      return { wager: wager?.pays_as || wager?.wager || "", odds, clause };
    });
}

/**
 * While a round is played: what the hand pays as it is, and what is out of its reach.
 * @param {Panel} panel
 * @param {Player} player
 */
function lightRows(panel, { felt, layout, holdings }) {
  if (layout.own.some((place) => Object.keys(place.results).length > 0)) {
    panel.light(litRows(felt, layout.own));
    return;
  }
  const hands = layout.own.filter((place) => !place.folded);
  const reach = hands.map((place) => holdings.reach(place.seat));
  const now = reach.flatMap((rows) => rows.now);
  panel.light(now, reach.length === 1 ? reach[0].never : []);
}
