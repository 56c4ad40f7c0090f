// Apagos: the ramp of four steps with its squares, holes and balls.

import { round, s } from "./dom.js";
import { Scene } from "./scene.js";
import { ball, disc, grain, shadow, slab } from "./wood.js";

const STEP = 2.2;
const HIGH = 0.62;
const DEEP = 1.15;
const SIDE = 0.88;
const PLATE = 0.3;
const HOLE = 0.25;
const BALL = 0.5;
const PITCH = 0.56;

const HOLES = {
  1: ["e"], 3: ["d", "e", "f"], 5: ["b", "d", "e", "f", "h"], 7: ["a", "d", "g", "e", "c", "f", "i"],
};

export const holeLetters = (count) => HOLES[count] || [..."abcdefghi"].slice(0, count);

function spot(letter) {
  const n = "abcdefghi".indexOf(letter);
  return [((n % 3) - 1) * PITCH, (1 - Math.floor(n / 3)) * PITCH];
}

const spots = (count) => holeLetters(count).map(spot);

// Where a hole lies: "2a" is hole a of the square on level 2.
export function where(cell) {
  const [x, y] = spot(cell[1]);
  return [(Number(cell[0]) - 2.5) * STEP + x, y];
}

export class ApagosScene extends Scene {
  constructor() {
    super({ turn: -12, elevation: 46, pitch: 82, box: [-420, -260, 840, 480] });
    this.drawBase();
  }

  left(level) {
    return (level - 1.5) * STEP;
  }

  top(level) {
    return 0.2 + HIGH * level - 0.9;
  }

  place(cell) {
    const level = Number(cell) - 1;
    return this.projection.at(this.left(level), 0, this.top(level) + PLATE);
  }

  reservePlace(side) {
    return this.projection.at(side ? 3 : -3, 2.6, 0);
  }

  edgeOf({ cell, hole }) {
    const level = Number(cell) - 1;
    const [dx, dy] = spots(this.view.pieces.squares[level].length)[hole ?? 0] || [0, 0];
    const [x, y] = this.projection.at(this.left(level) + dx, dy, this.top(level) + PLATE + 0.16);
    return [x, y, this.projection.pitch * BALL * 0.54, this.projection.pitch * BALL * 0.54];
  }

  pieceOf({ cell, hole }) {
    return this.layers.things.querySelector(`[data-ball="${cell}.${hole}"]`);
  }

  flip() {}

  drawBase() {
    this.layers.base.replaceChildren();
  }

  render(view) {
    this.view = view;
    const p = this.projection;
    const [x0, x1] = [this.left(0) - STEP / 2, this.left(3) + STEP / 2];
    const ground = -1.2;
    const rim = [[x0, -DEEP], [x1, -DEEP], [x1, DEEP], [x0, DEEP]];
    const nodes = [shadow(p, rim.map(([x, y]) => [x, y, ground]), 16, 16)];
    for (let level = 3; level >= 0; level--) {
      const x = this.left(level);
      nodes.push(slab(p, [x - STEP / 2, -DEEP, ground], [x + STEP / 2, DEEP, this.top(level)], "step"));
      nodes.push(this.label(String(level + 1), x, DEEP + 0.02, this.top(level) - 0.24, "label step-name"));
      nodes.push(this.square(level, view));
    }
    this.layers.things.replaceChildren(...nodes);
    this.layers.over.replaceChildren();
  }

  square(level, view) {
    const p = this.projection;
    const cell = String(level + 1);
    const x = this.left(level);
    const z = this.top(level);
    const holes = view.pieces.squares[level];
    const target = view.targets.has(cell);
    const cues = view.cues.filter((one) => one.cell[0] === cell);
    const node = s("g", { class: `spot square ${target ? "target" : ""}`, "data-cell": cell, "data-role": "square" });
    if (!holes) {
      const corners = [[x - SIDE, -SIDE], [x + SIDE, -SIDE], [x + SIDE, SIDE], [x - SIDE, SIDE]];
      node.append(s("polygon", { class: "hit no-square", points: corners.map((c) => p.at(...c, z).map(round).join(",")).join(" ") }));
      for (const { cue } of cues) node.append(this.cueAt(cue, p.at(x, 0, z), 60, p.flat));
      return node;
    }
    const mover = s("g", { class: "mover", "data-piece": cell });
    mover.append(
      slab(p, [x - SIDE, -SIDE, z], [x + SIDE, SIDE, z + PLATE], "plate"),
      grain(p, [x - SIDE, -SIDE], [x + SIDE, SIDE], z + PLATE, 4, level + 3),
    );
    const places = spots(holes.length).map(([dx, dy], n) => ({ dx, dy, letter: holes[n], n }));
    places.sort((one, two) => p.depth(one.dx, one.dy) - p.depth(two.dx, two.dy));
    for (const { dx, dy, letter, n } of places) {
      mover.append(disc(p, [x + dx, dy, z + PLATE], HOLE, "hole"));
      if (letter === ".") continue;
      mover.append(s("g", { class: "piece", "data-cell": cell, "data-role": `ball-${letter}`, "data-ball": `${cell}.${n}` },
        ball(p, [x + dx, dy, z + PLATE + 0.16], letter === "W" ? "light" : "dark", BALL)));
    }
    node.append(mover);
    const free = places.find(({ n }) => n === holes.indexOf("."));
    for (const { cue, cell: at } of cues) {
      const mark = at.slice(1);
      const own = holes.lastIndexOf(view.side ? "B" : "W");
      if ((cue === "PLACE" || cue === "HINT" || cue === "GOAL") && free) {
        mover.append(this.cueAt(cue, p.at(x + free.dx, free.dy, z + PLATE), 46, p.flat));
      } else if ((cue === "GIVE" || cue === "HINT_FROM" || cue === "SELECTED") && own >= 0) {
        const [dx, dy] = spots(holes.length)[own];
        mover.append(this.cueAt(cue, p.at(x + dx, dy, z + PLATE + 0.16), 42));
      } else if (cue === "LAST") {
        mover.append(this.cueAt(cue, p.at(x, SIDE, z + PLATE / 2), 42));
      } else {
        mover.append(this.cueAt(cue, p.at(x + (mark === "ball" ? 0.4 : 0), -SIDE - 0.25, z + PLATE + 0.25), 46));
      }
    }
    return node;
  }
}
