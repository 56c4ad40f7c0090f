// What is said: live regions for screen readers, the browser's voice, knocks of wood.

import { $, say } from "./dom.js";
import { lang } from "./i18n.js";

let audio = null;

export const setting = (name) => localStorage.getItem(`underboard.${name}`) === "on";

export function announce(state, before, words) {
  const entry = (one) => one?.game.moment;
  if (entry(state) !== entry(before)) {
    const sentence = [words.last, words.title].filter(Boolean).join(" ");
    say($("#polite"), sentence);
    if (before && setting("voice")) speak(sentence);
  }
  const trouble = words.trouble.join(" ");
  if (trouble) say($("#urgent"), trouble);
  else if (!state.question) say($("#urgent"), "");
}

export function speak(sentence) {
  if (!("speechSynthesis" in window)) return;
  const spoken = new SpeechSynthesisUtterance(sentence);
  spoken.lang = lang();
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}

// Two short knocks of filtered noise: wood on wood.
export function knock() {
  if (!setting("sound")) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  for (const [at, high] of [[0, 950], [0.07, 1300]]) {
    const length = Math.round(audio.sampleRate * 0.06);
    const buffer = audio.createBuffer(1, length, audio.sampleRate);
    const data = buffer.getChannelData(0);
    for (let n = 0; n < length; n++) data[n] = (Math.random() * 2 - 1) * Math.exp(-n / (length / 7));
    const source = audio.createBufferSource();
    source.buffer = buffer;
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = high;
    filter.Q.value = 4;
    const gain = audio.createGain();
    gain.gain.value = 0.5;
    source.connect(filter).connect(gain).connect(audio.destination);
    source.start(now + at);
  }
}
