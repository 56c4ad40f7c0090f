// What a phone's parts share: the state, small buttons, and how orders are given.

import { h } from "./dom.js";
import { emblem } from "./emblems.js";
import { order, t } from "./api.js";

export const ui = { state: {}, picking: null, trouble: "", said: "", draw: () => 0 };
export const me = () => ui.state.me;
export const people = () => ui.state.table.people;
export const name = (seat) => people()[seat].name;
export const isMine = (seat) => me()?.seat === seat;

export async function ask(path, fields) {
  ui.trouble = "";
  ui.said = "";
  try {
    const answer = await order(path, fields);
    if (answer.go) location.href = answer.go;
    ui.said = answer.said || "";
    ui.draw();
    return true;
  } catch (no) {
    if (no.code === "sure") ui.picking = { sure: no.message, path, fields };
    else ui.trouble = no.message || t("phone.failed");
    ui.draw();
    return false;
  }
}

export const button = (text, act, more = {}) => h("button", { type: "button", onclick: act, ...more }, text);

// A castaway to choose: the emblem, the name, and a word about them.
export function tile(seat, act, { pressed, note, off } = {}) {
  return h(off ? "div" : "button", {
    type: off ? null : "button", class: off ? "tile off" : "tile", onclick: off ? null : act,
    "aria-pressed": pressed === undefined || off ? null : String(pressed),
  }, emblem(seat), h("b", {}, name(seat)), h("small", {}, note || ""));
}

export const tiles = (list, more = "") => h("div", { class: `tiles ${list.length > 9 ? "many" : ""} ${more}` }, list);
