// What the page.js of a game may use: elements, wooden things, the picture, motion, positions.

export { cueIcon } from "./cues.js";
export { h, points, round, s } from "./dom.js";
export { GridScene } from "./grid.js";
export { arc, between, CLIMB_MS, comes, glide, GO_MS, JUMP_MS, leave, REST_MS, shift } from "./motion.js";
export { group, Scene } from "./scene.js";
export * from "./wood.js";

// Signs of cells with some changed: [[cell, sign], …].
export function edit(signs, cells, changes) {
  const list = [...signs];
  for (const [cell, sign] of changes) list[cells.indexOf(cell)] = sign;
  return list.join("");
}

// A position for a drawing: {sign: "a1 b2"}, all other cells with the sign of none.
export const stand = (cells, none, pieces) => ({ reserves: [],
  cells: cells.map((cell) => Object.keys(pieces).find((one) => pieces[one].split(" ").includes(cell)) || none).join("") });

// The same cue on each of some cells, named in one text.
export const lit = (cue, cells) => cells.split(" ").filter(Boolean).map((cell) => ({ cell, cue }));

// The editor of a game with one piece a cell; all: how many there are of each sign.
export function cellEditor(cells, none, all) {
  const at = (pieces, cell) => pieces.cells[cells.indexOf(cell)];
  const put = (pieces, cell, tool, _role = "", always = false) => {
    const wanted = tool === "none" ? none : tool;
    // The same piece once more takes it off.
    const sign = at(pieces, cell) === wanted && !always ? none : wanted;
    return { ...pieces, cells: edit(pieces.cells, cells, [[cell, sign]]) };
  };
  return {
    tools: Object.keys(all),
    left: (pieces, tool) => all[tool] - [...pieces.cells].filter((sign) => sign === tool).length,
    put,
    carry: (pieces, from, to) => put(put(pieces, from, "none"), to, at(pieces, from), "", true),
    clear: (pieces) => ({ ...pieces, cells: none.repeat(cells.length) }),
  };
}
