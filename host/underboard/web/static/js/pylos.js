// Pylos: the pyramid of balls.

import { round, s } from "./dom.js";
import { Scene } from "./scene.js";
import { ball, contact, grain, hollow, shadow, slab } from "./wood.js";

const ROWS = ["abcd", "efg", "hi", "j"];
const HALF = 2.45;
const TOP = -0.5;
const THICK = 0.36;
const RISE = Math.SQRT1_2;
const APART = 1.05;

export const CELLS = ROWS.flatMap((rows, level) =>
  [...rows].flatMap((row) => Array.from({ length: 4 - level }, (_, column) => `${row}${column + 1}`)));

export function where(cell) {
  const level = ROWS.findIndex((rows) => rows.includes(cell[0]));
  const half = (3 - level) / 2;
  // Row a is nearest to Light, column 1 at Light's left, as in every drawing of the board.
  return { level, x: Number(cell[1]) - 1 - half, y: half - ROWS[level].indexOf(cell[0]) };
}

// The four cells that carry a cell.
export function supports(cell) {
  const level = where(cell).level;
  if (!level) return [];
  const row = ROWS[level].indexOf(cell[0]);
  const column = Number(cell[1]);
  return [0, 1].flatMap((down) => [0, 1].map((right) => `${ROWS[level - 1][row + down]}${column + right}`));
}

export class PylosScene extends Scene {
  constructor() {
    super({ turn: 22, elevation: 57, pitch: 100, box: [-345, -305, 690, 640] });
    this.apart = false;
    this.drawBase();
  }

  setApart(apart) {
    this.apart = apart;
    this.svg.setAttribute("viewBox", apart ? "-345 -470 690 805" : "-345 -305 690 640");
    if (this.view) this.render(this.view);
  }

  space(cell) {
    const { level, x, y } = where(cell);
    return [x, y, level * (this.apart ? APART + RISE : RISE)];
  }

  place(cell) {
    return this.projection.at(...this.space(cell));
  }

  reservePlace(side) {
    return this.projection.at(side ? 3.4 : 2.6, side ? -2 : 3, -0.2);
  }

  drawBase() {
    const p = this.projection;
    const base = this.layers.base;
    const rim = [[-HALF, -HALF], [HALF, -HALF], [HALF, HALF], [-HALF, HALF]];
    base.replaceChildren(
      shadow(p, rim.map(([x, y]) => [x, y, TOP - THICK]), 12, 14),
      slab(p, [-HALF, -HALF, TOP - THICK], [HALF, HALF, TOP]),
      grain(p, [-HALF, -HALF], [HALF, HALF], TOP, 7, 11),
      s("polygon", { class: "inlay",
        points: rim.map(([x, y]) => p.at(x * 0.925, y * 0.925, TOP).map(round).join(",")).join(" ") }),
    );
    for (const cell of CELLS.slice(0, 16)) {
      const { x, y } = where(cell);
      base.append(hollow(p, [x, y, TOP], 0.34));
    }
    const { near, left } = this.edges();
    for (let n = 0; n < 4; n++) {
      for (const [nx, ny] of [near, left]) {
        const [x, y] = nx ? [nx * 2.08, n - 1.5] : [n - 1.5, ny * 2.08];
        base.append(this.label(nx ? ROWS[0][3 - n] : String(n + 1), x, y, TOP));
      }
    }
  }

  render(view) {
    this.view = view;
    const p = this.projection;
    const cuesAt = Map.groupBy ? Map.groupBy(view.cues, (c) => c.cell) : group(view.cues);
    const things = [];
    CELLS.forEach((cell, index) => {
      const letter = view.pieces.cells[index];
      const [x, y, z] = this.space(cell);
      const cues = cuesAt.get(cell) || [];
      if (letter === ".") {
        if (!cues.length && where(cell).level && !view.targets.has(cell)) return;
        things.push({ depth: p.depth(x, y, z - (where(cell).level ? 0 : 0.45)), node: this.empty(cell, cues) });
        return;
      }
      const node = s("g", { class: "piece", "data-cell": cell, "data-piece": cell, "data-role": "ball" },
        s("title", {}, cell),
        contact(p, [x, y, z - 0.5], 0.4),
        s("g", { class: "mover" }, ball(p, [x, y, z], letter === "L" ? "light" : "dark")));
      const [cx, cy] = p.at(x, y, z);
      for (const { cue } of cues) {
        node.append(cue === "LAST" ? this.cueAt(cue, [cx, cy + 24], 88) : this.cueAt(cue, [cx, cy], 92));
      }
      things.push({ depth: p.depth(x, y, z), node });
    });
    this.show(things);
    this.layers.over.replaceChildren();
    if (view.trail) this.layers.over.append(this.trail(view.trail, "dotted"));
  }

  empty(cell, cues) {
    const p = this.projection;
    const [x, y, z] = this.space(cell);
    const ground = !where(cell).level;
    const [cx, cy] = ground ? p.at(x, y, TOP) : p.at(x, y, z);
    const node = s("g", { class: `spot ${this.view.targets.has(cell) ? "target" : ""}`, "data-cell": cell });
    node.append(s("title", {}, cell));
    const [gx, gy] = p.at(x, y, z);
    node.append(s("g", { class: "would-be" }, ball(p, [x, y, z], this.view.mover)));
    node.append(ground
      ? s("ellipse", { class: "hit", cx: round(cx), cy: round(cy), rx: 42, ry: 35 })
      : s("circle", { class: `hit ${cues.length ? "seat" : ""}`, cx: round(gx), cy: round(gy), r: 43 }));
    for (const { cue } of cues) node.append(this.cueAt(cue, [cx, cy], 92, ground ? p.flat : 1));
    return node;
  }
}

export function group(list) {
  const map = new Map();
  for (const item of list) map.set(item.cell, [...(map.get(item.cell) || []), item]);
  return map;
}
