// The editor: pieces from a palette to cells; the rules say what is wrong, then it is played.

import { order, read } from "./api.js";
import { Board } from "./board.js";
import { $, h, say } from "./dom.js";
import { CELLS as GYGES } from "./gyges.js";
import { CELLS as PYLOS, supports } from "./pylos.js";
import { has, lang, t } from "./words.js";

const NAMES = { pylos: "Pylos", apagos: "Apagos", gyges: "Gygès" };
const CELLS = { pylos: PYLOS, gyges: GYGES };
const LETTERS = { pylos: "LD", apagos: "WB", gyges: "SN" };
const TOOLS = { pylos: ["L", "D"], gyges: ["1", "2", "3"], apagos: ["W", "B", "1", "3", "5", "7"] };
const NONE = { pylos: ".", gyges: "0", apagos: "." };
const ALL = { pylos: [15, 15], apagos: [10, 10], gyges: [4, 4, 4] };

// The text of a position, as the rules read it.
export function textOf(game, pieces, side, settingUp = false) {
  const letter = LETTERS[game][side];
  if (game === "apagos") {
    const count = (holes, one) => [...holes].filter((ball) => ball === one).length;
    return [...pieces.squares.map((holes) => `${holes.length}:${count(holes, "W")},${count(holes, "B")}`), letter].join(" ");
  }
  if (game === "gyges") {
    const rows = [0, 1, 2, 3, 4, 5].map((row) => pieces.cells.slice(6 * row, 6 * row + 6)).join("/");
    const goals = ["N", "S"].map((goal, n) => (pieces.cells[36 + n] === "0" ? "" : ` ${goal}${pieces.cells[36 + n]}`)).join("");
    return `${rows} ${letter}${settingUp ? " setup" : goals}`;
  }
  let at = 0;
  const levels = [4, 3, 2, 1].map((size) => Array.from({ length: size }, () => pieces.cells.slice(at, (at += size))).join("/"));
  return `${levels.join(" ")} ${letter}`;
}

class Editor {
  // shared: {game, variant, text} out of a link, or null.
  constructor(root, table, games, shared = null) {
    this.root = root;
    this.table = table;
    this.games = games;
    this.asked = 0;
    this.settingUp = false;
    const played = table.state?.game.name;
    this.game = shared?.game || (played in NAMES ? played : "pylos");
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
            pick("game", Object.entries(NAMES), game, (name) => this.change(name), !table.state?.simulated),
            pick("variant", this.variants().map((one) => [one, has(`variant.${one}`) ? t(`variant.${one}`) : one]), this.variant, (variant) => {
              this.variant = variant;
              this.draw();
            })),
          this.sides, plan,
          game === "gyges" ? h("label", { class: "check" }, h("input", { type: "checkbox", name: "setup", checked: this.settingUp, onchange: (event) => {
            this.settingUp = event.target.checked;
            this.draw();
          } }), t("edit.setup")) : null,
          h("label", { class: "field", for: "position-text" }, h("span", {}, t("edit.text")), this.text),
          h("div", { class: "row sides" }, button("clear", () => this.clear()), button("usual", () => this.load("")),
            this.boards() ? button("board", () => this.load(this.boards())) : null),
          h("p", { class: "note" }, t("edit.keys")),
          this.failed,
          h("div", { class: "row" }, h("a", { class: "button", href: "#new" }, t("cancel")), mine ? this.begin : null))));
    plan.addEventListener("keydown", (event) => this.key(event));
    this.choose(TOOLS[game][0]);
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
    const tools = [...TOOLS[game], "none"];
    const label = (one) => {
      if (one === "none") return t("edit.none");
      if (game === "gyges") return t(`ring.${one}`);
      return /\d/.test(one) ? t("edit.square", { n: one }) : t(`ball.${one}`);
    };
    this.palette.replaceChildren(...tools.map((one, n) => h("button", { type: "button", class: `tool ${one === tool ? "chosen" : ""}`,
      "data-tool": one, "aria-pressed": String(one === tool), "aria-keyshortcuts": String(n + 1), onclick: () => {
        this.choose(one);
        $(`[data-tool="${one}"]`, this.palette).focus();
      } },
      h("i", { class: `swatch ${game} swatch-${one}`, "aria-hidden": "true" }), h("span", {}, label(one)), this.left(one))));
  }

  // How many of a piece are left, as a note beside it.
  left(one) {
    const { game, pieces } = this;
    const n = TOOLS[game].indexOf(one);
    if (!pieces || n < 0 || n >= ALL[game].length) return null;
    const all = game === "apagos" ? pieces.squares.join("") : pieces.cells;
    return h("span", { class: "note" }, String(ALL[game][n] - [...all].filter((letter) => letter === one).length));
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const tools = [...TOOLS[this.game], "none"];
    const cell = event.target.dataset?.cell;
    if (/^[1-9]$/.test(event.key) && tools[event.key - 1]) this.choose(tools[event.key - 1]);
    else if (cell && (event.key === "Delete" || event.key === "Backspace")) this.put(cell, "none");
    else return;
    event.preventDefault();
  }

  tap(cell, role, how) {
    if (!this.pieces) return;
    if (how === "grab") {
      this.held = cell;
      return;
    }
    if (how === "drop") this.carry(this.held, cell, role);
    else this.put(cell, this.tool, role);
    this.held = "";
  }

  at(cell) {
    return CELLS[this.game].indexOf(cell);
  }

  // Carries a piece from cell to cell.
  carry(from, to) {
    if (!from || from === to) return;
    if (this.game === "apagos") {
      const ball = [...this.pieces.squares[from - 1]].filter((one) => one !== ".").pop();
      if (!ball || !this.pieces.squares[to - 1].includes(".")) return;
      this.put(from, "none", `ball-${ball}`);
      this.put(to, ball);
      return;
    }
    const piece = this.pieces.cells[this.at(from)];
    this.put(from, "none");
    this.put(to, piece, "", true);
  }

  put(cell, tool, role = "", always = false) {
    const { game, pieces } = this;
    if (game === "apagos") {
      const squares = [...pieces.squares];
      squares[cell - 1] = square(squares[cell - 1], tool, role);
      this.pieces = { ...pieces, squares };
    } else {
      const cells = [...pieces.cells];
      const n = this.at(cell);
      const what = tool === "none" ? NONE[game] : tool;
      // The same piece once more takes it off.
      cells[n] = cells[n] === what && !always ? NONE[game] : what;
      this.pieces = { ...pieces, cells: cells.join("") };
    }
    this.draw();
    this.board.set(this.view());
    say($("#polite"), this.board.plan.buttons.get(cell)?.getAttribute("aria-label") || "");
  }

  clear() {
    if (!this.pieces) return;
    if (this.game === "apagos") this.pieces = { ...this.pieces, squares: this.pieces.squares.map((holes) => ".".repeat(holes.length)) };
    else this.pieces = { ...this.pieces, cells: NONE[this.game].repeat(CELLS[this.game].length) };
    this.draw();
  }

  view() {
    const { game, pieces } = this;
    const cells = CELLS[game] || ["1", "2", "3", "4"];
    const stands = (cell) => pieces.cells[this.at(cell)] !== NONE[game];
    // In the picture a ball may be laid where four carry it; the plan takes every cell.
    const targets = cells.filter((cell) => game !== "pylos" || stands(cell) || supports(cell).every(stands));
    return {
      game, position: pieces, side: game === "pylos" ? Number(this.tool === "D") : this.side, mine: true, label: t("board"),
      choices: { targets: new Set(targets), starts: new Set(game === "apagos" ? [] : cells), chosen: [] },
    };
  }

  draw() {
    this.board.set(this.view());
    this.choose(this.tool);
    this.check(textOf(this.game, this.pieces, this.side, this.settingUp));
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

// A square of Apagos after something was put there: a ball, another number of holes, or nothing.
function square(holes, tool, role) {
  const balls = holes.replaceAll(".", "");
  if (/\d/.test(tool)) return balls.slice(0, Number(tool)).padEnd(Number(tool), ".");
  if (tool !== "none") return balls.length < holes.length ? (balls + tool).padEnd(holes.length, ".") : holes;
  const at = role.startsWith("ball-") ? balls.lastIndexOf(role[5]) : balls.length - 1;
  return (balls.slice(0, Math.max(at, 0)) + balls.slice(at + 1)).padEnd(holes.length, ".");
}

// The position that a link holds: #edit/GAME/VARIANT/TEXT.
function sharedBy(hash) {
  const [, game, variant, ...rest] = hash.split("/");
  if (!(game in NAMES)) return null;
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
