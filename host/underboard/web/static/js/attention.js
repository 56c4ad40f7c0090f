// "Your turn": by the page's title, a sound, a vibration and, if allowed, a notification.

import { knock, setting } from "./voice.js";
import { t } from "./i18n.js";

let mine = false;
let asked = "";

// before: the state that was shown before, null at first.
export function attend(table, before) {
  const { state } = table;
  const now = !state.game.outcome && !state.study && table.mine;
  const request = state.request && table.speaksFor.includes(1 - state.request.side) ? state.request.kind : "";
  const name = now && table.betweenPeople ? `● ${t("your-turn")} – Underboard` : "Underboard";
  if (document.title !== name) document.title = name;
  const called = (now && !mine && before && table.betweenPeople) || (request && request !== asked);
  mine = now;
  asked = request;
  if (called) call(request ? t("your-answer") : t("your-turn"), table.words.last);
}

function call(title, body) {
  knock();
  try {
    navigator.vibrate?.(200);
  } catch {
    // Browsers that forbid it before the first touch.
  }
  if (document.hidden && setting("notify") && "Notification" in window && Notification.permission === "granted") {
    new Notification(title, { body, tag: "underboard-turn" });
  }
}

// Asks the browser whether notifications may be shown; returns whether they may.
export async function allowed() {
  return "Notification" in window && (await Notification.requestPermission()) === "granted";
}

const SEATED = "underboard.seated";

export function noteSeat(has) {
  if (has) localStorage.setItem(SEATED, "yes");
  else localStorage.removeItem(SEATED);
}

// Whether this browser had a seat here that it has no more: the host has made a new link, or
// the table is another one, with seats of its own.
export const hasLostSeat = (me) => !me.seats.length && localStorage.getItem(SEATED) === "yes";
