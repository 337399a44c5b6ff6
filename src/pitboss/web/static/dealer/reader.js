// @ts-check
// Physical cards, as a dealer reads them: typed, scanned or by buttons. Nothing is sent before the
// dealer sends it, and until then the last card can be taken back.
import text from "/text/dealer.js";
import words from "/text/staff.js";
import shared from "/text/base.js";
import { card, cardLabel } from "../base/cards.js";
import { make, replace, write } from "../base/dom.js";
import { field, notice } from "../base/parts.js";
import { readCard } from "../staff/acts.js";

const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const TOKEN = /^\s*(jk|10\s*[cdhs]|[2-9tjqka]\s*[cdhs])[\s,]*/i;
const FREE_TEXT = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };

export function cardReader({ send, say, tell, calm }) {
  let places = [];
  let queue = [];
  let rank = ""; // a rank pressed, whose suit is yet to come
  let sending = false;

  const input = make("input", { ...FREE_TEXT, maxlength: 200, "data-key": "reader" });
  const where = make("p", { class: "whither" });
  const list = make("ol", { class: "plain-list queue", "aria-label": text.queued });
  const trouble = make("div", {});
  const enter = make("button", { type: "submit", class: "main big" });
  const undo = make("button", { type: "button", onclick: takeBack }, text.undo);
  const joker = make(
    "button",
    { type: "button", "data-suit": "JK", onclick: addJoker },
    text.joker,
  );
  const ranks = keypad("ranks", RANKS.map(rankButton));
  const suits = keypad("suits", [...Object.keys(SUITS).map(suitButton), joker]);
  const entry = field(text.scanner, input);
  const form = make(
    "form",
    { class: "stack", onsubmit: submit },
    where,
    entry,
    list,
    trouble,
    make("div", { class: "row" }, enter, undo),
    ranks,
    suits,
  );
  const element = make(
    "section",
    { class: "panel reader", hidden: true, "aria-label": text.read },
    make("h2", {}, text.read),
    form,
  );
  input.addEventListener("input", readInput);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Backspace" || input.value !== "" || !queue.length) return;
    queue.pop();
    draw();
    event.preventDefault();
  });

  function keypad(name, buttons) {
    const attributes = { class: `keypad ${name}`, role: "group", "aria-label": text[name] };
    return make("div", attributes, buttons);
  }

  function rankButton(name) {
    const onclick = () => {
      rank = rank === name ? "" : name;
      draw();
    };
    const attributes = { "data-rank": name, "aria-label": shared.ranks[name], onclick };
    const title = name === "T" ? "10" : name;
    return make("button", { type: "button", "aria-pressed": "false", ...attributes }, title);
  }

  function suitButton(name) {
    const onclick = () => {
      if (!rank) return;
      add(rank + name);
      rank = "";
      draw();
    };
    const attributes = { "data-suit": name, "aria-label": shared.suits[name], onclick };
    const sign = make("span", { "aria-hidden": "true" }, SUITS[name]);
    return make("button", { type: "button", class: `suit-${name}`, ...attributes }, sign);
  }

  function addJoker() {
    add("JK");
    draw();
  }

  function takeBack() {
    queue.pop();
    rank = "";
    draw();
    input.focus();
  }

  function readInput() {
    for (let match = TOKEN.exec(input.value); match; match = TOKEN.exec(input.value)) {
      input.value = input.value.slice(match[0].length);
      add(readCard(match[1]));
    }
    draw();
  }

  function add(name) {
    replace(trouble);
    calm();
    if (!name) return;
    const refuse = (sentence) => {
      replace(trouble, notice(sentence, "bad"));
    };
    if (queue.length >= places.length) return refuse(text.over(cardLabel(name)));
    if (name !== "JK" && queue.includes(name)) return refuse(text.twice(cardLabel(name)));
    queue.push(name);
    say(`${cardLabel(name)}: ${whither(queue.length - 1)}`);
  }

  function whither(number) {
    const place = places[number];
    return place ? text.to(words.place(place.place), words.slot(place.slot)) : "";
  }

  async function submit(event) {
    event.preventDefault();
    const name = readCard(input.value);
    if (name) {
      add(name);
      input.value = "";
    }
    if (!queue.length || sending) return draw();
    sending = true;
    const cards = queue;
    queue = [];
    try {
      await send(cards);
    } catch (error) {
      queue = cards;
      replace(trouble, notice(error.message, "bad"));
      tell(error);
    }
    sending = false;
    draw();
    input.focus();
  }

  function draw() {
    const full = queue.length >= places.length;
    where.textContent = full ? text.full : text.nextTo(whither(queue.length));
    const item = (name, number) => make("li", {}, card(name), make("span", {}, whither(number)));
    replace(list, queue.map(item));
    enter.textContent = text.send(queue.length);
    enter.disabled = queue.length === 0 || sending;
    undo.disabled = queue.length === 0 && !rank;
    for (const button of ranks.querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(button.dataset.rank === rank));
    for (const button of suits.querySelectorAll("button"))
      button.disabled = button.dataset.suit !== "JK" && !rank;
  }

  function focus() {
    if (element.hidden) return false;
    input.focus();
    return true;
  }

  // `next` lists the places of the cards to be read; null closes the reader.
  function show(next, jokers) {
    joker.hidden = !jokers;
    write(entry.querySelector("label"), jokers ? text.scannerJokers : text.scanner);
    const opens = element.hidden && next;
    element.hidden = !next;
    if (!next) {
      queue = [];
      rank = "";
      return;
    }
    places = next;
    queue = queue.slice(0, places.length);
    draw();
    const nothingFocused = !document.activeElement || document.activeElement === document.body;
    if (opens && nothingFocused) input.focus();
  }

  return { element, focus, show };
}
