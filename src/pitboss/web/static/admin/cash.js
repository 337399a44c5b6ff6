// @ts-check
// Money at the cage: paying in and out, the cage's own chips, and requests for a second person.
import text from "/text/admin.js";
import words from "/text/staff.js";
import { make, replace } from "../base/dom.js";
import { ask, postWithRetry } from "../base/house.js";
import { dollars } from "../base/money.js";
import { confirm, errorNotice, field, notice, select } from "../base/parts.js";
import { HOUSE, houseAct } from "../staff/cash.js";

/** @param {string} amount */
export function centsOf(amount) {
  const plain = amount.replace(/[$,\s]/g, "");
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}

/**
 * Moves money, or asks for a second person where one is needed; resolves to what to say, or to
 * nothing if the administrator thought better of it.
 * @param {string} path
 * @param {object} body
 * @param {(answer: any) => string} done
 */
export async function move(path, body, done) {
  try {
    // One id for every attempt: after a lost connection nothing is paid twice.
    return done(await postWithRetry(path, body));
  } catch (caught) {
    /** @type {any} */
    const error = caught;
    if (error.problem?.name !== "NEEDS_TWO") throw error;
    if (!(await confirm(text.sureAsk(error.problem.sentence), text.askSecond))) return null;
    const { number } = await postWithRetry(`${path}/approvals`, body);
    return text.askedSecond(number);
  }
}

/**
 * Requests that wait for somebody other than the person who made them.
 * @param {{ name: string }} me
 * @param {(sentence: string) => void} say
 */
export async function cashRequests(me, say) {
  const list = make("div", { class: "stack" });
  const reply = make("div", {});
  const section = make(
    "section",
    { class: "panel stack", hidden: true },
    make("h2", {}, text.requests),
    reply,
    list,
  );

  /**
   * @param {number} number
   * @param {boolean} approve
   */
  async function decide(number, approve) {
    try {
      await ask.post(`/api/approvals/${number}`, { approve });
      replace(reply, notice((approve ? text.approved : text.refused)(number), "good"));
      say((approve ? text.approved : text.refused)(number));
    } catch (error) {
      replace(reply, errorNotice(error));
    }
    await load();
  }

  /** @param {any} approval */
  function item({ number, command, asked_by: asker }) {
    const press = (
      /** @type {string} */ label,
      /** @type {boolean} */ approve,
      /** @type {string | null} */ kind = null,
    ) => {
      const onclick = () => decide(number, approve);
      return make("button", { type: "button", class: kind, onclick }, label);
    };
    const buttons = [press(text.approve, true, "main"), press(text.refuse, false)];
    const question = make("b", { class: "grow" }, words.asksHouse(asker, houseAct(command)));
    const hint = make("span", { class: "hint" }, text.ownRequest);
    return make("div", { class: "row" }, question, asker === me.name ? hint : buttons);
  }

  async function load() {
    const waiting = (await ask.get("/api/approvals")).filter(
      (/** @type {any} */ one) => one.table === HOUSE,
    );
    replace(list, waiting.map(item));
    section.hidden = !waiting.length && !reply.firstChild;
  }

  await load();
  return { section, load };
}

/**
 * The form that brings chips into the cage from outside, or takes them out.
 * @param {(sentence: string) => void} say
 */
export function bankrollForm(say) {
  const kinds = [
    ["real", words.chipKinds.real],
    ["practice", words.chipKinds.practice],
  ];
  const currency = select(kinds, "real");
  const amount = make("input", { inputmode: "decimal", autocomplete: "off", required: true });
  const reply = make("div", {});

  /** @param {number} sign */
  async function bring(sign) {
    const cents = centsOf(amount.value);
    if (!cents) {
      replace(reply, notice(text.badAmount, "bad"));
      return;
    }
    const body = { currency: currency.value, cents: sign * cents };
    try {
      const done = (/** @type {any} */ answer) => text.cageHas(dollars(answer.cage));
      const sentence = await move("/api/cage", body, done);
      if (!sentence) return;
      replace(reply, notice(sentence, "good"));
      say(sentence);
      amount.value = "";
    } catch (error) {
      replace(reply, errorNotice(error));
    }
  }

  const press = (/** @type {string} */ label, /** @type {number} */ sign) =>
    make("button", { type: "button", onclick: () => bring(sign) }, label);
  return make(
    "section",
    { class: "panel stack" },
    make("h2", {}, text.bankroll),
    make("p", {}, text.bankrollLead),
    reply,
    make(
      "div",
      { class: "filters" },
      field(text.currency, currency),
      field(text.amount, amount, { hint: text.amountHint }),
    ),
    make("div", { class: "row" }, press(text.bringIn, 1), press(text.takeOut, -1)),
  );
}
