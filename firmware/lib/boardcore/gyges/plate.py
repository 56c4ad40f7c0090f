"""Gygès on load cells: what rules and presses tell of rings in doubt.

Rings of one, two and three layers weigh 1 : 2 : 3, so the weight gives the size and the moments
give the place.
"""

from boardcore.gyges.cells import CELLS
from boardcore.gyges.hall.recognizer import Recognizer as SizeRecognizer
from boardcore.gyges.model import GygesModel
from boardcore.gyges.pictures import asked_size
from boardcore.gyges.rules import NONE, turn_drop, turn_landing
from boardcore.play.estimated import Estimated, united
from boardcore.sensing.explain.cost import IMPOSSIBLE
from boardcore.sensing.explain.explainer import Explainer
from boardcore.sensing.observe.weight.weight import Weight

MAX_CHI2 = 22.0
"""Chi^2 of an explanation at most; from there on something else lies there; chosen."""
LIKELY = 8
"""Most states that are explained in doubt."""
ASTRAY = 3.0
"""Cost of rings that all lie there, but as no turn leaves them, nats: in one turn of thirty a ring
is laid out of reach, on any of as many cells as there are turns; chosen."""


def decoder_of(scale, rest, moments) -> Explainer:
    """Return what finds out which rings lie where."""
    places = len(scale.cells)
    weight = Weight(scale, rest, moments, MAX_CHI2)
    return Explainer(weight, GygesModel(places), bytes(places))


class Recognizer(Estimated, SizeRecognizer):  # type: ignore[override]
    """Recognizes the turns of one game of Gygès from load cells."""

    told_returns = 1

    @property
    def busy(self) -> bool:  # type: ignore[override]
        """Whether a change of the plate is not explained yet, or where rings can get."""
        return self.decoder.busy or self._survey.lacks(self.touched)

    def _rests(self):
        return self.decoder.model.moved

    def moved(self) -> None:
        """Tell the decoder what may be played from this position."""
        SizeRecognizer.moved(self)
        self.decoder.forget_presses()
        game, cells, eye, position = self.game, self._cells, self.decoder, self.stands()
        # What players have said holds, whatever was supposed; more rings may have been set up.
        if self.is_named and game.setup and self._holding(position, True):
            eye.reject(self._holding(position, False), position)
        elif self.is_named or eye.holds(position):
            eye.confirm(position)
        self.is_named = False
        setup: tuple = ()
        asked = asked_size(game) if game.setup else 0
        if game.setup:
            # Both players' rows: the other one may not wait.
            homes = [turn & 63 for turn in game.legal_turns()]
            homes += [CELLS - 1 - cell for cell in homes]
            setup = tuple([at for at in range(len(cells)) if cells[at] in homes])
        origins = [at for at in range(len(cells)) if cells[at] in self.origins()]
        eye.model.expect(position, eye.model.position or position, origins, setup, asked)
        self.begin_laid()

    def _holding(self, position: bytes, all_of_it: bool) -> list:
        """Return the likely states that have all of a position's rings, or those that have not."""
        states = [state for state, _ in self.decoder.posterior]
        places = [at for at in range(len(position)) if position[at]]
        return [
            state
            for state in states
            if all_of_it == (not [1 for at in places if state[at] != position[at]])
        ]

    def explain(self, shown: int) -> None:
        """Find every turn that explains ``shown``, or what else is likely to lie there."""
        eye = self.decoder
        # What was boxed is known by where hands pressed, alike rings at least.
        touched = self.touched
        for at in eye.handled:
            self.touched |= 1 << self._cells[at]
        self._explain_likely(shown)
        if eye.pressed and not (self.plain or self.hidden):
            # One that came as another went may have been seen but once.
            for at in eye.pressed:
                self.touched |= 1 << self._cells[at]
            self._explain_likely(shown)
        self.touched = touched

    def _moved(self, cell: int) -> int:
        """Return when a ring last came or went; of two between two rests, what was pressed first.

        After the set-up such rings may be parts of one turn, so presses order nothing there.
        """
        rest = SizeRecognizer._moved(self, cell)
        if not self.game.setup:
            return rest
        near = [self._cells[at] for at in self.decoder.pressed]
        return rest * (CELLS + 1) + (near.index(cell) if cell in near else CELLS)

    def contradicts(self, shown: int) -> bool:
        """Return whether ``shown`` lacks a ring that the last turn put down, or in doubt whether
        any likely state does: it may have been pushed on.
        """
        if SizeRecognizer.contradicts(self, shown):
            return True
        for belief in self.decoder.posterior if self.doubtful else ():
            if SizeRecognizer.contradicts(self, self.look(belief[0])):
                return True
        return False

    def _explain_sizes(self, origin: int, goal: int, sizes) -> None:
        """Explain one ring gone and one new; a ring that was up together with it was boxed.

        Without that, a ring boxed by one of its size looks like one that was passed by.
        """
        SizeRecognizer._explain_sizes(self, origin, goal, sizes)
        if self._went_on(self._shown):
            # The ring that came last went on; it was not boxed by one that is still to come.
            self.partial = False
        went = self._moved(origin)
        for turn in self.plain:
            if turn_drop(turn) != NONE and self._moved(turn_landing(turn)) >= went:
                self.plain = [other for other in self.plain if turn_drop(other) != NONE]
                break

    def _explain_likely(self, shown: int) -> None:
        eye = self.decoder
        if not eye.doubtful:
            SizeRecognizer.explain(self, shown)
            return
        rows = self.explain_each(
            lambda state: SizeRecognizer.explain(self, self.look(state)), LIKELY
        )
        self._rule_out(rows)
        rows = [row for row in rows if eye.holds(row[0])]
        likely = rows if eye.doubtful else rows[-1:]
        plain = united([row[2] for row in likely])
        hidden = united([row[3] for row in likely])
        self.partial = bool([1 for row in likely if row[4]])
        if not rows[-1][2]:
            # No turn leads to what is likeliest: what leads to the rest is asked about.
            plain, hidden = [], plain + hidden
        self.plain = plain
        self.hidden = [turn for turn in hidden if turn not in plain]

    def _rule_out(self, rows) -> None:
        """Deny states of all rings that no turn leaves, if one that a turn leaves is as likely.

        ``rows``: states, their costs, and how they are explained: plain, hidden and partial.
        """
        position = self.decoder.model.position
        astray, least = [], IMPOSSIBLE
        for state, cost, plain, hidden, partial in rows:
            up = state.count(b"\0") != position.count(b"\0")
            if plain or hidden or partial or up or state == position:
                least = min(least, cost)
            elif not self._went_on(self.look(state)):
                astray.append((state, cost))
        # Not where earlier positions are examined.
        if astray and self.look(position) == self.picture():
            self.decoder.reject(
                [state for state, cost in astray if cost + ASTRAY > least], position
            )

    def disputed(self, shown: int) -> bool:
        """Return whether the side to move may play a ring that the last turn put down.

        On a goal it lies where only the last player may put it.
        """
        new = self.changed(shown)[1]
        return not (new and new[-1] >= CELLS) and SizeRecognizer.disputed(self, shown)

    def _went_on(self, shown: int) -> bool:
        """Return whether all that was done is that the ring which came last was pushed on."""
        return len(self.changed(shown)[0]) == 1 and SizeRecognizer.contradicts(self, shown)
