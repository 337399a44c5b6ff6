// Help to play well at a table: off, a hint when asked for, or a coach who tells what a decision
// cost. Every figure is the house's; nothing is computed here.
import text from "/text/coach.js";
import base from "/text/base.js";
import { make, replace, write } from "../base/dom.js";
import { ask } from "../base/house.js";
import { key } from "../base/keys.js";
import { dollars } from "../base/money.js";
import { field, notice, select } from "../base/parts.js";
import { CHOICES, settings } from "../base/settings.js";
import { optionsTable } from "./options.js";
import { actName, verdict, worth } from "./words.js";

const AGAIN = 700; // milliseconds until an answer that is being worked out is asked for again
const pause = (milliseconds) =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
  });

export function startCoach({ table, host, say }) {
  document.head.append(make("link", { rel: "stylesheet", href: "/static/coach/style.css" }));
  const at = encodeURIComponent(table);
  const button = make(
    "button",
    { type: "button", class: "hint", "data-do": "hint", onclick: () => hint() },
    text.hint,
    make("kbd", {}, "H"),
  );
  const told = make("p", { class: "told" });
  const line = make("div", { class: "coach-line", hidden: true }, button, told);
  const answer = make("div", { class: "stack" });
  const decisions = make("ol", { class: "decisions" });
  const decisionsNone = make("p", { class: "soft" }, text.coachNone);
  const mode = select(
    CHOICES.help.map((choice) => [choice, base.choice.help[choice]]),
    settings.get("help"),
    { onchange: (event) => settings.set("help", event.target.value) },
  );
  const links = make(
    "p",
    { class: "row" },
    make("a", { class: "button", href: "/session" }, text.toSession),
    make("a", { class: "button", href: "/trainer" }, text.toTrainer),
  );
  const judged = make(
    "section",
    { class: "stack" },
    make("p", { class: "label" }, text.coachTitle),
    decisionsNone,
    decisions,
  );
  replace(
    host,
    make(
      "div",
      { class: "stack help" },
      field(text.mode, mode, { hint: text.modeHint }),
      answer,
      judged,
      links,
    ),
  );

  let view = null;
  let asked = ""; // the turn a hint is being asked for
  let shown = ""; // the turn whose hint is shown
  let listed = 0; // the round whose decisions are listed; they stay until the next is decided
  let unbind = null;

  const turn = () => {
    const mine = view?.seats.find((seat) => seat.seat === view.turn && seat.yours);
    if (!mine || (!view.choices.length && view.discards === null)) return "";
    return [
      view.round,
      view.turn,
      view.choices.map((choice) => choice.spot + choice.multiple).join(),
      view.discards,
    ].join(" ");
  };

  function redraw() {
    const help = settings.get("help");
    if (mode.value !== help) mode.value = help;
    const now = turn();
    const open = help !== "off" && now !== "";
    if (open && !unbind)
      unbind = key("h", text.hintKey, () => {
        hint();
      });
    if (!open && unbind) {
      unbind();
      unbind = null;
    }
    button.hidden = !open;
    button.disabled = asked === now && now !== "";
    judged.hidden = help !== "coach";
    if (help === "off") write(told, "");
    line.hidden = help === "off" || (button.hidden && told.textContent === "");
    if (!line.isConnected) document.querySelector(".dock .says")?.append(line);
    if (shown !== now || help === "off") {
      shown = now;
      replace(answer, make("p", { class: "soft" }, help === "off" ? text.off : text.none));
    }
  }

  async function hint() {
    const now = turn();
    if (!now || asked === now) return;
    asked = now;
    write(told, text.asking);
    redraw();
    try {
      const found = await patient(
        () => ask.get(`/api/tables/${at}/hint`),
        () => turn() === now,
        () => write(told, text.waiting),
      );
      if (found && turn() === now) showHint(found);
    } catch (no) {
      if (turn() === now) {
        write(told, no.problem?.sentence ?? text.trouble);
        say(told.textContent);
      }
    } finally {
      if (asked === now) asked = "";
      redraw();
    }
  }

  function showHint(found) {
    const [best, second] = found.options;
    const words = text.best(actName(best), worth(best.value));
    write(told, words);
    told.className = "told best";
    const tie = second?.cost.exact === "0" ? text.ties(actName(second)) : "";
    say([words, tie].filter(Boolean).join(". "));
    shown = turn();
    replace(
      answer,
      notice([words, tie].filter(Boolean).join(". "), "good"),
      optionsTable(found.options),
      make(
        "ul",
        { class: "counted" },
        counted(found).map((words_) => make("li", {}, words_)),
      ),
    );
  }

  function counted(found) {
    const { wagers, apart, meters, limit, limit_apart: beyond, chips } = found.counted;
    const money = (cents) => text.money(dollars(cents));
    const standing = Object.entries(meters).map(([name, cents]) => text.meter(name, money(cents)));
    return [
      text.counted(wagers),
      standing.length ? text.meters(standing) : "",
      apart.length ? text.apart(apart) : "",
      found.gone.length ? text.seen(found.gone) : "",
      limit === null ? "" : text.limit(money(limit)),
      beyond.length ? text.limitApart(beyond) : "",
      chips ? text.chips : "",
    ].filter(Boolean);
  }

  async function judge(round) {
    const still = () => settings.get("help") === "coach";
    const found = await patient(
      () => ask.get(`/api/tables/${at}/coach?round=${round}`),
      still,
      () => write(told, text.waiting),
    ).catch(() => null);
    if (!found || !still() || !found.decisions.length) return;
    const last = found.decisions.at(-1);
    listed = round;
    decisionsNone.hidden = true;
    replace(
      decisions,
      found.decisions.map((one) =>
        make(
          "li",
          { class: one.taken.cost.exact === "0" ? "right" : "wrong" },
          text.stageSaid(text.stage(one.stage), verdict(one)),
        ),
      ),
    );
    write(told, verdict(last));
    told.className = last.taken.cost.exact === "0" ? "told right" : "told wrong";
    say(told.textContent);
    redraw();
  }

  // A game's first answer takes a moment: asked for now, it is there when it is wanted.
  let warmed = false;
  function warm() {
    if (warmed || settings.get("help") === "off") return;
    warmed = true;
    ask.get(`/api/tables/${at}/coach`).catch(() => {
      warmed = false;
    });
  }

  settings.on(() => {
    warm();
    redraw();
  });
  warm();
  redraw();

  return {
    seen(happened) {
      const before = view;
      view = happened.view;
      const own = new Set(view.seats.filter((seat) => seat.yours).map((seat) => seat.seat));
      const decided = happened.events.some(
        (event) => (event.type === "Decided" || event.type === "Discarded") && own.has(event.seat),
      );
      if (turn() && view.round !== listed) {
        decisions.replaceChildren();
        decisionsNone.hidden = false;
      }
      // What was told stays until one is asked again.
      if (turn() && turn() !== shown) {
        write(told, "");
        told.className = "told";
      }
      if (decided && settings.get("help") === "coach") judge(before?.round ?? view.round);
      redraw();
    },
    acted() {
      /* what an act cost is told when it has been done: see `seen` */
    },
  };
}

// Asks again while the house works the answer out, for as long as it is still wanted.
async function patient(question, wanted, working) {
  while (wanted()) {
    const found = await question();
    if (!found.working) return wanted() ? found : null;
    working();
    await pause(AGAIN);
  }
  return null;
}
