// Apagos in the page: the ramp of four steps with its squares, holes and balls.

export default ({
  arc, ball, between, CLIMB_MS, cueIcon, disc, glide, GO_MS, grain, h, lit, round, s, Scene, shadow, shift, slab,
}) => {
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

  const holeLetters = (count) => HOLES[count] || [..."abcdefghi"].slice(0, count);

  function spot(letter) {
    const n = "abcdefghi".indexOf(letter);
    return [((n % 3) - 1) * PITCH, (1 - Math.floor(n / 3)) * PITCH];
  }

  const spots = (count) => holeLetters(count).map(spot);

  // Where a hole lies: "2a" is hole a of the square on level 2.
  function where(cell) {
    const [x, y] = spot(cell[1]);
    return [(Number(cell[0]) - 2.5) * STEP + x, y];
  }

  class ApagosScene extends Scene {
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
        } else if ((cue === "CAN_DESCEND" || cue === "HINT_FROM" || cue === "SELECTED") && own >= 0) {
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

  const LEVELS = ["1", "2", "3", "4"];
  const count = (holes, letter) => [...holes].filter((one) => one === letter).length;

  function plan(button) {
    return LEVELS.map((level) => h("div", { class: `slice step-${level}`, "data-level": level, "data-name": "step" },
      button(level, Number(level), 0), h("span", { class: "slice-name" }), button(level, Number(level), 1, "down")));
  }

  function renderPlan(buttons, view, t) {
    LEVELS.forEach((cell, level) => {
      const holes = view.pieces.squares[level];
      const button = buttons.get(cell);
      const [man, mark] = [button.querySelector(".man"), button.querySelector(".mark")];
      const places = holeLetters(holes.length);
      man.replaceChildren(...[...holes].map((letter, n) => h("i", { class: `hole-${letter === "." ? "none" : letter} hole-${places[n]}` })));
      man.dataset.holes = holes.length;
      const here = view.cues.filter((one) => one.cell[0] === cell).map((one) => one.cue);
      mark.replaceChildren(...here.filter((cue) => cue !== "CAN_DESCEND").map((cue) => cueIcon(cue)));
      button.classList.toggle("target", view.targets.has(cell));
      button.classList.toggle("bare", !holes);
      const what = holes
        ? [t("holes", { n: holes.length }), `${t("balls.W")} ${count(holes, "W")}`, `${t("balls.B")} ${count(holes, "B")}`]
        : [t("square.none")];
      const words = [t("step", { n: cell }), ...what, ...here.map((cue) => view.meaning(cue)).filter(Boolean)];
      button.setAttribute("aria-label", words.join(", "));
      const down = buttons.get(`${cell}.down`);
      const may = view.starts.has(cell);
      down.hidden = !may;
      down.classList.toggle("target", may);
      down.dataset.role = `ball-${"WB"[view.side]}`;
      down.querySelector(".name").textContent = "↓";
      down.setAttribute("aria-label", `${t("step", { n: cell })}: ${view.meaning("CAN_DESCEND")}`);
    });
  }

  const lines = (pieces, t) => pieces.squares.map((holes, n) => `${t("step", { n: n + 1 })}: ${holes
    ? [...holes].map((one) => (one === "." ? t("empty") : t(`ball.${one}`))).join(", ") : t("square.none")}.`);

  async function motion(scene, last) {
    const square = scene.piece(last.at);
    if (!last.climbs) {
      const start = last.from ? scene.place(last.from) : scene.reservePlace(last.side);
      const balls = square?.querySelectorAll(".piece") || [];
      const ball = balls[balls.length - 1];
      if (ball) await arc(ball, between(start, scene.place(last.at)), 60, GO_MS);
      return;
    }
    const other = scene.piece(last.to);
    const up = between(scene.place(last.to), scene.place(last.at));
    const down = between(scene.place(last.at), scene.place(last.to));
    if (other) {
      const frames = [shift(...down), shift(down[0] / 2, down[1] / 2 + 14), shift(0, 0)];
      glide(other, frames.map((transform) => ({ transform })), CLIMB_MS, true);
    }
    if (square) await arc(square, up, 90, CLIMB_MS);
  }

  function applied(pieces, steps, takes, side) {
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

  function does([first, level]) {
    if (first === "W" || first === "B") return [`do.put.${first}`, { level }];
    return [first.includes("/") ? "do.lay" : "do.down", { from: first, level }];
  }

  // The squares that are laid out before the game: each shows one of its faces.
  const faces = (pieces) => [...new Set(pieces.beside.flatMap((pair) => {
    const [one, other] = pair.split("/");
    return [`${one}/${other}`, `${other}/${one}`];
  }))];

  function reserve(pieces, side) {
    const own = { all: 10, left: pieces.reserves[side], take: "WB"[side] };
    return pieces.beside.length ? { ...own, faces: faces(pieces) } : own;
  }

  function leads(pieces, sides, t) {
    const [a, b] = ["W", "B"].map((letter) => count(pieces.squares[3], letter));
    if (a === b) return `${t("leads.none")} ${t("leads.rule")}`;
    return `${t("leads", { side: sides[a > b ? 0 : 1], a: Math.max(a, b), b: Math.min(a, b) })} ${t("leads.rule")}`;
  }

  // A square after something was put there: a ball, another number of holes, or nothing.
  function changed(holes, tool, role) {
    const balls = holes.replaceAll(".", "");
    if (/\d/.test(tool)) return balls.slice(0, Number(tool)).padEnd(Number(tool), ".");
    if (tool !== "none") return balls.length < holes.length ? (balls + tool).padEnd(holes.length, ".") : holes;
    const at = role.startsWith("ball-") ? balls.lastIndexOf(role[5]) : balls.length - 1;
    return (balls.slice(0, Math.max(at, 0)) + balls.slice(at + 1)).padEnd(holes.length, ".");
  }

  function put(pieces, cell, tool, role = "") {
    const squares = [...pieces.squares];
    squares[cell - 1] = changed(squares[cell - 1], tool, role);
    return { ...pieces, squares };
  }

  function carry(pieces, from, to) {
    const ball = [...pieces.squares[from - 1]].filter((one) => one !== ".").pop();
    if (!ball || !pieces.squares[to - 1].includes(".")) return pieces;
    return put(put(pieces, from, "none", `ball-${ball}`), to, ball);
  }

  const ramp = (...squares) => ({ squares, beside: [], reserves: [] });

  return {
    scene: () => new ApagosScene(),
    where,
    example: "W2",
    asides: ["W", "B"],
    plan,
    renderPlan,
    lines,
    motion,
    applied,
    does,
    reserve,
    note: leads,
    rules: [
      ["put", { position: ramp("WB.....", "W....", ".....", "B.."), lit: lit("PLACE", "1 2 3"), arrow: { from: "", to: "2", side: 0 } }],
      ["climb", { position: ramp("WB.....", ".....", "WW...", "B.."), lit: [...lit("CLIMB", "3"), ...lit("SLIDE", "2")] }],
      ["down", { position: ramp("WB.....", "W....", "W....", "B.."), lit: lit("CAN_DESCEND", "3"), arrow: { from: "3", to: "1" } }],
      ["top", { position: ramp("WBBWBWB", "WBWBB", "BWBWW", "WWB"), lit: lit("WON", "4") }],
    ],
    editor: {
      tools: ["W", "B", "1", "3", "5", "7"],
      text: (pieces, side) => [...pieces.squares.map((holes) => `${holes.length}:${count(holes, "W")},${count(holes, "B")}`), "WB"[side]].join(" "),
      label: (tool, t) => (/\d/.test(tool) ? t("edit.square", { n: tool }) : t(`ball.${tool}`)),
      left: (pieces, tool) => (/\d/.test(tool) ? null : 10 - count(pieces.squares.join(""), tool)),
      targets: () => LEVELS,
      grips: () => [],
      put,
      carry,
      clear: (pieces) => ({ ...pieces, squares: pieces.squares.map((holes) => ".".repeat(holes.length)) }),
    },
  };
};
