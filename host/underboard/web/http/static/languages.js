// The languages that there are texts in: the first to speak, and the control that changes it.

import { LANGUAGES } from "./registry.js";

const KEY = "underboard.language";
const [FIRST] = Object.keys(LANGUAGES);
const isKnown = (language) => language in LANGUAGES;

// The one that was chosen here before, else the first of the browser's that is known.
export function firstLanguage() {
  let kept = "";
  try {
    kept = localStorage.getItem(KEY) || "";
  } catch { /* a private window */ }
  const wanted = [kept, ...(navigator.languages || []).map((one) => one.slice(0, 2).toLowerCase())];
  return wanted.find(isKnown) || FIRST;
}

export function keepLanguage(language) {
  try {
    localStorage.setItem(KEY, language);
  } catch { /* a private window */ }
  document.documentElement.lang = language;
}

// Between two languages a button with the other one's name; of more a menu.  short: names of two letters.
export function languageControl(now, choose, { short = false, id = null, look = "plain" } = {}) {
  const name = (language) => (short ? language.toUpperCase() : LANGUAGES[language]);
  const others = Object.keys(LANGUAGES).filter((one) => one !== now);
  const control = document.createElement(others.length > 1 ? "select" : "button");
  control.className = look;
  if (id) control.id = id;
  if (others.length > 1) {
    control.append(...Object.keys(LANGUAGES).map((one) => {
      const option = new Option(name(one), one, one === now, one === now);
      option.lang = one;
      return option;
    }));
    control.setAttribute("aria-label", Object.values(LANGUAGES).join(", "));
    control.addEventListener("change", () => choose(control.value));
  } else {
    control.type = "button";
    control.hidden = !others.length;
    if (!others.length) return control;
    [control.lang] = others;
    control.textContent = name(others[0]);
    if (short) control.setAttribute("aria-label", LANGUAGES[others[0]]);
    control.addEventListener("click", () => choose(others[0]));
  }
  return control;
}

// Puts a new control in the place of the one before, which keeps the keys' focus.
export function placeLanguageControl(before, now, choose) {
  const control = languageControl(now, choose, { id: before.id, look: before.className });
  const hadFocus = document.activeElement === before;
  before.replaceWith(control);
  if (hadFocus) control.focus();
}
