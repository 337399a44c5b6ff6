// @ts-check
// Changes of limits that a newer submission brings to open tables: the hour, the notice.
import text from "/text/papers.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { short, when } from "../base/money.js";
import { errorNotice, field, notice, tableOf } from "../base/parts.js";
import { openFile } from "./slips.js";

const AHEAD_MS = 35 * 60_000; // the hour that the form proposes
const MINUTE_MS = 60_000;

/** @param {(words: string) => void} say */
export async function limitChanges(say) {
  const trouble = make("div", {});
  const holder = make("div", { class: "stack" });

  /** @param {() => Promise<unknown>} action */
  async function attempt(action) {
    try {
      await action();
      replace(trouble);
    } catch (error) {
      replace(trouble, errorNotice(error));
    }
  }

  async function load() {
    const changes = await ask.get("/api/limits");
    const rows = changes.map((change) => [
      change.name,
      text.range(short(change.minimum), short(change.maximum)),
      text.range(short(change.new_minimum), short(change.new_maximum)),
      [change.notice ? announced(change) : announceForm(change)],
    ]);
    const headings = [text.table, text.now, text.then, text.state];
    replace(
      holder,
      rows.length ? tableOf(headings, rows, { caption: text.pending }) : notice(text.noLimits),
    );
  }

  /** @param {Api.LimitChange} change */
  function announced(change) {
    const { hour, by } = /** @type {Api.LimitNotice} */ (change.notice);
    const onclick = () =>
      attempt(() => openFile(`/api/limits/${change.table}/notice`, `${change.table}-notice.pdf`));
    const label = { "aria-label": text.noticeOf(change.name) };
    return make(
      "span",
      { class: "row" },
      text.announced(when(hour), by),
      make("button", { type: "button", ...label, onclick }, text.notice),
    );
  }

  /** @param {Api.LimitChange} change */
  function announceForm(change) {
    const hour = make("input", { type: "datetime-local", required: true, value: proposal() });
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      attempt(async () => {
        const at = new Date(hour.value).getTime();
        await ask.post(`/api/limits/${change.table}`, { hour: at });
        say(text.isAnnounced);
        await load();
      });
    };
    const label = { "aria-label": text.announceOf(change.name) };
    return make(
      "form",
      { class: "row", onsubmit },
      field(text.hour, hour),
      make("button", { class: "main", ...label }, text.announce),
    );
  }

  await load();
  return make("section", { class: "stack" }, make("p", {}, text.limitsLead), trouble, holder);
}

/** The first full minute that is far enough ahead, as the field takes it: in local time. */
function proposal() {
  const at = Math.ceil((Date.now() + AHEAD_MS) / MINUTE_MS) * MINUTE_MS;
  const local = at - new Date(at).getTimezoneOffset() * MINUTE_MS;
  return new Date(local).toISOString().slice(0, 16);
}
