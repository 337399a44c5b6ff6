// @ts-check
// The frame of every page: header, settings, keys, live regions, log-in and the idle lock.
import text from "/text/base.js";
import { draw, make, replace, write } from "./dom.js";
import { ask, isAway, onShut, whoAmI } from "./house.js";
import { key, shortcuts } from "./keys.js";
import { installOffline } from "./offline.js";
import { dialog, field, freshId, messageOf, notice, select } from "./parts.js";
import { personName } from "./people.js";
import { CHOICES, SETTINGS, settings } from "./settings.js";
import { turnBar } from "./turn-bar.js";

/** @type {Record<string, string>} */
const ROLES = text.roles;
/** @typedef {keyof typeof text.nav} PageName */

const password = () => import("./password.js"); // few visits need it

/** @type {{ page: PageName, at: string, for?: string[] }[]} */
const NAV = [
  { page: "lobby", at: "/" },
  { page: "odds", at: "/odds" },
  { page: "trainer", at: "/trainer" },
  { page: "session", at: "/session", for: ["player"] },
  { page: "rounds", at: "/rounds", for: ["player"] },
  { page: "fairness", at: "/fairness" },
  { page: "dealer", at: "/dealer", for: ["dealer", "floorperson"] },
  { page: "floor", at: "/floor", for: ["floorperson"] },
  { page: "drill", at: "/drill", for: ["dealer", "floorperson"] },
  { page: "statistics", at: "/statistics", for: ["floorperson", "auditor", "administrator"] },
  { page: "papers", at: "/papers", for: ["floorperson", "auditor", "administrator"] },
  { page: "auditor", at: "/auditor", for: ["auditor"] },
  { page: "admin", at: "/admin", for: ["administrator"] },
];

// Where staff go after logging in, unless they were on their way to a page.
/** @type {Record<string, string>} */
const HOME = {
  dealer: "/dealer",
  floorperson: "/floor",
  auditor: "/auditor",
  administrator: "/admin",
};

/**
 * `staff` are the roles a page is for; others must log in first. With `guest`, a visitor comes in
 * as a guest.
 * @param {{ title?: string, page?: string, staff?: string[] | null, guest?: boolean,
 *   wide?: boolean }} options
 */
export async function shell({ title, page = "", staff = null, guest = false, wide = false }) {
  document.title = title ? `${title} · ${text.house}` : text.house;
  const me = await whoAmI({ orGuest: guest });
  const polite = make("p", { class: "quiet", role: "status", "aria-live": "polite" });
  const urgent = make("p", { class: "quiet", role: "alert", "aria-live": "assertive" });
  const lostLine = make("p", { class: "lost", role: "status", hidden: true }, text.lost);
  const away = isAway() ? make("p", { class: "lost", role: "status" }, text.offline) : "";
  const stopLine = make("p", { class: "stopped", role: "status", hidden: true });
  const main = make(
    "main",
    { id: "page", tabindex: "-1", class: wide ? "wide" : null },
    make("h1", { class: "page-title" }, title ?? text.house),
  );
  const alarm = (/** @type {string} */ words) => announce(urgent, words);
  document.body.prepend(
    make("a", { class: "skip", href: "#page" }, text.skip),
    header(me, page),
    me?.role === "player" && !me.locked ? turnBar(alarm) : "",
    lostLine,
    away,
    stopLine,
    main,
    polite,
    urgent,
  );
  installOffline();
  key("?", text.help, () => showHelp());
  onShut((problem) =>
    problem.name === "LOCKED"
      ? unlockDialog()
      : problem.name === "NOT_LOGGED_IN" && me
        ? location.reload()
        : null,
  );
  if (me?.locked) await unlockDialog();
  if (me?.temporary) {
    const { temporaryLine } = await password();
    main.before(temporaryLine((words) => announce(polite, words)));
  }
  if (staff && !staff.includes(me?.role ?? "")) {
    main.append(loginForm(text.staffOnly(staff.map((role) => ROLES[role]).join(", "))));
    await new Promise(() => {}); // the page reloads once someone has logged in
  }
  return {
    main,
    me,
    say: (/** @type {string} */ words) => announce(polite, words),
    alarm,
    lost: (/** @type {boolean} */ lost) => {
      if (lostLine.hidden === lost) lostLine.hidden = !lost;
    },
    // Why the house starts no new round, in the server's words; empty while it does.
    stopped: (/** @type {string} */ notice) => {
      stopLine.hidden = !notice;
      write(stopLine, notice ? text.stopped(notice) : "");
    },
  };
}

/**
 * Clears a live region first, so that the same words are spoken twice.
 * @param {HTMLElement} region
 * @param {string} words
 */
function announce(region, words) {
  if (region.textContent === words) region.textContent = "";
  requestAnimationFrame(() => write(region, words));
}

/**
 * @param {Page.Person} me
 * @param {string} page
 */
function header(me, page) {
  const pages = NAV.filter((entry) => !entry.for || entry.for.includes(me?.role ?? ""));
  const links = pages.map((entry) => {
    const current = entry.page === page ? "page" : null;
    const link = make("a", { href: entry.at, "aria-current": current }, text.nav[entry.page]);
    return make("li", {}, link);
  });
  const nav = make("nav", { "aria-label": text.pages, id: "menu" }, make("ul", {}, links));
  const unfold = () => {
    const open = nav.classList.toggle("open");
    menu.setAttribute("aria-expanded", String(open));
  };
  const controls = { "aria-expanded": "false", "aria-controls": "menu", onclick: unfold };
  const menu = make("button", { class: "menu", type: "button", ...controls }, text.menu);
  const login = `/login?to=${encodeURIComponent(location.pathname)}`;
  /**
   * @param {string} label
   * @param {() => unknown} onclick
   * @param {Dom.Child} picture
   */
  const icon = (label, onclick, picture) => {
    const attributes = { "aria-label": label, title: label, onclick };
    return make("button", { type: "button", class: "plain icon", ...attributes }, picture);
  };
  return make(
    "header",
    { class: "top" },
    make("a", { class: "brand", href: "/" }, text.house),
    menu,
    nav,
    make("span", { class: "who" }, nameOf(me)),
    me && !me.guest
      ? make("button", { type: "button", class: "plain", onclick: logOut }, text.logOut)
      : make("a", { class: "button plain", href: login }, text.logIn),
    icon(text.settings, () => showSettings(me), sliders()),
    icon(text.help, showHelp, "?"),
  );
}

/** @param {Page.Person} me */
function nameOf(me) {
  if (!me) return text.visitor;
  if (me.guest) return text.guest(personName(me.name));
  return me.role === "player" ? me.name : text.role(me.name, ROLES[me.role]);
}

const sliders = () =>
  draw(
    "svg",
    { viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true" },
    draw("path", { d: "M3 7h9m6 0h3M3 17h3m6 0h9", class: "stroke" }),
    draw("circle", { cx: 15, cy: 7, r: 3, class: "stroke" }),
    draw("circle", { cx: 9, cy: 17, r: 3, class: "stroke" }),
  );

async function logOut() {
  await ask.post("/api/logout");
  location.href = "/";
}

/** @param {Page.Person} me */
function showSettings(me) {
  const body = SETTINGS.map((name) => {
    /** @type {Record<string, string>} */
    const words = text.choice[name];
    const options = CHOICES[name].map((choice) => [choice, words[choice]]);
    return field(
      text.setting[name],
      select(options, settings.get(name), {
        onchange: (event) => settings.set(name, event.target.value),
      }),
    );
  });
  const onclick = async () => (await password()).changePassword();
  const change = make("button", { type: "button", onclick }, text.changePassword);
  return dialog({ title: text.settings, body: [...body, me && !me.guest ? change : null] });
}

function showHelp() {
  if (document.querySelector("dialog[open]")) return false;
  const rows = shortcuts().map(({ name, what }) => {
    const cap = make("kbd", {}, name.length === 1 ? name.toUpperCase() : name);
    return make("div", {}, make("dt", {}, cap), make("dd", {}, what));
  });
  const list = rows.length ? make("dl", { class: "keys" }, rows) : make("p", {}, text.noKeys);
  dialog({ title: text.keys, body: [list, make("p", {}, text.everyPage)] });
  return true;
}

/**
 * Logs in on any page, which then reloads for the person who came in.
 * @param {string} why
 * @param {{ to?: string | null, register?: boolean }} options
 */
export function loginForm(why = "", { to = null, register = false } = {}) {
  const name = make("input", {
    name: "name",
    autocomplete: "username",
    required: true,
    maxlength: 60,
  });
  const secret = make("input", {
    name: "password",
    type: "password",
    autocomplete: register ? "new-password" : "current-password",
    required: true,
    maxlength: 200,
  });
  const trouble = make("div", {});
  const id = freshId("login");
  return make(
    "form",
    {
      class: "panel stack login",
      "aria-labelledby": id,
      onsubmit: async (event) => {
        event.preventDefault();
        try {
          await whoAmI();
          const account = { name: name.value, password: secret.value };
          const person = await ask.post(register ? "/api/register" : "/api/login", account);
          if (to) location.href = to === "/" ? (HOME[person.role] ?? to) : to;
          else location.reload();
        } catch (error) {
          replace(trouble, notice(messageOf(error), "bad"));
          secret.value = "";
          secret.focus();
        }
      },
    },
    make("h2", { id }, register ? text.register : text.logInTitle),
    why ? make("p", {}, why) : null,
    field(text.name, name),
    field(text.password, secret),
    trouble,
    make("button", { class: "main" }, register ? text.register : text.logIn),
  );
}

/** @type {Promise<void | null> | null} */
let unlock = null; // the one dialog that is open, if any
function unlockDialog() {
  unlock ??= unlockNow().finally(() => {
    unlock = null;
  });
  return unlock;
}

async function unlockNow() {
  const secret = make("input", {
    type: "password",
    autocomplete: "current-password",
    required: true,
  });
  for (let why = text.lockedWhy; ;) {
    const answer = await dialog({
      title: text.locked,
      body: [make("p", {}, why), field(text.password, secret)],
      actions: [
        { label: text.logOut, value: "out" },
        { label: text.unlock, value: "on", kind: "main" },
      ],
      hides: true,
    });
    if (answer === "out") return logOut();
    try {
      await ask.post("/api/unlock", { password: secret.value });
      return null;
    } catch (error) {
      why = messageOf(error);
    }
    secret.value = "";
  }
}
