// The submission: its text, checked while it is typed, kept when it is valid; every one that was.
import text from "/text/admin.js";
import base from "/text/base.js";
import { make, replace, write } from "../base/dom.js";
import { ask } from "../base/house.js";
import { short, when } from "../base/money.js";
import { dialog, field, notice, tableOf } from "../base/parts.js";

const PAUSE = 350; // milliseconds of rest after which the text is checked
const RULING = /^[GSLMD]\d+$/;

// A text box with the numbers of its lines, those with something wrong marked.
function editor(value, changed) {
  const area = make("textarea", {
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    wrap: "off",
    rows: 26,
  });
  area.value = value;
  const gutter = make("div", { class: "gutter", "aria-hidden": "true" });
  let marked = new Map();
  const number = () => {
    const lines = area.value.split("\n").length;
    if (gutter.children.length !== lines)
      replace(
        gutter,
        Array.from({ length: lines }, (_, place) => make("span", {}, String(place + 1))),
      );
    [...gutter.children].forEach((line, place) => {
      line.className = marked.get(place + 1) ?? "";
    });
  };
  area.addEventListener("scroll", () => {
    gutter.scrollTop = area.scrollTop;
  });
  area.addEventListener("input", () => {
    number();
    changed();
  });
  number();
  return {
    area,
    box: make("div", { class: "editor" }, gutter, area),
    mark(found) {
      marked = found;
      number();
    },
    set(words) {
      area.value = words;
      number();
    },
    go(line) {
      const lines = area.value.split("\n");
      const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
      area.focus();
      area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
      area.scrollTop = Math.max(0, (line - 6) * (area.scrollHeight / lines.length));
    },
  };
}

const cited = (clause) => (RULING.test(clause) ? text.ruling(clause) : clause);

function problems(title, found, go, kind) {
  if (!found.length) return null;
  return make(
    "section",
    { class: "stack" },
    make("h2", {}, title),
    make(
      "ul",
      { class: `problems ${kind}` },
      found.map((one) =>
        make(
          "li",
          {},
          make(
            "button",
            {
              type: "button",
              class: "plain",
              disabled: !one.line,
              "aria-label": one.line ? text.goTo(one.line) : text.line(0),
              onclick: () => go(one.line),
            },
            text.line(one.line),
          ),
          make(
            "div",
            {},
            one.key ? make("code", {}, one.key) : null,
            make("p", {}, make("strong", {}, one.what), `; ${one.allowed}`),
            one.clause ? make("span", { class: "clause" }, cited(one.clause)) : null,
          ),
        ),
      ),
    ),
  );
}

const listed = (said) =>
  Object.entries(said)
    .map(([name, value]) => text.pair(name, typeof value === "number" ? short(value) : value))
    .join(", ") || text.none;

function overview(games) {
  const pair = (name, value) => [make("dt", {}, name), make("dd", {}, value)];
  return make(
    "section",
    { class: "stack" },
    make("h2", {}, text.overview),
    games.map((game) =>
      make(
        "div",
        { class: "panel stack game" },
        make(
          "p",
          { class: "row" },
          make("strong", { class: "grow" }, game.title),
          make(
            "span",
            { class: game.changed ? "pill bad" : "pill" },
            game.changed ? text.yes : text.no,
          ),
        ),
        make(
          "dl",
          { class: "facts" },
          pair(text.bets, text.range(short(game.minimum), short(game.maximum))),
          pair(text.paytables, listed(game.paytables)),
          pair(text.meters, listed(game.meters)),
          pair(text.limit, game.payout_limit === null ? text.none : short(game.payout_limit)),
          pair(text.dealing, game.dealing),
        ),
      ),
    ),
  );
}

export async function submissionPart(say) {
  let [given, history] = await Promise.all([
    ask.get("/api/submission"),
    ask.get("/api/submissions"),
  ]);
  const verdict = make("div", { class: "stack" });
  const done = make("div", {});
  const about = make("p", {});
  const past = make("div", {});
  let checked = null;
  let timer = 0;
  let asked = 0;
  const box = editor(given.text, () => {
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE);
    replace(done);
    save.disabled = true;
  });
  const save = make(
    "button",
    { type: "button", class: "main", disabled: true, onclick: () => keep() },
    text.keep,
  );
  const revert = make(
    "button",
    {
      type: "button",
      onclick: () => {
        box.set(given.text);
        check();
      },
    },
    text.revert,
  );

  async function check() {
    const mine = (asked += 1);
    const words = box.area.value;
    let told;
    try {
      told = await ask.post("/api/submission/check", { text: words });
    } catch (no) {
      replace(verdict, notice(no.message, "bad"));
      return;
    }
    if (mine !== asked) return;
    checked = told;
    const lines = new Map([
      ...told.warnings.map((one) => [one.line, "warn"]),
      ...told.violations.map((one) => [one.line, "bad"]),
    ]);
    box.mark(lines);
    save.disabled = !told.valid || words === given.text;
    const state = told.valid ? text.valid : text.invalid(told.violations.length);
    box.area.setAttribute("aria-invalid", String(!told.valid));
    replace(
      verdict,
      notice(
        told.warnings.length ? `${state} ${text.warned(told.warnings.length)}` : state,
        told.valid ? "good" : "bad",
      ),
      problems(text.problems, told.violations, box.go, "bad"),
      problems(text.warnings, told.warnings, box.go, "warn"),
      told.valid ? overview(told.games) : null,
    );
  }

  async function keep() {
    const games = checked.games.filter((game) => game.changed).map((game) => game.title);
    const sure = await dialog({
      title: text.sureKeep,
      body: make("p", {}, text.sureKeepWhy(games)),
      actions: [
        { label: base.cancel, value: "" },
        { label: text.keep, value: "yes", kind: "main" },
      ],
    });
    if (sure !== "yes") return;
    try {
      const { number } = await ask.post("/api/submission", {
        text: box.area.value,
        after: given.number,
      });
      [given, history] = await Promise.all([
        ask.get("/api/submission"),
        ask.get("/api/submissions"),
      ]);
      replace(done, notice(text.kept(number), "good"));
      say(text.kept(number));
      show();
      await check();
    } catch (no) {
      replace(
        done,
        notice(
          no.problem?.what_to_do ? `${no.message}: ${no.problem.what_to_do}` : no.message,
          "bad",
        ),
      );
    }
  }

  function show() {
    write(about, text.current(given.number, when(given.at), given.by));
    replace(
      past,
      history.length
        ? tableOf(
            [text.number, text.at, text.by, text.acts],
            history.map((one) => [
              String(one.number),
              when(one.at),
              one.by,
              make(
                "button",
                {
                  type: "button",
                  onclick: async () => {
                    box.set((await ask.get(`/api/submissions/${one.number}`)).text);
                    check();
                    box.area.focus();
                  },
                },
                text.load,
              ),
            ]),
            { caption: text.history },
          )
        : make("p", {}, text.noHistory),
    );
  }

  show();
  check();
  const place = field(text.text, box.area, { hint: text.textHint });
  box.area.replaceWith(box.box);
  box.box.append(box.area);
  return make(
    "div",
    { class: "stack" },
    make("p", {}, text.submissionLead),
    about,
    given.text ? null : notice(text.lost, "warn"),
    make(
      "div",
      { class: "editing" },
      make("div", { class: "stack" }, place, make("div", { class: "row" }, save, revert), done),
      verdict,
    ),
    past,
  );
}
