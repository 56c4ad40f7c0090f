"""Apagos on load cells: the decoder and the recognizer.

Weight and moments tell how many balls lie on each square and which squares have changed places;
whose ball it is, the rack tells from which it came.  Where the racks do not stand on the plate,
"next" does, as on boards with switches.
"""

try:
    from typing import Any
except ImportError:  # the board ignores annotations and has no such module
    pass

from boardcore.apagos.pictures import COUNT_BITS, count
from boardcore.apagos.positions import LEVELS, NO_SQUARE
from boardcore.apagos.recognizer import Recognizer as SwitchRecognizer
from boardcore.apagos.recognizer import ball, square_at, square_in, swapped
from boardcore.apagos.rules import TOP, climbs, is_lay, put
from boardcore.apagos.scale.moves import FIRST_BALLS, FIRST_RACK, STATE
from boardcore.apagos.scale.ramp import Ramp
from boardcore.apagos.scale.weight import CLEARED_G, RampWeight
from boardcore.sensing.explain.explainer import Explainer
from boardcore.ticks import ticks_diff

LIKELY = 5
"""Most states besides the likeliest that are explained in doubt."""
BEGUN = 6.0
"""Cost of a board that is not laid out yet when it is switched on, nats: more than the margin, so
nobody is asked."""
SURE = 2.0
"""Largest cost of a complete layout that is preferred to an incomplete one, nats; chosen."""
ANEW_MS = 4000
"""Time before the first ball after which an unexplained weight becomes the reference."""
UP_MS = 400
"""Longest pause of hands with a square up, ms; chosen."""
UP_MOST = 2
"""Most squares that are up at once in a turn."""


class Decoder(Explainer):
    """Contents of the ramp: ``readings`` are the ten bytes of ``ramp.Ramp``'s likeliest state."""

    observation: RampWeight

    def __init__(self, scale, rest, moments) -> None:
        self.ramp = Ramp(scale)
        self.readings = bytearray(STATE)
        weight = RampWeight(scale, rest, moments, self.ramp)
        Explainer.__init__(self, weight, self.ramp, bytes(STATE))

    def assume(self, state) -> None:
        """Take this as lying there: the board was just switched on.

        Before the first ball nobody knows whether squares and racks stand on the plate yet.
        """
        Explainer.assume(self, state)
        if self.ramp.opening:
            # As many squares as there are may lie there already, with or without racks.
            begun = [(other, BEGUN) for other in self.ramp.begun() if other != state]
            Explainer._set(self, [(state, 0.0)] + begun)
        self._show()

    def work(self, left: int, now_ms: int) -> bool:
        """Go on for one slice; see ``boardcore.sensing.explain.explainer``."""
        anew = self.foreign and self.ramp.opening and self._stepper is None
        if anew and ticks_diff(now_ms, self.foreign_ms) >= ANEW_MS:
            # Hands were laying out balls and squares before anything was weighed; where they
            # pressed says nothing of what comes next.
            self._set_foreign(False)
            self.observation.presses.gather()
            self.observation.presses.clear()
            self.assume(self.ramp.position)
        return Explainer.work(self, left, now_ms)

    def _waits(self, ms: int, misfit: float = 0.0) -> bool:
        # A climb is explained as a whole.
        seen = self.observation
        up = ms < UP_MS and (not seen.started or seen.difference()[0] < -CLEARED_G)
        return up or Explainer._waits(self, ms, misfit)

    def _set(self, posterior) -> None:
        ramp, position = self.ramp, self.ramp.position
        lacking = 0 in self.state[:LEVELS] or 0 in posterior[0][0][:LEVELS]
        if ramp.opening and lacking and 0 not in position[:LEVELS]:
            # Whatever lay there first: once there are four squares without a ball, all does, and
            # squares are called by where they lie when the game begins.
            laid = [state for state, cost in posterior if cost < SURE and ramp.is_laid_out(state)]
            if laid:
                # A list: CircuitPython's bytes find no number.
                order, racks = list(laid[0][:LEVELS]), laid[0][FIRST_RACK:]
                ramp.squares.rename([order.index(square) for square in position[:LEVELS]])
                posterior = [(position, 0.0)]
                if racks != position[FIRST_RACK:]:
                    posterior.append((position[:FIRST_RACK] + racks, BEGUN))
        Explainer._set(self, posterior)
        self._show()

    def _show(self) -> None:
        self.readings[:] = self.observation.state = self.state


class Recognizer(SwitchRecognizer):
    """Recognizes the turns of one game of Apagos from load cells."""

    late = estimates = awaited = True
    decoder: "Any" = None
    """Source of the state; None while the board is being calibrated."""
    _explained = None
    """The state that is being explained, where it is not simply the likeliest."""
    _is_named = False
    """Whether the players have named the turn that is played next."""

    def __init__(self, game, layout) -> None:
        self._base = (-1, -1, 0)  # ply, last turn and the picture of that position
        SwitchRecognizer.__init__(self, game, layout)

    def see_by(self, decoder) -> None:
        """Take what is shown from a decoder of weights."""
        self.decoder = decoder

    def assume(self) -> None:
        """Let the decoder take the position as lying there: the board was just switched on."""
        self._expect()
        self.decoder.assume(self.decoder.ramp.position)

    # What stands there

    def look(self, readings) -> int:
        """Return the picture of one reading, a state of the decoder."""
        shown = 0
        for level in range(LEVELS):
            square = readings[level]
            if square:
                shown += square * square_at(level)
                shown += readings[FIRST_BALLS + square - 1] << COUNT_BITS * level
        self._last_look = shown
        return shown

    def picture(self) -> int:
        """Return what should be shown in the current position.

        Allocates nothing as long as it stays.  While squares are being laid, whatever is seen:
        the board does not see which they are.
        """
        game = self.game
        if game.beside:
            return self._last_look
        ply = len(game.turns)
        last = game.turns[ply - 1] if ply else -1
        base = self._base
        if base[0] != ply or base[1] != last:
            picture = SwitchRecognizer.picture(self)
            order = self._order()
            for level in range(LEVELS):
                picture += order[level] * square_at(level)
            self._base = base = (ply, last, picture)
        return base[2]

    def _order(self):
        """Return which square lies on each level: they count from where the game began."""
        order = [level + 1 for level in range(LEVELS)]
        for turn in self.game.turns:
            if not is_lay(turn) and climbs(turn):
                low = turn & 3
                order[low], order[low + 1] = order[low + 1], order[low]
        return order

    def _expect(self) -> None:
        """Tell the decoder what should lie there now, and what may be done."""
        game, ramp = self.game, self.decoder.ramp
        position = bytearray(STATE)
        if not game.beside:
            position[:LEVELS] = bytes(self._order())
            for level in range(LEVELS):
                balls = game.white[level] + game.black[level]
                position[FIRST_BALLS + position[level] - 1] = balls
        if ramp.racks:
            for side in (0, 1):
                position[FIRST_RACK + side] = game.reserve(side)
        free = [game.free(level) for level in range(LEVELS)]
        opening = not sum(game.white) + sum(game.black)
        last = game.turns[-1] if game.ply else -1
        climbed = last & 3 if last >= 0 and climbs(last) else -1
        ramp.expect(bytes(position), free, game.balls(game.side), opening, climbed)

    @property
    def colour(self) -> int:
        """The colour of the ball that is new, or of the next one to be expected."""
        if self._explained is not None:
            return self._colour_in(self._explained)
        return self._colour_in(self.decoder.state if self.decoder else b"")

    def _colour_in(self, state: bytes) -> int:
        """Return the colour of the new ball in a state of the decoder: that of one rack."""
        game, own = self.game, self.game.side
        if self.decoder and self.decoder.ramp.racks and state:
            short = [game.reserve(side) - state[FIRST_RACK + side] for side in (0, 1)]
            if short[own] <= 0 < short[1 - own]:
                own = 1 - own
        if self.altered:
            own = 1 - own
        return own if game.reserve(own) else 1 - own

    @property
    def busy(self) -> bool:  # type: ignore[override]
        """Whether something has changed and nobody knows yet what that means."""
        return self.decoder.busy

    @property
    def restless(self) -> bool:  # type: ignore[override]
        """Whether hands are still over the board, as far as load cells tell."""
        return self.decoder.busy

    @property
    def doubtful(self) -> bool:  # type: ignore[override]
        """Whether other states are likely, too: then a turn is asked for."""
        return self.decoder is not None and self.decoder.doubtful

    # What the tracker tells

    def named(self, freely: bool) -> None:
        """Hear that the turn which is played next was named by the players."""
        self._is_named = True

    def moved(self) -> None:
        """Tell the decoder what may be played from this position."""
        SwitchRecognizer.moved(self)
        decoder = self.decoder
        if decoder is None:
            return
        self._base = (-1, -1, 0)
        self._expect()
        position = decoder.ramp.position
        climbed, low = False, decoder.ramp.climbed
        if low >= 0:
            # Who has said that the square has climbed knows better.
            before = bytearray(position)
            before[low], before[low + 1] = before[low + 1], before[low]
            climbed = decoder.state[:FIRST_RACK] == before[:FIRST_RACK]
        # Before the first ball nothing is sure but what was seen.
        known = decoder.holds(position) and not decoder.ramp.opening
        if self._is_named or climbed or known:
            decoder.confirm(position)
        self._is_named = False

    def deny(self, turns) -> None:
        """Hear that none of these turns was played, though what lies there spoke for them."""
        decoder = self.decoder
        states = [state for state, _ in decoder.posterior if state != decoder.ramp.position]
        decoder.reject(states, decoder.ramp.position)

    # Explaining

    def explain(self, shown: int) -> None:
        """Find every turn that explains ``shown``, or what else is likely to lie there."""
        if not self.doubtful:
            SwitchRecognizer.explain(self, shown)
            return
        turns: list[int] = []
        plain = agree = True
        posterior = self.decoder.posterior
        # The likeliest last: what it shows stays.
        for at in range(min(LIKELY, len(posterior) - 1), -1, -1):
            self._explained = posterior[at][0]
            SwitchRecognizer.explain(self, self.look(self._explained))
            plain = plain and len(self.plain) == 1 and not self.partial
            found = self.plain + [turn for turn in self.hidden if turn not in self.plain]
            agree = agree and turns in ([], found)
            turns = found + [turn for turn in turns if turn not in found]
        self._explained = None
        if not (plain and agree):
            # Nothing is sure: all of them are asked for.
            self.plain, self.hidden, self.partial = [], turns, True
            if self.pending < 0:
                self.new_ball = -1

    def _explain_put(self, shown: int, base: int, here: bool) -> None:
        """One ball more: put and climbed, or put and still to climb."""
        game, colour = self.game, self.colour
        for level in range(LEVELS):
            if not game.free(level):
                continue
            if shown == base + ball(level):
                self.new_ball = level
                self.partial = True
                if level == TOP:
                    self.plain = [put(colour, level)]
                else:
                    self.pending = level
                    self.hidden = [put(colour, level)]
            elif level != TOP and shown == swapped(base + ball(level), level):
                self.plain = [put(colour, level)]

    def _explain_lifted(self, shown: int, base: int) -> None:
        """Return whether all that differs are squares that are up, or on their way up and down."""
        up = 0
        for level in range(LEVELS):
            up += not square_in(shown, level)
        if 0 < up <= UP_MOST:
            self.partial = True

    # Comparing pictures

    def is_up(self, shown: int, level: int) -> bool:
        """Return whether the square that belongs to a level is up."""
        return not square_in(shown, level) and self.game.holes[level] != NO_SQUARE

    def is_empty(self, shown: int) -> bool:
        """Return whether no ball lies on a square."""
        return not shown & (1 << COUNT_BITS * LEVELS) - 1

    def distance(self, one: int, other: int) -> int:
        """Return how many balls and squares must be moved to turn one picture into the other."""
        far = 0
        for level in range(LEVELS):
            far += abs(count(one, level) - count(other, level))
            far += square_in(one, level) != square_in(other, level)
        return far
