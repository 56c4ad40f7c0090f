// Motion: what has just been played goes its way on the picture; nothing here changes a game.

import { round, s, still } from "./dom.js";

const EASE = "cubic-bezier(.3,0,.2,1)";
export const GO_MS = 320;
export const CLIMB_MS = 480;
export const JUMP_MS = 280;
export const REST_MS = 120;

export const shift = (x, y) => `translate(${round(x)}px, ${round(y)}px)`;
export const between = ([ax, ay], [bx, by]) => [ax - bx, ay - by];

// Moves a node through key frames to where it stands; fulfilled when it is there.
export const glide = (node, frames, ms, eased = false) =>
  node.animate(frames, { duration: ms, easing: eased ? EASE : "linear", fill: "backwards" }).finished;

// A node comes from a place beside where it stands, over a height between.
export const arc = (node, [dx, dy], high, ms) => node && glide(node, [
  { transform: shift(dx, dy) },
  { transform: shift(dx / 2, dy / 2 - high), offset: 0.5 },
  { transform: shift(0, 0) },
], ms, true);

// A ball that was taken back: drawn once more, on its way to the reserve.
export function leave(scene, cell, side) {
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

// The motion of a game that says nothing of its own: a piece comes from where it was, or from its reserve.
export async function comes(scene, last) {
  const node = scene.piece(last.to)?.querySelector(".mover");
  const from = last.from ? scene.place(last.from) : scene.reservePlace(last.side);
  await arc(node, between(from, scene.place(last.to)), 30, GO_MS);
}

// Shows the last turn of a state on a scene that has rendered it; returns when it is over.
export async function animate(scene, page, last, before) {
  if (still() || !last || localStorage.getItem("underboard.motion") === "off") return;
  try {
    await page.motion(scene, last, before);
  } catch {
    // A newer picture has replaced this one.
  }
}
