// "How is this won?": each game in four drawn steps with a sentence each.

import { read } from "./api.js";
import { Board } from "./board.js";
import { h } from "./dom.js";
import { CELLS as GYGES } from "./gyges.js";
import { CELLS as PYLOS } from "./pylos.js";
import { lang, t } from "./words.js";

const NAMES = { pylos: "Pylos", apagos: "Apagos", gyges: "Gygès" };

const stand = (cells, none, pieces) => ({ reserves: [],
  cells: cells.map((cell) => Object.keys(pieces).find((one) => pieces[one].split(" ").includes(cell)) || none).join("") });
const pylos = (L, D) => stand(PYLOS, ".", { L, D });
const gyges = (one, two, three) => stand(GYGES, "0", { 1: one, 2: two, 3: three });
const apagos = (...squares) => ({ squares, beside: [], reserves: [] });
const lit = (cue, cells) => cells.split(" ").filter(Boolean).map((cell) => ({ cell, cue }));

const FULL_L = "a1 a3 b2 b4 c1 c3 d2 d4 e1 e3 f2 g1 h2 i1 j1";
export const STEPS = {
  pylos: [
    ["place", { position: pylos("b2 c3", "c1 d3"), ghosts: [{ cell: "b3", look: "hope" }], arrow: { from: "", to: "b3", side: 0 }, lit: lit("PLACE", "a1 a2 a3 a4 b1 b4 c2 c4 d1 d2 d4") }],
    ["raise", { position: pylos("a3 c2 d2", "c3 d3 b1"), lit: [...lit("RAISE", "a3"), ...lit("GOAL", "g2")], arrow: { from: "a3", to: "g2" } }],
    ["square", { position: pylos("b2 b3 c2 c3 a1", "d1 d3 a4 c4"), lit: [...lit("SQUARE", "c3"), ...lit("MUST_TAKE", "a1 b2")], arrow: { from: "a1", to: "", side: 0 } }],
    ["top", { position: pylos(FULL_L, PYLOS.filter((cell) => !FULL_L.split(" ").includes(cell)).join(" ")), lit: lit("WON", "j1") }],
  ],
  gyges: [
    ["near", { position: gyges("a1 f6 d3", "c1 b6", "e1 d6"), lit: lit("MOVABLE", "a1 c1 e1") }],
    ["steps", { position: gyges("a1 f6", "c1 b6", "e1 d6"), lit: [...lit("SELECTED", "c1"), ...lit("LANDING", "c3 b2 d2")], last: { path: ["c1", "c2", "c3"], bounces: [] } }],
    ["bounce", { position: gyges("a1 f6", "c3 b6", "d1 d6"), last: { path: ["d1", "d2", "d3", "c3", "c4", "c5"], bounces: ["d1", "c3", "c5"] }, lit: lit("BOUNCE", "c3") }],
    ["goal", { position: gyges("f6", "e5 b6", "d6"), lit: lit("IN_REACH", "N"), arrow: { from: "e5", to: "N" } }],
  ],
  apagos: [
    ["put", { position: apagos("WB.....", "W....", ".....", "B.."), lit: lit("PLACE", "1 2 3"), arrow: { from: "", to: "2", side: 0 } }],
    ["climb", { position: apagos("WB.....", ".....", "WW...", "B.."), lit: [...lit("CLIMB", "3"), ...lit("SLIDE", "2")] }],
    ["down", { position: apagos("WB.....", "W....", "W....", "B.."), lit: lit("GIVE", "3"), arrow: { from: "3", to: "1" } }],
    ["top", { position: apagos("WBBWBWB", "WBWBB", "BWBWW", "WWB"), lit: lit("WON", "4") }],
  ],
};

export function showRules(root, table) {
  const playing = table.state?.game.name in STEPS ? table.state.game.name : "pylos";
  const game = location.hash.split("/")[1] in STEPS ? location.hash.split("/")[1] : playing;
  const full = h("div", { class: "reading full-rules" });
  const more = h("button", { type: "button", onclick: async () => {
    const text = (await read(`rules/${game}`))[lang()];
    full.replaceChildren(...text.split(/\n\n+/).map((part) => h("p", {}, part)));
    full.scrollIntoView();
  } }, t("rules.full"));
  root.replaceChildren(
    h("div", { class: "rules-head" }, h("h1", { tabindex: -1 }, t("rules.title")),
      h("div", { class: "switch-games", role: "group", "aria-label": t("new.game") }, Object.entries(NAMES).map(([key, name]) =>
        h("a", { class: "button", href: `#rules/${key}`, "aria-current": key === game ? "true" : null }, name)))),
    h("p", { class: "reading" }, h("strong", {}, t(`rules.${game}.won`)), " ", t(`rules.${game}.so`)),
    h("ol", { class: "rules-steps" }, STEPS[game].map(([name, view], n) => {
      const picture = h("div", { class: "rules-picture" });
      new Board({ picture, t }).set({ game, label: t(`rules.${game}.${name}`), ...view });
      return h("li", { class: "card" }, picture, h("span", { class: "note" }, String(n + 1)),
        h("h2", {}, t(`rules.${game}.${name}`)), h("p", {}, t(`rules.${game}.${name}.how`)));
    })),
    h("div", { class: "row start" }, h("a", { class: "button filled", href: "#table" }, t("rules.back")),
      h("a", { class: "button", href: "#study" }, t("rules.learn")), more),
    full);
}
