"""Text of a recorded game, read and written."""

from collections.abc import Iterator
from dataclasses import replace

from boardcore.options import parse_options
from underboard.api.games import api_of
from underboard.api.position import Position
from underboard.records.mirror import Mirror
from underboard.records.text_format import Head, json_text, parse, plain_text

HERE = "1"
"""Number of a game that no board has counted."""


class Record:
    """A game with its players, in the format of ``underboard games export``.

    >>> import underboard
    >>> position = underboard.apagos.Position()
    >>> position.play("W3", "B1")
    >>> record = underboard.Record.of(position, players=("Ada", "Bo"))
    >>> print(record.text())
    Underboard record 1
    Game: apagos
    ...
    Players: Ada | Bo
    ...
    1. W3 B1
    <BLANKLINE>
    >>> underboard.read_record(record.text()).turns
    ['W3', 'B1']
    """

    def __init__(self, head: Head, mirror: Mirror, times: list[str]) -> None:
        self._head, self._mirror, self._times = head, mirror, times
        self.game = mirror.name
        self.turns = mirror.turns

    @classmethod
    def of(cls, position: Position, players: tuple[str, str] = ("", "")) -> "Record":
        """Return a record of the turns that led to a position."""
        mirror = Mirror.of_game(
            HERE, position.game, position.variant, position.options, "computer", position.start
        )
        for turn in position.turns:
            mirror.play(turn)
        names = " | ".join(players) if any(players) else ""
        head = replace(Head(), players=names, outcome=mirror.outcome)
        return cls(head, mirror, [""] * len(mirror.entries))

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players, the first side's first; empty if nobody wrote them down."""
        return tuple(name.strip() for name in self._head.players.split("|") if name.strip())

    @property
    def outcome(self) -> str:
        """Winner's letter (``=`` drawn) and reason, ``L:apex``; empty for an unfinished game."""
        return self._mirror.outcome

    def positions(self) -> Iterator[Position]:
        """Yield the start, and the position after each turn."""
        mirror = self._mirror
        switches = dict(parse_options(mirror.options))
        position = api_of(self.game).Position(mirror.start, variant=mirror.variant, **switches)
        yield position.copy()
        for turn in self.turns:
            position.play(turn)
            yield position.copy()

    def text(self) -> str:
        """Return the plain form: a head, and the turns that stand."""
        return plain_text(self._head, self._mirror)

    def json(self) -> str:
        """Return the form that holds everything, take-backs and times too."""
        return json_text(self._head, self._mirror, self._times)


def read_record(text: str) -> Record:
    """Read either form.  Raises UnderboardError, naming the line, for a text that is neither."""
    return Record(*parse(text))
