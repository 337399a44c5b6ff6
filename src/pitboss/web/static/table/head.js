// @ts-check
// One line above the table: where one is, one's chips, and the way to everything else.
import text from "/text/table.js";
import { $, draw, make } from "../base/dom.js";
import { short } from "../base/money.js";
import { settings } from "../base/settings.js";

/** @param {string[]} paths */
const icon = (...paths) =>
  draw(
    "svg",
    { viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true", focusable: "false" },
    paths.map((d) => draw("path", { d, class: "stroke" })),
  );

/**
 * Moves the page's own header into one line with the table's name and controls.
 * @param {Page.Felt} felt
 * @param {HTMLElement} main
 * @param {{ dock: import("./dock.js").Dock, panel: import("./panel/panel.js").Panel }} parts
 */
export function buildHead(felt, main, { dock, panel }) {
  const header = $("header.top");
  const heading = $("h1", main);
  /** @param {number} cents */
  const cash = (cents) => text.money(short(cents));
  const limits = text.limitsOf(felt.name, cash(felt.minimum), cash(felt.maximum));
  heading.replaceChildren(
    make("b", {}, felt.table.name),
    " ",
    make("span", { class: "game" }, make("i", {}, felt.name), make("i", {}, limits)),
  );
  const brand = $(".brand", header);
  brand.replaceChildren(
    make("span", { class: "word" }, brand.textContent ?? ""),
    icon("M15 5l-7 7 7 7"),
  );
  brand.setAttribute("aria-label", text.toLobby);
  const menu = $(".menu", header);
  menu.setAttribute("aria-label", menu.textContent);
  menu.replaceChildren(icon("M4 7h16M4 12h16M4 17h16"));
  const nav = $("nav", header);
  nav.append(...header.querySelectorAll(":scope > .who, :scope > .plain:not(.icon)"));
  const sound = make(
    "button",
    { type: "button", class: "plain icon sound", "aria-label": text.sound, title: text.sound },
    icon("M4 9v6h4l5 4V5L8 9Z"),
    icon("M4 9v6h4l5 4V5L8 9ZM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11"),
  );
  sound.addEventListener("click", () =>
    settings.set("sound", settings.get("sound") === "on" ? "off" : "on"),
  );
  const show = () => sound.setAttribute("aria-pressed", String(settings.get("sound") === "on"));
  settings.on(show);
  show();
  menu.before(heading, make("span", { class: "spring" }));
  $(".icon", header).before(sound);
  header.append(panel.open, dock.chipsPill, ...dock.away);
}
