// Sounds and the voice, each switched on by hand; sounds are made here, nothing is loaded.

import { lang } from "./api.js";

const KEPT = "underboard.sounds";
export const on = { sound: false, voice: false, ...JSON.parse(localStorage.getItem(KEPT) || "{}") };

export function toggle(what) {
  on[what] = !on[what];
  localStorage.setItem(KEPT, JSON.stringify(on));
  if (on.sound) ready().resume();
  if (!on.voice && "speechSynthesis" in window) speechSynthesis.cancel();
}

let audio = null;
const ready = () => (audio ||= new AudioContext());

// A hiss of some colour: rain, waves, thunder, a snake, a shot.
function noise(seconds, { type = "lowpass", from, to = from, gain, attack = 0.15 }, after = 0) {
  const context = ready();
  const buffer = context.createBuffer(1, context.sampleRate * seconds, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let n = 0; n < data.length; n++) data[n] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type, frequency: from });
  const volume = new GainNode(context, { gain: 0 });
  const now = context.currentTime + after;
  filter.frequency.setValueAtTime(from, now);
  filter.frequency.exponentialRampToValueAtTime(to, now + seconds);
  volume.gain.setValueAtTime(0, now);
  volume.gain.linearRampToValueAtTime(gain, now + attack * seconds);
  volume.gain.linearRampToValueAtTime(0, now + seconds);
  source.connect(filter).connect(volume).connect(context.destination);
  source.start(now);
}

// A tone that fades: bells, wood, drums.
function tone(frequency, seconds, { type = "sine", to = frequency, gain = 0.3 } = {}, after = 0) {
  const context = ready();
  const now = context.currentTime + after;
  const voice = new OscillatorNode(context, { type, frequency });
  const volume = new GainNode(context, { gain: 0 });
  voice.frequency.setValueAtTime(frequency, now);
  voice.frequency.exponentialRampToValueAtTime(to, now + seconds);
  volume.gain.setValueAtTime(gain, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  voice.connect(volume).connect(context.destination);
  voice.start(now);
  voice.stop(now + seconds);
}

const chord = (notes, step, seconds, more) => notes.forEach((note, n) => tone(note, seconds, more, n * step));

const SOUND = {
  weather: ({ rain }) => rain ? noise(3, { from: 3500, gain: 0.03 * rain }) : chord([523, 659, 784], 0.12, 1.2),
  hurricane: () => { noise(5, { from: 180, gain: 0.7 }); noise(5, { type: "bandpass", from: 300, to: 900, gain: 0.3 }); },
  bite: () => { noise(1.2, { type: "highpass", from: 3000, gain: 0.25, attack: 0.6 }); tone(220, 0.5, { type: "sawtooth", to: 90, gain: 0.15 }, 1.2); },
  act: ({ effect }) => (ACTS[effect] || ACTS.wood)(),
  find: () => [0, 0.18, 0.36].forEach((after) => tone(180, 0.12, { to: 120, gain: 0.4 }, after)),
  card: () => noise(0.25, { type: "bandpass", from: 2500, gain: 0.2, attack: 0.3 }),
  count: () => [0, 0.3, 0.6].forEach((after) => tone(440, 0.2, { gain: 0.15 }, after)),
  debate: () => chord([392, 494], 0.15, 0.8),
  ballot: () => tone(140, 0.25, { to: 60, gain: 0.5 }),
  three: () => [0, 1, 2].forEach((after) => tone(after === 2 ? 880 : 587, 0.35, { gain: 0.25 }, after)),
  rescue: () => chord([523, 659, 784, 1047], 0.09, 0.8, { gain: 0.2 }),
  shot: ({ effect }) => effect === "sheet" ? tone(1800, 1.5, { type: "triangle", gain: 0.3 }) : noise(0.7, { from: 4000, to: 200, gain: 0.9, attack: 0.01 }),
  death: () => [0, 1.6].forEach((after) => { tone(196, 3, { gain: 0.35 }, after); tone(294, 2, { gain: 0.12 }, after); }),
  inheritance: () => [0, 0.25, 0.5].forEach((after) => noise(0.2, { type: "bandpass", from: 2500, gain: 0.2, attack: 0.3 }, after)),
  departure: () => { noise(6, { from: 700, gain: 0.15, attack: 0.4 }); chord([392, 494, 587, 784], 0.25, 2, { gain: 0.2 }); },
  day: () => chord([494, 659], 0.2, 1, { gain: 0.15 }),
  end: () => chord([784, 659, 523], 0.3, 2.5, { gain: 0.2 }),
};
const ACTS = {
  fish: () => noise(0.8, { type: "bandpass", from: 1200, to: 400, gain: 0.35, attack: 0.05 }),
  water: () => [0, 0.22, 0.44].forEach((after) => tone(700, 0.15, { to: 1200, gain: 0.15 }, after)),
  wood: () => [0, 0.35].forEach((after) => tone(160, 0.15, { type: "triangle", to: 80, gain: 0.5 }, after)),
};
const BEAT = {
  turning: () => Array.from({ length: 8 }, (_, n) => tone(110, 0.09, { to: 80, gain: 0.12 + n * 0.02 }, n * 0.09)),
  voter: () => tone(140, 0.2, { to: 60, gain: 0.5 }),
  total: () => tone(140, 0.2, { to: 60, gain: 0.5 }),
  verdict: () => { tone(98, 1.6, { gain: 0.5 }); tone(147, 1.6, { gain: 0.2 }); },
};
export const KINDS = [...Object.keys(SOUND), ...Object.keys(BEAT)];

export function sound(scene) {
  if (!on.sound) return;
  const last = scene.beats[scene.beats.length - 1];
  if (last) BEAT[Object.keys(BEAT).find((key) => key in last)]?.();
  else SOUND[scene.kind]?.(scene.facts);
}

export function say(text) {
  if (!on.voice || !("speechSynthesis" in window) || !text) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = lang();
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}
