// The games in the page.  Each has a page.js in its package, a function of the kit (kit.js) that returns
// what is its own of the following; what it leaves out is as here, which draws a grid of signs.

import { DEFAULT, GAMES } from "../registry.js";
import * as kit from "./kit.js";

const PAGE = {
  // Picture
  scene: (pieces) => new kit.GridScene(pieces.grid), // a Scene
  flips: false, // may be turned round, by flip() of the scene
  where: null, // (cell): [x, y] seen from above, the first player below
  apart: false, // shows its levels apart, by setApart() of the scene
  motion: kit.comes, // (scene, last, before) shows how the last turn was made
  applied: (pieces) => ({ pieces, ghosts: [] }), // (pieces, steps, takes, side): what stands after a turn
  // Plan and words; t(key) looks among the game's own words first
  cells: (pieces) => pieces?.grid?.cells ?? [], // names, in the order of pieces.cells
  none: ".", // sign of an empty cell
  plan, // (button, pieces): the plan's nodes; button(cell, column, row, role) makes a cell
  renderPlan: null, // (buttons, view, t), for a plan that is more than a piece a cell
  floats: () => false, // (cell, stands): nothing can be put there yet
  sign: () => "", // (piece): text on the plan's cell
  cellWord: (cell) => cell,
  pieceWord: (piece) => piece,
  rowOf: () => "", // (cell): cells of one row are told in one sentence
  lines: null, // (pieces, t): the board as sentences, if not row by row
  does: () => null, // (steps): key and values of the words for a turn, null: put or move
  note: null, // (pieces, sides, t): a sentence below the plan
  example: "", // a turn that may be typed
  // Beside the board: {all, left, take} for pieces, {kinds: [[count, word]]}, or {faces: [first step]}
  reserve: () => null, // (pieces, side, t)
  asides: [], // first steps that begin beside the board, one a side
  rules: [], // [name, view of Board.set()] of each drawing in "How is this won?"
  // {tools, text(pieces, side, isSetup), label(tool, t), left(pieces, tool), put(pieces, cell, tool, role),
  // carry(pieces, from, to), clear(pieces)}; if they differ: targets and grips (pieces) are the cells that
  // may be tapped and dragged from, side(side, tool) whose piece is drawn, setsUp: it has a phase of setting up
  editor: null,
};

// The grid of {columns, cells}, from the near side up.
function plan(button, { grid }) {
  if (!grid) return [];
  const rows = Math.ceil(grid.cells.length / grid.columns);
  const board = kit.h("div", { class: "grid" }, grid.cells.map((_, n) => {
    const [column, down] = [n % grid.columns, Math.floor(n / grid.columns)];
    const at = grid.columns * (rows - 1 - down) + column;
    return at < grid.cells.length ? button(grid.cells[at], column, down) : null;
  }));
  board.style.gridTemplateColumns = `repeat(${grid.columns}, auto)`;
  return [board];
}

const pages = {};

// Has the plain grid from now on for a game whose page fails; false if that is what fails.
export function leave(page, error) {
  if (pages[page.name] !== page) return false;
  console.warn(`page.js of ${page.name}`, error);
  pages[page.name] = { ...PAGE, name: page.name };
  return true;
}

// A game's page; one of whose functions throws is left for the plain grid.
function guarded(name, own) {
  const page = { ...PAGE, name, ...own };
  for (const [key, work] of Object.entries(own)) {
    if (typeof work !== "function") continue;
    page[key] = (...all) => {
      try {
        return work.apply(page, all);
      } catch (error) {
        leave(page, error);
        return PAGE[key]?.(...all);
      }
    };
  }
  return page;
}

// Loads the module of each game; one that fails leaves its game a plain grid.
export const loadPages = () => Promise.all(GAMES.map(async ({ name, hasPage }) => {
  if (!hasPage) return;
  try {
    const { default: make } = await import(`../games/${name}.js`);
    pages[name] = guarded(name, make(kit));
  } catch (error) {
    console.warn(`page.js of ${name}`, error);
  }
}));

export const pageOf = (name) => (pages[name] ??= { ...PAGE, name });
export const titleOf = (name) => GAMES.find((game) => game.name === name)?.title ?? name;
export const isGame = (name) => GAMES.some((game) => game.name === name);
export const usual = DEFAULT;
// [name, title, page] of the games that can do something in the page: "rules", "editor".
export const gamesWith = (part) => GAMES.map(({ name, title }) => [name, title, pageOf(name)])
  .filter(([, , page]) => page[part] && page[part].length !== 0);

// Words of a game before those of all: "NAME.ring.1", else "ring.1".
export const wordsOf = (name, t) => (key, values) => {
  const own = `${name}.${key}`;
  const text = t(own, values);
  return text === own ? t(key, values) : text;
};
