// "How is this won?": each game in four drawn steps with a sentence each.

import { read } from "./api.js";
import { Board } from "./board.js";
import { h } from "./dom.js";
import { GAMES } from "../registry.js";
import { isGame, pageOf, usual } from "./games.js";
import { lang, t } from "./i18n.js";

export function showRules(root, table) {
  const game = [location.hash.split("/")[1], table.state?.game.name].find(isGame) ?? usual;
  const { rules } = pageOf(game);
  const full = h("div", { class: "reading full-rules" });
  const showAll = async () => {
    const text = (await read(`rules/${game}`))[lang()];
    full.replaceChildren(...text.split(/\n\n+/).map((part) => h("p", {}, part)));
    if (rules.length) full.scrollIntoView();
  };
  const more = rules.length ? h("button", { type: "button", onclick: showAll }, t("rules.full")) : null;
  root.replaceChildren(
    h("div", { class: "rules-head" }, h("h1", { tabindex: -1 }, t("rules.title")),
      h("div", { class: "switch-games", role: "group", "aria-label": t("new.game") }, GAMES.map(({ name: key, title }) =>
        h("a", { class: "button", href: `#rules/${key}`, "aria-current": key === game ? "true" : null }, title)))),
    rules.length ? h("p", { class: "reading" }, h("strong", {}, t(`${game}.rules.won`)), " ", t(`${game}.rules.so`)) : full,
    h("ol", { class: "rules-steps" }, rules.map(([name, view], n) => {
      const picture = h("div", { class: "rules-picture" });
      new Board({ picture, t }).set({ game, label: t(`${game}.rules.${name}`), ...view });
      return h("li", { class: "card" }, picture, h("span", { class: "note" }, String(n + 1)),
        h("h2", {}, t(`${game}.rules.${name}`)), h("p", {}, t(`${game}.rules.${name}.how`)));
    })),
    h("div", { class: "row start" }, h("a", { class: "button filled", href: "#table" }, t("rules.back")),
      h("a", { class: "button", href: "#study" }, t("rules.learn")), more),
    ...(rules.length ? [full] : []));
  return rules.length ? null : showAll();
}
