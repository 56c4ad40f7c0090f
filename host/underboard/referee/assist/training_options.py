"""Training options of a game (hints, their limit, and take-back of losing turns).

They belong to the record of a game, as one line of text.

>>> habits = TrainingOptions(limits=(5, NO_LIMIT), used=(2, 0), warns=True)
>>> habits.text
'hints=best limits=5:- used=2:0 training=on'
>>> TrainingOptions.from_text(habits.text) == habits
True
"""

from dataclasses import dataclass

from boardcore.errors import ParseError
from underboard.referee.assist.hints import BEST, MODES

NO_LIMIT = -1
"""Code of no limit; chosen."""
NONE = "none"
"""Words for no limit."""
MAX_LIMIT = 99
"""Largest limit, number of hints; chosen."""
ON, OFF = "on", "off"
Pair = tuple[int, int]


@dataclass(frozen=True)
class TrainingOptions:
    """Training options of one game.

    ``limits``, ``used``: hints in the whole game, of the first and the second side; ``warns``: a
    turn that loses by force may be taken back.
    """

    hints: str = BEST
    limits: Pair = (NO_LIMIT, NO_LIMIT)
    used: Pair = (0, 0)
    warns: bool = False

    @property
    def text(self) -> str:
        """Form in the records."""
        limits = ":".join("-" if limit == NO_LIMIT else str(limit) for limit in self.limits)
        used = "%d:%d" % self.used
        training = ON if self.warns else OFF
        return f"hints={self.hints} limits={limits} used={used} training={training}"

    @classmethod
    def from_text(cls, text: str) -> "TrainingOptions":
        """Read what ``text`` writes; raises ParseError for anything else."""
        fields = dict(word.partition("=")[::2] for word in text.split())
        try:
            first, second = fields["limits"].split(":")
            limits = tuple(NO_LIMIT if n == "-" else _number(n) for n in (first, second))
            one, two = (_number(n) for n in fields["used"].split(":"))
            if fields["hints"] not in MODES or fields["training"] not in (ON, OFF):
                raise ValueError(text)
        except (KeyError, ValueError):
            raise ParseError("'%s' is not a training of a game", text[:40]) from None
        return cls(fields["hints"], (limits[0], limits[1]), (one, two), fields["training"] == ON)

    def left(self, side: int) -> int:
        """Return how many hints a side may still ask for, NO_LIMIT if that is no matter."""
        limit = self.limits[side]
        return NO_LIMIT if limit == NO_LIMIT else max(limit - self.used[side], 0)


def read_limits(text: str) -> Pair:
    """Read ``5`` for both sides, ``5:2`` for each, ``none``; raises ParseError."""
    parts = text.lower().split(":")
    try:
        limits = [NO_LIMIT if part == NONE else _number(part) for part in parts]
    except ValueError:
        limits = []
    if len(limits) not in (1, 2):
        raise ParseError(
            "'%s' is not a limit of hints: expected a number from 0 to 99 like 5, two like 5:2 for "
            "the two sides, or none",
            text[:40],
        )
    return limits[0], limits[-1]


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= MAX_LIMIT):
        raise ValueError(text)
    return int(text)
