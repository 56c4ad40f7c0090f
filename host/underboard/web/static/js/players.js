// The two players: name, whose turn, reserve; for Apagos the balls to choose from.

import { leftOf, shown } from "./clock.js";
import { h } from "./dom.js";
import { has, lang, t } from "./words.js";

const RESERVE = { pylos: 15, apagos: 10, gyges: 0 };

export const levelName = (level) => (has(`level.${level}`) ? t(`level.${level}`) : level);

export function seatName(state, side) {
  const who = state.seats.who[side];
  if (who !== "human") return t("who.engine", { level: levelName(who) });
  return state.seats.names[side] || t("who.human");
}

export function renderPlayers(root, table) {
  const { state, choosing } = table;
  const words = state.words[lang()];
  const key = JSON.stringify([state.seats, state.pieces.reserves, state.game, state.network, Boolean(state.clock), choosing.steps[0],
    choosing.colour, table.mine, table.me, words.sides, state.pieces.beside, lang()]);
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
  return h("section", { class: `player ${turn ? "moving" : ""}`, "aria-label": words.sides[side] },
    h("div", { class: "player-head" },
      h("i", { class: `stone ${game.name} side-${side}`, "aria-hidden": "true" }),
      h("span", { class: "player-name" }, seatName(state, side) + mine),
      state.clock ? h("span", { class: "player-side" }, words.sides[side]) : null),
    h("div", { class: "says-row" }, time(state, side), h("span", { class: "says" }, says),
      state.clock ? null : h("span", { class: "player-side" }, words.sides[side])),
    reserve(table, side),
  );
}

function time(state, side) {
  if (!state.clock) return null;
  return h("span", { class: "time", role: "timer", "aria-live": "off", "data-clock": String(side) }, shown(leftOf(side)));
}

function reserve(table, side) {
  const { state, choosing } = table;
  const name = state.game.name;
  if (name === "gyges") {
    const left = state.pieces.reserves[side];
    if (!left?.length) return null;
    return h("span", { class: "rings-left" }, left.map((count, n) => count
      ? h("span", {}, `${count} × ${t(`ring.${n + 1}`)}`) : null));
  }
  const count = state.pieces.reserves[side];
  const pips = h("span", { class: `pips-reserve side-${side}`, "aria-hidden": "true" },
    Array.from({ length: RESERVE[name] }, (_, n) => h("i", { class: n < count ? "on" : "" })));
  const text = h("span", { class: "reserve-count" }, t("reserve", { n: count }));
  if (name !== "apagos" || !table.mine) return h("div", { class: "reserve" }, pips, text);
  const first = "WB"[side];
  if (state.pieces.beside.length) return side === state.game.side ? beside(table) : null;
  const chosen = choosing.colour === first;
  return h("button", { type: "button", class: `take ${chosen ? "chosen" : ""}`, "data-take": first, "aria-pressed": String(chosen),
    disabled: !choosing.starts().has(first), onclick: () => choosing.take(first) }, pips, text);
}

function beside(table) {
  const { choosing, state } = table;
  const faces = [...new Set(state.pieces.beside.flatMap((pair) => {
    const [one, other] = pair.split("/");
    return [`${one}/${other}`, `${other}/${one}`];
  }))].filter((face) => choosing.starts().has(face));
  return h("div", { class: "beside" }, faces.map((face) => h("button",
    { type: "button", "data-take": face, class: choosing.steps[0] === face ? "chosen" : "", onclick: () => choosing.take(face) },
    face)));
}
