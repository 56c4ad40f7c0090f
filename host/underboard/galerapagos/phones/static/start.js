// The start page: seats that fill, options with one sentence each, and the button that begins.

import { $, h, s } from "./dom.js";
import { badge } from "./emblems.js";
import { ask, me, ui } from "./self.js";
import { follow, lang, languageChoice, speak, t } from "./api.js";

const page = $("#start");
let name = "";
let tournament = null;
let here = true;
const lobby = () => ui.state.table.lobby;
const arrange = (what, value) => ask("arrange", { what, value });
const button = (text, act, more = {}) => h("button", { type: "button", onclick: act, ...more }, text);

const crown = () => s("svg", { viewBox: "0 0 40 30", class: "crown", "aria-hidden": "true" },
  s("path", { d: "M3 27V8l9 8 8-13 8 13 9-8v19z", fill: "#f2c14e", stroke: "#7c5530", "stroke-width": 2 }));

function pair(options, value, choose) {
  return h("span", { class: "pair" }, options.map(([key, words]) =>
    button(words, () => choose(key), { "aria-pressed": String(key === value), disabled: !me().host })));
}

function gather() {
  const url = ui.state.table.url;
  return h("section", { class: "panel" }, h("h2", {}, t("start.take")),
    h("img", { src: "/api/qr", alt: url, class: "qr" }),
    h("p", { class: "lead" }, t("start.scan")), h("p", {}, t("start.wifi"), " ", h("b", {}, url)),
    me().host ? [h("hr"), h("p", {}, t("start.no-phone")),
      h("form", { onsubmit: async (event) => {
        event.preventDefault();
        const wanted = name;
        if (await arrange("name", wanted)) name = "";
        draw();
      } }, h("input", { id: "name", value: name, maxlength: 20, placeholder: t("start.name"), "aria-label": t("start.name"), oninput: (event) => (name = event.target.value) }),
      h("button", {}, t("start.add")))] : null);
}

function seat(one, n) {
  return h("div", { class: "seat" }, s("svg", { viewBox: "-12 -12 24 24", class: "emblem", "aria-hidden": "true" }, badge(one.emblem, 11)),
    h("span", {}, h("b", {}, one.name), h("small", {}, t(one.phone ? "start.phone-here" : "start.at-table"))),
    lobby().first === n ? crown() : "",
    me().host ? h("span", { class: "tools" }, n ? button("↑", () => arrange("up", n), { "aria-label": t("start.up", { name: one.name }) }) : "", button("×", () => ask("leave", { seat: n }), { "aria-label": t("start.remove", { name: one.name }) })) : "");
}

function castaways() {
  const { seats, most } = lobby();
  const free = Array.from({ length: most - seats.length }, (_, n) => h("div", { class: "seat free" }, h("small", {}, t("start.free"))));
  return h("section", { class: "panel" }, h("h2", {}, t("start.castaways"), h("small", {}, t("start.taken", { number: seats.length, most }))),
    h("div", { class: "seats" }, seats.map(seat), free));
}

function option(key, title, value, words) {
  const { options, choices } = lobby();
  return h("div", { class: "option" }, h("b", {}, t(title)),
    pair(choices[key].map((choice) => [choice, t(`start.${key}.${choice}`)]), options[key], (choice) => arrange(key, choice)),
    h("p", {}, t(words ?? `start.${key}.${options[key]}-note`)));
}

function evening() {
  const { seats, first } = lobby();
  const next = seats.length ? (first + 1 >= seats.length ? 0 : first + 1) : -1;
  return h("section", { class: "panel options" }, h("h2", {}, t("start.evening")),
    option("cards", "start.cards"),
    h("div", { class: "option" }, h("b", {}, t("start.first")),
      pair([["name", first >= 0 && seats[first] ? seats[first].name : t("start.choose")], ["lot", t("start.lot")]], first >= 0 ? "name" : "lot", (way) => arrange("first", way === "lot" ? -1 : next)),
      h("p", {}, t("start.first-note"))),
    option("debate", "start.debate"), option("voice", "start.dead"), option("votes", "start.votes"), option("pace", "start.pace"));
}

function counts() {
  const table = lobby();
  const field = h("input", { id: "tournament", value: tournament ?? table.tournament, maxlength: 40, disabled: !me().host, placeholder: t("start.tournament-name"), "aria-label": t("start.tournament-name"), oninput: (event) => (tournament = event.target.value), onchange: (event) => arrange("tournament", event.target.value).then(() => (tournament = null)) });
  return h("section", { class: "panel tournament" }, h("h2", {}, t("start.tournament")), field,
    table.tournament ? [h("label", {}, t("start.games"), h("input", { type: "number", min: 1, max: 99, value: table.games, disabled: !me().host, onchange: (event) => arrange("games", Number(event.target.value)) })),
      option("score", "start.score")] : h("p", {}, t("start.tournament-note")));
}

function foot() {
  const { seats, water, food, unfinished } = lobby();
  const phones = seats.filter((one) => one.phone).length;
  const enough = seats.length >= 3;
  return h("footer", {},
    h("div", {}, h("p", {}, h("b", {}, t("start.sum", { number: seats.length, phones })), " ", enough ? t("start.rations", { water, food }) : t("start.more")),
      ui.trouble ? h("p", { class: "bad", role: "alert" }, ui.trouble) : here ? "" : h("p", { class: "bad" }, t("big.lost")),
      unfinished && me().host ? button(`${t("start.continue")} ${unfinished}`, () => ask("begin", { what: "continue" }), { class: "plain" }) : ""),
    me().host ? button(t("start.begin", { number: seats.length }), () => ask("begin", { what: "start" }), { class: "filled big", disabled: !enough }) : h("p", {}, t("start.host-begins")));
}

function draw() {
  if (!ui.state.table) return;
  const focus = document.activeElement?.id;
  const at = focus ? document.activeElement.selectionStart : 0;
  page.replaceChildren(
    h("header", {}, h("h1", {}, "Galérapagos"), h("p", {}, t("start.title")),
      languageChoice((wanted) => {
        if (me().host) arrange("language", wanted);
        draw();
      }, { look: "", id: "language" })),
    gather(), h("div", { class: "middle" }, castaways(), counts()), evening(), foot());
  if (focus && document.getElementById(focus)) {
    const field = document.getElementById(focus);
    field.focus();
    if (field.type === "text") field.setSelectionRange(at, at);
  }
}
ui.draw = draw;

await speak(lang());
follow("/api/events", (now) => {
  ui.state = now;
  draw();
}, (linked) => {
  if (linked !== here) {
    here = linked;
    draw();
  }
});
