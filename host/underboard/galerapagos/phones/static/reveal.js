// A ballot on the television: envelopes in their order, and one plank for each that is open.

import { h, s } from "./dom.js";
import { badge, emblem } from "./emblems.js";
import { t } from "./api.js";

// What has been opened so far: earlier votes of this ballot, then those of the scene.
export function votesOf(table, scene) {
  const beats = scene?.kind === "reveal" ? scene.beats : [];
  const earlier = table.revealed.map((vote) => ({ voter: vote.player, target: vote.target, n: vote.number }));
  const known = new Set(earlier.map((vote) => vote.voter));
  return [...earlier, ...beats.filter((beat) => "voter" in beat && !known.has(beat.voter))];
}

export function turningIn(scene) {
  const last = scene?.kind === "reveal" ? scene.beats[scene.beats.length - 1] : null;
  return last && "turning" in last ? last.turning : -1;
}

function totalsOf(table, scene) {
  const beats = scene?.kind === "reveal" ? scene.beats : [];
  const totals = new Map(table.totals.map((one) => [one.target, one.number]));
  for (const beat of beats) if ("total" in beat) totals.set(beat.target, beat.total);
  return totals;
}

const board = (children, width = 52) => s("svg", { viewBox: `0 0 ${width} 30`, class: "board", "aria-hidden": "true" },
  s("rect", { x: 1, y: 1, width: width - 2, height: 28, rx: 5, fill: "#cda26f", stroke: "#7c5530", "stroke-width": 2 }), children);

export function rows(table, scene, ballot) {
  const votes = votesOf(table, scene);
  const totals = totalsOf(table, scene);
  const count = table.people.map((one, seat) => totals.get(seat)
    ?? votes.filter((vote) => vote.target === seat).reduce((sum, vote) => sum + vote.n, 0));
  const most = Math.max(...count, 1);
  return h("div", { class: "panel named" },
    h("h2", {}, t("big.named"), h("span", {}, t(totals.size ? "big.named-secret" : "big.named-note"))),
    table.people.map((one, seat) => {
      const leads = count[seat] === most;
      const note = !one.alive ? t("big.row-dead") : ballot && !ballot.targets.includes(seat) ? t("big.row-safe")
        : one.sick && !count[seat] ? t("big.row-sick") : "";
      const planks = totals.has(seat) ? board([], 20 + count[seat] * 40)
        : votes.filter((vote) => vote.target === seat).map((vote) =>
          board([s("g", { transform: "translate(26 15)" }, badge(vote.voter, 11)), vote.n > 1 ? s("text", { x: 45, y: 25, class: "times" }, "×2") : []]));
      return h("div", { class: leads ? "row leads" : "row" }, emblem(seat), h("b", {}, one.name),
        h("span", { class: "planks" }, count[seat] ? planks : note || h("i", {})), h("strong", {}, one.alive ? String(count[seat]) : ""));
    }));
}

export function envelope(open, target) {
  return s("svg", { viewBox: "0 0 64 54", "aria-hidden": "true" },
    s("path", { d: "M4 20h56v32H4z", fill: "#fffdf8", stroke: "#7c5530", "stroke-width": 2 }),
    open
      ? [s("rect", { x: 14, y: 3, width: 36, height: 32, rx: 3, fill: "#fffdf8", stroke: "#7c5530", "stroke-width": 1.5 }),
        s("g", { transform: "translate(32 17)" }, target >= 0 ? badge(target, 12) : s("path", { d: "M-8 0h16", stroke: "#2a2018", "stroke-width": 3 })),
        s("path", { d: "M4 20l28 20 28-20v32H4z", fill: "#fffdf8", stroke: "#7c5530", "stroke-width": 2 })]
      : [s("path", { d: "M5 21l27 19 27-19", fill: "none", stroke: "#7c5530", "stroke-width": 2 }),
        s("circle", { cx: 32, cy: 38, r: 7, fill: "#9c2a1b" }), s("path", { d: "M29 38l2 2 4-5", fill: "none", stroke: "#fff", "stroke-width": 2 })]);
}

const turned = () => s("svg", { viewBox: "0 0 64 54", class: "turned", "aria-hidden": "true" },
  s("path", { d: "M24 8l20 -4v46l-20 -4z", fill: "#efe7d8", stroke: "#0e5a70", "stroke-width": 2.5 }),
  s("path", { d: "M14 18q-6 9 0 18M50 18q6 9 0 18", fill: "none", stroke: "#0e5a70", "stroke-width": 2, "stroke-dasharray": "3 3" }));
const blank = () => s("svg", { viewBox: "0 0 64 54", "aria-hidden": "true" },
  s("rect", { x: 4, y: 20, width: 56, height: 32, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-dasharray": "6 5" }));

// One place for each voter: thinking, closed, turning, open.
export function envelopes(table, scene, ballot) {
  const votes = new Map(votesOf(table, scene).map((vote) => [vote.voter, vote]));
  const turning = turningIn(scene);
  const voters = ballot?.voters || [...votes.keys()];
  return voters.map((seat) => {
    const vote = votes.get(seat);
    const came = scene?.kind === "reveal" || ballot?.in.includes(seat);
    const last = ballot?.last.includes(seat) && ballot.state === "open";
    let drawn = blank();
    let words = t(last ? "big.last" : "big.thinking");
    if (vote) {
      drawn = envelope(true, vote.target);
      words = vote.target < 0 ? t("ask.abstain") : t("big.against", { name: table.people[vote.target].name }) + (vote.n > 1 ? " ×2" : "");
    } else if (seat === turning) {
      drawn = turned();
      words = t("big.turning");
    } else if (came && !last) {
      drawn = envelope(false);
      words = t(scene?.kind === "reveal" ? "big.closed" : "big.voted");
    }
    return h("div", { class: seat === turning ? "ballot turning" : vote ? "ballot open" : "ballot" }, drawn, h("b", {}, table.people[seat].name), h("small", {}, words));
  });
}
