"""Rules of Pylos (placing, raising, taking back, the end).

Cells and sets of cells are those of ``boardcore.pylos.cells``, moves and turns
those of ``boardcore.pylos.turns``.

Source of the rules: the Gigamic leaflet; the decisions on unclear points are
named where they are used.
"""

from boardcore.base_game import BaseGame
from boardcore.pylos.cells import (  # noqa: F401
    ABOVE,
    ALL_CELLS,
    APEX,
    BALLS,
    CELL_NAMES,
    CELLS,
    DARK,
    DRAW,
    LEVEL,
    LEVEL_SIZE,
    LEVEL_START,
    LIGHT,
    NONE,
    ROW_LETTERS,
    SHAPES,
    SIDE_LETTERS,
    SUPPORTS,
    can_hold,
    cell_at,
    cell_text,
    cells_of,
    count,
    free_of,
    higher,
    is_free,
    parse_cell,
    sets_off,
    take_sets,
)
from boardcore.pylos.positions import board_text, read_position
from boardcore.pylos.refusals import check_first, check_own, wrong_takes
from boardcore.pylos.turns import (  # noqa: F401
    make_turn,
    parse_turn,
    place,
    raise_,
    turn_goal,
    turn_leaves,
    turn_returns,
    turn_start,
    turn_takes,
    turn_text,
)

NAME = "pylos"
VARIANTS = ("standard", "children", "expert")
"""The first is played when nothing is said."""
OPTIONS = (("end", ("strict", "bga")), ("repetition", ("on", "off")))
"""Pairs ``(name, values)``; the first value is the default.

``end=strict``: a player whose reserve is empty after his turn has lost (leaflet).
``end=bga``: he has lost only if he cannot raise a ball either.
``repetition=on``: the third time the same board comes up with the same side
to move, the game is a draw.
"""


class Game(BaseGame):
    """State of a game (the balls on the board, the side to move) and its turns so far."""

    def __init__(self, variant: str = VARIANTS[0], options=(), position: str = "") -> None:
        """Set up the empty board, or ``position``.

        ``options``: pairs ``(name, value)`` out of OPTIONS.  Raises ParseError
        for an unknown variant, option or position.
        """
        chosen = self._begin(NAME, VARIANTS, variant, OPTIONS, options)
        self.end = chosen[0]
        self.repetition = chosen[1] == "on"
        self._shapes = SHAPES[variant]
        self.light = self.dark = 0
        self.side = LIGHT
        if position:
            self.light, self.dark, self.side = read_position(position)
        # boards[ply]: the light and the dark balls before that turn; the last one is current.
        self.boards = [(self.light, self.dark)]
        self.start_text = self.position_text()

    # What stands where

    @property
    def occupied(self) -> int:
        """The set of cells with a ball."""
        return self.light | self.dark

    def key(self):
        """Return what makes two positions between moves the same, as a hashable value."""
        return (self.light, self.dark, self.side)

    def balls(self, side: int) -> int:
        """Return the set of cells with a ball of ``side``."""
        return self.dark if side else self.light

    def reserve(self, side: int) -> int:
        """Return how many balls ``side`` has beside the board."""
        return BALLS - count(self.balls(side))

    # What is legal

    def open_cells(self) -> int:
        """Return the set of cells that can hold a ball now."""
        occupied = self.light | self.dark
        cells = 0
        for cell in range(CELLS):
            if not occupied >> cell & 1 and occupied & SUPPORTS[cell] == SUPPORTS[cell]:
                cells |= 1 << cell
        return cells

    def free_balls(self, side: int) -> int:
        """Return the set of balls of ``side`` that carry nothing."""
        return free_of(self.dark if side else self.light, self.light | self.dark)

    def raise_goals(self, start: int) -> int:
        """Return the set of cells to which the free ball on ``start`` may climb."""
        return self.open_cells() & ~ABOVE[start] & higher(LEVEL[start])

    def shape_cells(self, move: int) -> int:
        """Return the cells of all squares (expert: and lines) that a place or raise completes."""
        goal = move & 31
        # Not balls(): a board's Python nests some 20 calls at most, and turns are listed deep down.
        # A raised ball leaves a lower level, where no cell belongs to a square of its goal.
        mine = (self.dark if self.side else self.light) | 1 << goal
        cells = 0
        for shape in self._shapes[goal]:
            if mine & shape == shape:
                cells |= shape
        return cells

    def first_moves(self) -> list[int]:
        """Return every place and raise that can begin a turn now.

        A side whose reserve is empty has none under ``end=strict``.
        """
        reserve = self.reserve(self.side)
        if not reserve and self.end == "strict":
            return []
        open_cells = self.open_cells()
        goals = cells_of(open_cells)
        moves = [place(goal) for goal in goals] if reserve else []
        if open_cells >> LEVEL_START[1]:
            for start in cells_of(self.free_balls(self.side)):
                allowed = open_cells & ~ABOVE[start] & higher(LEVEL[start])
                if allowed:
                    moves += [raise_(start, goal) for goal in goals if allowed >> goal & 1]
        return moves

    def take_sets(self, move: int) -> list[tuple[int, ...]]:
        """Return the balls that may be taken back after ``move``: ``()`` alone, or 1 or 2 cells."""
        if not self.shape_cells(move):
            return [()]
        goal, start = move & 31, move >> 5
        gone = 0 if start == NONE else 1 << start
        return sets_off(
            self.balls(self.side) & ~gone | 1 << goal, self.occupied & ~gone | 1 << goal
        )

    def legal_turns(self) -> list[int]:
        """Return every turn of the side to move, counted as in host/docs/rules/pylos.md."""
        return [
            make_turn(move, *takes) for move in self.first_moves() for takes in self.take_sets(move)
        ]

    def check(self, turn: int) -> None:
        """Raise IllegalMove unless a turn can be played now; change nothing."""
        move, takes = turn & 1023, turn_takes(turn)
        goal, start = move & 31, move >> 5
        check_first(self, move)
        if bool(self.shape_cells(move)) != bool(takes):
            raise wrong_takes(takes)
        moved = 1 << goal | (0 if start == NONE else 1 << start)
        occupied, own = self.occupied ^ moved, self.balls(self.side) ^ moved
        for cell in takes:
            check_own(occupied, own, cell)
            occupied, own = occupied ^ 1 << cell, own ^ 1 << cell

    # Playing

    def step(self, turn: int) -> None:
        """Play a turn that ``legal_turns`` gave, also where the game is already decided.

        The counts of host/docs/rules/pylos.md go on until the side to move has nothing
        to play, while ``play`` stops as soon as the winner is known.
        """
        # Not |: a ball that was put down may be taken back at once.
        cells = 1 << (turn & 31) ^ turn_leaves(turn)
        if self.side:
            self.dark ^= cells
        else:
            self.light ^= cells
        self.side = 1 - self.side
        self.turns.append(turn)
        self.boards.append((self.light, self.dark))

    def undo(self) -> int:
        """Take back the last turn and return it.

        Raises IllegalMove, with the game as before, if no turn was played.
        """
        turn = self._pop()
        self.boards.pop()
        self.light, self.dark = self.boards[-1]
        self.side = 1 - self.side
        return turn

    # The end

    def outcome(self):
        """Return None while the game goes on, else ``(winner, reason)``.

        ``winner`` is LIGHT, DARK or DRAW; ``reason`` is ``apex``,
        ``empty-reserve``, ``no-move`` or ``repetition``.
        """
        if self.ended is not None:
            return self.ended
        if self.occupied >> APEX & 1:
            return (DARK if self.dark >> APEX & 1 else LIGHT, "apex")
        side = self.side
        if self.end == "strict":
            # The side that has just moved comes first; both cannot be empty below the apex.
            for loser in (1 - side, side):
                if not self.reserve(loser):
                    return (1 - loser, "empty-reserve")
        elif not self.reserve(side) and not self.first_moves():
            return (1 - side, "no-move")
        if self.repetition and self._occurrences() >= 3:
            return (DRAW, "repetition")
        return None

    def _occurrences(self) -> int:
        boards = self.boards
        last = len(boards) - 1
        board = boards[last]
        return len([i for i in range(last, -1, -2) if boards[i] == board])

    # Texts

    def position_text(self) -> str:
        """Return levels, rows and side, like ``L.LD/LLLD/DD../D... .../.../... ../.. . L``."""
        return board_text(self.light, self.dark) + " " + SIDE_LETTERS[self.side]
