// One table close up: its seats and what may be done about each, devices, and money with a second
// person.
import text from "/text/floor.js";
import words from "/text/staff.js";
import { make } from "../base/dom.js";
import { ask, surely } from "../base/house.js";
import { dollars } from "../base/money.js";
import { dialog, field, notice, select } from "../base/parts.js";
import { act, actDialog, label } from "../staff/acts.js";
import { part } from "../staff/parts.js";

const CAREFUL = ["report", "seat", "device"];

export function closeUp({ say, tell, calm, changed, closed }) {
  let table = null;
  let names = {};
  let acts = [];
  let asked = "";

  const offer = async (forms, more) => {
    calm();
    try {
      if (await actDialog(table.id, forms, { say, names, ...more })) {
        asked = "";
        await changed();
      }
    } catch (no) {
      tell(no);
    }
  };
  const plainly = async (one) => {
    calm();
    try {
      await act(table.id, one.type, one.fields);
      say(words.done(label(one)));
      asked = "";
      await changed();
    } catch (no) {
      tell(no);
    }
  };
  const press = (name, forms, more = {}) =>
    make(
      "button",
      {
        type: "button",
        "data-key": `act ${name}`,
        onclick: () =>
          CAREFUL.includes(forms[0].group) ||
          forms[0].wants.length ||
          forms[0].fields.duty === "close"
            ? offer(forms, {
                title: name,
                verb: forms[0].group === "report" ? words.confirmReport : words.confirm,
                ...more,
              })
            : plainly(forms[0]),
      },
      name,
    );

  const heading = make("h2", { id: "close-up", tabindex: "-1" });
  const links = make("div", { class: "row" });
  const seats = part(
    text.seatActs,
    (list, offered) =>
      list.length
        ? make(
            "ul",
            { class: "bare seat-list" },
            list.map((seat) => {
              const mine = offered.filter(
                (one) =>
                  one.group === "seat" &&
                  one.fields.seat === seat.seat &&
                  one.type !== "ValidateAward",
              );
              const kinds = [...new Set(mine.map((one) => one.type))];
              const state = seat.dropped || (seat.folded ? words.phase.play : "");
              return make(
                "li",
                { class: `row${seat.turn ? " turn" : ""}` },
                make(
                  "span",
                  { class: "grow" },
                  make("b", {}, words.seat(seat.seat)),
                  ` ${seat.player} `,
                  make(
                    "span",
                    { class: "clause" },
                    seat.staked ? dollars(seat.staked) : text.noStake,
                  ),
                  seat.turn
                    ? make("span", { class: "pill" }, words.due.decide)
                    : seat.dropped
                      ? make("span", { class: "pill" }, state)
                      : null,
                ),
                kinds.map((kind) =>
                  make(
                    "button",
                    {
                      type: "button",
                      "data-key": `${kind} ${seat.seat}`,
                      onclick: () =>
                        offer(
                          mine.filter((one) => one.type === kind),
                          {
                            title: `${words.seat(seat.seat)}: ${text.seatAct[kind]}`,
                            verb: words.confirm,
                          },
                        ),
                    },
                    text.seatAct[kind],
                  ),
                ),
              );
            }),
          )
        : make("p", { class: "hint" }, words.nobody),
    { level: "h3", attributes: { class: "stack" } },
  );

  const group = (title, ...wanted) =>
    part(
      title,
      (offered) => {
        const found = new Map();
        for (const one of offered.filter((each) => wanted.includes(each.group)))
          found.set(label(one), [...(found.get(label(one)) ?? []), one]);
        return found.size
          ? make(
              "div",
              { class: "row acts" },
              [...found].map(([name, forms]) => press(name, forms)),
            )
          : null;
      },
      { level: "h3", attributes: { class: "stack" } },
    );
  const duties = group(text.acts, "duty", "cards");
  const reports = group(text.reports, "report");
  const devices = group(text.device, "device");

  const amount = make("input", { type: "number", step: "1", required: true });
  const said = make("div", {});
  const form = make(
    "form",
    {
      class: "stack",
      "aria-labelledby": "fill-form",
      onsubmit: async (event) => {
        event.preventDefault();
        calm();
        try {
          const { number } = await surely("/api/approvals", {
            table: table.id,
            command: { type: "Fill", cents: Math.round(Number(amount.value) * 100) },
          });
          amount.value = "";
          said.replaceChildren(notice(text.asked(number), "good"));
          await changed();
        } catch (no) {
          tell(no);
        }
      },
    },
    make("h3", { id: "fill-form" }, text.fillForm),
    make("p", { class: "hint" }, text.fillHow),
    make(
      "div",
      { class: "row asks" },
      field(text.dollars, amount),
      make("button", { class: "main" }, text.ask),
      make(
        "button",
        { type: "button", "data-key": "correct", onclick: () => correct() },
        text.correction,
      ),
    ),
    said,
  );

  // A payment is put right by naming it: its round, seat, player and spot are the record's own.
  async function correct() {
    calm();
    const sum = make("input", { type: "number", step: "0.01", required: true });
    const reason = make("input", { maxlength: 200, required: true });
    const which = make("div", {});
    let moves = [];
    let pick = null;
    const round = make("input", {
      type: "number",
      min: "1",
      step: "1",
      onchange: () => load(Number(round.value)),
    });
    const load = async (number) => {
      const told = await ask.get(`/api/tables/${table.id}/payments?round=${number}`);
      moves = told.moves.filter((move) => move.spot in names);
      round.value = told.round;
      pick = select(
        moves.map((move, n) => [
          String(n),
          text.paymentIs(
            move.seat,
            move.player,
            names[move.spot],
            words.moves[move.what](dollars(move.cents)),
          ),
        ]),
        "0",
      );
      which.replaceChildren(moves.length ? field(text.payment, pick) : notice(text.noRound));
    };
    try {
      await load(0);
      const chosen = await dialog({
        title: text.correction,
        wide: true,
        body: [
          make("p", {}, text.correctHow),
          field(text.roundNo, round),
          which,
          field(text.dollars, sum),
          field(text.reason, reason),
        ],
        actions: [
          { label: words.notNow, value: "" },
          { label: text.ask, value: "do", kind: "main" },
        ],
      });
      const move = moves[Number(pick?.value)];
      if (chosen !== "do" || !move) return;
      const { number } = await surely("/api/approvals", {
        table: table.id,
        command: {
          type: "Correct",
          round: Number(round.value),
          seat: move.seat,
          player: move.player,
          spot: move.spot,
          cents: Math.round(Number(sum.value) * 100),
          reason: reason.value.trim(),
        },
      });
      said.replaceChildren(notice(text.asked(number), "good"));
      await changed();
    } catch (no) {
      tell(no);
    }
  }

  const element = make(
    "section",
    { class: "panel close-up stack", "aria-labelledby": "close-up", hidden: true },
    make(
      "div",
      { class: "row" },
      heading,
      links,
      make("button", { type: "button", class: "plain", onclick: () => closed() }, text.shut),
    ),
    make(
      "div",
      { class: "two" },
      make("div", { class: "stack" }, seats.element, duties.element),
      make("div", { class: "stack" }, reports.element, devices.element, form),
    ),
  );

  async function look() {
    const mine = table.id;
    try {
      const told = await ask.get(`/api/tables/${mine}/console`);
      if (mine !== table?.id) return;
      acts = told.acts;
      draw();
    } catch (no) {
      tell(no);
    }
  }

  function draw() {
    seats.show(table.seats, acts, table.id);
    duties.show(acts, table.id);
    reports.show(acts, table.id);
    devices.show(acts, table.id);
  }

  return {
    element,
    show: async (glance, { focus = false } = {}) => {
      const other = glance?.id !== table?.id;
      table = glance;
      element.hidden = !glance;
      if (!glance) return;
      if (other) {
        heading.textContent = text.closer(glance.name);
        links.replaceChildren(
          glance.mode === "dealer"
            ? make("a", { class: "button", href: `/dealer/${glance.id}` }, text.toTable)
            : "",
          make("a", { class: "button", href: `/table/${glance.id}` }, text.watch),
        );
        said.replaceChildren();
        acts = [];
        asked = "";
        const felt = await ask.get(`/api/tables/${glance.id}/felt`);
        names = Object.fromEntries(felt.spots.map((spot) => [spot.spot, spot.name]));
      }
      if (focus) {
        element.scrollIntoView({ block: "nearest" });
        heading.focus();
      }
      // Asked again when the table has moved on: the offers are another moment's.
      const moment = JSON.stringify([
        glance.id,
        glance.round,
        glance.phase,
        glance.cards,
        glance.due,
        glance.seats,
        glance.devices,
        glance.method,
      ]);
      if (moment !== asked) {
        asked = moment;
        await look();
      }
    },
  };
}
