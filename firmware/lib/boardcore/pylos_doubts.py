"""Pylos doubts: which turns explain a picture that is only the likeliest of several.

A decoder of fields shows all levels, but now and then it cannot tell two pictures apart.
Then no turn is plain, whatever it would be otherwise: the tracker asks for all of them.
To find and order these is long, so it is done step by step while the tracker waits.
"""

from boardcore import pylos
from boardcore.pylos import NONE
from boardcore.pylos_sight import Sight as SightOfSwitches
from boardcore.pylos_turns import TURNS
from boardcore.steps import LEAST, Steps

FIRST_MOVES, EXPLAIN, TAKES = 1400, 1300, 1100
MOVE, AFTER, NEAR, SORT = 70, 75, 16, 25
"""What steps cost, in empty turns of a loop: the second line for each move or turn."""
MOST = 20
"""So many turns are looked at in one step."""


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
        self._asked_at = -1  # at this ply the players are asked, because pictures are in doubt
        self._thought: Steps | None = None  # explains what is in doubt
        # What it explains: ply, picture, version, and whether by any turn.
        self._thought_of: tuple[int, int, int, bool] | None = None
        self._found: tuple[list[int], bool] | None = None  # its end: ``hidden`` and ``partial``

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
        self._begin_anew()

    def _begin_anew(self) -> None:
        """Forget what was asked for and worked out: something else is in doubt now."""
        self._any_at = self._asked_at = -1
        self._thought = self._thought_of = self._found = None

    @property
    def busy(self) -> bool:  # type: ignore[override]
        """Whether sensors have changed and nobody knows yet what that means, or has looked."""
        decoder = self.decoder
        return decoder.busy or self._thought is not None or decoder.readings != self._looked

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
        """Whether the decoder supposes something new, or a doubt is being explained."""
        return self._thought is not None or self.decoder.version != self._version

    def work(self, left: int = LEAST) -> bool:
        """Return True once after each change of what the decoder supposes.

        ``left``: for how many empty turns of a loop there is time.
        """
        if self.decoder.version == self._version:
            if self._thought is not None and self._thought.go_on(left):
                self._thought = None
            return False
        self._version = self.decoder.version
        self._begin_anew()
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

        In doubt: that explains any of the likely pictures; then none of them is plain, and
        ``work`` finds them.
        """
        suppositions = self.decoder.suppositions
        supposed = suppositions[0][0] == shown
        if self.decoder.lost and supposed:
            self._any_at = self.game.ply
        any_turn = self._any_at >= 0
        self.unready = False
        if not any_turn and (len(suppositions) < 2 or not supposed):
            super().explain(shown)
            return
        thought_of = (self.game.ply, shown, self.decoder.version, any_turn)
        if self._thought_of != thought_of:
            self._thought_of, self._found = thought_of, None
            self._thought = Steps(self._doubting(shown, any_turn))
        self.unready = self._found is None
        self.plain = []
        self.hidden, self.partial = self._found or ([], False)
        if self.hidden and not any_turn:
            # The truth may not be among what is supposed: part by part the players can say so.
            self._asked_at = self.game.ply

    def _doubting(self, shown: int, any_turn: bool):
        """Find, step by step, what explains a picture in doubt.

        ``any_turn``: every turn is possible, whatever is likely.
        """
        if self._all_of != self.game.key():
            yield from self._preparation()
        turns: list[int] = []
        # Perhaps nothing has happened: no reason to scold.
        partial = self.decoder.lost
        if not any_turn:
            for mask, _ in self.decoder.suppositions:
                yield EXPLAIN
                super().explain(mask)
                turns += [turn for turn in self.plain + self.hidden if turn not in turns]
                partial = partial or self.partial or (mask != shown and mask == self.picture())
                self.plain, self.hidden, self.partial = [], [], False  # nobody is to see it yet
        if any_turn or turns or not partial:
            # Those first that lead to nearly what is shown.
            near: list[int] = []
            for at in range(0, len(self._all), MOST):
                yield NEAR * MOST
                for after, turn in self._all[at : at + MOST]:
                    near.append(pylos.count(after ^ shown) * TURNS + turn)
            yield SORT * len(near)
            # Pairs would take ten times as long to be sorted.
            near.sort()
            turns += [turn % TURNS for turn in near if turn % TURNS not in turns]
        self._found = (turns, partial)

    def _preparation(self):
        """Find, step by step, all legal turns of the position, and what stands after each."""
        game = self.game
        found: list[tuple[int, int]] = []
        shapes = []
        yield FIRST_MOVES
        moves = game.first_moves()
        for move in moves:
            yield MOVE
            takes: list[tuple[int, ...]] = [()]
            shapes.append(game.makes_shape(move))
            if shapes[-1]:
                yield TAKES
                takes = game.take_sets(move)
            for at in range(0, len(takes), MOST):
                some = takes[at : at + MOST]
                yield AFTER * len(some)
                turns = [pylos.make_turn(move, *cells) for cells in some]
                found += [(self._after(turn), turn) for turn in turns]
        self._all, self._all_of = found, game.key()
        if self._known != self._all_of:
            self._keep(self._all_of, moves, shapes)

    def candidates(self) -> list[int]:
        """Return the turns that the last ``explain`` found done, the likeliest first."""
        if self._any_at >= 0 or self._asked_at >= 0:
            return self.hidden
        return super().candidates()
