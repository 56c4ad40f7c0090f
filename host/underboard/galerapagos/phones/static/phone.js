// One castaway's phone: what its owner may know, do and vote.

import { $, h, s } from "./dom.js";
import { emblem } from "./emblems.js";
import { follow, lang, order, speak, t } from "./talk.js";

const page = $("#phone");
let state = {};
let here = true;
let chosen = null; // of the ballot shown; never stored, never drawn after locking
let shownRound = "";
let locked = ""; // round whose vote was locked here
let picking = null; // an offer whose fields are being chosen
let trouble = "";
let looking = false;

const me = () => state.me;
const people = () => state.table.people;
const name = (seat) => people()[seat].name;

async function ask(path, fields) {
  trouble = "";
  try {
    const said = await order(path, fields);
    if (said.go) location.href = said.go;
    return true;
  } catch (no) {
    if (no.code === "sure") {
      picking = { sure: no.message, path, fields };
    } else trouble = no.message || t("phone.failed");
    draw();
    return false;
  }
}

const button = (text, act, more = {}) => h("button", { type: "button", onclick: act, ...more }, text);

function choice(seat, act, pressed, note) {
  return h(
    "button",
    { type: "button", onclick: act, "aria-pressed": pressed === undefined ? null : String(pressed) },
    emblem(seat),
    h("span", {}, name(seat), note ? h("small", {}, note) : null),
  );
}

function header() {
  const table = state.table;
  return h(
    "header",
    {},
    me() ? [emblem(me().seat), h("strong", {}, name(me().seat))] : h("strong", {}, "Galérapagos"),
    h("span", { class: "when" }, t("phone.day", { day: table.day }), " · ", weather()),
    button(lang() === "en" ? "FR" : "EN", async () => {
      await speak(lang() === "en" ? "fr" : "en");
      draw();
    }, { class: "plain", lang: lang() === "en" ? "fr" : "en" }),
  );
}

function weather() {
  const table = state.table;
  if (table.rain < 0) return t("phone.hidden");
  return table.hurricane ? t("word.hurricane") : t("word.rain", { rain: table.rain });
}

function figures() {
  const table = state.table;
  const mouths = people().filter((one) => one.alive).length;
  const part = (key, level) =>
    h("span", { class: level < mouths ? "bad" : "" }, t(`phone.${key}`), " ", h("strong", {}, String(level)), " / ", String(mouths));
  return h("div", { class: "figures" }, part("water", table.water), part("food", table.food), part("raft", table.seats));
}

function pips(ballot) {
  const marks = Array.from({ length: ballot.expected }, (_, n) => h("i", { class: n < ballot.received ? "in" : "" }));
  return h("div", { class: "pips" }, h("span", {}, t("phone.in", ballot)), marks);
}

// The ballot

function mayVote(ballot) {
  if (!ballot || !me() || !ballot.voters.includes(me().seat)) return false;
  return ballot.state === "open" ? !ballot.last.includes(me().seat) : ballot.last.includes(me().seat);
}

function reason(ballot) {
  const short = state.table.short;
  return short ? t(`phone.short.${ballot.count === "seats" ? "seats" : "rations"}`, short) : "";
}

function notes(seat) {
  const one = people()[seat];
  return [one.first && t("phone.first"), one.sick && t("phone.sick")].filter(Boolean).join(", ");
}

function ballotPage(ballot) {
  const mine = locked === ballot.round || (ballot.in.includes(me().seat) && chosen === null);
  if (mine) {
    return [
      h("div", { class: "locked" }, box(), h("h1", {}, t("phone.locked")), h("p", {}, t("phone.closed"))),
      h("div", { class: "foot" }, pips(ballot), h("p", { class: "note" }, t("phone.down")),
        button(t("phone.change"), () => ((locked = ""), (chosen = -2), draw()), { class: "plain" })),
    ];
  }
  const lock = async () => {
    const target = chosen;
    if (await ask("vote", { round: ballot.round, target: String(target).padStart(2, "0") })) {
      locked = ballot.round;
      chosen = null;
      draw();
    }
  };
  return [
    h("h1", {}, t(`phone.who.${ballot.count}`)),
    h("p", { class: "note" }, reason(ballot), " ", t("phone.nobody-sees")),
    h("div", { class: "list" },
      ballot.targets.filter((seat) => seat !== me().seat).map((seat) =>
        choice(seat, () => ((chosen = seat), draw()), chosen === seat, notes(seat)))),
    h("div", { class: "foot" }, pips(ballot),
      button(chosen >= 0 && chosen !== null ? t("phone.lock", { name: name(chosen) }) : t("phone.choose"), lock,
        { class: "filled", disabled: chosen === null || chosen < -1 }),
      button(t("phone.abstain"), () => ((chosen = -1), lock()), { class: "plain" })),
  ];
}

function box() {
  return s("svg", { viewBox: "0 0 240 210", "aria-hidden": "true" },
    s("path", { d: "M10 85L120 45 230 85 120 132z", fill: "#cda26f", stroke: "#7c5530", "stroke-width": 2 }),
    s("path", { d: "M10 85L120 132V206L10 160z", fill: "#c1935f", stroke: "#7c5530", "stroke-width": 2 }),
    s("path", { d: "M230 85L120 132V206L230 160z", fill: "#9a6e40", stroke: "#7c5530", "stroke-width": 2 }),
    s("path", { d: "M85 84L165 91", stroke: "#180c06", "stroke-width": 7, "stroke-linecap": "round" }),
    s("rect", { x: 75, y: 4, width: 96, height: 62, fill: "#fffdf8", stroke: "#7c5530", "stroke-width": 2 }),
    s("path", { d: "M75 4l48 36 48-36", fill: "none", stroke: "#7c5530", "stroke-width": 2 }),
    s("circle", { cx: 123, cy: 40, r: 11, fill: "#9c2a1b" }),
    s("path", { d: "M118 40l4 4 7-8", fill: "none", stroke: "#fff", "stroke-width": 2.5 }));
}

// What one may do now

const FIELDS = ["card", "extra", "action", "target", "targets", "what", "value"];
const NUMBERS = ["water", "food", "wood", "seats", "rain", "fish"]; // rights whose value is no seat

function label(field, value) {
  if (field === "what") return t(`what.${value}`);
  if (field === "card") return t(`card.${value}`);
  if (field === "action") return t(`action.${value}`);
  return name(value);
}

function begin(offer) {
  picking = { offer, said: { do: offer.do } };
  next();
}

function next() {
  const { offer, said } = picking;
  const open = FIELDS.filter((field) => offer[field] && !(field in said));
  for (const field of open) {
    if (offer[field].length === 1 && (field !== "target" || offer.do === "override")) said[field] = field === "targets" ? offer[field] : offer[field][0];
  }
  picking.field = FIELDS.find((field) => offer[field] && !(field in said));
  if (picking.field) draw();
  else {
    const { do: entry, ...rest } = said;
    picking = null;
    ask(...(entry === "override" ? ["lead", { entry, ...rest }] : ["enter", said])).then(draw);
  }
}

function picker() {
  if (picking.sure) {
    return [
      h("h1", {}, t("phone.sure")),
      h("p", {}, picking.sure),
      h("div", { class: "foot" },
        button(t("phone.yes"), () => {
          const { path, fields } = picking;
          picking = null;
          ask(path, { ...fields, sure: true }).then(draw);
        }, { class: "filled" }),
        button(t("phone.no"), () => ((picking = null), draw()))),
    ];
  }
  const { offer, said, field } = picking;
  const many = field === "targets";
  const picked = (picking.many ||= []);
  const take = (value) => {
    if (many) {
      if (picked.includes(value)) picked.splice(picked.indexOf(value), 1);
      else if (picked.length < 3) picked.push(value);
      draw();
      return;
    }
    said[field] = value;
    next();
  };
  const number = field === "extra" || (field === "value" && (NUMBERS.includes(said.what) || said.what === "end"));
  const seats = ["target", "targets", "value"].includes(field) && !number;
  const title = said.what ? `what.${said.what}` : said.card ? `card.${said.card}` : `entry.${offer.do}`;
  return [
    h("h1", {}, t(title)),
    said.card ? h("p", { class: "note" }, t(`about.${said.card}`)) : null,
    field === "value" && number ? h("p", { class: "note" }, t("phone.value")) : null,
    h("div", { class: number ? "numbers" : "list" }, offer[field].map((value) =>
      seats ? choice(value, () => take(value), many ? picked.includes(value) : undefined)
        : button(number ? String(value) : label(field, value), () => take(value)))),
    h("div", { class: "foot" },
      many ? button(t("phone.yes"), () => ((said.targets = picked), next()), { class: "filled", disabled: !picked.length }) : null,
      button(t("phone.back"), () => ((picking = null), draw()))),
  ];
}

function actions() {
  const offers = me().offers;
  const cards = offers.filter((offer) => offer.do === "play");
  const now = offers.filter((offer) => !["play", "give", "shoot"].includes(offer.do));
  const rest = offers.filter((offer) => ["give", "shoot"].includes(offer.do));
  return [
    now.length
      ? h("div", { class: "strip" }, h("strong", {}, t("phone.yours")),
          h("div", { class: "row" }, now.map((offer) => button(t(`entry.${offer.do}`), () => begin(offer), { class: "filled" }))))
      : null,
    hand(),
    cards.length || rest.length
      ? h("details", { class: "card" }, h("summary", {}, t("phone.cards")),
          h("div", { class: "row" },
            cards.map((offer) => button(t(`card.${offer.card[0]}`), () => begin(offer))),
            rest.map((offer) => button(t(`entry.${offer.do}`), () => begin(offer)))))
      : null,
  ];
}

function hand() {
  const mine = me();
  if (!mine.hand && !mine.looks.length) return null;
  const veil = `looks ${looking ? "veil open" : "veil"}`;
  const lines = [
    mine.hand ? h("p", {}, t("phone.hand"), " ", mine.hand.map((card) => t(`card.${card}`)).join(", ") || t("word.nothing")) : null,
    mine.looks.map((look) => h("p", {}, look[lang()])),
  ];
  return h("div", { class: "card" }, h("div", { class: veil, "aria-hidden": String(!looking) }, lines),
    button(t(looking ? "phone.hide" : "phone.look"), () => ((looking = !looking), draw())));
}

function remote() {
  const host = state.host;
  if (!host) return null;
  const lead = (entry) => ask("lead", { entry });
  return h("div", { class: "card" }, h("strong", {}, t("phone.remote")),
    h("div", { class: "row" },
      host.entries.map((entry) => button(t(`entry.${entry}`), () => lead(entry))),
      host.undo ? button(t("phone.undo"), () => lead("undo")) : null,
      host.redo ? button(t("phone.redo"), () => lead("redo")) : null,
      button(t(state.table.paused ? "phone.go-on" : "phone.pause"), () => lead("pause")),
      button(t(host.debating ? "phone.no-debate" : "phone.debate"), () => lead("debate"))),
    host.rights.length
      ? h("details", { class: "rights" }, h("summary", {}, t("phone.rights")),
          h("div", { class: "row" }, host.rights.map((right) => button(t(`what.${right.what[0]}`), () => begin(right)))))
      : null);
}

// A code of the big screen leads to /seat/N: one tap takes that seat.
const coded = /^\/seat\/(\d{1,2})$/.exec(location.pathname);
let offered = coded ? Number(coded[1]) - 1 : -1;

function sitDown() {
  const one = people()[offered];
  if (one && !one.bot) {
    return [
      h("h1", {}, t("phone.is-you", one)),
      emblem(offered),
      one.phone ? h("p", {}, t("phone.seat-taken", one)) : h("p", { class: "note" }, t("phone.sit-note")),
      h("div", { class: "foot" },
        one.phone ? null : button(t("phone.i-am", one), () => ask("sit", { seat: offered }), { class: "filled" }),
        button(t("phone.not-me"), () => ((offered = -1), draw()), { class: "plain" })),
    ];
  }
  const free = people().map((one, seat) => [one, seat]).filter(([one]) => !one.phone && !one.bot);
  return [
    h("h1", {}, t("phone.sit")),
    h("p", { class: "note" }, t(free.length ? "phone.sit-note" : "phone.full")),
    h("div", { class: "list" }, free.map(([, seat]) => choice(seat, () => ask("sit", { seat })))),
  ];
}

function told() {
  return h("ul", { class: "told" }, state.table.told.slice(-4).map((line) => h("li", {}, line[lang()])));
}

function body() {
  const table = state.table;
  if (picking) return picker();
  if (!me()) return [remote(), sitDown(), told()];
  if (table.paused) return [h("div", { class: "locked" }, h("h1", {}, t("phone.paused"))), remote()];
  const ballot = table.ballot;
  if (ballot && ballot.round !== shownRound) {
    shownRound = ballot.round;
    chosen = null;
    locked = "";
  }
  if (mayVote(ballot)) return [ballotPage(ballot), remote()];
  const one = people()[me().seat];
  const status = [!one.alive && t("phone.dead"), one.sick && t("phone.sick"), one.first && t("phone.first"), one.chief && t("phone.chief")];
  return [
    figures(),
    h("h1", {}, table.over ? t(`how.${table.over.reason}`) : t(`phone.phase.${table.phase}`, { name: table.asked >= 0 ? name(table.asked) : "" })),
    ballot ? pips(ballot) : null,
    h("p", { class: "note" }, status.filter(Boolean).join(" · ")),
    actions(),
    remote(),
    told(),
  ];
}

function debate() {
  const left = state.debate?.left ?? null;
  if (left === null || state.table.over) return null;
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
  if (!state.table || finger) return;
  const open = new Set([...page.querySelectorAll("details[open]")].map((one) => one.className));
  page.replaceChildren(
    header(),
    here ? "" : h("p", { class: "lost", role: "status" }, t("phone.lost")),
    trouble ? h("p", { class: "bad", role: "alert" }, trouble) : "",
    ...body().flat(9).filter(Boolean),
  );
  for (const details of page.querySelectorAll("details")) details.open = open.has(details.className);
  drawDebate();
}

await speak(lang());
if (location.hash === "#used") {
  trouble = t("phone.used");
  history.replaceState(null, "", "/");
}
follow("/api/events", (now) => {
  const clock = state.table && now.table === state.table && now.me === state.me && now.host === state.host;
  state = now;
  if (clock) drawDebate();
  else draw();
}, (linked) => {
  if (linked !== here) {
    here = linked;
    draw();
  }
});
