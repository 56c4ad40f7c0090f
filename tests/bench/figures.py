"""Write RESULTS.md and the figures that pages quote from ``tests/bench/results``.

    python tests/bench/figures.py                         write RESULTS.md and every quote
    python tests/bench/figures.py FILE KEY                measure a row again with its command
    python tests/bench/figures.py FILE KEY -- COMMAND     the same for a new row or command

A result file holds ``title``, ``command`` and ``rows``, each with a ``key``.  A row may have a
command, date, commit and figure of its own; otherwise those of the file hold.  ``figure`` is how
a row reads on the page, ``headline`` which rows stand there (default: all).  A page quotes a value
as ``<!-- figure FILE/KEY/NAME -->7<!-- end -->``, or a ratio with ``NAME:NAME``.
"""

import datetime
import json
import platform
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "tests/bench/results"
PAGE = ROOT / "tests/bench/RESULTS.md"
HEAD = """# Measurements

Made by `python tests/bench/figures.py` from `tests/bench/results/*.json`: change those, not this.
To add a figure: `python tests/bench/figures.py FILE KEY -- COMMAND` runs the command and stores
the numbers of its last line (`asked 3 wrong 0`) with date and commit; or write the row by hand.
What was tried and dropped is a note of at most 300 words in [notes](notes).

All boards are simulated: nobody has touched a real board, ball or magnet.
Machines are shared and noisy: compare CPU seconds and counts, not waiting times.
The history of a figure is `git log -p tests/bench/results/`.
"""
HEADLINES = """## Headlines

*Asked*: turns that the board asked about. *Misread*: taken for another turn until the players
corrected it. *Wrong*: another turn in the record. *Lost*: turns after the board lost the game.

| file | case | figure | measured |
| --- | --- | --- | --- |"""
FILES = """
## Files

Words in braces are fields of a row; a row may have a command of its own.

| file | what | command |
| --- | --- | --- |"""
ABOUT = {"key", "command", "date", "commit", "note", "figure"}
"""Fields of a row that are no values."""
QUOTE = re.compile(r"(<!-- figure (\S+)/(\S+)/(\S+) -->)(.*?)(<!-- end -->)")
NUMBER = re.compile(r"([A-Za-z][\w-]*):? (-?\d[\d,]*(?:\.\d+)?)")


def load(name: str) -> dict:
    """Return a result file by its name."""
    return json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))


def row_of(told: dict, key: str) -> dict:
    """Return a row by its key, with what holds for the whole file."""
    (row,) = [row for row in told["rows"] if row.get("key") == key]
    return {name: told.get(name, "") for name in ABOUT} | row


def written(value: object) -> str:
    """Return a value as a page shows it."""
    return f"{value:,}" if isinstance(value, int) else f"{value}"


def quoted(row: dict, name: str) -> str:
    """Return a value of a row, or the ratio of two with two digits."""
    over, _, under = name.partition(":")
    if not under:
        return written(row[name])
    return f"{float(f'{row[over] / row[under]:.2g}'):g}"


def with_quotes(text: str) -> str:
    """Return a page with its quoted figures as they are in the result files."""
    return QUOTE.sub(
        lambda found: found[1] + quoted(row_of(load(found[2]), found[3]), found[4]) + found[6], text
    )


def command_of(told: dict, row: dict) -> str:
    """Return the command that measures a row."""
    return row.get("command", told["command"]).format_map(row)


def page() -> str:
    """Return RESULTS.md."""
    shown, files = [], []
    for path in sorted(RESULTS.glob("*.json")):
        told = load(path.stem)
        title = told.get("title", told["bench"])
        about = f"{title}. {told.get('about', '')}".strip()
        files.append(f"| [{path.stem}](results/{path.name}) | {about} | `{told['command']}` |")
        for row in told["rows"] if "figure" in told else []:
            if row["key"] in told.get("headline", [row["key"]]):
                values = {name: written(value) for name, value in row.items()}
                figure = row.get("figure", told["figure"]).format_map(values)
                day = row.get("date", told["date"])
                shown.append(f"| {path.stem} | {row['key']} | {figure} | {day} |")
    return "\n".join([HEAD, HEADLINES, *shown, FILES, *files]) + "\n"


def pages() -> list[Path]:
    """Return the pages that may quote figures."""
    names = subprocess.run(
        ["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def numbers_of(line: str) -> dict[str, int | float]:
    """Return the values in a line of words and numbers."""
    found = {name: value.replace(",", "") for name, value in NUMBER.findall(line)}
    return {name: float(one) if "." in one else int(one) for name, one in found.items()}


def measure(name: str, key: str, command: list[str]) -> dict:
    """Run a row's command, store what its last line says, and return the row."""
    path = RESULTS / f"{name}.json"
    told = (
        load(name) if path.exists() else {"bench": name, "title": name, "command": "", "rows": []}
    )
    old = next((row for row in told["rows"] if row.get("key") == key), {"key": key})
    words = command or shlex.split(command_of(told, old))
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    last = done.stdout.strip().rpartition("\n")[2]
    values = numbers_of(last)
    if not values:
        sys.exit(f"no numbers in the last line of {shlex.join(words)}: {last!r}")
    commit = subprocess.run(
        ["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, capture_output=True, text=True
    ).stdout.strip()
    row = old | values | {"date": f"{datetime.date.today()}", "commit": commit}
    if command:
        row["command"] = shlex.join(command)
    told["rows"] = [row if one is old else one for one in told["rows"]]
    if row not in told["rows"]:
        told["rows"].append(row)
    told.setdefault("machine", platform.machine())
    save(name, told)
    return row


def save(name: str, told: dict) -> None:
    """Write a result file, one row a line."""
    head = {field: value for field, value in told.items() if field != "rows"}
    lines = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in told["rows"])
    text = (
        f'{json.dumps(head, indent=1, ensure_ascii=False)[:-2]},\n "rows": [\n  {lines}\n ]\n}}\n'
    )
    (RESULTS / f"{name}.json").write_text(text, encoding="utf-8")


def main(argv: list[str]) -> None:
    """Measure a row if one is named; then write all pages."""
    named, _, command = argv, None, []
    if "--" in argv:
        named, command = argv[: argv.index("--")], argv[argv.index("--") + 1 :]
    if len(named) == 2:
        print(json.dumps(measure(*named, command), ensure_ascii=False))
    elif named:
        sys.exit(__doc__)
    PAGE.write_text(page(), encoding="utf-8")
    for path in pages():
        text = path.read_text(encoding="utf-8")
        if (new := with_quotes(text)) != text:
            path.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
