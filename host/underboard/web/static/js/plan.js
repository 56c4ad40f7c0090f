// The plan: every cell as a button with its name, for keys, screen readers and small screens.

import { holeLetters } from "./apagos.js";
import { cueIcon } from "./cues.js";
import { $, h } from "./dom.js";
import { CELLS as GYGES } from "./gyges.js";
import { CELLS as PYLOS, supports } from "./pylos.js";

const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Plan {
  // t(key): names of cells and pieces.
  constructor(root, tapped, t) {
    this.root = root;
    this.t = t;
    this.tapped = tapped;
    this.game = "";
    this.buttons = new Map();
    this.focus = null;
    root.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-cell]");
      if (button) this.tapped(button.dataset.cell, button.dataset.role || "", "tap");
    });
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusin", (event) => {
      const button = event.target.closest("button[data-cell]");
      if (button) this.rove(button);
    });
  }

  build(game, grid = null) {
    this.game = game;
    this.grid = grid;
    this.buttons.clear();
    this.root.replaceChildren();
    this.root.className = `plan plan-${game}`;
    if (game === "pylos") this.buildPylos();
    if (game === "gyges") this.buildGyges();
    if (game === "apagos") this.buildApagos();
    if (grid) this.buildGrid(grid);
    const first = this.buttons.get("a1") || this.buttons.values().next().value;
    if (first) this.rove(first);
  }

  button(cell, column, row, role = "") {
    const button = h("button", { type: "button", class: "cell", "data-cell": cell, "data-x": column, "data-y": row, tabindex: -1 },
      h("span", { class: "man" }), h("span", { class: "name" }, cell), h("span", { class: "mark" }));
    if (role) button.dataset.role = role;
    this.buttons.set(role ? `${cell}.${role}` : cell, button);
    return button;
  }

  buildPylos() {
    let offset = 0;
    [4, 3, 2, 1].forEach((size, level) => {
      const rows = [..."abcd efg hi j".split(" ")[level]].reverse();
      const grid = h("div", { class: `grid level-${level + 1}` }, rows.flatMap((row, down) =>
        Array.from({ length: size }, (_, n) => this.button(`${row}${n + 1}`, offset + n, down + (4 - size)))));
      this.root.append(h("div", { class: "slice", "data-level": level + 1 }, h("span", { class: "slice-name" }), grid));
      offset += size;
    });
  }

  buildGyges() {
    const grid = h("div", { class: "grid" });
    grid.append(this.button("N", 2, -1));
    for (let row = 6; row >= 1; row--) {
      for (const column of "abcdef") {
        grid.append(this.button(`${column}${row}`, "abcdef".indexOf(column), 6 - row));
      }
    }
    grid.append(this.button("S", 2, 6));
    this.root.append(grid);
  }

  buildGrid({ columns, cells }) {
    const rows = Math.ceil(cells.length / columns);
    const lines = Array.from({ length: rows }, (_, row) => cells.slice(columns * (rows - 1 - row), columns * (rows - row))
      .map((cell, column) => this.button(cell, column, row)));
    const grid = h("div", { class: "grid" }, lines.flat());
    grid.style.gridTemplateColumns = `repeat(${columns}, auto)`;
    this.root.append(grid);
  }

  buildApagos() {
    for (let level = 1; level <= 4; level++) {
      const step = h("div", { class: `slice step-${level}`, "data-level": level },
        this.button(String(level), level, 0), h("span", { class: "slice-name" }));
      const down = this.button(String(level), level, 1, "down");
      step.append(down);
      this.root.append(step);
    }
  }

  rove(button) {
    this.focus?.setAttribute("tabindex", "-1");
    button.setAttribute("tabindex", "0");
    this.focus = button;
  }

  key(event) {
    const move = MOVES[event.key];
    const button = event.target.closest("button[data-cell]");
    if (!move || !button || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const [x, y] = [Number(button.dataset.x), Number(button.dataset.y)];
    let best = null;
    let least = Infinity;
    for (const other of this.buttons.values()) {
      if (other.hidden || other === button) continue;
      const [dx, dy] = [Number(other.dataset.x) - x, Number(other.dataset.y) - y];
      const along = dx * move[0] + dy * move[1];
      const aside = Math.abs(dx * move[1]) + Math.abs(dy * move[0]);
      if (along > 0 && along + 3 * aside < least) [best, least] = [other, along + 3 * aside];
    }
    best?.focus();
  }

  render(view) {
    const cues = new Map();
    for (const { cell, cue } of view.cues) cues.set(cell, [...(cues.get(cell) || []), cue]);
    if (this.game === "apagos") this.renderApagos(view);
    else this.renderCells(view, cues);
    for (const slice of this.root.querySelectorAll(".slice")) {
      const key = this.game === "apagos" ? "step" : "level";
      $(".slice-name", slice).textContent = this.t(key, { n: slice.dataset.level });
    }
  }

  renderCells(view, cues) {
    const cells = this.grid ? this.grid.cells : this.game === "pylos" ? PYLOS : GYGES;
    const stands = new Map(cells.map((cell, n) => [cell, view.pieces.cells[n]]));
    for (const [cell, button] of this.buttons) {
      const piece = stands.get(cell);
      const here = cues.get(cell) || [];
      const empty = piece === "." || piece === "0";
      const floating = this.game === "pylos" && empty && supports(cell).some((one) => stands.get(one) === ".");
      button.dataset.piece = empty ? "" : piece;
      if (this.grid) $(".man", button).textContent = empty ? "" : piece;
      button.classList.toggle("target", view.targets.has(cell));
      button.classList.toggle("floating", floating);
      button.classList.toggle("chosen", view.chosen.includes(cell));
      $(".mark", button).replaceChildren(...here.map((cue) => cueIcon(cue)));
      const what = empty ? this.t("empty") : this.grid ? piece : this.game === "pylos" ? this.t(`ball.${piece}`) : this.t(`ring.${piece}`);
      const words = [this.cellName(cell), what, ...here.map((cue) => view.meaning(cue)).filter(Boolean)];
      if (view.targets.has(cell)) words.push(this.t("may"));
      button.setAttribute("aria-label", words.join(", "));
      button.setAttribute("aria-disabled", String(!view.targets.has(cell) && !view.starts.has(cell)));
    }
  }

  cellName(cell) {
    return !this.grid && (cell === "N" || cell === "S") ? this.t(`goal.${cell}`) : cell;
  }

  renderApagos(view) {
    for (let level = 1; level <= 4; level++) {
      const cell = String(level);
      const holes = view.pieces.squares[level - 1];
      const button = this.buttons.get(cell);
      const places = holeLetters(holes.length);
      const balls = [...holes].map((letter, n) => h("i", { class: `hole-${letter === "." ? "none" : letter} hole-${places[n]}` }));
      $(".man", button).replaceChildren(...balls);
      $(".man", button).dataset.holes = holes.length;
      const here = view.cues.filter((one) => one.cell[0] === cell).map((one) => one.cue);
      $(".mark", button).replaceChildren(...here.filter((cue) => cue !== "GIVE").map((cue) => cueIcon(cue)));
      button.classList.toggle("target", view.targets.has(cell));
      button.classList.toggle("bare", !holes);
      const count = (letter) => [...holes].filter((one) => one === letter).length;
      const what = holes
        ? [this.t("holes", { n: holes.length }), `${this.t("balls.W")} ${count("W")}`, `${this.t("balls.B")} ${count("B")}`]
        : [this.t("square.none")];
      const words = [this.t("step", { n: cell }), ...what, ...here.map((cue) => view.meaning(cue)).filter(Boolean)];
      button.setAttribute("aria-label", words.join(", "));
      const down = this.buttons.get(`${cell}.down`);
      const may = view.starts.has(cell);
      down.hidden = !may;
      down.classList.toggle("target", may);
      down.dataset.role = `ball-${"WB"[view.side]}`;
      $(".name", down).textContent = "↓";
      down.setAttribute("aria-label", `${this.t("step", { n: cell })}: ${view.meaning("GIVE")}`);
    }
  }
}

// The whole board as lines of text, for screen readers.
export function textBoard(game, pieces, t) {
  if (game === "apagos") {
    return pieces.squares.map((holes, n) => `${t("step", { n: n + 1 })}: ${holes
      ? [...holes].map((one) => (one === "." ? t("empty") : t(`ball.${one}`))).join(", ") : t("square.none")}.`);
  }
  if (pieces.grid) {
    const stand = pieces.grid.cells.map((cell, n) => [cell, pieces.cells[n]]).filter(([, piece]) => piece !== ".");
    return [stand.map(([cell, piece]) => `${cell} ${piece}`).join(", ") || t("empty")];
  }
  const cells = game === "pylos" ? PYLOS : GYGES;
  const lines = [];
  const rows = new Map();
  cells.forEach((cell, n) => {
    const piece = pieces.cells[n];
    if (piece === "." || piece === "0") return;
    const row = game === "pylos" ? cell[0] : cell.length === 1 ? cell : cell[1];
    const what = game === "pylos" ? t(`ball.${piece}`) : t(`ring.${piece}`);
    rows.set(row, [...(rows.get(row) || []), `${cell} ${what}`]);
  });
  for (const list of rows.values()) lines.push(`${list.join(", ")}.`);
  return lines.length ? lines : [t("empty")];
}
