// What the pictures of all boards share: the drawing, its layers, taps and drags.

import { cue } from "./cues.js";
import { round, s } from "./dom.js";
import { Projection } from "./projection.js";

const DRAG_PX = 8;

export class Scene {
  // box: the view box; turn, elevation: of the projection in degrees
  constructor({ turn, elevation, pitch, box }) {
    this.turn = turn;
    this.quarters = 0;
    this.projection = new Projection(turn, elevation, pitch);
    this.svg = s("svg", { class: "scene", viewBox: box.join(" "), role: "img" });
    this.layers = {};
    for (const name of ["base", "things", "over", "moving"]) {
      this.layers[name] = s("g", { class: `layer-${name}` });
      this.svg.append(this.layers[name]);
    }
    this.tapped = () => {};
    this.view = null;
    this.listen();
  }

  flip() {
    this.quarters = (this.quarters + 1) % 4;
    this.projection.turnTo(this.turn + 90 * this.quarters);
    this.drawBase();
    this.render(this.view);
  }

  // The edges of the board at which names are written: the near one and the left one.
  edges() {
    const normals = [[0, 1], [1, 0], [0, -1], [-1, 0]];
    const near = normals.reduce((a, b) =>
      this.projection.facing(...a) >= this.projection.facing(...b) ? a : b);
    const across = ([x, y]) => x * this.projection.cos - y * this.projection.sin;
    const left = normals.reduce((a, b) => (across(a) <= across(b) ? a : b));
    return { near, left };
  }

  label(text, x, y, z, look = "label") {
    const [X, Y] = this.projection.at(x, y, z);
    return s("text", { class: look, x: round(X), y: round(Y) }, text);
  }

  // Things are drawn far to near; each is {depth, node}.
  show(things) {
    things.sort((one, two) => one.depth - two.depth);
    this.layers.things.replaceChildren(...things.map((thing) => thing.node));
  }

  cueAt(kind, at, size, flat = 1) {
    const look = kind === "SELECTED" ? "selected" : this.view.faded && !SPEAKING.has(kind) ? "faded" : "";
    return cue(kind, at, size, flat, look);
  }

  trail(cells, look) {
    const at = cells.map((cell) => this.place(cell).map(round).join(" "));
    const d = `M${at.join("L")}`;
    return s("g", { class: `trail ${look}` },
      s("path", { d, class: "cue-edge" }), s("path", { d, class: "cue-core" }));
  }

  number(n, [x, y], done = true) {
    return s("g", { class: `number ${done ? "done" : ""}`, transform: `translate(${round(x)} ${round(y)})` },
      s("circle", { r: 12 }), s("text", { y: 5 }, String(n)));
  }

  // Where a ghost's edge lies: middle and radii.
  edgeOf({ cell }) {
    const [x, y] = this.place(cell);
    return [x, y, this.projection.pitch * 0.49, this.projection.pitch * 0.49];
  }

  // Pieces that the board has not confirmed: a dotted edge, and 85 % while they may still move.
  renderGhosts(ghosts) {
    for (const ghost of ghosts) {
      const [x, y, rx, ry] = this.edgeOf(ghost);
      if (ghost.look === "hope") this.pieceOf(ghost)?.classList.add("hope");
      this.layers.over.append(s("ellipse", { class: "ghost-edge", "data-ghost": ghost.cell,
        cx: round(x), cy: round(y), rx: round(rx), ry: round(ry) }));
    }
  }

  pieceOf({ cell }) {
    return this.piece(cell);
  }

  // Words on cells: {cell, text, look, mark}.
  renderTags(tags) {
    for (const { cell, text, look } of tags) {
      const [x, y] = this.place(cell);
      const wide = 9.2 * text.length + 16;
      this.layers.over.append(s("g", { class: `tag ${look}`, transform: `translate(${round(x)} ${round(y)})` },
        s("rect", { x: -wide / 2, y: -14, width: wide, height: 28, rx: look === "loss" ? 3 : 14 }),
        s("text", { y: 6 }, text)));
    }
  }

  // A dotted way from one place to another, with its head: {from, to}; from "" is the reserve.
  renderArrow(arrow) {
    if (!arrow) return;
    const to = arrow.to ? this.place(arrow.to) : this.reservePlace(arrow.side || 0);
    const from = arrow.from ? this.place(arrow.from) : this.reservePlace(arrow.side || 0);
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / length, dy / length];
    const at = (way, side) => [to[0] - ux * way - uy * side, to[1] - uy * way + ux * side];
    const head = [at(20, -14), at(2, 0), at(20, 14)].map((one) => one.map(round).join(" ")).join("L");
    const line = `M${from.map(round).join(" ")}L${at(22, 0).map(round).join(" ")}`;
    this.layers.over.append(s("g", { class: "trail dotted" },
      s("path", { d: line, class: "cue-edge" }), s("path", { d: line, class: "cue-core" })),
    s("g", { class: "arrow-head" },
      s("path", { d: `M${head}`, class: "cue-edge" }), s("path", { d: `M${head}`, class: "cue-core" })));
  }

  piece(cell) {
    return this.layers.things.querySelector(`[data-piece="${cell}"]`);
  }

  listen() {
    let from = null;
    const target = (event) => event.target.closest?.("[data-cell]");
    this.svg.addEventListener("pointerdown", (event) => {
      const node = target(event);
      from = node && event.button === 0 ? { node, x: event.clientX, y: event.clientY, ghost: null } : null;
    });
    // A finger on a piece drags it; beside pieces it scrolls the page.
    this.svg.addEventListener("touchstart", (event) => {
      if (event.touches.length === 1 && this.svg.classList.contains("mine") && target(event)?.hasAttribute("data-piece")) event.preventDefault();
    }, { passive: false });
    this.svg.addEventListener("pointermove", (event) => {
      if (!from) return;
      const far = Math.hypot(event.clientX - from.x, event.clientY - from.y) > DRAG_PX;
      if (!from.ghost && far && from.node.hasAttribute("data-piece")) {
        this.tapped(from.node.dataset.cell, from.node.dataset.role, "grab");
        from.ghost = from.node.cloneNode(true);
        from.ghost.removeAttribute("data-cell");
        from.ghost.removeAttribute("data-piece");
        from.ghost.classList.add("ghost");
        this.layers.moving.append(from.ghost);
        this.svg.setPointerCapture?.(event.pointerId);
      }
      if (from.ghost) {
        const scale = this.svg.getScreenCTM().a;
        const [dx, dy] = [(event.clientX - from.x) / scale, (event.clientY - from.y) / scale];
        from.ghost.setAttribute("transform", `translate(${round(dx)} ${round(dy)})`);
      }
    });
    const end = (event) => {
      if (!from) return;
      const { node, ghost } = from;
      from = null;
      ghost?.remove();
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-cell]");
      if (ghost) {
        if (under && this.svg.contains(under)) this.tapped(under.dataset.cell, under.dataset.role, "drop");
      } else if (under === node || under?.dataset.cell === node.dataset.cell) {
        this.tapped(node.dataset.cell, node.dataset.role, "tap");
      }
    };
    this.svg.addEventListener("pointerup", end);
    this.svg.addEventListener("pointercancel", () => {
      from?.ghost?.remove();
      from = null;
    });
  }
}

// The entries of a list by their cell.
export function group(list) {
  const map = new Map();
  for (const item of list) map.set(item.cell, [...(map.get(item.cell) || []), item]);
  return map;
}

const SPEAKING = new Set(["ASK", "ASK_DONE", "CHOSEN", "MISSING", "SURPLUS", "SWAP", "HINT", "HINT_FROM"]);
