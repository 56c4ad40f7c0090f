"""A page for the table where a circuit is filled: its picture beside its list of parts.

A line under the pointer lights its parts, a pad its net; what is ticked off stays ticked.
"""

import csv
from html import escape

from underboard.hardware.pcb import ordering
from underboard.hardware.pcb.board import Pcb
from underboard.hardware.pcb.files import picture

STYLE = """
body { margin: 0; display: flex; flex-wrap: wrap; font: 15px/1.4 sans-serif; color: #2b2320; }
main { flex: 1 1 34em; position: sticky; top: 0; } main svg { width: 100%; height: 100vh; }
aside { flex: 1 1 24em; padding: 0 1em; } table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; padding: .3em .5em; border-bottom: 1px solid #ccc; }
tr:hover, tr.lit, tr:focus-within { background: #fff3c4; } tr.done td { color: #777; }
svg .lit { fill: #ffd60a !important; opacity: .85 !important; }
svg polyline.lit { fill: none !important; stroke: #ffd60a !important; }
"""
SCRIPT = """
const all = (what, from = document) => [...from.querySelectorAll(what)];
const shapes = all("svg > * > title").map(title => [title.parentNode, title.textContent]);
const refs = row => row.dataset.refs.split(" ");
const bodies = ref => shapes.filter(([shape, told]) => told.startsWith(ref + ": "));
const light = (some, on) => some.forEach(shape => shape.classList.toggle("lit", on));
const key = "underboard " + document.title;
const done = new Set(JSON.parse(localStorage.getItem(key) || "[]"));
for (const row of all("tr[data-refs]")) {
  const parts = refs(row).flatMap(bodies).map(([shape]) => shape), box = row.querySelector("input");
  for (const [event, on] of [["mouseenter", 1], ["mouseleave", 0], ["focusin", 1], ["focusout", 0]])
    row.addEventListener(event, () => light(parts, !!on));
  box.checked = done.has(row.dataset.refs);
  const tick = () => row.classList.toggle("done", box.checked);
  box.addEventListener("change", () => {
    box.checked ? done.add(row.dataset.refs) : done.delete(row.dataset.refs);
    localStorage.setItem(key, JSON.stringify([...done]));
    tick();
  });
  tick();
}
const told = document.querySelector("output");
for (const [shape, words] of shapes) {
  const pad = words.match(/^(\\S+) .*, pad [^:]*: (.*)$/);
  const ref = pad ? pad[1] : words.split(": ")[0];
  const same = !pad || pad[2] == "not joined" ? [] : [
    ...shapes.filter(([, other]) => other.endsWith(": " + pad[2])).map(([one]) => one),
    ...all("[data-net]").filter(line => line.dataset.net == pad[2])];
  const rows = all("tr[data-refs]").filter(row => refs(row).includes(ref));
  const lit = [...same, ...rows];
  shape.addEventListener("mouseenter", () => { light(lit, true); told.value = words; });
  shape.addEventListener("mouseleave", () => light(lit, false));
}
"""
LISTS = {"by-hand.csv": "You solder", "bom.csv": "The assembler places"}


def page(board: Pcb) -> str:
    """Return the page of a routed board as HTML that needs nothing else."""
    tables = []
    for file, title in LISTS.items():
        rows = list(csv.DictReader(ordering.LISTS[file](board).splitlines()))
        if rows:
            lines = "\n".join(_row(row) for row in rows)
            tables.append(f"<h2>{title}</h2>\n<table>\n{lines}\n</table>")
    title = escape(f"{board.name}: {board.title}")
    svg = picture(board, nets=True).svg().replace("<svg ", '<svg role="img" ', 1)
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<style>{STYLE}</style>\n<main>{svg}</main>\n<aside>\n<h1>{title}</h1>\n"
        "<p>Point at a line or at a pad. Nothing here was tried on real hardware.</p>\n"
        f"<p><output>&nbsp;</output></p>\n{''.join(tables)}\n</aside>\n"
        f"<script>{SCRIPT}</script>\n"
    )


def _row(row: dict[str, str]) -> str:
    refs = row["Designator"].replace(",", " ")
    name, package, number = (
        escape(row[key]) for key in ("Comment", "Footprint", "Manufacturer Part")
    )
    return (
        f'<tr data-refs="{escape(refs)}"><td><label><input type="checkbox"> {escape(refs)}</label>'
        f"<td>{name}<td>{package}<td>{number}"
    )
