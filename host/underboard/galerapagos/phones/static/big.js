// The television: what everybody knows, large and calm, and each thing that happens as a scene.
// Nothing secret is ever sent here, and nothing before it may be seen.

import "./awake.js";
import { $, h, s } from "./dom.js";
import { badge, emblem } from "./emblems.js";
import { ending } from "./ending.js";
import { island } from "./island.js";
import { join } from "./lobby.js";
import { side } from "./panels.js";
import { envelopes, rows, turningIn, votesOf } from "./reveal.js";
import { opening, picture } from "./scenes.js";
import { on, say, sound, toggle } from "./sounds.js";
import { follow, lang, languageChoice, order, speak, t } from "./api.js";

let table = null;
let scene = null;
let debate = null; // seconds left
let ballot = null; // the one being voted on, or shown
let here = true;
let drawn = "";
let planks = 0;
let spoken = "";

const name = (seat) => table.people[seat].name;
const inReveal = () => scene?.kind === "reveal" || (table.revealed.length || table.totals.length ? ["crystal", "tie", "designated"].includes(table.phase) : false);
const isLobby = () => table.day === 1 && table.phase === "dawn" && !scene;

function sentence() {
  if (table.paused) return t("phone.paused");
  if (scene?.kind === "reveal") return t("big.opening");
  if (scene) return "";
  if (table.over) return t(`how.${table.over.reason}`);
  if (table.embark) return t("big.embark", { number: table.embark.in.length, of: table.embark.of.length });
  if (table.ballot && table.short) return t(`big.vote.${table.ballot.count === "seats" ? "seats" : "rations"}`, { what: t(`reason.${table.ballot.count}`) });
  return t(`phone.phase.${table.phase}`, { name: table.asked >= 0 ? name(table.asked) : "" });
}

const figuresOf = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

// One pill: the debate's clock, how many envelopes are open, or the hurricane that comes.
function pill() {
  const node = $("#pill");
  const debating = debate !== null && !table.over;
  const opened = scene?.kind === "reveal" ? votesOf(table, scene).length : 0;
  const voters = ballot?.voters.length || 0;
  node.classList.toggle("clock", debating);
  let text = "";
  if (debating) text = debate > 0 ? t("big.debate", { clock: figuresOf(debate) }) : t("big.debate-over");
  else if (scene?.kind === "reveal" && !scene.facts.secret) text = t("big.opened", { opened, left: voters - opened });
  else if (table.day >= 7 && !table.over) text = t(table.hurricane ? "big.hurricane-now" : "big.hurricane-soon");
  node.hidden = !text;
  node.textContent = text;
}

// Between votes the strip says whose turn it is, and what happened last.
function turn() {
  const asked = table.asked;
  const lines = table.told.slice(-4, -1).reverse();
  return h("div", { class: "turn" },
    asked >= 0 && !scene ? [emblem(asked), h("strong", {}, t(`phone.phase.${table.phase}`, { name: name(asked) }))] : h("strong", {}, ""),
    h("ol", {}, lines.map((line) => h("li", {}, line[lang()]))));
}

function caption() {
  if (!here) return t("big.lost");
  if (table.paused) return t("phone.paused");
  if (scene) return scene.caption[lang()];
  if (table.ballot) return t("phone.in", table.ballot);
  const last = table.told[table.told.length - 1];
  return last ? last[lang()] : "";
}

function foot() {
  return [
    s("svg", { viewBox: "0 0 48 48", class: on.voice ? "ear on" : "ear", "aria-hidden": "true" },
      s("path", { d: "M6 18h9l11-10v32L15 30H6z", fill: "currentColor" }),
      s("path", { d: on.voice ? "M32 16q6 8 0 16M37 11q11 13 0 26" : "M33 18l11 12m0-12L33 30", fill: "none", stroke: "currentColor", "stroke-width": 3 })),
    h("p", { class: here ? "" : "bad" }, caption()),
    table.ballot && !scene ? h("span", {}, t("big.opens")) : ""];
}

// Drawn again only if it is another one, so that what moves goes on undisturbed.
function stage() {
  const asked = scene ? -1 : table.asked;
  const { rain, hurricane, seats, wood, people } = table;
  const beat = scene ? scene.beats[scene.beats.length - 1] : null;
  const key = JSON.stringify([scene?.id, scene?.kind === "reveal" ? scene.beat : 0, rain, hurricane, seats, wood, people, asked, table.tied,
    isLobby() && [lang(), table.url], table.over && [lang(), table.same, table.standings]]);
  if (key === drawn) return;
  const grown = drawn && !table.over ? Math.max(0, seats - planks) : 0;
  drawn = key;
  planks = seats;
  let node;
  if (scene?.kind === "reveal") node = opening(table, beat && "verdict" in beat ? null : beat);
  else if (scene) node = picture(table, scene);
  else if (table.over) node = ending(table, again);
  else if (isLobby()) node = join(table);
  else node = island({ ...table, asked }, grown);
  $("#scene").replaceChildren(node, scene?.kind === "reveal" && ballot && turningIn(scene) >= 0
    ? h("span", { class: "pill nth" }, t("big.nth", { number: votesOf(table, scene).length + 1, of: ballot.voters.length })) : "");
}

function draw() {
  if (!table) return;
  document.title = `Galérapagos · ${t("phone.day", { day: table.day })}`;
  $("#day").textContent = table.over && !scene && table.standings ? table.standings.name : t("phone.day", { day: table.day });
  $("#what").textContent = sentence();
  pill();
  stage();
  const named = inReveal();
  const lobby = isLobby();
  const over = Boolean(table.over) && !scene;
  const voting = named || table.ballot;
  $("#side").replaceChildren(...(named ? [rows(table, scene, ballot)] : side(table)));
  $("#ballots").classList.toggle("many", Boolean(voting) && (ballot?.voters.length || 0) > 6);
  $("#ballots").classList.toggle("most", (ballot?.voters.length || 0) > 10);
  $("#ballots").replaceChildren(...(lobby || over ? [] : voting && !(scene && scene.kind !== "reveal") ? envelopes(table, scene, ballot) : [turn()]));
  $("#big").className = over ? "over" : lobby ? "lobby" : named ? "reveal" : scene ? "playing" : "";
  $("#foot").replaceChildren(...foot());
  const full = document.fullscreenElement;
  $("#switches").replaceChildren(
    ...["sound", "voice"].map((key) => h("button", { type: "button", "aria-pressed": String(on[key]), onclick: () => (toggle(key), draw()) }, t(`big.${key}`))),
    h("button", { type: "button", onclick: () => (full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => 0) }, t(full ? "big.window" : "big.full")),
    languageChoice(() => {
      drawn = "";
      draw();
    }, { short: true, look: "" }));
}
document.addEventListener("fullscreenchange", draw);

const again = (entry) => order("table", { entry }).catch(() => 0);

// A tap opens the next envelope; a long press shows all that is left.  The server decides who may.
let pressed = 0;
addEventListener("pointerdown", (event) => (pressed = event.target.closest("button") ? 0 : Date.now()));
addEventListener("pointerup", () => {
  if (!pressed || !scene) return;
  order("lead", { entry: Date.now() - pressed > 700 ? "hurry" : "next" }).catch(() => 0);
});

function heard(state) {
  const clock = table === state.table && scene === (state.scene ?? null);
  debate = state.debate?.left ?? null;
  if (clock) return pill();
  table = state.table;
  scene = state.scene ?? null;
  if (table.ballot) ballot = table.ballot;
  else if (!inReveal()) ballot = null;
  draw();
  const moment = scene ? `${scene.id}.${scene.beat}` : "";
  if (scene && moment !== spoken) {
    sound(scene);
    // The picture first, the sentence after it.
    setTimeout(() => spoken === moment && say(scene?.caption[lang()]), 400);
  }
  spoken = moment;
}

await speak(lang());
follow("/api/events?as=big", heard, (linked) => {
  if (linked !== here) {
    here = linked;
    draw();
  }
});
