// Orders to the server: each has an id, and is sent again until it is answered.

import { newId, No, wait } from "../orders.js";
import { has, lang, t } from "./words.js";

const TRIES = 6;
const WAIT_MS = 600;

export async function order(path, fields = {}) {
  const body = JSON.stringify({ ...fields, id: newId(), lang: lang() });
  for (let tried = 0; ; tried++) {
    let answer;
    try {
      answer = await fetch(`/api/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", "accept-language": lang() },
        body,
      });
    } catch (error) {
      if (tried === TRIES) throw new No("failed", "");
      await wait(WAIT_MS * (tried + 1));
      continue;
    }
    if (answer.status === 401) {
      // The cookie is another run's, or was cleared: the page's own address gives a new one.
      await fetch("/", { cache: "no-store" });
      if (tried < 2) continue;
    }
    const said = await answer.json().catch(() => ({}));
    if (!answer.ok) throw refused(said);
    return said;
  }
}

// What is refused before anybody has read in which language it was asked has words here.
function refused({ error, text }) {
  return new No(error || "failed", has(`refused.${error}`) ? t(`refused.${error}`) : text || "");
}

export async function read(path) {
  const headers = { "accept-language": lang() };
  let answer = await fetch(`/api/${path}`, { headers });
  if (answer.status === 401) {
    await fetch("/", { cache: "no-store" });
    answer = await fetch(`/api/${path}`, { headers });
  }
  const said = await answer.json();
  if (!answer.ok) throw refused(said);
  return said;
}
