// A phone before the game: its owner's name and emblem.

import "./awake.js";
import { $, h } from "./dom.js";
import { EMBLEMS, emblem } from "./emblems.js";
import { ask, button, me, ui } from "./self.js";
import { follow, lang, languageChoice, speak, t } from "./api.js";

const page = $("#phone");
let typed = null; // the name that is being typed; null until somebody types
let chosen = null;
let changing = false;
let here = true;

const lobby = () => ui.state.table.lobby;
const mine = () => lobby().seats[me().seat];

function form() {
  const used = lobby().seats.filter((one) => one !== mine()).map((one) => one.emblem);
  const field = h("input", { id: "name", value: typed ?? mine()?.name ?? "", maxlength: 20, autocomplete: "given-name", "aria-label": t("start.name"), oninput: (event) => (typed = event.target.value) });
  const free = chosen !== null && !used.includes(chosen) ? chosen : mine()?.emblem ?? null;
  const enter = async () => {
    if (await ask("enter", { name: typed ?? mine()?.name ?? "", emblem: free })) changing = false;
    draw();
  };
  return [h("h1", {}, t("phone.sit")), h("p", { class: "note" }, t("start.enter-note")), field,
    h("div", { class: "tiles small" }, EMBLEMS.map((_, n) =>
      h("button", { type: "button", class: "tile", "aria-label": String(n + 1), disabled: used.includes(n), "aria-pressed": String(free === n), onclick: () => ((chosen = n), draw()) }, emblem(n)))),
    h("div", { class: "foot" }, button(t("start.enter"), enter, { class: "filled" }))];
}

function seated() {
  return [h("div", { class: "locked" }, emblem(mine().emblem), h("h1", {}, t("start.welcome", { name: mine().name })),
    h("p", {}, t("start.wait", { number: lobby().seats.length })), h("p", { class: "note" }, t("start.seat-note"))),
    h("div", { class: "foot" }, button(t("start.change-me"), () => ((changing = true), draw()), { class: "plain" }),
      button(t("start.leave"), () => ask("leave", {}), { class: "plain" }))];
}

function draw() {
  if (!ui.state.table) return;
  const field = document.activeElement?.id === "name" ? document.activeElement.selectionStart : -1;
  page.replaceChildren(
    h("header", {}, h("strong", {}, "Galérapagos"), h("span", { class: "when" }), languageChoice(draw, { short: true })),
    here ? "" : h("p", { class: "lost", role: "status" }, t("phone.lost")),
    ui.trouble ? h("p", { class: "bad", role: "alert" }, ui.trouble) : "",
    ...(me().seat >= 0 && !changing ? seated() : form()).flat(9).filter(Boolean));
  if (field >= 0) {
    $("#name").focus();
    $("#name").setSelectionRange(field, field);
  }
}
ui.draw = draw;

await speak(lang());
follow("/api/events", (now) => {
  ui.state = now;
  draw();
}, (linked) => {
  if (linked !== here) {
    here = linked;
    draw();
  }
});
