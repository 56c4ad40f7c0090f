// The one strip below the board: a question of the board, trouble, a turn half chosen, a hint.

import { hasLostSeat, noteSeat } from "./attention.js";
import { cueIcon } from "./cues.js";
import { h } from "./dom.js";
import { seatName } from "./players.js";
import { studied } from "./study.js";
import { lang, t } from "./i18n.js";

const strip = (kind, icon, title, note, ...buttons) => ({
  kind,
  key: JSON.stringify([kind, icon, title, note?.dataset ? "" : note, buttons.map((b) => b?.textContent), lang()]),
  nodes: [
    cueIcon(icon, "strip-icon"),
    h("div", { class: "strip-words" }, h("strong", {}, title), note ? h("span", {}, note) : null),
    h("div", { class: "strip-buttons" }, buttons),
  ],
});

const button = (name, text, work, look = "") =>
  h("button", { type: "button", class: look, "data-do": name, onclick: work }, text);

export function questionBarOf(table) {
  const { state, moveInput, words } = table;
  if (!table.live) return null;
  if (state.trouble) return strip("wrong", "SURPLUS", state.trouble, "");
  if (hasLostSeat(table.me)) {
    return strip("wrong", "COUNTDOWN", t("seat.lost"), t("seat.lost.note"), button("close", t("close"), () => {
      noteSeat(false);
      table.render();
    }));
  }
  if (state.request) return requested(table, state.request);
  const toLay = state.question?.kind === "new-game" && words.trouble.length > 0;
  if (state.question && table.mayCommand && !toLay) return question(table, state.question);
  const task = state.study && studied(table);
  if (task && (state.study.done || state.study.over)) return finished(table, task);
  if (words.trouble.length) {
    // What was wrong with an answer matters more than how it is taken back.
    const [title, ...notes] = task ? [task.said, ...words.trouble] : words.trouble;
    return strip("wrong", state.board.there ? "SURPLUS" : "COUNTDOWN", title, notes.join(" "));
  }
  if (table.error) {
    return strip("wrong", "SURPLUS", table.error, "", button("close", t("close"), () => {
      table.error = "";
      table.render();
    }));
  }
  if (table.answer) {
    const [first, ...rest] = table.answer.split("\n");
    return strip("hint long", "HINT", first, rest.join("\n"), button("close", t("close"), () => {
      table.answer = "";
      table.render();
    }));
  }
  const told = state.asked;
  if (told && told.how !== "withdrawn" && table.speaksFor.includes(told.side) && table.noted !== JSON.stringify(told)) {
    return strip("hint", "ASK", t(`asked.${told.how}`, { other: seatName(state, 1 - told.side) }), "", button("close", t("close"), () => {
      table.noted = JSON.stringify(told);
      table.render();
    }));
  }
  if (table.ending) return sure(table, table.ending);
  if (state.training?.loses && !state.game.outcome) return losing(table, state.training.loses);
  if (state.offer !== null && state.offer !== undefined && !state.game.outcome) return offered(table);
  if (moveInput.takes && !moveInput.ready) {
    const title = moveInput.takes.length ? t("take.more") : t("take.title");
    return strip("must", "MUST_TAKE", title, moveInput.takes.join(", "),
      button("cancel", t("cancel"), () => moveInput.clear()),
      moveInput.whole ? button("enough", t("take.enough"), () => moveInput.finish(), "filled") : null);
  }
  if (moveInput.ready) {
    return strip("must thin", "SELECTED", t("ready"), "", button("cancel", t("cancel"), () => moveInput.clear()));
  }
  if (moveInput.begun) {
    const [cell, boxed] = moveInput.steps;
    const title = boxed ? t("choose.drop", { cell: boxed }) : /[WB]$|\//.test(cell) ? t("choose.to.ball") : t("choose.to", { cell });
    return strip("must", "SELECTED", title, "",
      moveInput.null ? button("null", t("choose.null", { cell }), () => moveInput.finish()) : null,
      button("cancel", t("cancel"), () => moveInput.clear()));
  }
  if (task && !state.hint) return strip(task.look, task.icon, task.said, "");
  if (state.hint) return strip("hint", "HINT", state.hint.words[lang()].split("\n")[0], "");
  if (!table.mayCommand && !state.game.outcome) return strip("watch", "LANDING", t("watch.title"), t("watch.note", { n: state.network?.watching || 1 }));
  if (table.mine && !state.study && !state.turns.length && !words.prompt && !localStorage.getItem("underboard.known")) {
    return strip("hint", "PLACE", t("first-visit"), "",
      button("rules", t("rules.title"), () => (location.hash = "#rules")),
      button("close", t("close"), () => {
        localStorage.setItem("underboard.known", "yes");
        table.render();
      }));
  }
  if (words.prompt && table.mine) return strip("hint", "PLACE", words.prompt.split("\n")[0], "");
  return null;
}

// A task is done: what was said of it, and the way on.
function finished(table, { look, icon, said }) {
  const on = (what) => () => table.study(what);
  const over = table.state.study.over || table.state.study.kind === "show";
  return strip(look, icon, said, "", !table.me.host ? null : over
    ? button("leave", t("study.leave"), on("leave"), "filled") : button("next", t("study.next"), on("next"), "filled"));
}

// Asked before anything ends: there is no way back on the page but "take back".
function sure(table, what) {
  const side = what === "abandon" ? 0 : table.speaksFor[0];
  const no = () => {
    table.ending = "";
    table.render();
  };
  return strip("ask", "ENDING", t(`${what}.sure`, { side: table.words.sides[side] }), "",
    button("no", t("no"), no),
    button("sure", t(`${what}.yes`), () => table.end(what, side), "filled"));
}

// A turn that loses by force: whoever played it may think again.
function losing(table, { side, plies }) {
  const title = t(plies ? "loses.within" : "loses", { side: table.words.sides[side], plies });
  if (!table.speaksFor.includes(side)) return strip("hint", "ENDING", title, t("loses.wait"));
  const answer = (back) => () => table.command("answer-warning", { back, ...table.moment() });
  return strip("ask", "ENDING", title, t("loses.answer"),
    button("play-on", t("loses.no"), answer(false)),
    button("take-back", t("loses.yes"), answer(true), "filled"));
}

// What one player asks the other.  The answer's buttons wake after a moment: they come where a
// thumb may just be.
function requested(table, { kind, side, turn }) {
  const names = { name: seatName(table.state, side), turn, other: seatName(table.state, 1 - side) };
  const left = timeLeft();
  if (table.speaksFor.includes(1 - side)) {
    return waking(strip("ask", "ASK", t(`request.${kind}`, names), left,
      button("refuse", t("request.no"), () => table.command("answer", { what: "refused" })),
      button("allow", t("request.yes"), () => table.command("answer", { what: "allow" }), "filled")));
  }
  if (table.speaksFor.includes(side)) {
    return strip("hint", "ASK", t("request.waiting", names), left,
      button("withdraw", t("request.withdraw"), () => table.command("answer", { what: "withdrawn" })));
  }
  return strip("hint", "ASK", t(`request.${kind}`, names), left);
}

const timeLeft = () => h("span", { "data-answer-until": "", "aria-hidden": "true" });

function waking(made) {
  made.wakes = true;
  return made;
}

function offered(table) {
  const by = table.state.offer;
  const title = t("offer", { side: table.words.sides[by] });
  const note = (otherwise) => (table.state.offer_left_ms === null ? t(otherwise) : timeLeft());
  if (!table.speaksFor.includes(1 - by)) return strip("hint", "ENDING", title, note("offer.wait"));
  return waking(strip("ask", "ENDING", title, note("offer.answer"),
    button("decline", t("decline"), () => table.end("decline", 1 - by)),
    button("accept", t("accept"), () => table.end("accept", 1 - by), "filled")));
}

function question(table, asked) {
  const cells = asked.cells.join(", ");
  const press = (name) => () => table.command("press", { button: name });
  return strip("ask", "ASK", t(`question.${asked.kind}`),
    cells ? t("question.lit", { cells }) : t("question.lit.none"),
    button("next", t("question.next"), press("next")),
    button("yes", cells && asked.kind === "which" ? t("question.yes.cell", { cells }) : t("question.yes"), press("yes"), "filled"));
}
