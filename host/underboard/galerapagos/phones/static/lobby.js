// Before the first day: a code for each castaway, and who has a phone already.

import { h, s } from "./dom.js";
import { badge } from "./emblems.js";
import { t } from "./api.js";

export function join(table) {
  const count = table.people.filter((one) => one.phone).length;
  const all = table.people.length;
  const columns = all > 6 ? Math.ceil(all / 2) : all;
  const codes = h("div", { class: "codes" }, table.people.map((one, seat) => {
    const ready = one.phone || one.bot;
    const code = ready ? s("svg", { viewBox: "-20 -20 40 40", "aria-hidden": "true" }, badge(seat, 17)) : h("img", { src: `/api/qr?seat=${seat + 1}`, alt: `${table.url}seat/${seat + 1}` });
    return h("div", { class: ready ? "code ready" : "code" }, code, h("b", {}, one.name), h("small", {}, one.bot ? t("big.bot") : one.phone ? `✓ ${t("big.ready")}` : " "));
  }));
  codes.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  return h("div", { class: "join" }, codes,
    h("p", {}, h("b", {}, t("big.any-seat", { url: table.url })), h("span", {}, t("big.phones", { number: count, of: all }))));
}
