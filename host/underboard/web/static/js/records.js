// The library of records: search, continue, export, import, delete.

import { order, read } from "./api.js";
import { h, say } from "./dom.js";
import { titleOf } from "./games.js";
import { showGame, stop } from "./replay.js";
import { players } from "./players.js";
import { has, lang, t } from "./i18n.js";

const UNDO_MS = 10000;

export async function showRecords(root, table) {
  stop();
  const number = Number(location.hash.split("/")[1]);
  try {
    if (number) await showGame(root, number, table);
    else await showList(root, table);
  } catch (no) {
    root.replaceChildren(h("h1", {}, t("records.title")), h("p", { class: "error" }, no.message || t("failed")));
  }
}

const date = (text) => (text ? new Date(text).toLocaleString(lang(), { dateStyle: "medium", timeStyle: "short" }) : "");

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
    h("td", {}, `${titleOf(game.name)}, ${has(`variant.${game.variant}`) ? t(`variant.${game.variant}`) : game.variant}`),
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
