// Odds: an index of the games; for each its PAR sheet, meters, strategy, one hand, and the pocket
// card.
import text from "/text/odds.js";
import { make } from "../base/dom.js";
import { ask } from "../base/house.js";
import { percent } from "../base/money.js";
import { notice, tabs } from "../base/parts.js";
import { shell } from "../base/shell.js";
import { motif } from "../lobby/motif.js";
import { cardPage } from "./card.js";
import { Classes } from "./classes.js";
import { Choice } from "./choice.js";
import { Hand } from "./hand.js";
import { Meters } from "./meters.js";
import { Sheet } from "./sheet.js";

const [, , key, part] = location.pathname.split("/").map(decodeURIComponent);
const games = await ask.get("/api/games");
const known = games.find((game) => game.game === key);
const title = !known
  ? text.title
  : part === "card"
    ? text.cardTitle(known.name)
    : text.titleOf(known.name);
const { main, say } = await shell({ title, page: "odds" });

const gameLinks = (end = "") =>
  make(
    "nav",
    { class: "games", "aria-label": text.games },
    make(
      "ul",
      { class: "row bare" },
      games.map((game) =>
        make(
          "li",
          {},
          make(
            "a",
            {
              class: "button",
              href: `/odds/${game.game}${end}`,
              "aria-current": game.game === key ? "page" : null,
            },
            game.name,
          ),
        ),
      ),
    ),
  );

function index() {
  const edges = (game) => [
    ...new Map(
      Object.values(game.edges)
        .filter(Boolean)
        .map((edge) => [edge.house_edge.fraction, edge]),
    ).values(),
  ];
  main.append(
    make("p", {}, text.lead),
    make(
      "ul",
      { class: "grid" },
      games.map((game) =>
        make(
          "li",
          { class: "panel stack" },
          motif(game.motif),
          make("h2", {}, game.name),
          edges(game).map((edge) =>
            make(
              "p",
              { title: text.exactly(edge.house_edge.fraction) },
              text.edgeOf(percent(edge.house_edge.decimal, 3), edge.unit),
            ),
          ),
          make(
            "div",
            { class: "row" },
            make(
              "a",
              {
                class: "button main",
                href: `/odds/${game.game}`,
                "aria-label": text.openOf(game.name),
              },
              text.open,
            ),
            make(
              "a",
              {
                class: "button",
                href: `/odds/${game.game}/card`,
                "aria-label": text.cardOf(game.name),
              },
              text.card,
            ),
            make(
              "a",
              {
                class: "button",
                href: `/rules/${game.game}`,
                "aria-label": text.rulesOf(game.name),
              },
              text.rules,
            ),
          ),
        ),
      ),
    ),
  );
}

async function game() {
  const [menu, rules] = await Promise.all([
    ask.get(`/api/odds/${key}`),
    ask.get(`/api/rules/${key}`),
  ]);
  const choice = new Choice(menu, rules.tables);
  const parts = [
    ["sheet", new Sheet(menu, choice)],
    ["meters", menu.progressive ? new Meters(menu, choice) : null],
    ["strategy", new Classes(menu, choice)],
    ["hand", new Hand(menu, choice)],
  ].filter(([, view]) => view);
  const names = parts.map(([name]) => name);
  const views = Object.fromEntries(parts);
  const wanted = location.hash.slice(1);
  const box = tabs(
    text.parts,
    parts.map(([name, view]) => ({ label: text[name], body: view.element })),
    {
      chosen: Math.max(0, names.indexOf(wanted)),
      onchange: (place) => {
        // What nobody looks at is not asked for.
        for (const [name, view] of parts) view.visible = name === names[place];
        history.replaceState(null, "", `${location.pathname}${location.search}#${names[place]}`);
        views[names[place]].refresh();
      },
    },
  );
  const show = (name) => box.querySelectorAll("[role=tab]")[names.indexOf(name)]?.click();
  views.strategy.onask = (cards, staked) => {
    views.hand.set(cards, staked);
    show("hand");
  };
  choice.onchange = () => {
    for (const [, view] of parts) if (view.visible) view.refresh();
  };
  for (const [, view] of parts) view.say = say;
  main.prepend(gameLinks());
  main.append(
    make(
      "p",
      { class: "row" },
      make("a", { class: "button", href: `/odds/${key}/card` }, text.card),
      make("a", { class: "button", href: `/rules/${key}` }, text.rules),
      make("span", { class: "small" }, text.source(menu.fingerprint.slice(0, 16))),
    ),
    choice.element,
    box,
  );
}

if (key && !known) main.append(notice(text.unknown, "bad"), gameLinks());
else if (!key) index();
else if (part === "card") {
  main.prepend(gameLinks("/card"));
  await cardPage(main, await ask.get(`/api/odds/${key}`));
} else await game();
