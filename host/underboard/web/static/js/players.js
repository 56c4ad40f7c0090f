// The two players: name, whose turn, reserve, with what may be taken of it first.

import { leftOf, shown } from "./clock.js";
import { h } from "./dom.js";
import { wordsOf } from "./games.js";
import { has, lang, t } from "./i18n.js";

export const levelName = (level) => (has(`level.${level}`) ? t(`level.${level}`) : level);

export function seatName(state, side) {
  const who = state.seats.who[side];
  if (who !== "human") return t("who.engine", { level: levelName(who) });
  return state.seats.names[side] || t("who.human");
}

export function renderPlayers(root, table) {
  const { state, moveInput } = table;
  const words = state.words[lang()];
  const key = JSON.stringify([state.seats, state.pieces.reserves, state.game, state.network, Boolean(state.clock), moveInput.steps[0],
    moveInput.aside, table.mine, table.me, state.phrases?.map((one) => one && one.number), words.sides, state.pieces.beside, lang()]);
  if (root.dataset.key === key) return;
  root.dataset.key = key;
  const focused = document.activeElement?.dataset?.take;
  root.replaceChildren(...[0, 1].map((side) => card(table, side, words)));
  if (focused) root.querySelector(`[data-take="${focused}"]`)?.focus();
}

function card(table, side, words) {
  const { state } = table;
  const game = state.game;
  const turn = !game.outcome && game.side === side;
  const won = game.outcome && game.outcome.winner === side;
  const thinking = turn && state.seats.thinking;
  const says = won ? `▸ ${t("won")}` : thinking ? `▸ ${t("thinking")} …` : turn ? `▸ ${t("to-move")}` : "";
  const mine = state.network.lan && table.me.seats.includes(side) ? ` (${t("you")})` : "";
  const presence = here(state, side);
  return h("section", { class: `player ${turn ? "moving" : ""}`, "aria-label": words.sides[side] },
    h("div", { class: "player-head" },
      h("i", { class: `stone ${game.name} side-${side}`, "aria-hidden": "true" }),
      h("span", { class: "player-name" }, seatName(state, side) + mine),
      state.clock ? h("span", { class: "player-side" }, words.sides[side]) : null),
    h("div", { class: "says-row" }, time(state, side), h("span", { class: "says" }, says),
      state.clock ? null : h("span", { class: "player-side" }, words.sides[side])),
    presence,
    phrase(state, side),
    reserve(table, side),
  );
}

// Whether whoever took this seat is there: a full dot, or an open one with the time away.
function here(state, side) {
  const { network } = state;
  if (!network?.taken.some(Boolean) || state.seats.who[side] !== "human") return null;
  const away = network.away_ms?.[side];
  if (!away) return h("span", { class: "presence here" }, t("here"));
  return h("span", { class: "presence away" }, t("away"), " ", h("span", { "data-away": Date.now() - away }));
}

const SAID_MS = 12000;

// What this player has said last, for a while.
function phrase(state, side) {
  const said = state.phrases?.[side];
  if (!said || said.age_ms > SAID_MS) return null;
  return h("span", { class: "phrase" }, `“${t(`say.${said.key}`)}”`);
}

const reserveOf = ({ page, state }, side) => page.reserve(state.pieces, side, wordsOf(state.game.name, t));
const take = (table, side) => reserveOf(table, side)?.take;

// A piece of one's reserve can be dragged to its cell.
export function dragReserves(root, table) {
  let drag = null;
  root.addEventListener("pointerdown", (event) => {
    const reserve = event.target.closest("[data-reserve]");
    const side = reserve && Number(reserve.dataset.reserve);
    if (!reserve || event.button || !table.mine || (!take(table, side) && side !== table.state.game.side)) return;
    drag = { side, ghost: null, x: event.clientX, y: event.clientY };
    root.setPointerCapture?.(event.pointerId);
  });
  root.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 8) {
      table.moveInput.aside = take(table, drag.side) ?? table.moveInput.aside;
      drag.ghost = h("i", { class: `stone dragged side-${drag.side}` });
      document.body.append(drag.ghost);
    }
    if (drag.ghost) {
      drag.ghost.style.left = `${event.clientX}px`;
      drag.ghost.style.top = `${event.clientY}px`;
      event.preventDefault();
    }
  });
  const end = (event) => {
    const { ghost } = drag || {};
    drag = null;
    if (!ghost) return;
    ghost.remove();
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-cell]");
    if (event.type === "pointerup" && cell) table.tapped(cell.dataset.cell, "", "drop");
  };
  root.addEventListener("pointerup", end);
  root.addEventListener("pointercancel", end);
}

function time(state, side) {
  if (!state.clock) return null;
  return h("span", { class: "time", role: "timer", "aria-live": "off", "data-clock": String(side) }, shown(leftOf(side)));
}

function reserve(table, side) {
  const { state, moveInput } = table;
  const { all, left, take: first, kinds, faces } = reserveOf(table, side) ?? {};
  if (kinds?.length) return h("span", { class: "rings-left" }, kinds.map(([count, word]) => (count ? h("span", {}, `${count} × ${word}`) : null)));
  if (faces && table.mine) return side === state.game.side ? beside(faces, moveInput) : null;
  if (!all) return null;
  const pips = h("span", { class: `pips-reserve side-${side}`, "aria-hidden": "true" },
    Array.from({ length: all }, (_, n) => h("i", { class: n < left ? "on" : "" })));
  const text = h("span", { class: "reserve-count" }, t("reserve", { n: left }));
  const short = h("span", { class: "reserve-short", "aria-hidden": "true" }, String(left));
  if (!first || !table.mine) return h("div", { class: "reserve", "data-reserve": String(side) }, pips, text, short);
  const chosen = moveInput.aside === first;
  return h("button", { type: "button", class: `take ${chosen ? "chosen" : ""}`, "data-take": first, "aria-pressed": String(chosen),
    "data-reserve": String(side), disabled: !moveInput.starts().has(first), onclick: () => moveInput.take(first) }, pips, text);
}

function beside(faces, moveInput) {
  return h("div", { class: "beside" }, faces.filter((face) => moveInput.starts().has(face)).map((face) => h("button",
    { type: "button", "data-take": face, class: moveInput.steps[0] === face ? "chosen" : "", onclick: () => moveInput.take(face) },
    face)));
}

// The players of a record, as it names them.
export const players = (text) => text.split("|").map((who) => (has(`level.${who}`) ? levelName(who) : who === "human" ? t("who.human") : who)).join(" – ");
