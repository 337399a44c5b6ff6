// Physical cards, as a dealer reads them: keys, a scanner's text or the buttons; nothing is entered
// until it is sent, and until then the last one can be taken back.
import text from "/text/dealer.js";
import words from "/text/staff.js";
import shared from "/text/base.js";
import { card, cardLabel } from "../base/cards.js";
import { make, replace, write } from "../base/dom.js";
import { field, notice } from "../base/parts.js";
import { readCard } from "../staff/acts.js";

const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
const SUITS = ["s", "h", "d", "c"];
const TOKEN = /^\s*(jk|10\s*[cdhs]|[2-9tjqka]\s*[cdhs])[\s,]*/i;

export function cardReader({ send, say, tell, calm }) {
  let places = [];
  let queue = [];
  let held = "";
  let sending = false;
  const input = make("input", {
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: 200,
    "data-key": "reader",
  });
  const where = make("p", { class: "whither" });
  const read = make("ol", { class: "bare queue", "aria-label": text.queued });
  const trouble = make("div", {});
  const enter = make("button", { type: "submit", class: "main big" });
  const undo = make(
    "button",
    {
      type: "button",
      onclick: () => {
        queue.pop();
        held = "";
        show();
        input.focus();
      },
    },
    text.undo,
  );
  const ranks = make("div", { class: "keypad ranks", role: "group", "aria-label": text.ranks });
  const suits = make("div", { class: "keypad suits", role: "group", "aria-label": text.suits });
  const entry = field(text.scanner, input);
  const label = entry.querySelector("label");
  const form = make(
    "form",
    {
      class: "stack",
      onsubmit: (event) => {
        event.preventDefault();
        submit();
      },
    },
    where,
    entry,
    read,
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

  for (const rank of RANKS) {
    ranks.append(
      make(
        "button",
        {
          type: "button",
          "data-rank": rank,
          "aria-label": shared.ranks[rank],
          "aria-pressed": "false",
          onclick: () => {
            held = held === rank ? "" : rank;
            show();
          },
        },
        rank === "T" ? "10" : rank,
      ),
    );
  }
  for (const suit of SUITS) {
    suits.append(
      make(
        "button",
        {
          type: "button",
          "data-suit": suit,
          "aria-label": shared.suits[suit],
          class: `suit-${suit}`,
          onclick: () => {
            if (held) {
              add(held + suit);
              held = "";
              show();
            }
          },
        },
        make("span", { "aria-hidden": "true" }, { s: "♠", h: "♥", d: "♦", c: "♣" }[suit]),
      ),
    );
  }
  const joker = make(
    "button",
    {
      type: "button",
      "data-suit": "JK",
      onclick: () => {
        add("JK");
        show();
      },
    },
    text.joker,
  );
  suits.append(joker);

  input.addEventListener("input", () => {
    for (let found = TOKEN.exec(input.value); found; found = TOKEN.exec(input.value)) {
      input.value = input.value.slice(found[0].length);
      add(readCard(found[1]));
    }
    show();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Backspace" && input.value === "" && queue.length) {
      queue.pop();
      show();
      event.preventDefault();
    }
  });

  function add(name) {
    replace(trouble);
    calm();
    if (!name) return;
    if (queue.length >= places.length) {
      replace(trouble, notice(text.over(cardLabel(name)), "bad"));
      return;
    }
    if (name !== "JK" && queue.includes(name)) {
      replace(trouble, notice(text.twice(cardLabel(name)), "bad"));
      return;
    }
    queue.push(name);
    say(`${cardLabel(name)}: ${whither(queue.length - 1)}`);
  }

  const whither = (n) =>
    places[n] ? text.to(words.place(places[n].place), words.slot(places[n].slot)) : "";

  async function submit() {
    const typed = readCard(input.value);
    if (typed) {
      add(typed);
      input.value = "";
    }
    if (!queue.length || sending) {
      show();
      return;
    }
    sending = true;
    const cards = queue;
    queue = [];
    try {
      await send(cards);
    } catch (no) {
      queue = cards;
      replace(trouble, notice(no.message, "bad"));
      tell(no);
    }
    sending = false;
    show();
    input.focus();
  }

  function show() {
    where.textContent =
      queue.length < places.length ? text.nextTo(whither(queue.length)) : text.full;
    replace(
      read,
      queue.map((name, n) => make("li", {}, card(name), make("span", {}, whither(n)))),
    );
    enter.textContent = text.send(queue.length);
    enter.disabled = queue.length === 0 || sending;
    undo.disabled = queue.length === 0 && !held;
    for (const button of ranks.children)
      button.setAttribute("aria-pressed", String(button.dataset.rank === held));
    for (const button of suits.children) button.disabled = button.dataset.suit !== "JK" && !held;
  }

  return {
    element,
    focus: () => {
      if (element.hidden) return false;
      input.focus();
      return true;
    },
    show: (wanted, jokers) => {
      joker.hidden = !jokers;
      write(label, jokers ? text.scannerJokers : text.scanner);
      const opened = element.hidden && wanted;
      element.hidden = !wanted;
      if (!wanted) {
        queue = [];
        held = "";
        return;
      }
      places = wanted;
      queue = queue.slice(0, places.length);
      show();
      if (opened && (document.activeElement === document.body || document.activeElement === null))
        input.focus();
    },
  };
}
