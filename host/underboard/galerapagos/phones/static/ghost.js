// A ghost's phone: who is next, how many escape; sealed, and for honour only.

import { h } from "./dom.js";
import { ask, button, me, name, tile, tiles, ui } from "./self.js";
import { t } from "./api.js";

const guess = { next: null, escape: null };

export function ghostPage() {
  const ghost = me().ghost;
  const living = ghost.targets;
  const honour = h("p", { class: "note" }, t("phone.ghost-honour", { right: ghost.right, made: ghost.made }));
  const sealed = ghost.next !== null && ghost.next !== undefined && guess.next === null && guess.escape === null;
  if (!ghost.open || sealed) {
    const words = !sealed ? null : ghost.next < 0
      ? t("phone.ghost-sealed-nobody", { number: ghost.escape }) : t("phone.ghost-sealed", { name: name(ghost.next), number: ghost.escape });
    return [h("h1", {}, t("phone.ghost")), h("p", {}, t("phone.ghost-note")), words ? h("p", {}, h("strong", {}, words)) : null, honour,
      ghost.open ? h("div", { class: "foot" }, button(t("phone.ghost-change"), () => (Object.assign(guess, { next: ghost.next, escape: ghost.escape }), ui.draw()), { class: "plain" })) : null];
  }
  const ready = guess.next !== null && guess.escape !== null;
  const seal = async () => {
    if (await ask("enter", { do: "guess", target: guess.next, escape: guess.escape })) Object.assign(guess, { next: null, escape: null });
    ui.draw();
  };
  return [h("h1", {}, t("phone.ghost")), h("p", { class: "note" }, t("phone.ghost-note")),
    h("h2", {}, t("phone.ghost-next")),
    tiles([...living.map((seat) => tile(seat, () => ((guess.next = seat), ui.draw()), { pressed: guess.next === seat })),
      button(t("phone.ghost-nobody"), () => ((guess.next = -1), ui.draw()), { class: "tile", "aria-pressed": String(guess.next === -1) })], "small"),
    h("h2", {}, t("phone.ghost-escape")),
    h("div", { class: "numbers small" }, Array.from({ length: living.length + 1 }, (_, n) =>
      button(String(n), () => ((guess.escape = n), ui.draw()), { "aria-pressed": String(guess.escape === n) }))),
    honour,
    h("div", { class: "foot" }, button(ready ? (guess.next < 0 ? t("phone.ghost-seal-nobody", { number: guess.escape }) : t("phone.ghost-seal", { name: name(guess.next), number: guess.escape })) : t("phone.ghost-choose"), seal, { class: "filled", disabled: !ready }))];
}
