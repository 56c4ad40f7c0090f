// The words of the page in the language of its reader; all sentences come from the server.

const KEY = "underboard.language";
const known = { en: null, fr: null };
let language = "";

export const lang = () => language;

export function firstLanguage() {
  const kept = localStorage.getItem(KEY);
  if (kept === "en" || kept === "fr") return kept;
  return (navigator.language || "en").toLowerCase().startsWith("fr") ? "fr" : "en";
}

export async function speak(wanted) {
  if (!known[wanted]) known[wanted] = await (await fetch(`/api/words/${wanted}`)).json();
  language = wanted;
  localStorage.setItem(KEY, wanted);
  document.documentElement.lang = wanted;
}

export function t(key, values = {}) {
  const text = known[language]?.[`page.${key}`] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

export const has = (key) => Boolean(known[language]?.[`page.${key}`]);
