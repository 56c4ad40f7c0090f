// What the shapes that are lit now mean, and what is wrong with sensors.

import { cueIcon } from "./cues.js";
import { $, h } from "./dom.js";
import { lang } from "./i18n.js";

const ASKING = new Set(["ASK", "ASK_DONE", "CHOSEN", "NEW_GAME", "ENDING"]);

export function renderLegend(table, view, strip) {
  const shown = [...new Set(view.lit.map((one) => one.cue))].filter((cue) => cue !== "SELECTED" &&
    !(strip && !ASKING.has(cue) && view.faded) && table.meaning(cue));
  const key = shown.join() + lang() + table.game;
  const legend = $("#legend");
  if (legend.dataset.key === key) return;
  legend.dataset.key = key;
  legend.replaceChildren(...shown.map((cue) => h("li", { title: table.meaning(cue) }, cueIcon(cue), h("span", {}, table.meaning(cue)))));
}

// What is wrong with sensors, and what to do about it: as long as it is so.
export function renderHealth(told) {
  const key = JSON.stringify(told);
  const root = $("#health");
  if (root.dataset.key === key) return;
  root.dataset.key = key;
  root.hidden = !told.length;
  root.replaceChildren(...told.map(([what, remedy]) =>
    h("p", {}, cueIcon("COUNTDOWN"), h("span", {}, what, remedy ? h("strong", {}, ` ${remedy}`) : null))));
}
