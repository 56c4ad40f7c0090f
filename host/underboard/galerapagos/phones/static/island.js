// The island: sky with the day's weather, sea, raft growing plank by plank, castaways.

import { s } from "./dom.js";
import { badge } from "./emblems.js";

export const W = 794;
export const H = 432;
const PLANK = 26;

function cloud(x, y, size, drops, dark) {
  const fill = dark ? "#8b979c" : "#eef2ee";
  const lines = Array.from({ length: drops }, (_, n) => {
    const at = x - 34 * size + (n * 68 * size) / Math.max(1, drops - 1);
    const line = s("line", { x1: at, y1: y + 34 * size, x2: at - 7, y2: y + 54 * size });
    line.style.animationDelay = `${-n * 0.37}s`;
    return line;
  });
  return s("g", { class: "cloud" },
    s("path", {
      d: `M${x - 70 * size} ${y + 20 * size}q-2 -26 24 -26q8 -26 38 -22q34 -16 46 14q34 -4 34 34z`,
      fill, stroke: "#5d7f88", "stroke-width": 2,
    }),
    s("g", { class: "rain", stroke: "#2f7389", "stroke-width": 4, "stroke-linecap": "round" }, lines));
}

function sky(table) {
  const storm = table.hurricane && table.rain >= 0;
  const parts = [s("rect", { width: W, height: 132, fill: storm ? "#8fa1a8" : "#cfe0e0" })];
  if (table.rain === 0) {
    parts.push(s("circle", { cx: 640, cy: 86, r: 34, fill: "#f2c14e", stroke: "#b7811a", "stroke-width": 2 }));
  }
  const clouds = table.rain < 0 ? [] : [[150, 78, 1], [400, 82, 1.25], [660, 84, 0.95]].slice(0, storm ? 3 : table.rain);
  for (const [x, y, size] of clouds) parts.push(cloud(x, y, size, storm ? 7 : 4, storm));
  if (storm) parts.push(s("path", { d: "M420 96l-26 44h20l-14 36 40-50h-22l16-30z", fill: "#f6dc7a", stroke: "#8a6a2c", "stroke-width": 1.5 }));
  return parts;
}

export function palm(x, y, height) {
  const top = y - height;
  const leaves = [[-46, 6], [-30, -22], [4, -34], [34, -18], [46, 10]].map(([dx, dy]) =>
    s("path", { d: `M${x} ${top}q${dx * 0.6} ${dy - 10} ${dx} ${dy}q${-dx * 0.5} 2 ${-dx} ${-dy}`, fill: "#587a43" }));
  return [s("path", { d: `M${x} ${y}q10 ${-height / 2} 0 ${-height}`, fill: "none", stroke: "#7c5530", "stroke-width": 9 }), leaves];
}

function raft(table, grown, up) {
  const planks = [];
  const top = 196 - up;
  const shown = Math.max(table.seats, 0);
  const x0 = W - 40 - 13 * PLANK;
  for (let n = 0; n < shown; n++) {
    planks.push(s("rect", { class: n >= shown - grown ? "plank" : null, x: x0 + n * PLANK, y: top + n * 2, width: 22, height: 84, rx: 10, fill: "#c1935f", stroke: "#7c5530", "stroke-width": 2 }));
  }
  if (shown < table.most.seats) {
    const x = x0 + shown * PLANK;
    const part = (84 * table.wood) / table.most.wood;
    planks.push(s("rect", { x, y: top + shown * 2 + 84 - part, width: 22, height: part, fill: "#c1935f" }));
    planks.push(s("rect", { x, y: top + shown * 2, width: 22, height: 84, rx: 10, fill: "none", stroke: "#2a2018", "stroke-width": 2, "stroke-dasharray": "5 4" }));
  }
  const end = x0 + Math.max(1, shown) * PLANK;
  const ropes = [top + 26, top + 60].map((y) => s("path", { d: `M${x0 - 8} ${y}L${end + 6} ${y + shown * 2}`, stroke: "#52361b", "stroke-width": 4 }));
  return [planks, ropes];
}

export function castaway(one, seat, x, y, asked, tied) {
  const who = [];
  if (!one.alive) {
    who.push(
      s("path", { d: `M${x - 20} ${y + 24}v-34a20 20 0 0 1 40 0v34z`, fill: "#c9c2b4", stroke: "#6d6557", "stroke-width": 2 }),
      s("g", { transform: `translate(${x} ${y})`, opacity: 0.55 }, badge(seat, 11)));
  } else {
    if (asked) who.push(s("circle", { cx: x, cy: y, r: 34, fill: "none", stroke: "#0e5a70", "stroke-width": 4 }));
    if (tied) {
      // Not by colour alone: the ring is dashed, and there is an equals sign.
      who.push(
        s("circle", { cx: x, cy: y, r: 34, fill: "none", stroke: "#6b4300", "stroke-width": 4, "stroke-dasharray": "9 6" }),
        s("circle", { cx: x - 26, cy: y - 22, r: 12, fill: "#f8e9c6", stroke: "#6b4300", "stroke-width": 2 }),
        s("path", { d: `M${x - 32} ${y - 25}h12m-12 6h12`, stroke: "#6b4300", "stroke-width": 2.5 }));
    }
    who.push(s("ellipse", { cx: x, cy: y + 30, rx: 26, ry: 7, fill: "#2a2018", opacity: 0.25 }));
    who.push(s("g", { transform: `translate(${x} ${y})` }, badge(seat, 27)));
    if (one.first) who.push(s("path", { d: `M${x - 16} ${y - 33}v-16l8 8 8-12 8 12 8-8v16z`, fill: "#f2c14e", stroke: "#7c5530", "stroke-width": 1.5 }));
    if (one.sick) {
      who.push(
        s("circle", { cx: x + 22, cy: y - 20, r: 12, fill: "#fffdf8", stroke: "#2a2018", "stroke-width": 2 }),
        s("path", { d: `M${x + 17} ${y - 16}q5 -8 5 -4t5 -4`, fill: "none", stroke: "#2a2018", "stroke-width": 2.5 }));
    }
  }
  who.push(s("text", { x, y: y + 50, class: "halo" }, one.name.length > 11 ? `${one.name.slice(0, 10)}…` : one.name));
  return who;
}

// The island without people: what every scene is played on.
export function backdrop(table, more = []) {
  const waves = [[70, 160], [130, 250], [640, 150], [745, 190], [60, 400], [720, 410]].map(([x, y]) =>
    s("path", { class: "wave", d: `M${x - 22} ${y}q11 -9 22 0t22 0`, fill: "none", stroke: "#eef4f2", "stroke-width": 2.5 }));
  const storm = table.hurricane && table.rain >= 0;
  return s("svg", { viewBox: `0 0 ${W} ${H}`, preserveAspectRatio: "xMidYMax slice", class: storm ? "storm" : "", "aria-hidden": "true" },
    s("rect", { width: W, height: H, fill: storm ? "#5f8a93" : "#8fb9bf" }),
    sky(table), waves,
    s("ellipse", { cx: W / 2, cy: 322, rx: 385, ry: 116, fill: "#ecd8a8" }),
    s("ellipse", { cx: W / 2, cy: 312, rx: 372, ry: 106, fill: "#f1e2bd" }),
    more);
}

// ``grown``: the last planks, which arrive before people's eyes.
export function island(table, grown) {
  const count = table.people.length;
  const rows = count > 8 ? 2 : 1;
  const each = Math.ceil(count / rows);
  const people = table.people.map((one, seat) => {
    const row = Math.floor(seat / each);
    const inRow = Math.min(each, count - row * each);
    const place = (seat % each) + 0.5;
    const x = 60 + ((W - 120) * place) / inRow;
    const arc = 14 * Math.sin((Math.PI * place) / inRow);
    const asked = seat === table.asked && !table.over;
    const tied = table.tied.includes(seat);
    if (rows === 1) return castaway(one, seat, x, 340 + arc, asked, tied);
    return s("g", { transform: `translate(${x} ${268 + row * 98 + arc}) scale(.88)` }, castaway(one, seat, 0, 0, asked, tied));
  });
  return backdrop(table, [
    s("ellipse", { cx: 250, cy: 232, rx: 128, ry: 30, fill: "#7f9c62" }),
    s("ellipse", { cx: 250, cy: 226, rx: 116, ry: 22, fill: "#8fa86d" }),
    palm(222, 228, 96), palm(284, 232, 70),
    raft(table, grown, rows === 1 ? 0 : 34), people]);
}
