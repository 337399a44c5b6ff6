// @ts-check
// Figures that the house may still be calculating: then the request is repeated.
import { ask } from "../base/house.js";

/** @param {number} milliseconds */
const later = (milliseconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * Polls until the answer is there. `working` is called with the progress, and with null at the end.
 * @param {string} path
 * @param {{ working?: (progress: Page.Working | null) => unknown }} options
 */
export async function getPriced(path, { working } = {}) {
  for (;;) {
    const answer = await ask.get(path);
    if (!answer.working) {
      working?.(null);
      return answer;
    }
    working?.(answer);
    await later(answer.retry_ms);
  }
}

/** @param {Record<string, any>} values */
export function query(values) {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === "") continue;
    const word = typeof value === "object" ? pairsOf(value) : String(value);
    if (word) words.set(name, word);
  }
  return words.size ? `?${words}` : "";
}

/** @param {Record<string, any>} values */
export const pairsOf = (values) =>
  Object.entries(values)
    .map(([name, value]) => `${name}:${value}`)
    .join(",");
