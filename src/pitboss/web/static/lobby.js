import { ask, make, short, whoAmI } from "./house.js";

const list = document.querySelector("#tables");

function tile(table) {
  const meters = Object.entries(table.meters).map(([name, cents]) => [make("dt", {}, name), make("dd", {}, `$${short(cents)}`)]);
  return make("li", { class: "tile" },
    make("h2", {}, table.title),
    make("dl", {},
      make("dt", {}, "Table"), make("dd", {}, table.name),
      make("dt", {}, "Chips"), make("dd", {}, table.currency),
      make("dt", {}, "Limits"), make("dd", {}, `$${short(table.minimum)} to $${short(table.maximum)}`),
      make("dt", {}, "Seats taken"), make("dd", {}, `${table.taken.length} of ${table.seats}`),
      ...meters.flat()),
    make("a", { class: "button", href: `/table/${table.id}` }, "Sit down"));
}

async function draw() {
  const tables = await ask.get("/api/tables");
  list.replaceChildren(...tables.map(tile));
}

const me = await whoAmI();
document.querySelector("#me").textContent = me ? `You are ${me.name}` : "Sit anywhere: you come in as a guest with practice chips.";
await draw();
setInterval(() => { draw().catch(() => {}); }, 2000);
