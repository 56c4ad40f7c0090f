// Noughts and crosses in the page: the grid that the server describes, with its signs drawn.

export default ({ edit, GridScene, s }) => {
  class Scene extends GridScene {
    drawn(sign, [x, y]) {
      const shape = sign === "X" ? s("path", { d: "M-26-26L26 26M26-26L-26 26" }) : s("circle", { r: 28 });
      return s("g", { class: "noughts-sign", transform: `translate(${x} ${y})` }, shape);
    }
  }

  return {
    scene: ({ grid }) => new Scene(grid),
    sign: (piece) => piece,
    rowOf: (cell) => cell[1],
    applied: (pieces, [cell], takes, side) => ({
      pieces: { ...pieces, cells: edit(pieces.cells, pieces.grid.cells, [[cell, "XO"[side]]]) },
      ghosts: [{ cell }],
    }),
  };
};
