// The review of a game: its graph, what decided it, what was played and what was better.

import { LONG_MS, read } from "./api.js";
import { h, points, s, say } from "./dom.js";
import { pretty } from "./turns.js";
import { lang, t } from "./i18n.js";

const HIGH = 140;
const TOP = 26;
const BOTTOM = 30;
const LEFT = 58;
const RIGHT = 14;
const STEPS = [1, 2, 3, 5, 10, 20, 50];
export const SIGNS = { blunder: "◆", mistake: "◇" };

// The nodes around a replayed game: `graph` above its board, `told` beside it, `next` for the bar.
// `go(ply)` shows a ply; `judged(review)` hears of the review.  `at(ply)` marks what is shown.
export class Review {
  constructor(number, go, judged) {
    this.go = go;
    this.ply = 0;
    this.said = h("p", { role: "status" });
    this.button = h("button", { type: "button", onclick: () => this.judge(number, judged) }, t("review"));
    this.graph = h("div", { class: "card review" }, h("div", { class: "row start" }, this.button), this.said);
    this.told = h("div", { class: "told", "aria-live": "polite" });
    this.next = h("button", { type: "button", hidden: true, "data-do": "next-mistake", onclick: () => this.step() }, t("review.next"));
  }

  async judge(number, judged) {
    this.button.disabled = true;
    say(this.said, t("review.running"));
    try {
      const review = await read(`records/${number}/review`, LONG_MS);
      if (review.turns.length) this.show(review);
      else this.graph.replaceChildren(h("p", {}, t("review.empty")));
      judged(review);
    } catch (no) {
      say(this.said, no.message || t("failed"));
      this.button.disabled = false;
    }
  }

  show(review) {
    this.review = review;
    this.mistakes = review.turns.filter((turn) => turn.kind !== "good");
    this.next.hidden = !this.mistakes.length;
    const words = review.words[lang()];
    const { svg, mark } = graph(review, this.graph.clientWidth - 34, this.go);
    this.mark = mark;
    this.graph.replaceChildren(...[svg, words.note ? h("p", { class: "note" }, words.note) : null].filter(Boolean));
  }

  // The first mistake after what is shown, or the first of all.
  step() {
    const turn = this.mistakes.find((one) => one.ply > this.ply) || this.mistakes[0];
    this.go(turn.ply);
  }

  at(ply) {
    this.ply = ply;
    if (!this.review) return;
    this.mark(ply);
    const turn = this.review.turns.find((one) => one.ply === ply);
    this.told.replaceChildren(...(turn ? told(turn, this.review) : []));
  }
}

// What is said of one turn: what it did and, where another one was better, that one.
function told(turn, review) {
  const words = turn.words[lang()];
  const line = (shape, look, title, ...notes) => h("div", { class: "told-turn" },
    h("span", { class: `told-mark ${look}`, "aria-hidden": "true" }, shape),
    h("div", {}, h("strong", {}, title), notes.filter(Boolean).map((note) => h("p", {}, note))));
  const isGood = turn.kind === "good";
  return [
    h("p", { class: "note" }, t("review.turn", { n: turn.ply, side: review.words[lang()].sides[turn.side] })),
    line(isGood ? "●" : "×", isGood ? "" : "bad", t("played", { turn: pretty(turn.turn) }), words.worth, words.why),
    isGood ? null : line("◇", "better", t("better", { turn: pretty(turn.best) }), words.best_worth),
  ].filter(Boolean);
}

// The expected score over the plies: thin where it is estimated, thick steps where it is proven.
function graph(review, room, go) {
  const { turns, scores } = review;
  const words = review.words[lang()];
  const first = turns[0].ply - 1;
  const last = turns.at(-1).ply;
  const width = Math.max(room, 280);
  const x = (ply) => LEFT + ((ply - first) * (width - LEFT - RIGHT)) / (last - first);
  const y = (score) => TOP + HIGH * (1 - score);
  const proven = (index) => turns[index]?.worth.proven;
  const at = (index) => (index < 0 ? [x(first), y(0.5)] : [x(turns[index].ply), y(scores[index])]);
  const estimated = [[]];
  const steps = [];
  turns.forEach((turn, index) => {
    if (proven(index)) {
      // A proven score holds from the turn that made it so until the next one.
      const [fromX, fromY] = at(index - 1);
      const [toX, toY] = at(index);
      if (proven(index - 1)) steps.at(-1).push([toX, fromY], [toX, toY]);
      else steps.push([[(fromX + toX) / 2, toY], [toX, toY]]);
      estimated.push([]);
    } else {
      if (!estimated.at(-1).length) estimated.at(-1).push(at(index - 1));
      estimated.at(-1).push(at(index));
    }
  });
  const every = STEPS.find((step) => (last - first) / step <= (width < 500 ? 6 : 10)) || 100;
  const ticks = Array.from({ length: last - first + 1 }, (_, n) => first + n).filter((ply) => ply % every === 0);
  const certain = turns.findIndex((_, index) => turns.slice(index).every((turn) => turn.worth.proven));
  const border = certain > 0 ? (x(turns[certain].ply) + x(turns[certain - 1].ply)) / 2 : 0;
  const here = s("path", { class: "here" });
  const text = (key, look, X, Y) => s("text", { class: look, x: X, y: Y }, t(key));
  const svg = s("svg", { class: "graph", viewBox: `0 0 ${width} ${TOP + HIGH + BOTTOM}`, role: "img",
    "aria-label": t("review.graph", { side: words.first }) },
    s("rect", { class: "lower", x: LEFT, y: y(0.5), width: width - LEFT - RIGHT, height: HIGH / 2 }),
    s("line", { class: "even", x1: LEFT, x2: width - RIGHT, y1: y(0.5), y2: y(0.5) }),
    s("text", { class: "axis side", x: LEFT - 8, y: y(0.94) }, words.first),
    s("text", { class: "axis side", x: LEFT - 8, y: y(0.06) }, words.sides[1 - turns[0].side]),
    ticks.map((ply) => s("text", { class: "axis", x: x(ply), y: TOP + HIGH + 20 }, String(ply))),
    border ? [s("line", { class: "border", x1: border, x2: border, y1: TOP - 12, y2: TOP + HIGH }),
      text("review.estimated", "axis side", border - 6, TOP - 6), text("review.proven", "axis proven", border + 6, TOP - 6)] : [],
    estimated.filter((one) => one.length > 1).map((one) => s("polyline", { class: "score", points: points(one) })),
    steps.map((one) => s("polyline", { class: "proven", points: points(one) })),
    here,
    turns.map((turn, index) => s("g", { onclick: () => go(turn.ply) },
      s("rect", { class: "hit", x: x(turn.ply) - 8, y: TOP, width: 16, height: HIGH }),
      turn.kind === "good" ? null : s("path", { class: turn.kind,
        d: `M${at(index)[0]} ${(at(index)[1] + at(index - 1)[1]) / 2 - 10}l10 10l-10 10l-10 -10z` }))));
  const mark = (ply) => here.setAttribute("d", ply > first && ply <= last
    ? `M${x(ply)} ${TOP - 2}V${TOP + HIGH}M${x(ply) - 6} ${TOP - 10}h12l-6 8z` : "");
  return { svg, mark };
}
