// @ts-check
// The house itself: its name and rules, its program, its database and its last checkpoint.
import text from "/text/admin.js";
import { make } from "../base/dom.js";
import { dollars, number, when } from "../base/money.js";
import { factList, notice, tableOf } from "../base/parts.js";
import { bankrollForm } from "./cash.js";

const MAX_FAULTS = 20;

export function aboutHouse(about, papers, say) {
  const cage = Object.entries(about.cage)
    .map(([kind, cents]) => text.pair(text[kind], dollars(cents)))
    .join(" · ");
  const people = Object.entries(about.accounts)
    .map(([kind, count]) => text.count(number(count), text.kinds[kind](count)))
    .join(", ");
  const { checkpoint } = about;
  const signed = checkpoint
    ? text.checkpointAt(number(checkpoint.number), when(checkpoint.at))
    : text.noCheckpoint;
  const facts = factList(
    [
      [text.name, about.house],
      about.operator ? [text.operator, about.operator] : null,
      [text.version, about.version],
      [text.opened, when(about.opened)],
      [text.database, text.schema(text.databaseKind[about.database], about.schema_version)],
      [text.checkpoint, signed],
      [text.rounds, number(about.rounds)],
      [text.tablesMade, number(about.tables)],
      [text.accounts, people],
      [text.cage, cage],
      [text.manifest, about.manifest, "hash"],
      [text.key, about.public_key, "hash"],
    ],
    "facts long",
  );
  const games = about.games.map((game) => [
    game.title,
    make("span", { class: "hash" }, game.fingerprint),
  ]);
  return make(
    "div",
    { class: "stack" },
    programNotice(about),
    make("section", { class: "panel stack" }, make("h2", {}, text.about), facts),
    bankrollForm(say),
    tableOf([text.game, text.fingerprint], games, { caption: text.fingerprints }),
    paperTable(papers),
  );
}

function programNotice({ program, version }) {
  if (!program.length) return notice(`${version}: ${text.programGood}.`, "good");
  const lines = program.slice(0, MAX_FAULTS).map((line) => make("li", {}, line));
  return notice([text.programBad(program.length), make("ul", {}, lines)], "bad");
}

/** @param {{ game: string, title: string, papers: string[] }[]} papers */
function paperTable(papers) {
  const rows = papers.map(({ game, title, papers: names }) => [
    title,
    make(
      "span",
      { class: "papers" },
      names.map((name) =>
        make("a", { href: `/api/papers/${game}/${name}`, target: "_blank" }, text.paper(name)),
      ),
    ),
  ]);
  const filing = make("a", { href: "/api/papers/filing", target: "_blank" }, text.filing);
  rows.push([text.wholeHouse, make("span", { class: "papers" }, filing)]);
  return tableOf([text.game, text.papers], rows, { caption: text.papersCaption });
}
