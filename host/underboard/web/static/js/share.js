// Sharing a position: as a link that holds it, and as a picture.

import { $, h, say } from "./dom.js";
import { t } from "./i18n.js";

export function showShare(root, table) {
  const { state } = table;
  const said = h("p", { role: "status" });
  if (!state) {
    root.replaceChildren(h("h1", {}, t("share")), h("p", {}, t("loading")));
    return;
  }
  const { name, variant, position } = state.game;
  const link = `${location.origin}${location.pathname}#edit/${name}/${variant}/${encodeURIComponent(position)}`;
  const field = h("input", { readonly: true, value: link, id: "share-link", onfocus: (event) => event.target.select() });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      say(said, t("share.copied"));
    } catch {
      field.select(); // a page without https may not write there
      say(said, t("share.select"));
    }
  };
  const send = navigator.share ? h("button", { type: "button", onclick: () => navigator.share({ url: link }).catch(() => {}) }, t("share.send")) : null;
  root.replaceChildren(
    h("h1", { tabindex: -1 }, t("share")),
    h("div", { class: "card form" },
      h("label", { class: "field", for: "share-link" }, h("span", {}, t("share.link")), field),
      h("div", { class: "row start" },
        h("button", { type: "button", class: "filled", onclick: copy }, t("share.copy")), send,
        h("button", { type: "button", onclick: () => savePicture(`underboard-${name}-${state.game.ply}.png`, said) }, t("share.picture"))),
      said),
    h("p", {}, h("a", { href: "#table" }, t("rules.back"))));
}

const PAINT = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "stroke-opacity", "opacity", "stop-color", "font", "text-anchor", "dominant-baseline", "display"];

// A drawing of its own: what style sheets say of it is written into it.
function drawing(svg) {
  const copy = svg.cloneNode(true);
  const defs = $(".definitions defs");
  const inked = defs.cloneNode(true);
  ink(svg, copy);
  ink(defs, inked);
  copy.prepend(inked);
  const [, , width, height] = svg.getAttribute("viewBox").split(" ");
  copy.setAttribute("width", 2 * width);
  copy.setAttribute("height", 2 * height);
  return copy;
}

function ink(from, to) {
  const pairs = [[from, to]];
  const [one, other] = [from.querySelectorAll("*"), to.querySelectorAll("*")];
  one.forEach((node, n) => pairs.push([node, other[n]]));
  for (const [node, target] of pairs) {
    const style = getComputedStyle(node);
    for (const name of PAINT) target.style.setProperty(name, style.getPropertyValue(name));
  }
}

async function savePicture(name, said) {
  const text = new XMLSerializer().serializeToString(drawing($("#picture .scene")));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  try {
    await image.decode();
  } catch {
    say(said, t("failed"));
    return;
  }
  const canvas = h("canvas", { width: image.width, height: image.height });
  const pen = canvas.getContext("2d");
  pen.fillStyle = getComputedStyle(document.body).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0);
  const save = h("a", { href: canvas.toDataURL("image/png"), download: name });
  save.click();
  say(said, t("share.saved", { name }));
}
