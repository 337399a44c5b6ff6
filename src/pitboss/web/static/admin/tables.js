// The tables: every one that was made, and opening another under the newest submission.
import text from "/text/admin.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { dollars, number, signed } from "../base/money.js";
import { dialog, field, notice, select, tableOf } from "../base/parts.js";
import base from "/text/base.js";

const idOf = (name) =>
  name
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 32);

export async function tablesPart(games, say) {
  const list = make("div", {});
  const done = make("div", {});

  async function show() {
    const rows = await ask.get("/api/house/tables");
    replace(
      list,
      tableOf(
        [
          text.table,
          text.state,
          text.game,
          text.mode,
          text.currency,
          text.seats,
          text.round,
          text.inventory,
          text.win,
          text.rules,
        ],
        rows.map((row) => [
          make("span", {}, make("strong", {}, row.name), make("br", {}), make("small", {}, row.id)),
          row.closed
            ? make("span", { class: "pill" }, text.closed)
            : make(
                "span",
                { class: "acts" },
                make(
                  "button",
                  {
                    type: "button",
                    class: "danger",
                    "aria-label": text.closeOne(row.name),
                    "data-key": `close ${row.id}`,
                    onclick: () => close(row),
                  },
                  text.close,
                ),
                make(
                  "button",
                  {
                    type: "button",
                    "aria-label": text.setOne(row.name),
                    "data-key": `set ${row.id}`,
                    onclick: () => set(row),
                  },
                  text.set,
                ),
              ),
          row.title,
          text.modes[row.mode],
          make(
            "span",
            { class: row.currency === "real" ? "pill good" : "pill" },
            text.chips[row.currency],
          ),
          { num: text.seatsTaken(row.taken, row.seats) },
          { num: number(row.round) },
          { num: dollars(row.inventory) },
          { num: signed(row.win) },
          make(
            "span",
            {},
            make("code", { class: "time" }, row.rules.slice(0, 8)),
            make("br", {}),
            make("small", {}, row.current ? text.isCurrent : text.isOlder),
          ),
        ]),
        { caption: text.allTables },
      ),
    );
  }

  async function close(row) {
    const sure = await dialog({
      title: text.sureClose(row.name),
      body: make("p", {}, text.sureCloseWhy),
      actions: [
        { label: base.cancel, value: "" },
        { label: text.close, value: "yes", kind: "danger" },
      ],
    });
    if (sure === "yes")
      await attempt(() => ask.post(`/api/tables/${row.id}/close`), text.closedOne(row.name));
  }

  async function set(row) {
    const seconds = (value) => make("input", { type: "number", min: 3, max: 3600, value });
    const [betting, deciding] = [seconds(row.settings.betting), seconds(row.settings.deciding)];
    const awards = select(Object.entries(text.awardsBy), row.settings.awards_and_voids);
    const sure = await dialog({
      title: text.setOne(row.name),
      body: [
        make("p", {}, text.setHint),
        field(text.betting, betting),
        field(text.deciding, deciding),
        field(text.awards, awards),
      ],
      actions: [
        { label: base.cancel, value: "" },
        { label: text.setIt, value: "yes", kind: "main" },
      ],
    });
    if (sure === "yes")
      await attempt(
        () =>
          ask.post(`/api/tables/${row.id}/settings`, {
            betting: Number(betting.value),
            deciding: Number(deciding.value),
            awards_and_voids: awards.value,
          }),
        text.setDone(row.name),
      );
  }

  async function attempt(act, words) {
    try {
      await act();
      replace(done, notice(words, "good"));
      say(words);
      await show();
      return true;
    } catch (no) {
      replace(
        done,
        notice(
          no.problem?.what_to_do ? `${no.message}: ${no.problem.what_to_do}` : no.message,
          "bad",
        ),
      );
      return false;
    }
  }

  const name = make("input", {
    name: "name",
    required: true,
    maxlength: 60,
    autocomplete: "off",
    oninput: () => {
      if (!id.dataset.own) id.value = idOf(name.value);
    },
  });
  const id = make("input", {
    name: "id",
    required: true,
    pattern: "[a-z0-9\\-]{1,32}",
    maxlength: 32,
    autocomplete: "off",
    oninput: () => {
      id.dataset.own = "yes";
    },
  });
  const choice = (key, options) => select(options, options[0][0], { name: key });
  const form = make(
    "form",
    {
      class: "panel stack",
      onsubmit: async (event) => {
        event.preventDefault();
        const said = Object.fromEntries(new FormData(form));
        if (await attempt(() => ask.post("/api/tables", said), text.openedOne(said.name))) {
          form.reset();
          delete id.dataset.own;
        }
      },
    },
    make("h2", {}, text.make),
    make(
      "div",
      { class: "filters" },
      field(text.tableName, name),
      field(text.id, id, { hint: text.idHint }),
      field(
        text.game,
        choice(
          "game",
          games.map((game) => [game.game, game.title]),
        ),
      ),
      field(text.mode, choice("mode", Object.entries(text.modes))),
      field(text.currency, choice("currency", Object.entries(text.chips))),
      field(text.cards, choice("cards", Object.entries(text.cardKinds))),
      field(text.metersOf, choice("meters", Object.entries(text.meterKinds))),
    ),
    make("p", {}, make("button", { class: "main" }, text.openIt)),
  );
  await show();
  return make("div", { class: "stack" }, make("p", {}, text.tablesLead), done, list, form);
}
