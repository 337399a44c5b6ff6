// @ts-check
// The cloth and its rail, drawn to the size of the felt.
import { draw, setAttributes } from "../base/dom.js";

// Where the cloth is a plain field, as the style sheets have it.
const phone = matchMedia("(max-width: 639px), (max-height: 520px) and (max-width: 1179px)");
const RAIL = 13;
const TRIM = 20; // the line drawn along the cloth's edge

export class Cloth {
  /**
   * @param {HTMLElement} felt
   * @param {HTMLElement} front
   */
  constructor(felt, front) {
    this.felt = felt;
    this.front = front;
    this.size = "";
    this.element = draw("svg", { class: "cloth", "aria-hidden": "true", focusable: "false" });
    const observer = new ResizeObserver(() => this.draw());
    for (const element of [felt, front]) observer.observe(element);
  }

  /**
   * As round as the seats before it allow: a seat lies on the cloth, not on the rail.
   * @param {number} width
   * @param {number} height
   */
  roundness(width, height) {
    const edge = this.felt.getBoundingClientRect();
    const corners = [...this.front.children]
      .map((seat) => seat.getBoundingClientRect())
      .filter((box) => box.width)
      .map((box) => ({
        inward: Math.max(0, Math.min(box.left - edge.left, edge.right - box.right) - TRIM),
        up: edge.bottom - box.bottom - TRIM,
      }));
    let round = Math.min(width * 0.26, height * 0.5);
    /** @param {{ inward: number, up: number }} corner */
    const within = ({ inward, up }) => {
      const curve = round - TRIM;
      const share = Math.min(1, Math.sqrt(inward / (1.25 * curve)));
      return up >= curve * (1 - share) ** 2;
    };
    while (round > 48 && !corners.every(within)) round -= 6;
    return round;
  }

  draw() {
    const { clientWidth: width, clientHeight: height } = this.felt;
    if (!width) return;
    const plain = phone.matches;
    this.felt.toggleAttribute("data-cells", plain || this.front.children.length > 1);
    const round = plain ? 22 : this.roundness(width, height);
    const size = `${width} ${height} ${round}`;
    if (this.size === size) return;
    this.size = size;
    setAttributes(this.element, { viewBox: `0 0 ${width} ${height}`, width, height });
    /** @param {number} inset */
    const edge = (inset) => outline(width, height, inset, Math.max(8, round - inset), plain);
    this.element.replaceChildren(
      lights(),
      draw("path", { class: "rail", d: edge(1) }),
      draw("path", { class: "surface", d: edge(plain ? 4 : RAIL) }),
      draw("path", { class: "trim", d: edge(plain ? 9 : TRIM) }),
    );
  }
}

/**
 * The path of the cloth, `inset` pixels inside its box; a plain cloth has four round corners.
 * @param {number} width
 * @param {number} height
 * @param {number} inset
 * @param {number} curve
 * @param {boolean} plain
 */
function outline(width, height, inset, curve, plain) {
  const [left, right, low] = [inset, width - inset, height - inset];
  const top = plain ? inset : -40;
  const corner = plain ? curve : 0;
  const wide = curve * 1.25;
  return [
    `M${left + corner} ${top}`,
    `H${right - corner}`,
    corner ? `Q${right} ${top} ${right} ${top + corner}` : "",
    `V${low - curve}`,
    `Q${right} ${low} ${right - wide} ${low}`,
    `H${left + wide}`,
    `Q${left} ${low} ${left} ${low - curve}`,
    `V${top + corner}`,
    corner ? `Q${left} ${top} ${left + corner} ${top}` : "",
    "Z",
  ].join("");
}

function lights() {
  /**
   * @param {string} offset
   * @param {string} kind
   */
  const stop = (offset, kind) => draw("stop", { offset, class: kind });
  const cloth = { id: "cloth-light", cx: "50%", cy: "30%", r: "85%" };
  const rail = { id: "rail-light", x1: "0", y1: "0", x2: "0", y2: "1" };
  const railStops = [stop("0", "rail-dark"), stop(".85", "rail-mid"), stop("1", "rail-shine")];
  return draw(
    "defs",
    {},
    draw("radialGradient", cloth, stop("0", "near"), stop(".5", "body"), stop("1", "far")),
    draw("linearGradient", rail, railStops),
  );
}
