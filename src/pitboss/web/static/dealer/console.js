// @ts-check
// One table as its dealer runs it: the duty that is due, other acts, seats, cards and payments.
import text from "/text/dealer.js";
import words from "/text/staff.js";
import { make } from "../base/dom.js";
import { Refused, ask, follow, postWithRetry } from "../base/house.js";
import { key } from "../base/keys.js";
import { dialog, field, notice } from "../base/parts.js";
import { released } from "../base/pressing.js";
import { act, actDialog, consequence, label, preview } from "../staff/acts.js";
import { setNow } from "../staff/clock.js";
import { devicesPart, duePart, otherActsPart, reportsPart } from "./duties.js";
import { desk } from "./desk.js";
import { paymentPart } from "./payments.js";
import { clocksPart, layoutPart, latelyPart, rackPart } from "./layout.js";

const REFRESH_MS = 10_000;
const RETRY_MS = 250;
const MAX_RETRY_MS = 4000;
const TOO_MANY = 429;

export async function openConsole({ main, me, say, lost, stopped }, table) {
  const felt = await ask.get(`/api/tables/${table}/felt`);
  const names = Object.fromEntries(felt.spots.map((spot) => [spot.spot, spot.name]));
  let view = null;
  let state = null;

  const heading = main.querySelector("h1");
  const trouble = make("div", {});
  const tell = (error) => {
    trouble.replaceChildren(notice(error.message, "bad"));
  };
  const calm = () => trouble.replaceChildren();

  const due = duePart(perform, me.role);
  const others = otherActsPart(perform, offer, askFill);
  const reports = reportsPart(offer);
  const devices = devicesPart(offer);
  const layout = layoutPart(names);
  const payments = paymentPart(names, felt.chips);
  const keys = desk({
    table,
    felt,
    names,
    role: me.role,
    refresh,
    perform,
    offer: (forms) => offer(forms, forms[0].group === "report" ? {} : { verb: words.confirm }),
    say,
    others: { t: () => payments.tick() },
  });
  due.element.append(keys.element);
  const clocks = clocksPart();
  const rack = rackPart();
  const lately = latelyPart();
  const left = [due, payments, layout].map((part) => part.element);
  const right = [others, reports, devices, rack, clocks, lately].map((part) => part.element);
  const columns = [left, right].map((parts) => make("div", { class: "stack" }, parts));
  main.append(trouble, make("div", { class: "console" }, columns));

  async function perform(choice, fields) {
    calm();
    try {
      // A count that does not match has consequences; the dealer sees them before confirming.
      if (choice.foretold && choice.wants.length) {
        const outcome = await preview(table, choice.type, fields);
        const odd = outcome.void || outcome.due?.what === "remove wager";
        if (odd && !(await confirm(choice, fields, outcome))) return;
      }
      await act(table, choice.type, fields);
      say(words.done(label({ ...choice, fields })));
    } catch (error) {
      tell(error);
    }
  }

  async function confirm(choice, fields, outcome) {
    const answer = await dialog({
      title: label({ ...choice, fields }),
      wide: true,
      body: consequence(outcome, names),
      actions: [
        { label: words.notNow, value: "" },
        { label: words.confirm, value: "do", kind: "main" },
      ],
    });
    return answer === "do";
  }

  async function offer(acts, options) {
    calm();
    try {
      await actDialog(table, acts, { say, names, ...options });
    } catch (error) {
      tell(error);
    }
  }

  async function askFill() {
    const amount = make("input", { type: "number", step: "1", required: true });
    const answer = await dialog({
      title: text.fill,
      body: [make("p", {}, text.fillHow), field(text.fillAmount, amount)],
      actions: [
        { label: words.notNow, value: "" },
        { label: text.fillAsk, value: "do", kind: "main" },
      ],
    });
    const cents = Math.round(Number(amount.value) * 100);
    if (answer !== "do" || !cents) return;
    try {
      const command = { type: "Fill", cents };
      const { number } = await postWithRetry("/api/approvals", { table, command });
      say(text.fillAsked(number));
      trouble.replaceChildren(notice(text.fillAsked(number), "good"));
    } catch (error) {
      tell(error);
    }
  }

  function show() {
    if (!view || !state) return;
    heading.textContent = `${text.tableOf(state.name, felt.name)} · ${text.round(view.round)}`;
    due.show(state.due, state.since, state.acts, view.seats.length > 0);
    keys.show(state);
    others.show(state.acts);
    reports.show(state.acts);
    devices.show(state.acts, state.devices, state.method);
    // A hand in the discard rack no longer lies at its seat.
    const racked = new Set(state.seats.filter((seat) => seat.racked).map(({ seat }) => seat));
    const seats = view.seats.map((seat) => (racked.has(seat.seat) ? { ...seat, cards: [] } : seat));
    layout.show(seats, view.community, view.box, view.meters, view.turn);
    payments.show(state.payments, view.phase);
    lately.show(state.lately);
    clocks.show(state.decks, state.count, state.remaining, state.unmatched);
    rack.show(state.rack, state.racked);
  }

  // Retries until the house answers, because typed keys wait for the state they belong to.
  async function load() {
    for (let wait = RETRY_MS; ; wait = Math.min(wait * 2, MAX_RETRY_MS)) {
      try {
        const next = await ask.get(`/api/tables/${table}/console`);
        await released();
        if (state && next.seq < state.seq) return;
        state = next;
        setNow(state.now);
        show();
        return;
      } catch (error) {
        const status = error instanceof Refused ? error.status : 0;
        const busy = !status || status === TOO_MANY || status >= 500;
        if (!busy) {
          tell(error);
          return;
        }
        await new Promise((resolve) => {
          setTimeout(resolve, wait);
        });
      }
    }
  }

  /** @type {Promise<void> | null} */
  let loading = null;
  const loadOnce = () => {
    loading ??= load().finally(() => {
      loading = null;
    });
    return loading;
  };

  /**
   * Resolves once the page shows the table as it is now, or at least as it was after entry `seq`.
   * @param {number} seq
   */
  async function refresh(seq = 0) {
    if (state && seq && state.seq >= seq) return;
    await loading;
    if (!state || !seq || state.seq < seq) await loadOnce();
  }

  let lastWords = "";
  function happened(update) {
    view = update.view;
    stopped(update.stopped);
    refresh(update.seq);
    const duty = view.due;
    const line = duty ? `${words.due[duty.what]}. ${words.whose(duty.role, duty.seat)}` : "";
    if (line && line !== lastWords) say(line);
    lastWords = line;
  }
  follow(table, { happened, lost });
  setInterval(() => refresh(), REFRESH_MS);

  for (const [name, what] of text.keyList) key(name, what, () => false);
}
