// What the house is: its name and rules, its program, its database, what it has signed.
import text from "/text/admin.js";
import { make } from "../base/dom.js";
import { dollars, number, when } from "../base/money.js";
import { notice, tableOf } from "../base/parts.js";

export function aboutHouse(about) {
  const pair = (name, value, kind) => [
    make("dt", {}, name),
    make("dd", { class: kind ?? null }, value),
  ];
  const wrong = about.program;
  const held = Object.entries(about.cage)
    .map(([kind, cents]) => text.pair(text[kind], dollars(cents)))
    .join(" · ");
  const people = Object.entries(about.accounts)
    .map(([kind, count]) => text.count(number(count), text.kinds[kind](count)))
    .join(", ");
  return make(
    "div",
    { class: "stack" },
    wrong.length
      ? notice(
          [
            text.programBad(wrong.length),
            make(
              "ul",
              {},
              wrong.slice(0, 20).map((line) => make("li", {}, line)),
            ),
          ],
          "bad",
        )
      : notice(`${about.version}: ${text.programGood}.`, "good"),
    make(
      "section",
      { class: "panel stack" },
      make("h2", {}, text.about),
      make(
        "dl",
        { class: "facts long" },
        pair(text.name, about.house),
        about.operator ? pair(text.operator, about.operator) : null,
        pair(text.version, about.version),
        pair(text.opened, when(about.opened)),
        pair(text.database, text.schema(text.databaseKind[about.database], about.schema_version)),
        pair(
          text.checkpoint,
          about.checkpoint
            ? text.checkpointAt(number(about.checkpoint.number), when(about.checkpoint.at))
            : text.noCheckpoint,
        ),
        pair(text.rounds, number(about.rounds)),
        pair(text.tablesMade, number(about.tables)),
        pair(text.accounts, people),
        pair(text.cage, held),
        pair(text.manifest, about.manifest, "hash"),
        pair(text.key, about.public_key, "hash"),
      ),
    ),
    tableOf(
      [text.game, text.fingerprint],
      about.games.map((game) => [game.title, make("span", { class: "hash" }, game.fingerprint)]),
      { caption: text.fingerprints },
    ),
  );
}
