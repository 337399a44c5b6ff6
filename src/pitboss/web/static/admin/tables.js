// @ts-check
// The tables: every one there is, and a form to open another under the newest submission.
import text from "/text/admin.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { dollars, number, signed } from "../base/money.js";
import { confirm, errorNotice, field, notice, select, tableOf } from "../base/parts.js";

const idOf = (name) =>
  name
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 32);

export async function tablesPart(games, say) {
  const list = make("div", {});
  const reply = make("div", {});

  async function show() {
    const rows = await ask.get("/api/house/tables");
    replace(list, tableList(rows, close, set));
  }

  async function attempt(action, words) {
    try {
      await action();
      replace(reply, notice(words, "good"));
      say(words);
      await show();
      return true;
    } catch (error) {
      replace(reply, errorNotice(error));
      return false;
    }
  }

  async function close(row) {
    const after = row.taken > 0; // players sit there: the table lets them finish
    const body = make("p", {}, after ? text.closeAfterWhy : text.sureCloseWhy);
    const options = { body, kind: "danger" };
    const label = after ? text.closeAfter : text.close;
    if (!(await confirm(text.sureClose(row.name), label, options))) return;
    const order = () => ask.post(`/api/tables/${row.id}/${after ? "close-after-round" : "close"}`);
    await attempt(order, after ? text.closesAfter(row.name) : text.closedOne(row.name));
  }

  async function set(row) {
    const settings = await askSettings(row);
    if (!settings) return;
    const save = () => ask.post(`/api/tables/${row.id}/settings`, settings);
    await attempt(save, text.setDone(row.name));
  }

  await show();
  const lead = make("p", {}, text.tablesLead);
  return make("div", { class: "stack" }, lead, reply, list, openForm(games, attempt));
}

function tableList(rows, close, set) {
  const lines = rows.map((row) => [
    make("span", {}, make("strong", {}, row.name), make("br", {}), make("small", {}, row.id)),
    stateOf(row, close, set),
    row.title,
    text.modes[row.mode],
    currencyPill(row.currency),
    { num: text.seatsTaken(row.taken, row.seats) },
    { num: number(row.round) },
    { num: dollars(row.inventory) },
    { num: signed(row.win) },
    rulesCell(row),
  ]);
  const table = [text.table, text.state, text.game, text.mode, text.currency];
  const figures = [text.seats, text.round, text.inventory, text.win, text.rules];
  return tableOf([...table, ...figures], lines, { caption: text.allTables });
}

/** @typedef {Api.GetAnswers["/api/house/tables"][number]} TableRecord */

/**
 * @param {TableRecord} row
 * @param {(row: TableRecord) => void} close
 * @param {(row: TableRecord) => void} set
 */
function stateOf(row, close, set) {
  if (row.closed) return make("span", { class: "pill" }, text.closed);
  if (row.settings.closing) return make("span", { class: "pill" }, text.closing);
  return tableActs(row, close, set);
}

function tableActs(row, close, set) {
  /**
   * @param {string} what
   * @param {string} label
   * @param {string} title
   * @param {() => void} onclick
   * @param {string | null} kind
   */
  const button = (what, label, title, onclick, kind = null) => {
    const attributes = { "aria-label": title, "data-key": `${what} ${row.id}`, onclick };
    return make("button", { type: "button", class: kind, ...attributes }, label);
  };
  return make(
    "span",
    { class: "acts" },
    button("close", text.close, text.closeOne(row.name), () => close(row), "danger"),
    button("set", text.set, text.setOne(row.name), () => set(row)),
  );
}

/** @param {"practice" | "real"} currency */
const currencyPill = (currency) =>
  make("span", { class: currency === "real" ? "pill good" : "pill" }, text.chips[currency]);

function rulesCell(row) {
  const fingerprint = make("code", { class: "time" }, row.rules.slice(0, 8));
  const age = make("small", {}, row.current ? text.isCurrent : text.isOlder);
  return make("span", {}, fingerprint, make("br", {}), age);
}

async function askSettings(row) {
  /** @param {number} value */
  const seconds = (value) => make("input", { type: "number", min: 3, max: 3600, value });
  const [betting, deciding] = [seconds(row.settings.betting), seconds(row.settings.deciding)];
  const awards = select(Object.entries(text.awardsBy), row.settings.awards_and_voids);
  const body = [
    make("p", {}, text.setHint),
    field(text.betting, betting),
    field(text.deciding, deciding),
    field(text.awards, awards),
  ];
  if (!(await confirm(text.setOne(row.name), text.setIt, { body }))) return null;
  return {
    betting: Number(betting.value),
    deciding: Number(deciding.value),
    awards_and_voids: awards.value,
  };
}

function openForm(games, attempt) {
  const textInput = { required: true, autocomplete: "off" };
  const name = make("input", {
    name: "name",
    maxlength: 60,
    ...textInput,
    oninput: () => {
      if (!id.dataset.own) id.value = idOf(name.value);
    },
  });
  const id = make("input", {
    name: "id",
    pattern: "[a-z0-9\\-]{1,32}",
    maxlength: 32,
    ...textInput,
    oninput: () => {
      id.dataset.own = "yes";
    },
  });
  /** @type {(key: string, options: [string, string][]) => HTMLSelectElement} */
  const choice = (key, options) => select(options, options[0][0], { name: key });
  /** @type {(label: string, key: string, options: Record<string, string>) => HTMLElement} */
  const menu = (label, key, options) => field(label, choice(key, Object.entries(options)));
  const titles = Object.fromEntries(games.map((game) => [game.game, game.title]));
  const onsubmit = async (event) => {
    event.preventDefault();
    const table = Object.fromEntries(new FormData(form));
    if (!(await attempt(() => ask.post("/api/tables", table), text.openedOne(table.name)))) return;
    form.reset();
    delete id.dataset.own;
  };
  const form = make(
    "form",
    { class: "panel stack", onsubmit },
    make("h2", {}, text.make),
    make(
      "div",
      { class: "filters" },
      field(text.tableName, name),
      field(text.id, id, { hint: text.idHint }),
      menu(text.game, "game", titles),
      menu(text.mode, "mode", text.modes),
      menu(text.currency, "currency", text.chips),
      menu(text.cards, "cards", text.cardKinds),
      menu(text.metersOf, "meters", text.meterKinds),
    ),
    make("p", {}, make("button", { class: "main" }, text.openIt)),
  );
  return form;
}
