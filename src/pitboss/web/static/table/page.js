import { card, cardLabel } from "../base/cards.js";
import { make } from "../base/dom.js";
import { Refused, ask, command, follow, store } from "../base/house.js";
import { dollars, short, signed } from "../base/money.js";
import { shell } from "../base/shell.js";

const { main, me, lost } = await shell({ page: "table", guest: true });
main.insertAdjacentHTML("beforeend", `<p><span id="round"></span> <span id="bank"></span> <button id="leave">Leave</button></p>
<section class="felt" aria-label="The table">
<div class="dealer">
<div class="meters" id="meters"></div>
<div class="place" id="community-place"><span>Community</span><div class="cards" id="community"></div></div>
<div class="place" id="box-place"><span>Six Card box</span><div class="cards" id="box"></div></div>
</div>
<div class="seats" id="seats"></div>
<div class="mine-area">
<div class="cards" id="hand" aria-label="Your cards"></div>
<div class="spots" id="spots"></div>
<div class="says" id="says" role="status"></div>
<div class="bar"><i id="clock"></i></div>
<div class="acts" id="acts"></div>
<div class="chips" id="chips"></div>
<ul class="results" id="results"></ul>
</div>
</section>
<p class="quiet" id="announce" role="status" aria-live="polite"></p>
<h2>Paytables</h2>
<div class="tables" id="paytables"></div>
<div id="inscriptions"></div>`);
const id = location.pathname.split("/").pop();
const $ = (name) => document.querySelector(`#${name}`);
const felt = await ask.get(`/api/tables/${id}/felt`);
const spotsByKey = Object.fromEntries(felt.spots.map((spot) => [spot.spot, spot]));

let told = null;                       // the last message
let bets = {};                         // stakes being put together, before they are sent
let history = [];
let chip = felt.chips.find((value) => value >= felt.minimum) ?? felt.chips[0];
let marked = new Set();                // slots to discard
let results = [];                      // of the round just settled
let busy = false;
let kept = null;                       // the cards of the round just over, until the next one

document.title = `${felt.name} · Pitboss`;
main.querySelector("h1").textContent = felt.name;

const mine = () => told?.view.seats.find((seat) => seat.yours);
const say = (text) => { $("says").textContent = text; };

async function send(what) {
  if (busy) return false;
  busy = true;
  draw();
  try { await command(id, what); return true; }
  catch (no) { say(no instanceof Refused ? no.message : "The house does not answer; trying again."); return false; }
  finally { busy = false; draw(); }
}

// ---- sitting down ----
async function sit(number) {
  if (!(await send({ type: "Sit", seat: number, player: me.name }))) return;
  await buy(number);
}
async function buy(number) {
  const { wallets } = await ask.get("/api/me");
  const want = Math.min(wallets.practice, 20 * felt.minimum * 5);
  const whole = want - (want % felt.chips[0]);
  if (whole > 0) await send({ type: "BuyIn", seat: number, cents: whole });
  else { await ask.post("/api/chips"); await buy(number); }
}

// ---- betting ----
function put(spot, cents) {
  history.push({ ...bets });
  bets[spot.spot] = Math.min(spot.most, (bets[spot.spot] ?? 0) + cents);
  if (spot.least === spot.most) bets[spot.spot] = spot.most;
  for (const other of felt.spots) {     // equal wagers go together
    if (other.equal_to === spot.spot || (spot.equal_to && (other.spot === spot.equal_to || other.equal_to === spot.equal_to))) bets[other.spot] = bets[spot.spot];
  }
  draw();
}
async function place(stakes) {
  const seat = mine();
  const sorted = Object.fromEntries(felt.spots.filter((spot) => stakes[spot.spot]).map((spot) => [spot.spot, stakes[spot.spot]]));
  const gone = Object.fromEntries(Object.keys(seat.stakes).filter((key) => !sorted[key]).reverse().map((key) => [key, 0]));
  if (!(await send({ type: "Bet", seat: seat.seat, stakes: { ...gone, ...sorted } }))) return;
  store.set(`bets.${felt.game}`, sorted);
  results = [];
  kept = null;
  await ask.post(`/api/tables/${id}/ready`).catch(() => {});
  say("Bets are down.");
}
const least = () => Object.fromEntries(felt.spots.filter((spot) => spot.required).map((spot) => [spot.spot, spot.least]));

// ---- drawing ----
function spotButton(spot) {
  const seat = mine();
  const betting = told.view.phase === "bets" && told.view.bets.some((bet) => bet.spot === spot.spot);
  const staked = seat?.stakes[spot.spot] ?? 0;
  const shown = betting && !staked ? bets[spot.spot] ?? 0 : staked;
  const result = results.find((row) => row.spot === spot.spot);
  const label = `${spot.name}: ${shown ? dollars(shown) : "empty"}${betting ? `, ${dollars(spot.least)} to ${dollars(spot.most)}` : ""}`;
  const kind = ["spot", spot.required ? "base" : "", result ? (result.net > 0 ? "won" : result.net < 0 ? "lost" : "") : ""].join(" ");
  return make("button", { class: kind, disabled: !betting || busy, "aria-label": label, onclick: () => put(spot, chip) },
    spot.name, make("span", { class: "stake" }, shown ? dollars(shown) : "·"),
    result ? make("small", {}, signed(result.net)) : betting ? make("small", {}, `from ${short(spot.least)}`) : "");
}

function seatBox(number) {
  const seat = told.view.seats.find((one) => one.seat === number);
  if (!seat) {
    const free = !mine();
    return make("div", { class: "seat" }, `Seat ${number}`, make("br"),
      free ? make("button", { onclick: () => sit(number), "aria-label": `Sit at seat ${number}` }, "Sit") : "free");
  }
  const total = Object.values(seat.stakes).reduce((sum, cents) => sum + cents, 0);
  const kind = `seat${told.view.turn === number ? " turn" : ""}${seat.yours ? " mine" : ""}`;
  return make("div", { class: kind }, seat.yours ? "You" : seat.player, make("br"),
    make("span", { class: "cards" }, ...(seat.yours ? [] : (kept?.hands[number] ?? seat.cards).map(card))),
    make("div", {}, total ? dollars(total) : "", seat.folded ? " folded" : "", seat.dropped ? ` ${seat.dropped}` : ""));
}

function acts() {
  const seat = mine();
  const view = told.view;
  if (!seat) return [make("span", {}, "Choose a seat to play.")];
  if (view.phase === "bets") {
    if (Object.keys(seat.stakes).length) return [make("button", { disabled: busy, onclick: () => { bets = {}; place({}).then(() => say("Bets taken back.")); } }, "Take bets back")];
    const last = store.get(`bets.${felt.game}`, null);
    const total = Object.values(bets).reduce((sum, cents) => sum + cents, 0);
    return [
      make("button", { class: "main", disabled: busy || !total, "data-key": "d", onclick: () => place(bets) }, `Bet ${total ? dollars(total) : ""}`),
      make("button", { disabled: busy || !history.length, "data-key": "u", onclick: () => { bets = history.pop(); draw(); } }, "Undo"),
      make("button", { disabled: busy || !total, "data-key": "c", onclick: () => { history.push({ ...bets }); bets = {}; draw(); } }, "Clear"),
      make("button", { disabled: busy, "data-key": "r", onclick: () => { bets = { ...(last ?? least()) }; place(bets); } }, last ? "Rebet" : "Least bet"),
      last ? make("button", { disabled: busy, "data-key": "x", onclick: () => { bets = Object.fromEntries(Object.entries(last).map(([key, cents]) => [key, Math.min(spotsByKey[key].most, cents * 2)])); place(bets); } }, "Rebet ×2") : null,
      view.chips < felt.minimum ? make("button", { onclick: () => buy(seat.seat) }, "Get chips") : null,
    ];
  }
  if (view.turn !== seat.seat) return [make("span", {}, waiting(view))];
  if (view.discards !== null) {
    return [make("button", { class: "main", disabled: busy, "data-key": "d", onclick: discard }, marked.size ? `Discard ${marked.size}` : "Stand pat"),
      make("span", {}, `Choose up to ${view.discards} to discard.`)];
  }
  return view.choices.map((choice, place) => make("button", {
    class: place === 0 ? "main" : "", disabled: busy, "data-key": String(place + 1), title: choice.clause,
    onclick: () => send({ type: "Act", seat: seat.seat, act: choice.act, multiple: choice.multiple || 1, spot: choice.spot }),
  }, words(choice)));
}
const ACT = { bet: "Bet", raise: "Raise", ride: "Let it ride", check: "Check", withdraw: "Withdraw", fold: "Fold" };
function words(choice) {
  const back = choice.act === "withdraw" ? ` ${dollars(mine().stakes[choice.spot] ?? 0)} back` : "";
  return `${ACT[choice.act]}${choice.cents ? ` ${dollars(choice.cents)}` : back}`;
}
const waiting = (view) => (view.turn ? `Seat ${view.turn} is deciding.` : "Dealing…");

async function discard() {
  const seat = mine();
  if (await send({ type: "Discard", seat: seat.seat, slots: [...marked] })) marked = new Set();
}

function hand() {
  const seat = mine();
  if (!seat) return [];
  const discarding = told.view.discards !== null && told.view.turn === seat.seat;
  const cards = kept?.hands[seat.seat] ?? seat.cards;
  return cards.map((name, slot) => {
    const drawn = card(name);
    if (!discarding) return drawn;
    const button = make("button", { class: marked.has(slot) ? "slot discard" : "slot", "aria-pressed": String(marked.has(slot)), "aria-label": `${cardLabel(name)}, ${marked.has(slot) ? "to discard" : "keep"}`,
      onclick: () => { if (!marked.delete(slot) && marked.size < told.view.discards) marked.add(slot); draw(); } });
    button.append(drawn);
    return button;
  });
}

function draw() {
  if (!told) return;
  const view = kept ? { ...told.view, community: kept.community, box: kept.box } : told.view;
  $("meters").replaceChildren(...Object.entries(view.meters).map(([name, cents]) => make("span", { class: "meter" }, name, make("b", {}, dollars(cents)))));
  $("community").replaceChildren(...(view.community.length ? view.community : Array(felt.community).fill("")).map(card));
  $("community-place").hidden = !felt.community;
  $("box").replaceChildren(...(view.box.length ? view.box : Array(felt.box).fill("")).map(card));
  $("box-place").hidden = !felt.box;
  $("seats").replaceChildren(...Array.from({ length: felt.seats }, (_, place) => seatBox(place + 1)));
  $("spots").replaceChildren(...felt.spots.map(spotButton));
  $("hand").replaceChildren(...hand());
  $("chips").replaceChildren(...(view.phase === "bets" && mine() ? felt.chips.map((value) => make("button", { class: `chip c${value}`, "aria-pressed": String(value === chip), "aria-label": `Chip of ${dollars(value)}`, onclick: () => { chip = value; draw(); } }, short(value))) : []));
  $("acts").replaceChildren(...acts().filter(Boolean));
  $("results").replaceChildren(...results.map((row) => make("li", {}, make("span", {}, `${row.name}: ${row.why}`), make("span", { class: row.net < 0 ? "minus" : "plus" }, signed(row.net)))));
  $("bank").textContent = view.chips === null ? "" : `Chips ${dollars(view.chips)}`;
  $("round").textContent = `Round ${view.round}`;
}

// ---- what happened ----
function hear(message) {
  const seat = message.view.seats.find((one) => one.yours);
  for (const event of message.events) {
    if (event.type === "CardDealt" && results.length && event.slot === 0) results = [];
    if (!seat || event.seat !== seat.seat) { if (event.type === "RoundVoided") say(`The round is void: ${event.reason} (${event.clause}). Every wager comes back.`); continue; }
    const name = spotsByKey[event.spot]?.name ?? "Envy";
    if (event.type === "Paid") results.push({ spot: event.spot, name, why: `${event.hand}, ${event.odds} (${event.clause})`, net: event.won + event.returned - staked(event) });
    if (event.type === "MeterPaid") results.push({ spot: event.spot, name, why: `${event.hand}, ${event.odds} (${event.clause})`, net: event.cents - spotsByKey[event.spot].most });
    if (event.type === "EnvyPaid") results.push({ spot: "", name: "Envy", why: `${event.hand} at seat ${event.holder} (${event.clause})`, net: event.cents });
    if (event.type === "Lost") results.push({ spot: event.spot, name, why: `${event.reason} (${event.clause})`, net: -event.cents });
    if (event.type === "StakeReturned") results.push({ spot: event.spot, name, why: `returned (${event.clause})`, net: 0 });
    if (event.type === "HandShown") say(`You have: ${event.hand}.`);
  }
  if (message.events.some((event) => event.type === "CardDealt")) kept = null;
  const ended = message.events.find((event) => event.type === "RoundEnded" || event.type === "RoundVoided");
  if (ended && told) {
    kept = { community: told.view.community, box: told.view.box, hands: Object.fromEntries(told.view.seats.filter((one) => one.cards.length).map((one) => [one.seat, one.cards])) };
    for (const event of message.events) if (event.type === "HandShown") kept.hands[event.seat] = event.cards;
    const net = results.reduce((sum, row) => sum + row.net, 0);
    if (results.length) $("announce").textContent = `Round over. ${net < 0 ? "Lost" : "Won"} ${dollars(Math.abs(net))}.`;
    bets = {};
    history = [];
    marked = new Set();
  }
  told = message;
  draw();
}
// A stake taken at "no more bets" is not returned: what was bet is the spot's only stake.
const staked = (event) => event.returned || (told.view.seats.find((seat) => seat.yours)?.stakes[event.spot] ?? spotsByKey[event.spot].least);

function countdown() {
  const bar = $("clock");
  const left = told?.deadline ? told.deadline - Date.now() : 0;
  bar.style.setProperty("width", `${Math.max(0, Math.min(100, left / 300))}%`);
  requestAnimationFrame(countdown);
}

// ---- keys, settings, tables on demand ----
addEventListener("keydown", (key) => {
  if (key.ctrlKey || key.metaKey || key.altKey || key.target.matches("input")) return;
  document.querySelector(`[data-key="${CSS.escape(key.key.toLowerCase())}"]:not(:disabled)`)?.click();
});
$("leave").addEventListener("click", async () => { const seat = mine(); if (!seat || (await send({ type: "Leave", seat: seat.seat }))) location.href = "/"; });

$("paytables").replaceChildren(...felt.wagers.filter((wager) => !wager.pays_as).map((wager) => make("table", {},
  make("caption", {}, `${wager.name}, paytable ${wager.paytable}`),
  make("tbody", {}, ...wager.rows.map((row) => make("tr", {}, make("td", {}, row.hand), make("td", {}, row.pays), make("td", {}, row.clause)))))));
$("inscriptions").replaceChildren(...felt.inscriptions.map((mark) => make("p", {}, `${mark.text} (${mark.clause}).`)));

follow(id, { happened: hear, lost });
requestAnimationFrame(countdown);
