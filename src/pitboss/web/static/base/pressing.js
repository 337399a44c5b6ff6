// @ts-check
// A press is one gesture: a button that is redrawn or moved between pointer down and up would lose
// the click. Pages that redraw on their own wait here until whatever is pressed is released.

const LIMIT_MS = 3000; // a finger may rest on the screen
const CLICK_MS = 100; // after the release, if no click follows

/** @type {(() => void)[]} */
let waiting = [];
let pressed = false;
let timer = 0;

function letGo() {
  clearTimeout(timer);
  pressed = false;
  const ready = waiting;
  waiting = [];
  for (const resolve of ready) resolve();
}

/** @param {number} milliseconds */
function letGoAfter(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(letGo, milliseconds);
}

function begin() {
  pressed = true;
  letGoAfter(LIMIT_MS);
}

// A button is pressed by Space only when the key comes up.
const isSpace = (/** @type {KeyboardEvent} */ event) =>
  event.key === " " && event.target instanceof Element && event.target.closest("button, summary");
const listen = (/** @type {string} */ name, /** @type {(event: any) => void} */ heard) =>
  addEventListener(name, heard, { capture: true, passive: true });

listen("pointerdown", begin);
listen("pointerup", () => pressed && letGoAfter(CLICK_MS));
listen("pointercancel", letGo);
listen("click", () => pressed && letGoAfter(0)); // once its listeners have run
listen("keydown", (event) => !event.repeat && isSpace(event) && begin());
listen("keyup", (event) => isSpace(event) && pressed && letGoAfter(0));

/**
 * Resolves when nothing is pressed.
 * @returns {Promise<void>}
 */
export const released = () =>
  pressed
    ? new Promise((resolve) => {
        waiting.push(resolve);
      })
    : Promise.resolve();
