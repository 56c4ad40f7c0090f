// What leads the table: the first player's steps, and the host's remote.

import { begin } from "./acts.js";
import { h } from "./dom.js";
import { ask, button, name, me, ui } from "./self.js";
import { t } from "./api.js";

const lead = (entry) => ask("lead", { entry });

// One step at a time: the one that is due is filled, the others say what they are.
function step(number, state, title, note, act) {
  return h("div", { class: `step ${state}` }, h("i", {}, state === "done" ? "✓" : String(number)),
    h("div", {}, h("strong", {}, title), note ? h("p", {}, note) : null, state === "due" && act ? act : null));
}

// The three steps of a vote, as long as one is under way or about to be.
export function votePage(table, title = "phone.lead-vote") {
  const mine = me().lead;
  const voting = Boolean(table.ballot);
  const shown = table.showing === true;
  const names = mine.missing.map(name);
  return [h("h1", {}, t(title)), h("p", { class: "note" }, t("phone.lead-note")),
    step(1, voting || shown ? "done" : "due", t("phone.step-debate"), mine.debating ? t("phone.debating") : t("phone.debate-note"),
      h("div", { class: "row" }, button(t(mine.debating ? "phone.no-debate" : "phone.debate"), () => lead("debate")),
        button(t("entry.vote"), () => lead("vote"), { class: "filled" }))),
    step(2, shown ? "done" : voting ? "due" : "later", t("phone.step-three"), voting && !shown ? (names.length ? t("phone.thinking", { names: names.join(", ") }) : t("phone.all-in")) : t("phone.three-note"),
      button(t("phone.three"), () => lead("three"), { class: "filled" })),
    step(3, shown ? "due" : "later", t("phone.step-open"), t("phone.open-note"), hurry()),
    h("p", { class: "note sunk" }, t("phone.tie-note"))];
}

export const hurry = () => h("div", { class: "row" },
  button(t("phone.next-envelope"), () => lead("next"), { class: "filled" }),
  button(t("phone.show-all"), () => lead("hurry")));

export function steps(table) {
  const mine = me()?.lead;
  if (!mine) return null;
  if (["shortage", "ballot", "crystal"].includes(table.phase)) return votePage(table);
  if (!mine.steps.length) return null;
  return h("div", { class: "strip" }, h("strong", {}, t("phone.you-lead")),
    h("div", { class: "row" }, mine.steps.map((entry) => button(t(`entry.${entry}`), () => lead(entry), { class: "filled" }))));
}

export function remote() {
  const host = ui.state.host;
  if (!host) return null;
  const table = ui.state.table;
  const same = table.same ? (table.same.ended ? ["change", "enough"] : ["again", "change", "enough"]) : [];
  return h("div", { class: "card" }, h("strong", {}, t("phone.remote")),
    h("div", { class: "row" },
      same.map((entry) => button(t(`big.${entry === "enough" ? "enough-tonight" : entry}`), () => ask("table", { entry }))),
      host.entries.map((entry) => button(t(`entry.${entry}`), () => lead(entry))),
      table.showing ? hurry() : null,
      host.undo ? button(t("phone.undo"), () => lead("undo")) : null,
      host.redo ? button(t("phone.redo"), () => lead("redo")) : null,
      host.over ? null : button(t(table.paused ? "phone.go-on" : "phone.pause"), () => lead("pause")),
      host.over || table.ballot ? null : button(t(host.debating ? "phone.no-debate" : "phone.debate"), () => lead("debate"))),
    host.rights.length
      ? h("details", { class: "rights" }, h("summary", {}, t("phone.rights")),
          h("div", { class: "row" }, host.rights.map((right) => button(t(`what.${right.what[0]}`), () => begin(right)))))
      : null);
}
