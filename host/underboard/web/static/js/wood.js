// Wooden things: slabs with their visible sides, grain, hollows, balls, rings, soft shadows.

import { points, round, s } from "./dom.js";

// A rectangular slab from (x0, y0, z0) to (x1, y1, z1): the walls that face us, then the top.
export function slab(projection, [x0, y0, z0], [x1, y1, z1], look = "") {
  const walls = [
    [0, 1, [x0, y1], [x1, y1]],
    [1, 0, [x1, y1], [x1, y0]],
    [0, -1, [x1, y0], [x0, y0]],
    [-1, 0, [x0, y0], [x0, y1]],
  ].filter(([nx, ny]) => projection.facing(nx, ny) > 0.001);
  walls.sort((one, two) => projection.facing(one[0], one[1]) - projection.facing(two[0], two[1]));
  const group = s("g", { class: `slab ${look}` });
  walls.forEach(([nx, ny, from, to], index) => {
    const corners = [
      projection.at(...from, z0), projection.at(...to, z0),
      projection.at(...to, z1), projection.at(...from, z1),
    ];
    const kind = index === walls.length - 1 ? "front" : "side";
    group.append(s("polygon", { class: `wood-${kind}`, points: points(corners) }));
  });
  const top = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
  group.append(
    s("polygon", { class: "wood-top", points: points(top.map(([x, y]) => projection.at(x, y, z1))) }),
  );
  return group;
}

// A few lines of grain along x on a top at height z.
export function grain(projection, [x0, y0], [x1, y1], z, count, seed = 1) {
  const group = s("g", { class: "grain" });
  let noise = seed;
  const next = () => ((noise = (noise * 16807) % 2147483647) % 1000) / 1000;
  for (let n = 0; n < count; n++) {
    const y = y0 + ((n + 0.3 + 0.4 * next()) / count) * (y1 - y0);
    const from = x0 + 0.35 * next() * (x1 - x0);
    const to = x1 - 0.35 * next() * (x1 - x0);
    const bend = (next() - 0.5) * 0.12;
    const [ax, ay] = projection.at(from, y, z);
    const [bx, by] = projection.at((from + to) / 2, y + bend, z);
    const [cx, cy] = projection.at(to, y, z);
    group.append(s("path", { d: `M${round(ax)} ${round(ay)}Q${round(bx)} ${round(by)} ${round(cx)} ${round(cy)}` }));
  }
  return group;
}

// The shadow of a slab on the table, thrown to the lower right.
export function shadow(projection, corners, dx, dy) {
  const moved = corners.map(([x, y, z]) => {
    const [X, Y] = projection.at(x, y, z);
    return [X + dx, Y + dy];
  });
  return s("polygon", { class: "shadow", points: points(moved), filter: "url(#soft)" });
}

// A flat circle of radius r (units) lying at a point.
export function disc(projection, [x, y, z], r, look) {
  const [cx, cy] = projection.at(x, y, z);
  const rx = projection.pitch * r;
  return s("ellipse", {
    class: look, cx: round(cx), cy: round(cy), rx: round(rx), ry: round(rx * projection.flat),
  });
}

export function hollow(projection, [x, y, z], r) {
  const [cx, cy] = projection.at(x, y, z);
  const rx = projection.pitch * r;
  const ry = rx * projection.flat;
  return s("g", {},
    disc(projection, [x, y, z], r, "hollow"),
    s("path", {
      class: "hollow-rim",
      d: `M${round(cx - rx * 0.82)} ${round(cy + ry * 0.5)}A${round(rx)} ${round(ry)} 0 0 0 ${round(cx + rx * 0.82)} ${round(cy + ry * 0.5)}`,
    }),
  );
}

// A ball of one unit's diameter (or as told) at a point; colour "light" or "dark".
export function ball(projection, [x, y, z], colour, diameter = 1) {
  const [cx, cy] = projection.at(x, y, z);
  const scale = (projection.pitch * diameter) / 100;
  return s("use", {
    href: `#ball-${colour}`,
    transform: `translate(${round(cx)} ${round(cy)}) scale(${scale.toFixed(4)})`,
  });
}

export function contact(projection, [x, y, z], r) {
  const [cx, cy] = projection.at(x, y, z);
  const rx = projection.pitch * r;
  return s("ellipse", {
    class: "contact", cx: round(cx + rx * 0.24), cy: round(cy + rx * 0.26),
    rx: round(rx), ry: round(rx * projection.flat),
  });
}

const GRAINS = [-0.62, -0.3, 0.02, 0.34, 0.64];

function ballSymbol(colour) {
  const group = s("g", { id: `ball-${colour}`, class: `ball ${colour}` });
  group.append(s("circle", { r: 49, class: "ball-body", fill: `url(#round-${colour})` }));
  const lines = s("g", { class: "ball-grain", transform: "rotate(-11)" });
  for (const at of GRAINS) {
    const y = 49 * at;
    const w = Math.sqrt(49 * 49 - y * y) * 0.97;
    lines.append(s("path", { d: `M${round(-w)} ${round(y)}Q0 ${round(y + 15)} ${round(w)} ${round(y)}` }));
  }
  group.append(lines);
  if (colour === "dark") {
    group.append(s("path", { class: "ball-rim", d: "M-33 -32A46 46 0 0 1 22 -40" }));
  }
  return group;
}

// A ring of Gygès as wide as .72 units: outer radius .36, hole .17, .225 high each.
export function ring(projection, [x, y, z], size) {
  const group = s("g", { class: "ring" });
  const rx = projection.pitch * 0.36;
  const ry = rx * projection.flat;
  const high = projection.pitch * 0.225 * projection.rise;
  const [cx, cy] = projection.at(x, y, z);
  const low = cy;
  const top = cy - high * size;
  group.append(s("path", {
    class: "ring-side",
    d: `M${round(cx - rx)} ${round(top)}V${round(low)}A${round(rx)} ${round(ry)} 0 0 0 ${round(cx + rx)} ${round(low)}V${round(top)}Z`,
  }));
  for (let n = 1; n < size; n++) {
    const seam = low - high * n;
    group.append(s("path", {
      class: "ring-seam",
      d: `M${round(cx - rx)} ${round(seam)}A${round(rx)} ${round(ry)} 0 0 0 ${round(cx + rx)} ${round(seam)}`,
    }));
  }
  group.append(
    s("ellipse", { class: "ring-top", cx: round(cx), cy: round(top), rx: round(rx), ry: round(ry) }),
    s("ellipse", {
      class: "ring-hole", cx: round(cx), cy: round(top),
      rx: round((rx * 0.17) / 0.36), ry: round((ry * 0.17) / 0.36),
    }),
  );
  return group;
}

const gradient = (id, look, stops) =>
  s("radialGradient", { id, cx: "0.36", cy: "0.3", r: "0.75" },
    stops.map((offset, n) => s("stop", { offset, class: `${look}-${n}` })));

// What all scenes share; lies once in the page.
export function definitions() {
  return s("svg", { width: 0, height: 0, "aria-hidden": "true", class: "definitions" },
    s("defs", {},
      gradient("round-light", "stop-light", ["0", "0.55", "1"]),
      gradient("round-dark", "stop-dark", ["0", "0.55", "1"]),
      s("filter", { id: "soft", x: "-20%", y: "-20%", width: "140%", height: "140%" },
        s("feGaussianBlur", { stdDeviation: 9 })),
      ballSymbol("light"), ballSymbol("dark"),
    ));
}
