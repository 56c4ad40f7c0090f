"""Rules of Pylos (placing, raising, taking back, the end).

Cells and sets of cells are those of ``boardcore.pylos.cells``, moves and turns
those of ``boardcore.pylos.turns``.

Source of the rules: the Gigamic leaflet; the decisions on unclear points are
named where they are used.
"""

from boardcore.base_game import BaseGame
from boardcore.errors import IllegalMove, ParseError
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
from boardcore.pylos.positions import board_text, hand_text, read_position
from boardcore.pylos.refusals import check_first, check_move, check_own, wrong_takes
from boardcore.pylos.turns import (  # noqa: F401
    PLAIN,
    STOP,
    TAKE,
    make_turn,
    move_text,
    parse_move,
    parse_turn,
    place,
    raise_,
    take_back,
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
    """One game: the balls on the board, whose turn it is, and how it came about.

    ``play`` takes one move after the other, so a half-finished turn is part
    of the state; ``play_turn`` takes a whole turn.  ``undo`` takes back a turn.
    """

    def __init__(self, variant: str = VARIANTS[0], options=(), position: str = "") -> None:
        """Set up the empty board, or ``position``.

        ``options``: pairs ``(name, value)`` out of OPTIONS.  Raises ParseError
        for an unknown variant, option or position.  A position in mid-turn
        starts before that turn (``start_text``) and is played up to where it is.
        """
        chosen = self._begin(NAME, VARIANTS, variant, OPTIONS, options)
        self.end = chosen[0]
        self.repetition = chosen[1] == "on"
        self._shapes = SHAPES[variant]
        self.light = self.dark = 0
        self.side = LIGHT
        self._hand = -1  # the place or raise of a half-finished turn
        self._taken = NONE  # and the ball already taken back in it
        move = taken = NONE
        if position:
            self.light, self.dark, self.side, move, taken = read_position(position)
        # boards[ply]: the light and the dark balls before that turn; the last one is current.
        self.boards = [(self.light, self.dark)]
        self.start_text = self.position_text()
        if move != NONE:
            self._play_hand(move, taken)

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

    @property
    def takes_due(self) -> int:  # type: ignore[override]
        """Take-backs of the half-finished turn: 0 none, 1 one may, 2 one must and another may."""
        if self._hand < 0:
            return 0
        return 2 if self._taken == NONE else 1

    @property
    def hand(self) -> int:
        """The place or raise of a half-finished turn, -1 if there is none."""
        return self._hand

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

    def makes_shape(self, move: int) -> bool:
        """Return whether a place or raise completes a square (expert: or a line) of its colour."""
        return self.shape_cells(move) != 0

    def shape_cells(self, move: int) -> int:
        """Return the cells of all squares (expert: and lines) that a place or raise completes."""
        goal, start = move & 31, move >> 5
        # Not balls(): a board's Python nests some 20 calls at most, and turns are listed deep down.
        mine = (self.dark if self.side else self.light) | 1 << goal
        if start != NONE:
            mine &= ~(1 << start)
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
        """Return every turn of the side to move, counted as host/docs/rules/pylos.md counts them.

        In a half-finished turn: every turn that it can become.
        """
        if self._hand >= 0:
            taken = self._taken
            if taken == NONE:
                sets = sets_off(self.balls(self.side), self.occupied)
                return [make_turn(self._hand, *takes) for takes in sets]
            seconds = cells_of(self.free_balls(self.side))
            return [make_turn(self._hand, taken)] + [
                make_turn(self._hand, taken, cell) for cell in seconds
            ]
        return [
            make_turn(move, *takes) for move in self.first_moves() for takes in self.take_sets(move)
        ]

    def legal_moves(self) -> list[int]:
        """Return every move that can follow, also in a half-finished turn."""
        if self.outcome():
            return []
        if self._hand < 0:
            return self.first_moves()
        moves = [take_back(cell) for cell in cells_of(self.free_balls(self.side))]
        return moves if self._taken == NONE else moves + [STOP]

    def check(self, move: int) -> None:
        """Raise IllegalMove unless ``move`` can follow."""
        check_move(self, move)

    def check_turn(self, turn: int) -> None:
        """Raise IllegalMove unless the whole turn can be played now; change nothing.

        In a half-finished turn: unless it can become that turn.
        """
        move, takes = turn & 1023, turn_takes(turn)
        goal, start = move & 31, move >> 5
        occupied, own = self.occupied, self.balls(self.side)
        if self._hand < 0:
            check_first(self, move)
            if bool(self.shape_cells(move)) != bool(takes):
                raise wrong_takes(takes)
            # What the place or raise moves; of a half-finished turn it is done.
            moved = 1 << goal | (0 if start == NONE else 1 << start)
            occupied, own = occupied ^ moved, own ^ moved
        else:
            taken = self._taken
            if move != self._hand or taken != NONE and taken not in takes:
                raise IllegalMove("must-take-back", "A square was made: first finish this move.")
            if self.outcome():
                raise IllegalMove("game-over", "The game is over.")
            if not takes:
                raise wrong_takes(takes)
            if taken != NONE:
                occupied, own = occupied | 1 << taken, own | 1 << taken
        for cell in takes:
            check_own(occupied, own, cell)
            occupied, own = occupied ^ 1 << cell, own ^ 1 << cell

    # Playing

    def play(self, move: int) -> bool:
        """Play one move; return True if it completed the turn.

        Raises IllegalMove and changes nothing if the rules forbid it.
        """
        self.check(move)
        if move == STOP:
            return self._finish(make_turn(self._hand, self._taken))
        if move & TAKE:
            cell = move & 31
            self._flip(1 << cell)
            if self._taken != NONE:
                return self._finish(make_turn(self._hand, self._taken, cell))
            self._taken = cell
            # Nothing left to take: the turn ends by itself.
            return not self.free_balls(self.side) and self._finish(make_turn(self._hand, cell))
        shape = self.makes_shape(move)
        self._put(move)
        if not shape:
            return self._finish(move | PLAIN)
        self._hand = move
        return False

    def play_turn(self, turn: int) -> None:
        """Play a whole turn, or what is left of a half-finished one.

        Raises IllegalMove, with the game as before, if the rules forbid any part of it.
        """
        self.check_turn(turn)
        self.step(turn)

    def put_back(self) -> None:
        """Forget the half-finished turn: every ball as it was before it.  Allocates nothing."""
        if self._hand < 0:
            return
        if self._taken != NONE:
            self._flip(1 << self._taken)
        self._put(self._hand)
        self._hand = -1
        self._taken = NONE

    def step(self, turn: int) -> None:
        """Play a turn that ``legal_turns`` gave, also where the game is already decided.

        The counts of host/docs/rules/pylos.md go on until the side to move has nothing
        to play, while ``play`` stops as soon as the winner is known.  A
        half-finished turn is put back first.
        """
        if self._hand >= 0:
            self.put_back()
        # Not |: a ball that was put down may be taken back at once.
        self._flip(1 << (turn & 31) ^ turn_leaves(turn))
        self._finish(turn)

    def undo(self) -> int:
        """Take back the half-finished turn and the last whole one; return the latter.

        Raises IllegalMove, with the game as before, if no turn was played:
        ``put_back`` takes back a half-finished turn alone.
        """
        turn = self._pop()
        self.put_back()
        self.boards.pop()
        self.light, self.dark = self.boards[-1]
        self.side = 1 - self.side
        return turn

    def _put(self, move: int) -> None:
        """Play a place or raise of the side to move, or the reverse of it."""
        start = move >> 5
        self._flip(1 << (move & 31) | (0 if start == NONE else 1 << start))

    def _flip(self, cells: int) -> None:
        if self.side:
            self.dark ^= cells
        else:
            self.light ^= cells

    def _finish(self, turn: int) -> bool:
        self._hand = -1
        self._taken = NONE
        self.side = 1 - self.side
        self.turns.append(turn)
        self.boards.append((self.light, self.dark))
        return True

    # The end

    def outcome(self):
        """Return None while the game goes on, else ``(winner, reason)``.

        ``winner`` is LIGHT, DARK or DRAW; ``reason`` is ``apex``,
        ``empty-reserve``, ``no-move`` or ``repetition``.
        """
        if self.ended is not None:
            return self.ended
        if self._hand >= 0:
            return None
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
        """Return levels, rows and side, like ``L.LD/LLLD/DD../D... .../.../... ../.. . L``.

        A half-finished turn follows as its text so far: ``b2x`` (one ball must
        be taken back) or ``b2xf1,`` (another one may).
        """
        text = board_text(self.light, self.dark) + " " + SIDE_LETTERS[self.side]
        return text + " " + hand_text(self._hand, self._taken) if self._hand >= 0 else text

    def _play_hand(self, move: int, taken: int) -> None:
        """Play a half-finished turn.  Raises ParseError if it cannot have come about."""
        text = hand_text(move, taken)
        try:
            if self.play(move) or taken != NONE and self.play(take_back(taken)):
                raise ParseError("%r leaves nothing to take back", text)
        except IllegalMove as error:
            raise ParseError("%r cannot have been played here: %s", text, error)
