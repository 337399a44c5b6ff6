// @ts-check
// The service worker: rules, pocket cards and the trainer without a network.
//
// It stores the files of those pages, and public answers that it requests without cookies. Every
// request still goes to the house first; the stored copy is used only if no answer comes. All other
// requests pass through untouched, so that no private answer is ever stored.

/** @typedef {{ version: string, pages: string[], files: string[], answers: string[] }} Plan */
/** @type {any} The scope of a worker, which the types of a page do not know. */
const worker = self;
/** @type {Plan} */
const plan = worker.PLAN;
const NAME = `pitboss-${plan.version}`;
const pages = new Set(plan.pages);
const files = new Set(plan.files);
const answers = new Set(plan.answers);

/**
 * An answer with another query, or one of an address that is not in the plan, is not stored.
 * @param {URL} url
 */
function kindOf(url) {
  if (url.origin !== location.origin) return null;
  if (pages.has(url.pathname)) return "page";
  if (url.search) return null;
  if (files.has(url.pathname)) return "file";
  return answers.has(url.pathname) ? "answer" : null;
}

// A page is stored under its path alone: its scripts read the query.
const keyOf = (/** @type {URL} */ url) => url.pathname;

/**
 * Asks the house for a public answer, as a stranger would.
 * @param {string} path
 */
const askAsStranger = (path) => fetch(path, { credentials: "omit", cache: "no-store" });

/**
 * An answer whose figures are still being computed is not whole.
 * @param {Response} answer
 */
async function isWhole(answer) {
  if (answer.status !== 200) return false;
  const body = await answer.clone().json();
  return !body.working;
}

/** @param {string[]} paths */
async function storeAnswers(paths) {
  const store = await caches.open(NAME);
  for (const path of paths) {
    if (await store.match(path)) continue;
    const answer = await askAsStranger(path).catch(() => null);
    if (answer && (await isWhole(answer))) await store.put(path, answer);
  }
}

async function install() {
  const store = await caches.open(NAME);
  await store.addAll([...plan.files, ...plan.pages]);
  await worker.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys())
    if (name.startsWith("pitboss-") && name !== NAME) await caches.delete(name);
  await worker.clients.claim();
}

/**
 * From the network if it answers, so that nobody reads an old page; otherwise from the cache.
 * @param {Request} request
 * @param {URL} url
 * @param {string} kind
 */
async function answerTo(request, url, kind) {
  const key = keyOf(url);
  try {
    const answer = await fetch(request);
    if (answer.status === 200 && kind !== "answer")
      await (await caches.open(NAME)).put(key, answer.clone());
    return answer;
  } catch (error) {
    const stored = await (await caches.open(NAME)).match(key);
    if (stored) return stored;
    throw error;
  }
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
// A page asks for what is still missing, once it has nothing else to do.
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "store") event.waitUntil(storeAnswers(plan.answers));
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method !== "GET") return;
  const url = new URL(event.request.url);
  const kind = kindOf(url);
  if (kind) event.respondWith(answerTo(event.request, url, kind));
});
