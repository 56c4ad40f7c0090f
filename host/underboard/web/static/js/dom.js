// Small helpers to build HTML and SVG; text is always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

export const h = (tag, attributes, ...children) =>
  fill(document.createElement(tag), attributes, children);

export const s = (tag, attributes, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

export const $ = (selector, root = document) => root.querySelector(selector);

// Replaces text only where it differs, so that live regions stay silent.
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export const round = (number) => Math.round(number * 10) / 10;

export const points = (list) => list.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");

export const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
