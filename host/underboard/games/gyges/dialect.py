"""Universal Gygès Interface, which Beck-Bjella's engine speaks and calls UGI too.

A position is 36 sizes from the row of the side to move, which counts as South; a turn is
``0|1`` or ``0|1|14``: where from, where to, where the boxed ring goes, with cells from 0, row by
row, and 37 for the goal.  Written after its description of the protocol; host/docs/engines.md.
"""

import time
from collections.abc import Callable, Iterable

from boardcore.errors import ParseError
from boardcore.gyges.cells import CELLS, GOAL_N, GOAL_S
from boardcore.gyges.rules import SOUTH, Game
from boardcore.gyges.turns import NONE, make_turn, turn_drop, turn_landing, turn_origin
from underboard.engine.limits import Limits, Report
from underboard.engine.player import player_of
from underboard.engine.ugi import ENDLESS, UgiServer

NAME = "gyges"
"""Word for ``underboard engine --dialect``."""
START = "321123/000000/000000/000000/000000/321123"
THEIR_GOAL, OWN_GOAL = 37, 36
"""Their numbers for the goal that the side to move attacks, and for the one behind it."""
SETS_UP = "club"
"""Level that lays out rings: the dialect knows no set-up."""
SECONDS = 1.0
"""Time for a turn of a program to which nobody has given nodes; chosen."""


# What Program needs of a program that speaks it


def is_spoken(lines: Iterable[str]) -> bool:
    """Return True if a program's answer to ``ugi`` shows this dialect: options without types."""
    options = [line.split() for line in lines if line.startswith("option")]
    return bool(options) and all(len(words) == 2 for words in options)


def beginning(variant: str, options: list[tuple[str, str]], nodes: int) -> list[str]:
    """Return the lines that begin a game; its rules cannot be told."""
    return [f"setoption maxNodes {nodes}" if nodes else f"setoption maxTime {SECONDS:g}"]


def placing(game: Game) -> str:
    """Return the line that tells a position; Raises ParseError in a set-up."""
    return f"setpos data {data_of(game)}"


def going(nodes: int) -> str:
    """Return the line that has a program think: its limits were told before."""
    return "go"


def turn_of(game: Game, text: str) -> int:
    """Return the turn that a program has answered; raises ParseError."""
    names = text.split("|")
    if len(names) not in (2, 3) or not all(name.isdecimal() for name in names):
        raise ParseError("%r is not a move: expected two or three numbers, like 0|1|14", text)
    places = [_ours(int(name), game.side) for name in names]
    return make_turn(*places)


def sets_up(game: Game) -> bool:
    """Return True while rings are laid out, which the dialect cannot tell."""
    return game.setup


def lays_out(game: Game) -> int:
    """Return a turn of our own in a set-up."""
    return player_of("gyges", SETS_UP, 1).choose(game)


# Numbers


def turn_text(turn: int, side: int) -> str:
    """Return a turn of ``side`` as the dialect writes it."""
    places = [turn_origin(turn), turn_landing(turn)]
    if turn_drop(turn) != NONE:
        places.append(turn_drop(turn))
    return "|".join(str(_theirs(place, side)) for place in places)


def data_of(game: Game) -> str:
    """Return the sizes as the side to move sees them."""
    rows = game.position_text().split()[0].split("/")
    return "/".join(rows if game.side == SOUTH else rows[::-1])


def _ours(number: int, side: int) -> int:
    if number == THEIR_GOAL:
        return GOAL_N if side == SOUTH else GOAL_S
    if number >= CELLS:
        raise ParseError("%d is not a cell: expected 0 to 35, or 37 for the goal", number)
    return number if side == SOUTH else mirrored(number)


def _theirs(place: int, side: int) -> int:
    if place >= CELLS:
        return THEIR_GOAL if place == GOAL_N + side else OWN_GOAL
    return place if side == SOUTH else mirrored(place)


def mirrored(cell: int) -> int:
    """Return the cell of the same column, seen from the other side."""
    return (5 - cell // 6) * 6 + cell % 6


# What speaks it for our engine


class DialectServer(UgiServer):
    """Answers a program that speaks the dialect; South is always to move."""

    COMMANDS = ("ugi", "isready", "setoption", "setpos", "showpos", "go", "stop", "quit")

    def __init__(
        self,
        level: str,
        say: Callable[[str], None],
        line: Callable[[], str | None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__("gyges", level, say, line, clock)
        self._limits_set = {"maxPly": 0.0, "maxTime": 0.0, "maxNodes": 0.0}
        self._game = Game(position=f"{START} S")

    def unknown(self, line: str) -> None:
        """Answer what is no command."""
        self._say(f"Unknown Command: '{line}'")

    def _ugi(self, words: list[str]) -> None:
        from underboard import __version__

        self._say(f"id name Underboard gyges {__version__}")
        self._say("id author the Underboard project")
        for name in self._limits_set:
            self._say(f"option {name}")
        self._say("ugiok")

    def _setoption(self, words: list[str]) -> None:
        if len(words) != 2 or words[0] not in self._limits_set:
            return self.unknown("setoption " + " ".join(words))
        try:
            value = float(words[1])
        except ValueError:
            return self.unknown("setoption " + " ".join(words))
        self._limits_set[words[0]] = max(value, 0.0)

    def _setpos(self, words: list[str]) -> None:
        if words == ["start"]:
            text = START
        elif len(words) == 2 and words[0] == "data":
            digits = words[1].replace("/", "")[:CELLS]
            text = "/".join(digits[at : at + 6] for at in range(0, CELLS, 6))
        else:
            return self.unknown("setpos " + " ".join(words))
        self._game = Game(position=f"{text} S")
        self._player = None

    def _showpos(self, words: list[str]) -> None:
        self._say(data_of(self._game))

    def _go(self, words: list[str]) -> None:
        if self._game.outcome():
            self._say("bestmove null")
            return
        ply, seconds, nodes = self._limits_set.values()
        deadline = self._clock() + seconds if seconds else None
        began = self._clock()
        last: list[Report] = []

        def report(found: Report) -> None:
            last[:] = [found]
            spent = max(self._clock() - began, 1e-6)
            line = self._line_text(found.line)
            self._say(
                f"info ply {found.depth} bestmove {line.split()[0]} score {found.value} "
                f"nodes {found.nodes} nps {found.nodes / spent:.0f} time {spent:.3f} pv {line}"
            )

        endless = ENDLESS if seconds or not (ply or nodes) else 0
        bounds = Limits(int(nodes) or endless, int(ply))
        turn = self.player().choose(self._game, self._pause(deadline), bounds, report)
        value = last[0].value if last else 0
        text = turn_text(turn, SOUTH)
        self._say(f"bestmove {text} score {value} time {self._clock() - began:.3f}")

    def _line_text(self, line: tuple[int, ...]) -> str:
        """Return a principal variation, all of it as the side to move sees the board."""
        return " ".join(turn_text(turn, SOUTH) for turn in line)
