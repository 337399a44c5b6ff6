// The house as a page knows it: who is here, what may be asked, and what happens at a table.
// No rule lives here; every page draws what a view says and asks for what it offers.

const store = {
  get(key, fallback) { try { return JSON.parse(localStorage.getItem(`pitboss.${key}`)) ?? fallback; } catch { return fallback; } },
  set(key, value) { try { localStorage.setItem(`pitboss.${key}`, JSON.stringify(value)); } catch { /* private window */ } },
};
export { store };

export class Refused extends Error {
  constructor(problem) {
    super(problem.clause ? `${problem.sentence} (${problem.clause})` : problem.sentence);
    this.problem = problem;
  }
}

let csrf = "";

async function call(method, path, body) {
  const headers = { "Content-Type": "application/json", "X-CSRF": csrf };
  const answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const type = answer.headers.get("content-type") ?? "";
  const said = type.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Refused(said.error ?? { name: "ERROR", sentence: `the house answered ${answer.status}`, clause: "" });
  return said;
}

export const ask = { get: (path) => call("GET", path), post: (path, body) => call("POST", path, body ?? {}) };

export async function whoAmI({ orGuest = false } = {}) {
  let me = null;
  try { me = await ask.get("/api/me"); } catch (no) { if (!(no instanceof Refused)) throw no; }
  if (!me && orGuest) { await ask.post("/api/guest"); me = await ask.get("/api/me"); }
  if (me) csrf = me.csrf;
  return me;
}

// A command keeps its id until it is answered, so that asking again after a lost connection does it once.
export async function command(table, what) {
  const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
  for (let wait = 250; ; wait *= 2) {
    try {
      return await ask.post(`/api/tables/${table}/commands`, { id, command: what });
    } catch (trouble) {
      if (trouble instanceof Refused || wait > 8000) throw trouble;
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}

// Follows a table for as long as the page lives; comes back by itself after a loss.
export function follow(table, { happened, lost }) {
  let seen = 0;
  let wait = 250;
  const open = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${table}/live?after=${seen}`);
    socket.onmessage = (message) => {
      const told = JSON.parse(message.data);
      wait = 250;
      seen = told.seq;
      lost(false);
      happened(told);
    };
    socket.onclose = () => {
      lost(true);
      setTimeout(open, wait);
      wait = Math.min(wait * 2, 4000);
    };
  };
  open();
}

const money = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
export const dollars = (cents) => money.format(cents / 100);
export const signed = (cents) => (cents > 0 ? `+${dollars(cents)}` : cents < 0 ? `−${dollars(-cents)}` : dollars(0));
export const short = (cents) => dollars(cents).replace(/[.,]00$/, "");

export function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...inside.filter((part) => part !== null && part !== undefined));
  return element;
}
