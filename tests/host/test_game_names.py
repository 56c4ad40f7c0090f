"""Games are named by their own packages; every other line of code that names one has its reason."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAME = re.compile(r"pylos|apagos|gyges", re.IGNORECASE)
STRINGS = re.compile(r'""".*?"""|/\*.*?\*/|^\s*(#|//).*?$|\s(#|//) .*?$', re.DOTALL | re.MULTILINE)
OWN = ("games/", "boardcore/pylos/", "boardcore/apagos/", "boardcore/gyges/", "galerapagos")
OTHERS = ("boardcore/pods/", "cli/moderator/")
"""Rooms of the party game, whose name contains another's."""
PAGES = "host/underboard/web"
FOLDERS = (
    ("firmware/lib/boardcore", ".py"), ("firmware/lib/boardio", ".py"), ("host/underboard", ".py"),
    (PAGES, ".js"), (PAGES, ".css"), (PAGES, ".html"),
)  # fmt: skip
REASONS = {
    # the end of a path: how many lines, and why; a number may only fall
    "boardcore/games.py": (4, "the board's table of games"),
    "underboard/registry.py": (2, "the host's table of games"),
    "boardio/start/config.py": (1, "an example in the sentence about settings"),
    "boardio/start/runner.py": (1, "the layout of a drive that names none"),
    "api/simulated.py": (1, "the layout of a program that names none: the quickest"),
    "sim/board.py": (1, "the same"),
    "cli/boards/calibrate.py": (1, "the layout to try a calibration on: one with Halls"),
    "cli/__init__.py": (1, "what --help says that this is"),
    "cli/boards/install.py": (1, "help of an option that one game has"),
    "cli/study/engine.py": (1, "help of an option that one game has"),
    "cli/study/explore.py": (2, "help: where values are proven"),
    "cli/study/review.py": (2, "help: where values are proven"),
    "/comparison.py": (6, "the page that helps to choose a board, and links to it"),
    "deploy/circuit.py": (2, "numbers on the copper, by layout"),
    "/pcb/hall_board.py": (2, "places of parts on a floor, by layout"),
}


def lines_of(folder, suffix):
    """Return the lines of code that name a game, by file; comments and docstrings left out."""
    found = {}
    for path in sorted((ROOT / folder).rglob(f"*{suffix}")):
        name = path.relative_to(ROOT).as_posix()
        if any(part in name for part in (*OWN, *OTHERS)):
            continue
        code = STRINGS.sub("", path.read_text("utf-8").replace("galerapagos", ""))
        lines = [line.strip() for line in code.splitlines() if GAME.search(line)]
        if lines:
            found[name] = lines
    return found


def test_every_line_outside_a_game_that_names_it_has_a_reason():
    for folder, suffix in FOLDERS:
        for name, lines in lines_of(folder, suffix).items():
            most = max((n for end, (n, _) in REASONS.items() if name.endswith(end)), default=0)
            assert len(lines) <= most, f"{name}: " + "\n".join(lines)


def test_a_line_that_names_a_game_is_found():
    assert GAME.search(STRINGS.sub("", 'if name == "pylos":  # a comment'))
    assert not GAME.search(STRINGS.sub("", '"""Like Pylos."""\nname = game  # as at Gygès'))
