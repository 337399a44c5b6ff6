// @ts-check
// A player's link to one finished round: made, copied and revoked here.
import text from "/text/hand.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { confirm, field, messageOf, notice } from "../base/parts.js";

/**
 * @param {{ table: string, round: number, outcome: string }} row
 * @param {(words: string) => void} say
 */
export function sharePart(row, say) {
  if (row.outcome !== "settled") return null;
  const place = make("div", { class: "stack share" });
  const path = `/api/rounds/${row.table}/${row.round}`;

  const showButton = () => {
    const attributes = { type: "button", "data-do": "share", onclick: offer };
    replace(place, make("p", {}, make("button", attributes, text.share)));
  };

  async function offer() {
    const facts = text.shareFacts.map((words) => make("li", {}, words));
    const body = [
      make("p", {}, text.shareLead),
      make("ul", {}, facts),
      make("p", {}, text.shareNot),
    ];
    if (!(await confirm(text.shareTitle, text.shareMake, { body }))) return;
    try {
      showLink(await ask.post(`${path}/share`));
    } catch (error) {
      place.append(notice(messageOf(error), "bad"));
    }
  }

  /** @param {Api.ShareLink} link */
  function showLink(link) {
    const address = new URL(link.path, location.href).href;
    const input = make("input", { readonly: true, value: address, class: "mono" });
    const copy = async () => {
      input.select();
      await navigator.clipboard?.writeText(address);
      say(text.copied);
    };
    const stop = async () => {
      await ask.post(`${path}/unshare`);
      showButton();
      say(text.stopped);
    };
    const button = (
      /** @type {string} */ label,
      /** @type {() => unknown} */ onclick,
      /** @type {string} */ name,
    ) => make("button", { type: "button", "data-do": name, onclick }, label);
    replace(
      place,
      field(text.link, input),
      make(
        "p",
        { class: "row" },
        button(text.copy, copy, "copy-link"),
        make("a", { class: "button", href: link.path }, text.open),
        button(text.stop, stop, "unshare"),
      ),
    );
  }

  showButton();
  ask.get("/api/shares").then((/** @type {Api.ShareLink[]} */ links) => {
    const link = links.find((one) => one.table === row.table && one.round === row.round);
    if (link) showLink(link);
  });
  return place;
}
