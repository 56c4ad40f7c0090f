const all = (what, from = document) => [...from.querySelectorAll(what)];
const shapes = all("svg > * > title").map(title => [title.parentNode, title.textContent]);
const refs = row => row.dataset.refs.split(" ");
const bodies = ref => shapes.filter(([shape, told]) => told.startsWith(ref + ": "));
const light = (some, on) => some.forEach(shape => shape.classList.toggle("lit", on));
const key = "underboard " + document.title;
const done = new Set(JSON.parse(localStorage.getItem(key) || "[]"));
for (const row of all("tr[data-refs]")) {
  const parts = refs(row).flatMap(bodies).map(([shape]) => shape), box = row.querySelector("input");
  for (const [event, on] of [["mouseenter", 1], ["mouseleave", 0], ["focusin", 1], ["focusout", 0]])
    row.addEventListener(event, () => light(parts, !!on));
  box.checked = done.has(row.dataset.refs);
  const tick = () => row.classList.toggle("done", box.checked);
  box.addEventListener("change", () => {
    box.checked ? done.add(row.dataset.refs) : done.delete(row.dataset.refs);
    localStorage.setItem(key, JSON.stringify([...done]));
    tick();
  });
  tick();
}
const told = document.querySelector("output");
for (const [shape, words] of shapes) {
  const pad = words.match(/^(\S+) .*, pad [^:]*: (.*)$/);
  const ref = pad ? pad[1] : words.split(": ")[0];
  const same = !pad || pad[2] == "not joined" ? [] : [
    ...shapes.filter(([, other]) => other.endsWith(": " + pad[2])).map(([one]) => one),
    ...all("[data-net]").filter(line => line.dataset.net == pad[2])];
  const rows = all("tr[data-refs]").filter(row => refs(row).includes(ref));
  const lit = [...same, ...rows];
  shape.addEventListener("mouseenter", () => { light(lit, true); told.value = words; });
  shape.addEventListener("mouseleave", () => light(lit, false));
}
