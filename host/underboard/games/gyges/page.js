// Gygès in the page: the board of six by six, two goals, rings of one, two or three storeys.

export default ({
  arc, between, cellEditor, contact, disc, edit, glide, GO_MS, grain, group, h, JUMP_MS, lit, REST_MS, ring, round, s, Scene, shadow,
  shift, slab, stand,
}) => {
  const HALF = 3.3;
  const THICK = 0.34;
  const HIGH = 0.225;

  const CELLS = [...Array(36).keys()].map((n) => `${"abcdef"[n % 6]}${Math.floor(n / 6) + 1}`)
    .concat("N", "S");

  function where(cell) {
    if (cell === "N") return [0, -4.05];
    if (cell === "S") return [0, 4.05];
    return ["abcdef".indexOf(cell[0]) - 2.5, 3.5 - Number(cell[1])];
  }

  class GygesScene extends Scene {
    constructor() {
      super({ turn: 20, elevation: 54, pitch: 76, box: [-345, -330, 690, 660] });
      this.drawBase();
    }

    place(cell) {
      return this.projection.at(...where(cell), 0);
    }

    reservePlace(side) {
      return this.projection.at(side ? 3.6 : 3.6, side ? -4.2 : 4.4, 0);
    }

    edgeOf({ cell }) {
      const size = Number(this.view.pieces.cells[CELLS.indexOf(cell)]);
      const [x, y] = this.projection.at(...where(cell), HIGH * size);
      return [x, y, this.projection.pitch * 0.4, this.projection.pitch * 0.4 * this.projection.flat];
    }

    drawBase() {
      const p = this.projection;
      const base = this.layers.base;
      const rim = [[-HALF, -HALF], [HALF, -HALF], [HALF, HALF], [-HALF, HALF]];
      base.replaceChildren(shadow(p, rim.map(([x, y]) => [x, y, -THICK]), 12, 14));
      const goals = [[-1, -4.6, -HALF], [1, HALF, 4.6]];
      goals.sort((one, two) => p.facing(0, one[0]) - p.facing(0, two[0]));
      const goal = ([, y0, y1]) => slab(p, [-1, y0, -THICK], [1, y1, 0], "goal");
      base.append(goal(goals[0]), slab(p, [-HALF, -HALF, -THICK], [HALF, HALF, 0]), goal(goals[1]));
      base.append(grain(p, [-HALF, -HALF], [HALF, HALF], 0, 8, 5));
      for (const cell of CELLS.slice(0, 36)) {
        const [x, y] = where(cell);
        for (const [dx, dy] of [[1, 0], [0, 1]]) {
          if (x + dx > 2.6 || y + dy > 2.6) continue;
          const [ax, ay] = p.at(x + 0.42 * dx, y + 0.42 * dy);
          const [bx, by] = p.at(x + 0.58 * dx, y + 0.58 * dy);
          base.append(s("path", { class: "gap", d: `M${round(ax)} ${round(ay)}L${round(bx)} ${round(by)}` }));
        }
        base.append(disc(p, [x, y, 0], 0.42, "pad"));
      }
      const { near, left } = this.edges();
      for (let n = 0; n < 6; n++) {
        for (const [nx, ny] of [near, left]) {
          const [x, y] = nx ? [nx * 3.12, n - 2.5] : [n - 2.5, ny * 3.12];
          base.append(this.label(nx ? String(6 - n) : "abcdef"[n], x, y, 0));
        }
      }
      for (const cell of ["N", "S"]) {
        const [x, y] = where(cell);
        base.append(this.label(cell, x - 0.72, y, 0, "label goal-name"));
      }
    }

    render(view) {
      this.view = view;
      const p = this.projection;
      const cuesAt = group(view.cues);
      const things = [];
      CELLS.forEach((cell, index) => {
        const size = Number(view.pieces.cells[index]);
        const [x, y] = where(cell);
        const cues = cuesAt.get(cell) || [];
        const node = s("g", { "data-cell": cell, class: `spot ${view.targets.has(cell) ? "target" : ""}` },
          s("title", {}, cell));
        const [cx, cy] = p.at(x, y, 0);
        if (cell.length === 1) {
          const corners = [[x - 1, y - 0.5], [x + 1, y - 0.5], [x + 1, y + 0.5], [x - 1, y + 0.5]];
          node.append(s("polygon", { class: "hit", points: corners.map((c) => p.at(...c, 0).map(round).join(",")).join(" ") }));
        } else {
          node.append(disc(p, [x, y, 0], 0.46, "hit"));
        }
        if (size) {
          node.classList.add("piece");
          node.setAttribute("data-piece", cell);
          node.append(contact(p, [x, y, 0], 0.38), s("g", { class: "mover" }, ring(p, [x, y, 0], size)));
        }
        const top = size ? p.at(x, y, HIGH * size) : [cx, cy];
        for (const { cue } of cues) {
          if (cue === "MOVABLE" || cue === "LAST") {
            node.append(this.cueAt(cue, [cx, (size ? p.at(x, y, HIGH * (size - 1))[1] : cy) + 17], 50));
          } else {
            node.append(this.cueAt(cue, top, 52, size ? 1 : p.flat + 0.08));
          }
        }
        things.push({ depth: p.depth(x, y, 0), node });
      });
      this.show(things);
      this.layers.over.replaceChildren();
      if (view.way?.length > 1) this.drawWay(view.way, view.bounces || []);
    }

    // The way of the last ring: solid, with its bounces numbered.
    drawWay(way, bounces) {
      this.layers.over.append(this.trail(way, "way"));
      bounces.slice(1, -1).forEach((cell, n) => {
        const size = Number(this.view.pieces.cells[CELLS.indexOf(cell)]);
        this.layers.over.append(this.number(n + 1, this.projection.at(...where(cell), HIGH * size)));
      });
    }
  }

  function plan(button) {
    const grid = h("div", { class: "grid" }, button("N", 2, -1));
    for (let row = 6; row >= 1; row--) {
      for (const column of "abcdef") grid.append(button(`${column}${row}`, "abcdef".indexOf(column), 6 - row));
    }
    grid.append(button("S", 2, 6));
    return [grid];
  }

  async function motion(scene, last) {
    const target = last.drop && last.drop !== last.to ? last.drop : "";
    const node = scene.piece(last.to)?.querySelector(".mover");
    if (!last.from) {
      await arc(node, between(scene.reservePlace(last.side), scene.place(last.to)), 30, GO_MS);
      return;
    }
    const goal = scene.place(last.to);
    const frames = [];
    const bounces = [...last.bounces];
    const total = (last.path.length - 1) * JUMP_MS + Math.max(bounces.length - 2, 0) * REST_MS;
    let ms = 0;
    let next = 1;
    last.path.forEach((cell, n) => {
      const [x, y] = between(scene.place(cell), goal);
      frames.push({ transform: shift(x, y), offset: Math.min(ms / total, 1) });
      if (n === last.path.length - 1) return;
      if (n && cell === bounces[next] && next < bounces.length - 1) {
        next += 1;
        ms += REST_MS;
        frames.push({ transform: shift(x, y), offset: Math.min(ms / total, 1) });
      }
      const [X, Y] = between(scene.place(last.path[n + 1]), goal);
      frames.push({ transform: shift((x + X) / 2, (y + Y) / 2 - 34), offset: Math.min((ms + JUMP_MS / 2) / total, 1) });
      ms += JUMP_MS;
    });
    const boxed = target && scene.piece(target)?.querySelector(".mover");
    const there = boxed && { transform: shift(...between(goal, scene.place(target))) };
    const wait = boxed && glide(boxed, [there, there], total);
    if (node) await glide(node, frames, total);
    await wait;
    if (boxed) await arc(boxed, between(goal, scene.place(target)), 40, GO_MS);
  }

  function applied(pieces, steps) {
    const at = (cell) => pieces.cells[CELLS.indexOf(cell)];
    if (steps.length < 2) return { pieces, ghosts: [{ cell: steps[0] }] };
    const [from, to, drop] = steps;
    const changes = [[from, "0"], ...(drop ? [[drop, at(to)]] : []), [to, at(from)]];
    return { pieces: { ...pieces, cells: edit(pieces.cells, CELLS, changes) }, ghosts: [{ cell: to }] };
  }

  function text(pieces, side, isSetup) {
    const rows = [0, 1, 2, 3, 4, 5].map((row) => pieces.cells.slice(6 * row, 6 * row + 6)).join("/");
    const goals = ["N", "S"].map((goal, n) => (pieces.cells[36 + n] === "0" ? "" : ` ${goal}${pieces.cells[36 + n]}`)).join("");
    return `${rows} ${"SN"[side]}${isSetup ? " setup" : goals}`;
  }

  const rings = (one, two, three) => stand(CELLS, "0", { 1: one, 2: two, 3: three });

  return {
    cells: () => CELLS,
    none: "0",
    scene: () => new GygesScene(),
    flips: true,
    where,
    example: "d1-b3",
    plan,
    cellWord: (cell, t) => (cell.length === 1 ? t(`goal.${cell}`) : cell),
    pieceWord: (piece, t) => t(`ring.${piece}`),
    rowOf: (cell) => cell.at(-1),
    motion,
    applied,
    does: (steps) => (steps.length === 3 ? ["do.box", { from: steps[0], to: steps[1], drop: steps[2] }] : null),
    reserve: (pieces, side, t) => ({ kinds: pieces.reserves[side]?.map((count, n) => [count, t(`ring.${n + 1}`)]) }),
    rules: [
      ["near", { position: rings("a1 f6 d3", "c1 b6", "e1 d6"), lit: lit("MOVABLE", "a1 c1 e1") }],
      ["steps", { position: rings("a1 f6", "c1 b6", "e1 d6"), lit: [...lit("SELECTED", "c1"), ...lit("LANDING", "c3 b2 d2")], last: { path: ["c1", "c2", "c3"], bounces: [] } }],
      ["bounce", { position: rings("a1 f6", "c3 b6", "d1 d6"), last: { path: ["d1", "d2", "d3", "c3", "c4", "c5"], bounces: ["d1", "c3", "c5"] }, lit: lit("BOUNCE", "c3") }],
      ["goal", { position: rings("f6", "e5 b6", "d6"), lit: lit("IN_REACH", "N"), arrow: { from: "e5", to: "N" } }],
    ],
    editor: {
      ...cellEditor(CELLS, "0", { 1: 4, 2: 4, 3: 4 }),
      text,
      setsUp: true,
      label: (tool, t) => t(`ring.${tool}`),
    },
  };
};
