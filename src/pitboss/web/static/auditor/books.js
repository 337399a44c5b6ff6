// @ts-check
// The audit of everything, with its progress, and the facts of the house.
import text from "/text/auditor.js";
import { make, replace } from "../base/dom.js";
import { ask } from "../base/house.js";
import { number, when } from "../base/money.js";
import { factList, messageOf, notice, tableOf } from "../base/parts.js";

const POLL_MS = 500; // between two polls of a running audit
const MAX_FAULTS = 50;

/** @type {Record<string, string>} */
const CHECKS = text.checks;

/** @param {Api.AuditStatus} audit */
function verdict(audit) {
  const results = Object.entries(audit.faults);
  const wrong = results.reduce((sum, [, faults]) => sum + faults.length, 0);
  const rows = results.map(([name, faults]) => [
    CHECKS[name] ?? name,
    faults.length ? faultList(faults) : make("span", { class: "pill good" }, text.good),
  ]);
  return [
    notice(wrong ? text.faults(wrong) : text.clean, wrong ? "bad" : "good"),
    make("p", {}, make("small", {}, text.done(when(audit.ended), audit.by))),
    ...audit.remarks.map((remark) => notice(text.remark(remark))),
    tableOf([text.check, text.result], rows, { caption: text.checksMade }),
  ];
}

/** @param {string[]} faults */
function faultList(faults) {
  const lines = faults.slice(0, MAX_FAULTS).map((fault) => make("li", {}, fault));
  const pill = make("span", { class: "pill bad" }, text.wrong(faults.length));
  return make("div", {}, pill, make("ul", { class: "fault-list" }, lines));
}

/** @param {Api.AuditStatus} audit */
function progress({ read, entries }) {
  const words = read < entries ? text.running(number(read), number(entries)) : text.checking;
  const bar = make("progress", { max: entries, value: read, "aria-label": text.progress });
  return make("label", {}, words, bar);
}

/** @param {Api.AuditStatus} audit */
function drawing(audit) {
  if (audit.state === "runs") return progress(audit);
  if (audit.state === "done") return verdict(audit);
  return audit.state === "failed" ? notice(text.failed, "bad") : notice(text.never);
}

/** @param {(words: string) => void} say */
export function books(say) {
  const result = make("div", { class: "stack" });
  const button = make("button", { type: "button", class: "main", onclick: begin }, text.run);
  let last = "";

  async function look() {
    const audit = await ask.get("/api/audit/run");
    const runs = audit.state === "runs";
    button.disabled = runs;
    const moment = runs ? String(audit.read) : `${audit.state} ${audit.ended}`;
    if (moment !== last) {
      last = moment;
      replace(result, drawing(audit));
    }
    return audit;
  }

  async function watch() {
    for (;;) {
      const audit = await look();
      if (audit.state !== "runs") {
        const wrong = Object.values(audit.faults).some((faults) => faults.length);
        if (audit.state === "done") say(wrong ? text.faults(2) : text.clean);
        return;
      }
      await new Promise((resolve) => {
        setTimeout(resolve, POLL_MS);
      });
    }
  }

  async function begin() {
    button.disabled = true;
    try {
      await ask.post("/api/audit/run");
      await watch();
    } catch (error) {
      replace(result, notice(messageOf(error), "bad"));
      button.disabled = false;
    }
  }

  look().then((audit) => (audit.state === "runs" ? watch() : null));
  return make(
    "section",
    { class: "panel stack" },
    make("h2", {}, text.audit),
    make("p", {}, text.auditLead),
    make("p", {}, button),
    result,
  );
}

/** @param {Api.AboutHouse} about */
export function house(about) {
  const { checkpoint } = about;
  const program = about.program.length
    ? make("span", { class: "pill bad" }, about.program[0])
    : make("span", { class: "pill good" }, text.programGood);
  const signed = checkpoint
    ? text.checkpointAt(checkpoint.number, when(checkpoint.at))
    : text.noCheckpoint;
  const facts = factList(
    [
      [text.houseName, about.house],
      [text.program, [`${about.version} `, program]],
      [text.manifest, about.manifest, "hash"],
      [text.database, `${about.database}, ${about.schema_version}`],
      [text.key, about.public_key, "hash"],
      [text.checkpoint, signed],
      [text.counts, number(about.rounds)],
    ],
    "facts long",
  );
  return make("section", { class: "panel stack" }, make("h2", {}, text.house), facts);
}
