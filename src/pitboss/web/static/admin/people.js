// Accounts: who there is and who is in, hiring, roles, passwords, closing, cash at the cage.
import text from "/text/admin.js";
import base from "/text/base.js";
import { make, replace } from "../base/dom.js";
import { ask, surely } from "../base/house.js";
import { dollars, when } from "../base/money.js";
import { dialog, field, notice, select, tableOf } from "../base/parts.js";

const STAFF = ["dealer", "floorperson", "auditor", "administrator"];
const roles = (names) => names.map((role) => [role, base.roles[role]]);

export function centsOf(words) {
  const plain = words.replace(/[$,\s]/g, "");
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}

const at = (time) => (time ? make("small", { class: "time" }, when(time)) : "–");

function standing(one) {
  if (one.closed) return make("span", { class: "pill" }, text.isClosed);
  if (one.locked_until > Date.now())
    return make("span", { class: "pill bad" }, text.isLocked(when(one.locked_until)));
  return make(
    "span",
    { class: one.sessions ? "pill good" : "pill" },
    one.sessions ? text.isHere : text.isOpen,
  );
}

export async function peoplePart(me, say) {
  const list = make("div", { class: "stack" });
  const done = make("div", {});
  const more = make("button", { type: "button", onclick: () => load() }, text.more);
  const named = make("input", {
    name: "named",
    maxlength: 24,
    pattern: "[A-Za-z0-9_]*",
    autocomplete: "off",
  });
  const role = select([["", text.anyRole], ...roles(["player", ...STAFF])], "", { name: "role" });
  const present = make("input", { type: "checkbox" });
  const guests = make("input", { type: "checkbox" });
  let rows = [];
  let next = "";

  async function load() {
    const query = new URLSearchParams({
      named: named.value,
      guests: guests.checked,
      present: present.checked,
      after: next,
    });
    if (role.value) query.set("role", role.value);
    const page = await ask.get(`/api/people?${query}`);
    rows.push(...page.people);
    next = page.next;
    more.hidden = !next;
    replace(
      list,
      tableOf(
        [
          text.account,
          text.role,
          text.status,
          text.now,
          text.seen,
          text.practiceChips,
          text.realChips,
          text.created,
        ],
        rows.map((one) => [
          one.closed
            ? make("strong", {}, one.name)
            : make(
                "button",
                {
                  type: "button",
                  class: "plain named",
                  title: text.manageOne(one.name),
                  "data-key": `manage ${one.name}`,
                  onclick: () => manage(one),
                },
                one.name,
              ),
          one.guest ? text.guest : base.roles[one.role],
          standing(one),
          text.here(one.sessions, one.sockets),
          at(one.seen),
          { num: dollars(one.wallets.practice) },
          { num: dollars(one.wallets.real) },
          at(one.created),
        ]),
        { caption: text.peopleList },
      ),
    );
  }

  async function begin() {
    rows = [];
    next = "";
    await load();
  }

  async function attempt(act, words) {
    try {
      const told = await act();
      const said = typeof words === "function" ? words(told) : words;
      replace(done, notice(said, "good"));
      say(said);
      await begin();
      return true;
    } catch (no) {
      replace(
        done,
        notice(
          no.problem?.what_to_do ? `${no.message}: ${no.problem.what_to_do}` : no.message,
          "bad",
        ),
      );
      return false;
    }
  }

  const sure = async (title, label, kind) =>
    (await dialog({
      title,
      actions: [
        { label: base.cancel, value: "" },
        { label, value: "yes", kind },
      ],
    })) === "yes";

  async function manage(one) {
    const own = one.name === me.name;
    const given = select(roles(STAFF), one.role);
    const secret = make("input", {
      type: "password",
      autocomplete: "new-password",
      maxlength: 200,
    });
    const amount = make("input", { inputmode: "decimal", autocomplete: "off" });
    const press = (label, value, kind) =>
      make(
        "button",
        {
          type: "button",
          class: kind ?? null,
          onclick: (event) => event.target.closest("dialog").close(value),
        },
        label,
      );
    const part = (label, input, hint, ...buttons) =>
      make(
        "div",
        { class: "part" },
        field(label, input, { hint }),
        make("div", { class: "row" }, buttons),
      );
    const body = [
      own ? make("p", {}, text.you) : null,
      part(text.cash, amount, text.cashHint, press(text.payIn, "in"), press(text.payOut, "out")),
      !own && STAFF.includes(one.role)
        ? part(text.role, given, text.roleHint, press(text.giveRole, "role"))
        : null,
      one.guest
        ? null
        : part(text.newPassword, secret, text.passwordHint, press(text.givePassword, "password")),
      own
        ? null
        : make(
            "div",
            { class: "row part" },
            press(text.logOut, "logout"),
            press(text.closeAccount, "close", "danger"),
          ),
    ];
    const chosen = await dialog({
      title: text.manageOne(one.name),
      body,
      actions: [{ label: base.cancel, value: "" }],
    });
    if (chosen === "in" || chosen === "out") await pay(one, chosen, amount.value);
    else if (chosen === "role")
      await attempt(
        () => ask.post("/api/people/role", { name: one.name, role: given.value }),
        text.doneRole(one.name, base.roles[given.value]),
      );
    else if (chosen === "password")
      await attempt(
        () => ask.post("/api/people/password", { name: one.name, password: secret.value }),
        text.donePassword(one.name),
      );
    else if (chosen === "logout" && (await sure(text.sureOut(one.name), text.logOut, "danger")))
      await attempt(
        () => ask.post("/api/people/revoke", { name: one.name }),
        text.doneOut(one.name),
      );
    else if (
      chosen === "close" &&
      (await sure(text.sureCloseAccount(one.name), text.closeAccount, "danger"))
    )
      await attempt(
        () => ask.post("/api/people/revoke", { name: one.name, close: true }),
        text.doneClosed(one.name),
      );
  }

  async function pay(one, way, words) {
    const cents = centsOf(words);
    if (!cents) {
      replace(done, notice(text.badAmount, "bad"));
      return;
    }
    const label = way === "in" ? text.payIn : text.payOut;
    if (!(await sure(text.surePay(label, dollars(cents), one.name), label, "main"))) return;
    // Under one id until it is answered: a lost connection pays nothing twice.
    await attempt(
      () => surely("/api/cash", { name: one.name, cents: way === "in" ? cents : -cents }),
      (told) => text.paid(one.name, dollars(told.real)),
    );
  }

  const looking = make(
    "form",
    {
      class: "panel row",
      role: "search",
      "aria-label": text.people,
      onsubmit: (event) => {
        event.preventDefault();
        begin();
      },
    },
    field(text.find, named),
    field(text.role, role),
    make("label", { class: "check" }, present, text.present),
    make("label", { class: "check" }, guests, text.guests),
    make("button", { class: "main" }, text.search),
  );
  for (const one of [role, present, guests]) one.addEventListener("change", begin);
  const hiring = make(
    "form",
    {
      class: "panel stack",
      onsubmit: async (event) => {
        event.preventDefault();
        const said = Object.fromEntries(new FormData(hiring));
        if (
          await attempt(
            () => ask.post("/api/people", said),
            text.hired(said.name, base.roles[said.role]),
          )
        )
          hiring.reset();
      },
    },
    make("h2", {}, text.hire),
    make(
      "div",
      { class: "filters" },
      field(
        base.name,
        make("input", { name: "name", required: true, maxlength: 24, autocomplete: "off" }),
      ),
      field(text.role, select(roles([...STAFF, "player"]), "dealer", { name: "role" })),
      field(
        text.password,
        make("input", {
          name: "password",
          type: "password",
          required: true,
          minlength: 10,
          maxlength: 200,
          autocomplete: "new-password",
        }),
        { hint: text.passwordHint },
      ),
    ),
    make("p", {}, make("button", { class: "main" }, text.hireIt)),
  );
  await begin();
  return make(
    "div",
    { class: "stack" },
    make("p", {}, text.peopleLead),
    done,
    looking,
    list,
    more,
    hiring,
  );
}
