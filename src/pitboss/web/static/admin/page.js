// The administration: the house, its submission, its tables, its people, its log.
import text from "/text/admin.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { notice, tabs } from "../base/parts.js";
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

// Each part is made when it is first looked at; #people opens that one.
const PARTS = [
  ["house", text.house, () => aboutHouse(about)],
  ["submission", text.submission, () => submissionPart(say)],
  ["tables", text.tables, () => tablesPart(about.games, say)],
  ["people", text.people, () => peoplePart(me, say)],
  ["log", text.log, () => houseLog()],
].map(([name, label, build]) => ({ name, label, build, body: make("div", {}) }));

async function show(part) {
  if (part.made) return;
  part.made = true;
  try {
    replace(part.body, await part.build());
  } catch (no) {
    replace(part.body, notice(no.message, "bad"));
    part.made = false;
  }
}

const chosen = Math.max(
  0,
  PARTS.findIndex((part) => part.name === location.hash.slice(1)),
);
main.append(
  tabs(text.tabs, PARTS, {
    chosen,
    onchange: (place) => {
      show(PARTS[place]);
      history.replaceState(null, "", `#${PARTS[place].name}`);
    },
  }),
);
