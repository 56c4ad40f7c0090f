// The ballot on a phone: candidates as a grid of emblems, one button that locks.

import { h, s } from "./dom.js";
import { ask, button, me, name, people, tile, tiles, ui } from "./self.js";
import { begin } from "./acts.js";
import { t } from "./api.js";

const vote = { round: "", chosen: null, changing: false, was: false, lost: false };

// The choice is never stored, and never drawn after locking.
export function follow(ballot) {
  const mine = Boolean(ballot && me() && ballot.in.includes(me().seat));
  if (!ballot || ballot.round !== vote.round) {
    Object.assign(vote, { round: ballot?.round || "", chosen: null, changing: false, was: mine, lost: false });
    return;
  }
  // Somebody took the vote back: it is asked for again, and said.
  if (vote.was && !mine) Object.assign(vote, { lost: true, changing: false, chosen: null });
  if (mine) vote.lost = false;
  vote.was = mine;
}

export function mayVote(ballot) {
  if (!ballot || !me() || !ballot.voters.includes(me().seat)) return false;
  return ballot.state === "open" ? !ballot.last.includes(me().seat) : ballot.last.includes(me().seat);
}

export const isLocked = (ballot) => ballot.in.includes(me().seat) && !vote.changing;

export function pips(ballot) {
  const marks = Array.from({ length: ballot.expected }, (_, n) => h("i", { class: n < ballot.received ? "in" : "" }));
  return h("div", { class: "pips" }, h("span", {}, t("phone.in", ballot)), marks);
}

function noteOf(seat) {
  const one = people()[seat];
  return !one.alive ? t("phone.dead") : one.first ? t("phone.first") : one.sick ? t("phone.sick-short") : "";
}

export function lockedPage(ballot) {
  return [
    h("div", { class: "locked" }, box(), h("h1", {}, t("phone.locked")), h("p", {}, t("phone.closed"))),
    h("div", { class: "foot" }, pips(ballot), h("p", { class: "note" }, t("phone.down")),
      change()),
  ];
}

export const change = () => button(t("phone.change"), () => ((vote.changing = true), ui.draw()), { class: "plain" });

export function ballotPage(ballot) {
  const short = ui.state.table.short;
  const lock = async () => {
    const target = String(vote.chosen).padStart(2, "0");
    if (await ask("vote", { round: ballot.round, target })) Object.assign(vote, { chosen: null, changing: false });
    ui.draw();
  };
  const reason = short ? t(`phone.short.${ballot.count === "seats" ? "seats" : "rations"}`, short) : "";
  const shot = me().offers.find((offer) => offer.do === "shoot");
  const chosen = vote.chosen;
  return [
    h("h1", {}, t(`phone.who.${ballot.count}`)),
    vote.lost ? h("p", { class: "bad", role: "alert" }, t("phone.taken-back")) : h("p", { class: "note" }, `${reason} ${t("phone.nobody-sees")}`),
    tiles(people().map((one, seat) => tile(seat, () => ((vote.chosen = seat), ui.draw()), {
      pressed: chosen === seat,
      note: seat === me().seat ? t("phone.you") : chosen === seat ? t("phone.chosen") : noteOf(seat),
      off: seat === me().seat || !ballot.targets.includes(seat),
    })), "vote"),
    h("div", { class: "foot" }, pips(ballot),
      button(chosen !== null && chosen >= 0 ? t("phone.lock", { name: name(chosen) }) : t("phone.choose"), lock,
        { class: "filled", disabled: chosen === null }),
      h("div", { class: "row" },
        button(t("phone.abstain"), () => ((vote.chosen = -1), lock()), { class: "plain" }),
        shot ? button(t("entry.shoot"), () => begin(shot), { class: "plain" }) : null)),
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
