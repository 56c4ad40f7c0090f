// The plan: every cell as a button with its name, for keys, screen readers and small screens.

import { cueIcon } from "./cues.js";
import { $, h } from "./dom.js";
import { pageOf, wordsOf } from "./games.js";
import { group } from "./scene.js";

const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Plan {
  // t(key): names of cells and pieces.
  constructor(root, tapped, t) {
    this.root = root;
    this.words = t;
    this.tapped = tapped;
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

  build(page, pieces) {
    this.page = page;
    this.t = wordsOf(page.name, this.words);
    this.buttons.clear();
    this.root.className = `plan plan-${page.name}`;
    this.root.replaceChildren(...page.plan((...at) => this.button(...at), pieces));
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
    const { page, t } = this;
    if (page.renderPlan) page.renderPlan(this.buttons, view, t);
    else this.renderCells(view);
    for (const slice of this.root.querySelectorAll(".slice")) {
      $(".slice-name", slice).textContent = t(slice.dataset.name || "level", { n: slice.dataset.level });
    }
  }

  renderCells(view) {
    const { page, t } = this;
    const cues = group(view.cues);
    const stands = standing(page, view.pieces);
    for (const [cell, button] of this.buttons) {
      const piece = stands.get(cell);
      const here = (cues.get(cell) || []).map((one) => one.cue);
      const empty = piece === page.none;
      button.dataset.piece = empty ? "" : piece;
      if (!empty) $(".man", button).textContent = page.sign(piece);
      button.classList.toggle("target", view.targets.has(cell));
      button.classList.toggle("floating", empty && page.floats(cell, stands));
      button.classList.toggle("chosen", view.chosen.includes(cell));
      $(".mark", button).replaceChildren(...here.map((cue) => cueIcon(cue)));
      const what = empty ? t("empty") : page.pieceWord(piece, t);
      const words = [page.cellWord(cell, t), what, ...here.map((cue) => view.meaning(cue)).filter(Boolean)];
      if (view.targets.has(cell)) words.push(t("may"));
      button.setAttribute("aria-label", words.join(", "));
      button.setAttribute("aria-disabled", String(!view.targets.has(cell) && !view.starts.has(cell)));
    }
  }
}

const standing = (page, pieces) => new Map(page.cells(pieces).map((cell, n) => [cell, pieces.cells[n]]));

// The whole board as lines of text, for screen readers.
export function textBoard(game, pieces, words) {
  const page = pageOf(game);
  const t = wordsOf(game, words);
  if (page.lines) return page.lines(pieces, t);
  const rows = new Map();
  for (const [cell, piece] of standing(page, pieces)) {
    if (piece === page.none) continue;
    const row = page.rowOf(cell);
    rows.set(row, [...(rows.get(row) || []), `${cell} ${page.pieceWord(piece, t)}`]);
  }
  const lines = [...rows.values()].map((list) => `${list.join(", ")}.`);
  return lines.length ? lines : [t("empty")];
}
