// The game clock: what the server told, counted on by this page's own time.

import { t } from "./i18n.js";

let told = null;
let heardAt = 0;

// The moment of the state that is heard now; a state that was told again changes nothing.
export function hearClock(clock) {
  if (clock === told) return;
  told = clock;
  heardAt = Date.now();
  drawClocks();
}

// What a side has left, in ms.
export function leftOf(side) {
  if (!told) return 0;
  const passed = Date.now() - heardAt;
  const running = told.side;
  if (running < 0) return told.left_ms[side];
  const taken = Math.min(passed, told.left_ms[running]);
  if (side === running) return told.left_ms[side] - taken;
  return told.left_ms[side] + (told.control.startsWith("glass") ? taken : 0);
}

export function shown(ms) {
  const two = (n) => String(n).padStart(2, "0");
  if (ms < 10000) return `0:${two(Math.floor(ms / 1000))}.${Math.floor(ms / 100) % 10}`;
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const LOW_MS = 60000;

// Changes figures only: nothing on the page moves.
function drawClocks() {
  for (const node of document.querySelectorAll("[data-clock]")) {
    const left = leftOf(Number(node.dataset.clock));
    const text = shown(left);
    if (node.textContent !== text) node.textContent = text;
    node.classList.toggle("low", left < LOW_MS && told?.side === Number(node.dataset.clock));
  }
}

let answerUntil = 0;

// How long somebody who is asked has for the answer.
export function hearRequest(request) {
  answerUntil = request ? Date.now() + request.left_ms : 0;
  drawAnswer();
}

function drawAnswer() {
  const node = document.querySelector("[data-answer-until]");
  if (!node) return;
  const left = Math.max(0, Math.ceil((answerUntil - Date.now()) / 1000));
  const told = t("request.left", { time: `0:${String(left).padStart(2, "0")}` });
  if (node.textContent !== told) node.textContent = told;
}

function drawAway() {
  for (const node of document.querySelectorAll("[data-away]")) {
    const seconds = Math.floor((Date.now() - Number(node.dataset.away)) / 1000);
    const told = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (node.textContent !== told) node.textContent = told;
  }
}

setInterval(drawAway, 1000);
setInterval(drawAnswer, 500);
setInterval(drawClocks, 100);
