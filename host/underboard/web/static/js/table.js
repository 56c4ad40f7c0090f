// The table: picture, plan, players, strip, legend and turns of one moment.

import { order } from "./api.js";
import { ApagosScene } from "./apagos.js";
import { Choosing } from "./choosing.js";
import { cueIcon } from "./cues.js";
import { hearClock, hearRequest } from "./clock.js";
import { $, h, say } from "./dom.js";
import { GygesScene } from "./gyges.js";
import { animate } from "./motion.js";
import { Plan, textBoard } from "./plan.js";
import { renderPlayers } from "./players.js";
import { CELLS as PYLOS, PylosScene } from "./pylos.js";
import { stripOf } from "./strip.js";
import { dots, heading } from "./study.js";
import { Turns } from "./turns.js";
import { announce, knock } from "./voice.js";
import { lang, t } from "./words.js";

const SCENES = { pylos: PylosScene, gyges: GygesScene, apagos: ApagosScene };
const ASKING = new Set(["ASK", "ENOUGH", "CHOSEN", "NEW_GAME", "ENDING"]);

export class Table {
  constructor() {
    this.state = null;
    this.cueTable = {};
    this.game = "";
    this.error = "";
    this.answer = ""; // what a typed line was told
    this.sent = "";
    this.ending = "";
    this.shown = null;
    // Fulfilled once it is known what stands and who looks at it.
    this.ready = new Promise((known) => (this.known = known));
    this.choosing = new Choosing((text) => this.play(text), () => this.render());
    this.plan = new Plan($("#plan"), (...how) => this.tapped(...how));
    this.turns = new Turns(this);
    $("#flip").addEventListener("click", () => this.scene?.flip());
    $("#apart").addEventListener("click", () => {
      this.scene.setApart(!this.scene.apart);
      $("#apart").setAttribute("aria-pressed", String(this.scene.apart));
    });
    $("#typed").addEventListener("submit", (event) => {
      event.preventDefault();
      const field = $("#typed-turn");
      if (field.value.trim()) this.type(field.value.trim()).then((done) => done && (field.value = ""));
    });
    addEventListener("keydown", (event) => this.key(event));
  }

  get words() {
    return this.state.words[lang()];
  }

  get me() {
    return this.state?.me || { host: false, seats: [], sides: [] };
  }

  get live() {
    return this.turns.looking === null;
  }

  // Whether this page may play for the side to move.
  get mine() {
    const { state } = this;
    const side = state.game.side;
    if (state.study) return this.me.host && state.simulated && !state.study.done && !state.study.over;
    if (state.game.outcome || state.seats.who[side] !== "human" || !state.simulated) return false;
    return this.me.sides.includes(side);
  }

  get mayCommand() {
    return this.me.host || this.me.seats.length > 0;
  }

  // The sides for which this page speaks about the end of the game, the side to move first.
  get speaksFor() {
    const { state, me } = this;
    const order = [state.game.side, 1 - state.game.side];
    return order.filter((side) => me.sides.includes(side));
  }

  end(what, side) {
    this.ending = "";
    return this.command("end", { what, side, ...this.moment() });
  }

  async hear(state) {
    this.state = state;
    hearClock(state.clock);
    hearRequest(state.request);
    if (state.game.name !== this.game) {
      this.scene?.svg.remove();
      this.scene = null;
      await this.changeGame(state.game.name);
    }
    // While another game's picture is made, newer states may come: the last one is shown then.
    if (this.scene && this.state.game.name === this.game) this.show();
  }

  show() {
    const { state, shown } = this;
    const moved = state.game.moment !== shown?.game.moment;
    if (moved) {
      this.error = this.answer = this.sent = this.ending = "";
      this.choosing.offer(this.game, state.choices, this.mine, state.game.side);
      this.turns.hear(state);
    } else if (!this.sent && this.choosing.active !== this.mine) {
      this.choosing.offer(this.game, state.choices, this.mine, state.game.side);
    }
    this.shown = state;
    this.render();
    const grown = shown && shown.game.id === state.game.id && state.turns.length === shown.turns.length + 1;
    if (moved && grown && this.live) {
      animate(this.scene, this.game, state.last, shown.pieces);
      knock();
    }
    announce(state, shown, this.words);
    const told = (one) => one?.study?.words[lang()].said.join(" ") || "";
    if (told(state) !== told(shown)) say($("#polite"), told(state));
  }

  async changeGame(name) {
    this.game = name;
    const answer = await fetch(`/api/cues/${name}`);
    if (answer.ok) this.cueTable = (await answer.json()).cues;
    if (this.game !== name) return;
    this.scene = new SCENES[name]();
    this.scene.tapped = (...how) => this.tapped(...how);
    $("#picture").prepend(this.scene.svg);
    this.plan.build(name);
    document.body.dataset.game = name;
    $("#flip").hidden = name === "apagos";
    $("#apart").hidden = name !== "pylos";
    $("#apart").setAttribute("aria-pressed", "false");
    this.shown = null;
  }

  tapped(cell, role, how) {
    if (!this.live) {
      this.turns.look(null);
      return;
    }
    this.error = this.answer = "";
    this.choosing.tap(cell, role, how);
  }

  meaning(cue) {
    return this.cueTable[cue]?.words[lang()] || "";
  }

  // What is on picture and plan now.
  view() {
    const { state, choosing } = this;
    const ply = this.turns.looking === null ? null : this.turns.plies[this.turns.looking];
    const last = ply ? ply.last : state.last;
    const view = {
      pieces: ply ? ply.pieces : state.pieces,
      side: state.game.side,
      mover: state.game.side ? "dark" : "light",
      targets: ply ? new Set() : choosing.begun ? choosing.next() : choosing.starts(),
      starts: ply ? new Set() : choosing.starts(),
      chosen: choosing.steps,
      faded: false,
      cues: [],
      way: last?.path,
      bounces: last?.bounces,
      meaning: (cue) => this.meaning(cue),
    };
    if (choosing.takes && !ply) view.pieces = preview(view.pieces, choosing, "LD"[state.game.side]);
    if (this.game === "apagos" && !choosing.begun && !ply) view.targets = choosing.puts();
    const lastCue = last ? [{ cell: this.landed(last), cue: "LAST" }] : [];
    if (ply) {
      view.cues = lastCue;
    } else if (choosing.begun) {
      view.cues = [...choosing.cues((cell) => this.standsOn(cell)),
        ...state.lights.filter((light) => light.cue === "LAST")];
    } else if (state.question?.kind === "new-game" && this.words.trouble.length) {
      view.cues = state.board.cells.map((cell) => ({ cell: cell.slice(1), cue: cell[0] === "+" ? "SURPLUS" : "MISSING" }));
    } else if (state.question) {
      view.cues = state.lights;
      view.faded = true;
    } else {
      view.cues = state.board.busy ? lastCue : [...state.lights, ...this.hintCues()];
    }
    return view;
  }

  hintCues() {
    const { hint, lights } = this.state;
    if (!hint || lights.some((light) => light.cue.startsWith("HINT"))) return [];
    return hint.cells.map((cell, n) => ({
      cell, cue: n === hint.cells.length - 1 && hint.stage === 3 ? "HINT" : "HINT_FROM",
    }));
  }

  landed(last) {
    return this.game === "apagos" && last.climbs ? String(Number(last.to) + 1) : last.to;
  }

  standsOn(cell) {
    const n = this.plan.buttons.get(cell) && [...this.plan.buttons.keys()].indexOf(cell);
    const piece = this.plan.buttons.get(cell)?.dataset.piece;
    return n !== undefined && Boolean(piece);
  }

  render() {
    const { state } = this;
    if (!state || !this.scene || state.game.name !== this.game) return;
    const view = this.view();
    document.body.dataset.moment = state.game.moment;
    document.body.dataset.sent = this.sent;
    const { study } = state;
    document.body.dataset.task = study ? `${study.kind} ${study.at}${study.done ? " done" : ""}` : "";
    this.scene.render(view);
    this.scene.svg.setAttribute("aria-label", `${t("board")}: ${this.words.title}`);
    this.scene.svg.classList.toggle("mine", this.choosing.active && this.live);
    this.plan.render(view);
    say($("#playing"), this.words.game);
    say($("#title"), this.title());
    say($("#last"), this.subtitle());
    $("#last").classList.toggle("task", Boolean(state.study));
    const lesson = state.study?.kind === "lessons" && !state.study.over;
    $("#dots").replaceChildren(...(lesson ? [dots(state.study.at - 1, state.study.count)] : []));
    document.title = `${this.words.title} – Underboard`;
    renderPlayers($("#players"), this);
    const strip = stripOf(this);
    $("#strip").hidden = !strip;
    if (strip) {
      $("#strip").className = `strip ${strip.kind}`;
      replaceIfOther($("#strip"), strip);
    } else {
      $("#strip").dataset.key = "";
    }
    this.renderLegend(view, strip);
    this.renderHealth();
    this.turns.render();
    this.renderButtons();
    $("#typed").hidden = !this.mayCommand;
    $("#typed-turn").placeholder = t("type.example", { example: { pylos: "b2-f1", apagos: "W2", gyges: "d1-b3" }[this.game] });
    $("#plan-note").hidden = this.game !== "apagos";
    if (this.game === "apagos") say($("#plan-note"), this.leads(view.pieces));
    $("#text-board").replaceChildren(...textBoard(this.game, view.pieces).map((line) => h("p", {}, line)));
  }

  title() {
    if (!this.live) return t("looking", { n: this.turns.looking, of: this.turns.plies.length - 1 });
    return this.state.study ? heading(this.state.study)[0] : this.words.title;
  }

  subtitle() {
    if (!this.live) return this.turns.plies[this.turns.looking].words[lang()] || t("start");
    if (this.state.study) return heading(this.state.study)[1];
    // Whoever is asked for something reads it in the strip below the board.
    return this.words.last || (this.mine ? "" : this.words.prompt.split("\n")[0]);
  }

  leads(pieces) {
    const top = pieces.squares[3];
    const [a, b] = ["W", "B"].map((letter) => [...top].filter((one) => one === letter).length);
    if (a === b) return `${t("leads.none")} ${t("leads.rule")}`;
    const side = this.words.sides[a > b ? 0 : 1];
    return `${t("leads", { side, a: Math.max(a, b), b: Math.min(a, b) })} ${t("leads.rule")}`;
  }

  renderLegend(view, strip) {
    const shown = [...new Set(view.cues.map((one) => one.cue))].filter((cue) => cue !== "SELECTED" &&
      !(strip && !ASKING.has(cue) && view.faded) && this.meaning(cue));
    const key = shown.join() + lang() + this.game;
    const legend = $("#legend");
    if (legend.dataset.key === key) return;
    legend.dataset.key = key;
    legend.replaceChildren(...shown.map((cue) => h("li", { title: this.meaning(cue) }, cueIcon(cue), h("span", {}, this.meaning(cue)))));
  }

  // What is wrong with sensors, and what to do about it: as long as it is so.
  renderHealth() {
    const told = this.words.health;
    const key = JSON.stringify(told);
    const root = $("#health");
    if (root.dataset.key === key) return;
    root.dataset.key = key;
    root.hidden = !told.length;
    root.replaceChildren(...told.map(([what, remedy]) =>
      h("p", {}, cueIcon("COUNT"), h("span", {}, what, remedy ? h("strong", {}, ` ${remedy}`) : null))));
  }

  renderButtons() {
    const { state } = this;
    const buttons = [];
    const over = state.game.outcome;
    const add = (key, work, { disabled = false, look = "", extra = null } = {}) =>
      buttons.push({ key, work, disabled, look, extra });
    if (state.study) {
      this.addStudy(add);
    } else if (this.mayCommand && this.live) {
      if (!state.simulated && !over) add("moved", () => this.command("press", { button: "yes" }), { look: "big" });
      const stage = state.hint?.stage || 0;
      const left = state.training?.hints_left[state.game.side] ?? null;
      const spent = left === 0 && !stage;
      const extra = left === null ? pips(stage) : h("span", { class: "note" }, t("hints.left", { left }));
      if (!over) add("hint", () => this.command("hint"), { disabled: stage === 3 || spent, extra });
      add("undo", () => this.command("undo", this.moment()), { disabled: !state.turns.length });
    }
    if (this.live && !over && state.turns.length && !state.study) {
      if (state.clock && this.mayCommand) add(state.clock.paused ? "go-on" : "pause", () => this.command("pause"));
      const ask = (what) => () => {
        this.ending = what;
        this.render();
        // On a small screen the question stands above what was pressed.
        $("#strip").scrollIntoView({ block: "nearest" });
        $("#strip [data-do=no]")?.focus();
      };
      if (this.speaksFor.length) {
        if (state.offer === null) add("draw", ask("draw"));
        add("resign", ask("resign"));
      }
      if (this.me.host) add("abandon", ask("abandon"));
    }
    if (this.me.host && !state.study) add("new", () => (location.hash = "#new"), { look: over ? "filled" : "" });
    const key = JSON.stringify([buttons.map((b) => [b.key, b.disabled, b.look]), state.hint?.stage, state.training?.hints_left, state.game.side, lang()]);
    const root = $("#buttons");
    if (root.dataset.key === key) return;
    const focused = document.activeElement?.dataset?.button;
    root.dataset.key = key;
    root.replaceChildren(...buttons.map((b) => h("button",
      { type: "button", class: b.look, disabled: b.disabled, "data-button": b.key, onclick: b.work }, t(b.key), b.extra)));
    if (focused) root.querySelector(`[data-button="${focused}"]`)?.focus();
  }

  // The buttons of a task, instead of a game's.
  addStudy(add) {
    const { study, hint } = this.state;
    if (!this.me.host) return;
    const open = !study.done && !study.over;
    if (open) {
      add("hint", () => this.command("hint"), { disabled: hint?.stage === 3, extra: pips(hint?.stage || 0) });
      add(study.kind === "puzzles" ? "study.solution" : "study.skip", () => this.study("skip"));
    }
    add("study.leave", () => this.study("leave"));
    add("study.others", () => (location.hash = "#study"));
  }

  study(what) {
    return this.command("study", { what });
  }

  moment() {
    return { moment: this.state.game.moment };
  }

  // A typed line: a turn in the page's language, or a word of the terminal.
  async type(line) {
    this.error = this.answer = "";
    try {
      const said = await order("typed", { line, ...this.moment() });
      if (said.press) this.press(said.press);
      const told = (said.said || []).join("\n");
      if (said.played || said.command || said.press) this.answer = told;
      else this.error = told;
      this.render();
      say($("#polite"), told);
      return !this.error;
    } catch (no) {
      this.error = no.message || t("failed");
      this.render();
      say($("#urgent"), this.error);
      return false;
    }
  }

  press(name) {
    const button = $(`#strip [data-do="${name}"]`) || $(`#buttons [data-button="${name}"]:not([disabled])`);
    if (button) button.click();
    else this.error = t("nothing-to-press");
  }

  async play(text) {
    this.sent = text;
    this.error = "";
    // Nothing can be chosen until it is answered.
    this.choosing.active = false;
    this.render();
    return this.command("turns", { turn: text, ...this.moment() });
  }

  async command(path, fields = {}) {
    try {
      const answer = await order(path, fields);
      if (path === "end" && answer.said && !this.state.game.outcome) say($("#polite"), answer.said.join(" "));
      return true;
    } catch (no) {
      this.sent = "";
      this.error = no.message || t("failed");
      this.choosing.clear(true);
      this.choosing.active = this.mine;
      this.render();
      say($("#urgent"), this.error);
      return false;
    }
  }

  key(event) {
    if (event.target.matches?.("input, select, textarea") || event.ctrlKey || event.altKey || event.metaKey) return;
    if ($("#table").hidden) return;
    const press = (key) => $(`#buttons [data-button="${key}"]:not([disabled])`)?.click();
    if (event.key === "Escape") {
      this.error = this.answer = this.ending = "";
      this.choosing.clear(true);
      this.turns.look(null);
    } else if (event.key === "?" || event.key === "h") press("hint");
    else if (event.key === "u") press("undo");
    else if (event.key === "b") this.plan.focus?.focus();
    else if (event.key === "y") $("#strip [data-do='yes']")?.click();
    else if (event.key === "n") $("#strip [data-do='next']")?.click();
    else if (event.key === "[") this.turns.step(-1);
    else if (event.key === "]") this.turns.step(1);
  }
}

// The pieces as they will stand: the ball that made a square is there, taken ones are not.
function preview(pieces, { steps, takes }, letter) {
  const cells = [...pieces.cells];
  const set = (cell, what) => (cells[PYLOS.indexOf(cell)] = what);
  if (steps.length > 1) set(steps[0], ".");
  set(steps[steps.length - 1], letter);
  for (const cell of takes) set(cell, ".");
  return { ...pieces, cells: cells.join("") };
}

function pips(stage) {
  return h("span", { class: "pips", "aria-hidden": "true" },
    [1, 2, 3].map((n) => h("i", { class: n <= stage ? "on" : "" })));
}

const WAKE_MS = 400;

function wakeLater(buttons) {
  for (const button of buttons) button.disabled = true;
  setTimeout(() => buttons.forEach((button) => (button.disabled = false)), WAKE_MS);
}

// Replaces what a strip holds only if it is another one: focus stays on its buttons.
function replaceIfOther(root, strip) {
  if (root.dataset.key === strip.key) return;
  root.dataset.key = strip.key;
  const focused = document.activeElement?.dataset?.do;
  root.replaceChildren(...strip.nodes);
  if (strip.wakes) wakeLater(root.querySelectorAll("button"));
  if (focused) root.querySelector(`[data-do="${focused}"]`)?.focus();
}
