// @ts-check
// Small synthesised sounds; silent unless the player has turned them on.
import { settings } from "../base/settings.js";

/** @type {AudioContext | null} */
let context = null;

/** @param {(audio: AudioContext, now: number) => void} compose */
function play(compose) {
  if (settings.get("sound") !== "on") return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  compose(context, context.currentTime);
}

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

/**
 * A breath of noise through a narrow band: paper on cloth.
 * @param {number} frequency
 * @param {number} length
 * @param {number} loud
 */
function brush(frequency, length, loud) {
  play((audio, now) => {
    const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let n = 0; n < samples.length; n += 1)
      samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length);
    const noise = audio.createBufferSource();
    const band = audio.createBiquadFilter();
    const level = audio.createGain();
    noise.buffer = buffer;
    band.type = "bandpass";
    band.frequency.value = frequency;
    level.gain.value = loud;
    noise.connect(band).connect(level).connect(audio.destination);
    noise.start(now);
  });
}

export const sound = {
  card: () => brush(2600, 0.09, 0.22),
  chips: () => {
    tone(2900, 0.05, 0.07, 0, "triangle");
    tone(3500, 0.05, 0.06, 0.045, "triangle");
  },
  turn: () => {
    tone(660, 0.14, 0.07);
    tone(880, 0.18, 0.07, 0.12);
  },
  win: () =>
    [523, 659, 784, 1047].forEach((frequency, place) => tone(frequency, 0.3, 0.07, place * 0.11)),
};
