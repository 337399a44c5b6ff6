// @ts-check
// Every act with its value and cost, the best first.
import text from "/text/coach.js";
import { focusOn, make, replace } from "../base/dom.js";
import { tableOf } from "../base/parts.js";
import { actName, cost, worth } from "./words.js";

const MAX_FIRST = 6; // acts shown at once; a draw has up to twenty-six

/**
 * @param {Api.PricedAct} option
 * @param {Api.PricedAct | null} taken
 */
function row(option, taken) {
  const name = make("span", { class: option === taken ? "taken" : null }, actName(option));
  const best = option.cost.exact === "0";
  return [
    name,
    { num: make("span", { title: text.exact(option.value.exact) }, worth(option.value)) },
    {
      num: best
        ? make("span", { class: "pill good" }, text.isBest)
        : make("span", { title: text.exact(option.cost.exact) }, cost(option.cost)),
    },
  ];
}

/**
 * @param {Api.PricedAct[]} options
 * @param {{ taken?: Api.PricedAct | null, caption?: string }} choice
 */
export function optionsTable(options, { taken = null, caption = text.optionsCaption } = {}) {
  const headings = [text.columns.act, text.columns.worth, text.columns.cost];
  const place = make("div", { class: "options" });
  const show = (/** @type {number} */ count) => {
    const rows = options.slice(0, count).map((option) => row(option, taken));
    const left = options.length - rows.length;
    const onclick = () => {
      show(options.length);
      focusOn(place.querySelector("[role=region]"));
    };
    const more = make("button", { type: "button", class: "plain", onclick }, text.more(left));
    const table = tableOf(headings, rows, { caption });
    replace(place, table, left > 0 ? more : null);
  };
  show(options.length <= MAX_FIRST + 2 ? options.length : MAX_FIRST);
  return place;
}
