// The buttons of the table: one big one in reach of a thumb, a bar, and the rest in a menu.

import { $, h, say } from "./dom.js";
import { pageOf, wordsOf } from "./games.js";
import { lang, t } from "./i18n.js";

const PHRASES = ["hello", "good-luck", "well-played", "thanks", "oops", "thinking", "bye"];

export class Actions {
  constructor(table) {
    this.table = table;
    this.waiting = new Set(); // what is being thought about
    $("#main").addEventListener("click", () => this.main()?.work());
    $("#menu").addEventListener("click", () => this.toggleMenu());
  }

  toggleMenu(open = document.body.dataset.menu !== "open") {
    document.body.dataset.menu = open ? "open" : "";
    $("#menu").setAttribute("aria-expanded", String(open));
  }

  // The board comes back, with what was asked for: on a phone the open menu stands in its place.
  closeMenu() {
    if (document.body.dataset.menu !== "open") return;
    this.toggleMenu(false);
    $("#menu").focus({ preventScroll: true }); // what was pressed is hidden now
  }

  // The one thing to do now, if there is one that wants a big button.
  main() {
    const { table } = this;
    const { state, moveInput } = table;
    if (!table.live || state.study?.done) return null;
    if (moveInput.ready) return { text: chosen(table.game, moveInput), work: () => moveInput.finish() };
    const over = state.game.outcome;
    if (!state.simulated && !over && !state.study && table.mayCommand) {
      return { text: t("moved"), key: "moved", work: () => table.command("press", { button: "yes" }) };
    }
    return null;
  }

  render() {
    const main = this.main();
    const button = $("#main");
    button.hidden = !main;
    if (main) {
      say(button, main.text);
      button.dataset.button = main.key || "confirm";
    }
    this.renderPhrases();
    const { state } = this.table;
    const list = this.list();
    const key = JSON.stringify([list.map((b) => [b.key, b.disabled, b.look]), state.hint?.stage, state.training?.hints_left,
      state.game.side, [...this.waiting], lang()]);
    const root = $("#buttons");
    if (root.dataset.key === key) return;
    const focused = document.activeElement?.dataset?.button;
    root.dataset.key = key;
    root.replaceChildren(...list.map((b) => h("button", { type: "button", class: b.look, disabled: b.disabled || this.waiting.has(b.key),
      "data-button": b.key, onclick: b.work }, this.waiting.has(b.key) ? t(`${b.key}.waiting`) : t(b.key), b.extra)));
    if (focused) root.querySelector(`[data-button="${focused}"]`)?.focus();
  }

  // Set phrases instead of a chat, in a game between people.
  renderPhrases() {
    const { table } = this;
    const root = $("#phrases");
    root.hidden = !(table.betweenPeople && table.me.sides.length);
    if (root.hidden || root.dataset.lang === lang()) return;
    root.dataset.lang = lang();
    root.setAttribute("aria-label", t("say"));
    root.replaceChildren(...PHRASES.map((key) => h("button", { type: "button", onclick: () => this.say(key) }, t(`say.${key}`))));
  }

  say(phrase) {
    this.closeMenu();
    return this.table.command("say", { phrase });
  }

  // Does something that takes a while, and says so at once.
  async slowly(key, work) {
    this.waiting.add(key);
    this.table.render();
    try {
      await work();
    } finally {
      this.waiting.delete(key);
      this.table.render();
    }
  }

  list() {
    const { table } = this;
    const { state, me } = table;
    const buttons = [];
    const add = (key, work, { disabled = false, look = "more", extra = null } = {}) =>
      buttons.push({ key, disabled, look, extra, work: () => {
        this.closeMenu();
        return work();
      } });
    if (state.study) {
      this.addStudy(add);
      return buttons;
    }
    const over = state.game.outcome;
    if (table.mayCommand && table.live) {
      if (!over) this.addHint(add);
      add("undo", () => table.command("undo", table.moment()), { disabled: !state.turns.length });
    }
    if (table.live && !over && state.turns.length) {
      if (state.clock && table.mayCommand) add(state.clock.paused ? "go-on" : "pause", () => table.command("pause"));
      if (table.speaksFor.length) {
        if (state.offer === null) add("draw", this.ask("draw"));
        add("resign", this.ask("resign"));
      }
      if (me.host || (table.betweenPeople && table.speaksFor.length)) add("abandon", this.ask("abandon"));
    }
    if (over && table.live) {
      if (me.host && state.record) add("review", () => (location.hash = `#records/${state.record}`), { look: "bar" });
      if (me.sides.length) add("rematch", () => table.command("rematch"), { look: "bar filled" });
    }
    if (table.live && state.turns.length) add("share", () => (location.hash = "#share"));
    if (me.host) add("new", () => (location.hash = "#new"), { look: over && !me.sides.length ? "filled bar" : over ? "bar" : "more" });
    return buttons;
  }

  addHint(add) {
    const { table } = this;
    const { state } = table;
    if (table.betweenPeople && !state.hints_agreed) {
      add("hints", () => table.command("hints"), { look: "bar" });
      return;
    }
    const stage = state.hint?.stage || 0;
    const left = state.training?.hints_left[state.game.side] ?? null;
    const spent = left === 0 && !stage;
    const extra = left === null ? pips(stage) : h("span", { class: "note" }, t("hints.left", { left }));
    const theirs = !state.study && !table.me.sides.includes(state.game.side);
    add("hint", () => this.slowly("hint", () => table.command("hint")),
      { disabled: stage === 3 || spent || theirs, extra, look: "bar" });
  }

  // The buttons of a task, instead of a game's.
  addStudy(add) {
    const { table } = this;
    const { study, hint } = table.state;
    if (!table.me.host) return;
    const isLesson = study.kind === "lessons";
    if (isLesson) add("study.back", () => table.study("back"), { disabled: study.at === 1, look: "bar" });
    if (!study.done && !study.over && study.kind !== "show") {
      add("hint", () => this.slowly("hint", () => table.command("hint")),
        { disabled: hint?.stage === 3, extra: pips(hint?.stage || 0), look: "bar" });
      add(isLesson ? "study.skip" : "study.solution", () => table.study("skip"), { look: isLesson ? "bar" : "more" });
    }
    add("study.leave", () => table.study("leave"), { look: study.kind === "show" ? "bar" : "more" });
    if (study.kind !== "show") add("study.others", () => (location.hash = "#study"));
  }

  ask(what) {
    return () => {
      this.table.ending = what;
      this.table.render();
      // On a small screen the question stands above what was pressed.
      $("#strip").scrollIntoView({ block: "nearest" });
      $("#strip [data-do=no]")?.focus();
    };
  }
}

// What the chosen turn is called on its button.
function chosen(game, { steps, takes }) {
  const goal = steps.at(-1);
  if (takes?.length) return t("do.take", { cell: goal, takes: takes.join(", ") });
  const usual = steps.length > 1 ? ["do.move", { from: steps[0], to: goal }] : ["do.place", { cell: goal }];
  return wordsOf(game, t)(...(pageOf(game).does(steps) ?? usual));
}

function pips(stage) {
  return h("span", { class: "pips", "aria-hidden": "true" },
    [1, 2, 3].map((n) => h("i", { class: n <= stage ? "on" : "" })));
}
