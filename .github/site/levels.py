"""Writer of the table of levels in ``host/docs/engines.md``, from code and results.

``python .github/site/levels.py``: how each level thinks stands in the engines, how strong it is
in ``tests/bench/results/levels.json``.
"""

import json
from pathlib import Path

from underboard.engine.player import levels_of, with_engine
from underboard.registry import game_of

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "host/docs/engines.md"
RESULTS = ROOT / "tests/bench/results/levels.json"
BEGIN, END = "<!-- levels: written by .github/site/levels.py -->\n", "<!-- end of levels -->"


def table() -> str:
    """Return the table of all games' levels."""
    told = json.loads(RESULTS.read_text(encoding="utf-8"))
    measured = {(row["game"], row["stronger"]): row for row in told["rows"]}
    plain = told.get("plain_ms", {})
    lines = ["| game | level | thinks | against the level below | games | CPU a turn | no numba |"]
    lines.append("| --- | --- | --- | ---: | ---: | ---: | ---: |")
    for name in with_engine():
        for level in levels_of(name):
            row = measured.get((name, level))
            score = f"{row['percent']:g} % ± {row['error']:g}" if row else ""
            games = f"{row['games']}" if row else ""
            ms = f"{row['cpu_ms'][0]:g} ms" if row else ""
            alone = f"{plain[name][level]:g} ms" if level in plain.get(name, {}) else ""
            cells = game_of(name).title, level, thinks(name, level), score, games, ms, alone
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def thinks(name: str, level: str) -> str:
    """Return how a level thinks: what its engine says of it."""
    levels = game_of(name).required("engine.player").LEVELS
    if isinstance(levels, tuple):  # those of Apagos stand beside
        levels = game_of(name).required("engine.levels").LEVELS
    values = {key: value for key, value in levels[level]._asdict().items() if value}
    return ", ".join(f"{key.replace('_', ' ')} {value:,}" for key, value in values.items())


def page() -> str:
    """Return the page with the table as it should be."""
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    return head + BEGIN + table() + END + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
