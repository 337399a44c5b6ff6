// The player at this table: what is known, what is being put together, and what is asked of the
// house.
import text from "/text/table.js";
import { make } from "../base/dom.js";
import { Refused, ask, command, store } from "../base/house.js";
import { dialog, field } from "../base/parts.js";
import { Draft } from "./draft.js";
import { Layout } from "./layout.js";
import { actsOf, stateOf } from "./moment.js";
import { cash } from "./spot.js";

const LOST = 3000; // milliseconds until an answered act is believed without the table's own word
const BUY = 40; // times the table minimum: what a first stack is

const sum = (stakes) => Object.values(stakes).reduce((total, cents) => total + cents, 0);

export class Player {
  constructor({ felt, me, say, changed }) {
    Object.assign(this, { felt, me, say, changed });
    this.id = felt.table.id;
    this.layout = new Layout(felt);
    this.draft = new Draft(felt);
    this.view = null;
    this.deadline = null;
    this.busy = false;
    this.ready = false;
    this.trouble = "";
    this.news = ""; // what is told once and is no trouble
    this.marked = new Set();
    this.chip = felt.chips.find((value) => value >= felt.minimum) ?? felt.chips[0];
    this.last = {
      stakes: store.get(`bets.${felt.game}`, null),
      sides: store.get(`sides.${felt.game}`, null),
    };
    this.atOnce = store.get("atOnce", false);
    this.help = null;
    this.heard = null; // the last message
    this.awaited = [];
    this.kept = []; // pressed while an act was being answered
    this.does = Object.fromEntries(
      [
        "sit",
        "put",
        "take",
        "mark",
        "act",
        "discard",
        "view",
        "bet",
        "ready",
        "undo",
        "clear",
        "rebet",
        "double",
        "sides",
        "buy",
        "leave",
        "chip",
        "atOnce",
      ].map((name) => [name, (...given) => DOES[name](this, ...given)]),
    );
  }

  get own() {
    return this.view?.seats.filter((seat) => seat.yours) ?? [];
  }

  get betting() {
    return Boolean(this.view?.bets.length) && this.own.length > 0;
  }

  get myTurn() {
    return this.own.some((seat) => seat.seat === this.view.turn);
  }

  get askedSpot() {
    return this.view?.choices[0]?.spot;
  }

  told(told) {
    const was = this.view;
    this.heard = told;
    this.view = told.view;
    this.deadline = told.deadline;
    if (!was || was.round !== told.view.round || told.view.phase !== "bets") this.ready = false;
    if (told.view.phase !== "bets") this.draft.forget();
    if (told.view.discards === null || was?.turn !== told.view.turn) this.marked = new Set();
    // Bets changed in another tab: what lies there is where this one goes on from.
    for (const event of told.events)
      if (event.type === "WagerPlaced" && this.layout.place(event.seat)?.yours && !this.busy)
        this.draft.boxes.delete(event.seat);
    if (told.events.length) this.trouble = "";
    for (const one of this.awaited.splice(0))
      if (told.seq >= one.seq) one.done();
      else this.awaited.push(one);
  }

  canSit(number) {
    if (
      !this.view ||
      this.me?.role !== "player" ||
      this.view.seats.some((seat) => seat.seat === number)
    )
      return false;
    const own = this.own.map((seat) => seat.seat);
    return (
      !own.length ||
      (own.length < this.felt.boxes && own.some((seat) => Math.abs(seat - number) === 1))
    );
  }

  // What the felt is drawn by.
  state() {
    const { view } = this;
    return {
      turn: view?.turn ?? 0,
      askedSpot: this.askedSpot,
      settling: view?.turn ? 0 : this.layout.settling,
      betting: this.betting,
      closed: view?.phase !== "bets",
      draft: this.draft,
      marked: this.marked,
      discarding: view?.discards != null && this.myTurn ? view.turn : 0,
      several: this.own.length > 1,
      mine: this.own.length > 0,
      canSit: (number) => this.canSit(number),
    };
  }

  sidesFor(seat) {
    const now = this.draft.boxes.has(seat)
      ? this.draft.of(seat)
      : (this.own.find((one) => one.seat === seat)?.stakes ?? {});
    if (!this.draft.open.every((spot) => !spot.required || now[spot.spot])) return {};
    return Object.fromEntries(
      Object.entries(this.draft.sides(this.last.sides ?? {})).filter(([key]) => !now[key]),
    );
  }

  dock() {
    const { view } = this;
    const moment = { ...this, view, sidesFor: (seat) => this.sidesFor(seat) };
    return {
      state: stateOf(moment),
      acts: actsOf(moment),
      trouble: this.trouble,
      news: this.news,
      chip: this.chip,
      betting: this.betting,
      seated: this.own.length > 0,
      chips: view.chips,
      staked: this.own.reduce((total, seat) => total + sum(seat.stakes), 0),
      net: this.layout.net,
      busy: this.busy,
      mayGo:
        this.own.length > 0 &&
        (view.phase === "bets" ||
          this.own.every((seat) => !Object.keys(seat.stakes).length && !seat.cards.length)),
      atOnce: this.felt.table.mode === "self-dealt" ? this.atOnce : null,
    };
  }

  // Asked until it is answered; a refusal says why, with its clause.
  async send(what) {
    if (this.busy) return false;
    this.busy = true;
    this.trouble = "";
    this.news = "";
    this.help?.acted(what);
    this.changed();
    try {
      const { seq } = await command(this.id, what);
      await this.reached(seq);
      return true;
    } catch (no) {
      this.trouble =
        no instanceof Refused
          ? [no.message, no.problem.what_to_do].filter(Boolean).join(": ")
          : String(no);
      return false;
    } finally {
      this.busy = false;
      this.changed();
      setTimeout(() => this.catchUp()); // after what goes with this act is done
    }
  }

  // A chip pressed in the moment before the last act is answered waits for the answer.
  keep(press) {
    if (this.busy) this.kept.push(press);
    return this.busy;
  }

  catchUp() {
    while (this.kept.length && !this.busy) {
      const press = this.kept.shift();
      if (this.betting) press();
      else this.warn(text.said.tooLate);
    }
  }

  // An act is over when the page has heard of it: until then nothing else is offered.
  reached(seq) {
    if (this.heard?.seq >= seq) return null;
    return new Promise((done) => {
      this.awaited.push({ seq, done });
      setTimeout(done, LOST);
    });
  }

  warn(words, news = "") {
    this.trouble = words;
    this.news = news;
    this.say(words || news);
    this.changed();
  }

  // A finished round's cards go when the next bets are begun.
  begin(seat) {
    if (this.layout.over) {
      this.collect();
      this.layout.agree(this.view);
    }
    this.draft.begin(seat, this.own.find((one) => one.seat === seat)?.stakes ?? {});
  }

  async place() {
    for (const seat of this.own) {
      if (!this.draft.changed(seat.seat, seat.stakes)) continue;
      const stakes = { ...this.draft.of(seat.seat) };
      if (!(await this.send(this.draft.command(seat.seat, seat.stakes)))) return false;
      if (sum(stakes)) this.remember(stakes);
      this.draft.boxes.delete(seat.seat);
    }
    this.draft.forget();
    this.changed();
    return true;
  }

  remember(stakes) {
    this.last.stakes = stakes;
    store.set(`bets.${this.felt.game}`, stakes);
    const sides = Object.fromEntries(
      this.draft.open
        .filter((spot) => !spot.required && stakes[spot.spot])
        .map((spot) => [spot.spot, stakes[spot.spot]]),
    );
    if (!sum(sides)) return;
    this.last.sides = sides;
    store.set(`sides.${this.felt.game}`, sides);
  }
}

const DOES = {
  chip(player, value) {
    player.chip = value;
    player.changed();
  },
  atOnce(player, on) {
    player.atOnce = on;
    store.set("atOnce", on);
  },

  put(player, seat, key, chip = player.chip) {
    if (!player.betting || player.keep(() => DOES.put(player, seat, key, chip))) return;
    const spot = player.felt.spots.find((one) => one.spot === key);
    if (spot.multiples.length) return;
    player.begin(seat);
    const lacking = player.draft.lacking(key, player.draft.of(seat));
    if (lacking.length) {
      const names = lacking.map((need) => player.felt.spots.find((one) => one.spot === need).name);
      player.warn(text.said.needs(spot.name, names, spot.clause));
      return;
    }
    const before = new Map(player.draft.boxes);
    player.draft.put(seat, key, chip);
    const whole = player.own.reduce(
      (total, one) =>
        total + (player.draft.boxes.has(one.seat) ? player.draft.total(one.seat) : sum(one.stakes)),
      0,
    );
    const purse = player.view.chips + player.own.reduce((total, one) => total + sum(one.stakes), 0);
    if (whole > purse) {
      player.draft.undo();
      if (!player.draft.boxes.size) player.draft.boxes = before;
      player.warn(text.said.tooMuch(cash(purse)));
      return;
    }
    player.trouble = "";
    player.changed();
  },

  take(player, seat, key) {
    if (!player.betting || player.keep(() => DOES.take(player, seat, key))) return;
    player.begin(seat);
    if (player.draft.of(seat)[key]) player.draft.take(seat, key);
    player.changed();
  },

  undo(player) {
    player.draft.undo();
    player.changed();
  },

  async clear(player) {
    const changed = player.own.some((seat) => player.draft.changed(seat.seat, seat.stakes));
    if (changed) {
      player.draft.clear();
    }
    if (player.own.some((seat) => sum(seat.stakes))) {
      for (const seat of player.own) {
        player.draft.boxes.set(seat.seat, {});
      }
      if (await player.place()) player.say(text.said.betsBack);
    }
    player.changed();
  },

  async bet(player) {
    const total = player.own.reduce(
      (all, seat) =>
        all +
        (player.draft.boxes.has(seat.seat) ? player.draft.total(seat.seat) : sum(seat.stakes)),
      0,
    );
    if (!(await player.place())) return;
    player.say(text.said.betsPlaced(cash(total)));
    if (player.atOnce) await DOES.ready(player);
  },

  rebet: (player, times = 1) =>
    fill(player, (draft) =>
      player.last.stakes
        ? draft.like(player.last.stakes, times)
        : Object.fromEntries(
            draft.open.filter((spot) => spot.required).map((spot) => [spot.spot, spot.least]),
          ),
    ),
  double: (player) => DOES.rebet(player, 2),

  sides(player) {
    for (const seat of player.own) {
      player.begin(seat.seat);
      player.draft.change(seat.seat, {
        ...player.draft.of(seat.seat),
        ...player.sidesFor(seat.seat),
      });
    }
    player.changed();
  },

  async ready(player) {
    if (player.felt.table.mode !== "self-dealt") return;
    try {
      await ask.post(`/api/tables/${player.id}/ready`);
      if (player.view.phase === "bets") {
        player.ready = true;
        player.say(text.said.readied);
      }
    } catch (no) {
      player.trouble = no.message;
    }
    player.changed();
  },

  act: (player, choice) =>
    player.send({
      type: "Act",
      seat: player.view.turn,
      act: choice.act,
      multiple: choice.multiple || 1,
      spot: choice.spot,
    }),

  mark(player, seat, slot) {
    if (player.view.discards === null || player.view.turn !== seat) return;
    if (!player.marked.delete(slot) && player.marked.size < player.view.discards)
      player.marked.add(slot);
    player.changed();
  },

  view: (player) => player.send({ type: "Perform", duty: "view" }),

  discard: (player) =>
    player.send({ type: "Discard", seat: player.view.turn, slots: [...player.marked] }),

  async sit(player, number) {
    if (!(await player.send({ type: "Sit", seat: number, player: player.me.name }))) return;
    if (player.view.chips) return;
    if (player.felt.table.currency !== "practice") {
      await DOES.buy(player, number);
      return;
    }
    const wanted = BUY * player.felt.minimum;
    const held = await atCage(player, wanted);
    const cents = Math.min(held, wanted);
    if (cents > 0)
      await player.send({
        type: "BuyIn",
        seat: number,
        cents: cents - (cents % Math.min(...player.felt.chips)),
      });
  },

  async buy(player, number = player.own[0]?.seat) {
    const practice = player.felt.table.currency === "practice";
    const least = Math.min(...player.felt.chips);
    const held = await atCage(player, practice ? BUY * player.felt.minimum : 0);
    const most = held - (held % least);
    const amount = make("input", {
      type: "number",
      min: least / 100,
      max: most / 100,
      step: least / 100,
      value: Math.min(most, BUY * player.felt.minimum) / 100,
      inputmode: "numeric",
    });
    const body = [
      make("p", {}, text.buyCage(cash(held))),
      most
        ? field(text.buyAmount, amount, { hint: text.buyHint(cash(least)) })
        : make("p", {}, practice ? text.buyTop : text.buyNone),
    ];
    const chosen = await dialog({
      title: text.buyTitle,
      body,
      actions: most
        ? [
            { label: text.panelClose, value: "" },
            { label: text.buyDo, value: "buy", kind: "main" },
          ]
        : [{ label: text.panelClose, value: "" }],
    });
    const cents = Math.round(Number(amount.value) * 100);
    if (chosen === "buy" && cents > 0) await player.send({ type: "BuyIn", seat: number, cents });
  },

  async leave(player) {
    const chips =
      player.view.chips + player.own.reduce((total, seat) => total + sum(seat.stakes), 0);
    const seats = player.own.map((seat) => seat.seat);
    for (const seat of seats) if (!(await player.send({ type: "Leave", seat }))) return;
    player.draft.forget();
    player.warn("", text.said.leftWith(cash(chips)));
  },
};

async function fill(player, stakes) {
  for (const seat of player.own) {
    player.begin(seat.seat);
    player.draft.change(seat.seat, stakes(player.draft));
  }
  await DOES.bet(player);
}

// What is at the cage; practice chips are given again when they run out.
async function atCage(player, wanted) {
  const { wallets } = await ask.get("/api/here");
  const held = wallets[player.felt.table.currency] ?? 0;
  if (player.felt.table.currency !== "practice" || held >= Math.max(1, wanted)) return held;
  const { practice } = await ask.post("/api/chips");
  return practice;
}
