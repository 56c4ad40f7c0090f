// The page: language, address, event stream, views.

import { firstLanguage, placeLanguageControl } from "../languages.js";
import { welcome } from "./api.js";
import { cueDefinitions } from "./cues.js";
import { $, h, say } from "./dom.js";
import { Feed } from "./feed.js";
import { loadPages } from "./games.js";
import { Table } from "./table.js";
import { showView } from "./views.js";
import { definitions } from "./wood.js";
import { lang, speak, t } from "./i18n.js";

const VERSION = 1;
let table;
let isLinked = false;

function drawDefinitions() {
  const svg = definitions();
  $("defs", svg).append(...cueDefinitions());
  document.body.prepend(svg);
}

export async function changeLanguage(wanted) {
  await speak(wanted);
  for (const node of document.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  placeLanguageControl($("#language"), lang(), changeLanguage);
  say($("#flip"), t("flip"));
  say($("#apart"), t("slices"));
  say($("#menu"), `☰ ${t("menu")}`);
  $("#switch").setAttribute("aria-label", t("see"));
  if (!table?.state) say($("#title"), t("loading"));
  table?.turns && (table.turns.key = "");
  table?.render();
  renderLink();
  showView(table);
}

function renderLink() {
  const state = table?.state;
  const there = isLinked && state?.board.there;
  const key = !isLinked ? "link.lost" : !there ? "link.gone" : state.simulated ? "link.sim" : "link.board";
  say($("#link span"), t(state || !isLinked ? key : "loading"));
  $("#link").classList.toggle("there", Boolean(there));
}

// The page is older than its server: it loads itself anew.  Still another one: the files are
// newer than the program that runs, and to load them again would never end.
function renew(version) {
  const key = "underboard.renewed";
  if (sessionStorage.getItem(key) !== String(version)) {
    sessionStorage.setItem(key, String(version));
    location.reload();
  } else if (!$("#updated")) {
    $("header").after(h("p", { class: "banner", id: "updated", role: "alert" }, t("updated")));
  }
}

async function begin() {
  document.documentElement.dataset.theme = localStorage.getItem("underboard.theme") || "auto";
  drawDefinitions();
  await Promise.all([speak(firstLanguage()), loadPages()]);
  table = new Table();
  await changeLanguage(lang());
  addEventListener("hashchange", () => {
    table.actions.toggleMenu(false);
    showView(table);
  });
  // A skip link leads to the main part of the view that is shown.
  $("#skip").addEventListener("click", (event) => {
    event.preventDefault();
    const view = $(".view:not([hidden])");
    if (view.id === "table" && table.board.plan?.focus) table.board.focus();
    else (view.querySelector("h1[tabindex]") || view).focus();
  });
  const feed = new Feed(
    async (state) => {
      if (state.version !== VERSION) {
        renew(state.version);
        return;
      }
      await table.hear(state);
      renderLink();
      table.known();
    },
    (linked) => {
      if (linked === isLinked) return;
      isLinked = linked;
      renderLink();
    },
  );
  if (!("EventSource" in window)) $("header").after(h("p", { class: "banner", role: "status" }, t("no-events")));
  await welcome();
  feed.open();
}

begin();
