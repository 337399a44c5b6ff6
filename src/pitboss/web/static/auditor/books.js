// The audit of everything, with how far it is, and what the house says of itself.
import text from "/text/auditor.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { number, when } from "../base/money.js";
import { notice, tableOf } from "../base/parts.js";

const EVERY = 500; // milliseconds between two looks at an audit that runs

function verdict(told) {
  const found = Object.entries(told.found);
  const wrong = found.reduce((sum, [, faults]) => sum + faults.length, 0);
  const rows = found.map(([name, faults]) => [
    text.checks[name] ?? name,
    faults.length
      ? make(
          "div",
          {},
          make("span", { class: "pill bad" }, text.wrong(faults.length)),
          make(
            "ul",
            { class: "fault-list" },
            faults.slice(0, 50).map((fault) => make("li", {}, fault)),
          ),
        )
      : make("span", { class: "pill good" }, text.good),
  ]);
  return [
    notice(wrong ? text.faults(wrong) : text.clean, wrong ? "bad" : "good"),
    make("p", {}, make("small", {}, text.done(when(told.ended), told.by))),
    tableOf([text.check, text.result], rows, { caption: text.checksMade }),
  ];
}

export function books(say) {
  const told = make("div", { class: "stack" });
  const button = make(
    "button",
    { type: "button", class: "main", onclick: () => begin() },
    text.run,
  );
  let drawn = "";

  async function look() {
    const state = await ask.get("/api/audit/run");
    button.disabled = state.state === "runs";
    const now = state.state === "runs" ? `${state.read}` : `${state.state} ${state.ended}`;
    if (now !== drawn) {
      drawn = now;
      if (state.state === "runs")
        replace(
          told,
          make(
            "label",
            {},
            state.read < state.entries
              ? text.running(number(state.read), number(state.entries))
              : text.checking,
            make("progress", {
              max: state.entries,
              value: state.read,
              "aria-label": text.progress,
            }),
          ),
        );
      else if (state.state === "done") replace(told, verdict(state));
      else
        replace(
          told,
          notice(
            state.state === "failed" ? text.failed : text.never,
            state.state === "failed" ? "bad" : "plain",
          ),
        );
    }
    return state;
  }

  async function watch() {
    for (;;) {
      const state = await look();
      if (state.state !== "runs") {
        if (state.state === "done")
          say(
            Object.values(state.found).some((faults) => faults.length)
              ? text.faults(2)
              : text.clean,
          );
        return;
      }
      await new Promise((done) => {
        setTimeout(done, EVERY);
      });
    }
  }

  async function begin() {
    button.disabled = true;
    try {
      await ask.post("/api/audit/run");
      await watch();
    } catch (no) {
      replace(told, notice(no.message, "bad"));
      button.disabled = false;
    }
  }

  look().then((state) => (state.state === "runs" ? watch() : null));
  return make(
    "section",
    { class: "panel stack" },
    make("h2", {}, text.audit),
    make("p", {}, text.auditLead),
    make("p", {}, button),
    told,
  );
}

export function house(about) {
  const pair = (name, value, kind) => [
    make("dt", {}, name),
    make("dd", { class: kind ?? null }, value),
  ];
  const program = about.program.length
    ? make("span", { class: "pill bad" }, about.program[0])
    : make("span", { class: "pill good" }, text.programGood);
  return make(
    "section",
    { class: "panel stack" },
    make("h2", {}, text.house),
    make(
      "dl",
      { class: "facts long" },
      pair(text.houseName, about.house),
      pair(text.program, [`${about.version} `, program]),
      pair(text.manifest, about.manifest, "hash"),
      pair(text.database, `${about.database}, ${about.schema_version}`),
      pair(text.key, about.public_key, "hash"),
      pair(
        text.checkpoint,
        about.checkpoint
          ? text.checkpointAt(about.checkpoint.number, when(about.checkpoint.at))
          : text.noCheckpoint,
      ),
      pair(text.counts, number(about.rounds)),
    ),
  );
}
