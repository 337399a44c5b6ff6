// @ts-check
// Help at a table: off, a hint on request, or a coach that says what each decision cost. Every
// figure comes from the house; nothing is computed here.
import text from "/text/coach.js";
import base from "/text/base.js";
import { make, replace, write } from "../base/dom.js";
import { Refused, ask } from "../base/house.js";
import { key } from "../base/keys.js";
import { dollars } from "../base/money.js";
import { field, notice, select } from "../base/parts.js";
import { CHOICES, settings } from "../base/settings.js";
import { optionsTable } from "./options.js";
import { actName, betterWords, verdict } from "./words.js";

const RETRY_MS = 700; // between two requests for an answer that is being calculated
const pause = (/** @type {number} */ milliseconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
/** @param {Api.DecisionReview} decision */
const isRight = (decision) => decision.taken.cost.exact === "0";

/**
 * @param {{ table: string, host: HTMLElement, say: (words: string) => void }} page
 */
export function startCoach({ table, host, say }) {
  document.head.append(make("link", { rel: "stylesheet", href: "/static/coach/style.css" }));
  const at = encodeURIComponent(table);
  const asking = { type: "button", class: "hint", "data-do": "hint", onclick: () => hint() };
  const button = make("button", asking, text.hint, make("kbd", {}, "H"));
  const advice = make("p", { class: "advice" });
  const line = make("div", { class: "coach-line", hidden: true }, button, advice);
  const answer = make("div", { class: "stack" });
  const decisions = make("ol", { class: "decisions" });
  const decisionsNone = make("p", { class: "soft" }, text.coachNone);
  const title = make("p", { class: "label" }, text.coachTitle);
  const review = make("section", { class: "stack" }, title, decisionsNone, decisions);
  const mode = modeSelect();
  const panel = make(
    "div",
    { class: "stack help" },
    field(text.mode, mode, { hint: text.modeHint }),
    answer,
    review,
    links(),
  );
  replace(host, panel);

  /** @type {Page.View | null} */
  let view = null;
  let pending = ""; // the turn a hint is being fetched for
  let shown = ""; // the turn whose hint is shown
  let listed = 0; // the round whose decisions are listed, until the next decision
  /** @type {(() => void) | null} */
  let unbind = null;

  // A name for the decision before the player; "" when there is none.
  function turn() {
    if (!view) return "";
    const { turn: number } = view;
    const mine = view.seats.some((seat) => seat.seat === number && seat.yours);
    if (!mine || (!view.choices.length && view.discards === null)) return "";
    const choices = view.choices.map((choice) => choice.spot + choice.multiple).join();
    return [view.round, view.turn, choices, view.discards].join(" ");
  }

  /**
   * @param {string} words
   * @param {string} kind
   */
  function advise(words, kind = "") {
    write(advice, words);
    if (kind) advice.dataset.state = kind;
    else delete advice.dataset.state;
  }

  function redraw() {
    const help = settings.get("help");
    if (mode.value !== help) mode.value = help;
    const now = turn();
    const open = help !== "off" && now !== "";
    bindKey(open);
    button.hidden = !open;
    button.disabled = pending === now && now !== "";
    review.hidden = help !== "coach";
    if (help === "off") write(advice, "");
    line.hidden = help === "off" || (button.hidden && advice.textContent === "");
    if (!line.isConnected) document.querySelector(".dock .says")?.append(line);
    if (shown !== now || help === "off") {
      shown = now;
      replace(answer, make("p", { class: "soft" }, help === "off" ? text.off : text.none));
    }
  }

  /** @param {boolean} open */
  function bindKey(open) {
    if (open && !unbind)
      unbind = key("h", text.hintKey, () => {
        hint();
      });
    if (!open && unbind) {
      unbind();
      unbind = null;
    }
  }

  async function hint() {
    const now = turn();
    if (!now || pending === now) return;
    pending = now;
    write(advice, text.asking);
    redraw();
    try {
      const answer = await poll(
        () => ask.get(`/api/tables/${at}/hint`),
        () => turn() === now,
        () => write(advice, text.waiting),
      );
      if (answer && turn() === now) showHint(answer);
    } catch (error) {
      if (turn() === now) {
        write(advice, error instanceof Refused ? error.problem.sentence : text.trouble);
        say(advice.textContent ?? "");
      }
    } finally {
      if (pending === now) pending = "";
      redraw();
    }
  }

  /** @param {Api.Hint} reply */
  function showHint(reply) {
    const [best, second] = reply.options;
    const words = betterWords(reply.options);
    advise(words, "best");
    const tie = second?.cost.exact === "0" ? text.ties(actName(second)) : "";
    const sentence = [words, tie].filter(Boolean).join(". ");
    say(sentence);
    shown = turn();
    const terms = termsOf(reply).map((term) => make("li", {}, term));
    const list = make("ul", { class: "terms" }, terms);
    replace(answer, notice(sentence, "good"), optionsTable(reply.options), list);
  }

  /** @param {number} round */
  async function judge(round) {
    const current = () => settings.get("help") === "coach";
    const reply = await poll(
      () => ask.get(`/api/tables/${at}/coach?round=${round}`),
      current,
      () => write(advice, text.waiting),
    ).catch(() => null);
    const last = reply?.decisions.at(-1);
    if (!reply || !last || !current()) return;
    listed = round;
    decisionsNone.hidden = true;
    const items = reply.decisions.map((decision) => {
      const words = text.stageSaid(text.stage(decision.stage), verdict(decision));
      return make("li", { "data-state": isRight(decision) ? "right" : "wrong" }, words);
    });
    replace(decisions, items);
    advise(verdict(last), isRight(last) ? "right" : "wrong");
    say(advice.textContent ?? "");
    redraw();
  }

  // The first answer about a game takes a moment; asking early warms up the house.
  let warm = false;
  function warmUp() {
    if (warm || settings.get("help") === "off") return;
    warm = true;
    ask.get(`/api/tables/${at}/coach`).catch(() => {
      warm = false;
    });
  }

  /** @param {Page.Update} update */
  function update({ view: next, events }) {
    const before = view;
    view = next;
    const own = new Set(view.seats.filter((seat) => seat.yours).map((seat) => seat.seat));
    const decided = events.some(
      (event) =>
        (event.type === "Decided" || event.type === "Discarded") && own.has(event.seat ?? 0),
    );
    if (turn() && view.round !== listed) {
      decisions.replaceChildren();
      decisionsNone.hidden = false;
    }
    // A verdict stays beside the next question until the player acts; a hint goes with its turn.
    const isVerdict = ["right", "wrong"].includes(advice.dataset.state ?? "");
    if (decided || (turn() && turn() !== shown && !isVerdict)) advise("");
    if (decided && settings.get("help") === "coach") judge(before?.round ?? view.round);
    redraw();
  }

  settings.on(() => {
    warmUp();
    redraw();
  });
  warmUp();
  redraw();
  return { update };
}

/** @type {Record<string, string>} */
const HELP = base.choice.help;

function modeSelect() {
  const options = CHOICES.help.map((choice) => [choice, HELP[choice]]);
  const onchange = (/** @type {any} */ event) => settings.set("help", event.target.value);
  return select(options, settings.get("help"), { onchange });
}

const links = () =>
  make(
    "p",
    { class: "row" },
    make("a", { class: "button", href: "/session" }, text.toSession),
    make("a", { class: "button", href: "/trainer" }, text.toTrainer),
  );

/**
 * What a hint takes into account, and what it leaves out.
 * @param {Api.Hint} hint
 */
function termsOf(hint) {
  if (!hint.counted) return [];
  const { wagers, apart, meters, limit, limit_apart: beyond, chips } = hint.counted;
  const money = (/** @type {number} */ cents) => text.money(dollars(cents));
  const levels = Object.entries(meters).map(([name, cents]) => text.meter(name, money(cents)));
  return [
    text.counted(wagers),
    levels.length ? text.meters(levels) : "",
    apart.length ? text.apart(apart) : "",
    hint.gone.length ? text.seen(hint.gone) : "",
    limit === null ? "" : text.limit(money(limit)),
    beyond.length ? text.limitApart(beyond) : "",
    chips ? text.chips : "",
  ].filter(Boolean);
}

/**
 * Asks again while the house calculates, for as long as the answer is still needed.
 * @template {{ working: boolean }} Answer
 * @param {() => Promise<Answer>} question
 * @param {() => boolean} needed
 * @param {() => void} working
 * @returns {Promise<Answer | null>}
 */
async function poll(question, needed, working) {
  while (needed()) {
    const answer = await question();
    if (!answer.working) return needed() ? answer : null;
    working();
    await pause(RETRY_MS);
  }
  return null;
}
