// The shapes of the lights: drawn on a grid of 24 units, dark edge under light core, so that
// they read on light balls, dark balls, rings and wood alike.

import { s } from "./dom.js";

const ring = (r, dash = "") => ["circle", { r, "stroke-dasharray": dash }];
const path = (d) => ["path", { d }];
const dot = (r, x = 0, y = 0) => ["dot", { r, cx: x, cy: y }];
const CORNERS = path("M-7-3V-7H-3M3-7H7V-3M7 3V7H3M-3 7H-7V3");
const PYRAMID = path("M-1.5-7H1.5M-4-2.5H4M-6.5 2H6.5M-9 6.5H9");
const DIAMOND = path("M0-8L8 0 0 8-8 0Z");

export const SHAPES = {
  LAST: [path("M-6 0H6")],
  MAJORITY: [path("M-6 3L0-4 6 3")],
  PLACE: [dot(4.2)],
  RAISE: [path("M-6-.5L0-6 6-.5M-6 6L0 .5 6 6")],
  CAN_DESCEND: [path("M-6-6L0-.5 6-6M-6 .5L0 6 6 .5")],
  WON: [PYRAMID],
  DRAWN: [path("M-7-3H7M-7 3.5H7")],
  PYRAMID: [PYRAMID],
  GOAL: [ring(7.5), dot(3)],
  SQUARE: [path("M-7-7H7V7H-7Z"), dot(2.6)],
  MAY_TAKE: [CORNERS],
  MUST_TAKE: [CORNERS, path("M-3.4 0H3.4")],
  COUNTDOWN: [path("M-5-7H5L-5 7H5Z")],
  BALL: [ring(6.5), path("M-3 0H3M0-3V3")],
  PUT_BACK: [path("M-7 7H7M0-8V3M-4-1L0 3 4-1")],
  SLIDE: [path("M-6-7H6M0-3.5V7M-4.5 2.5L0 7 4.5 2.5")],
  CLIMB: [path("M-6 7H6M0 3.5V-7M-4.5-2.5L0-7 4.5-2.5")],
  MOVABLE: [path("M-7 3A7.6 7.6 0 0 0 7 3")],
  PATH: [dot(2, -6), dot(2), dot(2, 6)],
  LANDING: [ring(6.5)],
  BOX_TARGET: [["path", { d: "M-6.5-6.5H6.5V6.5H-6.5Z", "stroke-dasharray": "3.2 3.3" }]],
  BOX: [path("M-6.5-6.5H6.5V6.5H-6.5Z")],
  BOUNCE: [path("M-8 4L-4-4 0 4 4-4 8 4")],
  IN_REACH: [path("M-4 8V-8L6-4-4 0")],
  PUT_SINGLE: [path("M0-6V6M-6 0H6")],
  PUT_DOUBLE: [path("M-3-7V7M3-7V7")],
  PUT_TRIPLE: [path("M-6-7V7M0-7V7M6-7V7")],
  HINT_FROM: [DIAMOND, path("M0-2.5V2.5")],
  HINT: [DIAMOND],
  CHOSEN: [path("M-6 0L-2 5 7-5")],
  ASK_DONE: [ring(8), path("M-3.5 0H3.5")],
  ASK: [ring(8.6, "9 4.5"), path("M-2.6-2.4A2.7 2.7 0 1 1 0 .9V1.6"), dot(0.8, 0, 4.6)],
  ENDING: [path("M-6-7V7M-6-7H6L3-3.5L6 0H-6")],
  NEW_GAME: [path("M0-7V7M-6-3.5L6 3.5M6-3.5L-6 3.5")],
  MISSING: [path("M0-7V7M-7 0H7")],
  SURPLUS: [path("M-6-6L6 6M6-6L-6 6")],
  SWAP: [path("M-7-3H6M3-6L6-3 3 0M7 3H-6M-3 0L-6 3-3 6")],
  SELECTED: [ring(9)],
};

function strokes(kind, look) {
  return SHAPES[kind].map(([tag, attributes]) => {
    if (tag !== "dot") return s(tag, { ...attributes, class: look });
    return s("circle", { ...attributes, class: `${look} filled` });
  });
}

// All shapes as symbols, for <use href="#cue-NAME">.
export const cueDefinitions = () =>
  Object.keys(SHAPES).map((kind) =>
    s("g", { id: `cue-${kind}` }, strokes(kind, "cue-edge"), strokes(kind, "cue-core")));

// A cue at a point; ``size``: pixels of the 24-unit grid; ``flat``: 1 upright, less lying.
export function cue(kind, [x, y], size, flat = 1, look = "") {
  const scale = size / 24;
  return s("g", { class: `cue ${look}`, "data-cue": kind,
    transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)} ${(scale * flat).toFixed(3)})` },
    s("use", { href: `#cue-${kind}` }));
}

// A cue as a picture of its own, for plans and legends.
export const cueIcon = (kind, look = "") =>
  s("svg", { class: `cue-icon ${look}`, viewBox: "-12 -12 24 24", "aria-hidden": "true", "data-cue": kind },
    s("use", { href: `#cue-${kind}` }));
