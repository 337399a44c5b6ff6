// @ts-check
// Accounts: everybody and who is logged in; hiring, roles, passwords, closing, cash at the cage.
import text from "/text/admin.js";
import base from "/text/base.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { dollars, when } from "../base/money.js";
import { confirm, errorNotice, field, notice, select, tableOf } from "../base/parts.js";
import { cashRequests, centsOf, move } from "./cash.js";
import { STAFF, askWhat, roleOptions } from "./manage.js";

const timeCell = (time) => (time ? make("small", { class: "time" }, when(time)) : "–");

function statusPill(person) {
  const pill = (label, kind = "pill") => make("span", { class: kind }, label);
  if (person.closed) return pill(text.isClosed);
  if (person.locked_until > Date.now())
    return pill(text.isLocked(when(person.locked_until)), "pill bad");
  return person.sessions ? pill(text.isHere, "pill good") : pill(text.isOpen);
}

export async function peoplePart(me, say) {
  const list = make("div", { class: "stack" });
  const reply = make("div", {});
  const more = make("button", { type: "button", onclick: () => load() }, text.more);
  const search = searchForm(begin);
  const requests = await cashRequests(me, say);
  let people = [];
  let next = "";

  async function load() {
    const page = await ask.get(`/api/people?${search.query(next)}`);
    people.push(...page.people);
    next = page.next;
    more.hidden = !next;
    replace(list, peopleTable(people, manage));
  }

  async function begin() {
    people = [];
    next = "";
    await load();
  }

  // `words` may be a function of the house's answer.
  async function attempt(action, words) {
    try {
      const answer = await action();
      const sentence = typeof words === "function" ? words(answer) : words;
      if (!sentence) return false;
      replace(reply, notice(sentence, "good"));
      say(sentence);
      await begin();
      return true;
    } catch (error) {
      replace(reply, errorNotice(error));
      return false;
    }
  }

  async function manage(person) {
    const { name } = person;
    const { what, role, password, amount } = await askWhat(person, name === me.name);
    const revoke = (fields) => ask.post("/api/people/revoke", { name, ...fields });
    if (what === "in" || what === "out") await pay(name, what, amount);
    if (what === "role") {
      const giveRole = () => ask.post("/api/people/role", { name, role });
      await attempt(giveRole, text.doneRole(name, base.roles[role]));
    }
    if (what === "password") {
      const givePassword = () => ask.post("/api/people/password", { name, password });
      await attempt(givePassword, text.donePassword(name));
    }
    if (what === "reopen")
      await attempt(() => ask.post("/api/people/reopen", { name }), text.doneReopened(name));
    const danger = { kind: "danger" };
    if (what === "logout" && (await confirm(text.sureOut(name), text.logOut, danger)))
      await attempt(() => revoke({}), text.doneOut(name));
    if (what === "close" && (await confirm(text.sureCloseAccount(name), text.closeAccount, danger)))
      await attempt(() => revoke({ close: true }), text.doneClosed(name));
  }

  async function pay(name, way, words) {
    const cents = centsOf(words);
    if (!cents) {
      replace(reply, notice(text.badAmount, "bad"));
      return;
    }
    const label = way === "in" ? text.payIn : text.payOut;
    if (!(await confirm(text.surePay(label, dollars(cents), name), label))) return;
    const body = { name, cents: way === "in" ? cents : -cents };
    const done = (wallets) => text.paid(name, dollars(wallets.real));
    await attempt(
      () => move("/api/cash", body, done),
      (sentence) => sentence,
    );
    await requests.load();
  }

  await begin();
  const lead = make("p", {}, text.peopleLead);
  const { section } = requests;
  const rest = [search.form, list, more, hireForm(attempt)];
  return make("div", { class: "stack" }, lead, section, reply, rest);
}

function peopleTable(people, manage) {
  const rows = people.map((person) => [
    nameButton(person, manage),
    person.guest ? text.guest : base.roles[person.role],
    statusPill(person),
    text.here(person.sessions, person.sockets),
    timeCell(person.last_use),
    { num: dollars(person.wallets.practice) },
    { num: dollars(person.wallets.real) },
    timeCell(person.created),
  ]);
  const chips = [text.practiceChips, text.realChips];
  const headings = [text.account, text.role, text.status, text.now, text.seen, ...chips];
  return tableOf([...headings, text.created], rows, { caption: text.peopleList });
}

function nameButton(person, manage) {
  const attributes = {
    type: "button",
    class: "plain named",
    title: text.manageOne(person.name),
    "data-key": `manage ${person.name}`,
    onclick: () => manage(person),
  };
  return make("button", attributes, person.name);
}

// `query(after)` asks for the page of people after a name.
function searchForm(begin) {
  const pattern = { maxlength: 24, pattern: "[A-Za-z0-9_]*", autocomplete: "off" };
  const name = make("input", { name: "named", ...pattern });
  const roles = [["", text.anyRole], ...roleOptions(["player", ...STAFF])];
  const role = select(roles, "", { name: "role" });
  const present = make("input", { type: "checkbox" });
  const guests = make("input", { type: "checkbox" });
  for (const input of [role, present, guests]) input.addEventListener("change", begin);
  const onsubmit = (event) => {
    event.preventDefault();
    begin();
  };
  const form = make(
    "form",
    { class: "panel row", role: "search", "aria-label": text.people, onsubmit },
    field(text.find, name),
    field(text.role, role),
    make("label", { class: "check" }, present, text.present),
    make("label", { class: "check" }, guests, text.guests),
    make("button", { class: "main" }, text.search),
  );
  const query = (after) => {
    const flags = { guests: String(guests.checked), present: String(present.checked) };
    const words = new URLSearchParams({ named: name.value, ...flags, after });
    if (role.value) words.set("role", role.value);
    return words;
  };
  return { form, query };
}

function hireForm(attempt) {
  const onsubmit = async (event) => {
    event.preventDefault();
    const account = Object.fromEntries(new FormData(form));
    const words = text.hired(account.name, base.roles[String(account.role)]);
    if (await attempt(() => ask.post("/api/people", account), words)) form.reset();
  };
  const required = { required: true };
  const name = make("input", { name: "name", ...required, maxlength: 24, autocomplete: "off" });
  const role = select(roleOptions([...STAFF, "player"]), "dealer", { name: "role" });
  const length = { minlength: 10, maxlength: 200, autocomplete: "new-password" };
  const password = make("input", { name: "password", type: "password", ...required, ...length });
  const form = make(
    "form",
    { class: "panel stack", onsubmit },
    make("h2", {}, text.hire),
    make(
      "div",
      { class: "filters" },
      field(base.name, name),
      field(text.role, role),
      field(text.password, password, { hint: text.passwordHint }),
    ),
    make("p", {}, make("button", { class: "main" }, text.hireIt)),
  );
  return form;
}
