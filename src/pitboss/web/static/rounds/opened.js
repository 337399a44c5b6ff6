// One round opened: its facts and results, its steps, its text, its proof, its files.
import text from "/text/rounds.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { dollars, signed, when } from "../base/money.js";
import { notice, tableOf, tabs } from "../base/parts.js";
import { stepper } from "./stepper.js";

export const seatOf = (row, name) => row.seats.find((seat) => seat.player === name);

export function results(row) {
  if (!row.seats.length) return make("p", {}, text.nobody);
  return tableOf(
    [text.seat, text.player, text.hand, text.staked, text.net],
    row.seats.map((seat) => [
      String(seat.seat),
      seat.player,
      seat.hand || "–",
      { num: dollars(seat.staked) },
      { num: signed(seat.net) },
    ]),
    { caption: text.result },
  );
}

export function facts(row) {
  const pair = (name, value) => [make("dt", {}, name), make("dd", {}, value)];
  return make(
    "dl",
    { class: "facts" },
    pair(text.table, `${row.name} (${row.table})`),
    pair(text.game, row.title),
    pair(text.round, String(row.round)),
    pair(text.began, when(row.began)),
    pair(text.ended, when(row.ended)),
    pair(
      text.outcome,
      make("span", { class: row.outcome === "void" ? "pill bad" : "pill good" }, text[row.outcome]),
    ),
  );
}

const file = (row, form) =>
  `/api/search/export?table=${row.table}&first=${row.round}&last=${row.round}&form=${form}`;

export function files(row, forms) {
  return make(
    "p",
    { class: "row" },
    text.download,
    forms.map((form) =>
      make(
        "a",
        {
          class: "button",
          href: file(row, form),
          download: true,
          "aria-label": text.downloadOf(text.forms[form]),
        },
        text.forms[form],
      ),
    ),
  );
}

function textPanel(row) {
  const box = make("div", { class: "stack" }, make("p", {}, text.textHint));
  return {
    box,
    show: async () => {
      if (box.querySelector("pre")) return;
      const said = await ask.get(`/api/rounds/${row.table}/${row.round}/text`);
      box.append(
        make(
          "pre",
          { class: "round-text", tabindex: "0", role: "region", "aria-label": text.text },
          said,
        ),
      );
    },
  };
}

export function verdicts(proof) {
  const mark = (good) =>
    make(
      "span",
      { class: good === null ? "pill" : good ? "pill good" : "pill bad" },
      good === null ? text.wait : good ? text.yes : text.no,
    );
  const decks = proof.fairness.shuffles.map((good, place) => [
    text.check.deck(place + 1),
    mark(good),
  ]);
  const signedBy = proof.chain.signed;
  const rows = [
    [text.check.seed, mark(proof.fairness.answers)],
    ...(decks.length ? decks : [[text.check.noDeck, make("span", { class: "pill" }, text.apart)]]),
    [text.check.chain(proof.chain.first, proof.chain.last), mark(!proof.chain.wrong.length)],
    signedBy
      ? [text.check.signed(signedBy.number, when(signedBy.at)), mark(signedBy.good)]
      : [text.check.unsigned, mark(null)],
    [text.check.replay, mark(!proof.replay.length)],
  ];
  const wrong = [...proof.chain.wrong, ...proof.replay];
  const pair = (name, value) => [make("dt", {}, name), make("dd", { class: "hash" }, value)];
  return make(
    "div",
    { class: "stack" },
    notice(proof.good ? text.allGood : text.notGood, proof.good ? "good" : "bad"),
    tableOf([text.checkOf, text.verdict], rows, { caption: text.proof }),
    wrong.length
      ? make(
          "ul",
          {},
          wrong.map((line) => make("li", {}, line)),
        )
      : null,
    make(
      "dl",
      { class: "facts long" },
      pair(text.commitment, proof.fairness.commitment),
      pair(text.seed, proof.fairness.seed),
      pair(text.playerSeeds, proof.fairness.player_seeds.join(", ") || text.noSeeds),
      pair(text.head, proof.chain.head),
    ),
  );
}

function proofPanel(row, say) {
  const told = make("div", { class: "stack" });
  const button = make(
    "button",
    {
      type: "button",
      class: "main",
      onclick: async () => {
        button.disabled = true;
        replace(told, notice(text.proving));
        try {
          const proof = await ask.get(`/api/rounds/${row.table}/${row.round}/proof`);
          replace(told, verdicts(proof));
          say(proof.good ? text.allGood : text.notGood);
        } catch (no) {
          replace(told, notice(no.message, "bad"));
        }
        button.disabled = false;
      },
    },
    text.prove,
  );
  return make(
    "div",
    { class: "stack" },
    make("p", {}, text.provePlain),
    make("p", {}, button),
    told,
  );
}

// `as`: whose eyes; `all`: an auditor's page, where the viewer may be chosen and the round proved.
export async function opened(row, { as, all = false, say, forms }) {
  const steps = await stepper({ table: row.table, number: row.round, as, choose: all, say });
  const plain = textPanel(row);
  const parts = [
    { label: text.tabSteps, body: steps.element },
    { label: text.tabText, body: plain.box },
  ];
  if (all) parts.push({ label: text.tabProof, body: proofPanel(row, say) });
  const element = make(
    "div",
    { class: "stack" },
    make(
      "div",
      { class: "two" },
      make(
        "section",
        { class: "panel stack", "aria-label": text.facts },
        facts(row),
        files(row, forms),
      ),
      make(
        "section",
        { class: "panel stack" },
        results(row),
        steps.later.map((words) => notice(words, "warn")),
      ),
    ),
    tabs(text.tabs, parts, {
      onchange: (place) => {
        if (place === 1) plain.show();
      },
    }),
  );
  return { element, close: steps.close };
}
