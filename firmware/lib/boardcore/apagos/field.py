"""Decoder and recognizer of Apagos on Hall sensors.

A sphere in each ball follows an upright bias, so its strength gives the colour.  What lies there
tells most climbs; where both squares were empty, it counts whether they were lifted (``squares``).
"""

from boardcore.apagos.cells import HOLES
from boardcore.apagos.holes import Holes
from boardcore.apagos.observed import ball, count, square_at, square_in, swapped
from boardcore.apagos.positions import BALLS, BLACK, LEVELS, WHITE
from boardcore.apagos.recognizer import Recognizer as SwitchRecognizer
from boardcore.apagos.rules import TOP
from boardcore.apagos.squares import BACK, Squares
from boardcore.play.estimated import Estimated
from boardcore.sensing.observe.field.columns import MARGIN_NATS
from boardcore.sensing.observe.field.pieces import Pieces

KINDS = 2
"""Number of kinds of balls: white ones are 1, black ones 2."""
MAX_EXPLAINED = 6
"""Largest number of snapshots besides the likeliest that are explained in doubt; chosen."""


class Decoder(Pieces):
    """Which ball lies in each hole: 0 for none, else 1 for a white one and 2 for a black one."""

    SCAN = 3600
    """Cost of a scan, in empty loop iterations; chosen above that of ``Pieces``."""

    def __init__(self, layout, calibration) -> None:
        self.squares = Squares(layout)
        self._cells = layout.cell_of_sensor
        self._restarts = 0  # of rests, at the last scan
        seen = Holes(layout, calibration, self.squares.fields_ut())
        Pieces.__init__(self, seen, KINDS, BALLS, layout.sensors)
        self.position = [(0, 0)] * LEVELS
        """White and black balls of each level in the position of the game."""

    @property
    def busy(self) -> bool:
        """Whether a change is not explained yet, or a square is up."""
        return self.squares.is_any_up or self._is_busy()

    def scan(self, counts) -> None:
        """Take a scan; report lifted balls and squares.  Allocates nothing."""
        Pieces.scan(self, counts)
        rest = self.observation.rest
        self.squares.scan(counts, self.readings, rest.restarts == self._restarts, rest.loud16)
        self._restarts = rest.restarts

    def work(self, left: int, now_ms: int) -> bool:
        """Continue; return True if the readings have changed."""
        changed = Pieces.work(self, left, now_ms)
        if not self._is_busy() and self.squares.rest(self.readings) and self._is_position():
            # A square that was lifted to look has been put back.
            self.squares.clear()
        return changed

    def _is_position(self) -> bool:
        """Return whether the balls lie as in the position, by what is known now.

        Not when the recognizer looked last: a ball that is understood late is news to it, while
        the squares that it climbed with have long come to rest.  Allocates nothing.
        """
        for level in range(LEVELS):
            white = black = 0
            for at in range(HOLES * level, HOLES * level + HOLES):
                white += self.readings[at] == 1 + WHITE
                black += self.readings[at] == 1 + BLACK
            if white != self.position[level][WHITE] or black != self.position[level][BLACK]:
                return False
        return True

    def confirm(self, state) -> None:
        """Record that this lies there."""
        Pieces.confirm(self, state)
        self.observation.settle(state)

    def told(self) -> str:
        """Return what is wrong with a ball, for the ``health`` message; "" for nothing."""
        stuck = self.observation.stuck
        return "sticks:%d" % self._cells[list(stuck)[-1]] if stuck else ""

    def _look(self, now_ms: int) -> None:
        Pieces._look(self, now_ms)
        arranged, self.observation.arranged = self.observation.arranged, b""
        if arranged:
            self._set([(arranged, 0.0)])

    def reset_to(self, contents) -> None:
        """Set the balls assumed at power-on; ``contents``: white and black balls of each level.

        In which holes they lie shows the first rest.
        """
        self.position = contents
        readings = bytearray(len(self.readings))
        for level in range(LEVELS):
            at = HOLES * level
            for colour in (WHITE, BLACK):
                for _ in range(contents[level][colour]):
                    readings[at] = 1 + colour
                    at += 1
        Pieces.reset_to(self, readings)


class Recognizer(Estimated, SwitchRecognizer):  # type: ignore[override]
    """Recognizes the turns of one game of Apagos from the colours of the balls in each slot.

    A snapshot has the number of white balls where plates have the square.
    """

    _new_colour = -1
    """The colour of the ball that the last ``explain`` found new, -1 for none."""
    _gone = 0
    """Mask of the levels whose balls were all gone since the position was reached."""
    _is_denied = False
    """Whether sensors have not shown the position since players named it: then none is sure."""

    def stands(self) -> list:
        """Return the white and black balls of each level of the position."""
        game = self.game
        return [(game.white[level], game.black[level]) for level in range(LEVELS)]

    # Snapshots

    def read(self, readings) -> int:
        """Return the snapshot of one reading: a byte per hole, 0 or the kind of its ball."""
        observed = 0
        for at in range(len(readings)):
            if readings[at]:
                observed += self.ball_of(at // HOLES, readings[at] - 1)
        self._last_look = observed
        return observed

    def _pictured(self) -> int:
        expected = SwitchRecognizer._pictured(self)
        for level in range(LEVELS):
            expected += self.game.white[level] * square_at(level)
        return expected

    def ball_of(self, level: int, colour: int) -> int:
        """Return the snapshot of one ball of a colour on a level."""
        return ball(level) + (square_at(level) if colour == WHITE else 0)

    def colour_between(self, one: int, other: int) -> int:
        """Return the colour of the ball that one snapshot has and the other has not."""
        return BLACK if _whites(one) == _whites(other) else WHITE

    @property
    def colour(self) -> int:
        """The colour of the new ball, or of the next one that is expected."""
        if self._new_colour >= 0:
            return self._new_colour
        game = self.game
        return game.side if game.reserve(game.side) else 1 - game.side

    def cycle_kind(self) -> bool:
        """Return False: the colour of a ball is seen."""
        return False

    # What the tracker reports

    def position_changed(self) -> None:
        """Record that the game has another position; of likely states, its own is true."""
        self._new_colour = -1
        self._gone = 0
        if self.decoder is not None:
            self.decoder.squares.clear()
            self.decoder.position = self.stands()
        SwitchRecognizer.position_changed(self)
        if self.decoder is not None and (self.ambiguous or not self.decoder.foreign):
            for state, _ in list(self.decoder.posterior):
                if self.read(state) == self.expected():
                    self.decoder.confirm(state)
                    self.is_named = self._is_denied = False
                    return
        self._is_denied = self._is_denied or self.is_named
        if self.is_named:
            self.is_named = False
            if self.decoder.foreign:
                # Spheres that stick, perhaps: players know better what lies there.
                self.decoder.observation.is_told = True
                self.reset_to_position()

    def reject(self, turns) -> None:
        """Record that none of these turns was played, although the sensors suggested them."""
        eye, expected = self.decoder, self.expected()
        others = [state for state, _ in eye.posterior if self.read(state) != expected]
        eye.reject(others, bytes(eye.readings))

    def record(self, observed: int) -> bool:
        """Remember what a snapshot that stood for a moment tells about puts and climbs."""
        base = self.expected()
        self._note_gone(observed, base)
        before, puts = self._climbed, self._puts
        self._note_climb(observed, base)
        changed = SwitchRecognizer.record(self, observed)
        colour = self.colour_between(observed, base)
        for level in range(LEVELS):
            is_new = self._puts & ~puts & 1 << level
            below = base + self.ball_of(level - 1, colour) if level else -1
            if is_new and not (level and observed == swapped(below, level - 1)):
                # A climb follows its ball, so what this square has done before is none.
                self.decoder.squares.put_down(level)
        return changed or self._climbed != before

    def _note_gone(self, observed: int, base: int) -> None:
        squares = self.decoder.squares
        for level in range(LEVELS):
            put = self._puts >> level & 1
            if count(observed, level):
                if observed == base:
                    self._gone &= ~(1 << level)
            elif squares.is_blind(level):
                if count(base, level) or put:
                    self._gone |= 1 << level
            elif put and squares.has_stayed(level):
                # The ball is off again, and its square has not moved.
                self._puts &= ~(1 << level)

    def _note_climb(self, observed: int, base: int) -> None:
        """Remember a climb whose squares were both up, with a ball that was not above before."""
        for level in range(TOP):
            after = base + self.ball_of(level, self.colour_between(observed, base))
            if observed == swapped(after, level) and not self._puts >> level + 1 & 1:
                # A ball that was seen on an empty square, which then left with it.
                empty = not (count(base, level + 1) or count(observed, level))
                put = empty and self._puts >> level & 1
                stirred = self.decoder.squares.stirred[level]
                with_ball = put and stirred and self._may_be_up(level + 1, base)
                if with_ball or (self._was_up(level) and self._was_up(level + 1)):
                    self._climbed |= 1 << level

    def _was_up(self, level: int) -> bool:
        """Return True if the square of a level was lifted since the position was reached."""
        return self.decoder.squares.stirred[level] == BACK or bool(self._gone >> level & 1)

    def _is_blind(self, level: int, traces: int, waiting: int, base: int) -> bool:
        """Return True if both of two squares may have been up.

        Where no climb was seen, one that has stirred is enough: perhaps both were.
        """
        one, other = self._may_be_up(level, base), self._may_be_up(level + 1, base)
        return one and other if self._climbed else one or other

    def _may_be_up(self, level: int, base: int) -> bool:
        squares = self.decoder.squares
        # Of a square with balls, these would have been missed.
        blind = squares.is_blind(level) and not count(base, level)
        return bool(squares.stirred[level] or self._gone >> level & 1 or blind)

    # Explaining

    @property
    def ambiguous(self) -> bool:  # type: ignore[override]
        """Whether other states are likely, too, or players have named what sensors do not show."""
        return self.decoder is not None and (self._is_denied or self.decoder.ambiguous)

    def explain(self, observed: int) -> None:
        """Find every turn that explains ``observed``, or any other state that is likely."""
        self._is_denied = self._is_denied and observed != self.expected()
        if not self.ambiguous:
            self._explain_one(observed)
            return
        eye, expected = self.decoder, self.expected()
        for state, cost in eye.posterior:
            if cost < MARGIN_NATS and self.read(state) == expected and not eye.observation.loose:
                # A rest that may be the position is no change of it.
                eye.confirm(state)
                break
        rows: list = []
        likely: list[int] = []  # snapshots: in which hole a ball lies makes no difference
        for state, cost in eye.posterior:
            shown = self.read(state)
            if len(likely) > MAX_EXPLAINED or cost >= MARGIN_NATS and rows:
                break
            if shown not in likely:
                likely.append(shown)
                self._explain_one(shown)
                if self.is_explained() or shown == expected:
                    rows.append((shown, self.visible_turns, self.hidden_turns, self.is_partial))
        turns: list[int] = []
        for _, visible, hidden, _ in rows:
            turns += [turn for turn in visible + hidden if turn not in turns]
        # The likeliest that a turn leaves; what no turn leaves is less likely by more than doubt.
        self._explain_one(rows[0][0] if rows else likely[0])
        doubts = [1 for _, visible, _, partial in rows if partial or visible != turns]
        if doubts or turns and self._is_denied:
            self.visible_turns, self.hidden_turns, self.is_partial = [], turns, True
            if self.pending < 0:
                self.new_ball = -1

    def _explain_one(self, observed: int) -> None:
        self._new_colour = -1
        base = self.expected()
        if sum([count(observed, level) - count(base, level) for level in range(LEVELS)]) == 1:
            self._new_colour = self.colour_between(observed, base)
        if self.game.ply == self._ply:
            self._note_climb(observed, base)
        SwitchRecognizer.explain(self, observed)
        reserve = self.game.reserve
        if self._new_colour >= 0 and not reserve(self._new_colour):
            self._forget()

    def distance(self, one: int, other: int) -> int:
        """Return how many balls must be moved to turn one snapshot into the other."""
        far = 0
        for level in range(LEVELS):
            white = square_in(one, level) - square_in(other, level)
            black = count(one, level) - count(other, level) - white
            far += abs(white) + abs(black)
        return far


def _whites(snapshot: int) -> int:
    return sum([square_in(snapshot, level) for level in range(LEVELS)])
