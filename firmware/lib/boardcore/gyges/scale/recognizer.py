"""Gygès on load cells: the recognizer, which knows what rules and hands tell of rings in doubt."""

from boardcore.gyges.cells import CELLS
from boardcore.gyges.hall.recognizer import Recognizer as SizeRecognizer
from boardcore.gyges.pictures import asked_size
from boardcore.gyges.rules import NONE, turn_drop, turn_landing
from boardcore.gyges.scale.decoder import Decoder  # noqa: F401
from boardcore.sensing.explain.cost import IMPOSSIBLE

LIKELY = 7
"""Most states besides the likeliest that are explained in doubt."""
ASTRAY = 3.0
"""Cost of rings that all lie there, but as no turn leaves them, nats: in one turn of thirty a ring
is laid out of reach, on any of as many cells as there are turns; chosen."""


class Recognizer(SizeRecognizer):
    """Recognizes the turns of one game of Gygès from load cells."""

    told_returns = 1
    _is_named = False
    """Whether the players have named the turn that is played next."""

    def named(self, freely: bool) -> None:
        """Hear that the turn which is played next was named by the players."""
        self._is_named = True

    @property
    def doubtful(self) -> bool:  # type: ignore[override]
        """Whether other states are likely, too: then a turn is asked for."""
        return self._eye is not None and self._eye.doubtful

    def moved(self) -> None:
        """Tell the decoder what may be played from this position."""
        SizeRecognizer.moved(self)
        self._eye.forget_presses()
        game, cells, eye = self.game, self._cells, self._eye
        position = bytes([game.cells[cell] for cell in cells])
        # What players have said holds, whatever was supposed; more rings may have been set up.
        if self._is_named and game.setup and self._holding(position, True):
            eye.reject(self._holding(position, False), position)
        elif self._is_named or eye.holds(position):
            eye.confirm(position)
        self._is_named = False
        setup: tuple = ()
        asked = asked_size(game) if game.setup else 0
        if game.setup:
            # Both players' rows: the other one may not wait.
            homes = [turn & 63 for turn in game.legal_turns()]
            homes += [CELLS - 1 - cell for cell in homes]
            setup = tuple([at for at in range(len(cells)) if cells[at] in homes])
        origins = [at for at in range(len(cells)) if cells[at] in self.origins()]
        eye.model.expect(position, eye.model.position or position, origins, setup, asked)

    def _holding(self, position: bytes, all_of_it: bool) -> list:
        """Return the likely states that have all of a position's rings, or those that have not."""
        states = [state for state, _ in self._eye.posterior]
        places = [at for at in range(len(position)) if position[at]]
        return [
            state
            for state in states
            if all_of_it == (not [1 for at in places if state[at] != position[at]])
        ]

    def explain(self, shown: int) -> None:
        """Find every turn that explains ``shown``, or what else is likely to lie there."""
        eye = self._eye
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
        near = [self._cells[at] for at in self._eye.pressed]
        return rest * (CELLS + 1) + (near.index(cell) if cell in near else CELLS)

    def contradicts(self, shown: int) -> bool:
        """Return whether ``shown`` lacks a ring that the last turn put down, or in doubt whether
        any likely state does: it may have been pushed on.
        """
        if SizeRecognizer.contradicts(self, shown):
            return True
        for belief in self._eye.posterior if self.doubtful else ():
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
        eye = self._eye
        if not eye.doubtful:
            SizeRecognizer.explain(self, shown)
            return
        rows = []
        # The likeliest last: then the caches of what was looked at belong to it.
        for at in range(min(LIKELY, len(eye.posterior) - 1), -1, -1):
            state, cost = eye.posterior[at]
            SizeRecognizer.explain(self, self.look(state))
            rows.append((state, cost, self.plain, self.hidden, self.partial))
        self._rule_out(rows)
        rows = [row for row in rows if eye.holds(row[0])]
        plain: list[int] = []
        hidden: list[int] = []
        partial = False
        for _, _, now, unseen, more in rows if eye.doubtful else rows[-1:]:
            plain = now + [turn for turn in plain if turn not in now]
            hidden = unseen + [turn for turn in hidden if turn not in unseen]
            partial = partial or more
        if not rows[-1][2]:
            # No turn leads to what is likeliest: what leads to the rest is asked about.
            plain, hidden = [], plain + hidden
        self.plain, self.partial = plain, partial
        self.hidden = [turn for turn in hidden if turn not in plain]

    def _rule_out(self, rows) -> None:
        """Deny states of all rings that no turn leaves, if one that a turn leaves is as likely.

        ``rows``: states, their costs, and how they are explained: plain, hidden and partial.
        """
        position = self._eye.model.position
        astray, least = [], IMPOSSIBLE
        for state, cost, plain, hidden, partial in rows:
            up = state.count(b"\0") != position.count(b"\0")
            if plain or hidden or partial or up or state == position:
                least = min(least, cost)
            elif not self._went_on(self.look(state)):
                astray.append((state, cost))
        # Not where earlier positions are examined.
        if astray and self.look(position) == self.picture():
            self._eye.reject([state for state, cost in astray if cost + ASTRAY > least], position)

    def disputed(self, shown: int) -> bool:
        """Return whether the side to move may play a ring that the last turn put down.

        On a goal it lies where only the last player may put it.
        """
        new = self.changed(shown)[1]
        return not (new and new[-1] >= CELLS) and SizeRecognizer.disputed(self, shown)

    def _went_on(self, shown: int) -> bool:
        """Return whether all that was done is that the ring which came last was pushed on."""
        return len(self.changed(shown)[0]) == 1 and SizeRecognizer.contradicts(self, shown)
