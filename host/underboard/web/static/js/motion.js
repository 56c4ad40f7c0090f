// Motion: what has just been played goes its way on the picture; nothing here changes a game.

import { round, s, still } from "./dom.js";

const EASE = "cubic-bezier(.3,0,.2,1)";
const GO_MS = 320;
const CLIMB_MS = 480;
const JUMP_MS = 280;
const REST_MS = 120;

const shift = (x, y) => `translate(${round(x)}px, ${round(y)}px)`;

function arc(node, [dx, dy], high, ms) {
  return node?.animate(
    [
      { transform: shift(dx, dy) },
      { transform: shift(dx / 2, dy / 2 - high), offset: 0.5 },
      { transform: shift(0, 0) },
    ],
    { duration: ms, easing: EASE, fill: "backwards" },
  ).finished;
}

const between = ([ax, ay], [bx, by]) => [ax - bx, ay - by];

// Shows the last turn of a state on a scene that has rendered it; returns when it is over.
export async function animate(scene, game, last, before) {
  if (still() || !last || localStorage.getItem("underboard.motion") === "off") return;
  try {
    await MOTIONS[game]?.(scene, last, before);
  } catch {
    // A newer picture has replaced this one.
  }
}

async function pylos(scene, last, before) {
  const node = scene.piece(last.to)?.querySelector(".mover");
  const goal = scene.place(last.to);
  const start = last.from ? scene.place(last.from) : scene.reservePlace(last.side);
  const off = last.takes.map((cell) => leave(scene, cell, last.side));
  if (node) await arc(node, between(start, goal), scene.projection.pitch, last.from ? CLIMB_MS : GO_MS);
  await Promise.all(off.map((go) => go()));
}

// A ball that was taken back: drawn once more, on its way to the reserve.
function leave(scene, cell, side) {
  const at = scene.place(cell);
  const scale = scene.projection.pitch / 100;
  const ghost = s("g", {}, s("use", {
    href: side ? "#ball-dark" : "#ball-light",
    transform: `translate(${round(at[0])} ${round(at[1])}) scale(${scale})`,
  }));
  scene.layers.moving.append(ghost);
  return async () => {
    const [dx, dy] = between(scene.reservePlace(side), at);
    await ghost.animate(
      [{ transform: shift(0, 0), opacity: 1 }, { transform: shift(dx * 0.7, dy * 0.7), opacity: 0 }],
      { duration: GO_MS, easing: EASE },
    ).finished.catch(() => {});
    ghost.remove();
  };
}

async function gyges(scene, last) {
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
  const wait = boxed?.animate(
    [{ transform: shift(...between(goal, scene.place(target))) }, { transform: shift(...between(goal, scene.place(target))) }],
    { duration: total, fill: "backwards" },
  );
  await node?.animate(frames, { duration: total, easing: "linear", fill: "backwards" }).finished;
  await wait?.finished;
  if (boxed) await arc(boxed, between(goal, scene.place(target)), 40, GO_MS);
}

async function apagos(scene, last) {
  const goal = Number(last.to);
  const landed = last.climbs ? String(goal + 1) : last.to;
  const square = scene.piece(landed);
  if (!last.climbs) {
    const start = last.from ? scene.place(last.from) : scene.reservePlace(last.side);
    const balls = square?.querySelectorAll(".piece") || [];
    const ball = balls[balls.length - 1];
    if (ball) await arc(ball, between(start, scene.place(landed)), 60, GO_MS);
    return;
  }
  const other = scene.piece(last.to);
  const up = between(scene.place(last.to), scene.place(landed));
  const down = between(scene.place(landed), scene.place(last.to));
  other?.animate([{ transform: shift(...down) }, { transform: shift(down[0] / 2, down[1] / 2 + 14), offset: 0.5 }, { transform: shift(0, 0) }],
    { duration: CLIMB_MS, easing: EASE, fill: "backwards" });
  if (square) await arc(square, up, 90, CLIMB_MS);
}

const MOTIONS = { pylos, gyges, apagos };
