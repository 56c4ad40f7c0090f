"""Pylos doubts: which turns explain a picture that is only the likeliest of several.

A decoder of fields shows all levels, but now and then it cannot tell two pictures apart.
Then no turn is plain, whatever it would be otherwise: the tracker asks for all of them.
"""

from boardcore import pylos
from boardcore.pylos import NONE
from boardcore.pylos_sight import Sight as SightOfSwitches
from boardcore.steps import LEAST, Steps

FIRST_MOVES, TAKES, AFTER = 1500, 1900, 70
"""What steps cost, in empty turns of a loop: the last for each turn."""


class Sight(SightOfSwitches):
    """What a decoder of fields can tell about one game of Pylos."""

    settle_ms = 1000
    """Whoever has second thoughts pushes the ball on within a second; afterwards it looks like
    many changes at once, which fields tell badly.  The next player waits for the lights."""
    slice_cost = LEAST
    slide_ms = 15000
    """It may take long to see what the hands did when they pushed a ball on."""

    def __init__(self, game, layout) -> None:
        super().__init__(game, layout)
        self._version = 0  # of what the decoder supposes
        self._looked = bytearray(len(layout.cell_of_sensor))  # the readings of the picture
        self._any_at = -1  # at this ply any turn may have been played: the players say that one was
        self._all: list[tuple[int, int]] = []  # what stands after each legal turn, and the turn
        self._all_of = None  # key of the position that these belong to
        self._preparing: Steps | None = None  # works them out
        self._asked_at = -1  # at this ply the players are asked, because pictures are in doubt

    def look(self, readings) -> int:
        """Return the picture of one scan: one byte per place.  Allocates nothing."""
        self._looked[:] = readings
        return super().look(readings)

    def moved(self) -> None:
        """Tell the decoder what should stand now, and whose balls may be moved."""
        game, decoder = self.game, self.decoder
        occupied = game.light | game.dark
        if len(game.boards) > 1:
            before = game.boards[len(game.boards) - 2]
            decoder.expect(
                occupied, game.balls(game.side), before[0] | before[1], before[1 - game.side]
            )
        else:
            decoder.expect(occupied, game.balls(game.side))
        asked = game.ply and game.ply - 1 in (self._any_at, self._asked_at)
        # What players have said holds, whatever was supposed.
        if decoder.supposes(occupied) or asked:
            decoder.settle(occupied)
        self._any_at = self._asked_at = -1

    @property
    def busy(self) -> bool:  # type: ignore[override]
        """Whether sensors have changed and nobody knows yet what that means, or has looked."""
        decoder = self.decoder
        return decoder.busy or self._preparing is not None or decoder.readings != self._looked

    @property
    def restless(self) -> bool:  # type: ignore[override]
        """Whether hands are still over the board, as far as sensors tell."""
        return self.decoder.restless

    @property
    def doubtful(self) -> bool:  # type: ignore[override]
        """Whether other pictures than the one shown are likely."""
        return self.decoder.doubtful

    @property
    def offers_any(self) -> bool:  # type: ignore[override]
        """Whether the players can choose among all legal turns."""
        return self._any_at >= 0 or self._asked_at >= 0

    @property
    def at_work(self) -> bool:  # type: ignore[override]
        """Whether the decoder supposes something new, or turns to ask for are worked out."""
        return self._preparing is not None or self.decoder.version != self._version

    def work(self, left: int = LEAST) -> bool:
        """Return True once after each change of what the decoder supposes.

        ``left``: for how many empty turns of a loop there is time.
        """
        if self.decoder.version == self._version:
            if self._preparing is not None and self._preparing.go_on(left):
                self._preparing = None
            return False
        self._version = self.decoder.version
        self._any_at = self._asked_at = -1
        if self.decoder.doubtful and self._all_of != self.game.key():
            self._preparing = Steps(self._preparation())
        return True

    def deny(self, turns) -> None:
        """Hear that none of these turns was played: what they lead to does not stand."""
        occupied = self.game.light | self.game.dark
        self.decoder.deny([self._after(turn) for turn in turns], occupied)

    def recall(self) -> bool:
        """Think any turn possible: the players say that one was played."""
        if self._any_at >= 0:
            return False
        self._any_at = self.game.ply
        return True

    def retell(self) -> bool:
        """Think any turn possible: the last one was misunderstood, and is told part by part."""
        self._any_at = self.game.ply
        return True

    def named(self) -> None:
        """Hear that the turn which is played next was named by the players."""
        self._any_at = self.game.ply

    def _after(self, turn: int) -> int:
        """Return the cells that are taken after a turn."""
        after = self.game.light | self.game.dark | 1 << pylos.turn_goal(turn)
        for cell in (pylos.turn_start(turn),) + tuple(pylos.turn_takes(turn)):
            if cell != NONE:
                after &= ~(1 << cell)
        return after

    def explain(self, shown: int) -> None:
        """Find every turn that explains the picture ``shown``, or that may become it.

        In doubt: that explains any of the likely pictures; then none of them is plain.
        """
        if self.decoder.lost and self.decoder.suppositions[0][0] == shown:
            self._any_at = self.game.ply
        if self._any_at >= 0:
            self._prepare_all()
            self._suppose_any(shown)
            return
        super().explain(shown)
        suppositions = self.decoder.suppositions
        if len(suppositions) < 2 or suppositions[0][0] != shown:
            return
        turns = self.plain + self.hidden
        partial = self.partial
        for mask, _ in suppositions:
            if mask != shown:
                super().explain(mask)
                turns += [turn for turn in self.plain + self.hidden if turn not in turns]
                # Perhaps nothing has happened: no reason to scold.
                partial = partial or self.partial or mask == self.picture()
        self.plain = []
        self.partial = partial
        if turns or not partial:
            # The truth may not be among what is supposed: part by part the players can say so.
            self._asked_at = self.game.ply
            self._prepare_all()
            turns += [turn for turn in self._nearest_first(shown) if turn not in turns]
        self.hidden = turns

    def _suppose_any(self, shown: int) -> None:
        """Take every turn as possible, those first that lead to nearly what is shown."""
        self.plain = []
        self.hidden = self._nearest_first(shown)
        # Perhaps nothing has happened: no reason to scold.
        self.partial = self.decoder.lost

    def _nearest_first(self, shown: int) -> list[int]:
        """Return all legal turns, prepared, those first that lead to nearly what is shown."""
        turns = [(pylos.count(after ^ shown), turn) for after, turn in self._all]
        turns.sort()
        return [turn for _, turn in turns]

    def _prepare_all(self) -> None:
        """Work out all legal turns of the position, and what stands after each, at once."""
        if self._all_of != self.game.key():
            for _ in self._preparation():
                pass
        self._preparing = None

    def _preparation(self):
        """Do the same step by step."""
        game, found = self.game, []
        key = game.key()
        yield FIRST_MOVES
        for move in game.first_moves():
            yield TAKES
            turns = [pylos.make_turn(move, *takes) for takes in game.take_sets(move)]
            yield AFTER * len(turns)
            found += [(self._after(turn), turn) for turn in turns]
        self._all, self._all_of = found, key

    def candidates(self) -> list[int]:
        """Return the turns that the last ``explain`` found done, the likeliest first."""
        if self._any_at >= 0 or self._asked_at >= 0:
            return self.hidden
        return super().candidates()
