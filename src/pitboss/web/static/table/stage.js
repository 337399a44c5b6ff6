// @ts-check
// Plays each update, event by event in the documents' order, at the player's speed. An act is
// offered once the cards it depends on lie there, and never later than MAX_CARDS cards take.
import { settings } from "../base/settings.js";
import { chips } from "./felt/chips.js";

const MAX_CARDS = 11; // the length of an update's motions, in the time of one card
const MAX_SILENCE_MS = 250;
const EASING = "cubic-bezier(.2,.8,.2,1)";

/**
 * A CSS move from the middle of one box to the middle of another.
 * @param {DOMRect} here
 * @param {DOMRect} there
 */
function shift(here, there) {
  const x = there.x + there.width / 2 - here.x - here.width / 2;
  const y = there.y + there.height / 2 - here.y - here.height / 2;
  return `translate(${x}px, ${y}px)`;
}

/** @typedef {Element | null | undefined} Piece What lies on the cloth, if it lies there. */
/** @typedef {Required<Api.Event>} Fact An event with the fields of its type. */

/**
 * How an event is shown: `beats` is its length in cards. `before` runs while the layout is as it
 * was, and the pieces it returns go to `after`.
 * @typedef {object} Motion
 * @property {number} beats
 * @property {(stage: Stage, event: Fact) => Piece[] | void} [before]
 * @property {(stage: Stage, event: Fact, time: number, pieces: Piece[]) => void} [after]
 */

/** @param {Page.Update["events"][number]} event */
const whole = (event) => /** @type {Required<Api.Event>} */ (event);

export class Stage {
  /**
   * @param {{ layout: import("./layout.js").Layout, felt: import("./felt/felt.js").Felt,
   *   show: (event: Api.Event) => void, done: (update: Page.Update) => void,
   *   settle: (seat: number) => Promise<unknown>,
   *   sound: typeof import("./sound.js").sound }} page
   */
  constructor({ layout, felt, show, done, settle, sound }) {
    this.layout = layout;
    this.felt = felt;
    this.show = show;
    this.done = done;
    this.settle = settle; // resolves once it is known what a seat holds
    this.sound = sound;
    /** @type {{ update: Page.Update, at: number }[]} */
    this.queue = [];
    this.running = false;
    this.skip = false;
    this.wake = () => {};
  }

  /** @param {Page.Update} update */
  push(update) {
    this.queue.push({ update, at: performance.now() });
    if (!this.running) this.run();
  }

  async run() {
    this.running = true;
    try {
      for (let next = this.queue.shift(); next; next = this.queue.shift()) {
        const { update, at } = next;
        await this.play(update, at);
        this.done(update);
        // Each waiting update is drawn in a task of its own, so that a press is heard in between.
        if (this.queue.length && !document.hidden) await new Promise((next) => setTimeout(next));
      }
    } finally {
      this.running = false;
      this.skip = false;
    }
  }

  // Skips the rest of the motions.
  hurry() {
    if (!this.running) return false;
    this.skip = true;
    this.wake();
    return true;
  }

  /** @param {number} milliseconds */
  wait(milliseconds) {
    return new Promise((resolve) => {
      this.wake = () => resolve(undefined);
      setTimeout(resolve, milliseconds);
    });
  }

  /**
   * @param {Page.Update} update
   * @param {number} at
   */
  async play({ view, events }, at) {
    if (!events.length) {
      this.layout.begin(view);
      return;
    }
    const pace = document.hidden ? 0 : settings.pace();
    const weight = events.reduce((sum, event) => sum + (MOTIONS[event.type]?.beats ?? 0), 0);
    const beat = Math.min(pace, (pace * MAX_CARDS) / Math.max(1, weight));
    const last = at + pace * MAX_CARDS * 1.5;
    for (const event of events) {
      const motion = MOTIONS[event.type];
      const move = pace && motion && !this.skip && performance.now() < last;
      const ready = move ? motion.before?.(this, whole(event)) : null;
      this.layout.apply(event);
      if (!move) continue;
      if (event.type === "HandShown") await this.lightHand(whole(event).seat);
      this.show(event);
      motion.after?.(this, whole(event), Math.max(beat, pace * 0.6), ready || []);
      await this.wait(beat * motion.beats);
    }
    this.layout.agree(view);
  }

  /**
   * The hand lights up before it is paid: waits briefly for the house to say which cards make it.
   * @param {number} seat
   */
  async lightHand(seat) {
    if (!this.layout.place(seat)?.yours) return;
    await Promise.race([this.settle(seat), this.wait(MAX_SILENCE_MS)]);
  }

  /**
   * @param {Element | null | undefined} element
   * @param {Element | null | undefined} from
   * @param {number} milliseconds
   * @param {number} turn
   */
  fly(element, from, milliseconds, turn = -12) {
    if (!element || !from) return;
    const here = element.getBoundingClientRect();
    const there = from.getBoundingClientRect();
    if (!here.width || !there.width) return;
    const move = shift(here, there);
    element.animate(
      [
        { transform: `${move} rotate(${turn}deg) scale(.6)`, opacity: 0.3 },
        { opacity: 1, offset: 0.3 },
        { transform: "none", opacity: 1 },
      ],
      { duration: milliseconds * 1.6, easing: EASING },
    );
  }

  /**
   * @param {Element | null | undefined} element
   * @param {number} milliseconds
   */
  turn(element, milliseconds) {
    element?.animate([{ transform: "rotateY(88deg)" }, { transform: "none" }], {
      duration: milliseconds * 1.3,
      easing: "ease-out",
    });
  }

  /**
   * A card arrives face down and is turned once it lies there, if it still does.
   * @param {Element | null | undefined} element
   * @param {Required<Api.Event>} event
   * @param {number} milliseconds
   */
  pickUp(element, event, milliseconds) {
    const current = () =>
      this.layout.place(Number(/\d+/.exec(event.place)?.[0]))?.cards[event.slot];
    element?.setAttribute("name", "??");
    setTimeout(() => {
      if (!element || current() !== event.card) return;
      element.setAttribute("name", event.card);
      this.turn(element, milliseconds);
    }, milliseconds * 1.3);
  }

  /**
   * Draws a copy of what leaves the cloth, and moves it away.
   * @param {Element | null | undefined} element
   * @param {Element | null | undefined} to
   * @param {number} milliseconds
   */
  leave(element, to, milliseconds) {
    if (element && to) this.leaveAll([element], to, milliseconds);
  }

  /**
   * Measures all elements before the first copy: each measurement after a change costs a layout.
   * @param {Iterable<Element>} elements
   * @param {Element} to
   * @param {number} milliseconds
   */
  leaveAll(elements, to, milliseconds) {
    const there = to.getBoundingClientRect();
    const places = [...elements]
      .filter((element) => element.firstChild)
      .map((element) => ({ element, here: element.getBoundingClientRect() }))
      .filter(({ here }) => here.width);
    for (const { element, here } of places) this.copyAway(element, here, there, milliseconds);
  }

  /**
   * @param {Element} element
   * @param {DOMRect} here
   * @param {DOMRect} there
   * @param {number} milliseconds
   */
  copyAway(element, here, there, milliseconds) {
    const ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
    ghost.classList.add("ghost");
    ghost.style.setProperty("left", `${here.x}px`);
    ghost.style.setProperty("top", `${here.y}px`);
    ghost.style.setProperty("width", `${here.width}px`);
    ghost.style.setProperty("height", `${here.height}px`);
    // With the next frame, which shows the empty place too: handling the press stays short.
    requestAnimationFrame(() => {
      document.body.append(ghost);
      const motion = ghost.animate(
        [
          { transform: "none", opacity: 1 },
          { transform: `${shift(here, there)} scale(.8)`, opacity: 0.2 },
        ],
        { duration: milliseconds * 2, easing: "ease-in" },
      );
      motion.onfinish = () => ghost.remove();
      motion.oncancel = () => ghost.remove();
    });
  }

  /**
   * Winnings come from the tray and land on the stake.
   * @param {Fact} event
   * @param {number} milliseconds
   */
  pay(event, milliseconds) {
    const stack = this.spot(event)?.stack;
    const here = stack?.getBoundingClientRect();
    const won = event.won || event.cents;
    if (!stack || !here?.width || !won) return;
    const total = stack.getAttribute("cents") ?? "";
    const pile = chips(won);
    pile.classList.add("ghost");
    const box = { left: here.x, top: here.y, width: here.width };
    for (const [name, value] of Object.entries(box)) pile.style.setProperty(name, `${value}px`);
    document.body.append(pile);
    stack.setAttribute("cents", String(event.returned ?? 0));
    const land = () => {
      pile.remove();
      if (stack.getAttribute("cents") === String(event.returned ?? 0))
        stack.setAttribute("cents", total);
    };
    const from = shift(here, this.felt.dealer.tray.getBoundingClientRect());
    const motion = pile.animate(
      [{ transform: `${from} scale(.7)`, opacity: 0.4 }, { opacity: 1, offset: 0.3 }, {}],
      { duration: milliseconds * 1.4, easing: EASING },
    );
    motion.onfinish = land;
    motion.oncancel = land;
  }

  /** @param {Required<Api.Event>} event */
  spot(event) {
    return this.felt.seat(event.seat)?.spotList?.get(event.spot);
  }

  // Moves the cards of a finished round to the rack.
  collect() {
    const pace = document.hidden ? 0 : settings.pace();
    const cards = this.felt.element.querySelectorAll("pit-card:not(.none)");
    if (pace) this.leaveAll(cards, this.felt.dealer.rack, pace * 0.8);
    this.layout.clear();
  }
}

/** @type {Motion & Required<Pick<Motion, "after">>} */
const payment = {
  beats: 0.9,
  after(stage, event, time) {
    stage.pay(event, time);
    stage.sound.pay();
  },
};

/** @type {Record<string, Motion>} */
const MOTIONS = {
  BetsClosed: {
    beats: 0.2,
    before(stage) {
      if (stage.layout.over) stage.collect();
      stage.sound.knock();
    },
  },
  CardDealt: {
    beats: 0.5,
    after(stage, event, time) {
      const element = stage.felt.cardAt(event.place, event.slot);
      stage.fly(element, stage.felt.dealer.shoe, time);
      stage.sound.slide();
      if (event.card !== "??") stage.pickUp(element, event, time);
    },
  },
  CardsRevealed: {
    beats: 1.6,
    after(stage, event, time) {
      for (const slot of event.slots) stage.turn(stage.felt.cardAt(event.place, slot), time);
      stage.sound.flip();
    },
  },
  Discarded: {
    beats: 0.6,
    before(stage, event) {
      for (const slot of event.slots)
        stage.leave(
          stage.felt.cardAt(`seat ${event.seat}`, slot),
          stage.felt.seat(event.seat).discardsAt ?? stage.felt.dealer.rack,
          160,
        );
    },
    after(stage, event) {
      if (event.slots.length) stage.sound.slide();
    },
  },
  StakeCollected: {
    beats: 0.3,
    before(stage, event) {
      stage.leave(stage.spot(event)?.stack, stage.felt.dealer.tray, 160);
      stage.sound.sweep();
    },
  },
  Decided: {
    beats: 0,
    after(stage, event) {
      if (event.cents) stage.sound.chip();
    },
  },
  HandShown: {
    beats: 1.4,
    before(stage, event) {
      const seat = stage.felt.seat(event.seat);
      return event.cards
        .map((_, slot) => seat?.cardAt(slot))
        .filter((element) => element?.getAttribute("name") === "??");
    },
    after(stage, event, time, hidden) {
      for (const element of hidden) stage.turn(element, time);
      if (hidden.length) stage.sound.flip();
    },
  },
  Lost: {
    beats: 0.7,
    before(stage, event) {
      if (!event.held) return;
      stage.leave(stage.spot(event)?.stack, stage.felt.dealer.tray, 180);
      stage.sound.sweep();
    },
  },
  Paid: payment,
  MeterPaid: {
    beats: 3,
    after(stage, event, time) {
      payment.after(stage, event, time, []);
    },
  },
  EnvyPaid: {
    beats: 1.2,
    after(stage) {
      stage.sound.pay();
    },
  },
  StakeReturned: {
    beats: 0.4,
    before(stage, event) {
      stage.leave(stage.spot(event)?.stack, stage.felt.seat(event.seat)?.head, 200);
    },
  },
};
