// Orders to the server: each has an id, and is sent again until it is answered.

import { newId, Refusal, wait } from "../orders.js";
import { has, lang, t } from "./i18n.js";

const TRIES = 6;
const WAIT_MS = 600;
const ANSWER_MS = 20000;
// What a computer has to think about may take a minute on a slow one.
export const LONG_MS = 600000;

// Gives this browser a cookie if it has none.  A page that another site's link has opened sends
// its cookie only from here on.
export const welcome = () => fetch("/api/me", { method: "POST" }).catch(() => null);

// patient: sent for as long as the page is open; slow(seconds) is told while no answer comes.
export async function order(path, fields = {}, { patient = false, slow = () => {} } = {}) {
  const body = JSON.stringify({ ...fields, id: newId(), lang: lang() });
  const began = Date.now();
  const watch = setInterval(() => slow(Math.floor((Date.now() - began) / 1000)), 500);
  try {
    for (let tried = 0; ; tried++) {
      let answer;
      try {
        answer = await fetch(`/api/${path}`, {
          method: "POST",
          headers: { "content-type": "application/json", "accept-language": lang() },
          body,
          signal: AbortSignal.timeout(ANSWER_MS),
        });
      } catch (error) {
        if (tried >= TRIES && !patient) throw new Refusal("failed", "");
        await back(WAIT_MS * Math.min(tried + 1, TRIES));
        continue;
      }
      if (answer.status === 401 && tried < 2) {
        // The cookie is another run's, or was cleared.
        await welcome();
        continue;
      }
      const said = await answer.json().catch(() => ({}));
      if (!answer.ok) throw refused(said);
      return said;
    }
  } finally {
    clearInterval(watch);
  }
}

// Waits, and less if the line comes back before.
const back = (ms) => Promise.race([wait(ms),
  new Promise((done) => addEventListener("online", done, { once: true }))]);

// What is refused before anybody has read in which language it was asked has words here.
function refused({ error, text }) {
  return new Refusal(error || "failed", has(`refused.${error}`) ? t(`refused.${error}`) : text || "");
}

export async function read(path, ms = ANSWER_MS) {
  const ask = () => fetch(`/api/${path}`, {
    headers: { "accept-language": lang() }, signal: AbortSignal.timeout(ms),
  });
  let answer = await ask();
  if (answer.status === 401) {
    await welcome();
    answer = await ask();
  }
  const said = await answer.json();
  if (!answer.ok) throw refused(said);
  return said;
}
