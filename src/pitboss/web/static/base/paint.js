// @ts-check
// Paints an element as the felt of a game, in the house's colours where it has some.

/** @param {string} rail */
const leather = (rail) => ({
  "--rail": rail,
  "--rail-dark": `color-mix(in srgb, ${rail} 62%, #000)`,
  "--rail-shine": `color-mix(in srgb, ${rail} 78%, #fff)`,
});

/**
 * @param {HTMLElement} element
 * @param {Api.FeltLook} look
 */
export function paintFelt(element, look) {
  const colours = {
    "--felt-centre": look.centre,
    "--felt": look.body,
    "--felt-edge": look.edge,
    "--felt-flat": look.flat,
    "--back": look.back,
    ...(look.lines ? { "--house-lines": look.lines } : {}),
    ...(look.rail ? leather(look.rail) : {}),
  };
  for (const [name, value] of Object.entries(colours)) element.style.setProperty(name, value);
  element.toggleAttribute("data-lines", look.lines !== "");
}
