// Weather, rations against mouths, raft: the column beside the island.

import { h, s } from "./dom.js";
import { t } from "./api.js";

const DROP = "M0 -12c7 9 8 12 8 15a8 8 0 0 1-16 0c0-3 1-6 8-15z";
const FISH = "M-13 0q8 -9 17 0l8 -6v12l-8 -6q-9 9 -17 0z";
export const mouthsOf = (table) => table.people.filter((one) => one.alive).length;

// Rations stand over the mouths that they feed; what is missing is drawn as missing.
// Once they have been eaten there are no faces: what is left is for tomorrow.
function pairs(level, mouths, shape, eaten) {
  const columns = Math.max(eaten ? 0 : mouths, Math.min(level, mouths + 3), 1);
  const parts = [];
  for (let n = 0; n < columns; n++) {
    const x = 20 + n * 34;
    const there = n < level;
    if (there || !eaten) parts.push(s("path", { d: shape, transform: `translate(${x} 18)`, fill: there ? "#0e5a70" : "none", stroke: there ? "none" : "#9c2a1b", "stroke-width": 2, "stroke-dasharray": there ? null : "4 3" }));
    if (n >= mouths || eaten) continue;
    parts.push(s("path", { d: `M${x} 34v8`, stroke: "currentColor", "stroke-width": 2 }));
    if (!there) parts.push(s("path", { d: `M${x - 5} 33l10 10m0-10l-10 10`, stroke: "#9c2a1b", "stroke-width": 2.5 }));
    parts.push(
      s("circle", { cx: x, cy: 58, r: 11, fill: "none", stroke: "currentColor", "stroke-width": 2 }),
      s("path", { d: `M${x - 4} 56v.1M${x + 4} 56v.1`, stroke: "currentColor", "stroke-width": 3, "stroke-linecap": "round" }),
      s("path", { d: there ? `M${x - 5} 61q5 5 10 0` : `M${x - 4} 64q4 -5 8 0`, fill: "none", stroke: "currentColor", "stroke-width": 2 }));
  }
  return s("svg", { viewBox: `0 0 ${Math.max(400, columns * 34 + 10)} 74`, preserveAspectRatio: "xMinYMid meet", "aria-hidden": "true" }, parts);
}

function counter(table, key, shape) {
  const level = table[key];
  const mouths = mouthsOf(table);
  const eaten = table.counted.includes(key);
  const missing = mouths - level;
  const text = eaten ? t("big.left") : missing > 0 ? t("big.short", { number: missing, mouths }) : t("big.enough", { number: -missing });
  return h("div", { class: "panel" },
    h("h2", {}, t(`phone.${key}`), h("b", {}, String(level)), h("span", { class: eaten ? "" : missing > 0 ? "bad" : "good" }, text)),
    pairs(level, mouths, shape, eaten));
}

export function rainText(rain) {
  return rain ? t("word.rain", { rain }) : t("word.sun");
}

function weather(table) {
  const hidden = table.rain < 0;
  const drops = hidden ? 0 : table.rain;
  const icon = s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" },
    s("rect", { x: 2, y: 2, width: 96, height: 96, rx: 12, fill: "var(--accent-soft)", stroke: "var(--accent)", "stroke-width": 2 }),
    hidden ? s("text", { x: 50, y: 66, "text-anchor": "middle", "font-size": 48, fill: "currentColor" }, "?")
      : drops ? Array.from({ length: drops }, (_, n) => s("path", { d: DROP, transform: `translate(${50 + (n - (drops - 1) / 2) * 27} 54) scale(2)`, fill: "#0e5a70" }))
        : s("circle", { cx: 50, cy: 50, r: 24, fill: "#f2c14e", stroke: "#b7811a", "stroke-width": 3 }));
  const said = hidden ? t("phone.hidden") : table.hurricane ? t("word.hurricane") : rainText(drops);
  return h("div", { class: "panel weather" }, icon,
    h("div", {}, h("h2", {}, said[0].toUpperCase() + said.slice(1)), h("p", {}, hidden ? "" : t("big.brings", { rain: drops }))));
}

function raft(table) {
  const mouths = mouthsOf(table);
  const seats = Array.from({ length: table.most.seats }, (_, n) => {
    const x = 6 + n * 30;
    const part = n === table.seats ? (50 * table.wood) / table.most.wood : 0;
    return [
      n < table.seats ? s("rect", { x, y: 6, width: 22, height: 50, rx: 9, fill: "#c1935f", stroke: "#7c5530", "stroke-width": 2 })
        : s("rect", { x, y: 6, width: 22, height: 50, rx: 9, fill: "none", stroke: "currentColor", "stroke-width": 1.5, "stroke-dasharray": "4 4", opacity: n === table.seats ? 1 : 0.4 }),
      part ? s("rect", { x: x + 1, y: 56 - part, width: 20, height: part, fill: "#c1935f" }) : null,
    ];
  });
  return h("div", { class: "panel raft" },
    h("h2", {}, t("phone.raft"), h("span", { class: table.seats >= mouths ? "good" : "" }, t("big.seats", { seats: table.seats, mouths }))),
    s("svg", { viewBox: "0 0 370 62", preserveAspectRatio: "xMinYMid meet", "aria-hidden": "true" }, seats),
    table.seats < table.most.seats ? h("p", {}, t("big.next", { wood: table.wood, of: table.most.wood })) : "");
}

export const side = (table) => [weather(table), counter(table, "water", DROP), counter(table, "food", FISH), raft(table)];
