// Scenes in the island's frame: each a still picture with a little motion, played once.

import { s } from "./dom.js";
import { badge } from "./emblems.js";
import { backdrop, palm, W } from "./island.js";

const INK = "#2a2018";
const WOOD = { fill: "#c1935f", stroke: "#7c5530", "stroke-width": 2 };
const at = (x, y, ...parts) => s("g", { transform: `translate(${x} ${y})` }, parts);
const enter = (name, ...parts) => s("g", { class: name }, parts);
const label = (x, y, text) => s("text", { x, y, class: "halo big" }, text);

// Somebody, large, with their name under their feet.
function person(table, seat, x, y, size = 46) {
  const one = table.people[seat];
  return at(x, y,
    s("ellipse", { cy: size + 6, rx: size * 0.95, ry: 11, fill: INK, opacity: 0.25 }),
    badge(seat, size), label(0, size + 36, one.name));
}

// More than six stand in two rows.
function people(table, seats, y, width = 600, size = 34) {
  const each = seats.length > 6 ? Math.ceil(seats.length / 2) : seats.length;
  return seats.map((seat, n) => {
    const row = Math.floor(n / each);
    const inRow = Math.min(each, seats.length - row * each);
    const x = W / 2 + (((n % each) + 0.5) / inRow - 0.5) * Math.min(width, inRow * size * 3.4);
    return person(table, seat, x, seats.length > each ? y - 50 + row * 92 : y, seats.length > each ? 24 : size);
  });
}

// A wreck card shows its back, whatever it is.
const back = (x, y, turn = 0, size = 1) =>
  s("g", { transform: `translate(${x} ${y}) rotate(${turn}) scale(${size})` },
    s("rect", { x: -42, y: -60, width: 84, height: 120, rx: 8, fill: "#cda26f", stroke: "#7c5530", "stroke-width": 3 }),
    s("rect", { x: -34, y: -52, width: 68, height: 104, rx: 5, fill: "none", stroke: "#7c5530", "stroke-width": 1.5 }),
    s("path", { d: "M0 -26v52M-14 -14h28M-24 8q4 22 24 22q20 0 24-22", fill: "none", stroke: "#52361b", "stroke-width": 5, "stroke-linecap": "round" }),
    s("circle", { cy: -32, r: 6, fill: "none", stroke: "#52361b", "stroke-width": 4 }));

const tomb = (seat, name, x, y, size = 1) =>
  s("g", { transform: `translate(${x} ${y}) scale(${size})` },
    s("ellipse", { cy: 84, rx: 92, ry: 13, fill: INK, opacity: 0.25 }),
    s("path", { d: "M-62 82v-112a62 62 0 0 1 124 0v112z", fill: "#c9c2b4", stroke: "#6d6557", "stroke-width": 4 }),
    s("g", { opacity: 0.75, transform: "translate(0 -18)" }, badge(seat, 34)),
    s("text", { y: 54, class: "big" }, name));

const log = (x, y, turn = 0) =>
  s("g", { transform: `translate(${x} ${y}) rotate(${turn})` },
    s("rect", { x: -52, y: -13, width: 104, height: 26, rx: 12, ...WOOD }),
    s("ellipse", { cx: 46, rx: 7, ry: 12, fill: "#cda26f", stroke: "#7c5530", "stroke-width": 2 }));
const DROP = "M0 -22c12 17 15 22 15 28a15 15 0 0 1-30 0c0-6 3-11 15-28z";
const drop = (x, y) => s("path", { d: DROP, transform: `translate(${x} ${y})`, fill: "#0e5a70", stroke: "#fff", "stroke-width": 2 });
const fish = (x, y) =>
  s("path", { d: "M-26 0q16 -18 34 0l16 -12v24l-16 -12q-18 18 -34 0z", transform: `translate(${x} ${y})`, fill: "#5f8a93", stroke: "#fff", "stroke-width": 2 });
const row = (count, one, x, y, step = 44) => Array.from({ length: Math.min(count, 8) }, (_, n) => one(x + n * step, y));
const crown = (x, y, size = 1) =>
  s("path", { d: "M-32 0v-32l16 16 16-24 16 24 16-16v32z", transform: `translate(${x} ${y}) scale(${size})`, fill: "#f2c14e", stroke: "#7c5530", "stroke-width": 2.5 });
const sun = (x, y, r = 44) => s("circle", { cx: x, cy: y, r, fill: "#f2c14e", stroke: "#b7811a", "stroke-width": 2.5 });

const wreck = () => [
  s("path", { d: "M60 210L330 170L312 272Q240 312 130 296z", fill: "#9a6e40", stroke: "#52361b", "stroke-width": 3 }),
  s("path", { d: "M70 236L322 202M88 264L316 236", stroke: "#7c5530", "stroke-width": 2.5 }),
  s("path", { d: "M180 192L148 70", stroke: "#7c5530", "stroke-width": 10, "stroke-linecap": "round" }),
  s("path", { d: "M156 82q66 2 78 62q-32-14-60 12z", fill: "#f4efe2", stroke: "#8c795f", "stroke-width": 2 }),
  s("path", { d: "M236 226l28-8 12 30-26 14-18-12z", fill: "#180c06" })];

const snake = () => enter("slide", s("path", { d: "M120 300q46-66 92-14t92-8q40-50 92-66", fill: "none", stroke: "#3d6a35", "stroke-width": 24, "stroke-linecap": "round" }),
  s("path", { d: "M120 300q46-66 92-14t92-8q40-50 92-66", fill: "none", stroke: "#e8d9a8", "stroke-width": 5, "stroke-dasharray": "14 18" }),
  s("ellipse", { cx: 408, cy: 206, rx: 32, ry: 21, fill: "#3d6a35", stroke: "#2a4a25", "stroke-width": 2 }),
  s("circle", { cx: 414, cy: 198, r: 5, fill: "#fff" }), s("path", { d: "M438 210l24 6m-24-6l22 14", stroke: "#9c2a1b", "stroke-width": 3 }));

const revolver = () => enter("recoil",
  s("path", { d: "M250 214h150l6 14h-6v22h-92q-14 6-14 26l-10 60h-44l14-84q2-20-4-38z", fill: "#4d5560", stroke: INK, "stroke-width": 3 }),
  s("rect", { x: 296, y: 214, width: 58, height: 40, rx: 9, fill: "#6b7480", stroke: INK, "stroke-width": 2.5 }),
  s("path", { d: "M262 272l-8 62h-34l10-66z", fill: "#9a6e40", stroke: INK, "stroke-width": 2.5 }));
const flash = () => enter("flash", s("path", { d: "M412 228l56-34-20 28 52-6-40 24 38 22-50-6 14 28z", fill: "#f6dc7a", stroke: "#8a6a2c", "stroke-width": 2.5 }),
  s("path", { d: "M506 236h60", stroke: INK, "stroke-width": 3, "stroke-dasharray": "7 7" }));
const cross = (x, y) => [s("circle", { cx: x, cy: y, r: 66, fill: "none", stroke: "#9c2a1b", "stroke-width": 5 }),
  s("path", { d: `M${x} ${y - 84}v32M${x} ${y + 52}v32M${x - 84} ${y}h32M${x + 52} ${y}h32`, stroke: "#9c2a1b", "stroke-width": 5 })];

function raftAway(table, seats) {
  const size = Math.min(30, 300 / seats.length);
  return enter("sail",
    s("path", { d: "M410 60v230", stroke: "#7c5530", "stroke-width": 12 }),
    s("path", { d: "M402 66q-110 50-126 180q60-22 126-6z", fill: "#f4efe2", stroke: "#8c795f", "stroke-width": 2.5 }),
    s("path", { d: "M420 66q84 60 92 170q-48-16-92-4z", fill: "#fffdf8", stroke: "#8c795f", "stroke-width": 2.5 }),
    [0, 1, 2, 3].map((n) => s("rect", { x: 180 - n * 4, y: 306 + n * 21, width: 440, height: 21, rx: 10, ...WOOD })),
    seats.map((seat, n) => {
      const x = 400 + ((n + 0.5) / seats.length - 0.5) * Math.min(430, seats.length * 80);
      return at(x, 288, badge(seat, size), s("text", { y: size + 20 + (n % 2) * 18, class: "halo" }, table.people[seat].name));
    }));
}

function storm() {
  return [
    s("path", { class: "flash", d: "M420 60l-40 66h30l-22 56 62-78h-34l24-44z", fill: "#f6dc7a", stroke: "#8a6a2c", "stroke-width": 2 }),
    [0, 1, 2, 3].map((n) => s("path", { class: "wave", d: `M${500 + n * 14} ${110 + n * 30}q${120 - n * 22} 34 ${220 - n * 46} -4`, fill: "none", stroke: "#eef4f2", "stroke-width": 6, "stroke-linecap": "round" })),
    s("g", { transform: "rotate(-14 190 330)" }, palm(150, 330, 150), palm(230, 340, 120)),
    s("rect", { x: 318, y: 130, width: 150, height: 204, rx: 14, fill: "#fffdf8", stroke: "#0e5a70", "stroke-width": 5 }),
    s("path", { d: "M356 158h74M356 262h74M362 158q2 36 31 52q29-16 31-52M362 262q2-36 31-52q29 16 31 52", fill: "none", stroke: INK, "stroke-width": 6 }),
    s("path", { d: "M350 166l86 92", stroke: "#9c2a1b", "stroke-width": 7 }), drop(374, 304), drop(414, 304)];
}

const PICTURES = {
  day: (table, { player }) => [enter("rise", sun(W / 2, 150, 70)), person(table, player, W / 2, 290), crown(W / 2, 238, 1.1)],
  weather: (table, { rain }) => [
    s("rect", { class: "turn", x: 322, y: 120, width: 150, height: 204, rx: 14, fill: "#fffdf8", stroke: "#0e5a70", "stroke-width": 5 }),
    enter("late", rain ? row(rain, drop, W / 2 - (rain - 1) * 22, 224) : sun(W / 2, 222, 48))],
  hurricane: () => storm(),
  act: (table, { player, effect, number }) => [person(table, player, 300, 262, 54),
    effect === "misses" ? at(430, 200, s("path", { d: "M0 20h26l-26 30h26M34 -14h20l-20 24h20", fill: "none", stroke: INK, "stroke-width": 6 })) :
    enter("drop-in", effect === "fish" ? row(number, fish, 420, 262, 62) : effect === "water" ? row(number, drop, 410, 262) :
      effect === "recovered" ? [] : row(number, (x, y) => log(x, y, -8), 440, 274, 48))],
  bite: (table, { player, effect }) => [effect === "bitten" ? snake() : [], person(table, player, 520, 226, 54),
    s("circle", { cx: 572, cy: 172, r: 25, fill: "#fffdf8", stroke: INK, "stroke-width": 3 }),
    s("path", { d: "M560 182q10-20 12-8t12-10", fill: "none", stroke: INK, "stroke-width": 5 }),
    effect === "bitten" ? [0, 1, 2].map((n) => s("rect", { x: 640 + (n % 2) * 14, y: 262 + n * 34, width: 90, height: 24, rx: 12, fill: "none", stroke: INK, "stroke-width": 2.5, "stroke-dasharray": "7 6" })) : []],
  find: (table, { player, effect }) => [wreck(), effect === "search-empty" ? [] : enter("hand-over", back(500, 250, 7)), person(table, player, 650, 250, 50)],
  card: (table, { player, target, effect }) => [person(table, player, target === undefined ? 330 : 220, 250, 52), enter(effect === "gives" ? "hand-over" : "drop-in", back(target === undefined ? 480 : 400, 240, 5)),
    target === undefined ? [] : person(table, target, 590, 250, 52)],
  count: (table, { number, reason, effect }) => [people(table, table.people.map((one, seat) => seat).filter((seat) => table.people[seat].alive), 310),
    enter("drop-in", effect === "fed" || effect === "shortage" ? row(Math.min(number || 0, 8), /food/.test(reason) ? fish : /water/.test(reason) ? drop : (x, y) => log(x, y), W / 2 - ((Math.min(number || 1, 8) - 1) / 2) * 62, 190, 62) : []),
    effect === "shortage" || effect === "zero" ? s("path", { class: "late", d: `M${W / 2 - 200} 220L${W / 2 + 200} 150`, stroke: "#9c2a1b", "stroke-width": 8 }) : []],
  debate: (table, { player }) => [person(table, player, W / 2, 290), crown(W / 2, 240),
    [[210, 180, 1], [590, 170, -1], [330, 130, 1]].map(([x, y, way], n) => enter(`talk talk-${n}`, s("path", { d: `M${x - 70} ${y - 36}h140a16 16 0 0 1 16 16v40a16 16 0 0 1-16 16h-${way > 0 ? 40 : 70}l-${way > 0 ? 26 : 12} 26 -4-26h-${way > 0 ? 70 : 54}a16 16 0 0 1-16-16v-40a16 16 0 0 1 16-16z`, fill: "#fffdf8", stroke: "#7c5530", "stroke-width": 3 }), s("path", { d: `M${x - 46} ${y - 8}h92M${x - 46} ${y + 12}h56`, stroke: "#8c795f", "stroke-width": 5, "stroke-linecap": "round" })))],
  ballot: () => [box(W / 2, 300), enter("drop-in", letter(W / 2, 150))],
  three: () => [box(W / 2, 320), ["3", "2", "1"].map((text, n) => s("text", { x: W / 2, y: 220, class: `three three-${n}` }, text))],
  rescue: (table, { player, target, effect }) => [enter("glow", s("circle", { cx: W / 2, cy: 230, r: 130, fill: "#fff8e4", opacity: 0.75 })),
    target === undefined || target === player ? person(table, player, W / 2, 240, 56) : [person(table, player, 270, 260, 48), person(table, target, 520, 250, 56)],
    ["ration", "feed", "vote-repeated"].includes(effect) ? enter("hand-over", back(W / 2, 200, -6, 0.7)) : []],
  shot: (table, { player, target, effect }) => effect === "sheet"
    ? [person(table, player, 560, 240, 52), s("rect", { x: 430, y: 150, width: 40, height: 170, rx: 6, fill: "#a9b2ba", stroke: INK, "stroke-width": 3, transform: "rotate(6 450 230)" }), enter("flash", s("path", { d: "M426 236l-40-30 14 30-30 10 34 10-10 30z", fill: "#f6dc7a", stroke: "#8a6a2c", "stroke-width": 2.5 })), person(table, target, 200, 250, 46)]
    : [person(table, player, 130, 250, 50), revolver(), effect === "too-late" ? [] : flash(), person(table, target, 636, 250, 50), cross(636, 250)],
  death: (table, { players }) => enter("sink", players.map((seat, n) => tomb(seat, table.people[seat].name, W / 2 + ((n + 0.5) / players.length - 0.5) * Math.min(680, players.length * 170), 270, Math.min(1, 4.4 / players.length)))),
  inheritance: (table, { player, players, target }) => {
    const heirs = players || [player];
    return [tomb(target, table.people[target].name, W / 2, 210, 0.9), heirs.map((seat, n) => [person(table, seat, n ? 640 : 150, 290, 46), enter(n ? "to-right" : "to-left", back(n ? 530 : 262, 190, n ? 14 : -14, 0.6))])];
  },
  departure: (table, { players }) => [sun(130, 130, 40), raftAway(table, players)],
  end: (table, { players }) => players && players.length ? [sun(W / 2, 150, 60), people(table, players, 310)] : [sun(W / 2, 150, 60), palm(W / 2 - 60, 330, 170), palm(W / 2 + 60, 336, 130)],
};

function letter(x, y) {
  return at(x, y, s("rect", { x: -90, y: -54, width: 180, height: 108, rx: 6, fill: "#fffdf8", stroke: "#7c5530", "stroke-width": 3 }),
    s("path", { d: "M-88 -52L0 16L88 -52", fill: "none", stroke: "#7c5530", "stroke-width": 3 }),
    s("circle", { cy: 8, r: 18, fill: "#9c2a1b" }), s("path", { d: "M-8 8l6 6 11-13", fill: "none", stroke: "#fff", "stroke-width": 4 }));
}

export function box(x, y, size = 1) {
  return s("g", { transform: `translate(${x} ${y}) scale(${size})` },
    s("ellipse", { cy: 76, rx: 170, ry: 24, fill: INK, opacity: 0.25 }),
    s("path", { d: "M-130 0L0 -52L130 0L0 56z", fill: "#cda26f", stroke: "#7c5530", "stroke-width": 3 }),
    s("path", { d: "M-130 0L0 56V106L-130 48z", fill: "#c1935f", stroke: "#7c5530", "stroke-width": 3 }),
    s("path", { d: "M130 0L0 56V106L130 48z", fill: "#9a6e40", stroke: "#7c5530", "stroke-width": 3 }),
    s("path", { d: "M-44 -2L44 4", stroke: "#180c06", "stroke-width": 9, "stroke-linecap": "round" }));
}

// The envelope that is being opened: only the back of its slip is seen until it shows the name.
export function opening(table, beat) {
  const open = beat && "target" in beat;
  const sender = beat?.turning ?? beat?.voter;
  const slip = !beat || sender === undefined ? [] : at(W / 2, 150,
    s("g", { class: open ? "unfold" : "half-turn" },
      s("rect", { x: -80, y: -92, width: 160, height: 150, rx: 8, fill: "#fffdf8", stroke: "#7c5530", "stroke-width": 3 }),
      open ? (beat.target < 0 ? s("path", { d: "M-40 -20h80", stroke: INK, "stroke-width": 6 }) : [at(0, -28, badge(beat.target, 40)), s("text", { y: 44, class: "big" }, table.people[beat.target].name)])
        : [0, 1, 2, 3, 4].map((n) => s("path", { d: `M-60 ${-70 + n * 26}q15 -14 30 0t30 0t30 0t30 0`, fill: "none", stroke: "#cda26f", "stroke-width": 4 }))));
  const cover = sender === undefined ? [] : at(W / 2, 214,
    s("path", { d: "M-110 -34L0 36L110 -34V80H-110z", fill: "#fffdf8", stroke: "#7c5530", "stroke-width": 3 }), at(0, 42, badge(sender, 22)));
  return backdrop(table, [palm(90, 330, 130), palm(705, 330, 120), box(W / 2, 316, 0.9), enter("rise", slip, cover)]);
}

export function picture(table, scene) {
  const draw = PICTURES[scene.kind];
  const weather = scene.kind === "weather" ? { rain: scene.facts.rain, hurricane: false }
    : scene.kind === "hurricane" ? { rain: 2, hurricane: true } : {};
  return backdrop({ ...table, ...weather }, draw ? draw(table, scene.facts) : []);
}
export const DRAWN = Object.keys(PICTURES);
