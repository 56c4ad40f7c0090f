"""Recognizer of Apagos on load cells.

Weight and moments tell how many balls lie on each square and which squares have changed places;
whose ball it is, the rack tells from which it came.  Where the racks do not stand on the plate,
"next" does, as on boards with switches.
"""

from boardcore.apagos.climbs import RampWeight
from boardcore.apagos.masses import Ramp
from boardcore.apagos.model import FIRST_BALLS, FIRST_RACK, STATE
from boardcore.apagos.observed import MAX_LIFTED, ball, count, square_at, square_in, swapped, total
from boardcore.apagos.positions import LEVELS, NO_SQUARE
from boardcore.apagos.recognizer import Recognizer as SwitchRecognizer
from boardcore.apagos.rules import TOP, climbs, is_lay, put
from boardcore.play.estimated import Estimated, united
from boardcore.sensing.explain.explainer import Explainer


def decoder_of(scale, rest, moments) -> Explainer:
    """Return what finds out what lies on the ramp and in the racks."""
    ramp = Ramp(scale)
    return Explainer(RampWeight(scale, rest, moments, ramp), ramp, bytes(STATE))


class Recognizer(Estimated, SwitchRecognizer):  # type: ignore[override]
    """Recognizes the turns of one game of Apagos from load cells."""

    estimates = players_wait_for_lights = True
    _explained = None
    """The state that is being explained, where it is not simply the likeliest."""

    def stands(self) -> bytes:
        """Tell the decoder what should lie there; return it."""
        self._expect()
        return self.decoder.model.position

    # What stands there

    def read(self, readings) -> int:
        """Return the snapshot of one reading, a state of the decoder."""
        observed = 0
        for level in range(LEVELS):
            square = readings[level]
            if square:
                observed += square * square_at(level)
                observed += readings[FIRST_BALLS + square - 1] * ball(level)
        self._last_look = observed
        return observed

    def expected(self) -> int:
        """Return what should be shown; while squares are laid out, whatever is seen.

        Allocates nothing as long as the position stays.
        """
        return self._last_look if self.game.beside else SwitchRecognizer.expected(self)

    def _pictured(self) -> int:
        expected, order = SwitchRecognizer._pictured(self), self._order()
        for level in range(LEVELS):
            expected += order[level] * square_at(level)
        return expected

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
        game, ramp = self.game, self.decoder.model
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
        if self.decoder and self.decoder.model.racks and state:
            short = [game.reserve(side) - state[FIRST_RACK + side] for side in (0, 1)]
            if short[own] <= 0 < short[1 - own]:
                own = 1 - own
        if self.altered:
            own = 1 - own
        return own if game.reserve(own) else 1 - own

    # What the tracker tells

    def position_changed(self) -> None:
        """Tell the decoder what may be played from this position."""
        SwitchRecognizer.position_changed(self)
        decoder = self.decoder
        if decoder is None:
            return
        self._expect()
        position = decoder.model.position
        climbed, low = False, decoder.model.climbed
        if low >= 0:
            # Players who said that the square has climbed know better.
            before = bytearray(position)
            before[low], before[low + 1] = before[low + 1], before[low]
            climbed = decoder.state[:FIRST_RACK] == before[:FIRST_RACK]
        self.begin_laid()
        # Before the first ball nothing is sure but what was seen.
        known = decoder.holds(position) and not decoder.model.is_open
        if self.is_named or climbed or known:
            decoder.confirm(position)
        self.is_named = False

    def reject(self, turns) -> None:
        """Record that none of these turns was played, though what lies there spoke for them."""
        decoder = self.decoder
        states = [state for state, _ in decoder.posterior if state != decoder.model.position]
        decoder.reject(states, decoder.model.position)

    # Explaining

    def explain(self, observed: int) -> None:
        """Find every turn that explains ``observed``, or what else is likely to lie there."""
        if not self.ambiguous:
            SwitchRecognizer.explain(self, observed)
            return
        rows = self.explain_each(self._explain_state)
        found = [united([hidden, visible]) for _, _, visible, hidden, _ in rows]
        certain = not [1 for row in rows if len(row[2]) != 1 or row[4]]
        self._explained = None
        if not certain or [1 for turns in found if turns != found[0]]:
            # Nothing is sure: all of them are asked for.
            self.visible_turns, self.hidden_turns, self.is_partial = [], united(found), True
            if self.pending < 0:
                self.new_ball = -1

    def _explain_state(self, state: bytes) -> None:
        self._explained = state
        SwitchRecognizer.explain(self, self.read(state))

    def _explain_put(self, observed: int, base: int, here: bool) -> None:
        """One ball more: put and climbed, or put and still to climb."""
        game, colour = self.game, self.colour
        for level in range(LEVELS):
            if not game.free(level):
                continue
            if observed == base + ball(level):
                self.new_ball = level
                self.is_partial = True
                if level == TOP:
                    self.visible_turns = [put(colour, level)]
                else:
                    self.pending = level
                    self.hidden_turns = [put(colour, level)]
            elif level != TOP and observed == swapped(base + ball(level), level):
                self.visible_turns = [put(colour, level)]

    def _explain_descend(self, observed: int, base: int, puts: int) -> None:
        """Explain as many balls as before.  One went down; a square that is up would be missed."""
        SwitchRecognizer._explain_descend(self, observed, base, puts)
        self.is_partial = self.pending >= 0

    def _explain_lifted(self, observed: int, base: int) -> None:
        """Return whether all that differs are squares that are up, or on their way up and down."""
        up = 0
        for level in range(LEVELS):
            up += not square_in(observed, level)
        if 0 < up <= MAX_LIFTED:
            self.is_partial = True

    # Comparing snapshots

    def is_up(self, observed: int, level: int) -> bool:
        """Return whether the square that belongs to a level is up."""
        return not square_in(observed, level) and self.game.holes[level] != NO_SQUARE

    def is_empty(self, observed: int) -> bool:
        """Return whether no ball lies on a square."""
        return not total(observed)

    def distance(self, one: int, other: int) -> int:
        """Return how many balls and squares must be moved to turn one snapshot into the other."""
        far = 0
        for level in range(LEVELS):
            far += abs(count(one, level) - count(other, level))
            far += square_in(one, level) != square_in(other, level)
        return far
