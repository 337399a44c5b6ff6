// @ts-check
// The person's settings, stored in this browser and shown on <html> as data attributes for the
// style sheets. All tabs follow a change.

export const store = {
  /**
   * @param {string} key
   * @param {any} [fallback]
   * @returns {any}
   */
  get(key, fallback) {
    try {
      return JSON.parse(localStorage.getItem(`pitboss.${key}`) ?? "null") ?? fallback;
    } catch {
      return fallback;
    }
  },
  /**
   * @param {string} key
   * @param {any} value
   */
  set(key, value) {
    try {
      localStorage.setItem(`pitboss.${key}`, JSON.stringify(value));
    } catch {
      /* a private window stores nothing */
    }
  },
};

/** @typedef {"language" | "deck" | "theme" | "contrast" | "speed" | "sound"} Look */
/** @typedef {Look | "help" | "warn" | "clauses" | "reactions"} Setting */

/** @type {Record<Setting, string[]>} */
export const CHOICES = {
  language: ["auto", "en", "es"],
  deck: ["two", "four"],
  theme: ["auto", "light", "dark"],
  contrast: ["auto", "more"],
  speed: ["normal", "slow", "fast", "instant"],
  sound: ["off", "on"],
  help: ["off", "hint", "coach"],
  warn: ["off", "on"],
  clauses: ["off", "on"],
  reactions: ["on", "off"],
};

export const SETTINGS = /** @type {Setting[]} */ (Object.keys(CHOICES));

/** @type {Set<() => void>} */
const listeners = new Set();
const contrast = matchMedia("(prefers-contrast: more)");
contrast.addEventListener("change", () => show());

/** @param {Setting} name */
function get(name) {
  const value = store.get(`set.${name}`, CHOICES[name][0]);
  return CHOICES[name].includes(value) ? value : CHOICES[name][0];
}

/**
 * @param {Setting} name
 * @param {string} value
 */
function set(name, value) {
  store.set(`set.${name}`, value);
  if (name === "language") speak(value);
  show();
}

// The server reads the language from a cookie; the page is loaded again in it.
/** @param {string} language */
function speak(language) {
  const age = language === "auto" ? 0 : 31_536_000;
  document.cookie = `language=${language}; path=/; max-age=${age}; SameSite=Lax`;
  location.reload();
}

function show() {
  const { dataset } = document.documentElement;
  for (const name of SETTINGS) dataset[name] = get(name);
  if (contrast.matches) dataset.contrast = "more";
  for (const listener of listeners) listener();
}

addEventListener("storage", (change) => {
  if (change.key?.startsWith("pitboss.set.")) show();
});
show();

const still = matchMedia("(prefers-reduced-motion: reduce)");
// Milliseconds that one card takes to arrive; 0 with reduced motion.
/** @type {Record<string, number>} */
const PACE_MS = { slow: 420, normal: 200, fast: 80, instant: 0 };

export const settings = {
  get,
  set,
  on: (/** @type {() => void} */ listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  pace: () => (still.matches ? 0 : PACE_MS[get("speed")]),
};
