// @ts-check
// One table close up: its seats and what may be done about each, its devices, and money moves that
// need a second person.
import text from "/text/floor.js";
import words from "/text/staff.js";
import { make } from "../base/dom.js";
import { ask, postWithRetry } from "../base/house.js";
import { dollars } from "../base/money.js";
import { field, notice } from "../base/parts.js";
import { released } from "../base/pressing.js";
import { act, actDialog, groupByLabel, label } from "../staff/acts.js";
import { part } from "../staff/parts.js";
import { askCorrection } from "./correction.js";

const CAREFUL = ["report", "seat", "device"];
const SMALL_PART = { level: /** @type {"h3"} */ ("h3"), attributes: { class: "stack" } };

export function closeUp({ say, tell, calm, changed, closed }) {
  let table = null;
  let names = {};
  let acts = [];
  let moment = ""; // the table's state when its acts were last fetched
  let fetching = Promise.resolve();
  let focusDue = false;

  const heading = make("h2", { id: "close-up", tabindex: "-1" });
  const links = make("div", { class: "row" });
  const seats = part(text.seatActs, seatList, SMALL_PART);
  const duties = group(text.acts, "duty", "cards");
  const reports = group(text.reports, "report");
  const devices = group(text.device, "device");
  const parts = [duties, reports, devices];
  const amount = make("input", { type: "number", step: "1", required: true });
  const reply = make("div", {});
  const shut = make(
    "button",
    { type: "button", class: "plain", onclick: () => closed() },
    text.shut,
  );
  const columns = [
    [seats.element, duties.element],
    [reports.element, devices.element, moneyForm()],
  ].map((column) => make("div", { class: "stack" }, column));
  const element = make(
    "section",
    { class: "panel close-up stack", "aria-labelledby": "close-up", hidden: true },
    make("div", { class: "row" }, heading, links, shut),
    make("div", { class: "two" }, columns),
  );

  // Runs what a button does and returns whether it was done; a refusal is shown above the page.
  async function attempt(action) {
    calm();
    try {
      if ((await action()) === false) return false;
      moment = "";
      await changed();
      return true;
    } catch (error) {
      tell(error);
      return false;
    }
  }

  const offer = (forms, options) =>
    attempt(() => actDialog(table.id, forms, { say, names, ...options }));
  const perform = (choice) =>
    attempt(async () => {
      await act(table.id, choice.type, choice.fields);
      say(words.done(label(choice)));
    });

  function group(title, ...groups) {
    const drawing = (offers) => {
      const choices = offers.filter((choice) => groups.includes(choice.group));
      const buttons = groupByLabel(choices).map(([name, forms]) => actButton(name, forms));
      return buttons.length ? make("div", { class: "row acts" }, buttons) : null;
    };
    return part(title, drawing, SMALL_PART);
  }

  function actButton(name, forms) {
    const [first] = forms;
    const careful =
      CAREFUL.includes(first.group) || first.wants.length || first.fields.duty === "close";
    const verb = first.group === "report" ? words.confirmReport : words.confirm;
    const onclick = () => (careful ? offer(forms, { title: name, verb }) : perform(first));
    return make("button", { type: "button", "data-key": `act ${name}`, onclick }, name);
  }

  function seatList(list, offers) {
    if (!list.length) return make("p", { class: "hint" }, words.nobody);
    const rows = list.map((seat) => seatItem(seat, offers));
    return make("ul", { class: "plain-list seat-list" }, rows);
  }

  function seatItem(seat, offers) {
    const own = offers.filter(
      (choice) =>
        choice.group === "seat" &&
        choice.fields.seat === seat.seat &&
        choice.type !== "ValidateAward",
    );
    const kinds = [...new Set(own.map((choice) => choice.type))];
    const buttons = kinds.map((kind) => {
      const forms = own.filter((choice) => choice.type === kind);
      const title = `${words.seat(seat.seat)}: ${text.seatAct[kind]}`;
      const onclick = () => offer(forms, { title, verb: words.confirm });
      const key = `${kind} ${seat.seat}`;
      return make("button", { type: "button", "data-key": key, onclick }, text.seatAct[kind]);
    });
    const state = seat.turn ? words.due.decide : seat.dropped;
    const stake = seat.staked ? dollars(seat.staked) : text.noStake;
    const who = make(
      "span",
      { class: "grow" },
      make("b", {}, words.seat(seat.seat)),
      ` ${seat.player} `,
      make("span", { class: "clause" }, stake),
      state ? make("span", { class: "pill" }, state) : null,
    );
    return make("li", { class: "row", "data-state": seat.turn ? "turn" : null }, who, buttons);
  }

  const request = (command) =>
    attempt(async () => {
      const { number } = await postWithRetry("/api/approvals", { table: table.id, command });
      reply.replaceChildren(notice(text.asked(number), "good"));
    });

  function moneyForm() {
    const onsubmit = async (event) => {
      event.preventDefault();
      const cents = Math.round(Number(amount.value) * 100);
      if (await request({ type: "Fill", cents })) amount.value = "";
    };
    const correct = () =>
      attempt(async () => {
        const command = await askCorrection(table.id, names);
        if (command) await request(command);
        return false;
      });
    const correction = { type: "button", "data-key": "correct", onclick: correct };
    const inputs = make(
      "div",
      { class: "row asks" },
      field(text.dollars, amount),
      make("button", { class: "main" }, text.ask),
      make("button", correction, text.correction),
    );
    return make(
      "form",
      { class: "stack", "aria-labelledby": "fill-form", onsubmit },
      make("h3", { id: "fill-form" }, text.fillForm),
      make("p", { class: "hint" }, text.fillHow),
      inputs,
      reply,
    );
  }

  async function fetchActs() {
    const { id } = table;
    const mine = moment;
    try {
      const state = await ask.get(`/api/tables/${id}/console`);
      await released();
      if (id !== table?.id || mine !== moment) return;
      acts = state.acts;
      seats.show(table.seats, acts, id);
      for (const one of parts) one.show(acts, id);
    } catch (error) {
      tell(error);
    }
  }

  async function openTable(glance) {
    heading.textContent = text.closer(glance.name);
    const link = (/** @type {string} */ href, /** @type {string} */ label) =>
      make("a", { class: "button", href }, label);
    const console = glance.mode === "dealer" ? link(`/dealer/${glance.id}`, text.toTable) : "";
    const slips = link(`/papers?table=${glance.id}`, text.slips);
    links.replaceChildren(console, link(`/table/${glance.id}`, text.watch), slips);
    reply.replaceChildren();
    acts = [];
    moment = "";
    try {
      const felt = await ask.get(`/api/tables/${glance.id}/felt`);
      names = Object.fromEntries(felt.spots.map((spot) => [spot.spot, spot.name]));
    } catch (error) {
      tell(error);
      if (table?.id === glance.id) table = null; // the next glance retries
    }
  }

  async function show(glance, { focus = false } = {}) {
    const other = glance?.id !== table?.id;
    table = glance;
    if (other || !glance) element.hidden = true;
    if (!glance) return;
    focusDue ||= focus;
    if (other) fetching = openTable(glance);
    await fetching;
    if (table !== glance) return; // a newer glance draws instead
    // The acts on offer belong to one moment of the table.
    const { id, round, phase, cards, due, seats: people, devices: conditions, method } = glance;
    const current = JSON.stringify([id, round, phase, cards, due, people, conditions, method]);
    if (current !== moment) {
      moment = current;
      fetching = fetchActs();
    }
    await fetching;
    if (glance.id !== table?.id) return;
    // Shown only once complete: a button that moves when others appear before it loses its click.
    element.hidden = false;
    if (!focusDue) return;
    focusDue = false;
    element.scrollIntoView({ block: "nearest" });
    heading.focus();
  }

  return { element, show };
}
