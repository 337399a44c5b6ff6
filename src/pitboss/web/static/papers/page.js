// @ts-check
// The papers of the house: slips and records to print, signs and cards, changes of limits.
import text from "/text/papers.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { messageOf, notice, tabs } from "../base/parts.js";
import { shell } from "../base/shell.js";
import { drawnPapers } from "./drawn.js";
import { limitChanges } from "./limits.js";
import { slipRegister } from "./slips.js";

const { main, me, say } = await shell({
  title: text.title,
  page: "papers",
  staff: ["floorperson", "auditor", "administrator"],
});
const tables = await ask.get("/api/tables");
const names = Object.fromEntries(tables.map((table) => [table.id, table.name]));

/**
 * Built when it is first opened; #drawn opens that one.
 * @param {string} name
 * @param {string} label
 * @param {() => HTMLElement | Promise<HTMLElement>} build
 */
const part = (name, label, build) => ({ name, label, build, body: make("div", {}), built: false });
const PARTS = [
  part("slips", text.slips, () => slipRegister(names, say)),
  part("drawn", text.drawn, async () =>
    drawnPapers(await ask.get("/api/papers"), names, me?.role ?? ""),
  ),
  part("limits", text.limits, () => limitChanges(say)),
];

/** @param {typeof PARTS[number]} one */
async function show(one) {
  if (one.built) return;
  one.built = true;
  try {
    replace(one.body, await one.build());
  } catch (error) {
    replace(one.body, notice(messageOf(error), "bad"));
    one.built = false;
  }
}

const chosen = PARTS.findIndex((one) => one.name === location.hash.slice(1));
main.append(
  tabs(text.tabs, PARTS, {
    chosen: Math.max(0, chosen),
    onchange: (place) => {
      show(PARTS[place]);
      history.replaceState(null, "", `${location.search}#${PARTS[place].name}`);
    },
  }),
);
