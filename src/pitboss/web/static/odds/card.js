// The pocket card: short lists of rules with exactly what they cost, to print and cut out.
import text from "/text/odds.js";
import { make, replace } from "../base/dom.js";
import { number, percent } from "../base/money.js";
import { field, notice, select, tableOf } from "../base/parts.js";
import { patiently, query } from "./ask.js";
import { cardRow } from "./classes.js";
import { chance, downloads } from "./figures.js";

const LENGTHS = [4, 6, 8, 10, 12, 16];
const value = (fraction) => {
  const [top, bottom = "1"] = fraction.split("/");
  return { fraction, decimal: Number((BigInt(top) * 10n ** 15n) / BigInt(bottom)) / 1e15 };
};

// A long fraction inside a remark is read as a percentage.
const readable = (line) =>
  line.replace(/\d{4,}\/\d+/g, (fraction) => percent(value(fraction).decimal, 2));

export async function cardPage(main, menu) {
  const said = new URLSearchParams(location.search);
  const whole = menu.wagers[0];
  const want = { letter: said.get("letter") ?? whole.letters[0], rules: said.get("rules") ?? "" };
  const body = make("div", { class: "stack" });
  const status = make("div", { role: "status" });
  const path = () =>
    `/api/odds/${menu.game}/card${query({ letters: { base: want.letter }, rules: want.rules })}`;
  const show = async () => {
    const asked = path();
    history.replaceState(
      null,
      "",
      `${location.pathname}${query({ letter: want.letter, rules: want.rules })}`,
    );
    try {
      const told = await patiently(asked, {
        working: (now) =>
          replace(status, now ? notice(text.working(now.seconds, now.ahead)) : null),
      });
      if (asked === path()) replace(body, card(menu, told), more(menu, told, asked));
    } catch (no) {
      replace(status, notice(text.failed(no.message), "bad"));
    }
  };
  const change = (name) => (event) => {
    want[name] = event.target.value;
    show();
  };
  main.append(
    make(
      "div",
      { class: "no-print stack" },
      make("p", {}, text.cardLead),
      make(
        "div",
        { class: "fields loose" },
        whole.letters.length > 1
          ? field(
              text.letterOf(whole.name),
              select(
                whole.letters.map((letter) => [letter, text.letter(letter)]),
                want.letter,
                { onchange: change("letter") },
              ),
            )
          : null,
        field(
          text.rulesMost,
          select(
            [["", text.rulesUsual], ...LENGTHS.map((length) => [String(length), String(length)])],
            want.rules,
            { onchange: change("rules") },
          ),
          { hint: text.rulesHint },
        ),
        make(
          "div",
          { class: "row end-low" },
          make("button", { type: "button", class: "main", onclick: () => print() }, text.print),
          make("a", { class: "button", href: `/odds/${menu.game}` }, text.titleOf(menu.name)),
        ),
      ),
      status,
    ),
    body,
  );
  await show();
}

// One side for each decision, as large as a pocket.
function card(menu, told) {
  const lettered = Object.entries(told.letters).filter(
    ([wager]) => (menu.wagers.find((one) => one.wager === wager)?.letters.length ?? 1) > 1,
  );
  const tables = lettered.map(([wager, letter]) => text.tableShort(wager, letter)).join(", ");
  const unit = text.ofUnit(menu.unit);
  const cost = told.cost.decimal ? percent(told.cost.decimal, 2) : "";
  const foot = text.pocketEdge(
    percent(told.optimal.decimal, 2),
    percent(told.house_edge.decimal, 2),
    cost,
  );
  return make(
    "div",
    { class: "pocket" },
    told.lists.map((list) => {
      const side = make(
        "section",
        { class: list.rules.length > 11 ? "side dense" : "side" },
        make("header", {}, make("strong", {}, menu.name), make("span", {}, list.name)),
        make(
          "ol",
          {},
          list.rules.map((rule) =>
            make("li", {}, make("span", { class: "when" }, rule.when), make("b", {}, rule.act)),
          ),
        ),
        make(
          "footer",
          {},
          make("span", {}, `${foot} ${unit}`),
          make(
            "span",
            {},
            text.pocketFoot("", tables, told.fingerprint.slice(0, 8)).replace(/^ · /, ""),
          ),
        ),
      );
      return side;
    }),
    told.legend.length
      ? make(
          "section",
          { class: "side" },
          make("header", {}, make("strong", {}, menu.name), make("span", {}, text.wordsSide)),
          make(
            "ul",
            {},
            told.legend.map((line) => make("li", {}, readable(line))),
          ),
        )
      : null,
  );
}

function captionOf(list) {
  const cost = value(list.cost).decimal;
  const words = cost ? text.costs(percent(cost, 3)) : text.neverWrong;
  return `${list.name}: ${text.firstThatFits.toLowerCase()}; ${words}`;
}

function more(menu, told, path) {
  return make(
    "div",
    { class: "no-print stack" },
    make("p", { class: "small" }, text.cutOut),
    make(
      "div",
      { class: "titled" },
      make("h2", {}, text.priced(told.exact).replace(/\.$/, "")),
      downloads(text.card, path),
    ),
    told.lists.map((list) =>
      make(
        "section",
        { class: "panel stack" },
        make("h3", {}, list.name),
        tableOf(
          [text.rule, text.does, text.decides],
          list.rules.map((rule, place) => [
            rule.when,
            rule.act,
            { num: chance(value(list.shares[place])) },
          ]),
          { caption: captionOf(list) },
        ),
        make("p", { class: "small" }, text.decidesHint),
        list.mistakes.length
          ? make(
              "details",
              {},
              make("summary", {}, `${text.mistakes} (${text.wrong(number(list.wrong))})`),
              tableOf(
                [text.cards, text.listSays, text.best, text.chance, text.cost],
                list.mistakes
                  .slice(0, 30)
                  .map((one) => [
                    cardRow(one.cards),
                    one.does,
                    one.best,
                    { num: chance(value(one.chance)) },
                    { num: percent(value(one.cost).decimal, 4) },
                  ]),
                { caption: `${list.name}: ${text.mistakes.toLowerCase()}` },
              ),
            )
          : null,
        list.lengths.length > 1
          ? make(
              "details",
              {},
              make("summary", {}, text.lengths),
              tableOf(
                [text.ruleCount, text.listCost],
                list.lengths.map(([count, cost]) => [
                  number(count),
                  { num: percent(value(cost).decimal, 3) },
                ]),
                { caption: `${list.name}: ${text.lengths.toLowerCase()}` },
              ),
            )
          : null,
      ),
    ),
    told.legend.length
      ? make(
          "section",
          {},
          make("h3", {}, text.legend),
          make(
            "ul",
            {},
            told.legend.map((line) => make("li", {}, readable(line))),
          ),
        )
      : null,
  );
}
