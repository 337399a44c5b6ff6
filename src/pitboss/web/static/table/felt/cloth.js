// @ts-check
// The cloth and its rail, drawn to the size of the felt: a table's edge where there is room for
// one, a plain field on a phone.
import { draw, setAttributes } from "../../base/dom.js";

const RAIL = 15; // at scale 1
const TRIM = 25; // the line drawn along the cloth's edge

export class Cloth {
  size = "";
  element = draw("svg", { class: "cloth", "aria-hidden": "true", focusable: "false" });

  /** @param {HTMLElement} felt */
  constructor(felt) {
    this.felt = felt;
  }

  /** @param {import("./fit.js").Sizes} sizes */
  draw({ arrangement, width, height, z, spot }) {
    const plain = !["seated", "low"].includes(arrangement);
    const size = [plain, width, height, z].join(" ");
    if (this.size === size) return;
    this.size = size;
    setAttributes(this.element, { viewBox: `0 0 ${width} ${height}`, width, height });
    // As round as the outer spots and the words beside the hand allow.
    const round = Math.min(width * 0.3, height * 0.5, height - spot * 2.2);
    /** @param {number} inset */
    const edge = (inset) =>
      plain ? `M0 0H${width}V${height}H0Z` : outline(width, height, inset, round - inset);
    const layers = [draw("path", { class: "surface", d: edge(RAIL * z) })];
    if (!plain) {
      layers.unshift(draw("path", { class: "rail", d: edge(0) }));
      layers.push(draw("path", { class: "trim", d: edge(TRIM * z) }));
    }
    const weave = draw("path", { class: "weave", d: edge(RAIL * z) });
    this.element.replaceChildren(lights(z), ...layers, weave);
  }
}

/**
 * The path of the cloth, `inset` pixels inside its box; the dealer's edge lies beyond the top.
 * @param {number} width
 * @param {number} height
 * @param {number} inset
 * @param {number} curve
 */
function outline(width, height, inset, curve) {
  const [left, right, low] = [inset, width - inset, height - inset * 0.9];
  const wide = curve * 1.15;
  return [
    `M${left} -40`,
    `H${right}`,
    `V${low - curve}`,
    `C${right} ${low - curve * 0.25} ${right - wide * 0.35} ${low} ${right - wide} ${low}`,
    `H${left + wide}`,
    `C${left + wide * 0.35} ${low} ${left} ${low - curve * 0.25} ${left} ${low - curve}`,
    "Z",
  ].join("");
}

/** @param {number} z */
function lights(z) {
  /**
   * @param {string} offset
   * @param {string} kind
   */
  const stop = (offset, kind) => draw("stop", { offset, class: kind });
  const cloth = { id: "cloth-light", cx: "50%", cy: "38%", r: "78%" };
  const rail = { id: "rail-light", x1: "0", y1: "0", x2: "0", y2: "1" };
  const railStops = [stop("0", "rail-dark"), stop(".8", "rail-mid"), stop("1", "rail-shine")];
  const step = 6 * z;
  const square = { id: "weave", width: step, height: step, patternUnits: "userSpaceOnUse" };
  return draw(
    "defs",
    {},
    draw("radialGradient", cloth, stop("0", "near"), stop(".55", "body"), stop("1", "far")),
    draw("linearGradient", rail, railStops),
    draw(
      "pattern",
      square,
      draw("path", {
        d: `M0 0H${step / 2}V${step / 2}H${step}V${step}H${step / 2}V${step / 2}H0Z`,
      }),
    ),
  );
}
