// The PAR sheet: every wager in a line, one of them whole, all of them together, limits, rulings.
import text from "/text/odds.js";
import { make, replace } from "../base/dom.js";
import { dollars, number, short } from "../base/money.js";
import { field, notice, select, tableOf } from "../base/parts.js";
import { patiently, query } from "./ask.js";
import { cents, chance, downloads, fraction, plain, share, signedCents, under } from "./figures.js";
import { Line } from "./meters.js";
import { distributionOf, distributionPlot, plotWithTable, sessionsPlot } from "./plots.js";

export const stageName = (menu, key) =>
  menu.decisions.find((one) => one.decision === key)?.name ?? key;
const titled = (words, what, path) =>
  make("div", { class: "titled" }, make("h3", {}, words), path ? downloads(what, path) : null);

export class Sheet {
  constructor(menu, choice) {
    Object.assign(this, { menu, choice, wager: menu.wagers[0].wager, asked: "" });
    this.status = make("div", { role: "status" });
    this.body = make("div", { class: "stack sheet" });
    this.element = make("div", { class: "stack" }, this.status, this.body);
  }

  get path() {
    const { choice, menu } = this;
    const question = {
      letters: choice.every,
      stakes: { base: choice.base },
      progressive_stake: menu.progressive ? choice.stake : null,
      limit: choice.limit,
    };
    return `/api/odds/${menu.game}/sheet${query(question)}`;
  }

  async refresh() {
    const path = this.path;
    if (this.asked === path) return this.sheet ? this.showWagers() : null;
    this.asked = path;
    this.body.classList.add("stale");
    try {
      const working = (told) =>
        replace(this.status, told ? notice(text.working(told.seconds, told.ahead)) : null);
      const [sheet, lines] = await Promise.all([
        patiently(path, { working }),
        this.menu.progressive ? patiently(`/api/odds/${this.menu.game}/lines`) : null,
      ]);
      if (this.asked !== path) return null;
      this.sheet = sheet;
      this.lines = lines;
      this.show();
    } catch (no) {
      this.asked = "";
      replace(this.status, notice(text.failed(no.message), "bad"));
    }
    this.body.classList.remove("stale");
    return null;
  }

  show() {
    this.overview = make("div", {});
    this.detail = make("div", { class: "stack" });
    const several = this.sheet.wagers.map((one) => [one.wager, one.name]);
    replace(
      this.body,
      titled(text.wagers, text.sheet, this.path),
      this.overview,
      make("p", { class: "small" }, text.unitNote),
      make(
        "div",
        { class: "panel stack" },
        field(
          text.detail,
          select(several, this.wager, {
            "data-key": "detail",
            onchange: (event) => {
              this.wager = event.target.value;
              this.showDetail();
            },
          }),
        ),
        this.detail,
      ),
      this.together(),
      this.sessions(),
      this.limits(),
      this.rulings(),
      this.information(),
    );
    this.showWagers();
    this.showDetail();
  }

  // The progressive's edge follows the sliders; all else stands as counted.
  edgeOf(wager) {
    if (!this.lines || wager.wager !== this.menu.progressive.wager) return wager.house_edge;
    const { choice } = this;
    return Line.find(this.lines, choice.progressiveLetter, choice.stake).edge(
      choice.ownMeters,
      choice.seats,
    ).figure;
  }

  showWagers() {
    const rows = this.sheet.wagers.map((one) => {
      const edge = this.edgeOf(one);
      return [
        one.name,
        one.paytable,
        { num: make("strong", {}, share(edge)) },
        { num: fraction(edge) },
        { num: share(one.element_of_risk) },
        { num: plain(one.standard_deviation, 3) },
        { num: share(one.hit_frequency, 2) },
        { num: plain(one.average_wager, 3) },
      ];
    });
    replace(
      this.overview,
      under(
        [
          text.wager,
          text.table,
          text.edge,
          text.exact,
          text.risk,
          text.deviation,
          text.hit,
          text.average,
        ],
        rows,
        text.wagers,
      ),
    );
  }

  showDetail() {
    const one =
      this.sheet.wagers.find((wager) => wager.wager === this.wager) ?? this.sheet.wagers[0];
    const { choice, menu } = this;
    const question = {
      wager: one.wager,
      letters: { [one.wager]: one.paytable },
      stakes: { base: choice.base },
    };
    const path = `/api/odds/${menu.game}/sheet${query(question)}`;
    const facts = Object.entries(text.figure)
      .filter(([name]) => one[name])
      .map(([name, words]) => {
        const figure = one[name];
        const isShare = [
          "house_edge",
          "house_edge_of_initial_wager",
          "element_of_risk",
          "hit_frequency",
          "win_frequency",
          "push_frequency",
        ].includes(name);
        return [
          words,
          { num: isShare ? share(figure, 4) : plain(figure, 4) },
          { num: figure.fraction || figure.squared ? fraction(figure) : text.rounded },
        ];
      });
    replace(
      this.detail,
      titled(text.figures(one.name, one.paytable), one.name, path),
      make("p", { class: "small" }, text.unit(one.unit)),
      make(
        "div",
        { class: "two" },
        make(
          "div",
          {},
          under([text.what, text.amount, text.exact], facts, text.figures(one.name, one.paytable)),
        ),
        make("div", {}, make("h4", {}, text.distribution), distributionOf(one)),
      ),
      tableOf(
        [
          text.outcome,
          text.pays,
          text.combinations,
          text.probability,
          text.trueOdds,
          text.returned,
        ],
        one.outcomes.map((row) => [
          row.hand,
          row.pays,
          { num: number(row.combinations) },
          { num: chance(row.probability) },
          {
            num: row.true_odds
              ? text.trueOddsValue(
                  row.true_odds.decimal < 100
                    ? plain(row.true_odds, 2).textContent
                    : number(Math.round(row.true_odds.decimal)),
                )
              : "–",
          },
          { num: plain(row.return, 5) },
        ]),
        { caption: text.outcomes(number(one.combinations_total)) },
      ),
      one.decisions.length
        ? tableOf(
            [text.stage, text.choice, text.rounds, text.frequency],
            one.decisions.map((row) => [
              stageName(menu, row.stage),
              row.choice,
              { num: number(row.count) },
              { num: share(row.frequency) },
            ]),
            { caption: text.decisions },
          )
        : null,
      one.ties ? ties(one) : null,
      one.edge_by_stake
        ? tableOf(
            [text.stake, text.edge, text.exact],
            one.edge_by_stake.map((row) => [
              text.money(short(row.stake_cents)),
              { num: share(row.house_edge) },
              { num: fraction(row.house_edge) },
            ]),
            { caption: text.byStake },
          )
        : null,
    );
  }

  together() {
    const told = this.sheet.together;
    if (!told) return null;
    const name = (key) => this.menu.wagers.find((wager) => wager.wager === key)?.name ?? key;
    const total = told.distribution.reduce((sum, one) => sum + one.count, 0);
    const points = told.distribution.map((one) => ({
      net: one.net_cents / told.stakes_cents.base,
      chance: one.count / total,
    }));
    return make(
      "section",
      { class: "panel stack" },
      titled(text.together, text.together, this.path),
      make("p", { class: "small" }, text.togetherLead),
      make(
        "div",
        { class: "two" },
        make(
          "dl",
          { class: "facts" },
          ...[
            [text.expectation, signedCents(told.expectation_cents)],
            [text.staked, cents(told.average_wager_cents)],
            [text.risk, share(told.element_of_risk)],
            [text.deviationMoney, cents(told.standard_deviation_cents)],
            [
              text.apart,
              text.money(
                dollars(Math.round(Math.sqrt(told.variance_if_no_cards_were_shared.decimal))),
              ),
            ],
          ].flatMap(([words, value]) => [make("dt", {}, words), make("dd", {}, value)]),
        ),
        tableOf(
          [text.wager, text.stake, text.expectation],
          told.by_wager.map((one) => [
            name(one.wager),
            { num: text.money(short(told.stakes_cents[one.wager] ?? 0)) },
            { num: signedCents(one.expectation_cents) },
          ]),
          { caption: text.parted },
        ),
      ),
      plotWithTable(
        distributionPlot(points),
        [text.netCents, text.combinations],
        () =>
          told.distribution
            .slice(0, 1500)
            .map((one) => [text.money(dollars(one.net_cents)), { num: number(one.count) }]),
        text.outcomes(number(total)),
      ),
    );
  }

  sessions() {
    const letter = this.choice.letters.base;
    const path = `/api/odds/${this.menu.game}/sessions${query({ letter })}`;
    const box = make("div", { class: "stack" });
    patiently(path).then(
      (told) =>
        replace(
          box,
          sessionsPlot(told),
          make("p", { class: "small" }, text.sessionsLead(number(told.sessions), told.seed)),
        ),
      (no) => replace(box, notice(text.failed(no.message), "bad")),
    );
    return make(
      "section",
      { class: "panel stack" },
      titled(text.sessions, text.sessions, path),
      box,
    );
  }

  limits() {
    const found = this.sheet.payout_limits;
    const question = { letter: this.choice.letters.base, limit: this.choice.limit };
    const path = `/api/odds/${this.menu.game}/limit${query(question)}`;
    return make(
      "section",
      { class: "panel stack" },
      titled(text.limits, text.limits, found.length ? path : null),
      found.length
        ? [
            make("p", { class: "small" }, text.limitsLead(short(found[0].limit_cents))),
            under(
              [text.stake, text.without, text.withLimit, text.bestWith, text.cut],
              found.map((one) => [
                text.money(short(one.stake_cents)),
                { num: share(one.house_edge_without) },
                { num: share(one.house_edge_with) },
                { num: share(one.house_edge_with_best_play) },
                { num: chance(one.hands_cut) },
              ]),
              text.limits,
            ),
          ]
        : make("p", { class: "small" }, text.noLimits),
    );
  }

  rulings() {
    const { every } = this.choice;
    const found = this.sheet.rulings.filter((one) => every[one.wager] === one.paytable);
    if (!found.length) return null;
    const name = (key) => this.menu.wagers.find((wager) => wager.wager === key)?.name ?? key;
    return make(
      "section",
      { class: "panel stack" },
      make("h3", {}, text.rulingsTitle),
      under(
        [text.ruling, text.option, text.wager, text.edgeNow, text.edgeOther],
        found.map((one) => [
          make(
            "a",
            { class: "touch", href: `/rules/${this.menu.game}#r-${one.ruling}` },
            one.ruling,
          ),
          make("code", {}, one.option),
          name(one.wager),
          { num: share(one.house_edge) },
          { num: share(one.house_edge_of_alternative) },
        ]),
        text.rulingsTitle,
      ),
    );
  }

  information() {
    const box = make("div", { class: "stack" });
    const question = {
      wager: "base",
      letters: { base: this.choice.letters.base },
      information: true,
    };
    const path = `/api/odds/${this.menu.game}/sheet${query(question)}`;
    const button = make(
      "button",
      {
        type: "button",
        class: "start",
        onclick: async () => {
          button.disabled = true;
          try {
            const told = await patiently(path, {
              working: (now) => now && replace(box, notice(text.working(now.seconds, now.ahead))),
            });
            replace(
              box,
              under(
                [text.seen, text.gain, text.error, text.cases],
                told.information.map((one) => [
                  one.seen,
                  { num: plain(one.gain, 5) },
                  {
                    num: one.standard_error
                      ? plain({ decimal: one.standard_error }, 5)
                      : text.enumerated,
                  },
                  { num: number(one.cases) },
                ]),
                text.information,
              ),
            );
            button.hidden = true;
          } catch (no) {
            replace(box, notice(text.failed(no.message), "bad"));
            button.disabled = false;
          }
        },
      },
      text.informationAsk,
    );
    return make(
      "section",
      { class: "panel stack" },
      titled(text.information, text.information, path),
      make("p", { class: "small" }, text.informationLead),
      button,
      box,
    );
  }
}

function ties(one) {
  const { played_on: on, declined } = one.ties;
  const row = (words, name, show) => [
    words,
    { num: show(on[name]) },
    { num: show(declined[name]) },
  ];
  return make(
    "div",
    { class: "stack" },
    tableOf(
      [text.ties, text.playedOn, text.declined],
      [
        row(text.figure.house_edge, "house_edge", share),
        row(text.figure.element_of_risk, "element_of_risk", share),
        row(text.figure.average_wager, "average_wager", plain),
        row(text.figure.standard_deviation, "standard_deviation", plain),
        row(text.figure.hit_frequency, "hit_frequency", share),
      ],
      { caption: text.ties },
    ),
    make("p", { class: "small" }, text.tiesLead(share(one.ties.rounds_with_a_tie, 2).textContent)),
  );
}
