// @ts-check
// Small synthesised sounds; silent unless the player has turned them on.
import { settings } from "../base/settings.js";

/** @type {AudioContext | null} */
let context = null;

/** @param {(audio: AudioContext, now: number) => void} compose */
function play(compose) {
  if (settings.get("sound") !== "on") return;
  const audio = opened();
  if (audio.state === "suspended") audio.resume();
  compose(audio, audio.currentTime);
}

function opened() {
  context ??= new AudioContext();
  return context;
}

/** Opens the device at the first press, not while cards fly: it takes as long as a few frames. */
function prepare() {
  if (settings.get("sound") === "on") opened();
}

for (const gesture of ["pointerdown", "keydown"])
  addEventListener(gesture, prepare, { capture: true, once: true, passive: true });

/**
 * @param {number} frequency
 * @param {number} length
 * @param {number} loud
 */
function tone(frequency, length, loud, after = 0, kind = /** @type {OscillatorType} */ ("sine")) {
  play((audio, now) => {
    const wave = audio.createOscillator();
    const level = audio.createGain();
    wave.type = kind;
    wave.frequency.value = frequency;
    level.gain.setValueAtTime(loud, now + after);
    level.gain.exponentialRampToValueAtTime(0.0001, now + after + length);
    wave.connect(level).connect(audio.destination);
    wave.start(now + after);
    wave.stop(now + after + length);
  });
}

/** @type {Map<number, AudioBuffer>} */
const noises = new Map(); // by length

/**
 * Noise that fades out.
 * @param {AudioContext} audio
 * @param {number} length
 */
function noiseOf(audio, length) {
  let buffer = noises.get(length);
  if (!buffer) {
    buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let n = 0; n < samples.length; n += 1)
      samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length);
    noises.set(length, buffer);
  }
  return buffer;
}

/**
 * A breath of noise through a narrow band: paper on cloth.
 * @param {number} frequency
 * @param {number} length
 * @param {number} loud
 */
function brush(frequency, length, loud) {
  play((audio, now) => {
    const noise = audio.createBufferSource();
    const band = audio.createBiquadFilter();
    const level = audio.createGain();
    noise.buffer = noiseOf(audio, length);
    band.type = "bandpass";
    band.frequency.value = frequency;
    level.gain.value = loud;
    noise.connect(band).connect(level).connect(audio.destination);
    noise.start(now);
  });
}

const MAX_AT_ONCE = 2;
/** @type {number[]} */
let ends = []; // of the sounds that are heard now, in milliseconds

/**
 * Composes a sound of a length, unless two are heard already.
 * @param {number} milliseconds
 * @param {() => void} compose
 */
const once = (milliseconds, compose) => () => {
  if (settings.get("sound") !== "on" || document.hidden) return;
  const now = performance.now();
  ends = ends.filter((end) => end > now);
  if (ends.length >= MAX_AT_ONCE) return;
  ends.push(now + milliseconds);
  compose();
};

/**
 * Clicks of clay on clay, a little apart.
 * @param {number[]} pitches
 * @param {number} loud
 */
const clicks = (pitches, loud) =>
  pitches.forEach((pitch, place) => tone(pitch, 0.05, loud, place * 0.045, "triangle"));

/**
 * @param {number[]} pitches
 * @param {number} length
 * @param {number} apart
 */
const notes = (pitches, length, apart) =>
  pitches.forEach((pitch, place) => tone(pitch, length, 0.07, place * apart));

export const sound = {
  slide: once(90, () => brush(2600, 0.09, 0.22)),
  flip: once(70, () => brush(4200, 0.06, 0.2)),
  chip: once(60, () => clicks([2900], 0.07)),
  sweep: once(220, () => {
    brush(900, 0.2, 0.16);
    clicks([1900, 1700], 0.04);
  }),
  pay: once(180, () => clicks([2900, 3500, 3100], 0.06)),
  knock: once(240, () => {
    tone(170, 0.09, 0.2, 0, "triangle");
    tone(150, 0.1, 0.2, 0.13, "triangle");
  }),
  turn: once(300, () => notes([660, 880], 0.16, 0.12)),
  tick: once(50, () => tone(1250, 0.04, 0.05, 0, "square")),
  win: once(500, () => notes([523, 659, 784], 0.26, 0.11)),
  big: once(900, () => notes([523, 659, 784, 1047, 1319], 0.34, 0.12)),
  meter: once(1500, () =>
    notes(
      Array.from({ length: 12 }, (_, place) => (place % 2 ? 1760 : 1480)),
      0.3,
      0.09,
    ),
  ),
  refused: once(160, () => tone(110, 0.15, 0.16, 0, "triangle")),
};
