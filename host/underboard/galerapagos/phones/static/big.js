// The big screen: what everybody knows, large and calm.  Nothing secret is ever sent here.

import { $, h, s } from "./dom.js";
import { badge, emblem } from "./emblems.js";
import { island } from "./island.js";
import { knock, rain, say, thunder } from "./sounds.js";
import { follow, lang, speak, t } from "./talk.js";

const REVEAL_MS = 1200;
let table = null;
let before = null;
let debate = null; // seconds left
let opened = 0; // votes turned over so far
let timer = 0;
let all = "";
let drawn = "";
let planks = 0;
const on = { sound: false, voice: false };

const name = (seat) => table.people[seat].name;
const mouths = () => table.people.filter((one) => one.alive).length;

// While ballots are still being turned over, nothing on the screen tells how it will end.
const turning = () => opened < table.revealed.length;

function sentence() {
  if (table.paused) return t("phone.paused");
  if (turning()) return t("big.opening");
  if (table.over) return t(`how.${table.over.reason}`);
  if (table.ballot && table.short) return t(`big.vote.${table.ballot.count === "seats" ? "seats" : "rations"}`, { what: t(`reason.${table.ballot.count}`) });
  return t(`phone.phase.${table.phase}`, { name: table.asked >= 0 ? name(table.asked) : "" });
}

const figuresOf = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

// The debate's clock stands where the hurricane is announced; it changes figures only.
function pill() {
  const node = $("#pill");
  const debating = debate !== null && !table.over;
  node.hidden = !debating && (table.day < 7 || Boolean(table.over));
  node.classList.toggle("clock", debating);
  if (debating) node.textContent = debate > 0 ? t("big.debate", { clock: figuresOf(debate) }) : t("big.debate-over");
  else node.textContent = t(table.hurricane ? "big.hurricane-now" : "big.hurricane-soon");
}

// Rations stand over the mouths that they feed; what is missing is drawn as missing.
function pairs(level, drop) {
  const people = mouths();
  const columns = Math.max(people, Math.min(level, people + 3));
  const parts = [];
  for (let n = 0; n < columns; n++) {
    const x = 20 + n * 34;
    const there = n < level;
    parts.push(s("path", { d: drop, transform: `translate(${x} 18)`, fill: there ? "#0e5a70" : "none", stroke: there ? "none" : "#9c2a1b", "stroke-width": 2, "stroke-dasharray": there ? null : "4 3" }));
    if (n >= people) continue;
    parts.push(s("path", { d: `M${x} 34v8`, stroke: "currentColor", "stroke-width": 2 }));
    if (!there) parts.push(s("path", { d: `M${x - 5} 33l10 10m0-10l-10 10`, stroke: "#9c2a1b", "stroke-width": 2.5 }));
    parts.push(
      s("circle", { cx: x, cy: 58, r: 11, fill: "none", stroke: "currentColor", "stroke-width": 2 }),
      s("path", { d: `M${x - 4} 56v.1M${x + 4} 56v.1`, stroke: "currentColor", "stroke-width": 3, "stroke-linecap": "round" }),
      s("path", { d: there ? `M${x - 5} 61q5 5 10 0` : `M${x - 4} 64q4 -5 8 0`, fill: "none", stroke: "currentColor", "stroke-width": 2 }));
  }
  return s("svg", { viewBox: `0 0 ${Math.max(400, columns * 34 + 10)} 74`, preserveAspectRatio: "xMinYMid meet", "aria-hidden": "true" }, parts);
}

const DROP = "M0 -12c7 9 8 12 8 15a8 8 0 0 1-16 0c0-3 1-6 8-15z";
const FISH = "M-13 0q8 -9 17 0l8 -6v12l-8 -6q-9 9 -17 0z";

function counter(key, level, drop) {
  const missing = mouths() - level;
  const text = missing > 0 ? t("big.short", { number: missing, mouths: mouths() }) : t("big.enough", { number: -missing });
  return h("div", { class: "panel" },
    h("h2", {}, t(`phone.${key}`), h("b", {}, String(level)), h("span", { class: missing > 0 ? "bad" : "good" }, text)),
    pairs(level, drop));
}

function weather() {
  const hidden = table.rain < 0;
  const drops = hidden ? 0 : table.rain;
  const icon = s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" },
    s("rect", { x: 2, y: 2, width: 96, height: 96, rx: 12, fill: "var(--accent-soft)", stroke: "var(--accent)", "stroke-width": 2 }),
    hidden ? s("text", { x: 50, y: 66, "text-anchor": "middle", "font-size": 48, fill: "currentColor" }, "?")
      : drops ? Array.from({ length: drops }, (_, n) => s("path", { d: DROP, transform: `translate(${50 + (n - (drops - 1) / 2) * 27} 54) scale(2)`, fill: "#0e5a70" }))
        : s("circle", { cx: 50, cy: 50, r: 24, fill: "#f2c14e", stroke: "#b7811a", "stroke-width": 3 }));
  const said = hidden ? t("phone.hidden") : table.hurricane ? t("word.hurricane") : t("word.rain", { rain: drops });
  const words = said[0].toUpperCase() + said.slice(1);
  return h("div", { class: "panel weather" }, icon,
    h("div", {}, h("h2", {}, words), h("p", {}, hidden ? "" : t("big.brings", { rain: drops }))));
}

function raft() {
  const seats = Array.from({ length: table.most.seats }, (_, n) => {
    const x = 6 + n * 30;
    const part = n === table.seats ? (50 * table.wood) / table.most.wood : 0;
    return [
      n < table.seats ? s("rect", { x, y: 6, width: 22, height: 50, rx: 9, fill: "#c1935f", stroke: "#7c5530", "stroke-width": 2 })
        : s("rect", { x, y: 6, width: 22, height: 50, rx: 9, fill: "none", stroke: "currentColor", "stroke-width": 1.5, "stroke-dasharray": "4 4", opacity: n === table.seats ? 1 : 0.4 }),
      part ? s("rect", { x: x + 1, y: 56 - part, width: 20, height: part, fill: "#c1935f" }) : null,
    ];
  });
  const enough = table.seats >= mouths();
  return h("div", { class: "panel raft" },
    h("h2", {}, t("phone.raft"), h("span", { class: enough ? "good" : "" }, t("big.seats", { seats: table.seats, mouths: mouths() }))),
    s("svg", { viewBox: "0 0 370 62", preserveAspectRatio: "xMinYMid meet", "aria-hidden": "true" }, seats),
    table.seats < table.most.seats ? h("p", {}, t("big.next", { wood: table.wood, of: table.most.wood })) : "");
}

function envelope(open, target) {
  return s("svg", { viewBox: "0 0 64 48", "aria-hidden": "true" },
    s("rect", { x: 3, y: 6, width: 58, height: 38, rx: 3, fill: "#fffdf8", stroke: "#7c5530", "stroke-width": 2 }),
    open
      ? s("g", { transform: "translate(32 25)" }, target >= 0 ? badge(target, 15) : [])
      : [s("path", { d: "M4 8l28 20 28-20", fill: "none", stroke: "#7c5530", "stroke-width": 2 }),
        s("circle", { cx: 32, cy: 26, r: 7, fill: "#9c2a1b" }), s("path", { d: "M29 26l2 2 4-5", fill: "none", stroke: "#fff", "stroke-width": 2 })]);
}

const blank = () => s("svg", { viewBox: "0 0 64 48", "aria-hidden": "true" },
  s("rect", { x: 3, y: 6, width: 58, height: 38, rx: 3, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-dasharray": "6 5" }));
const dash = () => s("svg", { viewBox: "0 0 64 48", "aria-hidden": "true" },
  s("path", { d: "M22 25h20", stroke: "currentColor", "stroke-width": 3 }));

function ballots() {
  const votes = new Map(table.revealed.map((vote) => [vote.player, vote]));
  const shown = table.revealed.slice(0, opened).map((vote) => vote.player);
  const ballot = table.ballot;
  return table.people.map((one, seat) => {
    let picture = dash();
    let words = one.alive ? t(one.sick ? "big.sick" : "big.no-vote") : t("phone.dead");
    let open = "";
    if (votes.has(seat)) {
      const vote = votes.get(seat);
      open = shown.includes(seat) ? "open" : "";
      picture = envelope(Boolean(open), vote.target);
      words = !open ? t("big.voted") : vote.target < 0 ? t("ask.abstain") : `→ ${name(vote.target)}${vote.number > 1 ? ` ×${vote.number}` : ""}`;
    } else if (ballot?.in.includes(seat)) {
      picture = envelope(false);
      words = t("big.voted");
    } else if (ballot?.voters.includes(seat)) {
      picture = blank();
      words = t(ballot.last.includes(seat) && ballot.state === "open" ? "big.last" : "big.thinking");
    }
    return h("div", { class: `ballot ${open}` }, picture, h("b", {}, one.name), h("small", {}, words));
  });
}

// Before the first day: a code for each castaway, and who has a phone already.
function join() {
  const count = table.people.filter((one) => one.phone).length;
  const all = table.people.length;
  const columns = all > 6 ? Math.ceil(all / 2) : all;
  const codes = h("div", { class: "codes" }, table.people.map((one, seat) => {
    const ready = one.phone || one.bot;
    const code = ready ? s("svg", { viewBox: "-20 -20 40 40", "aria-hidden": "true" }, badge(seat, 17)) : h("img", { src: `/api/qr?seat=${seat + 1}`, alt: `${table.url}seat/${seat + 1}` });
    return h("div", { class: ready ? "code ready" : "code" }, code, h("b", {}, one.name), h("small", {}, one.bot ? t("big.bot") : one.phone ? `✓ ${t("big.ready")}` : " "));
  }));
  codes.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  return h("div", { class: "join" }, codes,
    h("p", {}, h("b", {}, t("big.any-seat", { url: table.url })), h("span", {}, t("big.phones", { number: count, of: all }))));
}

function figures() {
  const keys = ["fish", "water", "wood", "searches", "bites", "votes", "cards"];
  return h("div", { class: "figures" }, h("table", {},
    h("tr", {}, h("th", {}, ""), h("th", {}, t("big.fate")), keys.map((key) => h("th", {}, t(`figure.${key}`)))),
    table.figures.map((row, seat) => h("tr", {},
      h("td", {}, row.name),
      h("td", {}, table.over.embarked.includes(seat) ? t("big.saved") : row.died ? t("big.died", { day: row.died }) : "–"),
      keys.map((key) => h("td", {}, String(row[key])))))));
}

function foot() {
  const ballot = table.ballot;
  if (ballot) return [h("b", {}, t("phone.in", ballot)), h("span", {}, t("big.opens"))];
  const last = table.told[table.told.length - 1];
  return [h("b", {}, turning() ? "" : last ? last[lang()] : "")];
}

// Drawn again only if it is another one, so that clouds and rain move on undisturbed.
function scene() {
  const asked = turning() ? -1 : table.asked;
  const over = table.over && table.figures;
  const lobby = table.day === 1 && table.phase === "dawn";
  const { rain: drops, hurricane, seats, wood, people } = table;
  const key = JSON.stringify([drops, hurricane, seats, wood, people, asked, over, (over || lobby) && lang(), lobby]);
  if (key === drawn) return;
  const grown = drawn && !over ? Math.max(0, seats - planks) : 0;
  drawn = key;
  planks = seats;
  $("#scene").replaceChildren(over ? figures() : lobby ? join() : island({ ...table, asked }, grown));
}

function draw() {
  if (!table) return;
  document.title = `Galérapagos · ${t("phone.day", { day: table.day })}`;
  $("#day").textContent = t("phone.day", { day: table.day });
  $("#what").textContent = sentence();
  pill();
  scene();
  $("#side").replaceChildren(weather(), counter("water", table.water, DROP), counter("food", table.food, FISH), raft());
  const lobby = table.day === 1 && table.phase === "dawn";
  $("#ballots").classList.toggle("many", !lobby && table.people.length > 8);
  $("#big").classList.toggle("lobby", lobby);
  $("#ballots").replaceChildren(...(lobby ? [] : ballots()));
  $("#foot").replaceChildren(...foot());
  $("#switches").replaceChildren(
    ...["sound", "voice"].map((key) => h("button", { type: "button", "aria-pressed": String(on[key]), onclick: () => ((on[key] = !on[key]), draw()) }, t(`big.${key}`))),
    h("button", { type: "button", onclick: async () => (await speak(lang() === "en" ? "fr" : "en"), draw()) }, lang() === "en" ? "FR" : "EN"));
}

// Votes are turned over one by one; a tap shows all.
function reveal() {
  clearTimeout(timer);
  if (opened >= table.revealed.length) return;
  timer = setTimeout(() => {
    opened += 1;
    if (on.sound) knock();
    draw();
    reveal();
  }, REVEAL_MS);
}

addEventListener("click", (event) => {
  if (event.target.closest("button") || !table) return;
  opened = table.revealed.length;
  draw();
});

function heard(state) {
  debate = state.debate?.left ?? null;
  if (table === state.table) {
    pill();
    return;
  }
  before = table;
  table = state.table;
  const now = JSON.stringify(table.revealed);
  if (now !== all) {
    // The crystal ball's vote comes behind those that are open already.
    opened = now.startsWith(all.slice(0, -1)) && all.length > 2 ? Math.min(opened, table.revealed.length) : 0;
    all = now;
  }
  draw();
  reveal();
  if (before && before.rain < 0 && table.rain >= 0 && on.sound) (table.hurricane ? thunder : () => rain(table.rain))();
  if (on.voice && (!before || before.phase !== table.phase || before.asked !== table.asked)) say(sentence());
}

await speak(lang());
follow("/api/events?as=big", heard, () => 0);
