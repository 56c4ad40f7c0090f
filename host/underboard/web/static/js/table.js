// The table: picture, plan, players, strip, legend and turns of one moment.

import { order } from "./api.js";
import { Actions } from "./actions.js";
import { attend, noteSeat } from "./attention.js";
import { Board } from "./board.js";
import { MoveInput } from "./move_input.js";
import { hearClock, hearRequest } from "./clock.js";
import { $, h, say } from "./dom.js";
import { pageOf, wordsOf } from "./games.js";
import { renderHealth, renderLegend } from "./legend.js";
import { textBoard } from "./plan.js";
import { dragReserves, renderPlayers, seatName } from "./players.js";
import { questionBarOf } from "./question_bar.js";
import { heading, renderTask, taskArrow } from "./study.js";
import { Turns } from "./turns.js";
import { announce, knock } from "./voice.js";
import { lang, t } from "./i18n.js";

const PHONE = matchMedia("(max-width: 767px)");

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
    this.pending = null; // the turn that is sent and not confirmed: {steps, takes}
    this.slow = "";
    this.moveInput = new MoveInput((...turn) => this.play(...turn), () => this.render(), () => this.confirms);
    this.board = new Board({ picture: $("#picture"), plan: $("#plan"), t, tapped: (...how) => this.tapped(...how) });
    this.actions = new Actions(this);
    this.turns = new Turns(this);
    dragReserves($("#players"), this);
    $("#flip").addEventListener("click", () => this.board.flip());
    $("#apart").addEventListener("click", () => {
      this.board.setApart(!this.board.apart);
      $("#apart").setAttribute("aria-pressed", String(this.board.apart));
    });
    for (const button of document.querySelectorAll("#switch button")) {
      button.addEventListener("click", () => this.see(button.dataset.see));
    }
    PHONE.addEventListener("change", () => this.render());
    $("#typed").addEventListener("submit", (event) => {
      event.preventDefault();
      const field = $("#typed-turn");
      if (field.value.trim()) this.type(field.value.trim()).then((done) => done && (field.value = ""));
    });
    addEventListener("keydown", (event) => this.key(event));
  }

  // What is the game's own of this page.
  get page() {
    return pageOf(this.game);
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

  // On a phone a tap shows the turn and the big button plays it.
  get confirms() {
    const wanted = localStorage.getItem("underboard.confirm") || (PHONE.matches ? "on" : "off");
    return wanted === "on";
  }

  // Whether two people sit at two pages.
  get betweenPeople() {
    const { seats } = this.state;
    return seats.who.every((who) => who === "human") && seats.taken.some(Boolean) && this.me.sides.length < 2;
  }

  // Which of picture and plan a phone shows; the choice is remembered.
  see(what) {
    localStorage.setItem("underboard.see", what);
    this.render();
  }

  get seen() {
    return localStorage.getItem("underboard.see") || (this.state?.simulated === false ? "plan" : "picture");
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
    if (this.me.seats.length) noteSeat(true);
    hearClock(state.clock);
    hearRequest(state.request || (state.offer_left_ms !== null && { left_ms: state.offer_left_ms }));
    if (state.game.name !== this.game) {
      await this.changeGame(state.game.name);
    }
    // While another game's words are read, newer states may come: the last one is shown then.
    if (this.state.game.name === this.game) this.show();
  }

  show() {
    const { state, shown } = this;
    const moved = state.game.moment !== shown?.game.moment;
    if (moved) {
      this.error = this.answer = this.sent = this.ending = this.slow = "";
      this.pending = null;
      this.moveInput.offer(state.choices, this.mine);
      this.turns.hear(state);
    } else if (!this.sent && this.moveInput.active !== this.mine) {
      this.moveInput.offer(state.choices, this.mine);
    }
    this.shown = state;
    this.render();
    const grown = shown && shown.game.id === state.game.id && state.turns.length === shown.turns.length + 1;
    if (moved && grown && this.live) {
      this.board.animate(state.last, shown.pieces);
      knock();
    }
    announce(state, shown, this.words);
    attend(this, shown);
    const told = (one) => one?.study?.words[lang()].said.join(" ") || "";
    if (told(state) !== told(shown)) say($("#polite"), told(state));
  }

  async changeGame(name) {
    this.game = name;
    const answer = await fetch(`/api/cues/${name}`);
    if (answer.ok) this.cueTable = (await answer.json()).cues;
    if (this.game !== name) return;
    document.body.dataset.game = name;
    $("#flip").hidden = !this.page.flips;
    $("#apart").hidden = !this.page.apart;
    $("#apart").setAttribute("aria-pressed", "false");
    this.shown = null;
  }

  tapped(cell, role, how) {
    if (!this.live) {
      this.turns.look(null);
      return;
    }
    this.error = this.answer = "";
    this.moveInput.tap(cell, role, how);
  }

  meaning(cue) {
    return this.cueTable[cue]?.words[lang()] || "";
  }

  // What is on picture and plan now.
  view() {
    const { state, moveInput } = this;
    const ply = this.turns.looking === null ? null : this.turns.plies[this.turns.looking];
    const last = ply ? ply.last : state.last;
    const none = new Set();
    const covered = this.covered;
    const view = {
      game: this.game,
      position: ply ? ply.pieces : state.pieces,
      side: state.game.side,
      choices: ply ? { targets: none, starts: none, chosen: [] } : {
        targets: moveInput.targets(), starts: moveInput.starts(), chosen: moveInput.steps,
      },
      lit: [], last, ghosts: [], faded: false, mine: this.mine && !covered,
      meaning: (cue) => this.meaning(cue),
      label: `${t("board")}: ${this.words.title}`,
    };
    const half = this.pending || (moveInput.ready || moveInput.takes ? moveInput : null);
    if (half && !ply) {
      const after = this.page.applied(view.position, half.steps, half.takes || [], state.game.side);
      view.position = after.pieces;
      const look = this.pending ? "sent" : "hope";
      view.ghosts = after.ghosts.map((ghost) => ({ ...ghost, look }));
    }
    view.lit = this.cues(ply, last, view);
    if (!ply && !half && !moveInput.begun) view.arrow = taskArrow(state);
    return view;
  }

  cues(ply, last, view) {
    const { state, moveInput } = this;
    const at = last && (last.at ?? last.to);
    const lastCue = last ? [{ cell: at, cue: "LAST" }] : [];
    if (ply || this.pending || !this.mayCommand) return lastCue;
    const asked = state.request?.kind === "undo" && last ? [{ cell: at, cue: "ASK" }] : [];
    if (asked.length) return asked;
    if (moveInput.begun) {
      return [...moveInput.cues(),
        ...state.lights.filter((light) => light.cue === "LAST")];
    }
    if (state.question?.kind === "new-game" && this.words.trouble.length) {
      return state.board.cells.map((cell) => ({ cell: cell.slice(1), cue: cell[0] === "+" ? "SURPLUS" : "MISSING" }));
    }
    if (state.question) {
      view.faded = true;
      return state.lights;
    }
    return state.board.busy ? lastCue : [...state.lights, ...this.hintCues()];
  }

  // During a pause between people nobody thinks on.
  get covered() {
    return Boolean(this.betweenPeople && this.state.clock?.paused && this.state.turns.length);
  }

  hintCues() {
    const { hint, lights } = this.state;
    if (!hint || lights.some((light) => light.cue.startsWith("HINT"))) return [];
    return hint.cells.map((cell, n) => ({
      cell, cue: n === hint.cells.length - 1 && hint.stage === 3 ? "HINT" : "HINT_FROM",
    }));
  }

  render() {
    const { state } = this;
    if (!state || state.game.name !== this.game) return;
    const view = this.view();
    const body = document.body.dataset;
    body.moment = state.game.moment;
    body.sent = this.sent;
    const { study } = state;
    body.study = study?.kind || "";
    body.task = study ? `${study.kind} ${study.at}${study.done ? " done" : ""}` : "";
    body.see = this.seen;
    body.covered = this.covered ? "yes" : "";
    this.board.set(view);
    for (const button of document.querySelectorAll("#switch button")) {
      button.setAttribute("aria-pressed", String(button.dataset.see === this.seen));
    }
    say($("#title"), this.title());
    say($("#last"), this.subtitle());
    renderTask($("#lesson"), this);
    say($("#playing"), this.words.game);
    renderPlayers($("#players"), this);
    this.turns.render();
    const strip = questionBarOf(this);
    const root = $("#strip");
    root.hidden = !strip;
    if (strip) {
      root.className = `strip ${strip.kind}`;
      replaceIfOther(root, strip);
    } else if (root.dataset.key) {
      // Nothing that is hidden may be pressed by a key.
      root.dataset.key = "";
      root.replaceChildren();
    }
    renderHealth(this.words.health);
    renderLegend(this, view, strip);
    this.actions.render();
    $("#typed").hidden = !this.mayCommand;
    $("#typed-turn").placeholder = t("type.example", { example: this.page.example || state.choices[0]?.steps[0][0] || "" });
    const { note } = this.page;
    $("#plan-note").hidden = !note;
    if (note) say($("#plan-note"), note(view.position, this.words.sides, wordsOf(this.game, t)));
    $("#text-board").replaceChildren(...textBoard(this.game, view.position, t).map((line) => h("p", {}, line)));
  }

  title() {
    if (!this.live) return t("looking", { n: this.turns.looking, of: this.turns.plies.length - 1 });
    if (this.state.study) return heading(this.state.study);
    const { request } = this.state;
    if (request && this.speaksFor.includes(1 - request.side)) return t("request.title", { name: seatName(this.state, request.side) });
    return this.betweenPeople && this.mine ? t("your-turn") : this.words.title;
  }

  subtitle() {
    if (!this.live) return this.turns.plies[this.turns.looking].words[lang()] || t("start");
    if (this.state.study) return this.state.study.words[lang()].task;
    if (this.slow) return this.slow;
    if (this.covered) return t("covered");
    // Whoever is asked for something reads it in the strip below the board.
    return this.words.last || (this.mine ? "" : this.words.prompt.split("\n")[0]);
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
    const answers = { accept: ["accept", "allow"], yes: ["yes", "allow"], decline: ["decline", "refuse"] }[name] || [name];
    const asked = answers.map((one) => `#strip [data-do="${one}"]:not([disabled])`).join();
    const button = $(asked) || $(`#buttons [data-button="${name}"]:not([disabled])`);
    if (button) button.click();
    else this.error = t("nothing-to-press");
  }

  // Sends a turn: it is seen at once, and sent until it is answered.
  async play(text, steps = null, takes = []) {
    localStorage.setItem("underboard.known", "yes");
    this.sent = text;
    this.pending = steps && { steps, takes };
    this.error = "";
    // Nothing can be chosen until it is answered.
    this.moveInput.active = false;
    this.render();
    const slow = (seconds) => {
      const words = seconds >= 5 ? t("sending.again") : seconds >= 1 ? t("sending") : "";
      if (words !== this.slow && this.sent) {
        this.slow = words;
        this.render();
      }
    };
    return this.command("turns", { turn: text, ...this.moment() }, { patient: true, slow });
  }

  async command(path, fields = {}, how = {}) {
    try {
      const answer = await order(path, fields, how);
      if (path === "end" && answer.said && !this.state.game.outcome) say($("#polite"), answer.said.join(" "));
      return true;
    } catch (no) {
      const lost = this.sent;
      this.sent = this.slow = "";
      this.pending = null;
      // It was played before the line was cut, and another server answers now.
      if (no.code === "late" && this.state.turns.at(-1) === lost) return true;
      this.error = no.code === "late" && lost ? t("late.turn", { turn: lost, why: no.message }) : no.message || t("failed");
      this.moveInput.clear(true);
      this.moveInput.active = this.mine;
      this.render();
      say($("#urgent"), this.error);
      return false;
    }
  }

  key(event) {
    if (event.target.matches?.("input, select, textarea") || event.ctrlKey || event.altKey || event.metaKey) return;
    if ($("#table").hidden || (event.key.length === 1 && localStorage.getItem("underboard.single-keys") === "off")) return;
    const press = (key) => $(`#buttons [data-button="${key}"]:not([disabled])`)?.click();
    if (event.key === "Escape") {
      this.error = this.answer = this.ending = "";
      this.moveInput.clear(true);
      this.turns.look(null);
    } else if (event.key === "?" || event.key === "h") press("hint");
    else if (event.key === "u") press("undo");
    else if (event.key === "b") this.board.focus();
    else if (event.key === "y") $("#strip [data-do='yes']")?.click();
    else if (event.key === "n") $("#strip [data-do='next']")?.click();
    else if (event.key === "[") this.turns.step(-1);
    else if (event.key === "]") this.turns.step(1);
  }
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
