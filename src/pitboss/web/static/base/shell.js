// What is around every page: header, settings, keys, what is said aloud, logging in, the idle lock.
import text from "/text/base.js";
import { draw, make, replace, write } from "./dom.js";
import { ask, onShut, whoAmI } from "./house.js";
import { key, keysKnown } from "./keys.js";
import { field, dialog, notice, select, freshId } from "./parts.js";
import { CHOICES, settings } from "./settings.js";

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
  { page: "auditor", at: "/auditor", for: ["auditor"] },
  { page: "admin", at: "/admin", for: ["administrator"] },
];

// Where who logs in with nowhere to go has work to do.
const HOME = {
  dealer: "/dealer",
  floorperson: "/floor",
  auditor: "/auditor",
  administrator: "/admin",
};

// `staff`: the roles a page is for; others are asked to log in first. `guest`: come in as one.
export async function shell({ title, page = "", staff = null, guest = false, wide = false }) {
  document.title = title ? `${title} · ${text.house}` : text.house;
  const me = await whoAmI({ orGuest: guest });
  const polite = make("p", { class: "quiet", role: "status", "aria-live": "polite" });
  const urgent = make("p", { class: "quiet", role: "alert", "aria-live": "assertive" });
  const lostLine = make("p", { class: "lost", role: "status", hidden: true }, text.lost);
  const main = make(
    "main",
    { id: "page", tabindex: "-1", class: wide ? "wide" : null },
    make("h1", { class: "page-title" }, title ?? text.house),
  );
  document.body.prepend(
    make("a", { class: "skip", href: "#page" }, text.skip),
    header(me, page),
    lostLine,
    main,
    polite,
    urgent,
  );
  key("?", text.help, () => showHelp());
  onShut((problem) =>
    problem.name === "LOCKED"
      ? unlockDialog()
      : problem.name === "NOT_LOGGED_IN" && me
        ? location.reload()
        : null,
  );
  if (me?.locked) await unlockDialog();
  if (staff && !staff.includes(me?.role)) {
    main.append(loginForm(text.staffOnly(staff.map((role) => text.roles[role]).join(", "))));
    await new Promise(() => {}); // the page begins again once someone has logged in
  }
  return {
    main,
    me,
    say: (words) => again(polite, words),
    alarm: (words) => again(urgent, words),
    lost: (gone) => showLost(lostLine, gone),
  };
}

// A live region that is given the same words twice says them twice.
function again(region, words) {
  if (region.textContent === words) region.textContent = "";
  requestAnimationFrame(() => write(region, words));
}

function showLost(line, gone) {
  if (line.hidden === !gone) return;
  line.hidden = !gone;
}

function header(me, page) {
  const open = NAV.filter((one) => !one.for || one.for.includes(me?.role));
  const links = open.map((one) =>
    make(
      "li",
      {},
      make(
        "a",
        { href: one.at, "aria-current": one.page === page ? "page" : null },
        text.nav[one.page],
      ),
    ),
  );
  const nav = make("nav", { "aria-label": text.pages, id: "menu" }, make("ul", {}, links));
  const menu = make(
    "button",
    {
      class: "menu",
      type: "button",
      "aria-expanded": "false",
      "aria-controls": "menu",
      onclick: () => {
        const shown = nav.classList.toggle("open");
        menu.setAttribute("aria-expanded", String(shown));
      },
    },
    text.menu,
  );
  const who = !me
    ? text.visitor
    : me.guest
      ? text.guest(me.name)
      : me.role === "player"
        ? me.name
        : text.role(me.name, text.roles[me.role]);
  return make(
    "header",
    { class: "top" },
    make("a", { class: "brand", href: "/" }, text.house),
    menu,
    nav,
    make("span", { class: "who" }, who),
    me && !me.guest
      ? make("button", { type: "button", class: "plain", onclick: logOut }, text.logOut)
      : make(
          "a",
          { class: "button plain", href: `/login?to=${encodeURIComponent(location.pathname)}` },
          text.logIn,
        ),
    make(
      "button",
      {
        type: "button",
        class: "plain icon",
        "aria-label": text.settings,
        title: text.settings,
        onclick: showSettings,
      },
      sliders(),
    ),
    make(
      "button",
      {
        type: "button",
        class: "plain icon",
        "aria-label": text.help,
        title: text.help,
        onclick: showHelp,
      },
      "?",
    ),
  );
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

function showSettings() {
  const body = Object.keys(CHOICES).map((name) => {
    const options = CHOICES[name].map((choice) => [choice, text.choice[name][choice]]);
    return field(
      text.setting[name],
      select(options, settings.get(name), {
        onchange: (event) => settings.set(name, event.target.value),
      }),
    );
  });
  return dialog({ title: text.settings, body });
}

function showHelp() {
  if (document.querySelector("dialog[open]")) return false;
  const known = keysKnown();
  const rows = known.map((one) =>
    make(
      "div",
      {},
      make("dt", {}, make("kbd", {}, one.name.length === 1 ? one.name.toUpperCase() : one.name)),
      make("dd", {}, one.what),
    ),
  );
  dialog({
    title: text.keys,
    body: [
      known.length ? make("dl", { class: "keys" }, rows) : make("p", {}, text.noKeys),
      make("p", {}, text.everyPage),
    ],
  });
  return true;
}

// Logging in where one stands: the page begins again as whoever came in.
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
          const told = await ask.post(register ? "/api/register" : "/api/login", {
            name: name.value,
            password: secret.value,
          });
          if (to) location.href = to === "/" ? (HOME[told.role] ?? to) : to;
          else location.reload();
        } catch (no) {
          replace(trouble, notice(no.message, "bad"));
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

let unlocking = null;
function unlockDialog() {
  unlocking ??= unlockNow().finally(() => {
    unlocking = null;
  });
  return unlocking;
}

async function unlockNow() {
  const secret = make("input", {
    type: "password",
    autocomplete: "current-password",
    required: true,
  });
  for (let why = text.lockedWhy; ;) {
    const chosen = await dialog({
      title: text.locked,
      body: [make("p", {}, why), field(text.password, secret)],
      actions: [
        { label: text.logOut, value: "out" },
        { label: text.unlock, value: "on", kind: "main" },
      ],
      hides: true,
    });
    if (chosen === "out") return logOut();
    try {
      await ask.post("/api/unlock", { password: secret.value });
      return null;
    } catch (no) {
      why = no.message;
    }
    secret.value = "";
  }
}
