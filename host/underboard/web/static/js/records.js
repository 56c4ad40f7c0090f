// The library of records: search, replay, export, import, delete.

import { order, read } from "./api.js";
import { Board } from "./board.js";
import { $, h, say } from "./dom.js";
import { levelName } from "./players.js";
import { reviewOf } from "./review.js";
import { pretty } from "./turns.js";
import { has, lang, t } from "./words.js";

const NAMES = { pylos: "Pylos", apagos: "Apagos", gyges: "Gygès" };
const PLAY_MS = 1100;
const UNDO_MS = 10000;
let timer = null;

export async function showRecords(root, table) {
  clearInterval(timer);
  const number = Number(location.hash.split("/")[1]);
  try {
    if (number) await showGame(root, number, table);
    else await showList(root, table);
  } catch (no) {
    root.replaceChildren(h("h1", {}, t("records.title")), h("p", { class: "error" }, no.message || t("failed")));
  }
}

const date = (text) => (text ? new Date(text).toLocaleString(lang(), { dateStyle: "medium", timeStyle: "short" }) : "");

const players = (text) => text.split("|").map((who) => (has(`level.${who}`) ? levelName(who) : who === "human" ? t("who.human") : who)).join(" – ");

async function showList(root, table) {
  await table.ready;
  const body = h("tbody");
  const search = h("input", { type: "search", id: "records-search", autocomplete: "off", oninput: () => load() });
  const file = h("input", { type: "file", accept: ".json,.txt", class: "sr", id: "records-file" });
  const said = h("p", { role: "status" });
  file.addEventListener("change", async () => {
    if (!file.files.length) return;
    try {
      const { number } = await order("records/import", { text: await file.files[0].text() });
      say(said, t("records.imported", { n: number }));
      await load();
    } catch (no) {
      say(said, no.message || t("failed"));
    }
    file.value = "";
  });
  let latest = 0;
  const load = async () => {
    const asked = ++latest;
    const { games } = await read(`records?search=${encodeURIComponent(search.value)}`);
    if (asked !== latest) return; // answers may overtake one another
    const rows = games.map((game) => row(game, said, load, table));
    body.replaceChildren(...(rows.length ? rows : [h("tr", {}, h("td", { colspan: 6 }, t("records.none")))]));
  };
  const column = (name) => h("th", { scope: "col" }, t(`records.column.${name}`));
  root.replaceChildren(
    h("h1", {}, t("records.title")),
    h("div", { class: "row" }, h("label", { class: "field", for: "records-search" }, h("span", {}, t("records.search")), search),
      h("label", { class: "button import" }, t("records.import"), file)),
    said,
    h("div", { class: "scrolling card", tabindex: 0, role: "region", "aria-label": t("records.title") },
      h("table", { class: "list" },
        h("thead", {}, h("tr", {}, column("date"), column("game"), column("players"), column("turns"), column("result"), h("td", {}))),
        body)));
  await load();
}

function row(game, said, load, table) {
  const actions = h("div", { class: "row" });
  const usual = () => actions.replaceChildren(
    h("a", { class: "button", href: `#records/${game.number}` }, t("records.replay")),
    !game.outcome && table.me.host ? h("button", { type: "button", onclick: resume }, t("records.resume")) : null,
    h("a", { class: "button", href: `/api/records/${game.number}/json`, download: "" }, t("records.export")),
    h("button", { type: "button", "data-do": "delete", onclick: ask }, t("records.delete")));
  const resume = async () => {
    try {
      await order("resume", { number: game.number });
      location.hash = "#table";
    } catch (no) {
      say(said, no.message || t("failed"));
    }
  };
  // Asked with a button of its own, in another place than the one that was pressed.
  const ask = () => {
    const keep = h("button", { type: "button", onclick: usual }, t("no"));
    actions.replaceChildren(h("span", { class: "sure" }, t("records.delete.sure", { n: game.number })),
      h("button", { type: "button", class: "filled", "data-do": "delete-sure", onclick: remove }, t("records.delete.yes")), keep);
    keep.focus();
  };
  const remove = async () => {
    try {
      await order("records/delete", { number: game.number });
      await load();
      offerUndo(said, game.number, load);
    } catch (no) {
      say(said, no.message);
      usual();
    }
  };
  usual();
  return h("tr", {},
    h("td", {}, date(game.started)),
    h("td", {}, `${NAMES[game.name] || game.name}, ${has(`variant.${game.variant}`) ? t(`variant.${game.variant}`) : game.variant}`),
    h("td", {}, players(game.players)),
    h("td", { "data-column": t("records.column.turns") }, String(game.turns)),
    h("td", {}, game.words[lang()]),
    h("td", {}, actions));
}

// For ten seconds what was deleted can be had back.
function offerUndo(said, number, load) {
  const back = h("button", { type: "button", "data-do": "undelete", onclick: async () => {
    clearTimeout(over);
    await order("records/restore", { number });
    say(said, t("records.restored", { n: number }));
    await load();
  } }, t("undo.delete"));
  said.replaceChildren(t("records.deleted", { n: number }), " ", back);
  const over = setTimeout(() => said.contains(back) && said.replaceChildren(), UNDO_MS);
}

// The cell where a turn ends, by its text.
function goalOf(game, text) {
  const plain = text.split("x")[0];
  if (game === "apagos") return plain.at(-1);
  return plain.split(/[-@>]/).at(-1);
}

async function showGame(root, number, table) {
  const { game, plies } = await read(`records/${number}`);
  const picture = h("div", { class: "board-picture" });
  const board = new Board({ picture, t });
  const words = game.words[lang()];
  let at = plies.length - 1;
  const marks = new Map(); // what was better, by ply
  const title = h("h2", { "aria-live": "polite" });
  const list = h("ol", { class: "turn-list" });
  const review = reviewOf(number, (ply) => { stop(); go(ply); }, (found) => {
    const signs = { blunder: " !", mistake: " ?" };
    for (const turn of found.turns) {
      if (turn.kind !== "good" && turn.best) marks.set(turn.ply, { better: goalOf(game.name, turn.best) });
      const mark = signs[turn.kind];
      if (mark) list.querySelector(`[data-ply="${turn.ply}"]`)?.append(mark);
    }
    review.at(at);
  });
  const render = (moved = false) => {
    const ply = plies[at];
    const turn = marks.get(at);
    board.set({
      game: game.name, position: ply.pieces, label: t("board"), last: ply.last,
      lit: [...(ply.last ? [{ cell: game.name === "apagos" && ply.last.climbs ? String(Number(ply.last.to) + 1) : ply.last.to, cue: "LAST" }] : []),
        ...(turn?.better ? [{ cell: turn.better, cue: "HINT" }] : [])],
    });
    say(title, at ? `${at}. ${ply.words[lang()]}` : t("start"));
    for (const button of list.querySelectorAll("button")) {
      if (Number(button.dataset.ply) === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    review.at(at);
    if (moved) board.animate(ply.last);
  };
  const go = (ply, moved = false) => {
    at = Math.max(0, Math.min(ply, plies.length - 1));
    render(moved);
  };
  const stop = () => {
    clearInterval(timer);
    timer = null;
  };
  const play = () => {
    if (timer) return stop();
    if (at === plies.length - 1) go(0);
    timer = setInterval(() => {
      if (at === plies.length - 1 || $("#records").hidden) stop();
      else go(at + 1, true);
    }, PLAY_MS);
  };
  const button = (key, work) => h("button", { type: "button", onclick: work }, t(key));
  list.append(...plies.slice(1).map((ply) => h("li", {}, h("button",
    { type: "button", class: "turn", "data-ply": ply.ply, onclick: () => { stop(); go(ply.ply); } }, `${ply.ply}. ${pretty(ply.last.text)}`))));
  const fromHere = async () => {
    const position = plies[at].position;
    await order("new", { game: game.name, variant: game.variant, start: position });
    location.hash = "#table";
  };
  root.replaceChildren(
    h("p", {}, h("a", { href: "#records" }, `◂ ${t("records.title")}`)),
    h("h1", {}, `${words.game}, ${players(game.players)}`),
    h("p", {}, words.ending || t("records.open")),
    h("div", { class: "replay" },
      h("div", { class: "replay-picture" }, picture, title,
        h("div", { class: "row" }, button("first", () => { stop(); go(0); }), button("back", () => { stop(); go(at - 1); }),
          button("on", () => { stop(); go(at + 1, true); }), button("last", () => { stop(); go(plies.length - 1); }),
          button("play.record", play), table.state?.simulated && table.me.host ? button("records.from-here", fromHere) : null,
          h("a", { class: "button", href: `#explore/${number}/${at}`, "data-do": "explore", onclick: (event) => { event.currentTarget.href = `#explore/${number}/${at}`; } }, t("explore"))),
        review),
      h("div", { class: "card turns-scroll", tabindex: 0, role: "region", "aria-label": t("turns") }, list)));
  render();
}
