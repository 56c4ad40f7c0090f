"""Apagos recognizer for boards that see the colour of balls and the codes of squares.

Players state the colour of a ball only if the decoder is in doubt.  A ball that was put into a
lifted square, or just before the lift, may not be seen; the exchange of two squares implies it.
"""

try:
    from typing import Any
except ImportError:  # the board ignores annotations and has no such module
    pass

from boardcore.apagos.hall.codes import NO_FACE
from boardcore.apagos.hall.order import Order
from boardcore.apagos.hall.shown import (
    COUNTS,
    OTHER_ORDER,
    differences,
    earlier,
    exchanged,
    laid,
    lifted,
    may_be_on_the_way,
    misfit,
    order_of,
    pack,
    ranked,
    refusal,
    unpack,
)
from boardcore.apagos.pictures import PictureRecognizer
from boardcore.apagos.places import HOLES
from boardcore.apagos.positions import LEVELS, NO_SQUARE
from boardcore.apagos.rules import TOP, climbs, descend, goal_level, is_lay, put, put_colour

LONGER_MS = 2000
"""Time in which a ball on the top square may still go on to another; chosen."""


class Recognizer(PictureRecognizer):
    """Explains pictures of a decoder, colours included, by turns of one game of Apagos."""

    sees_colour = sees_kinds = late = estimates = True
    longer_ms = LONGER_MS
    awaited = True
    _eye: "Any" = None

    def __init__(self, game, layout) -> None:
        self._looked = bytearray(len(layout.cell_of_sensor) + LEVELS)
        self._squares = Order(game)
        self._confirmed = False  # all squares were identified once
        self._base: list = []  # the position, per level
        self._cached = -1  # and its picture
        self._cached_of = (-1, -1)
        self._alike = -1  # level of a ball that may have climbed before the start
        self._put = (-1, 0)  # level and colour of a ball seen before its square was lifted
        self._new = (-1, 0)  # level and colour of the new ball
        self._now: list = []  # the last picture, per level
        self._told = False  # players have named the next turn
        PictureRecognizer.__init__(self, game)

    def see_by(self, decoder) -> None:
        """Set the decoder; None while the board is being calibrated."""
        self._eye = decoder
        if decoder is not None:
            self._squares.codes = decoder.faces
            self._note_faces(decoder.readings)

    def assume(self) -> None:
        """Tell the decoder, at power-on, that the position lies on the board."""
        game = self.game
        self._eye.assume(
            [(game.holes[level], game.white[level], game.black[level]) for level in range(LEVELS)]
        )

    # Pictures

    def _note_faces(self, readings) -> None:
        first = len(readings) - LEVELS
        for level in range(LEVELS):
            self._squares.seen[level] = readings[first + level]

    def look(self, readings) -> int:
        """Return the picture of the decoder's readings."""
        self._looked[:] = readings
        self._note_faces(readings)
        levels = []
        for level in range(LEVELS):
            balls = bytes(readings[HOLES * level : HOLES * level + HOLES])
            white, black = balls.count(b"\x01"), balls.count(b"\x02")
            levels.append((self._squares.seen[level], white, black))
        self._adopt(levels)
        self._last_look = shown = pack(levels)
        self._now = levels
        return shown

    def _unpack(self, shown: int):
        """Return ``(face, white, black)`` per level of a picture; the last one is cached."""
        return self._now if shown == self._last_look and self._now else unpack(shown)

    def _adopt(self, levels) -> None:
        """Take squares with the right numbers of holes as those of the game.

        Only until all are identified: then an exchange of two squares is a turn.  The first
        ball may be there already, because players do not wait for the board.
        """
        if self._confirmed:
            return
        game = self.game
        wanted, fit = [], True
        for level in range(LEVELS):
            if not levels[level][0]:
                return
            fit = fit and self._squares.fits(levels[level][0], game.holes[level])
            wanted.append((NO_FACE, game.white[level], game.black[level]))
        if not fit:
            # Two may have been exchanged before all were seen.
            self._squares.order = None
        elif misfit(wanted, levels) > 1:
            return
        else:
            self._squares.adopt()
            self._confirmed = True
            for level in range(1, LEVELS):
                more = wanted[level][1:] != tuple(levels[level][1:])
                if more and game.holes[level] == game.holes[level - 1]:
                    # A ball put before all squares were seen may have climbed already.
                    self._alike = level
        self._cached = -1

    def consider(self, game) -> None:
        """Use the position of ``game`` from now on."""
        self.game = game
        self._squares.consider(game)

    def base(self):
        """Return ``(face, white, black)`` per level of the position."""
        self.picture()
        return self._base

    def picture(self) -> int:
        """Return what the sensors should show in the current position.

        Allocates nothing as long as the position stays.
        """
        turns = self.game.turns
        ply = len(turns)
        last = turns[ply - 1] if ply else -1
        if self._cached < 0 or ply != self._cached_of[0] or last != self._cached_of[1]:
            self._cached_of = (ply, last)
            self._note_base()
            self._cached = pack(self._base)
        return self._cached

    def _note_base(self) -> None:
        self._squares.sync()
        game, order = self.game, self._squares.order
        self._base = [
            (order[level], game.white[level], game.black[level]) for level in range(LEVELS)
        ]

    @property
    def busy(self) -> bool:  # type: ignore[override]
        """Whether a change of the sensors is not explained yet, or not looked at."""
        return self._eye.busy or self._eye.readings != self._looked

    @property
    def colour(self) -> int:
        """The colour of the new ball, or of the next one expected."""
        if self._new[0] >= 0:
            return self._new[1]
        if self.pending >= 0 and self._put[0] >= 0:
            return self._put[1]
        own = self.game.side
        return own if self.game.reserve(own) else 1 - own

    # Calls of the tracker

    def moved(self) -> None:
        """Note that a turn was played; correct the decoder by it."""
        if self._eye is None:
            return
        before = len(self._squares.turns)
        self._squares.sync()
        game = self.game
        self._put = (-1, 0)
        if self._alike >= 0:
            # The order seen first holds: the climb was made before.
            order = exchanged(self._squares.order, self._alike - 1)
            if order == list(self._squares.seen):
                self._squares.order = order
            self._alike = -1
        self._eye.moved()
        if game.ply == before + 1 and not is_lay(game.turns[-1]):
            self._settle(game.turns[-1], self._told)
        self._told = False

    def _settle(self, turn: int, said: bool) -> None:
        """Correct the decoder where the turn played differs from what it saw.

        ``said``: the players named the turn, so everything else that was seen is wrong.
        """
        game = self.game
        seen = self._unpack(self._last_look)
        goal = goal_level(turn) + climbs(turn)
        for level in range(LEVELS):
            face, white, black = seen[level]
            if face != self._squares.order[level] or (white, black) == (
                game.white[level],
                game.black[level],
            ):
                continue
            more = game.white[level] + game.black[level] - white - black
            if said or more == 0 or (level == goal and more == 1):
                self._eye.settle(level, game.white[level], game.black[level])

    def note(self, shown: int) -> bool:
        """Store the new ball of a picture until its square climbs; return whether it changed."""
        before = self._put
        if not self.game.beside:
            if shown == self.picture():
                self._put = (-1, 0)
            elif self._new[0] >= 0 and self.pending == self._new[0]:
                self._put = self._new
        return before != self._put

    def alter(self) -> bool:
        """Change the colour of the new ball; return whether there is one."""
        level, colour = self._new
        if level < 0 or not self.game.reserve(1 - colour):
            return False
        return self._eye.recolour(level)

    def named(self, freely: bool) -> None:
        """Note that players have named the next turn; ``freely``: among all turns."""
        self._told = freely

    def beginnings(self, shown: int):
        """Return all legal turns, the best fit to the picture first."""
        return ranked(self.game, self.base(), self._unpack(shown))

    def due(self):
        """Nothing: laid squares are seen."""
        return ()

    # Explaining

    def explain(self, shown: int) -> None:
        """Find every turn that explains the picture ``shown``, or that may become it."""
        self._forget()
        self._new = (-1, 0)
        base, now = self.base(), self._unpack(shown)
        if self.game.beside:
            self.plain, self.partial = laid(self.game, self._squares.codes.holes, base, now)
        elif lifted(now):
            self.partial = may_be_on_the_way(base, now)
            if self.partial and 0 <= self._put[0] < TOP:
                # While its square is up, the lights still show where it goes.
                self.pending = self._put[0]
        else:
            self._explain_down(base, now)

    def _explain_down(self, base, now) -> None:
        climbed = order_of(base, now)
        if climbed == OTHER_ORDER:
            return
        more, less = differences(base if climbed < 0 else exchanged(base, climbed), now)
        if climbed >= 0:
            self._explain_climb(climbed, more, less)
        elif not less and len(more) == 1:
            self._explain_new(more[0][0], more[0][1])
        elif len(less) == 1 and len(more) < 2:
            self._explain_gone(less[0], more)

    def _ways_to_put(self, level: int, colour: int, at: int):
        """Return the puts of a ball seen at level ``at``; both colours if in doubt."""
        if not self.game.free(level):
            return []
        colours = [colour]
        if not self.game.reserve(colour):
            colours = [1 - colour]
        elif self._eye.doubt(at) and self.game.reserve(1 - colour):
            colours = [colour, 1 - colour]
        return [put(one, level) for one in colours]

    def _explain_climb(self, level: int, more, less) -> None:
        """Explain an exchange of two squares, with a ball that was seen or one that was not."""
        game = self.game
        if less:
            return
        if len(more) == 1 and more[0][0] == level + 1:
            self._new = more[0]
            self.plain = self._ways_to_put(level, more[0][1], level + 1)
        elif not more and game.free(level):
            # Squares are exchanged only after a ball was put: it was not seen.
            kinds = self._eye.suspects(level + 1)
            colours: list[int] = []
            if self._put[0] == level:
                colours = [self._put[1]]
            elif kinds:
                # The ball is a guess, so players are asked for its colour.
                colours = [kinds[0] - 1, 2 - kinds[0]]
            turns = [put(colour, level) for colour in colours if game.reserve(colour)]
            if turns:
                self.plain = turns
            else:
                both = (game.side, 1 - game.side)
                self.hidden = [put(colour, level) for colour in both if game.reserve(colour)]
                self.partial = True

    def _explain_new(self, level: int, colour: int) -> None:
        turns = self._ways_to_put(level, colour, level)
        if not turns:
            return
        self._new = (level, put_colour(turns[0]))
        self.new_ball = level
        self.partial = True
        climbed = []
        if level == self._alike:
            climbed = self._ways_to_put(level - 1, colour, level)
        if level == TOP:
            self.plain = turns + climbed
        else:
            self.pending = level
            self.hidden = climbed

    def _explain_gone(self, gone, more) -> None:
        """Explain a ball of the side to move that was lifted, or lies lower now."""
        game = self.game
        start, colour = gone
        if colour != game.side or not start:
            return
        if not more:
            for goal in range(start):
                if game.free(goal):
                    self.in_hand = start
                    self.partial = True
        elif more[0][0] < start and game.free(more[0][0]):
            # It is the ball that is missing, whatever colour was read.
            self.new_ball = more[0][0]
            self.plain = [descend(start, more[0][0])]

    # Comparing pictures

    def is_empty(self, shown: int) -> bool:
        """Return whether no ball lies on the board."""
        return not shown & COUNTS

    def distance(self, one: int, other: int) -> int:
        """Return the number of balls and squares by which two pictures differ."""
        far = 0
        here, there = unpack(one), unpack(other)
        for level in range(LEVELS):
            far += here[level][0] != there[level][0]
            for part in (1, 2):
                far += abs(here[level][part] - there[level][part])
        return far

    def swapped(self, picture: int, level: int) -> int:
        """Return a picture with two neighbouring squares exchanged."""
        return pack(exchanged(unpack(picture), level))

    def is_up(self, shown: int, level: int) -> bool:
        """Return whether the square of this level is lifted."""
        return not self._unpack(shown)[level][0] and self.game.holes[level] != NO_SQUARE

    def earlier(self, shown: int) -> int:
        """Return the last earlier ply whose picture is ``shown``, -1 if there is none."""
        return earlier(self.game, self.base(), self._unpack(shown))

    def unseen_since(self, before):
        """Return None: every change is seen."""
        return None

    def refusal(self, shown: int) -> str:
        """Return the name of the rule that ``shown`` violates."""
        return refusal(self.game, self.base(), self._unpack(shown))
