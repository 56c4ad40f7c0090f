// The list of turns, and stepping through it.

import { read } from "./api.js";
import { $, h, say } from "./dom.js";
import { lang, t } from "./i18n.js";

export const pretty = (text) => text.replace(/-/g, " → ").replace(/x/, " ×").replace(/>/, " › ");

// Two turns a row, each with its number; cell(text, ply) makes one.
export const rows = (turns, cell) => Array.from({ length: Math.ceil(turns.length / 2) }, (_, n) => h("li", {},
  h("span", { class: "number" }, String(n + 1)),
  [2 * n, 2 * n + 1].map((at) => (at < turns.length ? cell(turns[at], at + 1) : h("span", {})))));

export class Turns {
  constructor(table) {
    this.table = table;
    this.looking = null;
    this.plies = [];
    this.key = "";
    this.first = 0;
  }

  hear(state) {
    this.looking = null;
    this.plies = [];
    this.state = state;
  }

  async look(ply) {
    if (ply === null) {
      this.looking = null;
    } else {
      if (!this.plies.length) this.plies = (await read("history")).plies;
      this.looking = Math.max(0, Math.min(ply, this.plies.length - 1));
    }
    this.table.moveInput.clear(true);
    this.table.render();
  }

  step(by) {
    const now = this.looking === null ? this.table.state.turns.length : this.looking;
    const next = now + by;
    if (next > this.table.state.turns.length) return;
    this.look(next === this.table.state.turns.length && by > 0 ? null : next);
  }

  render() {
    const { turns } = this.table.state;
    say($("#ply"), t("ply", { n: this.looking ?? turns.length }));
    const key = JSON.stringify([turns, this.looking, lang()]);
    if (key === this.key) return;
    this.key = key;
    const list = $("#turns");
    const at = this.looking ?? turns.length;
    list.replaceChildren(...rows(turns, (text, ply) => this.cell(text, ply, at)));
    const now = list.querySelector("[aria-current]");
    const box = $("#turns-scroll");
    if (now) box.scrollTop = now.offsetTop - box.clientHeight / 2;
    this.renderStepper(turns.length, at);
  }

  cell(text, ply, at) {
    return h("button", { type: "button", class: "turn", "aria-current": ply === at ? "step" : null,
      onclick: () => this.look(ply === this.table.state.turns.length ? null : ply) }, pretty(text));
  }

  renderStepper(count, at) {
    const root = $("#stepper");
    root.hidden = this.looking === null;
    if (root.hidden) return;
    const go = (key, ply, disabled) => h("button", { type: "button", disabled, onclick: () => this.look(ply) }, t(key));
    root.replaceChildren(
      go("first", 0, at === 0), go("back", at - 1, at === 0), go("on", at + 1, at >= count),
      h("button", { type: "button", class: "filled", onclick: () => this.look(null) }, t("live")));
  }
}
