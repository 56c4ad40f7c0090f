// Puzzles and lessons: how far one is, and what is laid out on the board next.

import { order, read } from "./api.js";
import { h, say } from "./dom.js";
import { pageOf, titleOf } from "./games.js";
import { lang, t } from "./i18n.js";

export async function showStudy(root, table) {
  await table.ready;
  const title = h("h1", {}, t("nav.study"));
  if (!table.me.host) {
    root.replaceChildren(title, h("p", { class: "reading" }, t("study.host-only")));
    return;
  }
  const said = h("p", { role: "status", class: "study-said" });
  const begin = async (fields) => {
    say(said, t(fields.mine ? "study.looking" : "study.laying"));
    for (const button of root.querySelectorAll("button")) button.disabled = true;
    try {
      await order("study", fields);
      location.hash = "#table";
    } catch (no) {
      say(said, no.message || t("failed"));
      for (const button of root.querySelectorAll("button")) button.disabled = false;
    }
  };
  const progress = await read("study");
  const { state } = table;
  // A real board plays its own game; the others are studied on a simulated one beside it.
  const real = !state.simulated;
  const onBoard = real ? h("input", { type: "checkbox", id: "on-board", checked: true }) : null;
  const beside = (game) => real && (game !== state.game.name || !onBoard.checked);
  root.replaceChildren(title,
    h("p", { class: "reading" }, t(real ? "study.about.board" : "study.about")),
    real ? h("label", { class: "check", for: "on-board" }, onBoard, t("study.on-board", { game: titleOf(state.game.name) })) : h("span"),
    said,
    h("div", { class: "study-cards" }, Object.keys(progress).map((game) =>
      card(game, titleOf(game), progress[game], (fields) => begin({ game, beside: beside(game), ...fields })))));
}

function card(game, name, { puzzles, lessons }, begin) {
  const button = (key, fields) => h("button",
    { type: "button", "data-do": `${key}.${game}`, onclick: () => begin(fields()) }, t(`study.${key}`));
  const hardest = h("select", { name: `hardest-${game}` }, levels(puzzles.ratings).map(([rating, count]) =>
    h("option", { value: rating }, t("study.up-to", { rating, n: count }))));
  hardest.selectedIndex = hardest.options.length - 1;
  return h("section", { class: "card study-card", "aria-label": name },
    h("h2", {}, name),
    h("h3", {}, t("study.lessons")),
    dots(lessons.at, lessons.steps),
    h("p", { class: "note" }, lessons.at ? t("study.at", { at: lessons.at + 1, steps: lessons.steps }) : t("study.steps", { steps: lessons.steps })),
    h("div", { class: "row" }, button(lessons.at ? "go-on" : "begin", () => ({ what: "lessons" })),
      lessons.at ? button("restart", () => ({ what: "lessons", restart: true })) : null),
    h("h3", {}, t("study.puzzles")),
    h("p", { class: "note" }, t("study.solved", { n: puzzles.solved, all: puzzles.all, first: puzzles.first })),
    h("label", { class: "field" }, h("span", {}, t("study.hardest")), hardest),
    h("div", { class: "row" }, button("solve", () => ({ what: "puzzles", hardest: Number(hardest.value) })),
      button("mine", () => ({ what: "puzzles", mine: true }))));
}

// At most six ratings to choose from, each with how many puzzles it lets in.
function levels(ratings) {
  let sum = 0;
  const sums = ratings.map(([rating, count]) => [rating, (sum += count)]);
  return sums.filter((row, n) => n === sums.length - 1 || Math.floor((n * 5) / sums.length) !== Math.floor(((n + 1) * 5) / sums.length));
}

// One dot a step: those done, the one now, those to come.
export function dots(at, steps) {
  return h("span", { class: "dots", "aria-hidden": "true" },
    Array.from({ length: steps }, (_, n) => h("i", { class: n < at ? "done" : n === at ? "now" : "" })));
}

// What the table says of the task on its board, as its strip wants it; null: nothing yet.
export function studied({ state }) {
  const { study } = state;
  const said = study.words[lang()].said.join(" ");
  if (!said && !study.over) return null;
  const look = study.done || study.over ? "hint" : "wrong";
  const icon = study.right || study.over ? "WON" : study.done ? "HINT" : "SURPLUS";
  return { look, icon, said };
}

// The heading of a task: its name if it has one, else which one it is.
export function heading(study) {
  const { name, title } = study.words[lang()];
  return study.over ? t("study.over") : (name || title).replace(/\.$/, "");
}

// The task beside the board: how far one is, what it is about, and what to do.
export function renderTask(root, { state }) {
  const { study } = state;
  root.hidden = !study;
  const key = study ? JSON.stringify([study.words[lang()], study.at, study.done, lang()]) : "";
  if (root.dataset.key === key) return;
  root.dataset.key = key;
  if (!study) return root.replaceChildren();
  const { name, title, about, task } = study.words[lang()];
  const isLesson = study.kind === "lessons";
  root.replaceChildren(...[
    isLesson && !study.over ? h("div", { class: "lesson-at" }, dots(study.at - 1, study.count), h("span", { class: "note" }, title)) : null,
    h("h1", {}, heading(study)),
    about ? h("p", { class: "reading" }, about) : null,
    task ? h("div", { class: "your-turn" }, h("strong", {}, t("your-turn")), h("p", {}, task)) : null,
  ].filter(Boolean));
}

// The way that a task shows by itself, or the whole of a hint.
export function taskArrow({ study, hint, game }) {
  if (!study || study.done || study.over) return null;
  if (study.arrow) return arrowOf(study.arrow, game);
  if (hint?.stage !== 3) return null;
  const [from, to] = hint.cells.length > 1 ? hint.cells : ["", hint.cells[0]];
  return arrowOf({ from, to }, game);
}

// A piece out of a reserve begins there, not on the board.
function arrowOf({ from, to }, { name, side }) {
  const reserve = pageOf(name).asides.indexOf(from);
  return reserve < 0 ? { from, to, side } : { from: "", to, side: reserve };
}
