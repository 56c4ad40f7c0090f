// The other views: new game, settings, network; one at a time, by the address's fragment.

import { allowed } from "./attention.js";
import { order, read } from "./api.js";
import { $, h } from "./dom.js";
import { showEditor } from "./editor.js";
import { showExplore } from "./explore.js";
import { pageOf, usual } from "./games.js";
import { levelName } from "./players.js";
import { showRecords } from "./records.js";
import { showRules } from "./rules.js";
import { showShare } from "./share.js";
import { showStudy } from "./study.js";
import { has, lang, t } from "./i18n.js";

const CLOCKS = ["none", "10m", "5m+3s", "10m+5s", "5m-delay-3s", "glass-3m"];
const HINTS = ["none", "0", "1", "3", "5", "10"];
const VIEWS = { new: showNew, edit: showEditor, study: showStudy, records: showRecords, rules: showRules, share: showShare, explore: showExplore,
  network: showNetwork, settings: showSettings };

const TITLES = { new: "new.title", edit: "edit.title", settings: "settings", share: "share", explore: "explore" };

export function showView(table) {
  const name = location.hash.slice(1).split("/")[0];
  const view = name in VIEWS ? name : "table";
  // A browser would lead to the element that the address names, past the head of the page.
  if ($(`#${view}`).hidden) scrollTo(0, 0);
  for (const node of document.querySelectorAll(".view")) node.hidden = node.id !== view;
  for (const link of document.querySelectorAll("nav a")) {
    const here = link.getAttribute("href") === `#${view}`;
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (view === "table") return;
  const root = $(`#${view}`);
  // Never an empty page: what is read takes a while, or fails.
  const title = () => h("h1", { tabindex: -1 }, t(TITLES[view] || `nav.${view}`));
  if (!root.children.length) root.replaceChildren(title(), h("p", { class: "note loading", role: "status" }, t("loading.view")));
  Promise.resolve(VIEWS[view](root, table)).catch((no) => {
    root.replaceChildren(title(),
      h("p", { class: "error", role: "alert" }, no.message || t("failed")),
      h("div", { class: "row start" }, h("button", { type: "button", onclick: () => showView(table) }, t("again"))));
  });
}

export const field = (name, text, control) => h("label", { class: "field" }, h("span", {}, text), control);

export const choice = (name, options, chosen) => h("select", { name },
  options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));

function hintsOf(state) {
  const limit = String(state?.training?.limits[0] ?? "none");
  return HINTS.includes(limit) ? limit : "none";
}

async function showNew(root, table) {
  await table.ready;
  const state = table.state;
  const games = await read("games");
  const game = state?.game.name || usual;
  const form = h("form", { class: "card form" });
  const build = (name, who) => {
    const { levels, variants } = games[name];
    const seats = [["human", t("who.human")], ...levels.map((level) => [level, t("who.engine", { level: levelName(level) })])];
    const sides = name === game && state ? state.words[lang()].sides : ["1", "2"];
    const fields = [
      h("div", { class: "pair" },
        field("game", t("new.game"), choice("game", Object.entries(games).map(([one, { title }]) => [one, title]), name)),
        field("variant", t("new.variant"), choice("variant", variants.map((one) => [one, has(`variant.${one}`) ? t(`variant.${one}`) : one]), state?.game.variant))),
      h("fieldset", {}, h("legend", {}, t("seats.title")), [0, 1].map((side) => h("div", { class: "seat" },
        field("who", sides[side], choice(`who-${side}`, seats, who[side])),
        field("name", t("seats.name"), h("input", { name: `name-${side}`, maxlength: 30, value: state?.seats.names[side] || "" }))))),
      h("div", { class: "pair" },
        field("clock", t("clock"), choice("clock", CLOCKS.map((one) => [one, t(`clock.${one}`)]), CLOCKS.includes(state?.clock?.control) ? state.clock.control : "none")),
        field("hints", t("hints.limit"), choice("hints", HINTS.map((one) => [one, one === "none" ? t("hints.none") : one]), hintsOf(state)))),
      h("label", { class: "check" }, h("input", { type: "checkbox", name: "training", checked: Boolean(state?.training?.training) }), t("training")),
      field("start", t("new.start"), h("input", { name: "start", spellcheck: "false", autocomplete: "off" })),
      pageOf(name).editor ? h("a", { href: "#edit" }, t("new.edit")) : "",
      h("p", { class: "error", role: "alert" }),
      h("p", { class: "over", role: "alert" }),
      h("div", { class: "row" },
        h("a", { class: "button", href: "#table" }, t("cancel")),
        h("button", { type: "submit", class: "filled" }, t("new.begin"))),
    ];
    form.replaceChildren(...fields);
    form.elements.game.disabled = state ? !state.simulated : false;
    form.elements.game.addEventListener("change", (event) => build(event.target.value, ["human", games[event.target.value].levels[0] || "human"]));
  };
  build(game, state ? [...state.seats.who] : ["human", games[game].levels[0] || "human"]);
  form.onsubmit = async (event) => {
    event.preventDefault();
    const value = (name) => form.elements[name].value;
    // A game that goes on is ended by another one: that is asked first.
    const running = table.state?.turns.length && !table.state.game.outcome && !table.state.study;
    if (running && !form.dataset.sure) {
      form.dataset.sure = "yes";
      $(".over", form).textContent = t("new.over");
      $("button[type=submit]", form).textContent = t("new.begin.sure");
      return;
    }
    delete form.dataset.sure;
    try {
      await order("new", {
        game: value("game"), variant: value("variant"), start: value("start"), clock: value("clock"),
        hint_limit: value("hints"), training: form.elements.training.checked,
        who: [value("who-0"), value("who-1")], names: [value("name-0"), value("name-1")],
      });
      location.hash = "#table";
    } catch (no) {
      $(".error", form).textContent = no.message || t("failed");
    }
  };
  root.replaceChildren(h("h1", {}, t("new.title")), form);
}

function showSettings(root) {
  const toggle = (name, first = "off") => {
    const box = h("input", { type: "checkbox", checked: (localStorage.getItem(`underboard.${name}`) || first) === "on",
      onchange: () => localStorage.setItem(`underboard.${name}`, box.checked ? "on" : "off") });
    return h("label", { class: "check" }, box, t(name));
  };
  const theme = choice("theme", ["auto", "light", "dark"].map((one) => [one, t(`theme.${one}`)]),
    localStorage.getItem("underboard.theme") || "auto");
  theme.addEventListener("change", () => {
    localStorage.setItem("underboard.theme", theme.value);
    document.documentElement.dataset.theme = theme.value;
  });
  root.replaceChildren(h("h1", {}, t("settings")),
    h("div", { class: "card form" }, field("theme", t("theme"), theme), toggle("sound"), toggle("voice"), toggle("motion", "on"),
      toggle("confirm", matchMedia("(max-width: 767px)").matches ? "on" : "off"), notify(toggle("notify"))),
    h("div", { class: "card form" }, h("h2", {}, t("keys")), toggle("single-keys", "on"), h("dl", { class: "keys" },
      ["b", "h", "u", "y", "n", "[", "]", "Esc"].flatMap((key) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(`key.${key}`))]))));
}

// Notifications are the browser's to allow.
function notify(label) {
  const box = $("input", label);
  box.addEventListener("change", async () => {
    if (box.checked && !(await allowed())) {
      box.checked = false;
      localStorage.setItem("underboard.notify", "off");
      label.after(h("p", { class: "note", role: "alert" }, t("notify.denied")));
    }
  });
  return label;
}

async function showNetwork(root, table) {
  await table.ready;
  const network = table.state?.network;
  root.replaceChildren(h("h1", {}, t("nav.network")));
  if (!network?.lan) {
    root.append(h("p", { class: "reading" }, t("network.none")));
    return;
  }
  const sides = table.state.words[lang()].sides;
  root.append(h("p", { class: "reading" }, t("network.watch", { url: network.url })),
    h("p", { class: "reading note" }, t("network.plain")));
  for (const side of [0, 1]) {
    const out = h("div", { class: "invitation" });
    const invite = async () => {
      const { url, qr } = await order("invite", { seat: side });
      const image = h("img", { alt: url, width: 240, height: 240, src: `data:image/svg+xml,${encodeURIComponent(qr)}` });
      out.replaceChildren(image, h("p", {}, h("code", {}, url)), h("p", { class: "note" }, t("invite.help")));
    };
    root.append(h("section", { class: "card form" }, h("h2", {}, sides[side]),
      h("p", {}, t(network.taken[side] ? "seat.taken" : "seat.free")),
      table.me.host ? h("button", { type: "button", onclick: invite }, t("invite")) : null, out));
  }
  if (table.me.host) root.append(await devices(root, table));
}

// The host's devices: a tablet beside the board can do all that this page can.
async function devices(root, table) {
  const { devices: known } = await read("devices");
  const out = h("div", { class: "invitation" });
  const name = h("input", { maxlength: 30, autocomplete: "off" });
  const add = async () => {
    const { url, qr } = await order("devices", { name: name.value });
    const image = h("img", { alt: url, width: 240, height: 240, src: `data:image/svg+xml,${encodeURIComponent(qr)}` });
    out.replaceChildren(image, h("p", {}, h("code", {}, url)), h("p", { class: "note" }, t("device.help")));
  };
  const revoke = (place) => async () => {
    await order("devices", { revoke: place });
    showNetwork(root, table);
  };
  return h("section", { class: "card form" }, h("h2", {}, t("devices")), h("p", {}, t("devices.about")),
    known.length ? h("ul", { class: "devices" }, known.map((one) => h("li", {},
      h("span", {}, one.name || t("device.unnamed"), " ", h("span", { class: "note" }, t(one.taken ? "device.used" : "device.open"))),
      h("button", { type: "button", onclick: revoke(one.place) }, t("device.revoke"))))) : null,
    h("div", { class: "row" }, field("device", t("device.name"), name), h("button", { type: "button", onclick: add }, t("device.add"))), out);
}
