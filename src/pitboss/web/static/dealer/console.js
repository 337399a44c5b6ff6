// One table as its dealer runs it: what is due, the acts beside it, seats, cards read, payments.
import text from "/text/dealer.js";
import words from "/text/staff.js";
import { make } from "../base/dom.js";
import { ask, follow, surely } from "../base/house.js";
import { key } from "../base/keys.js";
import { dialog, field, notice } from "../base/parts.js";
import { dollars, timeOfDay } from "../base/money.js";
import { act, actDialog, consequence, label, preview, wants } from "../staff/acts.js";
import { setNow, ticking } from "../staff/clock.js";
import { part } from "../staff/parts.js";
import { cardsOf, seatRow } from "../staff/seats.js";
import { cardReader } from "./reader.js";
import { paymentPart } from "./payments.js";

export async function openConsole({ main, say, lost }, table) {
  const felt = await ask.get(`/api/tables/${table}/felt`);
  const names = Object.fromEntries(felt.spots.map((spot) => [spot.spot, spot.name]));
  let view = null;
  let now = null;

  const heading = main.querySelector("h1");
  const trouble = make("div", {});
  const tell = (no) => {
    trouble.replaceChildren(notice(no.message, "bad"));
  };
  const calm = () => trouble.replaceChildren();

  async function doAct(one, fields) {
    calm();
    try {
      // A count that does not come out right has consequences: they are shown before it is said.
      if (one.foretold && one.wants.length) {
        const told = await preview(table, one.type, fields);
        const odd = told.void || told.due?.what === "remove wager";
        if (odd && !(await sure(one, fields, told))) return;
      }
      await act(table, one.type, fields);
      say(words.done(label({ ...one, fields })));
    } catch (no) {
      tell(no);
    }
  }

  async function sure(one, fields, told) {
    return (
      (await dialog({
        title: label({ ...one, fields }),
        wide: true,
        body: consequence(told, names),
        actions: [
          { label: words.notNow, value: "" },
          { label: words.confirm, value: "do", kind: "main" },
        ],
      })) === "do"
    );
  }

  const offer = async (acts, more) => {
    calm();
    try {
      await actDialog(table, acts, { say, names, ...more });
    } catch (no) {
      tell(no);
    }
  };

  const reader = cardReader({
    send: async (cards) => {
      await act(table, "Deal", { cards });
      say(words.done(text.send(cards.length)));
    },
    say,
    tell,
    calm,
  });

  // What comes next, and the one button for it.
  const next = part(
    text.next,
    (due, since, acts, physical) => {
      const mine = acts.filter((one) => one.due);
      const who = due ? words.whose(due.role, due.seat) : "";
      const yours = mine.length > 0;
      return [
        make(
          "p",
          { class: "duty" },
          due ? words.due[due.what] : view.seats.length ? words.nothingDue : words.nobody,
        ),
        due
          ? make(
              "p",
              { class: "whose" },
              yours ? make("b", {}, text.yours) : text.waitsFor(who),
              " ",
              make("span", { class: "clause" }, due.clause),
              " ",
              ticking("span", { class: "clause" }, since, words.waits),
            )
          : null,
        mine
          .filter((one) => !(one.type === "Deal" && physical))
          .map((one, place) => oneAct(one, place === 0)),
      ];
    },
    { attributes: { class: "panel next" } },
  );

  function oneAct(one, first) {
    const form = wants(one);
    const button = make(
      "button",
      {
        type: form.rows.length ? "submit" : "button",
        class: first ? "main big" : null,
        "data-key": `due ${one.type} ${JSON.stringify(one.fields)}`,
        onclick: form.rows.length ? null : () => doAct(one, one.fields),
      },
      label(one),
    );
    if (!form.rows.length) return button;
    return make(
      "form",
      {
        class: "row asks",
        onsubmit: (event) => {
          event.preventDefault();
          const fields = form.read();
          if (fields) doAct(one, fields);
        },
      },
      form.rows,
      button,
    );
  }

  // Everything else that may be done, never in the way of what is due.
  const others = part(text.others, (acts) => {
    const free = acts.filter((one) => !one.due && ["duty", "cards", "seat"].includes(one.group));
    if (!free.length) return null;
    return make(
      "div",
      { class: "row acts" },
      free.map((one) =>
        make(
          "button",
          {
            type: "button",
            "data-key": `other ${one.type} ${JSON.stringify(one.fields)}`,
            onclick: () =>
              one.wants.length ||
              one.group === "seat" ||
              one.fields.duty === "close" ||
              one.type === "ReceiveCards"
                ? offer([one], { verb: words.confirm })
                : doAct(one, one.fields),
          },
          label(one),
        ),
      ),
    );
  });

  const grouped = (acts, group) => {
    const found = new Map();
    for (const one of acts.filter((each) => each.group === group)) {
      const name = group === "report" ? label(one) : `${label(one)}`;
      found.set(name, [...(found.get(name) ?? []), one]);
    }
    return [...found];
  };
  const reports = part(
    text.report,
    (acts) => {
      const found = grouped(acts, "report");
      if (!found.length) return make("p", { class: "hint" }, text.reportNone);
      return make(
        "div",
        { class: "row acts" },
        found.map(([name, forms]) =>
          make(
            "button",
            {
              type: "button",
              "data-key": `report ${name}`,
              onclick: () => offer(forms, { title: name }),
            },
            name,
          ),
        ),
      );
    },
    { attributes: { id: "reports" } },
  );
  const devices = part(text.devices, (acts, conditions, method) => {
    const found = grouped(acts, "device");
    return make(
      "details",
      {},
      make(
        "summary",
        {},
        [
          words.method[method],
          ...Object.entries(conditions).map(
            ([name, is]) => `${words.device[name]}: ${words.condition[is]}`,
          ),
        ].join(" · "),
      ),
      make(
        "div",
        { class: "row acts" },
        found.map(([name, forms]) =>
          make(
            "button",
            {
              type: "button",
              "data-key": `device ${name}`,
              onclick: () => offer(forms, { title: name }),
            },
            name,
          ),
        ),
        make("button", { type: "button", onclick: askFill }, text.callFloor),
      ),
    );
  });

  async function askFill() {
    const amount = make("input", { type: "number", step: "1", required: true });
    const chosen = await dialog({
      title: text.fill,
      body: [make("p", {}, text.fillHow), field(text.fillAmount, amount)],
      actions: [
        { label: words.notNow, value: "" },
        { label: text.fillAsk, value: "do", kind: "main" },
      ],
    });
    const cents = Math.round(Number(amount.value) * 100);
    if (chosen !== "do" || !cents) return;
    try {
      const { number } = await surely("/api/approvals", {
        table,
        command: { type: "Fill", cents },
      });
      say(text.fillAsked(number));
      trouble.replaceChildren(notice(text.fillAsked(number), "good"));
    } catch (no) {
      tell(no);
    }
  }

  const layout = part(
    text.seats,
    (seats, community, box, meters) => [
      make(
        "div",
        { class: "row boards" },
        community.length
          ? make("div", { class: "shared" }, make("b", {}, text.community), cardsOf(community))
          : null,
        box.length ? make("div", { class: "shared" }, make("b", {}, text.box), cardsOf(box)) : null,
      ),
      seats.length
        ? make(
            "ul",
            { class: "bare seats" },
            seats.map((seat) => seatRow(seat, view, names)),
          )
        : make("p", {}, text.noSeats),
      Object.keys(meters).length
        ? make(
            "dl",
            { class: "meters", "aria-label": text.meters },
            Object.entries(meters).map(([name, cents]) =>
              make("div", { class: "pill" }, make("dt", {}, name), make("dd", {}, dollars(cents))),
            ),
          )
        : null,
    ],
    { attributes: { class: "panel layout" } },
  );

  const payments = paymentPart(names, felt.chips);

  const clocks = part(text.clocks, (decks, count, remaining, racked, unmatched) =>
    make(
      "ul",
      { class: "bare clocks" },
      decks.map((deck) =>
        make(
          "li",
          { class: deck.in_play ? "now" : null },
          make("b", {}, words.back[deck.back]),
          " ",
          deck.due === null
            ? text.deckNew
            : ticking("span", {}, deck.due * 1000, (time, past) =>
                past > 0 ? text.deckOverdue(time) : text.deckDue(time),
              ),
          " ",
          make("span", { class: "clause" }, deck.clause),
        ),
      ),
      make(
        "li",
        {},
        count.excused
          ? text.countExcused
          : count.due
            ? make("b", {}, text.countDue)
            : text.count(count.rounds, count.every),
        " ",
        make("span", { class: "clause" }, count.clause),
      ),
      make(
        "li",
        {},
        [remaining === null ? "" : text.stub(remaining), racked ? text.rack(racked) : ""]
          .filter(Boolean)
          .join(" · "),
      ),
      Object.entries(unmatched).map(([wager, n]) =>
        make("li", { class: "bad-text" }, text.unmatched(wager, n)),
      ),
    ),
  );

  const lately = part(text.happened, (done) =>
    done.length
      ? make(
          "ol",
          { class: "bare lately" },
          done.map((one, n) =>
            make(
              "li",
              {},
              timeOfDay(one.at) === timeOfDay(done[n - 1]?.at ?? 0)
                ? null
                : make("span", { class: "clause" }, timeOfDay(one.at)),
              one.said.map((each) =>
                make(
                  "span",
                  { class: "said" },
                  each.said,
                  " ",
                  make("span", { class: "clause" }, each.clause),
                ),
              ),
            ),
          ),
        )
      : null,
  );

  main.append(
    trouble,
    make(
      "div",
      { class: "console" },
      make(
        "div",
        { class: "stack" },
        next.element,
        reader.element,
        payments.element,
        layout.element,
      ),
      make(
        "div",
        { class: "stack" },
        others.element,
        reports.element,
        devices.element,
        clocks.element,
        lately.element,
      ),
    ),
  );

  function show() {
    if (!view || !now) return;
    heading.textContent = `${text.tableOf(now.name, felt.name)} · ${text.round(view.round)}`;
    next.show(now.due, now.since, now.acts, now.physical, view.seats.length > 0);
    const dealing = now.acts.find((one) => one.type === "Deal");
    reader.show(now.physical && dealing ? now.places : null, now.jokers);
    others.show(now.acts);
    reports.show(now.acts);
    devices.show(now.acts, now.devices, now.method);
    layout.show(view.seats, view.community, view.box, view.meters, view.turn);
    payments.show(now.payments, view.phase);
    lately.show(now.lately);
    clocks.show(now.decks, now.count, now.remaining, now.racked, now.unmatched);
  }

  let asking = false;
  let again = false;
  async function refresh() {
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    try {
      now = await ask.get(`/api/tables/${table}/console`);
      setNow(now.now);
      show();
    } catch (no) {
      if (no.problem) tell(no);
    }
    asking = false;
    if (again) {
      again = false;
      refresh();
    }
  }

  let announced = "";
  follow(table, {
    happened: (told) => {
      view = told.view;
      refresh();
      const due = view.due
        ? `${words.due[view.due.what]}. ${words.whose(view.due.role, view.due.seat)}`
        : "";
      if (due && due !== announced) say(due);
      announced = due;
    },
    lost,
  });
  setInterval(refresh, 10_000);

  key("n", text.keyNext, () => {
    const button = next.body.querySelector("button.main");
    if (!button) return false;
    button.click();
    return true;
  });
  key("r", text.keyReport, () => {
    const button = reports.body.querySelector("button");
    if (!button) return false;
    button.focus();
    return true;
  });
  key("c", text.keyCard, () => reader.focus());
  key("t", text.keyTick, () => payments.tick());
}
