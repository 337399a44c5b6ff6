// @ts-check
// The game as played, chosen once for all parts of the page: letters, stakes, limit, seats, meters.
// The choice is in the address, so that a link shows the same figures.
import text from "/text/odds.js";
import { make, replace, write } from "../base/dom.js";
import { ask } from "../base/house.js";
import { short } from "../base/money.js";
import { field, folding, select } from "../base/parts.js";
import { pairsOf } from "./ask.js";

/**
 * @template Value
 * @param {string | null} words
 * @param {(word: string) => Value} read
 */
const readPairs = (words, read) =>
  Object.fromEntries(
    (words ?? "")
      .split(",")
      .filter(Boolean)
      .map((part) => part.split(":"))
      .map(([name, value]) => [name, read(value)]),
  );

export class Choice {
  /**
   * @param {Api.OddsMenu} menu
   * @param {Api.TableTerms[]} tables
   */
  constructor(menu, tables) {
    this.menu = menu;
    this.tables = tables;
    this.onchange = () => {};
    this.fields = make("div", { class: "fields" });
    this.short = make("span", { class: "small" });
    // On a phone the choice is folded away.
    const summary = make("summary", {}, make("h2", {}, text.house), this.short);
    this.element = folding({ class: "panel choice" }, 701, summary, this.fields);
    const search = new URLSearchParams(location.search);
    // Without a choice in the address, the page shows what this house plays.
    const own = search.get("letters") ? null : (tables[0] ?? null);
    const table = tables.find((one) => one.id === search.get("table")) ?? own;
    const stakes = menu.progressive?.stakes_cents ?? [];
    this.like = table?.id ?? "";
    this.letters = { ...this.lettersOf(table), ...readPairs(search.get("letters"), String) };
    this.seats = Math.min(menu.seats, Number(search.get("seats")) || menu.seats);
    this.base = Number(search.get("base")) || table?.minimum || 500;
    this.limit = search.get("limit") ? Number(search.get("limit")) : (table?.payout_limit ?? null);
    this.stake = Number(search.get("stake")) || table?.progressive_stake || stakes[0] || 100;
    this.meters = { ...this.metersOf(table), ...readPairs(search.get("meters"), Number) };
    this.draw();
    if (table && !search.get("meters")) this.loadMeters(table);
  }

  get progressiveLetter() {
    const { progressive } = this.menu;
    return (progressive && this.letters[progressive.wager]) ?? "A";
  }

  get meterNames() {
    return this.menu.progressive
      ? Object.keys(this.menu.progressive.meters[this.progressiveLetter])
      : [];
  }

  get ownMeters() {
    const initial = this.menu.progressive?.meters[this.progressiveLetter] ?? {};
    /** @param {string} name */
    const amount = (name) => this.meters[name] ?? initial[name];
    return Object.fromEntries(this.meterNames.map((name) => [name, amount(name)]));
  }

  // Letters by wager, as a sheet takes them: wagers that share a letter all have it.
  get every() {
    const wagers = this.menu.wagers.filter((wager) =>
      wager.letters.includes(this.letters[wager.lettered]),
    );
    return Object.fromEntries(wagers.map((one) => [one.wager, this.letters[one.lettered]]));
  }

  /** @param {Api.TableTerms | null} table */
  lettersOf(table) {
    const own = this.menu.wagers.filter((wager) => wager.lettered === wager.wager);
    /** @param {Api.MenuWager} wager */
    const letterOf = (wager) => {
      // Of the wagers that share the letter, the one with several letters decides it.
      const letters = this.menu.wagers
        .filter((one) => one.lettered === wager.wager)
        .map((one) => table?.letters[one.wager] ?? "")
        .filter((letter) => wager.letters.includes(letter));
      return letters.sort().at(-1) ?? wager.letters[0];
    };
    return Object.fromEntries(own.map((wager) => [wager.wager, letterOf(wager)]));
  }

  /** @param {Api.TableTerms | null} table */
  metersOf(table) {
    return Object.fromEntries((table?.meters ?? []).map((meter) => [meter.meter, meter.initial]));
  }

  /**
   * Takes the meters of a table as they stand now.
   * @param {Api.TableTerms} table
   */
  async loadMeters(table) {
    const rows = await ask.get("/api/tables");
    const row = rows.find((one) => one.id === table.id);
    if (!row || !Object.keys(row.meters).length) return;
    this.meters = { ...row.meters };
    this.changed();
  }

  changed() {
    const words = new URLSearchParams();
    if (this.like) words.set("table", this.like);
    words.set("letters", pairsOf(this.letters));
    words.set("seats", String(this.seats));
    if (this.base !== 500) words.set("base", String(this.base));
    if (this.stake !== 100) words.set("stake", String(this.stake));
    if (this.limit !== null) words.set("limit", String(this.limit));
    if (this.menu.progressive) words.set("meters", pairsOf(this.ownMeters));
    const search = decodeURIComponent(words.toString());
    history.replaceState(null, "", `${location.pathname}?${search}${location.hash}`);
    this.summarise();
    this.onchange();
  }

  // The choice in a few words, for when it is folded.
  summarise() {
    const table = this.tables.find((one) => one.id === this.like);
    /** @param {string} key */
    const nameOf = (key) => this.menu.wagers.find((one) => one.wager === key)?.name;
    const letters = Object.entries(this.letters).map(([key, letter]) => `${nameOf(key)} ${letter}`);
    write(this.short, [table?.name ?? text.own, ...letters].join(" · "));
  }

  draw() {
    const { menu, tables } = this;
    const own = menu.wagers.filter((wager) => wager.lettered === wager.wager);
    const letters = own.filter((wager) => wager.letters.length > 1);
    const base = this.sum(text.baseStake, this.base, undefined, (value) => {
      this.base = Math.max(100, Math.round(Number(value) * 100) || 500);
    });
    const limit = this.sum(text.limit, this.limit, text.limitHint, (value) => {
      this.limit = value === "" ? null : Math.max(0, Math.round(Number(value) * 100));
    });
    replace(
      this.fields,
      tables.length ? this.tableField() : null,
      letters.map((wager) => this.letterField(wager)),
      base,
      menu.progressive ? this.stakeField() : null,
      limit,
    );
    this.summarise();
  }

  /**
   * A menu whose choice `set` takes.
   * @param {string} label
   * @param {string} key
   * @param {string[][]} options
   * @param {string} value
   * @param {(value: string) => void} set
   */
  menuField(label, key, options, value, set) {
    /** @param {Page.Input} event */
    const onchange = (event) => {
      set(event.target.value);
      this.changed();
    };
    return field(label, select(options, value, { "data-key": key, onchange }));
  }

  tableField() {
    const tables = this.tables.map((table) => [table.id, table.name]);
    const options = [["", text.own], ...tables];
    return this.menuField(text.like, "like", options, this.like, (id) => this.playLike(id));
  }

  /** @param {string} id */
  playLike(id) {
    const table = this.tables.find((one) => one.id === id) ?? null;
    this.like = table?.id ?? "";
    if (!table) return;
    this.letters = this.lettersOf(table);
    this.base = table.minimum;
    this.stake = table.progressive_stake || this.stake;
    this.meters = this.metersOf(table);
    this.limit = table.payout_limit;
    this.draw();
    this.loadMeters(table);
  }

  /** @param {Api.MenuWager} wager */
  letterField({ wager, name, letters }) {
    const options = letters.map((letter) => [letter, text.letter(letter)]);
    return this.menuField(text.letterOf(name), wager, options, this.letters[wager], (letter) => {
      this.letters[wager] = letter;
      this.like = "";
    });
  }

  stakeField() {
    const stakes = this.menu.progressive?.stakes_cents ?? [];
    const options = stakes.map((cents) => [String(cents), text.money(short(cents))]);
    const label = text.progressiveStake;
    return this.menuField(label, "stake", options, String(this.stake), (cents) => {
      this.stake = Number(cents);
    });
  }

  /**
   * An amount in dollars.
   * @param {string} name
   * @param {number | null} value
   * @param {string | undefined} hint
   * @param {(value: string) => void} set
   */
  sum(name, value, hint, set) {
    /** @param {Page.Input} event */
    const onchange = (event) => {
      set(event.target.value);
      this.changed();
    };
    const amount = value === null ? "" : value / 100;
    const attributes = { min: "1", step: "1", inputmode: "numeric", "data-key": name };
    const input = make("input", { type: "number", ...attributes, value: amount, onchange });
    return field(name, input, { hint });
  }
}
