"""Rules of Apagos.

Levels are ints 0..3, 0 the lowest on the ramp; texts count them from 1::

    level 3   texts say 4   the highest square decides the game
    level 2             3
    level 1             2
    level 0             1

Which hole of a square a ball lies in has no meaning, so a position is, per
level, how many holes the square shows and how many white and black balls lie
in them, and whose turn it is.  The reserve is what is left of ten balls of
each colour.

A *move* is a whole turn: put a ball of either colour from the reserve (the
square then climbs one level and changes places with the one above), or let a
ball of one's own colour go down to a lower square.  Before that, four moves of
one player lay out the squares: which square, which face, which level.  The
other player begins.

Source of the rules: the leaflet (seeds/apagos-leaflet.fr.txt); decisions on
unclear points are those of host/docs/rules/apagos.md, section 1.3.
"""

from boardcore.apagos import positions
from boardcore.apagos.positions import BALLS, BLACK, COLOUR_NAMES, DRAW, LEVELS, SIDE_LETTERS, WHITE
from boardcore.base_game import BaseGame
from boardcore.errors import IllegalMove, ParseError

NAME = "apagos"
VARIANTS = ("standard", "set-up")
"""``standard`` begins with DEFAULT_LAYOUT on the ramp, ``set-up`` with four squares beside it."""
OPTIONS = (("squares", ("standard", "home-made")),)
"""Pairs ``(name, values)``; the first value is the default.

``squares=standard``: a position must be one that STANDARD_SQUARES can show.
``squares=home-made``: any hole counts within MAX_HOLES and MAX_IN_ALL.
"""

TOP = LEVELS - 1
"""Index of the level that decides, by the rules; nothing climbs from it."""

# Moves ------------------------------------------------------------------------
#
# put        colour << 2 | level
# descend    DESCEND | start << 2 | goal
# lay        LAY | level << 8 | shown << 4 | hidden

DESCEND = 1 << 4
"""Bit of a turn in which a square descends; chosen above those of the level."""
LAY = 1 << 12
"""Bit of a turn that lays a square out; chosen above those of all moves."""


def put(colour: int, level: int) -> int:
    """Return the move that puts a ball of the reserve into the square on ``level``."""
    return colour << 2 | level


def descend(start: int, goal: int) -> int:
    """Return the move that takes the mover's ball from level ``start`` down to ``goal``."""
    return DESCEND | start << 2 | goal


def lay(shown: int, hidden: int, level: int) -> int:
    """Return the move that lays the square with these faces on ``level``, ``shown`` upwards."""
    return LAY | level << 8 | shown << 4 | hidden


def is_put(move: int) -> bool:
    """Return whether a move takes a ball out of the reserve."""
    return move < DESCEND


def is_lay(move: int) -> bool:
    """Return whether a move lays out a square."""
    return move >= LAY


def put_colour(move: int) -> int:
    """Return the colour of the ball that a put takes."""
    return move >> 2


def goal_level(move: int) -> int:
    """Return the level that gets the ball, or the square, of a move (before any climb)."""
    return move >> 8 & 3 if move >= LAY else move & 3


def start_level(move: int) -> int:
    """Return the level that the ball of a descend leaves."""
    return move >> 2 & 3


def climbs(move: int) -> bool:
    """Return whether the square that got the ball changes places with the one above."""
    return move < DESCEND and move & 3 != TOP


def turn_text(move: int) -> str:
    """Return ``W2`` (put), ``4>1`` (descend) or ``7/5@1`` (lay 7 holes up, 5 down, on level 1)."""
    if move >= LAY:
        return "%d/%d@%d" % (move >> 4 & 15, move & 15, (move >> 8 & 3) + 1)
    if move >= DESCEND:
        return "%d>%d" % ((move >> 2 & 3) + 1, (move & 3) + 1)
    return "%s%d" % (SIDE_LETTERS[move >> 2], (move & 3) + 1)


def parse_turn(text: str) -> int:
    """Read ``W2``, ``4>1`` or ``7/5@1``.

    Raises ParseError.  Reads also what no rule allows, like ``1>4``: the game
    refuses that, with its reason.
    """
    text = text.strip()
    marks = "".join([letter for letter in text if letter not in "123456789"])
    digits = [int(letter) for letter in text if letter in "123456789"]
    if len(text) in (2, 3, 5) and digits and digits[-1] <= LEVELS:
        level = digits[-1] - 1
        if len(text) == 2 and marks in ("W", "B") and text[0] == marks:
            return put(SIDE_LETTERS.index(marks), level)
        if len(text) == 3 and marks == text[1] == ">" and digits[0] <= LEVELS:
            return descend(digits[0] - 1, level)
        if len(text) == 5 and marks == text[1] + text[3] == "/@":
            return lay(digits[0], digits[1], level)
    raise ParseError(
        "%r is not a move of Apagos: expected a colour and a level like W2, two levels "
        "like 4>1, or a square's faces and a level like 7/5@1",
        text,
    )


SENTENCES = {
    "set-up": "The squares are not laid out: %d to go.",
    "game-over": "The game is over.",
    "empty-reserve": "There is no %s ball in the reserve.",
    "full": "The square on level %d has no free hole.",
    "not-down": "A ball may only go down: level %d is no lower than level %d.",
    "not-yours": "No ball on level %d is yours to move.",
    "no-ball": "There is no ball on level %d.",
    "laid-out": "All four squares are laid out already.",
    "no-square": "No square beside the ramp has faces with %d and %d holes.",
    "occupied": "A square lies on level %d already.",
}
"""Sentences of the rules, for players who break them."""


def refused(rule: str, *fields) -> IllegalMove:
    """Return the error for a move against a rule."""
    return IllegalMove(rule, SENTENCES[rule], *fields)


class Game(BaseGame):
    """State of a game (squares and balls on the ramp, the side to move) and its turns so far.

    ``holes``, ``white`` and ``black`` hold one number per level; ``beside``
    holds the squares not yet laid, as pairs of faces, smaller face first.
    """

    def __init__(self, variant: str = VARIANTS[0], options=(), position: str = "") -> None:
        """Set up the variant's start, or ``position``.

        ``options``: pairs ``(name, value)`` out of OPTIONS.  Raises ParseError
        for an unknown variant, option or position.
        """
        chosen = self._begin(NAME, VARIANTS, variant, OPTIONS, options)
        self.home_made = chosen[0] == "home-made"
        self.holes = bytearray(LEVELS)
        self.white = bytearray(LEVELS)
        self.black = bytearray(LEVELS)
        self.beside: list[tuple[int, int]] = []
        self.side = WHITE
        is_laid = variant == VARIANTS[0]
        begins = positions.DEFAULT_LAYOUT if is_laid else positions.EMPTY_RAMP
        positions.read_position(self, position or begins)
        self.start_text = self.position_text()

    # What lies where

    def key(self):
        """Return what makes two positions the same, as a hashable value."""
        lying = (bytes(self.holes), bytes(self.white), bytes(self.black))
        return lying + (self.side,) + tuple(self.beside)

    def balls(self, side: int) -> bytearray:
        """Return how many balls of ``side`` lie on each level."""
        return self.black if side else self.white

    def reserve(self, side: int) -> int:
        """Return how many balls of ``side`` lie beside the ramp."""
        return BALLS - sum(self.balls(side))

    def free(self, level: int) -> int:
        """Return how many holes of the square on ``level`` are empty."""
        return self.holes[level] - self.white[level] - self.black[level]

    # What is legal

    def legal_moves(self) -> list[int]:
        """Return every move of the side to move: puts, then descends; or squares to lay."""
        if self.beside:
            return self._lays()
        moves = []
        for colour in (WHITE, BLACK):
            if self.reserve(colour):
                moves += [put(colour, level) for level in range(LEVELS) if self.free(level)]
        mine = self.balls(self.side)
        for start in range(1, LEVELS):
            if mine[start]:
                moves += [descend(start, goal) for goal in range(start) if self.free(goal)]
        return moves

    legal_turns = legal_moves

    def _lays(self) -> list[int]:
        moves = []
        for i in range(len(self.beside)):
            square = self.beside[i]
            if square in self.beside[:i]:
                continue  # two squares alike: the same move
            for face in (0, 1) if square[0] != square[1] else (0,):
                for level in range(LEVELS):
                    if not self.holes[level]:
                        moves.append(lay(square[face], square[1 - face], level))
        return moves

    def check(self, move: int) -> None:
        """Raise IllegalMove unless ``move`` can be played now.

        Source: leaflet, "Installation" and "Déroulement de la partie".
        """
        if move >= LAY:
            self._check_lay(move)
        elif self.beside:
            raise refused("set-up", len(self.beside))
        elif self.outcome():
            raise refused("game-over")
        elif move >= DESCEND:
            self._check_descend(move >> 2 & 3, move & 3)
        else:
            if not self.reserve(move >> 2):
                raise refused("empty-reserve", COLOUR_NAMES[move >> 2])
            self._check_hole(move & 3)

    def _check_hole(self, level: int) -> None:
        if not self.free(level):
            raise refused("full", level + 1)

    def _check_descend(self, start: int, goal: int) -> None:
        if goal >= start:
            raise refused("not-down", goal + 1, start + 1)
        if not self.balls(self.side)[start]:
            if self.balls(1 - self.side)[start]:
                raise refused("not-yours", start + 1)
            raise refused("no-ball", start + 1)
        self._check_hole(goal)

    def _check_lay(self, move: int) -> None:
        if not self.beside:
            raise refused("laid-out")
        if _square(move) not in self.beside:
            raise refused("no-square", move >> 4 & 15, move & 15)
        if self.holes[move >> 8 & 3]:
            raise refused("occupied", (move >> 8 & 3) + 1)

    # Playing

    def step(self, move: int) -> None:
        """Play a move that ``legal_moves`` gave, without asking again."""
        self.turns.append(move)
        if move >= LAY:
            self.beside.remove(_square(move))
            self.holes[move >> 8 & 3] = move >> 4 & 15
            if not self.beside:
                self.side = 1 - self.side
            return
        level = move & 3
        if move >= DESCEND:
            mine = self.balls(self.side)
            mine[move >> 2 & 3] -= 1
            mine[level] += 1
        else:
            self.balls(move >> 2)[level] += 1
            if level != TOP:
                self._swap(level)
        self.side = 1 - self.side

    def undo(self) -> int:
        """Take back the last turn and return it.

        Raises IllegalMove if no turn was played.
        """
        move = self._pop()
        if move >= LAY:
            if not self.beside:
                self.side = 1 - self.side
            self.beside = sorted(self.beside + [_square(move)])
            self.holes[move >> 8 & 3] = positions.NO_SQUARE
            return move
        self.side = 1 - self.side
        level = move & 3
        if move >= DESCEND:
            mine = self.balls(self.side)
            mine[move >> 2 & 3] += 1
            mine[level] -= 1
        else:
            if level != TOP:
                self._swap(level)
            self.balls(move >> 2)[level] -= 1
        return move

    def _swap(self, level: int) -> None:
        """Let the square on ``level`` change places with the one above.  Allocates nothing."""
        for counts in (self.holes, self.white, self.black):
            below = counts[level]
            counts[level] = counts[level + 1]
            counts[level + 1] = below

    # The end

    def outcome(self):
        """Return None while a hole is free, else ``(winner, reason)``.

        ``winner`` is WHITE, BLACK or DRAW; ``reason`` is ``majority`` or ``tie``
        (home-made squares with an even number of holes only; host/docs/rules/apagos.md, 1.3).
        Source: leaflet, "Fin de la partie".
        """
        if self.ended is not None:
            return self.ended
        if self.beside or sum(self.holes) > sum(self.white) + sum(self.black):
            return None
        white, black = self.white[TOP], self.black[TOP]
        if white == black:
            return (DRAW, "tie")
        return (WHITE if white > black else BLACK, "majority")

    # Texts

    def position_text(self) -> str:
        """Return ``7:2,3 5:0,1 3:0,0 1:0,0 W``: per level holes:white,black, then the side.

        While squares are laid out: the ramp, the squares beside it, and the
        side that lays, like ``7..1 3/5 3/5 B``.
        """
        if self.beside:
            words = ["".join([str(holes) if holes else "." for holes in self.holes])]
            words += ["%d/%d" % square for square in self.beside]
        else:
            words = [
                "%d:%d,%d" % (self.holes[level], self.white[level], self.black[level])
                for level in range(LEVELS)
            ]
        return " ".join(words + [SIDE_LETTERS[self.side]])


def _square(move: int) -> tuple[int, int]:
    """Return the square that a lay takes, smaller face first."""
    shown, hidden = move >> 4 & 15, move & 15
    return (min(shown, hidden), max(shown, hidden))
