// Pylos in the page: the pyramid of balls.

export default ({
  arc, ball, between, cellEditor, CLIMB_MS, contact, edit, GO_MS, grain, group, h, hollow, leave, lit, round, s, Scene, shadow, slab, stand,
}) => {
  const ROWS = ["abcd", "efg", "hi", "j"];
  const HALF = 2.45;
  const TOP = -0.5;
  const THICK = 0.36;
  const RISE = Math.SQRT1_2;
  const APART = 1.05;

  const CELLS = ROWS.flatMap((rows, level) =>
    [...rows].flatMap((row) => Array.from({ length: 4 - level }, (_, column) => `${row}${column + 1}`)));

  function where(cell) {
    const level = ROWS.findIndex((rows) => rows.includes(cell[0]));
    const half = (3 - level) / 2;
    // Row a is nearest to Light, column 1 at Light's left, as in every drawing of the board.
    return { level, x: Number(cell[1]) - 1 - half, y: half - ROWS[level].indexOf(cell[0]) };
  }

  // The four cells that carry a cell.
  function supports(cell) {
    const level = where(cell).level;
    if (!level) return [];
    const row = ROWS[level].indexOf(cell[0]);
    const column = Number(cell[1]);
    return [0, 1].flatMap((down) => [0, 1].map((right) => `${ROWS[level - 1][row + down]}${column + right}`));
  }

  class PylosScene extends Scene {
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
      const cuesAt = group(view.cues);
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

  const ROWS_OF_PLAN = ROWS.map((rows) => [...rows].reverse());

  // A slice for each level, side by side.
  function plan(button) {
    let offset = 0;
    return ROWS_OF_PLAN.map((rows, level) => {
      const size = 4 - level;
      const grid = h("div", { class: `grid level-${level + 1}` }, rows.flatMap((row, down) =>
        Array.from({ length: size }, (_, n) => button(`${row}${n + 1}`, offset + n, down + level))));
      offset += size;
      return h("div", { class: "slice", "data-level": level + 1 }, h("span", { class: "slice-name" }), grid);
    });
  }

  async function motion(scene, last) {
    const node = scene.piece(last.to)?.querySelector(".mover");
    const goal = scene.place(last.to);
    const start = last.from ? scene.place(last.from) : scene.reservePlace(last.side);
    const off = last.takes.map((cell) => leave(scene, cell, last.side));
    if (node) await arc(node, between(start, goal), scene.projection.pitch, last.from ? CLIMB_MS : GO_MS);
    await Promise.all(off.map((go) => go()));
  }

  function applied(pieces, steps, takes, side) {
    const goal = steps[steps.length - 1];
    const changes = steps.length > 1 ? [[steps[0], "."]] : [];
    changes.push([goal, "LD"[side]], ...takes.map((cell) => [cell, "."]));
    return { pieces: { ...pieces, cells: edit(pieces.cells, CELLS, changes) }, ghosts: [{ cell: goal }] };
  }

  function text(pieces, side) {
    let at = 0;
    const levels = [4, 3, 2, 1].map((size) => Array.from({ length: size }, () => pieces.cells.slice(at, (at += size))).join("/"));
    return `${levels.join(" ")} ${"LD"[side]}`;
  }

  const balls = (L, D) => stand(CELLS, ".", { L, D });
  const FULL_L = "a1 a3 b2 b4 c1 c3 d2 d4 e1 e3 f2 g1 h2 i1 j1";
  const FULL_D = CELLS.filter((cell) => !FULL_L.split(" ").includes(cell)).join(" ");

  return {
    cells: () => CELLS,
    scene: () => new PylosScene(),
    flips: true,
    apart: true,
    where(cell) {
      const { x, y } = where(cell);
      return [x, y];
    },
    example: "b2-f1",
    plan,
    floats: (cell, stands) => supports(cell).some((one) => stands.get(one) === "."),
    pieceWord: (piece, t) => t(`ball.${piece}`),
    rowOf: (cell) => cell[0],
    motion,
    applied,
    does: (steps) => (steps.length > 1 ? ["do.raise", { from: steps[0], to: steps[1] }] : null),
    reserve: (pieces, side) => ({ all: 15, left: pieces.reserves[side] }),
    rules: [
      ["place", { position: balls("b2 c3", "c1 d3"), ghosts: [{ cell: "b3", look: "hope" }], arrow: { from: "", to: "b3", side: 0 }, lit: lit("PLACE", "a1 a2 a3 a4 b1 b4 c2 c4 d1 d2 d4") }],
      ["raise", { position: balls("a3 c2 d2", "c3 d3 b1"), lit: [...lit("RAISE", "a3"), ...lit("GOAL", "g2")], arrow: { from: "a3", to: "g2" } }],
      ["square", { position: balls("b2 b3 c2 c3 a1", "d1 d3 a4 c4"), lit: [...lit("SQUARE", "c3"), ...lit("MUST_TAKE", "a1 b2")], arrow: { from: "a1", to: "", side: 0 } }],
      ["top", { position: balls(FULL_L, FULL_D), lit: lit("WON", "j1") }],
    ],
    editor: {
      ...cellEditor(CELLS, ".", { L: 15, D: 15 }),
      text,
      label: (tool, t) => t(`ball.${tool}`),
      side: (side, tool) => Number(tool === "D"),
      // In the picture a ball may be laid where four carry it; the plan takes every cell.
      targets(pieces) {
        const stands = (cell) => pieces.cells[CELLS.indexOf(cell)] !== ".";
        return CELLS.filter((cell) => stands(cell) || supports(cell).every(stands));
      },
    },
  };
};
