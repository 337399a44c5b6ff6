// @ts-check
// The administration: the house, its submission, its tables, its people, its log.
import text from "/text/admin.js";
import { $$, make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { messageOf, notice, tabs } from "../base/parts.js";
import { shell } from "../base/shell.js";
import { aboutHouse } from "./house.js";
import { houseLog } from "./log.js";
import { peoplePart } from "./people.js";
import { submissionPart } from "./submission.js";
import { tablesPart } from "./tables.js";

const { main, me, say } = await shell({
  title: text.title,
  page: "admin",
  staff: ["administrator"],
});
const about = await ask.get("/api/house");

// Each part is built when it is first opened; #people opens that one.
const part = (name, label, build) => ({ name, label, build, body: make("div", {}), built: false });
const PARTS = [
  part("house", text.house, async () => aboutHouse(about, await ask.get("/api/papers"), say)),
  part("submission", text.submission, () => submissionPart(say)),
  part("tables", text.tables, () => tablesPart(about.games, say)),
  part("people", text.people, () => peoplePart(me, say)),
  part("log", text.log, () => houseLog()),
];

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

const placeOfHash = () =>
  Math.max(
    0,
    PARTS.findIndex((one) => one.name === location.hash.slice(1)),
  );
const bar = tabs(text.tabs, PARTS, {
  chosen: placeOfHash(),
  onchange: (place) => {
    show(PARTS[place]);
    // A new part is a step of the history: Back leads to the part before it.
    if (!location.hash) history.replaceState(null, "", `#${PARTS[place].name}`);
    else if (place !== placeOfHash()) history.pushState(null, "", `#${PARTS[place].name}`);
  },
});
main.append(bar);
const follow = () => $$("[role=tab]", bar)[placeOfHash()].click();
addEventListener("popstate", follow);
addEventListener("hashchange", follow);
