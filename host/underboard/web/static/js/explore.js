// The analysis board: any turn of a record tried, values at every turn, variations that are kept.

import { order, read } from "./api.js";
import { Board } from "./board.js";
import { MoveInput } from "./move_input.js";
import { cueIcon } from "./cues.js";
import { h, say } from "./dom.js";
import { pageOf } from "./games.js";
import { shown } from "./replay.js";
import { pretty } from "./turns.js";
import { lang, t } from "./i18n.js";

const LOOKS = ["values", "cues", "off"];

// Values are the side to move's; never by hue alone: a shape, a word and a number each.
export function tagOf({ score, proven, plies }) {
  if (!proven) return { look: "about", text: t("value.about", { score: Math.round(100 * score) }) };
  const look = score > 0.5 ? "win" : score < 0.5 ? "loss" : "draw";
  return { look, text: look === "draw" || !plies ? t(`value.${look}.plain`) : t(`value.${look}`, { plies }) };
}

function badge(value) {
  const { look, text } = tagOf(value);
  return h("span", { class: `badge ${look}` }, text);
}

class Explorer {
  constructor(root, record, ply, kept, table) {
    Object.assign(this, { root, record, table, at: ply, line: [], asked: 0, told: null, kept, look: "values", known: new Map() });
    const picture = h("div", { class: "board-picture" });
    this.board = new Board({ picture, t, tapped: (...how) => this.moveInput.tap(...how) });
    this.moveInput = new MoveInput((text) => this.go([...this.line, text]), () => this.draw());
    this.title = h("h1", { tabindex: -1, "aria-live": "polite" }, t("explore"));
    this.said = h("p", { role: "status", class: "explore-said" });
    this.values = h("ol", { class: "values" });
    this.count = h("span", { class: "note" });
    this.bests = h("div", { class: "best-line" });
    this.source = h("div");
    this.judged = h("div", { class: "card", hidden: true });
    this.lines = h("ul", { class: "lines" });
    this.looks = h("div", { class: "switch-games", role: "group", "aria-label": t("explore.look") }, LOOKS.map((look) =>
      h("button", { type: "button", class: "button", "data-look": look, onclick: () => this.see(look) }, t(`explore.look.${look}`))));
    this.build(picture);
    this.see("values");
  }

  build(picture) {
    const { state, me } = this.table;
    const button = (key, work, look = "") => h("button", { type: "button", class: look, "data-do": key, onclick: work }, t(key));
    const step = (key, by, sign) => h("button", { type: "button", "aria-label": t(key), onclick: () => this.step(by) }, sign);
    const sign = (cue, key) => h("li", {}, cueIcon(cue), t(key));
    this.root.replaceChildren(
      h("p", {}, h("a", { href: `#records/${this.record.game.number}` }, `◂ ${t("records.replay")}`)),
      h("div", { class: "explore" },
        h("div", { class: "explore-board" },
          h("div", { class: "rules-head" }, this.title, this.looks), this.said, picture,
          h("div", { class: "card best-card" }, h("span", { class: "note" }, t("explore.best")), this.bests,
            h("span", { class: "steps" }, step("back", -1, "◂"), step("on", 1, "▸"))),
          h("ul", { class: "legend" }, ["win", "draw", "loss"].map((look) => h("li", {}, h("span", { class: `badge ${look}` }, t(`value.${look}.plain`)))),
            sign("HINT", "explore.best-turn"), sign("SURPLUS", "explore.played"))),
        h("div", { class: "explore-column" },
          h("section", { class: "card" }, h("div", { class: "card-head" }, h("h2", {}, t("turns")), this.count), this.values),
          h("section", { class: "card" }, h("h2", {}, t("source")), this.source)),
        h("div", { class: "explore-column" }, this.judged,
          h("section", { class: "card" }, h("div", { class: "card-head" }, h("h2", {}, t("explore.lines")), h("span", { class: "note" }, t("explore.kept"))),
            this.lines, h("p", { class: "note" }, t("explore.how")), button("explore.drop", () => this.drop(), "plain")),
          h("div", { class: "row" }, state?.simulated && me.host ? button("records.from-here", () => this.play(), "filled") : null,
            me.host ? (this.shows = button("show-on-board", () => this.show())) : null))));
  }

  see(look) {
    this.look = look;
    for (const one of this.looks.children) one.setAttribute("aria-pressed", String(one.dataset.look === look));
    this.draw();
  }

  get sides() {
    return this.record.game.words[lang()].sides;
  }

  get turns() {
    return [...this.record.plies.slice(1, this.at + 1).map((one) => one.last.text), ...this.line];
  }

  get played() {
    return this.line.length ? "" : this.record.plies[this.at + 1]?.last.text || "";
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
      this.moveInput.offer(told.choices, true);
      this.keep();
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
    const { told, moveInput } = this;
    if (!told) return;
    const { name } = this.record.game;
    const best = told.values[0];
    const played = told.values.find((one) => one.turn === this.played);
    this.board.set({
      game: name, position: told.pieces, side: told.side, last: told.last, mine: true, label: t("board"),
      tags: moveInput.begun || this.look !== "values" ? [] : tagsOf(told.values),
      choices: { targets: moveInput.targets(), starts: moveInput.starts(), chosen: moveInput.steps },
      lit: moveInput.begun ? moveInput.cues() : this.look === "off" ? [] : lights(best, played, pageOf(name).asides),
    });
    say(this.title, this.heading(best));
    say(this.said, t("explore.after", { n: this.turns.length }));
    say(this.count, t("explore.legal", { n: told.values.length + (told.more || 0) }));
    this.values.replaceChildren(...told.values.map((value) => h("li", { class: value === best ? "chosen" : "" },
      h("span", { class: "mark" }, value === best ? cueIcon("HINT") : value === played ? cueIcon("SURPLUS") : ""),
      h("button", { type: "button", class: "turn", onclick: () => this.go([...this.line, value.turn]) }, pretty(value.turn)), badge(value))),
      ...(told.more > 0 ? [h("li", { class: "note" }, t("explore.more", { n: told.more }))] : []));
    this.bests.replaceChildren(...told.line.map((text, n) =>
      h("button", { type: "button", class: "turn", onclick: () => this.go([...this.line, ...told.line.slice(0, n + 1)]) }, pretty(text))));
    const { kind, mb } = told.source;
    this.source.replaceChildren(h("strong", {}, t(`source.${kind}`)), h("p", { class: "note" }, t(`source.${kind}.about`, { mb })));
    if (this.shows) this.shows.disabled = !best;
    this.drawJudged(best, played);
    this.drawLines();
  }

  heading(best) {
    if (!best) return t(this.told.setup ? "explore.setup" : "explore.over");
    const side = this.sides[this.told.side];
    const { look } = tagOf(best);
    if (look === "about") return t("explore.about", { side, score: Math.round(100 * best.score) });
    return t(best.plies || look === "draw" ? `explore.${look}` : `explore.${look}.plain`, { side, plies: best.plies });
  }

  // What was played here and what is better, where that is another turn of another worth.
  drawJudged(best, played) {
    const differ = best && played && tagOf(best).text !== tagOf(played).text;
    this.judged.hidden = !differ;
    if (!differ) return;
    const row = (cue, key, value) => h("div", { class: "judged" }, cueIcon(cue), h("strong", {}, t(key, { turn: pretty(value.turn) })), badge(value));
    this.judged.replaceChildren(row("SURPLUS", "played", played), row("HINT", "better", best));
  }

  // Each line under the turn of the game that it leaves; what its end is worth, once that is known.
  drawLines() {
    const now = this.key();
    this.lines.replaceChildren(...[...this.kept].sort((one, two) => parseInt(one, 10) - parseInt(two, 10)).map((text) => {
      const [at, ...line] = text.split(" ");
      const value = this.known.get(text);
      return h("li", { class: text === now ? "chosen" : "" }, h("button", { type: "button", class: "turn", onclick: () => {
        this.at = Number(at);
        this.go(line);
      } }, h("span", { class: "note" }, `${Number(at) + 1} `), line.map(pretty).join("  ")), value ? badge(value) : "");
    }));
  }

  key() {
    return [this.at, ...this.line].join(" ");
  }

  // What is tried becomes a branch; one that goes on from another takes its place.
  keep() {
    const key = this.key();
    const [best] = this.told.values;
    // A line is worth to the side that leaves the game what its end is worth.
    const { length } = this.line;
    if (best && length) this.known.set(key, { ...best, score: length % 2 ? 1 - best.score : best.score, plies: best.plies && best.plies + length });
    if (!this.line.length || this.kept.some((one) => one === key || one.startsWith(`${key} `))) return;
    this.kept = [...this.kept.filter((one) => !key.startsWith(`${one} `)), key];
    this.save();
  }

  drop() {
    const key = this.key();
    this.kept = this.kept.filter((one) => one !== key && !one.startsWith(`${key} `));
    this.save();
    this.go([]);
  }

  save() {
    return order("variations", { number: this.record.game.number, lines: JSON.stringify(this.kept) }).catch((no) => say(this.said, no.message || t("failed")));
  }

  play() {
    const { name, variant } = this.record.game;
    return this.leave("new", { game: name, variant, start: this.told.position });
  }

  show() {
    return this.leave("study", shown(this.record.game, this.told.position, this.told.values[0].turn));
  }

  async leave(path, fields) {
    try {
      await order(path, fields);
      location.hash = "#table";
    } catch (no) {
      say(this.said, no.message || t("failed"));
    }
  }
}

// A cell that is reached in several ways shows its best; the list tells them apart.
function tagsOf(values) {
  const tags = new Map();
  for (const value of values) if (value.proven && !tags.has(value.to)) tags.set(value.to, { cell: value.to, ...tagOf(value) });
  return [...tags.values()];
}

function lights(best, played, asides) {
  const lit = played && played !== best ? [{ cell: played.to, cue: "SURPLUS" }] : [];
  if (best?.from && !asides.includes(best.from)) lit.push({ cell: best.from, cue: "HINT_FROM" });
  return best ? [...lit, { cell: best.to, cue: "HINT" }] : lit;
}

export async function showExplore(root, table) {
  await table.ready;
  const [, number, ply] = location.hash.split("/").map(Number);
  const record = await read(`records/${number}`);
  const { lines } = await read(`variations/${number}`);
  await new Explorer(root, record, Math.min(ply || 0, record.plies.length - 1), lines, table).go([]);
}
