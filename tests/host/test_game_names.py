"""Games are named by their own packages; everywhere else the exceptions may only become fewer."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAME = re.compile(r"pylos|apagos|gyges", re.IGNORECASE)
STRINGS = re.compile(r'""".*?"""|/\*.*?\*/|^\s*(#|//).*?$|\s(#|//) .*?$', re.DOTALL | re.MULTILINE)
OWN = ("games/", "boardcore/pylos/", "boardcore/apagos/", "boardcore/gyges/", "galerapagos")
PAGES = "host/underboard/web"
OTHERS = ("boardcore/pods/", "cli/evening/")
"""Rooms of the party game, whose name contains another's."""
STILL = {"boardcore": 4, "boardio": 2, "underboard": 11, "hardware": 10, "page": 0}
"""Lines of code outside a game's packages that name one, by room; a number may only fall."""


def lines_of(folder, suffix):
    """Return the lines of code that name a game, comments and docstrings left out."""
    found = []
    for path in sorted((ROOT / folder).rglob(f"*{suffix}")):
        name = path.relative_to(ROOT).as_posix()
        if any(part in name for part in (*OWN, *OTHERS)):
            continue
        code = STRINGS.sub("", path.read_text("utf-8").replace("galerapagos", ""))
        found += [f"{name}: {line.strip()}" for line in code.splitlines() if GAME.search(line)]
    return found


def test_fewer_and_fewer_lines_outside_a_game_name_it():
    host = lines_of("host/underboard", ".py")
    found = {
        "boardcore": lines_of("firmware/lib/boardcore", ".py"),
        "boardio": lines_of("firmware/lib/boardio", ".py"),
        "underboard": [line for line in host if "/hardware/" not in line],
        "hardware": [line for line in host if "/hardware/" in line],
        "page": [line for kind in (".js", ".css", ".html") for line in lines_of(PAGES, kind)],
    }
    for room, lines in found.items():
        assert len(lines) <= STILL[room], f"{room} has {len(lines)}: " + "\n".join(lines)


def test_a_line_that_names_a_game_is_found():
    assert GAME.search(STRINGS.sub("", 'if name == "pylos":  # a comment'))
    assert not GAME.search(STRINGS.sub("", '"""Like Pylos."""\nname = game  # as at Gygès'))
