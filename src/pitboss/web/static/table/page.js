// The table: draws what it is told and asks for what it is offered. No rule lives here.
import text from "/text/table.js";
import { make } from "../base/dom.js";
import { Refused, ask, follow } from "../base/house.js";
import { notice } from "../base/parts.js";
import { settings } from "../base/settings.js";
import { shell } from "../base/shell.js";
import { useChips } from "./chips.js";
import { Clock } from "./clock.js";
import { Dock } from "./dock.js";
import { PitFelt } from "./felt.js";
import { bindKeys } from "./hands.js";
import { Panel } from "./panel.js";
import { Player } from "./player.js";
import { sound } from "./sound.js";
import { Stage } from "./stage.js";
import { Teller } from "./tell.js";

const id = location.pathname.split("/").pop();
const asked = ask.get(`/api/tables/${encodeURIComponent(id)}/felt`).catch((no) => no);
const { main, me, say, lost } = await shell({
  title: text.title,
  page: "table",
  guest: true,
  wide: true,
});
const felt = await asked;

if (felt instanceof Error) {
  main.append(
    notice(felt instanceof Refused ? felt.message : text.noTable, "bad"),
    make("a", { class: "button", href: "/" }, text.toLobby),
  );
} else {
  open();
}

function open() {
  main.classList.add("at-table");
  document.body.classList.add("has-table");
  main.querySelector("h1").textContent = text.heading(felt.table.name, felt.name);
  useChips(felt.chips);

  const clock = new Clock(felt, say);
  const panel = new Panel(felt);
  const player = new Player({ felt, me, say, changed: () => show() });
  const dock = new Dock(felt, clock, player.does);
  const table = new PitFelt().setup(felt, player.does);
  const teller = new Teller(felt, player.layout);
  const stage = new Stage({
    layout: player.layout,
    felt: table,
    sound,
    show: (event) => table.showAfter(event, player.layout, player.state()),
    done,
  });
  const root = make(
    "div",
    { class: "table", "data-phase": "", "data-turn": "0" },
    table,
    dock.element,
    panel.element,
  );
  main.append(make("div", { class: "bar" }, main.querySelector("h1"), dock.away, panel.open), root);
  player.collect = () => stage.collect();
  table.addEventListener("pointerdown", () => stage.hurry());
  bindKeys({ player, dock, panel, table, say, stage });

  let helping = false;
  let round = 0;
  let turn = "";
  function done(told) {
    const first = player.view === null;
    const away = !first && !told.events.length && told.view.round > player.view.round + 1;
    player.told(told);
    for (const event of told.events) panel.tell(teller.line(event));
    if (told.view.round !== round) {
      round = told.view.round;
      panel.newRound(round);
    }
    show();
    const words = away ? text.said.away : teller.aloud(told);
    const mine = player.myTurn
      ? `${told.view.turn} ${told.view.round} ${player.askedSpot ?? ""} ${told.view.discards}`
      : "";
    const asks = mine && mine !== turn ? dock.state.textContent : "";
    if (asks) sound.turn();
    turn = mine;
    const over = told.events.some((event) => event.type === "RoundEnded")
      ? dock.state.textContent
      : "";
    if (over && player.layout.net > 0) sound.win();
    if (words || asks || over) say([words, over, asks].filter(Boolean).join(" "));
    player.help?.seen(told);
    if (first) sitAtOnce();
  }

  // Who comes from the lobby to sit has the first seat that is free; a reload sits nobody again.
  function sitAtOnce() {
    if (new URLSearchParams(location.search).get("sit") !== "1") return;
    history.replaceState(null, "", location.pathname);
    const free = Array.from({ length: felt.seats }, (_, place) => place + 1).find((number) =>
      player.canSit(number),
    );
    if (free && !player.own.length) player.does.sit(free);
  }

  function show() {
    const { view } = player;
    if (!view) return;
    table.show(player.layout, player.state());
    table.showMeters(view.meters);
    dock.show(player.dock());
    clock.set(
      player.deadline,
      view.phase,
      player.myTurn || (view.phase === "bets" && player.own.length > 0),
    );
    document.title = text.pageTitle(felt.table.name, felt.name, player.myTurn);
    root.dataset.phase = player.layout.voided ? "void" : view.phase;
    root.dataset.turn = view.turn;
    root.dataset.round = view.round;
    root.dataset.over = player.layout.over;
    root.dataset.betting = player.betting;
    root.dataset.seated = player.own.length > 0;
    root.toggleAttribute("data-help", settings.get("help") !== "off" && me?.role === "player");
  }

  follow(id, { happened: (told) => stage.push(told), lost });
  settings.on(() => {
    show();
    startHelp();
  });
  panel.onhelp = () => startHelp(true);
  startHelp();

  // Help to play well is a part of its own, fetched when it is wanted; the table is whole without
  // it.
  async function startHelp(wanted = settings.get("help") !== "off") {
    if (!wanted || helping || me?.role !== "player") return;
    helping = true;
    const { startCoach } = await import("../coach/coach.js");
    player.help = startCoach({ table: id, host: panel.coach, say });
    if (player.heard) player.help.seen(player.heard);
  }
}
