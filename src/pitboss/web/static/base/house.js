// The house as a page knows it: who is here, what may be asked, and what happens at a table.
// No rule lives here; every page draws what a view says and asks for what it offers.

export { store } from "./settings.js";

export class Refused extends Error {
  constructor(problem, status = 0) {
    super(problem.clause ? `${problem.sentence} (${problem.clause})` : problem.sentence);
    this.problem = problem;
    this.status = status;
  }
}

let csrf = "";
const strangers = new Set();
// Told when the house knows this session no longer, or a staff console has locked itself.
export const onShut = (listener) => strangers.add(listener);

async function call(method, path, body) {
  const headers = body === undefined ? {} : { "Content-Type": "application/json" };
  if (csrf) headers["X-CSRF"] = csrf;
  const answer = await fetch(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const json = (answer.headers.get("content-type") ?? "").includes("json");
  const said = json ? await answer.json() : await answer.text();
  if (answer.ok) return said;
  const problem = said?.error ?? {
    name: "ERROR",
    sentence: String(answer.status),
    clause: "",
    what_to_do: "",
  };
  if (answer.status === 401 && !path.endsWith("/login"))
    for (const listener of strangers) listener(problem);
  throw new Refused(problem, answer.status);
}

export const ask = {
  get: (path) => call("GET", path),
  post: (path, body) => call("POST", path, body ?? {}),
};

export async function whoAmI({ orGuest = false } = {}) {
  // Without a session the house answers 401, which a browser would write into its console.
  let me = await ask.get("/api/here");
  if (!me.name && orGuest) {
    await ask.post("/api/guest");
    me = await ask.get("/api/here");
  }
  csrf = me.csrf;
  return me.name ? me : null;
}

const fresh = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
const later = (milliseconds) =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
  });

// Asks until it is answered, under one id: after a lost connection it is done once all the same.
export async function surely(path, body) {
  const id = fresh();
  for (let wait = 250; ; wait = Math.min(wait * 2, 4000)) {
    try {
      return await ask.post(path, { id, ...body });
    } catch (trouble) {
      if (trouble instanceof Refused && trouble.status < 500 && trouble.status !== 429)
        throw trouble;
      await later(wait);
    }
  }
}

export const command = (table, what) => surely(`/api/tables/${table}/commands`, { command: what });

// Follows a table for as long as the page lives; comes back by itself after a loss.
export function follow(table, { happened, lost }) {
  let seen = 0;
  let wait = 250;
  let socket = null;
  let again = 0;
  let closed = false;
  const open = () => {
    clearTimeout(again);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = new WebSocket(
      `${scheme}://${location.host}/api/tables/${table}/live?after=${seen}`,
    );
    socket = mine;
    mine.onmessage = (message) => {
      const told = JSON.parse(message.data);
      if (told.error || mine !== socket) return;
      wait = 250;
      // Told again after a loss: only what is new happened.
      const known = told.seq <= seen && told.events.length > 0;
      seen = Math.max(seen, told.seq);
      lost?.(false);
      if (!known) happened(told);
    };
    mine.onclose = () => {
      if (mine !== socket || closed) return;
      lost?.(true);
      again = setTimeout(open, wait);
      wait = Math.min(wait * 2, 4000);
    };
  };
  // A browser may notice the loss of its network long before the socket does.
  addEventListener("offline", () => {
    lost?.(true);
    socket?.close();
  });
  addEventListener("online", () => {
    if (!closed) {
      wait = 250;
      open();
    }
  });
  open();
  return () => {
    closed = true;
    socket?.close();
  };
}
