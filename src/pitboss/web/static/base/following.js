// @ts-check
// A picture that is redrawn to its container's width, so that its letters keep their size.
import { make, replace } from "./dom.js";

const MIN_WIDTH = 200;
const PAPER_WIDTH = 660; // at most, so that letters on paper keep their size too

/**
 * @param {(width: number) => import("./dom.js").Children} picture
 * @param {string} kind
 */
export function following(picture, kind = "course-place") {
  const place = make("div", { class: kind });
  let drawn = 0;
  const redraw = (/** @type {number} */ width) => {
    if (width < MIN_WIDTH || width === drawn) return;
    drawn = width;
    replace(place, picture(width));
  };
  new ResizeObserver(() => redraw(Math.floor(place.clientWidth))).observe(place);
  addEventListener("beforeprint", () => redraw(Math.min(drawn, PAPER_WIDTH)));
  addEventListener("afterprint", () => redraw(Math.floor(place.clientWidth)));
  return place;
}

// Nothing can be unfolded on paper: the numbers are printed with their picture.
addEventListener("beforeprint", () => {
  for (const box of document.querySelectorAll("details.sums:not([open])")) {
    box.setAttribute("open", "");
    addEventListener("afterprint", () => box.removeAttribute("open"), { once: true });
  }
});
