"""A page for the table where a circuit is filled: its picture beside its list of parts.

A line under the pointer lights its parts, a pad its net; what is ticked off stays ticked.
"""

import csv
from html import escape
from importlib import resources

from underboard.hardware.pcb import ordering
from underboard.hardware.pcb.board import Pcb
from underboard.hardware.pcb.files import picture

LISTS = {"by-hand.csv": "You solder", "bom.csv": "The assembler places"}


def page(board: Pcb) -> str:
    """Return the page of a routed board as HTML that needs nothing else."""
    here = resources.files(__package__)
    style, script = (here.joinpath(f"parts_page.{end}").read_text("utf-8") for end in ("css", "js"))
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
        f"<style>\n{style}</style>\n<main>{svg}</main>\n<aside>\n<h1>{title}</h1>\n"
        "<p>Point at a line or at a pad. Nothing here was tried on real hardware.</p>\n"
        f"<p><output>&nbsp;</output></p>\n{''.join(tables)}\n</aside>\n"
        f"<script>\n{script}</script>\n"
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
