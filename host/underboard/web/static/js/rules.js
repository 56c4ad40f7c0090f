// "How is this won?": each game in four drawn steps with a sentence each.

import { read } from "./api.js";
import { Board } from "./board.js";
import { h } from "./dom.js";
import { gamesWith, pageOf, usual } from "./games.js";
import { lang, t } from "./words.js";

export function showRules(root, table) {
  const games = gamesWith("rules");
  const game = [location.hash.split("/")[1], table.state?.game.name, usual].find((name) => games.some(([one]) => one === name));
  const full = h("div", { class: "reading full-rules" });
  const more = h("button", { type: "button", onclick: async () => {
    const text = (await read(`rules/${game}`))[lang()];
    full.replaceChildren(...text.split(/\n\n+/).map((part) => h("p", {}, part)));
    full.scrollIntoView();
  } }, t("rules.full"));
  root.replaceChildren(
    h("div", { class: "rules-head" }, h("h1", { tabindex: -1 }, t("rules.title")),
      h("div", { class: "switch-games", role: "group", "aria-label": t("new.game") }, games.map(([key, name]) =>
        h("a", { class: "button", href: `#rules/${key}`, "aria-current": key === game ? "true" : null }, name)))),
    h("p", { class: "reading" }, h("strong", {}, t(`${game}.rules.won`)), " ", t(`${game}.rules.so`)),
    h("ol", { class: "rules-steps" }, pageOf(game).rules.map(([name, view], n) => {
      const picture = h("div", { class: "rules-picture" });
      new Board({ picture, t }).set({ game, label: t(`${game}.rules.${name}`), ...view });
      return h("li", { class: "card" }, picture, h("span", { class: "note" }, String(n + 1)),
        h("h2", {}, t(`${game}.rules.${name}`)), h("p", {}, t(`${game}.rules.${name}.how`)));
    })),
    h("div", { class: "row start" }, h("a", { class: "button filled", href: "#table" }, t("rules.back")),
      h("a", { class: "button", href: "#study" }, t("rules.learn")), more),
    full);
}
