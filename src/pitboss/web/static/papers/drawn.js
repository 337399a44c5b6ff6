// @ts-check
// The papers drawn from the current submission, game by game, and the signs on screens.
import text from "/text/papers.js";
import { make, replace } from "../base/dom.js";
import { field, select, tableOf } from "../base/parts.js";

/**
 * @param {Api.GamePapers[]} papers
 * @param {Record<string, string>} names Names of tables by id.
 * @param {string} role
 */
export function drawnPapers(papers, names, role) {
  const holder = make("div", {});
  const copy = select(Object.entries(text.copyKinds), "public", { onchange: () => show() });

  function show() {
    const link = (/** @type {string} */ path, /** @type {string} */ label) =>
      make("a", { href: `${path}?copy=${copy.value}`, target: "_blank" }, label);
    /** @type {import("../base/parts.js").Cell[][]} */
    const rows = papers.map(({ game, title, papers: files }) => [
      title,
      make(
        "span",
        { class: "papers" },
        files.map((name) => link(`/api/papers/${game}/${name}`, text.paper(name))),
      ),
    ]);
    const filing = make("a", { href: "/api/papers/filing", target: "_blank" }, text.filing);
    if (role !== "floorperson")
      rows.push([text.wholeHouse, make("span", { class: "papers" }, filing)]);
    replace(holder, tableOf([text.game, text.papers], rows, { caption: text.drawnCaption }));
  }

  show();
  const screens = Object.entries(names).map(([id, name]) => {
    const attributes = { href: `/sign/${id}`, target: "_blank" };
    const label = { "aria-label": text.screenOf(name) };
    return [name, make("a", { class: "button", ...attributes, ...label }, text.screen)];
  });
  return make(
    "section",
    { class: "stack" },
    make("p", {}, text.drawnLead),
    make("div", { class: "copy-choice" }, field(text.copy, copy)),
    holder,
    tableOf([text.table, text.screens], screens, { caption: text.screensCaption }),
  );
}
