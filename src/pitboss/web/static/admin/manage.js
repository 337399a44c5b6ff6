// @ts-check
// What an administrator may do about one account, asked for in a dialog.
import text from "/text/admin.js";
import base from "/text/base.js";
import { make } from "../base/dom.js";
import { dialog, field, select } from "../base/parts.js";

export const STAFF = ["dealer", "floorperson", "auditor", "administrator"];

/** @returns {string[][]} */
export const roleOptions = (names) => names.map((role) => [role, base.roles[role]]);

// Resolves to `{what, role, password, amount}`; `what` is "" when nothing was chosen.
export async function askWhat(person, own) {
  const role = select(roleOptions(STAFF), person.role);
  const hidden = { type: "password", autocomplete: "new-password", maxlength: 200 };
  const password = make("input", hidden);
  const amount = make("input", { inputmode: "decimal", autocomplete: "off" });
  const press = (label, value, /** @type {string | null} */ kind = null) => {
    const onclick = (event) => event.target.closest("dialog").close(value);
    return make("button", { type: "button", class: kind, onclick }, label);
  };
  const part = (label, input, hint, ...buttons) => {
    const row = make("div", { class: "row" }, buttons);
    return make("div", { class: "part" }, field(label, input, { hint }), row);
  };
  const isStaff = STAFF.includes(person.role);
  const cash = [isStaff ? null : press(text.payIn, "in"), press(text.payOut, "out")];
  const giveRole = press(text.giveRole, "role");
  const givePassword = press(text.givePassword, "password");
  const leave = [press(text.logOut, "logout"), press(text.closeAccount, "close", "danger")];
  const title = text.manageOne(person.name);
  if (person.closed) {
    const open = make("div", { class: "row part" }, press(text.reopen, "reopen"));
    const payOut = part(text.cash, amount, text.cashHint, press(text.payOut, "out"));
    const body = [make("p", {}, text.closedLead), payOut, open];
    const what = await dialog({ title, body, actions: [{ label: base.cancel, value: "" }] });
    return { what, role: "", password: "", amount: amount.value };
  }
  const body = [
    own ? make("p", {}, text.you) : null,
    part(text.cash, amount, isStaff ? text.staffCash : text.cashHint, cash),
    !own && isStaff ? part(text.role, role, text.roleHint, giveRole) : null,
    person.guest ? null : part(text.newPassword, password, text.temporaryHint, givePassword),
    own ? null : make("div", { class: "row part" }, leave),
  ];
  const what = await dialog({ title, body, actions: [{ label: base.cancel, value: "" }] });
  return { what, role: role.value, password: password.value, amount: amount.value };
}
