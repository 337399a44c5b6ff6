// A player's own rounds: the last hundred, each to be seen again from their own seat.
import text from "/text/rounds.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { dollars, signed, when } from "../base/money.js";
import { notice } from "../base/parts.js";
import { shell } from "../base/shell.js";
import { opened, seatOf } from "./opened.js";

const LAST = 100;
const { main, me, say } = await shell({ title: text.title, page: "rounds" });
const title = main.querySelector("h1");
const body = make("div", { class: "stack" });
main.append(body);
const [found, forms] = me
  ? await Promise.all([ask.get(`/api/search/rounds?limit=${LAST}`), ask.get("/api/search/forms")])
  : [{ rounds: [] }, []];
let shown = null;

function line(row) {
  const mine = row.seats.filter((seat) => seat.player === me.name);
  const net = mine.reduce((sum, seat) => sum + seat.net, 0);
  const staked = mine.reduce((sum, seat) => sum + seat.staked, 0);
  return make(
    "li",
    {},
    make(
      "a",
      {
        class: "round-row",
        href: `#${row.table}/${row.round}`,
        "data-key": `${row.table}/${row.round}`,
        "aria-label": text.open(row.table, row.round),
      },
      make(
        "span",
        {},
        text.openShort(row.name, row.round),
        make("small", {}, text.of(row.title, when(row.ended))),
      ),
      make(
        "span",
        { class: "hands" },
        mine
          .map((seat) => seat.hand)
          .filter(Boolean)
          .join(", ") || "–",
        row.outcome === "void" ? make("small", { class: "bad-text" }, text.void) : null,
      ),
      make("span", { class: "num" }, dollars(staked), make("small", {}, text.staked)),
      make(
        "span",
        { class: net > 0 ? "net good-text" : net < 0 ? "net bad-text" : "net" },
        signed(net),
      ),
    ),
  );
}

function list() {
  title.textContent = text.title;
  replace(
    body,
    make("p", {}, text.lead),
    found.rounds.length
      ? make("ul", { class: "list-rows", "aria-label": text.list }, found.rounds.map(line))
      : [
          notice(text.none),
          make("p", {}, make("a", { class: "button main", href: "/" }, text.lobby)),
        ],
  );
}

// One of the last hundred, or an older one that a link leads to.
async function rowOf(table, number) {
  const known = found.rounds.find((one) => one.table === table && String(one.round) === number);
  if (known || !me || !/^[a-z0-9-]{1,40}$/.test(table) || !/^[1-9]\d{0,8}$/.test(number ?? ""))
    return known;
  return (
    await ask
      .get(`/api/search/rounds?table=${table}&first=${number}&last=${number}`)
      .catch(() => ({ rounds: [] }))
  ).rounds[0];
}

async function show() {
  const row = await rowOf(...location.hash.slice(1).split("/"));
  shown?.close();
  shown = null;
  if (!row) return list();
  title.textContent = text.roundTitle(row.name, row.round);
  const back = make("p", {}, make("a", { class: "button", href: "#" }, text.back));
  replace(body, back, notice(text.loadSteps));
  try {
    shown = await opened(row, { as: `seat-${seatOf(row, me.name).seat}`, say, forms });
    replace(body, back, shown.element);
  } catch (no) {
    replace(body, back, notice(no.message, "bad"));
  }
  return null;
}

addEventListener("hashchange", show);
await show();
