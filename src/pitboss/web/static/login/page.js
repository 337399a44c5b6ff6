// @ts-check
// Logging in, or making a player's account.
import text from "/text/base.js";
import { make } from "../base/dom.js";
import { loginForm, shell } from "../base/shell.js";

const { main } = await shell({ title: text.logInTitle, page: "login" });
const address = new URLSearchParams(location.search).get("to") ?? "/";
// Only a place in this house: never an address elsewhere.
const to = /^\/(?!\/)[\w/-]*$/.test(address) ? address : "/";
main.append(
  make(
    "div",
    { class: "two" },
    loginForm("", { to }),
    loginForm(text.newHere, { to, register: true }),
  ),
);
