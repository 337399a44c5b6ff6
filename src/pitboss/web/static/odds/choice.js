// What is played, chosen once for all parts of the page: letters, stakes, limit, seats, meters.
// It is kept in the address, so that a link shows the same figures.
import text from "/text/odds.js";
import { make, replace, write } from "../base/dom.js";
import { ask } from "../base/house.js";
import { short } from "../base/money.js";
import { field, folding, select } from "../base/parts.js";

const pairs = (said, read) =>
  Object.fromEntries(
    (said ?? "")
      .split(",")
      .filter(Boolean)
      .map((part) => part.split(":"))
      .map(([name, value]) => [name, read(value)]),
  );

export class Choice {
  constructor(menu, tables) {
    this.menu = menu;
    this.tables = tables;
    this.fields = make("div", { class: "fields" });
    this.short = make("span", { class: "small" });
    // On a phone what is played is folded away until it is wanted.
    this.element = folding(
      { class: "panel choice" },
      701,
      make("summary", {}, make("h2", {}, text.house), this.short),
      this.fields,
    );
    this.onchange = () => {};
    const said = new URLSearchParams(location.search);
    // Who asks for nothing in particular sees what this house plays.
    const table =
      tables.find((one) => one.id === said.get("table")) ??
      (said.get("letters") ? null : (tables[0] ?? null));
    this.like = table?.id ?? "";
    this.letters = { ...this.lettersOf(table), ...pairs(said.get("letters"), String) };
    this.seats = Math.min(menu.seats, Number(said.get("seats")) || menu.seats);
    this.base = Number(said.get("base")) || table?.minimum || 500;
    this.limit = said.get("limit") ? Number(said.get("limit")) : (table?.payout_limit ?? null);
    this.stake =
      Number(said.get("stake")) ||
      table?.progressive_stake ||
      menu.progressive?.stakes_cents[0] ||
      100;
    this.meters = { ...this.metersOf(table), ...pairs(said.get("meters"), Number) };
    this.draw();
    if (table && !said.get("meters")) this.live(table);
  }

  get progressiveLetter() {
    return this.letters[this.menu.progressive?.wager] ?? "A";
  }

  get meterNames() {
    return this.menu.progressive
      ? Object.keys(this.menu.progressive.meters[this.progressiveLetter])
      : [];
  }

  get ownMeters() {
    return Object.fromEntries(
      this.meterNames.map((name) => [
        name,
        this.meters[name] ?? this.menu.progressive.meters[this.progressiveLetter][name],
      ]),
    );
  }

  // Letters by wager as a sheet wants them: every wager that shares a letter has it.
  get every() {
    return Object.fromEntries(
      this.menu.wagers
        .filter((wager) => wager.letters.includes(this.letters[wager.lettered]))
        .map((wager) => [wager.wager, this.letters[wager.lettered]]),
    );
  }

  lettersOf(table) {
    const own = this.menu.wagers.filter((wager) => wager.lettered === wager.wager);
    return Object.fromEntries(
      own.map((wager) => {
        // The whole game's letter is that of the one among its wagers which has several.
        const same = this.menu.wagers
          .filter((one) => one.lettered === wager.wager)
          .map((one) => table?.letters[one.wager]);
        const found = same
          .filter((letter) => wager.letters.includes(letter))
          .sort()
          .at(-1);
        return [wager.wager, found ?? wager.letters[0]];
      }),
    );
  }

  metersOf(table) {
    return Object.fromEntries((table?.meters ?? []).map((meter) => [meter.meter, meter.initial]));
  }

  // The meters of a table as they stand now.
  async live(table) {
    const rows = await ask.get("/api/tables");
    const found = rows.find((row) => row.id === table.id);
    if (found && Object.keys(found.meters).length) {
      this.meters = { ...found.meters };
      this.changed();
    }
  }

  changed() {
    const said = new URLSearchParams();
    if (this.like) said.set("table", this.like);
    said.set(
      "letters",
      Object.entries(this.letters)
        .map((pair) => pair.join(":"))
        .join(","),
    );
    said.set("seats", this.seats);
    if (this.base !== 500) said.set("base", this.base);
    if (this.stake !== 100) said.set("stake", this.stake);
    if (this.limit !== null) said.set("limit", this.limit);
    if (this.menu.progressive)
      said.set(
        "meters",
        Object.entries(this.ownMeters)
          .map((pair) => pair.join(":"))
          .join(","),
      );
    history.replaceState(
      null,
      "",
      `${location.pathname}?${decodeURIComponent(said.toString())}${location.hash}`,
    );
    this.tell();
    this.onchange();
  }

  // In a few words, for when it is folded.
  tell() {
    const table = this.tables.find((one) => one.id === this.like);
    write(
      this.short,
      [
        table?.name ?? text.own,
        ...Object.entries(this.letters).map(
          ([wager, letter]) =>
            `${this.menu.wagers.find((one) => one.wager === wager)?.name} ${letter}`,
        ),
      ].join(" · "),
    );
  }

  draw() {
    const own = this.menu.wagers.filter((wager) => wager.lettered === wager.wager);
    const letters = own
      .filter((wager) => wager.letters.length > 1)
      .map((wager) =>
        field(
          text.letterOf(wager.name),
          select(
            wager.letters.map((letter) => [letter, text.letter(letter)]),
            this.letters[wager.wager],
            {
              "data-key": wager.wager,
              onchange: (event) => {
                this.letters[wager.wager] = event.target.value;
                this.like = "";
                this.changed();
              },
            },
          ),
        ),
      );
    const like = this.tables.length
      ? field(
          text.like,
          select(
            [["", text.own], ...this.tables.map((table) => [table.id, table.name])],
            this.like,
            {
              "data-key": "like",
              onchange: (event) => {
                const table = this.tables.find((one) => one.id === event.target.value) ?? null;
                this.like = table?.id ?? "";
                if (table) {
                  Object.assign(this, {
                    letters: this.lettersOf(table),
                    base: table.minimum,
                    stake: table.progressive_stake || this.stake,
                    meters: this.metersOf(table),
                    limit: table.payout_limit,
                  });
                  this.draw();
                  this.live(table);
                }
                this.changed();
              },
            },
          ),
        )
      : null;
    const sum = (name, value, hint, set) =>
      field(
        name,
        make("input", {
          type: "number",
          min: "1",
          step: "1",
          inputmode: "numeric",
          "data-key": name,
          value: value === null ? "" : value / 100,
          onchange: (event) => {
            set(event.target.value);
            this.changed();
          },
        }),
        { hint },
      );
    const base = sum(text.baseStake, this.base, null, (said) => {
      this.base = Math.max(100, Math.round(Number(said) * 100) || 500);
    });
    const limit = sum(text.limit, this.limit, text.limitHint, (said) => {
      this.limit = said === "" ? null : Math.max(0, Math.round(Number(said) * 100));
    });
    const stake = this.menu.progressive
      ? field(
          text.progressiveStake,
          select(
            this.menu.progressive.stakes_cents.map((cents) => [
              String(cents),
              text.money(short(cents)),
            ]),
            String(this.stake),
            {
              "data-key": "stake",
              onchange: (event) => {
                this.stake = Number(event.target.value);
                this.changed();
              },
            },
          ),
        )
      : null;
    replace(this.fields, like, letters, base, stake, limit);
    this.tell();
  }
}
