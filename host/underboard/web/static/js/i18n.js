// The words of the page in the language of its reader; all sentences come from the server.

import { keepLanguage } from "../languages.js";

const known = {};
let language = "";

export const lang = () => language;

export async function speak(wanted) {
  if (!known[wanted]) known[wanted] = await (await fetch(`/api/words/${wanted}`)).json();
  language = wanted;
  keepLanguage(wanted);
}

// A gap is {name}, or {number:one|many}.
const GAP = /\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}/g;

export function t(key, values = {}) {
  const text = known[language]?.[`page.${key}`] ?? key;
  return text.replace(GAP, (all, name, one, many) => {
    if (one === undefined) return values[name] ?? all;
    return new Intl.PluralRules(language).select(values[name]) === "one" ? one : many;
  });
}

export const has = (key) => Boolean(known[language]?.[`page.${key}`]);
