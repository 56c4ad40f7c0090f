"""Rows as CSV files and as tables of a page."""

import csv
import io
from collections.abc import Iterable, Sequence
from importlib import resources


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV, lines ending the same way on every machine."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()


def rows_of(name: str) -> list[dict[str, str]]:
    """Return the rows of a table of this package, by the heads of its columns."""
    text = resources.files(__package__).joinpath(*name.split("/")).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def markdown(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """Return rows as a table of a page."""
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    lines += [f"| {' | '.join(str(value) for value in row)} |" for row in rows]
    return lines


def heads(row: type) -> list[str]:
    """Return the heads of a table whose rows are named tuples."""
    return [name.replace("_", " ") for name in getattr(row, "_fields", ())]
