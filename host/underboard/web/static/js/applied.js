// What stands after a turn that is chosen and not confirmed: pure, for the page's own ghosts.

import { CELLS as GYGES } from "./gyges.js";
import { CELLS as PYLOS } from "./pylos.js";

const edit = (cells, names, changes) => {
  const list = [...cells];
  for (const [cell, what] of changes) list[names.indexOf(cell)] = what;
  return list.join("");
};

function pylos(pieces, steps, takes, side) {
  const goal = steps[steps.length - 1];
  const changes = steps.length > 1 ? [[steps[0], "."]] : [];
  changes.push([goal, "LD"[side]], ...takes.map((cell) => [cell, "."]));
  return { pieces: { ...pieces, cells: edit(pieces.cells, PYLOS, changes) }, ghosts: [{ cell: goal }] };
}

function gyges(pieces, steps) {
  const at = (cell) => pieces.cells[GYGES.indexOf(cell)];
  if (steps.length < 2) return { pieces, ghosts: [{ cell: steps[0] }] };
  const [from, to, drop] = steps;
  const changes = [[from, "0"], ...(drop ? [[drop, at(to)]] : []), [to, at(from)]];
  return { pieces: { ...pieces, cells: edit(pieces.cells, GYGES, changes) }, ghosts: [{ cell: to }] };
}

function apagos(pieces, steps, takes, side) {
  const squares = [...pieces.squares];
  const [first, goal] = steps;
  const level = Number(goal) - 1;
  if (first.includes("/")) {
    squares[level] = ".".repeat(Number(first[0]));
    return { pieces: { ...pieces, squares }, ghosts: [] };
  }
  let colour = first;
  if (first !== "W" && first !== "B") {
    colour = "WB"[side];
    const start = Number(first) - 1;
    const at = squares[start].lastIndexOf(colour);
    squares[start] = `${squares[start].slice(0, at)}.${squares[start].slice(at + 1)}`;
  }
  const hole = squares[level].indexOf(".");
  squares[level] = squares[level].replace(".", colour);
  return { pieces: { ...pieces, squares }, ghosts: [{ cell: goal, hole }] };
}

const nothing = (pieces) => ({ pieces, ghosts: [] });
const GAMES = { pylos, gyges, apagos };

// Returns {pieces, ghosts}; what only the rules know (a square that climbs) is left to the board.
export const applied = (game, pieces, steps, takes, side) => (GAMES[game] || nothing)(pieces, steps, takes, side);
