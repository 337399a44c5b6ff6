// Plays what is told, event by event in the documents' order, at the speed the player has chosen.
// What may be done is offered when the cards it rests on lie there: never later than LONGEST cards
// take.
import { settings } from "../base/settings.js";

const LONGEST = 11; // of a message's motions, in the time of one card

// A CSS move from the middle of one box to the middle of another.
function shift(here, there) {
  const x = there.x + there.width / 2 - here.x - here.width / 2;
  const y = there.y + there.height / 2 - here.y - here.height / 2;
  return `translate(${x}px, ${y}px)`;
}

export class Stage {
  constructor({ layout, felt, show, done, sound }) {
    Object.assign(this, { layout, felt, show, done, sound });
    this.queue = [];
    this.running = false;
    this.hurried = false;
  }

  push(told) {
    this.queue.push({ told, at: performance.now() });
    if (!this.running) this.run();
  }

  async run() {
    this.running = true;
    try {
      while (this.queue.length) {
        const { told, at } = this.queue.shift();
        await this.play(told, at);
        this.done(told);
      }
    } finally {
      this.running = false;
      this.hurried = false;
    }
  }

  // Who has seen enough: the rest is done at once.
  hurry() {
    if (!this.running) return false;
    this.hurried = true;
    this.wake?.();
    return true;
  }

  wait(milliseconds) {
    return new Promise((done) => {
      this.wake = done;
      setTimeout(done, milliseconds);
    });
  }

  async play(told, at) {
    if (!told.events.length) {
      this.layout.begin(told.view);
      return;
    }
    const pace = document.hidden ? 0 : settings.pace();
    const moving = told.events.filter((event) => MOTIONS[event.type]);
    const weight = moving.reduce((sum, event) => sum + MOTIONS[event.type].beats, 0);
    const beat = Math.min(pace, (pace * LONGEST) / Math.max(1, weight));
    const last = at + pace * LONGEST * 1.5;
    for (const event of told.events) {
      const motion = MOTIONS[event.type];
      const move = pace && motion && !this.hurried && performance.now() < last;
      const ready = move ? motion.before?.(this, event) : null;
      this.layout.hear(event);
      if (!move) continue;
      this.show(event);
      motion.after?.(this, event, Math.max(beat, pace * 0.6), ready);
      await this.wait(beat * motion.beats);
    }
    this.layout.agree(told.view);
  }

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
      { duration: milliseconds * 1.6, easing: "cubic-bezier(.2,.75,.3,1)" },
    );
  }

  turn(element, milliseconds) {
    element?.animate([{ transform: "rotateY(88deg)" }, { transform: "none" }], {
      duration: milliseconds * 1.3,
      easing: "ease-out",
    });
  }

  // Dealt face down and looked at when it lies there, if it still does.
  pickUp(element, event, milliseconds) {
    const lies = () => this.layout.place(Number(/\d+/.exec(event.place)?.[0]))?.cards[event.slot];
    element?.setAttribute("name", "??");
    setTimeout(() => {
      if (!element || lies() !== event.card) return;
      element.setAttribute("name", event.card);
      this.turn(element, milliseconds);
    }, milliseconds * 1.3);
  }

  // Chips lie on the cloth; the stack that goes is drawn once more to be seen going.
  leave(element, to, milliseconds) {
    if (!element?.firstChild || !to) return;
    const here = element.getBoundingClientRect();
    const there = to.getBoundingClientRect();
    if (!here.width) return;
    const ghost = element.cloneNode(true);
    ghost.classList.add("ghost");
    ghost.style.setProperty("left", `${here.x}px`);
    ghost.style.setProperty("top", `${here.y}px`);
    ghost.style.setProperty("width", `${here.width}px`);
    ghost.style.setProperty("height", `${here.height}px`);
    document.body.append(ghost);
    const going = ghost.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: `${shift(here, there)} scale(.8)`, opacity: 0.2 },
      ],
      { duration: milliseconds * 2, easing: "ease-in" },
    );
    going.onfinish = () => ghost.remove();
    going.oncancel = () => ghost.remove();
  }

  spot(event) {
    return this.felt.seat(event.seat)?.spotList?.get(event.spot);
  }

  // What a finished round left goes to the rack.
  collect() {
    const pace = document.hidden ? 0 : settings.pace();
    if (pace)
      for (const element of this.felt.querySelectorAll("pit-card:not(.none)"))
        this.leave(element, this.felt.rack, pace * 0.8);
    this.layout.clear();
  }
}

const paying = {
  beats: 0.9,
  after(stage, event, time) {
    stage.fly(stage.spot(event)?.stack, stage.felt.tray, time, 0);
    stage.sound.chips();
  },
};

const MOTIONS = {
  BetsClosed: {
    beats: 0.2,
    before(stage) {
      if (stage.layout.over) stage.collect();
    },
  },
  CardDealt: {
    beats: 0.5,
    after(stage, event, time) {
      const element = stage.felt.cardAt(event.place, event.slot);
      stage.fly(element, stage.felt.shoe, time);
      stage.sound.card();
      if (event.card !== "??") stage.pickUp(element, event, time);
    },
  },
  CardsRevealed: {
    beats: 1.6,
    after(stage, event, time) {
      for (const slot of event.slots) stage.turn(stage.felt.cardAt(event.place, slot), time);
      stage.sound.card();
    },
  },
  Discarded: {
    beats: 0.6,
    before(stage, event) {
      for (const slot of event.slots)
        stage.leave(
          stage.felt.cardAt(`seat ${event.seat}`, slot),
          stage.felt.seat(event.seat).discardsAt ?? stage.felt.rack,
          160,
        );
    },
    after(stage, event) {
      if (event.slots.length) stage.sound.card();
    },
  },
  StakeCollected: {
    beats: 0.3,
    before(stage, event) {
      stage.leave(stage.spot(event)?.stack, stage.felt.tray, 160);
    },
  },
  Decided: {
    beats: 0,
    after(stage, event) {
      if (event.cents) stage.sound.chips();
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
      for (const element of hidden ?? []) stage.turn(element, time);
    },
  },
  Lost: {
    beats: 0.7,
    before(stage, event) {
      if (event.held) stage.leave(stage.spot(event)?.stack, stage.felt.tray, 180);
    },
  },
  Paid: paying,
  MeterPaid: {
    beats: 3,
    after(stage, event, time) {
      paying.after(stage, event, time);
      stage.sound.win();
    },
  },
  EnvyPaid: {
    beats: 1.2,
    after(stage) {
      stage.sound.chips();
    },
  },
  StakeReturned: {
    beats: 0.4,
    before(stage, event) {
      stage.leave(stage.spot(event)?.stack, stage.felt.seat(event.seat)?.head, 200);
    },
  },
};
