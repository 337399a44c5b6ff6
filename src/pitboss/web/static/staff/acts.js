// Acts that the house offers a person now, each drawn as a button; what a report would do is shown
// before it is confirmed. Which acts there are, and what they ask, is the house's to say.
import text from "/text/staff.js";
import { make, replace } from "../base/dom.js";
import { ask, command } from "../base/house.js";
import { dollars } from "../base/money.js";
import { dialog, field, notice, select } from "../base/parts.js";
import { moveList } from "./moves.js";

export const label = (act) => text.act[act.type]?.(act.fields) ?? act.type;

const RANK = { 10: "T" };
export function readCard(words) {
  const found = /^\s*(jk|joker|(10|[2-9tjqka])\s*([cdhs]))\s*$/i.exec(words);
  if (!found) return null;
  if (!found[3]) return "JK";
  return (RANK[found[2]] ?? found[2].toUpperCase()) + found[3].toLowerCase();
}

// Inputs for what an act still wants; `read` gives its fields, or null when something is missing.
export function wants(act) {
  const inputs = [];
  for (const want of act.wants) {
    if (want.what === "number") {
      const input = make("input", {
        type: "number",
        inputmode: "numeric",
        min: want.least,
        max: want.most,
        value: want.suggested,
        required: true,
        "data-want": want.field,
      });
      inputs.push({
        want,
        at: want.field,
        input,
        row: field(text.want[want.field], input, { hint: text.from(want.least, want.most) }),
      });
    } else if (want.what === "card") {
      const input = make("input", {
        autocomplete: "off",
        autocapitalize: "off",
        maxlength: 6,
        required: true,
        "data-want": want.field,
      });
      inputs.push({ want, at: want.field, input, row: field(text.want.card, input) });
    } else if (want.what === "counts") {
      for (const [key, name] of Object.entries(want.of)) {
        const input = make("input", {
          type: "number",
          inputmode: "numeric",
          min: 0,
          max: 99,
          "data-want": `${want.field} ${key}`,
        });
        const said =
          want.field === "found" ? text.want.found(text.place(name)) : text.want[want.field](name);
        inputs.push({
          want,
          at: key,
          input,
          row: field(said, input, {
            hint: want.field === "found" ? text.foundHint : text.countHint,
          }),
        });
      }
    }
  }
  const read = () => {
    const fields = { ...act.fields };
    for (const { want, at, input } of inputs) {
      if (want.what === "counts") {
        fields[want.field] = { ...(fields[want.field] ?? {}) };
        if (input.value !== "") fields[want.field][at] = Number(input.value);
      } else if (want.what === "number") {
        if (input.value === "" || !input.checkValidity()) return null;
        fields[want.field] = Number(input.value);
      } else {
        fields[want.field] = readCard(input.value);
        if (!fields[want.field]) return null;
      }
    }
    return fields;
  };
  const seldom = inputs.filter((one) => one.want.field === "found").map((one) => one.row);
  const rows = inputs.filter((one) => one.want.field !== "found").map((one) => one.row);
  if (seldom.length)
    rows.push(
      make(
        "details",
        { class: "seldom" },
        make("summary", {}, text.foundWrong),
        make("div", { class: "row" }, seldom),
      ),
    );
  return { inputs, rows, read };
}

export const preview = (table, type, fields) =>
  ask.post(`/api/tables/${table}/preview`, { command: { type, ...fields } });
export const act = (table, type, fields) => command(table, { type, ...fields });

// What a dry run told, as a person reads it before confirming.
export function consequence(told, names) {
  const bySeat = new Map();
  for (const move of told.moves) {
    const kind = { return: "seatBack", take: "seatLoses" }[move.what] ?? "seatPaid";
    const at = `${kind} ${move.seat}`;
    bySeat.set(at, { kind, seat: move.seat, cents: (bySeat.get(at)?.cents ?? 0) + move.cents });
  }
  return make(
    "div",
    { class: "stack consequence" },
    notice(told.void ? text.wouldVoid : text.goesOn, told.void ? "warn" : "plain"),
    make(
      "ul",
      { class: "said" },
      told.said.map((one) =>
        make(
          "li",
          {},
          one.said,
          " ",
          one.clause ? make("span", { class: "clause" }, one.clause) : null,
        ),
      ),
    ),
    bySeat.size
      ? make(
          "ul",
          { class: "sums" },
          [...bySeat.values()].map((one) =>
            make("li", {}, text[one.kind](one.seat, dollars(one.cents))),
          ),
        )
      : make("p", {}, text.noMoney),
    told.moves.length
      ? make(
          "details",
          {},
          make("summary", {}, text.bySpot),
          moveList(told.moves, text.would, names),
        )
      : null,
    told.due ? make("p", { class: "clause" }, text.then(text.due[told.due.what])) : null,
  );
}

// One or several forms of an act, its consequence shown as it is chosen, done when confirmed.
export async function actDialog(
  table,
  acts,
  { title, verb = text.confirmReport, say, names = {} } = {},
) {
  const shown = make("div", { "aria-live": "polite" });
  const asked = make("div", { class: "stack" });
  let chosen = null;
  let form = null;
  let turn = 0;
  const button = () => document.querySelector("dialog[open] [data-value=do]");
  const look = async () => {
    turn += 1;
    const mine = turn;
    const fields = form.read();
    if (button()) button().disabled = fields === null;
    const typed = form.inputs.some(
      (one) => one.want.what === "card" && one.input.value.trim().length > 1,
    );
    if (fields === null) return replace(shown, typed ? notice(text.notCard) : null);
    try {
      const told = chosen.foretold ? await preview(table, chosen.type, fields) : null;
      if (mine === turn) replace(shown, told ? consequence(told, names) : null);
    } catch (no) {
      if (mine !== turn) return null;
      replace(shown, notice(no.message, "bad"));
      if (button()) button().disabled = true;
    }
    return null;
  };
  const choose = (place) => {
    chosen = acts[place];
    form = wants(chosen);
    for (const one of form.inputs) one.input.addEventListener("input", look);
    replace(asked, form.rows);
    look();
  };
  const pick =
    acts.length > 1
      ? field(
          text.which,
          select(
            acts.map((one, place) => [String(place), text.variant(one.fields, names)]),
            "0",
            { onchange: (event) => choose(Number(event.target.value)) },
          ),
        )
      : null;
  choose(0);
  const answered = dialog({
    title: title ?? label(acts[0]),
    body: [pick, asked, shown],
    wide: true,
    actions: [
      { label: text.notNow, value: "" },
      { label: verb, value: "do", kind: "main" },
    ],
  });
  if (form.read() === null) button().disabled = true;
  const said = await answered;
  if (said !== "do") return false;
  const fields = form.read();
  if (!fields) return false;
  await act(table, chosen.type, fields);
  say?.(text.done(label({ ...chosen, fields })));
  return true;
}
