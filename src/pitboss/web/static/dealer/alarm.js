// @ts-check
// The sound of a key that was dropped. It is part of the console's work, so no setting silences it.

const HERTZ = 180;
const SECONDS = 0.14;
const LOUD = 0.12;
/** @type {AudioContext | null} */
let context = null;

export function alarmSound() {
  try {
    context ??= new AudioContext();
    const wave = context.createOscillator();
    const level = context.createGain();
    const end = context.currentTime + SECONDS;
    wave.type = "square";
    wave.frequency.value = HERTZ;
    level.gain.setValueAtTime(LOUD, context.currentTime);
    level.gain.exponentialRampToValueAtTime(0.0001, end);
    wave.connect(level).connect(context.destination);
    wave.start();
    wave.stop(end);
  } catch {
    /* a browser without sound shows the red edge all the same */
  }
}
