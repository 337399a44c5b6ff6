// Figures that may still have to be counted: the house says so, and is asked again.
import { ask } from "../base/house.js";

const later = (milliseconds) =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
  });

// `working` is told how long it has been, until the answer is there; `signal` ends the asking.
export async function patiently(path, { working, signal } = {}) {
  for (;;) {
    const told = await ask.get(path);
    if (signal?.aborted) throw new DOMException("", "AbortError");
    if (!told.working) {
      working?.(null);
      return told;
    }
    working?.(told);
    await later(told.retry_ms);
  }
}

export function query(values) {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === "") continue;
    const text =
      typeof value === "object"
        ? Object.entries(value)
            .map(([key, one]) => `${key}:${one}`)
            .join(",")
        : String(value);
    if (text) said.set(name, text);
  }
  const found = said.toString();
  return found ? `?${found}` : "";
}
