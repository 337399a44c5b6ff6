// @ts-check
// A player's own rounds: the last hundred, each to be replayed from their own seat.
import text from "/text/rounds.js";
import { $, make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { dollars, signed, when } from "../base/money.js";
import { messageOf, notice } from "../base/parts.js";
import { shell } from "../base/shell.js";
import { openRound, seatOf } from "./round.js";

const MAX_ROUNDS = 100;
const { main, me, say } = await shell({ title: text.title, page: "rounds" });
const title = $("h1", main);
const body = make("div", { class: "stack" });
main.append(body);
const [recent, formats] = me
  ? await Promise.all([
      ask.get(`/api/search/rounds?limit=${MAX_ROUNDS}`),
      ask.get("/api/search/forms"),
    ])
  : [{ rounds: [] }, []];
let shown = null;

function roundItem(row) {
  const mine = row.seats.filter((seat) => seat.player === me?.name);
  const net = mine.reduce((sum, seat) => sum + seat.net, 0);
  const stake = mine.reduce((sum, seat) => sum + seat.staked, 0);
  const tone = net > 0 ? "net good-text" : net < 0 ? "net bad-text" : "net";
  const hands = mine.map((seat) => seat.hand).filter(Boolean);
  const id = `${row.table}/${row.round}`;
  const label = text.open(row.table, row.round);
  const title = make("small", {}, text.of(row.title, when(row.ended)));
  const voided = row.outcome === "void" ? make("small", { class: "bad-text" }, text.void) : null;
  const link = make(
    "a",
    { class: "round-row", href: `#${id}`, "data-key": id, "aria-label": label },
    make("span", {}, text.openShort(row.name, row.round), title),
    make("span", { class: "hands" }, hands.join(", ") || "–", voided),
    make("span", { class: "num" }, dollars(stake), make("small", {}, text.staked)),
    make("span", { class: tone }, signed(net)),
  );
  return make("li", {}, link);
}

function showList() {
  title.textContent = text.title;
  const items = recent.rounds.map(roundItem);
  const list = make("ul", { class: "list-rows", "aria-label": text.list }, items);
  const lobby = make("a", { class: "button main", href: "/" }, text.lobby);
  const none = [notice(text.none), make("p", {}, lobby)];
  replace(body, make("p", {}, text.lead), items.length ? list : none);
}

// One of the last hundred, or an older one that a link leads to.
async function rowOf(table, number) {
  const row = recent.rounds.find((one) => one.table === table && String(one.round) === number);
  const valid = /^[a-z0-9-]{1,40}$/.test(table) && /^[1-9]\d{0,8}$/.test(number ?? "");
  if (row || !me || !valid) return row;
  const path = `/api/search/rounds?table=${table}&first=${number}&last=${number}`;
  const page = await ask.get(path).catch(() => ({ rounds: [] }));
  return page.rounds[0];
}

async function show() {
  const [table, number] = location.hash.slice(1).split("/");
  const row = await rowOf(table, number);
  shown?.close();
  shown = null;
  if (!row || !me) return showList();
  title.textContent = text.roundTitle(row.name, row.round);
  const back = make("p", {}, make("a", { class: "button", href: "#" }, text.back));
  replace(body, back, notice(text.loadSteps));
  try {
    shown = await openRound(row, { as: `seat-${seatOf(row, me.name).seat}`, say, formats });
    replace(body, back, shown.element);
  } catch (error) {
    replace(body, back, notice(messageOf(error), "bad"));
  }
  return null;
}

addEventListener("hashchange", show);
await show();
