"""Apagos on Hall sensors: the decoder and the recognizer.

A sphere in each ball follows an upright bias, so its strength gives the colour.  What lies there
tells most climbs; where both squares were empty, it counts whether they were lifted (``squares``).
"""

try:
    from typing import Any
except ImportError:  # the board ignores annotations and has no such module
    pass

from boardcore.apagos.pictures import count
from boardcore.apagos.places import HOLES
from boardcore.apagos.positions import BALLS, BLACK, LEVELS, WHITE
from boardcore.apagos.recognizer import Recognizer as SwitchRecognizer
from boardcore.apagos.recognizer import ball, square_at, square_in, swapped
from boardcore.apagos.rules import TOP
from boardcore.apagos.squares import BACK, Squares
from boardcore.sensing.observe.field.columns import MARGIN_NATS, TRIM_SCANS, Columns
from boardcore.sensing.observe.field.unmix import nearest_kinds
from boardcore.store.calibration import MID_SCALE

LIKELY = 3
"""Most states besides the likeliest that are explained in doubt; chosen."""
SHORT_REST = 8
"""Scans whose mean shows a square in a slot; chosen."""
MIN_LOSS = 0.5
"""A strength below nothing, relative to the weakest ball, by which a guess was wrong."""


class Decoder(Columns):
    """Which ball lies in each hole: 0 for none, else 1 for a white one and 2 for a black one."""

    each = BALLS
    signed = True
    SCAN = 1300

    def __init__(self, layout, calibration=None) -> None:
        Columns.__init__(self, layout, calibration)
        self.squares = Squares(layout)
        self._is_new = True  # the rest, for the squares
        self.settled = True
        """Whether the position stands there; set by the recognizer."""

    @property
    def busy(self) -> bool:
        """Whether a change is not explained yet, or a square is up."""
        return self.squares.is_any_up or self._is_busy()

    def scan(self) -> None:
        """Take the scan in ``counts``; report lifted balls and squares.  Allocates nothing."""
        Columns.scan(self)
        self.squares.scan(self.counts, self.readings)

    def _look(self) -> None:
        if self._quiet < SHORT_REST:
            self._is_new = True
        elif self._is_new or self.squares.are_laid_out:
            self._is_new = False
            self._rest(False)
        Columns._look(self)

    def _begin_trim(self) -> None:
        Columns._begin_trim(self)
        self._quiet = TRIM_SCANS
        self._rest(True)
        self._quiet = 0

    def _rest(self, is_long: bool) -> None:
        there = self.squares.rest(self._total, self._quiet, self._last, self.readings, is_long)
        if there and is_long and self.settled:
            # Who has lifted a square to look has put it back.
            self.squares.clear()

    def assume(self, contents) -> None:
        """Set the balls assumed at power-on; ``contents``: white and black balls of each level.

        In which holes they lie shows the first rest.
        """
        readings = bytearray(self._sensors)
        for level in range(LEVELS):
            at = HOLES * level
            for colour in (WHITE, BLACK):
                for _ in range(contents[level][colour]):
                    readings[at] = 1 + colour
                    at += 1
        Columns.assume(self, readings)

    def _begin(self, total, scans: int) -> None:
        zeros = self._zeros
        if not zeros.known and max(self.readings):
            self._assign(total, scans)
        Columns._begin(self, total, scans)

    def _assign(self, total, scans: int) -> None:
        """Guess the holes of the balls that lay there at power-on: zeros are not known.

        Their sensors read most; where that is wrong, levels still have the right balls.
        """
        readings = self.readings
        for level in range(LEVELS):
            first = HOLES * level
            kinds = sorted(readings[first : first + HOLES])
            rows = [(total[at] // scans - MID_SCALE, at) for at in range(first, first + HOLES)]
            rows.sort()
            for i in range(HOLES):
                readings[rows[i][1]] = kinds[i]
        Columns.assume(self, bytes(readings))

    def _of_change(self, place: int) -> int:
        found, unsigned = self._found[place], self._zeros.unsigned
        if found > -MIN_LOSS:
            return Columns._of_change(self, place)
        # The ball that was guessed here is gone, or another one of its slot was.
        guessed, unsigned[place] = unsigned[place], 0
        self._zeros.before[place] = -found
        self._exchange(place, -found, guessed)
        return 0

    def _of_strength(self, place: int) -> int:
        zeros, found = self._zeros, self._found[place]
        if found + zeros.before[place] < -MIN_LOSS:
            # Less than nothing: a ball lay here at power-on, where none was guessed.
            zeros.before[place] = -found
            self._exchange(place, -found, 0)
            return 0
        return Columns._of_strength(self, place)

    def _exchange(self, place: int, strength: float, guessed: int) -> None:
        """Let a ball that is gone and the guess for its place change places in their slot."""
        unsigned = self._zeros.unsigned
        first = place // HOLES * HOLES
        lost = nearest_kinds(self._strengths, strength, self.log_sigma)[0]
        if lost == guessed:
            return
        for at in range(first, first + HOLES):
            if unsigned[at] == lost:
                unsigned[at] = self._kinds[at] = guessed
                return


class Recognizer(SwitchRecognizer):
    """Recognizes the turns of one game of Apagos from the colours of the balls in each slot.

    A picture has the number of white balls where plates have the square.
    """

    sees_colour = late = True
    _eye: "Any" = None
    _new_colour = -1
    """The colour of the ball that the last ``explain`` found new, -1 for none."""
    _gone = 0
    """Mask of the levels whose balls were all gone since the position was reached."""

    def __init__(self, game, layout) -> None:
        self._cached = (-1, -1, 0)  # ply, last turn and the picture of that position
        SwitchRecognizer.__init__(self, game, layout)

    def see_by(self, decoder) -> None:
        """Set the decoder; None while the board is being calibrated."""
        self._eye = decoder

    def assume(self) -> None:
        """Tell the decoder, at power-on, that the position lies on the board."""
        game = self.game
        self._eye.assume([(game.white[level], game.black[level]) for level in range(LEVELS)])

    @property
    def busy(self) -> bool:  # type: ignore[override]
        """Whether a change of the sensors is not explained yet."""
        return self._eye is not None and self._eye.busy

    @property
    def restless(self) -> bool:  # type: ignore[override]
        """Whether hands are still over the board, as far as sensors show."""
        return self.busy

    @property
    def doubtful(self) -> bool:  # type: ignore[override]
        """Whether other states are likely too: then players are asked about a turn."""
        return self._eye is not None and self._eye.doubtful

    # Pictures

    def look(self, readings) -> int:
        """Return the picture of one reading: a byte per hole, 0 or the kind of its ball."""
        shown = 0
        for at in range(len(readings)):
            if readings[at]:
                shown += self.ball_of(at // HOLES, readings[at] - 1)
        self._last_look = shown
        if self._eye is not None:
            self._eye.settled = shown == self.picture()
        return shown

    def picture(self) -> int:
        """Return what the sensors should show in the current position."""
        game = self.game
        ply = len(game.turns)
        last = game.turns[ply - 1] if ply else -1
        if self._cached[0] != ply or self._cached[1] != last:
            picture = SwitchRecognizer.picture(self)
            for level in range(LEVELS):
                picture += game.white[level] * square_at(level)
            self._cached = (ply, last, picture)
        return self._cached[2]

    def ball_of(self, level: int, colour: int) -> int:
        """Return the picture of one ball of a colour on a level."""
        return ball(level) + (square_at(level) if colour == WHITE else 0)

    def colour_between(self, one: int, other: int) -> int:
        """Return the colour of the ball that one picture has and the other has not."""
        return BLACK if _whites(one) == _whites(other) else WHITE

    @property
    def colour(self) -> int:
        """The colour of the new ball, or of the next one that is expected."""
        if self._new_colour >= 0:
            return self._new_colour
        game = self.game
        return game.side if game.reserve(game.side) else 1 - game.side

    def alter(self) -> bool:
        """Return False: the colour of a ball is seen."""
        return False

    # What the tracker reports

    def consider(self, game) -> None:
        """Use the position of ``game`` from now on."""
        self._cached = (-1, -1, 0)
        SwitchRecognizer.consider(self, game)

    def moved(self) -> None:
        """Note that the game has another position; of likely states, its own is true."""
        self._cached = (-1, -1, 0)
        self._new_colour = -1
        self._gone = 0
        if self._eye is not None:
            self._eye.squares.clear()
        SwitchRecognizer.moved(self)
        if self.doubtful:
            for state, _ in list(self._eye.posterior):
                if self.look(state) == self.picture():
                    self._eye.confirm(state)
                    return

    def deny(self, turns) -> None:
        """Note that none of these turns was played, although the sensors suggested them."""
        eye, picture = self._eye, self.picture()
        eye.reject(
            [state for state, _ in eye.posterior if self.look(state) != picture], eye.readings
        )

    def note(self, shown: int) -> bool:
        """Remember what a picture that stood for a moment tells about puts and climbs."""
        base = self.picture()
        self._note_gone(shown, base)
        before = self._climbed
        self._note_climb(shown, base)
        return SwitchRecognizer.note(self, shown) or self._climbed != before

    def _note_gone(self, shown: int, base: int) -> None:
        squares = self._eye.squares
        for level in range(LEVELS):
            put = self._puts >> level & 1
            if count(shown, level):
                if shown == base:
                    self._gone &= ~(1 << level)
            elif squares.is_blind(level):
                if count(base, level) or put:
                    self._gone |= 1 << level
            elif put and squares.has_stayed(level):
                # The ball is off again, and its square has not moved.
                self._puts &= ~(1 << level)

    def _note_climb(self, shown: int, base: int) -> None:
        """Remember a climb whose squares were both up, with a ball that was not above before."""
        for level in range(TOP):
            after = base + self.ball_of(level, self.colour_between(shown, base))
            if shown == swapped(after, level) and not self._puts >> level + 1 & 1:
                # A ball that was seen on an empty square, which then left with it.
                empty = not (count(base, level + 1) or count(shown, level))
                put = empty and self._puts >> level & 1
                with_ball = put and self._eye.squares.stirred[level]
                if with_ball or (self._was_up(level) and self._was_up(level + 1)):
                    self._climbed |= 1 << level

    def _was_up(self, level: int) -> bool:
        """Return True if the square of a level was lifted since the position was reached."""
        return self._eye.squares.stirred[level] == BACK or bool(self._gone >> level & 1)

    def _is_blind(self, level: int, traces: int, waiting: int, base: int) -> bool:
        """Return True if one of two squares was lifted, or may have been: perhaps both were."""
        return self._may_be_up(level) or self._may_be_up(level + 1)

    def _may_be_up(self, level: int) -> bool:
        squares = self._eye.squares
        return bool(squares.stirred[level] or self._gone >> level & 1 or squares.is_blind(level))

    # Explaining

    def explain(self, shown: int) -> None:
        """Find every turn that explains ``shown``, or any other state that is likely."""
        if not self.doubtful:
            self._explain_one(shown)
            return
        eye, picture = self._eye, self.picture()
        for state, _ in eye.posterior:
            if self.look(state) == picture:
                # A rest that may be the position is no change of it.
                eye.confirm(state)
                break
        rows: list = []
        for state, cost in eye.posterior[: LIKELY + 1]:
            if cost >= MARGIN_NATS and rows:
                break
            self._explain_one(self.look(state))
            if self.is_explained():
                rows.append((state, self.plain, self.hidden, self.partial))
        turns: list[int] = []
        for _, plain, hidden, _ in rows:
            turns += [turn for turn in plain + hidden if turn not in turns]
        # The likeliest that a turn leaves; what no turn leaves is less likely by more than doubt.
        self._explain_one(self.look(rows[0][0] if rows else eye.posterior[0][0]))
        if [1 for _, plain, _, partial in rows if partial or plain != turns]:
            self.plain, self.hidden, self.partial = [], turns, True
            if self.pending < 0:
                self.new_ball = -1

    def _explain_one(self, shown: int) -> None:
        self._new_colour = -1
        base = self.picture()
        if sum([count(shown, level) - count(base, level) for level in range(LEVELS)]) == 1:
            self._new_colour = self.colour_between(shown, base)
        if self.game.ply == self._ply:
            self._note_climb(shown, base)
        SwitchRecognizer.explain(self, shown)
        reserve = self.game.reserve
        if self._new_colour >= 0 and not reserve(self._new_colour):
            self._forget()

    def distance(self, one: int, other: int) -> int:
        """Return how many balls must be moved to turn one picture into the other."""
        far = 0
        for level in range(LEVELS):
            white = square_in(one, level) - square_in(other, level)
            black = count(one, level) - count(other, level) - white
            far += abs(white) + abs(black)
        return far


def _whites(picture: int) -> int:
    return sum([square_in(picture, level) for level in range(LEVELS)])
