"""Recognizer of Gygès for switches under the board.

A *snapshot* is the set of cells and goals with a ring, one int of 38 bits.
Switches do not show the sizes: the position knows them, and the set-up asks for the
rings in a fixed order, singles first.

A plain move and a boxing to the same cell leave the same snapshot.  But a boxed
ring has left its cell before, so the cells that were *touched* since the board
was at rest exclude most of them; where several are left, the board asks.
Null moves and exchanged rings leave no trace at all: the board asks
when a ring comes back, and plays nothing without a yes.
"""

from boardcore.gyges import rules as gyges
from boardcore.gyges.cells import CELLS as RING_CELLS
from boardcore.gyges.cells import PLACES, cell_text, parse_cell  # noqa: F401
from boardcore.gyges.movegen import SERIES, SLICE, MoveGen
from boardcore.gyges.reach import LAND, RING, Reach
from boardcore.gyges.refusals import refusal_of
from boardcore.gyges.turns import ALL, asked_size, cells_of, cells_of_turn, changes, move_back
from boardcore.play.recognizer import BaseRecognizer, copy_of

NO_TURN = -1
"""Index of a turn where there is none; chosen."""
CELLS = PLACES
"""Places under which sensors and pixels lie: 36 cells and 2 goals."""


class Recognizer(BaseRecognizer):
    """Recognizes the turns of one game of Gygès by the switches of one board."""

    longer_ms = 600
    """A ring that was moved may have been boxed, and the one that boxed it still be in a hand.
    Who is slower than this is asked (OFFER_LATE): waiting longer would mix up hasty players."""

    def __init__(self, game, layout) -> None:
        BaseRecognizer.__init__(self, game, layout)
        self.way: list[int] = []
        """The way of the last turn, cell by cell, once it is known; empty before."""
        self.bounces: list[int] = []
        """Its cells where the ring came down: origin, rings bounced on, landing."""
        self.repeated = game.occurrences() >= 3
        """Whether the position has come up for the third time: a draw may be agreed."""
        self._compared = self._compared_with = -1  # two snapshots, and where they differ
        self._changed: tuple[list[int], list[int]] = ([], [])
        self._move_gen = MoveGen(game)
        self._lifted: list[int] = []
        self._traces = False
        self._tracer: Reach | None = None
        self._traced = NO_TURN  # the turn whose way is not known yet

    @property
    def reversible(self) -> bool:  # type: ignore[override]
        """Whether a turn may look like taking back the last one; set-up only adds rings."""
        return not self.game.setup

    def _pictured(self) -> int:
        return self.snapshot_of(self.game.cells)

    def snapshot_of(self, cells) -> int:
        """Return the snapshot of a board: one bit per cell or goal with a ring."""
        snapshot = 0
        for cell in range(PLACES):
            if cells[cell]:
                snapshot |= 1 << cell
        return snapshot

    def changed(self, observed: int):
        """Return the cells whose ring has gone, and those where there was none and is one."""
        expected = self.expected()
        if observed != self._compared or expected != self._compared_with:
            self._compared, self._compared_with = observed, expected
            expected &= ALL
            observed &= ALL
            self._changed = cells_of(expected & ~observed), cells_of(observed & ~expected)
        return self._changed

    def position_changed(self) -> None:
        """Take notice that the game is in another position now."""
        BaseRecognizer.position_changed(self)
        self._lifted = []
        self._move_gen.select()
        self.repeated = self.game.occurrences() >= 3
        self.set_path_display(self._traces)

    def set_path_display(self, observed: bool) -> None:
        """Work out the way of each turn, beginning with the last one, or no longer."""
        self._traces = observed
        self._tracer = None
        self._traced = NO_TURN
        self.way = self.bounces = []
        turns = self.game.turns
        if observed and turns and not turns[len(turns) - 1] & gyges.PLACE:
            self._traced = turns[len(turns) - 1]

    # What takes long

    @property
    def busy(self) -> bool:  # type: ignore[override]
        """Whether it is not known yet where a ring that was touched can get."""
        return self._move_gen.is_incomplete(self.touched)

    @property
    def has_work(self) -> bool:  # type: ignore[override]
        """Whether a way, or where a ring can get, is still to be found."""
        return self._traced != NO_TURN or self._move_gen.known.left > 0

    def work(self, left: int = SLICE * SERIES) -> bool:
        """Go on for one slice with the ring in a hand, else with another that may be played."""
        series = min(SLICE, left // SERIES)
        # Who lifts the next ring waits for where that one can go.
        if self._traced != NO_TURN and not self._lifted:
            self._find_way(series)
            return False
        return self._move_gen.work(self._lifted, series)

    def _find_way(self, series: int) -> None:
        reach = self._tracer
        if reach is None:
            # The way is that of a position before: nobody asks for it but here.
            before = copy_of(self.game)
            before.undo()
            self._tracer = Reach(before, gyges.turn_origin(self._traced))
        elif reach.step(series):
            landing = gyges.turn_landing(self._traced)
            self._tracer, self._traced = None, NO_TURN
            if reach.marks[landing]:
                self.bounces = reach.bounces(landing)
                self.way = reach.path(landing)

    def origins(self) -> list[int]:
        """Return the cells of the rings that may be played."""
        return self._move_gen.known.origins

    def marks_of(self, origin: int):
        """Return where a ring can get as far as is known, None if nothing is."""
        return self._move_gen.marks_of(origin)

    def can_drop(self, cell: int) -> bool:
        """Return whether a boxed ring may be put on this cell, if it is empty."""
        return self._move_gen.known.can_drop(cell)

    # Explaining

    def explain(self, observed: int) -> None:
        """Find every turn that explains the snapshot ``observed``, or whether it may become one."""
        self._move_gen.select()
        self._forget()
        gone, new = self.changed(observed)
        self._lifted = gone
        if self.game.setup:
            self._explain_setup(gone, new)
        elif not gone and not new:
            self.hidden_turns = self.null_turns()
        elif len(gone) == 1 and len(new) == 1:
            self._explain_move(gone[0], new[0])
        elif len(gone) == 1 and not new:
            self.is_partial = gone[0] in self.origins() or self._may_be_boxed(gone[0], -1)
        elif len(gone) == 2 and len(new) < 2:
            one, other, drop = gone[0], gone[1], new[0] if new else -1
            self.is_partial = self._boxes(one, other, drop) or self._boxes(other, one, drop)

    def _explain_setup(self, gone, new) -> None:
        """Take the ring that the lights have asked for; two of one size may come together."""
        size = asked_size(self.game)
        allowed = [gyges.turn_origin(turn) for turn in self.game.legal_turns()]
        if gone or len(new) > self.game.reserve(self.game.side)[size]:
            return
        for cell in new:
            if cell not in allowed:
                return
        if new:
            self.visible_turns = [gyges.place(size, new[0])]

    def _explain_move(self, origin: int, goal: int) -> None:
        if origin in self.origins():
            marks = self.marks_of(origin)
            if marks is None:
                self.is_partial = True
                return
            self.visible_turns = self._touched_of(self._boxed_from(marks, origin, goal))
            if marks[goal] & LAND:
                self.visible_turns.append(gyges.make_turn(origin, goal))
        self.is_partial = self._may_be_boxed(origin, goal)

    def _boxed_from(self, marks, origin: int, drop: int) -> list[int]:
        # Not by can_drop above: this is as deep as calls may go on a board.
        if not self._move_gen.known.can_drop(drop):
            return []
        landings = [cell for cell in range(RING_CELLS) if marks[cell] & RING]
        return [gyges.make_turn(origin, landing, drop) for landing in landings]

    def _touched_of(self, turns: list[int]) -> list[int]:
        """Return those turns whose boxed ring was touched."""
        return [turn for turn in turns if self.touched >> gyges.turn_landing(turn) & 1]

    def _may_be_boxed(self, cell: int, drop: int) -> bool:
        """Return whether a ring may be played that boxes the one from ``cell`` to ``drop``.

        ``drop`` -1: to anywhere.
        """
        for origin in self.origins():
            if origin != cell and self._boxes(origin, cell, drop):
                return True
        return False

    def _boxes(self, origin: int, landing: int, drop: int) -> bool:
        """Return whether the ring on ``origin`` can box, or may as far as is known."""
        if origin not in self.origins():
            return False
        if drop >= 0 and not self._move_gen.known.can_drop(drop):
            return False
        marks = self._move_gen.known.marks[origin]
        return marks is None or bool(marks[landing] & RING)

    def null_turns(self) -> list[int]:
        """Return null moves and exchanges of two rings that what was touched speaks for."""
        turns: list[int] = []
        if self.game.setup:
            return turns
        for origin in self.origins():
            marks = self._move_gen.known.marks[origin]
            if marks is None or not self.touched >> origin & 1:
                continue
            turns += self._touched_of(self._boxed_from(marks, origin, origin))
            if marks[origin] & LAND:
                turns.append(gyges.make_turn(origin, origin))
        return turns

    def play(self, turn: int) -> None:
        """Play a turn that ``explain`` has found; what it has found need not be sought again."""
        self.game.step(turn)
        self._move_gen.select()

    def set_game(self, game) -> None:
        """Answer for the position of ``game`` from now on: where rings get is sought from there."""
        self.game = game
        self._move_gen.consider(game)

    # Snapshots

    def has_new(self, observed: int) -> bool:
        """Return whether a ring stands where the position has none."""
        return bool(self.changed(observed)[1])

    def distance(self, one: int, other: int) -> int:
        """Return how many rings must be moved to turn one snapshot into the other."""
        return len(cells_of(one ^ other))

    def difference(self, observed: int) -> str:
        """Return what is shown beyond (+) and short of (-) the position, like ``-a1,+b2``."""
        words = []
        expected = self.expected()
        for cell in cells_of(observed ^ expected):
            if observed >> cell & 1:
                words.append("+" + cell_text(cell))
            if expected >> cell & 1:
                words.append("-" + cell_text(cell))
        return ",".join(words)

    def earlier(self, observed: int) -> int:
        """Return the last earlier ply that the board may show, -1 if there is none.

        A ring that nobody has touched has the size that it has now.
        """
        cells = bytearray(self.game.cells)
        now = bytes(cells)
        expected = self.expected()
        turns = self.game.turns
        for ply in range(len(turns) - 1, -1, -1):
            turn = turns[ply]
            expected ^= changes(turn)
            move_back(cells, turn)
            if expected == observed and self._kept(cells, now, observed):
                return ply
        return -1

    def _kept(self, cells, now, observed: int) -> bool:
        for cell in range(PLACES):
            if cells[cell] != now[cell] and observed >> cell & 1 and not self.touched >> cell & 1:
                return False
        return True

    def left_traces(self, ply: int, observed: int) -> bool:
        """Return whether hands must have undone every turn after ``ply`` to show this snapshot.

        Only the last turn, and every cell of it was touched; in the set-up any number.
        """
        turns = self.game.turns[ply:]
        for turn in turns:
            if not turn & gyges.PLACE and (len(turns) > 1 or self.touched < 0):
                return False
            if cells_of_turn(turn) & ~self.touched:
                return False
        return True

    def contradicts(self, observed: int) -> bool:
        """Return whether ``observed`` lacks a ring that the last turn put down."""
        return bool(self._put() & ~observed)

    def disputed(self, observed: int) -> bool:
        """Return whether the side to move may play a ring that the last turn put down.

        Rings have no owners: it may have been lifted to be played, or to be pushed on.
        """
        for cell in cells_of(self._put() & ~observed):
            if cell in self.origins():
                return True
        return False

    def _put(self) -> int:
        """Return the cells where the last turn put down a ring."""
        turns = self.game.turns
        return cells_of_turn(turns[len(turns) - 1]) & self.expected() if turns else 0

    def refusal(self, observed: int) -> str:
        """Return the name of the rule that best tells what is wrong with ``observed``."""
        gone, new = self.changed(observed)
        return refusal_of(self, gone, new)

    # What a question asks: where the ring that was played stands now, where it came from, and
    # where the ring is that it boxed

    def answers(self, turn: int, part: int, chosen) -> tuple[int, ...]:
        """Return the cell that is the true answer for this part of ``turn``.

        The last part, where a boxed ring is, is asked only where snapshots are in doubt, or
        whatever they show.  Of a set-up the second part is the size, behind the last cell.
        """
        if turn & gyges.PLACE:
            return (gyges.turn_origin(turn) if part == 0 else PLACES + (turn >> 6 & 3),)
        if part == 1:
            return (gyges.turn_origin(turn),)
        if part and gyges.boxes(turn):
            return (gyges.turn_drop(turn),)
        return (gyges.turn_landing(turn),)

    def first_moves(self, observed: int):
        """Return how all turns begin, those first that end where a ring is new."""
        known, game = self._move_gen.known, self.game
        if known.left:
            return None
        turns = game.legal_turns() if game.setup else []
        for origin in known.origins:
            ends = LAND | RING if game.drops(origin) else LAND
            marks = known.marks[origin]
            turns += [gyges.make_turn(origin, end) for end in range(PLACES) if marks[end] & ends]
        new = self.changed(observed)[1]
        likely = [turn for turn in turns if gyges.turn_landing(turn) in new]
        return likely + [turn for turn in turns if turn not in likely]

    def completions(self, turn: int):
        """Return the turns from one cell to another: with where a boxed ring goes."""
        origin, landing = turn & 63, gyges.turn_landing(turn)
        if turn & gyges.PLACE or landing == origin or not self.game.cells[landing]:
            return [turn]
        return [gyges.make_turn(origin, landing, drop) for drop in self.game.drops(origin)]

    # For guiding hands

    def board(self):
        """Return what stands where, to be compared later."""
        return bytes(self.game.cells)

    def exchanged(self, before) -> int:
        """Return the cells that show a ring now and on the board ``before``, of another size."""
        cells = self.game.cells
        exchanged = 0
        for cell in range(PLACES):
            if cells[cell] and before[cell] and cells[cell] != before[cell]:
                exchanged |= 1 << cell
        return exchanged
