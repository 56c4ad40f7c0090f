// Castaways' emblems: a colour, a shape, and always a name beside it.  All on a 24-unit grid.

import { s } from "./dom.js";

const STAR = "M12 4l2.4 5.3 5.8.6-4.3 3.9 1.2 5.7-5.1-2.9-5.1 2.9 1.2-5.7L3.8 9.9l5.8-.6z";
export const EMBLEMS = [
  ["#8a5a00", STAR],
  ["#0e5a70", "M4 12c3-4.5 9-4.5 12 0l4-3v6l-4-3c-3 4.5-9 4.5-12 0z"],
  ["#5b4a86", "M15.5 4.5a8 8 0 1 0 4 11.5 6.5 6.5 0 0 1-4-11.5z"],
  ["#2f6137", "M11 4v9H5zm2 1c3 2 5 5 5.500 8H13zM4 15h16l-3 4H7z"],
  ["#9c2a1b", "M12 3c5 5 5 13 0 18-5-5-5-13 0-18z"],
  ["#4d5560", "M12 5l8 14H4z"],
  ["#8a3a6e", "M5.500 5.500h13v13h-13z"],
  ["#2a4a8f", "M3.500 16a8.500 8.500 0 0 1 17 0z"],
  ["#6b4300", "M12 3l8 9-8 9-8-9z"],
  ["#1f6b5f", "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm0 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8z"],
  ["#7a2f4a", "M9.500 4h5v5.500H20v5h-5.500V20h-5v-5.500H4v-5h5.500z"],
  ["#3d3d7a", "M3 9c3-4 6-4 9 0s6 4 9 0v6c-3 4-6 4-9 0s-6-4-9 0z"],
];

let chosen = [];

// Who has which emblem at this table; without a word each seat has its own.
export const choose = (emblems) => (chosen = emblems || []);

// An emblem as a group of SVG nodes around (0, 0) with this radius.
export function badge(seat, radius) {
  const [colour, shape] = EMBLEMS[(chosen[seat] ?? seat) % EMBLEMS.length];
  const scale = (radius * 1.16) / 24;
  return [
    s("circle", { r: radius, fill: colour, stroke: "#fff", "stroke-width": radius * 0.09 }),
    s("path", { d: shape, fill: "#fdf8ea", transform: `scale(${scale}) translate(-12 -12)` }),
  ];
}

export const emblem = (seat) =>
  s("svg", { viewBox: "-12 -12 24 24", class: "emblem", "aria-hidden": "true" }, badge(seat, 11));
