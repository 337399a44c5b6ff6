// @ts-check
// What a dealer may do now: the duty that is due, other acts, reports, and the table's devices.
import text from "/text/dealer.js";
import words from "/text/staff.js";
import { make } from "../base/dom.js";
import { groupByLabel, label, wants } from "../staff/acts.js";
import { ticking } from "../staff/clock.js";
import { part } from "../staff/parts.js";

const OTHER_GROUPS = ["duty", "cards", "seat"];
// Acts that the keys of the desk do (desk.js).
const ON_THE_DESK = ["NoMoreBets", "Deal", "Reveal", "ShowHand", "ReadHand", "Settle"];
const required = (want) => !want.optional;
// The desk does what needs nothing more, or one number.
const onTheDesk = (choice) =>
  ON_THE_DESK.includes(choice.type) ||
  choice.wants.filter(required).every((want) => want.what === "number" && want.suggested === null);
const keyOf = (kind, choice) => `${kind} ${choice.type} ${JSON.stringify(choice.fields)}`;

// The next duty, and the one button for it.
export function duePart(perform, /** @type {string} */ role) {
  const drawing = (due, since, acts, seated) => {
    const mine = acts.filter((choice) => choice.due);
    const nothing = seated ? words.nothingDue : words.nobody;
    const buttons = mine
      .filter((choice) => !onTheDesk(choice))
      .map((choice, place) => dueAct(choice, place === 0, perform));
    return [
      make("p", { class: "duty" }, due ? words.due[due.what] : nothing),
      due ? whose(due, since, due.role === role) : null,
      buttons,
    ];
  };
  return part(text.next, drawing, { attributes: { class: "panel next" } });
}

function whose(due, since, yours) {
  const who = words.whose(due.role, due.seat);
  return make(
    "p",
    { class: "whose" },
    yours ? make("b", {}, text.yours) : text.waitsFor(who),
    " ",
    make("span", { class: "clause" }, due.clause),
    " ",
    ticking("span", { class: "clause" }, since, words.waits),
  );
}

function dueAct(choice, first, perform) {
  const form = wants(choice);
  const plain = form.rows.length === 0;
  const button = make(
    "button",
    {
      type: plain ? "button" : "submit",
      class: first ? "main big" : null,
      "data-key": keyOf("due", choice),
      onclick: plain ? () => perform(choice, choice.fields) : null,
    },
    label(choice),
  );
  if (plain) return button;
  const onsubmit = (event) => {
    event.preventDefault();
    const fields = form.read();
    if (fields) perform(choice, fields);
  };
  return make("form", { class: "row asks", onsubmit }, form.rows, button);
}

// Everything else that may be done, never in the way of what is due.
export function otherActsPart(perform, offer, askFill) {
  const press = (choice) =>
    choice.wants.length ||
    choice.group === "seat" ||
    choice.fields.duty === "close" ||
    choice.type === "ReceiveCards"
      ? offer([choice], { verb: words.confirm })
      : perform(choice, choice.fields);
  return part(text.others, (acts) => {
    const others = acts.filter(
      (choice) =>
        OTHER_GROUPS.includes(choice.group) &&
        !choice.due &&
        !choice.wants.some((want) => want.what === "cards"),
    );
    const buttons = groupByLabel(others).map(([name, forms]) => {
      const onclick = () =>
        forms.length > 1 ? offer(forms, { title: name, verb: words.confirm }) : press(forms[0]);
      const attributes = { "data-key": keyOf("other", forms[0]), onclick };
      return make("button", { type: "button", ...attributes }, name);
    });
    const fill = { type: "button", "data-key": "fill", onclick: askFill };
    return make("div", { class: "row acts" }, buttons, make("button", fill, text.callFloor));
  });
}

export function reportsPart(offer) {
  const drawing = (acts) => {
    const buttons = groupButtons("report", acts, offer);
    if (!buttons.length) return make("p", { class: "hint" }, text.reportNone);
    return make("div", { class: "row acts" }, buttons);
  };
  return part(text.report, drawing, { attributes: { id: "reports" } });
}

export function devicesPart(offer) {
  return part(text.devices, (acts, conditions, method) => {
    const states = Object.entries(conditions).map(
      ([name, condition]) => `${words.device[name]}: ${words.condition[condition]}`,
    );
    return make(
      "details",
      {},
      make("summary", {}, [words.method[method], ...states].join(" · ")),
      make("div", { class: "row acts" }, groupButtons("device", acts, offer)),
    );
  });
}

// One button for each label; a label may stand for several forms of the act.
function groupButtons(group, acts, offer) {
  const groups = groupByLabel(acts.filter((choice) => choice.group === group));
  return groups.map(([name, forms]) => {
    const onclick = () => offer(forms, { title: name });
    return make("button", { type: "button", "data-key": `${group} ${name}`, onclick }, name);
  });
}
