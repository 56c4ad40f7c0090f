// A game of the records, ply by ply, with its review.

import { order, read } from "./api.js";
import { Board } from "./board.js";
import { $, h, say } from "./dom.js";
import { players } from "./players.js";
import { Review, SIGNS } from "./review.js";
import { pretty, rows } from "./turns.js";
import { lang, t } from "./i18n.js";

const PLAY_MS = 1100;
let timer = null;

export function stop() {
  clearInterval(timer);
  timer = null;
}

class Replay {
  constructor(root, { game, plies }, table) {
    Object.assign(this, { root, game, plies, table, at: plies.length - 1, judged: new Map() });
    const picture = h("div", { class: "board-picture" });
    this.board = new Board({ picture, t });
    this.title = h("h2", { "aria-live": "polite" });
    this.head = h("h1", { tabindex: -1 }, `${this.words.game}, ${players(game.players)}`);
    this.under = h("p", {}, this.words.ending || t("records.open"));
    this.list = h("ol", { class: "turn-list" }, rows(plies.slice(1).map((one) => one.last.text), (text, ply) =>
      h("button", { type: "button", class: "turn", "data-ply": ply, onclick: () => this.leap(ply) }, pretty(text))));
    this.review = new Review(game.number, (ply) => this.leap(ply), (found) => this.hear(found));
    this.build(picture);
    this.render();
  }

  get words() {
    return this.game.words[lang()];
  }

  build(picture) {
    const { number } = this.game;
    const button = (key, work) => h("button", { type: "button", onclick: work }, t(key));
    const { state, me } = this.table;
    const mayLay = state?.simulated && me.host;
    this.show = h("button", { type: "button", class: "filled", hidden: true, "data-do": "show", onclick: () => this.showOnBoard() }, t("show-on-board"));
    this.said = h("p", { role: "status", class: "note" });
    const link = h("a", { class: "button", "data-do": "explore", onclick: () => (link.href = `#explore/${number}/${this.shownPly}`) }, t("explore"));
    link.href = `#explore/${number}/${this.at}`;
    this.root.replaceChildren(
      h("p", {}, h("a", { href: "#records" }, `◂ ${t("records.title")}`)), this.head, this.under,
      h("div", { class: "replay" },
        h("div", { class: "replay-left" }, this.review.graph,
          h("div", { class: "replay-board" }, picture,
            h("div", { class: "replay-said" }, this.title, this.review.told,
              h("div", { class: "row start" }, this.show, mayLay ? button("records.from-here", () => this.fromHere()) : null, link),
              this.said))),
        h("div", { class: "replay-right" },
          h("div", { class: "card" }, h("div", { class: "card-head" }, h("h2", {}, t("turns")), h("span", { class: "note" }, this.words.sides.join(" · "))),
            h("div", { class: "turns-scroll", tabindex: 0, role: "region", "aria-label": t("turns") }, this.list)),
          (this.legend = h("div", { class: "note", hidden: true }, h("p", {}, h("span", { class: "bad" }, SIGNS.blunder), ` ${t("review.blunder")}`),
            h("p", {}, h("span", { class: "bad" }, SIGNS.mistake), ` ${t("review.mistake")}`))),
          h("div", { class: "row" }, button("first", () => this.leap(0)), button("back", () => this.leap(this.at - 1)), this.review.next,
            button("on", () => this.leap(this.at + 1, true)), button("last", () => this.leap(this.plies.length - 1)), button("play.record", () => this.play())))));
  }

  // The review is there: what it found is marked in the list and told above.
  hear(found) {
    if (!found.turns.length) return;
    for (const turn of found.turns) {
      this.judged.set(turn.ply, turn);
      if (SIGNS[turn.kind]) this.list.querySelector(`[data-ply="${turn.ply}"]`)?.append(h("span", { class: "bad" }, ` ${SIGNS[turn.kind]}`));
    }
    this.legend.hidden = !found.turns.some((turn) => turn.kind !== "good");
    say(this.head, found.words[lang()].title.replace(/\.$/, ""));
    say(this.under, `${this.words.game}, ${players(this.game.players)} · ${t("review.sums", { n: found.plies, mistakes: found.mistakes, blunders: found.blunders })}`);
    this.render();
  }

  // A mistake is shown on the position in which it was made.
  get mistake() {
    const turn = this.judged.get(this.at);
    return turn && turn.kind !== "good" ? turn : null;
  }

  get shownPly() {
    return this.mistake ? this.at - 1 : this.at;
  }

  render(moved = false) {
    const { mistake, game } = this;
    const ply = this.plies[this.shownPly];
    const lit = mistake
      ? [["SURPLUS", mistake.cells[1]], ["HINT_FROM", mistake.best_cells[0]], ["HINT", mistake.best_cells[1]]]
      : [["LAST", ply.last && (ply.last.at ?? ply.last.to)]];
    this.board.set({ game: game.name, position: ply.pieces, label: t("board"), last: mistake ? null : ply.last,
      side: mistake ? mistake.side : 0, lit: lit.filter(([, cell]) => cell).map(([cue, cell]) => ({ cue, cell })) });
    const told = this.plies[this.at].words[lang()];
    say(this.title, this.at ? `${this.at}. ${told}` : t("start"));
    for (const button of this.list.querySelectorAll("button")) {
      if (Number(button.dataset.ply) === this.at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    const now = this.list.querySelector("[aria-current]");
    if (now) now.closest(".turns-scroll").scrollTop = now.offsetTop - 60;
    this.review.at(this.at);
    this.show.hidden = !(mistake && this.table.me.host);
    if (moved && !mistake) this.board.animate(ply.last);
  }

  leap(ply, moved = false) {
    stop();
    this.go(ply, moved);
  }

  go(ply, moved) {
    this.at = Math.max(0, Math.min(ply, this.plies.length - 1));
    this.render(moved);
  }

  play() {
    if (timer) return stop();
    if (this.at === this.plies.length - 1) this.go(0);
    timer = setInterval(() => {
      if (this.at === this.plies.length - 1 || $("#records").hidden) stop();
      else this.go(this.at + 1, true);
    }, PLAY_MS);
  }

  fromHere() {
    const { name, variant } = this.game;
    return this.order("new", { game: name, variant, start: this.plies[this.shownPly].position });
  }

  showOnBoard() {
    return this.order("study", shown(this.game, this.plies[this.shownPly].position, this.mistake.best));
  }

  async order(path, fields) {
    try {
      await order(path, fields);
      location.hash = "#table";
    } catch (no) {
      say(this.said, no.message || t("failed"));
    }
  }
}

// The order that has a position laid out on the board, with a turn lit.
export const shown = ({ name, variant, options }, start, turn) =>
  ({ what: "show", game: name, variant, options: options || "", start, turn });

export async function showGame(root, number, table) {
  await table.ready;
  new Replay(root, await read(`records/${number}`), table);
}
