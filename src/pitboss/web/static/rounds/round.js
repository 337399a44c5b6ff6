// @ts-check
// One round: its facts and results, steps, text, proof and files.
import text from "/text/rounds.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { dollars, signed, when } from "../base/money.js";
import { factList, messageOf, notice, tableOf, tabs } from "../base/parts.js";
import { sharePart } from "./share.js";
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
  const pill = row.outcome === "void" ? "pill bad" : "pill good";
  return factList([
    [text.table, `${row.name} (${row.table})`],
    [text.game, row.title],
    [text.round, String(row.round)],
    [text.began, when(row.began)],
    [text.ended, when(row.ended)],
    [text.outcome, make("span", { class: pill }, text[row.outcome])],
  ]);
}

const fileOf = (row, format) =>
  `/api/search/export?table=${row.table}&first=${row.round}&last=${row.round}&form=${format}`;

export function files(row, formats) {
  const links = formats.map((format) => {
    const label = text.downloadOf(text.forms[format]);
    const link = { href: fileOf(row, format), download: true, "aria-label": label };
    return make("a", { class: "button", ...link }, text.forms[format]);
  });
  return make("p", { class: "row" }, text.download, links);
}

function textPanel(row) {
  const box = make("div", { class: "stack" }, make("p", {}, text.textHint));
  const show = async () => {
    if (box.querySelector("pre")) return;
    const words = await ask.get(`/api/rounds/${row.table}/${row.round}/text`);
    const attributes = { tabindex: "0", role: "region", "aria-label": text.text };
    box.append(make("pre", { class: "round-text", ...attributes }, words));
  };
  return { box, show };
}

export function verdicts(proof) {
  const { chain, fairness, replay } = proof;
  const mark = (good) => {
    if (good === null) return make("span", { class: "pill" }, text.wait);
    return make("span", { class: good ? "pill good" : "pill bad" }, good ? text.yes : text.no);
  };
  const decks = fairness.shuffles.map((good, place) => [text.check.deck(place + 1), mark(good)]);
  const none = [[text.check.noDeck, make("span", { class: "pill" }, text.apart)]];
  const { signed: signature } = chain;
  const rows = [
    [text.check.seed, mark(fairness.answers)],
    ...(decks.length ? decks : none),
    [text.check.chain(chain.first, chain.last), mark(!chain.wrong.length)],
    signature
      ? [text.check.signed(signature.number, when(signature.at)), mark(signature.good)]
      : [text.check.unsigned, mark(null)],
    [text.check.replay, mark(!replay.length)],
  ];
  const faults = [...chain.wrong, ...replay].map((line) => make("li", {}, line));
  const seeds = fairness.player_seeds.join(", ") || text.noSeeds;
  const hashes = factList(
    [
      [text.commitment, fairness.commitment, "hash"],
      [text.seed, fairness.seed, "hash"],
      [text.playerSeeds, seeds, "hash"],
      [text.head, chain.head, "hash"],
    ],
    "facts long",
  );
  return make(
    "div",
    { class: "stack" },
    notice(proof.good ? text.allGood : text.notGood, proof.good ? "good" : "bad"),
    tableOf([text.checkOf, text.verdict], rows, { caption: text.proof }),
    faults.length ? make("ul", {}, faults) : null,
    hashes,
  );
}

function proofPanel(row, say) {
  const result = make("div", { class: "stack" });
  const onclick = async () => {
    button.disabled = true;
    replace(result, notice(text.proving));
    try {
      const proof = await ask.get(`/api/rounds/${row.table}/${row.round}/proof`);
      replace(result, verdicts(proof));
      say(proof.good ? text.allGood : text.notGood);
    } catch (error) {
      replace(result, notice(messageOf(error), "bad"));
    }
    button.disabled = false;
  };
  const button = make("button", { type: "button", class: "main", onclick }, text.prove);
  const lead = make("p", {}, text.provePlain);
  return make("div", { class: "stack" }, lead, make("p", {}, button), result);
}

// `as` is the viewer; `all` is for an auditor, who may change the viewer and prove the round.
export async function openRound(row, { as, all = false, say, formats }) {
  const steps = await stepper({ table: row.table, number: row.round, as, choose: all, say });
  const plain = textPanel(row);
  const parts = [
    { label: text.tabSteps, body: steps.element },
    { label: text.tabText, body: plain.box },
  ];
  if (all) parts.push({ label: text.tabProof, body: proofPanel(row, say) });
  const attributes = { class: "panel stack", "aria-label": text.facts };
  const share = all ? null : sharePart(row, say);
  const about = make("section", attributes, facts(row), files(row, formats), share);
  const later = steps.later.map((words) => notice(words, "warn"));
  const result = make("section", { class: "panel stack" }, results(row), later);
  const onchange = (place) => {
    if (place === 1) plain.show();
  };
  const element = make(
    "div",
    { class: "stack" },
    make("div", { class: "two" }, about, result),
    tabs(text.tabs, parts, { onchange }),
  );
  return { element, close: steps.close };
}
