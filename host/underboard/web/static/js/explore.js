// The analysis board: any turn of a record tried, values at every turn, variations that are kept.

import { order, read } from "./api.js";
import { Board } from "./board.js";
import { Choosing } from "./choosing.js";
import { $, h, say } from "./dom.js";
import { pretty } from "./turns.js";
import { t } from "./words.js";

// Values are the side to move's; never by hue alone: a shape, a word and a number each.
export function tagOf({ score, proven, plies }) {
  if (!proven) return { look: "about", text: t("value.about", { score: Math.round(100 * score) }) };
  const look = score > 0.5 ? "win" : score < 0.5 ? "loss" : "draw";
  return { look, text: look === "draw" || !plies ? t(`value.${look}.plain`) : t(`value.${look}`, { plies }) };
}

class Explorer {
  constructor(root, record, ply) {
    Object.assign(this, { root, record, at: ply, line: [], best: -1, asked: 0, told: null, kept: [] });
    const picture = h("div", { class: "board-picture" });
    this.board = new Board({ picture, t, tapped: (...how) => this.choosing.tap(...how) });
    this.choosing = new Choosing((text) => this.go([...this.line, text]), () => this.draw());
    this.title = h("h1", { tabindex: -1, "aria-live": "polite" }, t("explore"));
    this.said = h("p", { role: "status", class: "note" });
    this.values = h("ol", { class: "values" });
    this.bests = h("div", { class: "best-line" });
    this.lines = h("ul", { class: "lines" });
    root.replaceChildren(
      h("p", {}, h("a", { href: `#records/${record.game.number}` }, `◂ ${t("records.replay")}`)), this.title, this.said,
      h("div", { class: "explore" },
        h("div", { class: "replay-picture" }, picture,
          h("div", { class: "row start" },
            h("button", { type: "button", onclick: () => this.step(-1) }, t("back")),
            h("button", { type: "button", onclick: () => this.step(1) }, t("on")),
            h("button", { type: "button", onclick: () => this.keep() }, t("explore.keep"))), this.bests),
        h("section", { class: "card" }, h("h2", {}, t("turns")), this.values),
        h("section", { class: "card" }, h("h2", {}, t("explore.lines")), h("p", { class: "note" }, t("explore.how")), this.lines)));
  }

  get turns() {
    return [...this.record.plies.slice(1, this.at + 1).map((one) => one.last.text), ...this.line];
  }

  // Shows the position after these turns of a line of one's own; the record stays as it was played.
  async go(line) {
    this.line = line;
    const asked = ++this.asked;
    say(this.said, t("explore.running"));
    const { name, variant, options, start } = this.record.game;
    try {
      const told = await order("analysis", { game: name, variant, options: options || "", start: start || "", turns: this.turns.join(" ") });
      if (asked !== this.asked) return;
      this.told = told;
      say(this.said, "");
      this.choosing.offer(name, told.choices, true, told.side);
      this.draw();
    } catch (no) {
      if (asked !== this.asked) return;
      this.line = line.slice(0, -1);
      say(this.said, no.message || t("failed"));
    }
  }

  step(by) {
    if (by < 0 && this.line.length) this.go(this.line.slice(0, -1));
    else if (by < 0) this.move(this.at - 1);
    else if (this.line.length) this.go([...this.line, this.told.line[0]].filter(Boolean));
    else this.move(this.at + 1);
  }

  move(ply) {
    this.at = Math.max(0, Math.min(ply, this.record.plies.length - 1));
    this.go([]);
  }

  draw() {
    const { told, choosing } = this;
    if (!told) return;
    const { name } = this.record.game;
    const tags = new Map();
    // A cell that is reached in several ways shows its best; the list tells them apart.
    for (const value of told.values) if (value.proven && !tags.has(value.to)) tags.set(value.to, { cell: value.to, ...tagOf(value) });
    const best = told.values[0];
    const played = !this.line.length && this.record.plies[this.at + 1]?.last.text;
    this.board.set({
      game: name, position: told.pieces, side: told.side, last: told.last, mine: true, label: t("board"),
      tags: choosing.begun ? [] : [...tags.values()],
      choices: { targets: choosing.begun ? choosing.next() : choosing.starts(), starts: choosing.starts(), chosen: choosing.steps },
      lit: choosing.begun ? choosing.cues(() => false) : best ? [{ cell: best.to, cue: "HINT" }] : [],
    });
    say(this.title, best ? t("explore.title", { value: tagOf(best).text, n: this.turns.length }) : t("explore.over"));
    this.values.replaceChildren(...told.values.map((value) => h("li", {}, h("button", { type: "button", class: "turn", onclick: () => this.go([...this.line, value.turn]) },
      value === best ? "◆ " : value.turn === played ? "× " : "", pretty(value.turn)), badge(value))),
      told.more > 0 ? h("li", { class: "note" }, t("explore.more", { n: told.more })) : "");
    this.bests.replaceChildren(h("span", { class: "note" }, t("explore.best")), ...told.line.map((text, n) =>
      h("button", { type: "button", class: "turn", onclick: () => this.go([...this.line, ...told.line.slice(0, n + 1)]) }, pretty(text))));
    this.drawLines();
  }

  drawLines() {
    this.lines.replaceChildren(...this.kept.map((text) => {
      const [at, ...line] = text.split(" ");
      return h("li", {}, h("button", { type: "button", class: "turn", onclick: () => {
        this.at = Number(at);
        this.go(line);
      } }, `${at}: ${line.map(pretty).join(" ")}`));
    }));
  }

  async keep() {
    if (!this.line.length) return;
    this.kept = [...new Set([...this.kept, [this.at, ...this.line].join(" ")])];
    await order("variations", { number: this.record.game.number, lines: JSON.stringify(this.kept) });
    this.drawLines();
  }
}

function badge(value) {
  const { look, text } = tagOf(value);
  return h("span", { class: `badge ${look}` }, text);
}

export async function showExplore(root, table) {
  await table.ready;
  const [, number, ply] = location.hash.split("/").map(Number);
  const record = await read(`records/${number}`);
  const explorer = new Explorer(root, record, Math.min(ply || 0, record.plies.length - 1));
  explorer.kept = (await read(`variations/${number}`)).lines;
  await explorer.go([]);
}
