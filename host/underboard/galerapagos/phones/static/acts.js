// What a castaway may do now: fields are asked one after the other, a card is read and confirmed.

import { h } from "./dom.js";
import { ask, button, me, name, tile, tiles, ui } from "./self.js";
import { lang, t } from "./api.js";

const FIELDS = ["card", "extra", "action", "target", "targets", "what", "value"];
const NUMBERS = ["water", "food", "wood", "seats", "rain", "fish"]; // rights whose value is no seat
const BITES = [0, 17, 33, 50, 67, 83]; // per cent for one to five of six balls, one of them black
let looking = false;

function label(field, value) {
  if (field === "what") return t(`what.${value}`);
  if (field === "card") return t(`card.${value}`);
  if (field === "action") return t(`action.${value}`);
  return name(value);
}

export function begin(offer) {
  ui.picking = { offer, said: { do: offer.do } };
  next();
}

function next() {
  const { offer, said } = ui.picking;
  for (const field of FIELDS.filter((one) => offer[one] && !(one in said))) {
    if (offer[field].length === 1 && (field !== "target" || offer.do === "override")) said[field] = field === "targets" ? offer[field] : offer[field][0];
  }
  ui.picking.field = FIELDS.find((field) => offer[field] && !(field in said));
  if (!ui.picking.field && !said.card) return send();
  ui.draw();
}

function send() {
  const { do: entry, ...rest } = ui.picking.said;
  ui.picking = null;
  ask(...(entry === "override" ? ["lead", { entry, ...rest }] : ["enter", { do: entry, ...rest }]));
}

const leave = () => ((ui.picking = null), ui.draw());

export function picker() {
  if (ui.picking.sure) {
    return [h("h1", {}, t("phone.sure")), h("p", {}, ui.picking.sure),
      h("div", { class: "foot" },
        button(t("phone.yes"), () => {
          const { path, fields } = ui.picking;
          ui.picking = null;
          ask(path, { ...fields, sure: true });
        }, { class: "filled" }),
        button(t("phone.no"), leave))];
  }
  const { offer, said, field } = ui.picking;
  const title = said.what ? `what.${said.what}` : said.card ? `card.${said.card}` : `entry.${offer.do}`;
  const text = said.card ? h("p", {}, t(`about.${said.card}`)) : null;
  if (!field) {
    const whom = [said.target, ...(said.targets || [])].filter((seat) => seat !== undefined).map(name).join(", ");
    return [h("h1", {}, t(title)), text,
      said.action ? h("p", {}, t(`action.${said.action}`)) : null, whom ? h("p", {}, h("strong", {}, whom)) : null,
      h("div", { class: "foot" }, button(t(`entry.${offer.do}`), send, { class: "filled" }), button(t("phone.back"), leave))];
  }
  const many = field === "targets";
  const picked = (ui.picking.many ||= []);
  const take = (value) => {
    if (!many) {
      said[field] = value;
      return next();
    }
    if (picked.includes(value)) picked.splice(picked.indexOf(value), 1);
    else if (picked.length < 3) picked.push(value);
    ui.draw();
  };
  const number = field === "extra" || (field === "value" && (NUMBERS.includes(said.what) || said.what === "end"));
  const seats = ["target", "targets", "value"].includes(field) && !number;
  const words = (value) => field === "extra" ? [String(value), h("small", {}, value ? t("phone.bite", { percent: BITES[value] }) : t("phone.stop"))] : number ? String(value) : label(field, value);
  return [h("h1", {}, t(title)), text,
    field === "value" && number ? h("p", { class: "note" }, t("phone.value")) : null,
    field === "extra" ? h("p", { class: "note" }, t("phone.wood-odds")) : null,
    seats ? tiles(offer[field].map((value) => tile(value, () => take(value), { pressed: many ? picked.includes(value) : undefined })))
      : h("div", { class: field === "extra" ? "numbers odds" : number ? "numbers" : "list" }, offer[field].map((value) => button(words(value), () => take(value)))),
    h("div", { class: "foot" },
      many ? button(t("phone.yes"), () => ((said.targets = picked), next()), { class: "filled", disabled: !picked.length }) : null,
      button(t("phone.back"), leave))];
}

export function actions() {
  const offers = me().offers;
  const now = offers.filter((offer) => !["play", "give", "shoot"].includes(offer.do));
  const cards = offers.filter((offer) => offer.do === "play");
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
  const lines = [
    mine.hand ? h("p", {}, t("phone.hand"), " ", mine.hand.map((card) => t(`card.${card}`)).join(", ") || t("word.nothing")) : null,
    mine.looks.map((look) => h("p", {}, look[lang()])),
  ];
  return h("div", { class: "card" }, h("div", { class: looking ? "looks veil open" : "looks veil", "aria-hidden": String(!looking) }, lines),
    button(t(looking ? "phone.hide" : "phone.look"), () => ((looking = !looking), ui.draw())));
}
