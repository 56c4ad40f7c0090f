// The review of a game: its graph, what decided it, and what was better at each turn.

import { LONG_MS, read } from "./api.js";
import { h, points, s, say } from "./dom.js";
import { lang, t } from "./words.js";

const HEIGHT = 132;
const STEP = 8;

// Returns what stands below a replayed game: a button, then the graph.  `go(ply)` shows a ply;
// `onJudged(review)` hears of the review.  The node's `at(ply)` marks the ply that is shown.
export function reviewOf(number, go, onJudged) {
  const root = h("div", { class: "review" });
  const said = h("p", { role: "status" });
  const button = h("button", { type: "button", onclick: judge }, t("review"));
  root.append(h("div", { class: "row" }, button), said);
  root.at = () => {};
  async function judge() {
    button.disabled = true;
    say(said, t("review.running"));
    try {
      const review = await read(`records/${number}/review`, LONG_MS);
      if (review.turns.length) show(root, review, go);
      else root.replaceChildren(h("p", {}, t("review.empty")));
      onJudged(review);
    } catch (no) {
      say(said, no.message || t("failed"));
      button.disabled = false;
    }
  }
  return root;
}

function show(root, review, go) {
  const words = review.words[lang()];
  const { turns, scores } = review;
  const width = Math.max(turns.length * STEP, root.clientWidth);
  const x = (index) => ((index + 0.5) * width) / turns.length;
  const y = (score) => HEIGHT * (1 - score);
  const half = width / turns.length / 2;
  const curve = scores.flatMap((score, index) => [[x(index) - half, y(score)], [x(index) + half, y(score)]]);
  const here = s("line", { class: "here", y1: 0, y2: HEIGHT });
  const svg = s("svg", { class: "graph", viewBox: `0 -18 ${width} ${HEIGHT + 28}`, role: "img",
    "aria-label": t("review.graph", { side: words.first }) },
    s("polygon", { class: "score", points: points([[0, HEIGHT], ...curve, [width, HEIGHT]]) }),
    s("line", { class: "even", x1: 0, x2: width, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    turns.map((turn, index) => (turn.worth.proven
      ? s("line", { class: "proven", x1: x(index) - half, x2: x(index) + half, y1: HEIGHT + 4, y2: HEIGHT + 4 }) : null)),
    here,
    turns.map((turn, index) => {
      const mark = { blunder: "!", mistake: "?" }[turn.kind];
      return s("g", { onclick: () => go(turn.ply) },
        s("rect", { class: "hit", x: x(index) - half, y: -18, width: 2 * half, height: HEIGHT + 28 }),
        mark ? s("text", { class: turn.kind, x: x(index), y: -4 }, mark) : null);
    }));
  const told = h("div", { class: "told", "aria-live": "polite" });
  const decisive = turns.filter((turn) => turn.kind !== "good");
  root.replaceChildren(
    h("h2", {}, words.title), svg,
    h("p", { class: "note" }, t("review.legend", { side: words.first })), told,
    h("ul", { class: "decisive" }, decisive.map((turn) => h("li", {},
      h("button", { type: "button", class: "turn", onclick: () => go(turn.ply) }, turn.words[lang()][0])))),
    words.note ? h("p", { class: "note" }, words.note) : h("span"));
  root.at = (ply) => {
    const index = turns.findIndex((turn) => turn.ply === ply);
    here.setAttribute("x1", index < 0 ? -9 : x(index));
    here.setAttribute("x2", index < 0 ? -9 : x(index));
    told.replaceChildren(...(index < 0 ? [] : turns[index].words[lang()].map((line) => h("p", {}, line))));
  };
}
