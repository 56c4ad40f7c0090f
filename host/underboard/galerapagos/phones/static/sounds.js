// Sounds and spoken prompts, each switched on by hand; made here, nothing is loaded.

import { lang } from "./talk.js";

let audio = null;
const ready = () => (audio ||= new AudioContext());

function noise(seconds, low, gain) {
  const context = ready();
  const buffer = context.createBuffer(1, context.sampleRate * seconds, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let n = 0; n < data.length; n++) data[n] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: low });
  const volume = new GainNode(context, { gain: 0 });
  const now = context.currentTime;
  volume.gain.linearRampToValueAtTime(gain, now + 0.15 * seconds);
  volume.gain.linearRampToValueAtTime(0, now + seconds);
  source.connect(filter).connect(volume).connect(context.destination);
  source.start();
}

export const rain = (drops) => drops > 0 && noise(3, 3500, 0.03 * drops);
export const thunder = () => noise(5, 180, 0.7);

export function knock() {
  const context = ready();
  const tone = new OscillatorNode(context, { frequency: 140 });
  const volume = new GainNode(context, { gain: 0.5 });
  const now = context.currentTime;
  tone.frequency.exponentialRampToValueAtTime(60, now + 0.12);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.2);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(now + 0.25);
}

export function say(text) {
  if (!("speechSynthesis" in window) || !text) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = lang();
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}
