// Words, orders and the event stream: what a phone and the big screen share.

import { choose } from "./emblems.js";
import { fill } from "./grammar.js";
import { firstLanguage, keepLanguage, languageControl } from "./languages.js";
import { newId, Refusal, wait } from "./orders.js";

let language = firstLanguage();
let words = {};

export const lang = () => language;

export async function speak(wanted) {
  language = wanted;
  keepLanguage(wanted);
  words = await (await fetch(`/api/words/${wanted}`)).json();
}

// What changes the language of this page, which is drawn anew then.
export const languageChoice = (draw, how) => languageControl(language, async (wanted) => {
  await speak(wanted);
  draw(wanted);
}, how);

export const t = (key, values = {}) => fill(words[key] ?? key, values, language);

// Sent again with the same id until it is answered: the server does it once.
export async function order(path, fields) {
  const body = JSON.stringify({ ...fields, id: newId(), lang: language });
  for (let tried = 0; ; tried++) {
    let answer = null;
    let said = {};
    try {
      const headers = { "content-type": "application/json" };
      answer = await fetch(`/api/${path}`, { method: "POST", headers, body });
      said = await answer.json().catch(() => ({}));
    } catch {
      answer = null;
    }
    if (!answer || said.error === "gone") {
      if (tried === 20) throw new Refusal("failed", t("phone.lost"));
      await wait(Math.min(4000, 500 * (tried + 1)));
      continue;
    }
    if (!answer.ok) throw new Refusal(said.error || "failed", said.text || "");
    return said;
  }
}

// Gives this browser a cookie if it has none.  A page that comes from another site's link sends
// its cookie only from here on.
export const welcome = () => fetch("/api/me", { method: "POST" }).catch(() => 0);

// heard(state) with every state, linked(bool) when the connection comes or goes.
export function follow(address, heard, linked) {
  let state = {};
  let source = null;
  let last = 0;
  let version = "";
  const open = () => {
    source?.close();
    last = Date.now();
    const one = (source = new EventSource(address));
    const take = (whole) => (event) => {
      last = Date.now();
      const data = JSON.parse(event.data);
      state = whole ? data : { ...state, ...data };
      // A host that was replaced by a newer one: this page is of the older one.
      const now = state.table?.version;
      if (version && now && now !== version) return location.reload();
      version ||= now;
      choose(state.table?.emblems);
      linked(true);
      heard(state);
    };
    one.addEventListener("beat", () => (last = Date.now()));
    one.addEventListener("state", take(true));
    one.addEventListener("change", take(false));
    one.addEventListener("error", () => {
      if (one !== source) return;
      linked(false);
      one.close();
      source = null;
      setTimeout(() => welcome().then(open), 1000);
    });
  };
  for (const name of ["pageshow", "online"]) addEventListener(name, () => Date.now() - last > 3000 && open());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && Date.now() - last > 3000) open();
  });
  setInterval(() => source && Date.now() - last > 12000 && open(), 2000);
  welcome().then(open);
}
