// A link that takes a place: what it takes, one's own name, and the button that takes it.

import { firstLanguage, keepLanguage, placeLanguageControl } from "./languages.js";
import { newId, wait } from "./orders.js";

const NAME = "underboard.name";
const $ = (id) => document.getElementById(id);
const token = location.pathname.split("/").pop();
const kept = (key) => { try { return localStorage.getItem(key) || ""; } catch { return ""; } };
const keep = (key, value) => { try { localStorage.setItem(key, value); } catch { /* a private window */ } };

let language = firstLanguage();
let told = null;

async function post(path, fields) {
  const body = JSON.stringify({ ...fields, id: newId(), lang: language });
  const headers = { "content-type": "application/json" };
  for (let tried = 0; ; tried++) {
    try {
      const answer = await fetch(path, { method: "POST", headers, body });
      return { ok: answer.ok, ...(await answer.json()) };
    } catch (error) {
      if (tried === 4) throw error;
      await wait(500 * (tried + 1));
    }
  }
}

function render(text = "") {
  const words = told?.words[language];
  if (!words) return;
  document.documentElement.lang = language;
  const open = !told.error;
  $("title").textContent = open ? words.title : words.used;
  $("form").hidden = !open || told.held;
  $("field").hidden = !told.named;
  $("field").firstElementChild.textContent = words.name;
  $("take").textContent = words[told.named ? "button" : "button.device"];
  $("back").hidden = false;
  $("back").textContent = words[told.held ? "go" : "back"];
  $("said").textContent = text || (told.held ? words.held : "");
  placeLanguageControl($("language"), language, speak);
  document.title = `Underboard: ${$("title").textContent}`;
}

function speak(wanted) {
  language = wanted;
  keepLanguage(wanted);
  render();
}

$("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  $("take").disabled = true;
  if (told.named) keep(NAME, $("name").value);
  try {
    const said = await post("/api/join", { token, name: told.named ? $("name").value : "" });
    if (said.ok) location.replace("/");
    else render(said.text);
  } catch {
    render(told.words[language].failed);
  }
  $("take").disabled = false;
});

$("name").value = kept(NAME);
// First known, then seated: a lost answer is asked for again with the same cookie.
await post("/api/me", {});
told = await (await fetch(`/api/join/${token}`)).json();
render();
