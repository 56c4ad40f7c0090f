// The editor: pieces from a palette to cells; the rules say what is wrong, then it is played.

import { order, read } from "./api.js";
import { Board } from "./board.js";
import { $, h, say } from "./dom.js";
import { gamesWith, pageOf, usual, wordsOf } from "./games.js";
import { has, lang, t } from "./i18n.js";

class Editor {
  // shared: {game, variant, text} out of a link, or null.
  constructor(root, table, games, shared = null) {
    this.root = root;
    this.table = table;
    this.games = games;
    this.asked = 0;
    this.settingUp = false;
    const played = table.state?.game.name;
    this.game = shared?.game || (pageOf(played).editor ? played : usual);
    this.variant = shared?.variant || (shared || this.game !== played ? "" : table.state.game.variant) || games[this.game].variants[0];
    this.side = table.state?.game.side || 0;
    this.build();
    this.load(shared ? shared.text : this.boards());
  }

  boards() {
    const { state } = this.table;
    return state && state.game.name === this.game && !state.pieces.beside?.length ? state.game.position.replace(" setup", "") : "";
  }

  build() {
    const { game, root, table } = this;
    this.page = pageOf(game);
    this.edits = this.page.editor;
    this.own = wordsOf(game, t);
    const mine = table.me.host;
    const pick = (name, options, chosen, work, disabled = false) => h("label", { class: "field" }, h("span", {}, t(`new.${name}`)),
      h("select", { name, disabled, onchange: (event) => work(event.target.value) },
        options.map(([value, text]) => h("option", { value, selected: value === chosen }, text))));
    const button = (name, work, look = "") => h("button", { type: "button", class: look, "data-do": name, onclick: work }, t(`edit.${name}`));
    const picture = h("div", { class: "board-picture" });
    const plan = h("div");
    this.board = new Board({ picture, plan, t, tapped: (...how) => this.tap(...how) });
    this.palette = h("div", { class: "palette", role: "group", "aria-label": t("edit.palette") });
    this.sides = h("div", { class: "row sides", role: "group", "aria-label": t("edit.side") });
    this.verdict = h("p", { class: "verdict", role: "status" });
    this.failed = h("p", { class: "error", role: "alert" });
    this.text = h("input", { id: "position-text", spellcheck: "false", autocomplete: "off", maxlength: 120,
      oninput: () => {
        this.asked += 1; // what is still being asked must not overwrite what is being typed
        this.begin.disabled = true;
      },
      onchange: (event) => this.load(event.target.value.trim()) });
    this.begin = button("begin", () => this.play(), "filled");
    root.replaceChildren(
      h("h1", {}, t("edit.title")),
      h("div", { class: "replay editor" },
        h("div", { class: "replay-picture" }, this.palette, picture, this.verdict),
        h("div", { class: "card form" },
          h("div", { class: "seat" },
            pick("game", gamesWith("editor"), game, (name) => this.change(name), !table.state?.simulated),
            pick("variant", this.variants().map((one) => [one, has(`variant.${one}`) ? t(`variant.${one}`) : one]), this.variant, (variant) => {
              this.variant = variant;
              this.draw();
            })),
          this.sides, plan,
          this.edits.setsUp ? h("label", { class: "check" }, h("input", { type: "checkbox", name: "setup", checked: this.settingUp, onchange: (event) => {
            this.settingUp = event.target.checked;
            this.draw();
          } }), this.own("edit.setup")) : null,
          h("label", { class: "field", for: "position-text" }, h("span", {}, t("edit.text")), this.text),
          h("div", { class: "row sides" }, button("clear", () => this.clear()), button("usual", () => this.load("")),
            this.boards() ? button("board", () => this.load(this.boards())) : null),
          h("p", { class: "note" }, t("edit.keys")),
          this.failed,
          h("div", { class: "row" }, h("a", { class: "button", href: "#new" }, t("cancel")), mine ? this.begin : null))));
    plan.addEventListener("keydown", (event) => this.key(event));
    this.choose(this.edits.tools[0]);
  }

  // Squares that players lay out themselves have no position of their own.
  variants() {
    return this.games[this.game].variants.filter((one) => one !== "set-up");
  }

  change(name) {
    this.game = name;
    this.root.dataset.checked = "";
    this.pieces = null;
    this.settingUp = false;
    this.side = 0;
    [this.variant] = this.variants();
    this.build();
    $("select[name=game]", this.root).focus();
    this.load(this.boards());
  }

  choose(tool) {
    this.tool = tool;
    const { game } = this;
    const tools = [...this.edits.tools, "none"];
    const label = (one) => (one === "none" ? t("edit.none") : this.edits.label(one, this.own));
    this.palette.replaceChildren(...tools.map((one, n) => h("button", { type: "button", class: `tool ${one === tool ? "chosen" : ""}`,
      "data-tool": one, "aria-pressed": String(one === tool), "aria-keyshortcuts": String(n + 1), onclick: () => {
        this.choose(one);
        $(`[data-tool="${one}"]`, this.palette).focus();
      } },
      h("i", { class: `swatch ${game} swatch-${one}`, "aria-hidden": "true" }), h("span", {}, label(one)), this.left(one))));
  }

  // How many of a piece are left, as a note beside it.
  left(one) {
    const left = this.pieces && one !== "none" ? this.edits.left(this.pieces, one) : null;
    return left === null ? null : h("span", { class: "note" }, String(left));
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const tools = [...this.edits.tools, "none"];
    const cell = event.target.dataset?.cell;
    if (/^[1-9]$/.test(event.key) && tools[event.key - 1]) this.choose(tools[event.key - 1]);
    else if (cell && (event.key === "Delete" || event.key === "Backspace")) this.put(this.edits.put(this.pieces, cell, "none"), cell);
    else return;
    event.preventDefault();
  }

  tap(cell, role, how) {
    if (!this.pieces) return;
    if (how === "grab") {
      this.held = cell;
      return;
    }
    if (how === "drop") this.carry(this.held, cell);
    else this.put(this.edits.put(this.pieces, cell, this.tool, role), cell);
    this.held = "";
  }

  // Carries a piece from cell to cell.
  carry(from, to) {
    if (from && from !== to) this.put(this.edits.carry(this.pieces, from, to), to);
  }

  // Shows what stands now, and says what became of a cell.
  put(pieces, cell) {
    this.pieces = pieces;
    this.draw();
    this.board.set(this.view());
    say($("#polite"), this.board.plan.buttons.get(cell)?.getAttribute("aria-label") || "");
  }

  clear() {
    if (!this.pieces) return;
    this.pieces = this.edits.clear(this.pieces);
    this.draw();
  }

  view() {
    const { edits, game, page, pieces, side } = this;
    const cells = page.cells(pieces);
    const targets = edits.targets ? edits.targets(pieces) : cells;
    const starts = edits.grips ? edits.grips(pieces) : cells;
    return {
      game, position: pieces, side: edits.side ? edits.side(side, this.tool) : side, mine: true, label: t("board"),
      choices: { targets: new Set(targets), starts: new Set(starts), chosen: [] },
    };
  }

  draw() {
    this.board.set(this.view());
    this.choose(this.tool);
    this.check(this.edits.text(this.pieces, this.side, this.settingUp));
  }

  renderSides(names) {
    const focused = document.activeElement?.dataset?.side;
    this.sides.replaceChildren(h("span", {}, t("edit.side")), ...names.map((name, side) => h("button",
      { type: "button", "data-side": side, class: side === this.side ? "chosen" : "", "aria-pressed": String(side === this.side), onclick: () => {
        this.side = side;
        this.draw();
      } }, name)));
    if (focused) $(`[data-side="${focused}"]`, this.sides)?.focus();
  }

  // Asks the rules; only the newest answer counts.
  async ask(text) {
    const asked = ++this.asked;
    const query = new URLSearchParams({ game: this.game, variant: this.variant, text });
    const told = await read(`position?${query}`);
    return asked === this.asked ? told : null;
  }

  async check(text) {
    this.text.value = text;
    this.begin.disabled = true;
    try {
      const told = await this.ask(text);
      if (told) this.tell(told, text);
    } catch (no) {
      say(this.failed, no.message || t("failed"));
    }
  }

  tell(told, text) {
    const words = told.words[lang()];
    say(this.failed, this.warned || "");
    this.warned = "";
    say(this.verdict, words.text);
    this.verdict.classList.toggle("bad", !told.ok);
    this.begin.disabled = !told.ok;
    this.renderSides(words.sides);
    this.root.dataset.checked = text;
  }

  // Shows the position of a text; empty: the usual start.
  async load(text) {
    try {
      const told = await this.ask(text);
      if (!told) return;
      if (told.pieces) {
        this.pieces = told.pieces;
        this.side = told.side;
        this.settingUp = told.position.endsWith("setup");
        const box = $("input[name=setup]", this.root);
        if (box) box.checked = this.settingUp;
        this.draw();
      } else if (this.pieces) {
        this.tell(told, text);
      } else if (text && this.table.state?.game.position !== text) {
        // A link that was tampered with: said, and the usual start shown.
        this.warned = told.words[lang()].text;
        await this.load("");
      } else {
        await this.load(""); // a game that is over stands on the board
      }
    } catch (no) {
      say(this.failed, no.message || t("failed"));
    }
  }

  async play() {
    try {
      await order("new", { game: this.game, variant: this.variant, start: this.text.value });
      location.hash = "#table";
    } catch (no) {
      say(this.failed, no.message || t("failed"));
    }
  }
}

// The position that a link holds: #edit/GAME/VARIANT/TEXT.
function sharedBy(hash) {
  const [, game, variant, ...rest] = hash.split("/");
  if (!pageOf(game).editor) return null;
  try {
    return { game, variant, text: decodeURIComponent(rest.join("/")).slice(0, 120) };
  } catch {
    return { game, variant, text: rest.join("/").slice(0, 120) };
  }
}

export async function showEditor(root, table) {
  root.dataset.checked = "";
  await table.ready;
  new Editor(root, table, await read("games"), sharedBy(location.hash));
}
