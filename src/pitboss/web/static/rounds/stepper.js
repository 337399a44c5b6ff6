// A finished round, forward and back, event by event, as one viewer saw it.
import text from "/text/rounds.js";
import { make, replace, write } from "../base/dom.js";
import { ask } from "../base/house.js";
import { key } from "../base/keys.js";
import { dollars, signed, timeOfDay } from "../base/money.js";
import { field, notice, select } from "../base/parts.js";
import { cardLabel } from "../base/cards.js";
import { felt } from "./felt.js";

const PACE = 900; // milliseconds a step when it plays by itself

export async function spotsOf(table) {
  const layout = await ask.get(`/api/tables/${table}/felt`);
  return new Map([
    ...layout.wagers.map((wager) => [wager.wager, wager.name]),
    ...layout.spots.map((spot) => [spot.spot, spot.name]),
  ]);
}

const writer = (spots) => ({
  money: dollars,
  signed,
  spot: (name) => spots.get(name) ?? name,
  cards: (names) => names.map(cardLabel).join(", "),
});

// `as` is whose eyes; with `choose` they may be changed. `close` takes the keys off again.
export async function stepper({ table, number, as, choose = false, say = () => {} }) {
  const [spots, first] = await Promise.all([spotsOf(table), load(table, number, as)]);
  const told = { steps: first, at: 0, timer: 0 };
  const w = writer(spots);
  const stage = make("div", { class: "stage" });
  const where = make("p", { class: "where" });
  const slider = make("input", {
    type: "range",
    min: 0,
    value: 0,
    oninput: () => go(Number(slider.value)),
  });
  const list = make("ol", { class: "step-list" });
  const button = (label, hint, act) =>
    make("button", { type: "button", title: hint, "aria-label": hint, onclick: act }, label);
  const playing = button(text.play, text.playHint, () => toggle());
  const viewers = choose
    ? viewerChoice(first, as, async (chosen) => {
        told.steps = await load(table, number, chosen);
        fill();
        go(told.at);
      })
    : null;

  function views() {
    const seen = [told.steps.first];
    for (const step of told.steps.steps) seen.push(step.view ?? seen.at(-1));
    return seen;
  }

  function fill() {
    told.views = views();
    told.words = told.steps.steps.map(
      (step) => text.events[step.told.type]?.(step.told, w) ?? step.told.type,
    );
    slider.max = told.steps.steps.length;
    replace(
      list,
      told.steps.steps.map((step, place) =>
        make(
          "li",
          {},
          make(
            "button",
            { type: "button", class: "plain", onclick: () => go(place + 1) },
            make("span", { class: "what" }, told.words[place]),
            step.told.clause ? make("span", { class: "clause" }, step.told.clause) : null,
          ),
        ),
      ),
    );
  }

  function go(at) {
    told.at = Math.max(0, Math.min(at, told.steps.steps.length));
    const step = told.steps.steps[told.at - 1];
    slider.value = told.at;
    slider.setAttribute("aria-valuetext", text.stepOf(told.at, told.steps.steps.length));
    replace(stage, felt(told.views[told.at], spots));
    replace(
      where,
      make("strong", {}, step ? told.words[told.at - 1] : text.begin),
      step?.told.clause ? make("span", { class: "clause" }, step.told.clause) : null,
      make(
        "small",
        {},
        step
          ? `${text.stepOf(told.at, told.steps.steps.length)} · ${timeOfDay(step.at)} · ` +
              `${text.by(step.role, step.name)}`
          : text.stepOf(0, told.steps.steps.length),
      ),
    );
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const row = list.children[told.at - 1];
    row?.setAttribute("aria-current", "step");
    if (row) list.scrollTop = Math.max(0, row.offsetTop - list.clientHeight / 2);
    if (step) say(told.words[told.at - 1]);
    if (told.at === told.steps.steps.length) stop();
  }

  function stop() {
    clearInterval(told.timer);
    told.timer = 0;
    write(playing, text.play);
  }

  function toggle() {
    if (told.timer) return stop();
    if (told.at === told.steps.steps.length) go(0);
    told.timer = setInterval(() => go(told.at + 1), PACE);
    write(playing, text.pause);
    return null;
  }

  const end = () => told.steps.steps.length;
  const off = [
    key("ArrowRight", text.keyOn, () => {
      stop();
      go(told.at + 1);
    }),
    key("ArrowLeft", text.keyBack, () => {
      stop();
      go(told.at - 1);
    }),
    key("Home", text.keyFirst, () => {
      stop();
      go(0);
    }),
    key("End", text.keyLast, () => {
      stop();
      go(end());
    }),
    key("p", text.keyPlay, () => {
      toggle();
    }),
  ];
  const controls = make(
    "div",
    { class: "row controls", role: "group", "aria-label": text.steps },
    button(text.first, text.firstHint, () => {
      stop();
      go(0);
    }),
    button(text.back1, text.backHint, () => {
      stop();
      go(told.at - 1);
    }),
    playing,
    make(
      "button",
      {
        type: "button",
        class: "main",
        title: text.onHint,
        "aria-label": text.onHint,
        onclick: () => {
          stop();
          go(told.at + 1);
        },
      },
      text.on,
    ),
    button(text.last, text.lastHint, () => {
      stop();
      go(end());
    }),
  );
  const element = make(
    "div",
    { class: "stepper" },
    viewers,
    make(
      "div",
      { class: "replay" },
      make("div", { class: "stack" }, where, controls, field(text.jump, slider), stage),
      make("div", { class: "happened" }, make("h2", {}, text.stepList), list),
    ),
  );
  fill();
  go(0);
  const later = first.corrections.map((one) => text.later(one, w));
  return {
    element,
    later,
    close: () => {
      stop();
      for (const undo of off) undo();
    },
  };
}

const load = (table, number, as) => ask.get(`/api/rounds/${table}/${number}/steps?as=${as}`);

function viewerChoice(told, as, changed) {
  const roles = ["auditor", "watcher", "dealer", "floorperson"].map((role) => [
    role,
    text.viewer[role],
  ]);
  const seats = told.seats.map((one) => [
    `seat-${one.seat}`,
    text.viewer.seat(one.seat, one.player),
  ]);
  const trouble = make("div", {});
  const box = select([...seats, ...roles], as, {
    onchange: async () => {
      try {
        await changed(box.value);
        replace(trouble);
      } catch (no) {
        replace(trouble, notice(no.message, "bad"));
      }
    },
  });
  return make("div", { class: "stack looks" }, field(text.looksAs, box), trouble);
}
