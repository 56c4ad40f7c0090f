// After the last scene: the game in figures, a tournament's podium, and the same table again.

import { h, s } from "./dom.js";
import { badge, emblem } from "./emblems.js";
import { backdrop, H, palm, W } from "./island.js";
import { lang, t } from "./api.js";

const KEYS = ["fish", "water", "wood", "searches", "bites", "votes", "cards"];

function figures(table) {
  return h("div", { class: "figures" }, h("table", {},
    h("tr", {}, h("th", {}, ""), h("th", {}, t("big.fate")), KEYS.map((key) => h("th", {}, t(`figure.${key}`)))),
    table.figures.map((row, seat) => h("tr", {},
      h("td", {}, emblem(seat), row.name),
      h("td", {}, table.over.embarked.includes(seat) ? t("big.saved") : row.died ? t("big.died", { day: row.died }) : "–"),
      KEYS.map((key) => h("td", {}, String(row[key])))))));
}

function ghosts(table) {
  const best = table.best_ghosts;
  return best ? t("big.best-ghost", { names: best.seats.map((seat) => table.people[seat].name).join(", "), number: best.right }) : "";
}

// Steps rise 3, 2, 1; who shares a rank shares a step.
function podium(table) {
  const ranks = [2, 1, 3].map((rank) => table.standings.rows.filter((row) => row.rank === rank)).filter((row) => row.length);
  const step = { 1: 210, 2: 130, 3: 80 };
  const wide = Math.min(210, 640 / ranks.length);
  return backdrop({ rain: 0, hurricane: false }, [palm(80, 340, 130), palm(715, 340, 120),
    ranks.map((rows, place) => {
      const x = W / 2 + (place - (ranks.length - 1) / 2) * wide;
      const top = 400 - step[rows[0].rank];
      return s("g", { class: `podium podium-${rows[0].rank}` },
        s("path", { d: `M${x - wide / 2} ${top}l18-22h${wide}l-18 22z`, fill: "#cda26f", stroke: "#7c5530", "stroke-width": 2 }),
        s("rect", { x: x - wide / 2, y: top, width: wide, height: 400 - top, fill: "#c1935f", stroke: "#7c5530", "stroke-width": 2 }),
        s("text", { x, y: top + 54, class: "rank" }, String(rows[0].rank)),
        rows.slice(0, 4).map((row, n) => {
          const at = x + (n - (Math.min(rows.length, 4) - 1) / 2) * Math.min(86, wide / Math.min(rows.length, 4));
          return s("g", { transform: `translate(${at} ${top - 52})` }, row.seat >= 0 ? badge(row.seat, rows[0].rank === 1 ? 36 : 28) : [],
            s("text", { y: -44, class: "halo" }, `${row.name}, ${row.points}`));
        }));
    }),
    s("text", { x: W / 2, y: H - 10, class: "halo" }, ghosts(table))]);
}

function table_of(standings) {
  const games = Array.from({ length: standings.games }, (_, n) => n);
  return h("table", {},
    h("tr", {}, h("th", {}, ""), h("th", {}, ""), games.map((n) => h("th", {}, String(n + 1))), h("th", {}, t("big.points"))),
    standings.rows.map((row) => h("tr", { class: row.rank === 1 ? "leads" : "" },
      h("td", {}, String(row.rank)), h("td", {}, row.seat >= 0 ? emblem(row.seat) : "", row.name),
      games.map((n) => h("td", {}, n >= standings.played ? "" : row.games[n] ? h("span", { class: "plank-cell" }, String(row.games[n])) : "–")),
      h("td", {}, String(row.points)))));
}

function same(table, again) {
  const next = table.same;
  if (!next) return "";
  return h("div", { class: "panel same" },
    h("div", {}, h("h2", {}, next.ended ? t("big.winner", { names: next.winners.join(", ") }) : t("big.first-next", { name: table.people[next.first].name })),
      h("p", {}, next.ended ? t("big.tournament-over") : t("big.same-note"))),
    next.ended ? "" : table.people.map((one, seat) => h("span", { class: seat === next.first ? "next" : "" }, emblem(seat), h("b", {}, one.name))),
    h("div", { class: "row" },
      next.ended ? "" : h("button", { type: "button", class: "filled", onclick: () => again("again") }, t("big.again")),
      h("button", { type: "button", onclick: () => again("change") }, t("big.change")),
      h("button", { type: "button", onclick: () => again("enough") }, t("big.enough-tonight")),
      h("small", {}, t("big.same-remote"))));
}

export function ending(table, again) {
  const best = ghosts(table);
  return h("div", { class: "ending", lang: lang() },
    table.standings
      ? h("div", { class: "halves" }, podium(table), h("div", { class: "figures" }, table_of(table.standings)))
      : h("div", { class: "halves one" }, figures(table), best ? h("p", {}, best) : ""),
    same(table, again));
}
