"""Table of all games, each a package of ``games`` or installed from elsewhere.

A row is the import path of a package with ``GAME``, a ``HostGame``.  Another distribution adds
its own by an entry point of the group ``underboard.games``: ``noughts = "noughts:GAME"``.
Nothing of a game is imported before somebody asks for one of its parts.
"""

import json
import sys
from functools import cache
from importlib import import_module, resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from boardcore.errors import Choices, ParseError
from boardcore.games import CUES, RULES, loaded, register, rules_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ROWS = ("underboard.games.pylos", "underboard.games.apagos", "underboard.games.gyges")
DEFAULT = "pylos"
"""Name of the game that is meant where nobody names one."""
GROUP = "underboard.games"


class HostGame(NamedTuple):
    """Facts about a game that need none of its modules."""

    name: str
    """Key in records, layouts and on the wire; never changes."""
    title: str
    """Proper name for people, in all languages."""
    package: str
    """Import path of the game's package on the host."""
    board: str
    """Import path of its package on the board."""
    layout: str
    """Board that is meant where nobody names one."""
    levels: tuple[str, ...] = ()
    """Levels of its engine, the weakest first, known without loading it; none: no engine."""
    places: tuple[str, ...] = ()
    """Names of places that its board tells of instead of cells; none: it names cells."""

    def part(self, name: str) -> Any:
        """Return a module of the game's package, None if the game has no such part.

        Raises ParseError for one that fails.
        """
        full = f"{self.package}.{name}"
        try:
            return import_module(full)
        except Exception as error:
            if isinstance(error, ModuleNotFoundError) and error.name == full:
                return None
            raise ParseError("the module %s fails: %s", full, named(error)) from error

    def required(self, name: str) -> Any:
        """Return a module that every game has to have.  Raises ParseError if it has none."""
        found = self.part(name)
        if found is None:
            raise ParseError("the game %r has no module %r", self.name, name)
        return found

    def read_turn(self, position: object, text: str) -> int:
        """Read a turn of a position; if it names its way, that must be possible.

        Raises ParseError or IllegalMove.
        """
        paths = self.part("paths")
        if paths:
            return int(paths.read_turn(position, text))
        return int(rules_of(self.name).parse_turn(text))

    def text(self, name: str) -> str | None:
        """Return a text file of the game's package, None if the game has no such file."""
        path = resources.files(self.package)
        try:
            return path.joinpath(*name.split("/")).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None


@cache
def games() -> dict[str, HostGame]:
    """Return all games by name: the rows, then those of other installed packages."""
    found = {game.name: game for game in (import_module(row).GAME for row in ROWS)}
    for point in _entry_points():
        try:
            game = _checked(point.load(), found)
        except (Exception, SystemExit) as error:  # a foreign package: whatever is wrong with it
            known = isinstance(error, ParseError)
            broken.append(
                ParseError(
                    "the installed game %r is left out: %s; mend or uninstall its package",
                    point.name,
                    error if known else named(error),
                )
            )
            continue
        found[game.name] = game
        register(game.name, game.board)
    return found


def names() -> tuple[str, ...]:
    """Return the names of all games."""
    return tuple(games())


def game_of(name: str) -> HostGame:
    """Return a game.  Raises ParseError for one that is not installed."""
    if name not in games():
        raise ParseError("%r is not a game here: expected %s", name, Choices(" or ", names()))
    return games()[name]


broken: list[ParseError] = []
"""What is wrong with installed games, a sentence for each that is left out."""


def named(error: BaseException) -> str:
    """Return an error as Python writes it, in one line."""
    return f"{type(error).__name__}: {error}"


def _checked(game: object, found: dict[str, HostGame]) -> HostGame:
    """Return a foreign game whose rules and texts are there; raise whatever is wrong with it."""
    if not isinstance(game, HostGame):
        raise ParseError("%r is not a HostGame", game)
    if game.name in found:
        raise ParseError("there is a game %r already", game.name)
    parts = loaded(f"{game.board}.game")
    for part in (RULES, CUES):
        loaded(game.board + getattr(parts, part))
    texts = game.text("texts/en.json")
    if texts is None:
        raise ParseError("it has no texts/en.json")
    json.loads(texts)
    return game


def _entry_points() -> list["EntryPoint"]:
    if not _is_any_installed():
        return []
    from importlib.metadata import entry_points

    return sorted(entry_points(group=GROUP), key=lambda point: point.name)


def _is_any_installed() -> bool:
    """Look for the group among the installed packages.

    ``importlib.metadata`` alone takes longer than all else that a command needs to start.
    """
    for folder in map(Path, dict.fromkeys(sys.path)):
        for kind in ("*.dist-info", "*.egg-info"):
            for path in folder.glob(f"{kind}/entry_points.txt"):
                if GROUP in path.read_text(encoding="utf-8", errors="replace"):
                    return True
    return False


games()  # so that ``boardcore.games`` knows those that are installed before anybody asks for rules
