// One castaway's phone: what its owner may know, do and vote, and never before the television.

import { actions, picker } from "./acts.js";
import "./awake.js";
import { ballotPage, change, follow as followBallot, isLocked, lockedPage, mayVote, pips } from "./ballot.js";
import { $, h } from "./dom.js";
import { emblem } from "./emblems.js";
import { ghostPage } from "./ghost.js";
import { hurry, remote, steps, votePage } from "./leading.js";
import { rainText } from "./panels.js";
import { ask, button, me, name, people, tile, tiles, ui } from "./self.js";
import { follow, lang, languageChoice, speak, t } from "./api.js";

const page = $("#phone");
let here = true;

function header() {
  const table = ui.state.table;
  const rain = table.rain < 0 ? t("phone.hidden") : table.hurricane ? t("word.hurricane") : rainText(table.rain);
  return h("header", {},
    me() ? [emblem(me().seat), h("strong", {}, name(me().seat), me().lead ? " ♛" : "")] : h("strong", {}, "Galérapagos"),
    h("span", { class: "when" }, t("phone.day", { day: table.day }), " · ", rain),
    languageChoice(draw, { short: true }));
}

function figures() {
  const table = ui.state.table;
  const mouths = people().filter((one) => one.alive).length;
  const part = (key, level) => h("span", { class: level < mouths && !table.counted.includes(key) ? "bad" : "" },
    t(`phone.${key}`), " ", h("strong", {}, String(level)), " / ", String(mouths));
  return h("div", { class: "figures" }, part("water", table.water), part("food", table.food), part("raft", table.seats));
}

// A code of the television leads to /seat/N: one tap takes that seat.
const coded = /^\/seat\/(\d{1,2})$/.exec(location.pathname);
let offered = coded ? Number(coded[1]) - 1 : -1;

function sitDown() {
  const one = people()[offered];
  if (one && !one.bot) {
    return [h("h1", {}, t("phone.is-you", one)), emblem(offered),
      one.phone ? h("p", {}, t("phone.seat-taken", one)) : h("p", { class: "note" }, t("phone.sit-note")),
      h("div", { class: "foot" },
        one.phone ? null : button(t("phone.i-am", one), () => ask("sit", { seat: offered }), { class: "filled" }),
        button(t("phone.not-me"), () => ((offered = -1), draw()), { class: "plain" }))];
  }
  const free = people().map((person, seat) => [person, seat]).filter(([person]) => !person.phone && !person.bot);
  return [h("h1", {}, t("phone.sit")),
    h("p", { class: "note" }, t(free.length ? "phone.sit-note" : "phone.full")),
    tiles(free.map(([, seat]) => tile(seat, () => ask("sit", { seat }))))];
}

const told = () => h("ul", { class: "told" }, ui.state.table.told.slice(-4).map((line) => h("li", {}, line[lang()])));

// While the television shows something this phone says nothing; who leads may shorten it.
function watching(table) {
  const leads = me()?.lead;
  if (leads && (table.ballot || table.phase === "crystal")) return votePage(table);
  return [h("div", { class: "locked" }, h("h1", {}, t("phone.watch"))), leads ? h("div", { class: "foot" }, hurry()) : null];
}

function body() {
  const table = ui.state.table;
  if (ui.picking && !table.showing) return picker();
  if (!me()) return [remote(), sitDown(), told()];
  if (table.paused) return [h("div", { class: "locked" }, h("h1", {}, t("phone.paused"))), remote()];
  if (table.showing === true) return [watching(table), remote()];
  const ballot = table.ballot;
  if (mayVote(ballot) && !isLocked(ballot)) return [ballotPage(ballot), remote()];
  if (ballot && me().lead) return [votePage(table, mayVote(ballot) ? "phone.locked" : undefined), h("div", { class: "foot" }, pips(ballot), mayVote(ballot) ? change() : null), remote()];
  if (mayVote(ballot)) return [lockedPage(ballot), remote()];
  if (me().ghost && !table.over) return [ghostPage(), remote()];
  const one = people()[me().seat];
  const status = [!one.alive && t("phone.dead"), one.sick && t("phone.sick"), one.first && t("phone.first"), one.chief && t("phone.chief")];
  const answered = table.embark?.in.includes(me().seat);
  return [figures(),
    h("h1", {}, table.over ? t(`how.${table.over.reason}`) : table.embark ? t("phone.embark") : t(`phone.phase.${table.phase}`, { name: table.asked >= 0 ? name(table.asked) : "" })),
    answered ? h("p", {}, t("big.embark", { number: table.embark.in.length, of: table.embark.of.length })) : null,
    ballot ? pips(ballot) : null,
    h("p", { class: "note" }, status.filter(Boolean).join(" · ")),
    steps(table), actions(), remote(), told()];
}

function debate() {
  const left = ui.state.debate?.left ?? null;
  if (left === null || ui.state.table.over) return null;
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return h("p", { class: "debate", role: "timer" }, left ? t("big.debate", { clock }) : t("big.debate-over"));
}

// A second of the clock changes one line, and nothing that a finger is on.
function drawDebate() {
  page.querySelector(".debate")?.remove();
  const line = debate();
  if (line) page.querySelector("header")?.after(line);
}

// While a finger is down nothing is drawn anew: the button under it would be gone, and its tap.
let finger = false;
let late = false;
addEventListener("pointerdown", () => (finger = true));
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => setTimeout(() => {
    finger = false;
    if (late) draw();
  }));
}

function draw() {
  late = finger;
  if (!ui.state.table || finger) return;
  const open = new Set([...page.querySelectorAll("details[open]")].map((one) => one.className));
  const at = scrollY;
  page.replaceChildren(
    header(),
    here ? "" : h("p", { class: "lost", role: "status" }, t("phone.lost")),
    ui.trouble ? h("p", { class: "bad", role: "alert" }, ui.trouble) : "",
    ui.said ? h("p", { class: "note", role: "status" }, ui.said) : "",
    ...body().flat(9).filter(Boolean),
  );
  for (const details of page.querySelectorAll("details")) details.open = open.has(details.className);
  drawDebate();
  scrollTo(0, at);
}
ui.draw = draw;

await speak(lang());
if (location.hash === "#used") {
  ui.trouble = t("phone.used");
  history.replaceState(null, "", "/");
}
follow("/api/events", (now) => {
  const before = ui.state;
  const clock = before.table && now.table === before.table && now.me === before.me && now.host === before.host;
  ui.state = now;
  if (clock) return drawDebate();
  followBallot(now.table.ballot);
  draw();
}, (linked) => {
  if (linked !== here) {
    here = linked;
    draw();
  }
});
