// @ts-check
// The house as a page knows it: the person's session, the API, and the updates of a table.
// No rule lives here; every page draws what a view says and offers what the view offers.
import text from "/text/refusals.js";
import { released } from "./pressing.js";

export { store } from "./settings.js";

const RETRY_MS = 250; // the first wait; each later one is twice as long
const MAX_RETRY_MS = 4000;
const LOCKED_CODE = 4423; // with which a socket closes when its session locks

export class Refused extends Error {
  /**
   * @param {Page.Problem} problem
   * @param {number} status
   */
  constructor(problem, status = 0) {
    const sentence = text.sentenceOf(problem);
    super(problem.clause ? `${sentence} (${problem.clause})` : sentence);
    this.problem = problem;
    this.status = status;
  }
}

let csrf = "";
/** @type {Set<(problem: Page.Problem) => Promise<unknown> | null | void>} */
const shutListeners = new Set();
/**
 * Calls back when the session has ended or has locked itself; the callback may return a promise
 * that resolves once the session is unlocked.
 * @param {(problem: Page.Problem) => Promise<unknown> | null | void} listener
 */
export const onShut = (listener) => shutListeners.add(listener);

/** @param {Page.Problem} problem */
const shut = (/** @type {Page.Problem} */ problem) =>
  Promise.all([...shutListeners].map((listener) => listener(problem)));

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @returns {Promise<any>}
 */
async function call(method, path, body) {
  const answer = await request(method, path, body);
  if (!answer.ok) throw await refusal(answer, path);
  return isJson(answer) ? answer.json() : answer.text();
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 */
function request(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = body === undefined ? {} : { "Content-Type": "application/json" };
  if (csrf) headers["X-CSRF"] = csrf;
  const content = body === undefined ? undefined : JSON.stringify(body);
  return fetch(path, { method, headers, body: content });
}

/** @param {Response} answer */
const isJson = (answer) => (answer.headers.get("content-type") ?? "").includes("json");

/**
 * @param {Response} answer
 * @param {string} path
 */
async function refusal(answer, path) {
  const reply = isJson(answer) ? await answer.json() : null;
  const unknown = { name: "ERROR", sentence: String(answer.status), clause: "", what_to_do: "" };
  const problem = reply?.error ?? unknown;
  if (answer.status === 401 && !path.endsWith("/login")) shut(problem);
  return new Refused(problem, answer.status);
}

/**
 * A file that the house draws: by GET, or by POST if there is a body.
 * @param {string} path
 * @param {object} [body]
 */
export async function fetchFile(path, body) {
  const answer = await request(body ? "POST" : "GET", path, body);
  if (!answer.ok) throw await refusal(answer, path);
  return answer.blob();
}

/** @type {{ get: Page.Get, post: Page.Post }} */
export const ask = {
  get: (path) => call("GET", path),
  post: (path, body) => call("POST", path, body ?? {}),
};

let away = false;
// Whether the house could not be reached when the page was opened: the page shows what is stored.
export const isAway = () => away;

export async function whoAmI({ orGuest = false } = {}) {
  try {
    // /api/here answers visitors too; a 401 would show up in the browser's console.
    let me = await ask.get("/api/here");
    if (!me.name && orGuest) {
      await ask.post("/api/guest");
      me = await ask.get("/api/here");
    }
    csrf = me.csrf;
    return me.name ? me : null;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // fetch throws it when nothing answers
    away = true;
    return null;
  }
}

const hexByte = (/** @type {number} */ byte) => byte.toString(16).padStart(2, "0");
const freshId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), hexByte).join("");
export const later = (/** @type {number} */ milliseconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * Posts until the house answers, always under the same id: a request that got through before the
 * connection was lost has its effect only once.
 * @type {Page.Post}
 */
export const postWithRetry = async (/** @type {string} */ path, body) => {
  const id = freshId();
  for (let wait = RETRY_MS; ; wait = Math.min(wait * 2, MAX_RETRY_MS)) {
    try {
      return await ask.post(path, { id, ...body });
    } catch (error) {
      const refused = error instanceof Refused && error.status < 500 && error.status !== 429;
      if (refused) throw error;
      await later(wait);
    }
  }
};

/**
 * @param {string} table
 * @param {Page.Command} what
 */
export const command = (table, what) =>
  postWithRetry(`/api/tables/${table}/commands`, { command: what });

/**
 * Follows a table for as long as the page lives and reconnects after a loss.
 * @param {string} table
 * @param {{ happened: (update: Page.Update) => void, lost?: (lost: boolean) => void }} listener
 */
export function follow(table, { happened, lost }) {
  let seq = 0; // of the last update
  let wait = RETRY_MS;
  /** @type {WebSocket | null} */
  let socket = null;
  let timer = 0;
  let closed = false;
  let drawn = Promise.resolve(); // updates wait while something is pressed, in their order
  const open = () => {
    clearTimeout(timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/api/tables/${table}/live?after=${seq}`;
    const mine = new WebSocket(address);
    socket = mine;
    mine.onmessage = (message) => {
      const update = JSON.parse(message.data);
      if (update.error || mine !== socket) return;
      wait = RETRY_MS;
      // After a loss the house may repeat an update; only a new one counts.
      const repeat = update.seq <= seq && update.events.length > 0;
      // After a gap the house may number anew: a house restored from a backup has a shorter log.
      seq = update.anew ? update.seq : Math.max(seq, update.seq);
      lost?.(false);
      if (repeat) return;
      drawn = drawn.then(released).then(() => happened(update));
    };
    mine.onclose = async (event) => {
      if (mine !== socket || closed) return;
      lost?.(true);
      // A locked session sees only what a stranger sees: the table waits for the password.
      if (event.code === LOCKED_CODE)
        await shut({ name: "LOCKED", sentence: event.reason, clause: "", what_to_do: "" });
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, MAX_RETRY_MS);
    };
  };
  // A browser may notice that it is offline long before the socket does.
  addEventListener("offline", () => {
    lost?.(true);
    socket?.close();
  });
  addEventListener("online", () => {
    if (closed) return;
    wait = RETRY_MS;
    open();
  });
  open();
  return () => {
    closed = true;
    socket?.close();
  };
}
