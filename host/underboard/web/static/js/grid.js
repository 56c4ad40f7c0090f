// A board of squares, seen from above: {columns, cells: [name], in rows from the near side up}.

import { round, s } from "./dom.js";
import { group, Scene } from "./scene.js";

export class GridScene extends Scene {
  constructor(grid = { columns: 0, cells: [] }) {
    const rows = Math.ceil(grid.cells.length / grid.columns) || 0;
    const [wide, high] = [50 * grid.columns + 30, 50 * rows + 30];
    super({ turn: 0, elevation: 90, pitch: 100, box: [-wide, -high, 2 * wide, 2 * high] });
    this.grid = grid;
    this.rows = rows;
    this.drawBase();
  }

  where(cell) {
    const at = this.grid.cells.indexOf(cell);
    const { columns } = this.grid;
    return [(at % columns) - (columns - 1) / 2, (this.rows - 1) / 2 - Math.floor(at / columns)];
  }

  place(cell) {
    return this.projection.at(...this.where(cell));
  }

  reservePlace(side) {
    return this.projection.at(0, (side ? -1 : 1) * (this.rows / 2 + 0.4));
  }

  drawBase() {
    this.layers.base.replaceChildren(...this.grid.cells.map((cell) => {
      const [x, y] = this.place(cell);
      return s("rect", { class: "wood-top", x: round(x - 47), y: round(y - 47), width: 94, height: 94, rx: 8 });
    }));
  }

  // The piece of a sign, drawn at a point.
  drawn(sign, [x, y]) {
    return s("text", { class: "grid-sign", x: round(x), y: round(y + 22), "text-anchor": "middle" }, sign);
  }

  render(view) {
    this.view = view;
    const cuesAt = group(view.cues);
    this.show(this.grid.cells.map((cell, n) => {
      const at = this.place(cell);
      const [x, y] = at;
      const sign = view.pieces.cells[n];
      const node = s("g", { "data-cell": cell, class: `spot ${view.targets.has(cell) ? "target" : ""}` },
        s("title", {}, cell),
        s("rect", { class: "hit", x: round(x - 47), y: round(y - 47), width: 94, height: 94, fill: "transparent" }));
      if (sign && sign !== ".") {
        node.setAttribute("data-piece", cell);
        node.append(s("g", { class: "mover" }, this.drawn(sign, at)));
      }
      for (const { cue } of cuesAt.get(cell) || []) node.append(this.cueAt(cue, at, 46));
      return { depth: n, node };
    }));
    this.layers.over.replaceChildren();
  }
}
