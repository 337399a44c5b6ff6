// @ts-check
// The submission: its text, checked as it is typed and saved when it is valid, and its history.
import text from "/text/admin.js";
import { make, replace, write } from "../base/dom.js";
import { ask } from "../base/house.js";
import { short, when } from "../base/money.js";
import {
  confirm,
  errorNotice,
  factList,
  field,
  messageOf,
  notice,
  tableOf,
} from "../base/parts.js";
import { editor } from "./editor.js";

const PAUSE_MS = 350; // without typing before the text is checked
const RULING = /^[GSLMD]\d+$/;

const citation = (clause) => (RULING.test(clause) ? text.ruling(clause) : clause);

function problemList(title, problems, go, kind) {
  if (!problems.length) return null;
  const items = problems.map((problem) => problemItem(problem, go));
  const list = make("ul", { class: `problems ${kind}` }, items);
  return make("section", { class: "stack" }, make("h2", {}, title), list);
}

function problemItem({ line, key, what, allowed, clause }, go) {
  const attributes = {
    type: "button",
    class: "plain",
    disabled: !line,
    "aria-label": line ? text.goTo(line) : text.line(0),
    onclick: () => go(line),
  };
  const sentence = make("p", {}, make("strong", {}, what), `; ${allowed}`);
  const cited = clause ? make("span", { class: "clause" }, citation(clause)) : null;
  const body = make("div", {}, key ? make("code", {}, key) : null, sentence, cited);
  return make("li", {}, make("button", attributes, text.line(line)), body);
}

const listOf = (values) =>
  Object.entries(values)
    .map(([name, value]) => text.pair(name, typeof value === "number" ? short(value) : value))
    .join(", ") || text.none;

function overview(games) {
  const panels = games.map((game) => {
    const pill = game.changed ? "pill bad" : "pill";
    const head = make(
      "p",
      { class: "row" },
      make("strong", { class: "grow" }, game.title),
      make("span", { class: pill }, game.changed ? text.yes : text.no),
    );
    const limit = game.payout_limit === null ? text.none : short(game.payout_limit);
    const facts = factList([
      [text.bets, text.range(short(game.minimum), short(game.maximum))],
      [text.paytables, listOf(game.paytables)],
      [text.meters, listOf(game.meters)],
      [text.limit, limit],
      [text.dealing, game.dealing],
    ]);
    return make("div", { class: "panel stack game" }, head, facts);
  });
  return make("section", { class: "stack" }, make("h2", {}, text.overview), panels);
}

// What the Commission has approved, as the submission names it.
function approvalList(approvals) {
  const rows = approvals.map(({ subject, reference, date }) => [subject, reference, date]);
  const headings = [text.subject, text.reference, text.date];
  const table = rows.length ? tableOf(headings, rows, { caption: text.approvalsOf }) : null;
  const none = make("p", {}, text.noApprovals);
  return make("section", { class: "stack" }, make("h2", {}, text.approvals), table ?? none);
}

const fetchAll = () => Promise.all([ask.get("/api/submission"), ask.get("/api/submissions")]);

export async function submissionPart(say) {
  let [current, history] = await fetchAll();
  const verdict = make("div", { class: "stack" });
  const reply = make("div", {});
  const about = make("p", {});
  const past = make("div", {});
  let result = null;
  let timer = 0;
  let turn = 0;
  const box = editor(current.text, () => {
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE_MS);
    replace(reply);
    save.disabled = true;
  });
  const saving = { type: "button", class: "main", disabled: true, onclick: keep };
  const save = make("button", saving, text.keep);
  const revert = make("button", { type: "button", onclick: () => load(current.text) }, text.revert);

  async function load(words) {
    box.set(words);
    await check();
  }

  async function check() {
    turn += 1;
    const mine = turn;
    const words = box.area.value;
    let answer;
    try {
      answer = await ask.post("/api/submission/check", { text: words });
    } catch (error) {
      replace(verdict, notice(messageOf(error), "bad"));
      return;
    }
    if (mine !== turn) return;
    result = answer;
    save.disabled = !answer.valid || words === current.text;
    showResult(answer);
  }

  function showResult({ valid, violations, warnings, games, approvals }) {
    const warned = warnings.map((problem) => [problem.line, "warn"]);
    const wrong = violations.map((problem) => [problem.line, "bad"]);
    box.mark(new Map([...warned, ...wrong]));
    box.area.setAttribute("aria-invalid", String(!valid));
    const state = valid ? text.valid : text.invalid(violations.length);
    const words = warnings.length ? `${state} ${text.warned(warnings.length)}` : state;
    replace(
      verdict,
      notice(words, valid ? "good" : "bad"),
      problemList(text.problems, violations, box.go, "bad"),
      problemList(text.warnings, warnings, box.go, "warn"),
      valid ? overview(games) : null,
      valid ? approvalList(approvals) : null,
    );
  }

  async function keep() {
    const games = result.games.filter((game) => game.changed).map((game) => game.title);
    const body = make("p", {}, text.sureKeepWhy(games));
    if (!(await confirm(text.sureKeep, text.keep, { body }))) return;
    try {
      const question = { text: box.area.value, after: current.number };
      const { number } = await ask.post("/api/submission", question);
      [current, history] = await fetchAll();
      replace(reply, notice(text.kept(number), "good"));
      say(text.kept(number));
      show();
      await check();
    } catch (error) {
      replace(reply, errorNotice(error));
    }
  }

  function show() {
    write(about, text.current(current.number, when(current.at), current.by));
    const rows = history.map(({ number, at, by }) => {
      const onclick = async () => {
        const old = await ask.get(`/api/submissions/${number}`);
        load(old.text);
        box.area.focus();
      };
      return [String(number), when(at), by, make("button", { type: "button", onclick }, text.load)];
    });
    const headings = [text.number, text.at, text.by, text.acts];
    const table = rows.length ? tableOf(headings, rows, { caption: text.history }) : null;
    replace(past, table ?? make("p", {}, text.noHistory));
  }

  show();
  check();
  const place = field(text.text, box.area, { hint: text.textHint });
  box.area.replaceWith(box.box);
  box.box.append(box.area);
  const buttons = make("div", { class: "row" }, save, revert);
  const editing = make("div", { class: "stack" }, place, buttons, reply);
  return make(
    "div",
    { class: "stack" },
    make("p", {}, text.submissionLead),
    about,
    current.text ? null : notice(text.lost, "warn"),
    make("div", { class: "editing" }, editing, verdict),
    past,
  );
}
