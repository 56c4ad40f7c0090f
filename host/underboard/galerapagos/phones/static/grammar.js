// Plural forms and French elision in templates, as texts/grammar.py fills them in on the host.

const MUTE_H = /^(helen|henri|hermine|hippolyt|honor|horac|horatio|hortens|hubert|hugu|hyacinth)/;
const ELIDED = { de: ["de ", "d'"], que: ["que ", "qu'"] };

export function elides(name) {
  const plain = name.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  if (plain[0] === "y") return /^y\p{L}/u.test(plain) && !/^y[aeiouy]/.test(plain);
  if (plain[0] === "h") return MUTE_H.test(plain);
  return /^[aeiouœæ]/.test(plain);
}

export const isOne = (number, language) =>
  language === "fr" ? Math.abs(number) < 2 : number === 1;

// A gap is {name}, or {name:de}, or {number:one|many}; a form may hold gaps itself.
const GAP = /\{(\w+)(?::((?:[^{}]|\{[^{}]*\})*))?\}/g;

export function fill(template, values, language) {
  return template.replace(GAP, (all, name, form) => {
    const value = values[name];
    if (value === undefined || value === null) return all;
    if (!form) return value;
    if (form in ELIDED) return ELIDED[form][elides(String(value)) ? 1 : 0] + value;
    const [one, many] = form.split("|");
    const number = Array.isArray(value) ? value.length : Number(value);
    return fill(isOne(number, language) ? one : many ?? one, values, language);
  });
}
