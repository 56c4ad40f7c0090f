"""Recognizer of Pylos for switches under the board.

A *snapshot* is the set of visible cells with a ball, one int.  Switches see the
cells of the lowest level only, so most turns on upper levels leave no trace,
or half a trace: a raise from the board looks like a lifted ball.

Every question is answered from the position before the turn; the order in which
the pieces were moved never matters.
"""

from boardcore.errors import IllegalMove
from boardcore.play.recognizer import BaseRecognizer
from boardcore.pylos import rules as pylos
from boardcore.pylos.rules import ABOVE, CELLS, NONE, SUPPORTS, cell_text, parse_cell  # noqa: F401


class Recognizer(BaseRecognizer):
    """Recognizes the turns of one game of Pylos by the switches of one board."""

    def __init__(self, game, layout) -> None:
        BaseRecognizer.__init__(self, game, layout)
        self.visible = 0
        for cell in self._cells:
            self.visible |= 1 << cell
        self.moves: list[int] = []
        """After ``prepare``: every place and raise that can begin a turn."""
        self._shapes: list[bool] = []  # which of them complete a square or line
        self._known = None  # key of the position that these belong to
        self._before = (None, self.moves, self._shapes)  # the same of the position before that

    def expected(self) -> int:
        """Return what the switches should show in the current position.  Allocates nothing."""
        return (self.game.light | self.game.dark) & self.visible

    def prepare(self) -> None:
        """Work out ``moves`` of the current position, unless it is one of the last two.

        To tell a turn from its undoing, the tracker goes back and forth between two.
        """
        key = self.game.key()
        if key == self._known:
            return
        known, moves, shapes = self._before
        if known != key:
            moves = self.game.first_moves()
            shapes = [bool(self.game.shape_cells(move)) for move in moves]
        self._keep(key, moves, shapes)

    def _keep(self, key, moves: list[int], shapes: list[bool]) -> None:
        self._before = (self._known, self.moves, self._shapes)
        self._known, self.moves, self._shapes = key, moves, shapes

    def explain(self, observed: int) -> None:
        """Find every turn that explains the snapshot ``observed``, or that may become it."""
        self.prepare()
        self._forget()
        occupied = self.game.light | self.game.dark
        visible = self.visible
        changed = (occupied & visible) ^ observed
        mine = self.game.balls(self.game.side)
        free = -1
        moves, shapes = self.moves, self._shapes
        for i in range(len(moves)):
            move = moves[i]
            start = move >> 5
            touched = 1 << (move & 31)
            if start != NONE:
                touched |= 1 << start
            after = occupied ^ touched
            rest = (after & visible) ^ observed
            if not shapes[i]:
                if not rest:
                    self._note(move, (), touched)
                elif not changed & ~touched:
                    self.is_partial = True
            elif not changed & ~touched & ~mine:
                # Only own balls can be missing besides: those taken back.
                if free < 0:
                    free = self.game.free_balls(self.game.side)
                own = mine & ~touched
                self._explain_takes(move, touched, after, own, rest, changed & ~touched, free)

    def _explain_takes(
        self, move: int, touched: int, after: int, own: int, rest: int, gone: int, free: int
    ) -> None:
        """Explain what is still missing after a place or raise by balls that were taken back.

        ``own``: the player's balls besides; ``rest``: what differs then; ``gone``: the part of
        it that the move does not touch; ``free``: the player's free balls before the move.
        """
        # Of all pairs of balls only few leave this snapshot: those that differ, or are out of
        # recognizer.  The others are not gone through; what counts is whether there is one.
        free = self._free_after(move, after, own, free)
        visible = self.visible
        likely = rest | ~visible
        for takes in pylos.take_sets(free & likely, own & likely, after):
            taken = 1 << takes[0]
            if len(takes) > 1:
                taken |= 1 << takes[1]
            if not (taken ^ rest) & visible:
                self._note(move, takes, touched | taken)
            elif not gone & ~taken:
                self.is_partial = True
        if not self.is_partial:
            self.is_partial = _may_be_taken(free, own, after, likely, gone)

    def _free_after(self, move: int, after: int, own: int, free: int) -> int:
        """Return the player's free balls after a place or raise, from those before it."""
        goal, start = move & 31, move >> 5
        free = free & ~SUPPORTS[goal] | 1 << goal
        if start != NONE:
            free &= ~(1 << start)
            for cell in pylos.cells_of(SUPPORTS[start] & own):
                if not after & ABOVE[cell]:
                    free |= 1 << cell
        return free

    def _note(self, move: int, takes, touched: int) -> None:
        turn = pylos.make_turn(move, *takes)
        # A goal that was emptied again leaves nothing to see of the placing.
        if touched & ~self.visible or (move & 31) in takes:
            self.hidden_turns.append(turn)
        else:
            self.visible_turns.append(turn)

    def candidates(self) -> list[int]:
        """Return the turns that the last ``explain`` found done, the likeliest first.

        Likeliest: wholly visible; then those that put a ball somewhere and
        leave it there; last those that leave the board as it was.
        """
        undone = [turn for turn in self.hidden_turns if pylos.turn_returns(turn)]
        kept = [turn for turn in self.hidden_turns if not pylos.turn_returns(turn)]
        return self.visible_turns + kept + undone

    def distance(self, one: int, other: int) -> int:
        """Return how many balls must be moved to turn one snapshot into the other."""
        return pylos.count(one ^ other)

    def difference(self, observed: int) -> str:
        """Return what is shown beyond (+) and short of (-) the position, like ``-a1,+b2``."""
        expected = self.expected()
        words = []
        for cell in pylos.cells_of(observed ^ expected):
            words.append(("+" if observed >> cell & 1 else "-") + cell_text(cell))
        return ",".join(words)

    def earlier(self, observed: int) -> int:
        """Return the last earlier ply whose snapshot is ``observed``, -1 if there is none.

        A cell that was never emptied cannot have changed its ball's colour.
        """
        boards = self.game.boards
        light, dark = boards[len(boards) - 1]
        stayed = self.expected() & observed
        for ply in range(len(boards) - 2, -1, -1):
            was = boards[ply]
            if (was[0] | was[1]) & self.visible == observed:
                if not (light & was[1] | dark & was[0]) & stayed:
                    return ply
        return -1

    def left_traces(self, ply: int, observed: int) -> bool:
        """Return whether hands must have undone every turn after ``ply`` to show this snapshot.

        Every one was wholly visible, and no fewer cells changed than turns
        were undone.
        """
        turns = self.game.turns[ply:]
        if pylos.count(self.expected() ^ observed) < len(turns):
            return False
        for turn in turns:
            goal, gone = 1 << pylos.turn_goal(turn), pylos.turn_leaves(turn)
            if (goal | gone) & ~self.visible or goal & gone:
                return False
        return True

    def returned(self, observed: int) -> int:
        """Return the mask of cells with a ball from which the last turn took or raised one."""
        turns = self.game.turns
        taken = pylos.turn_leaves(turns[len(turns) - 1]) if turns else 0
        return taken & observed & ~self.expected()

    def contradicts(self, observed: int) -> bool:
        """Return whether ``observed`` lacks the visible ball that the last turn put down."""
        turns = self.game.turns
        if not turns:
            return False
        goal = 1 << pylos.turn_goal(turns[len(turns) - 1])
        return bool(goal & self.expected() & ~observed)

    def refusal(self, observed: int) -> str:
        """Return the name of the rule that best tells what is wrong with ``observed``."""
        expected = self.expected()
        gone = pylos.cells_of(expected & ~observed)
        new = pylos.cells_of(observed & ~expected)
        if len(gone) > 2 or len(new) > 1:
            return "too-many"
        for cell in gone:
            if not self.game.balls(self.game.side) >> cell & 1:
                return "not-yours"
        try:
            if new:
                move = pylos.raise_(gone[0], new[0]) if gone else pylos.place(new[0])
                self.game.check(pylos.make_turn(move))
                return "must-take-back"
            for cell in gone:
                if not pylos.is_free(self.game.occupied, cell):
                    return "not-free"
        except IllegalMove as error:
            return error.rule
        return "no-square"

    # What a question asks, one part after the other

    def first_moves(self, observed: int):
        """Return every place and raise as a turn, those first that end where a ball is new."""
        self.prepare()
        new = observed & ~self.expected()
        turns = [pylos.make_turn(move) for move in self.moves]
        likely = [turn for turn in turns if new >> pylos.turn_goal(turn) & 1]
        return likely + [turn for turn in turns if turn not in likely]

    def completions(self, turn: int):
        """Return the turns of one place or raise: with what is taken back, if it must be."""
        move = turn & 1023
        if not self.game.shape_cells(move):
            return [turn]
        return [pylos.make_turn(move, *cells) for cells in self.game.take_sets(move)]

    def answers(self, turn: int, part: int, chosen) -> tuple[int, ...]:
        """Return the cells that would be a true answer for this part of ``turn``.

        ``chosen``: the answers to the parts before.  NONE stands for the
        reserve (part 1) and for nothing more taken back (parts 2 and 3).
        """
        if part == 0:
            return (pylos.turn_goal(turn),)
        if part == 1:
            return (pylos.turn_start(turn),)
        left = pylos.turn_takes(turn)
        if part == 3:
            left = tuple([cell for cell in left if cell != chosen[2]])
        return left or (NONE,)

    # What switches cannot see, for guiding hands

    def board(self):
        """Return what stands where, to be compared later."""
        return self.game.boards[len(self.game.boards) - 1]

    def unseen_since(self, before):
        """Return the sets of unseen cells that hands must empty and fill, or None.

        ``before``: the board from which they start.  A cell whose ball changes
        its colour is in both sets.
        """
        light, dark = self.board()
        hidden = ~self.visible
        removed = (before[0] & ~light | before[1] & ~dark) & hidden
        added = (light & ~before[0] | dark & ~before[1]) & hidden
        return (removed, added) if removed | added else None


def _may_be_taken(free: int, own: int, occupied: int, likely: int, gone: int) -> bool:
    """Whether, with what is ``gone``, a ball can be taken that is not among the ``likely``."""
    if gone & (gone - 1):
        return False  # these are two already
    others = free & ~likely
    if others and not gone & ~free:
        return True
    if not gone:
        return _frees(free, own & ~likely, occupied)
    return _frees(free & gone, own & ~likely, occupied) or _frees(others, gone, occupied)


def _frees(first: int, below: int, occupied: int) -> bool:
    """Return whether one of the ``first`` is all that lies on one of those ``below``."""
    for cell in pylos.cells_of(first):
        for carrier in pylos.cells_of(SUPPORTS[cell] & below):
            if not occupied & ABOVE[carrier] & ~(1 << cell):
                return True
    return False
