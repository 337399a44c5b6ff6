// One layout to settle: cards, stakes, and for every spot what is done with it. The first word on a
// spot gives it its place in the order.
import text from "/text/drill.js";
import { card } from "../base/cards.js";
import { make, replace } from "../base/dom.js";
import { dollars, short } from "../base/money.js";
import { notice, tableOf } from "../base/parts.js";

const ENVY = "envy";
const list = (cards) => make("span", { class: "card-list" }, cards.map(card));

export function sheetOf(asked, check) {
  const said = new Map(); // "seat spot" → what was said of it, in the order it was first said
  const rows = new Map();
  const state = { done: false };
  const left = make("p", { class: "left", role: "status" });
  const result = make("div", { class: "stack", "aria-live": "polite", tabindex: "-1" });

  const at = (seat, spot) => `${seat.seat} ${spot.spot}`;
  const nameOf = (spot) => (spot.spot === ENVY ? text.envy : spot.name);

  function mark(seat, spot, what, cents) {
    if (state.done) return;
    said.set(at(seat, spot), { seat: seat.seat, spot: spot.spot, what, cents });
    show();
  }

  function spotRow(seat, spot) {
    const envy = spot.spot === ENVY;
    const name = nameOf(spot);
    const amount = make("input", {
      type: "number",
      min: "0",
      step: "0.01",
      inputmode: "decimal",
      "aria-label": text.amount(name, seat.seat),
    });
    const pick = (what, label) =>
      make(
        "button",
        {
          type: "button",
          "data-what": what,
          "aria-pressed": "false",
          onclick: () => {
            mark(
              seat,
              spot,
              what,
              what === "pay" ? Math.round(Number(amount.value || 0) * 100) : 0,
            );
            if (what === "pay") amount.focus();
            else amount.value = "";
          },
        },
        label,
      );
    amount.addEventListener("input", () => {
      if (amount.value !== "") mark(seat, spot, "pay", Math.round(Number(amount.value) * 100));
    });
    // On to the next spot that nothing was said of.
    amount.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      const next = [...rows].find(([key]) => !said.has(key));
      (next ? next[1].buttons.querySelector("button") : ready).focus();
      event.preventDefault();
    });
    const number = make("span", { class: "order", hidden: true });
    const verdict = make("div", { class: "verdict" });
    const buttons = make(
      "div",
      { class: "row picks" },
      envy ? pick("take", text.none) : [pick("take", text.take), pick("push", text.push)],
      pick("pay", text.pay),
      amount,
    );
    const element = make(
      "div",
      { class: "spot", role: "group", "aria-label": text.spotAt(name, seat.seat) },
      make(
        "div",
        { class: "about" },
        number,
        make("b", {}, name),
        " ",
        envy
          ? null
          : make(
              "span",
              { class: "clause" },
              text.stake(short(spot.cents)),
              spot.collected ? `, ${text.collected}` : "",
            ),
      ),
      buttons,
      verdict,
    );
    rows.set(at(seat, spot), { element, buttons, number, verdict, amount });
    return element;
  }

  const seats = asked.seats.map((seat) => {
    const place = make("span", { class: "pill", hidden: true });
    const element = make(
      "li",
      { class: "panel seat" },
      make(
        "div",
        { class: "row" },
        make("h3", {}, text.seat(seat.seat)),
        place,
        seat.folded ? make("span", { class: "pill" }, text.folded) : null,
      ),
      list(seat.cards),
      seat.spots.length
        ? make(
            "div",
            { class: "spots" },
            seat.spots.map((spot) => spotRow(seat, spot)),
          )
        : make("p", { class: "hint" }, text.nothing),
    );
    return { seat, element, place };
  });

  const facts = [
    asked.community.length
      ? make("div", { class: "shared" }, make("b", {}, text.community), list(asked.community))
      : null,
    asked.box.length
      ? make("div", { class: "shared" }, make("b", {}, text.box), list(asked.box))
      : null,
    asked.level === "everything" && Object.keys(asked.meters).length
      ? make(
          "div",
          { class: "shared" },
          make("b", {}, text.meters),
          Object.entries(asked.meters).map(([name, cents]) =>
            make("span", { class: "pill" }, `${name} ${dollars(cents)}`),
          ),
        )
      : null,
    asked.limit
      ? make(
          "p",
          { class: "hint" },
          text.limit(short(asked.limit.cents), asked.limit.wagers.join(", ")),
          " ",
          make("span", { class: "clause" }, asked.limit.clause),
        )
      : null,
  ];
  const felt = make(
    "details",
    {},
    make("summary", {}, text.paytables),
    make(
      "div",
      { class: "paytables" },
      asked.wagers.map((wager) =>
        tableOf(
          [text.hand, text.pays],
          wager.rows.map((row) => [row.hand, { num: row.pays }]),
          { caption: wager.name },
        ),
      ),
    ),
  );
  const ready = make(
    "button",
    { type: "button", class: "main big", onclick: () => check() },
    text.check,
  );
  const reset = make(
    "button",
    {
      type: "button",
      onclick: () => {
        said.clear();
        for (const row of rows.values()) row.amount.value = "";
        show();
      },
    },
    text.reset,
  );
  const foot = make("div", { class: "row foot" }, ready, reset, left);
  const element = make(
    "section",
    { class: "sheet stack", "aria-label": asked.title },
    result,
    make(
      "div",
      { class: "panel stack layout" },
      make("h2", { tabindex: "-1" }, asked.title),
      make("div", { class: "row facts-row" }, facts),
      felt,
    ),
    make(
      "ol",
      { class: "bare seats" },
      seats.map((one) => one.element),
    ),
    foot,
  );

  function show() {
    const order = [...said.values()].filter((one) => one.spot !== ENVY);
    const seatOrder = [...new Set(order.map((one) => one.seat))];
    for (const [key, row] of rows) {
      const answer = said.get(key);
      for (const button of row.buttons.querySelectorAll("button"))
        button.setAttribute("aria-pressed", String(answer?.what === button.dataset.what));
      const within = answer
        ? order.filter((one) => one.seat === answer.seat).indexOf(answer) + 1
        : 0;
      row.number.hidden = !within;
      row.number.textContent = within ? text.place(within) : "";
      row.number.title = within ? text.placed(within) : "";
    }
    for (const one of seats) {
      const n = seatOrder.indexOf(one.seat.seat) + 1;
      one.place.hidden = !n;
      one.place.textContent = n ? text.place(n) : "";
    }
    left.textContent = text.left(rows.size - said.size);
  }

  const words = (what, cents, envy) =>
    what === "pay"
      ? text.pay_(dollars(cents))
      : what === "push"
        ? text.push_
        : envy
          ? text.nothing_
          : text.take_;

  function grade(grades) {
    state.done = true;
    foot.hidden = true;
    for (const spot of grades.spots) {
      const row = rows.get(`${spot.seat} ${spot.spot}`);
      if (!row) continue;
      const envy = spot.spot === ENVY;
      const why = [
        spot.hand,
        spot.odds !== spot.hand ? spot.odds : "",
        spot.cut ? text.cut(dollars(spot.cut)) : "",
      ]
        .filter(Boolean)
        .join(", ");
      const verdict = spot.right ? `✓ ${text.right}` : `✗ ${words(spot.what, spot.cents, envy)}`;
      row.element.classList.add(spot.right ? "right" : "wrong");
      for (const control of row.buttons.querySelectorAll("button, input")) control.disabled = true;
      replace(
        row.verdict,
        make("b", {}, verdict),
        " ",
        spot.right
          ? null
          : make(
              "span",
              {},
              spot.given ? text.yours(words(spot.given, spot.given_cents, envy)) : text.unanswered,
            ),
        " ",
        make("span", { class: "why" }, why),
        " ",
        make("span", { class: "clause" }, spot.clause),
      );
    }
    const perfect = grades.right === grades.of && grades.seats_right && grades.within_right;
    const named = (key) =>
      asked.seats.flatMap((seat) => seat.spots).find((spot) => spot.spot === key)?.name ?? key;
    const wrong = Object.entries(grades.within_due).filter(
      ([seat, due]) =>
        JSON.stringify(due) !== JSON.stringify(grades.within_given[seat] ?? []) && due.length > 1,
    );
    replace(
      result,
      notice(
        perfect ? text.perfect : text.score(grades.right, grades.of),
        perfect ? "good" : "warn",
      ),
      make(
        "ul",
        {},
        make(
          "li",
          {},
          grades.seats_right
            ? text.orderRight(text.direction[grades.direction] ?? grades.direction)
            : text.orderWrong(
                grades.seats_due.join(text.andThen),
                grades.seats_given.join(text.andThen),
              ),
          " ",
          make("span", { class: "clause" }, grades.direction_clause),
        ),
        grades.within_right
          ? make(
              "li",
              {},
              text.withinRight,
              " ",
              make("span", { class: "clause" }, grades.within_clause),
            )
          : wrong.map(([seat, due]) =>
              make(
                "li",
                {},
                text.withinWrong(seat, due.map(named).join(text.andThen)),
                " ",
                make("span", { class: "clause" }, grades.within_clause),
              ),
            ),
      ),
    );
    result.scrollIntoView({ block: "start" });
    result.focus();
  }

  show();
  return {
    asked,
    element,
    grade,
    get done() {
      return state.done;
    },
    answers: () => [...said.values()],
    focus: () => element.querySelector("h2").focus(),
  };
}
