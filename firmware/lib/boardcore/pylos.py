"""Pylos rules: which cells can hold a ball, which balls may climb or come back.

A cell is an int 0..29, counted level by level, row by row, from the near left
corner as the light player sees it::

    level 0          level 1       level 2    level 3

    12 13 14 15      d1 .. d4
     8  9 10 11      22 23 24      g1 .. g3
     4  5  6  7      19 20 21      27 28      i1 i2
     0  1  2  3      16 17 18      25 26      29  (j1, the apex)

A set of cells is one int: bit n stands for cell n.  Thirty bits are exactly
what a small int holds on a 32-bit board, so no set ever allocates.

A *move* is one action of the hand: place, raise, take back, or stop taking
back.  A *turn* is all that one player does: a place or raise and, where it
made a square (or line), one or two balls taken back.  Both are small ints.

Source of the rules: the Gigamic leaflet; the decisions on unclear points are
named where they are used.
"""

from boardcore.errors import IllegalMove, Unreadable
from boardcore.options import read_options

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

LIGHT, DARK, DRAW = range(3)
SIDE_LETTERS = "LD"
CELLS = 30
BALLS = 15
"""Balls of each colour."""
APEX = 29
NONE = 31
"""No cell: the reserve as a start, nothing taken back."""
SQUARE_LEVELS = 3

LEVEL_START = (0, 16, 25, 29, 30)
LEVEL_SIZE = (4, 3, 2, 1)
ROW_LETTERS = ("abcd", "efg", "hi", "j")
ALL_CELLS = (1 << CELLS) - 1


def _levels() -> bytes:
    return bytes([level for level in range(4) for _ in range(LEVEL_SIZE[level] ** 2)])


def cell_at(level: int, row: int, column: int) -> int:
    """Return the cell in this row and column of a level, all counted from 0."""
    return LEVEL_START[level] + row * LEVEL_SIZE[level] + column


def _names() -> tuple[str, ...]:
    return tuple(
        [
            "%s%d" % (ROW_LETTERS[level][row], column + 1)
            for level in range(4)
            for row in range(LEVEL_SIZE[level])
            for column in range(LEVEL_SIZE[level])
        ]
    )


def _squares() -> tuple[int, ...]:
    """Masks of the 14 squares of four cells, in the order of the cell each carries."""
    masks = []
    for level in range(SQUARE_LEVELS):
        size = LEVEL_SIZE[level]
        for row in range(size - 1):
            for column in range(size - 1):
                first = cell_at(level, row, column)
                masks.append((3 << first) | (3 << first + size))
    return tuple(masks)


def _lines() -> tuple[int, ...]:
    """Masks of the 14 lines of the expert rule: rows and columns of levels 0 and 1."""
    masks = []
    for level in range(2):
        size = LEVEL_SIZE[level]
        for i in range(size):
            row = column = 0
            for j in range(size):
                row |= 1 << cell_at(level, i, j)
                column |= 1 << cell_at(level, j, i)
            masks.append(row)
            masks.append(column)
    return tuple(masks)


LEVEL = _levels()
"""LEVEL[cell]: 0 on the board, 3 for the apex."""
CELL_NAMES = _names()
"""a1..d4, e1..g3, h1..i2, j1."""
SQUARES = _squares()
LINES = _lines()
SUPPORTS = (0,) * LEVEL_START[1] + SQUARES
"""SUPPORTS[cell]: the four cells below it; 0 on level 0.

Squares are counted like the cells that they carry, so the tables coincide.
"""


def _above() -> tuple[int, ...]:
    masks = [0] * CELLS
    for cell in range(LEVEL_START[1], CELLS):
        for below in range(CELLS):
            if SUPPORTS[cell] >> below & 1:
                masks[below] |= 1 << cell
    return tuple(masks)


ABOVE = _above()
"""ABOVE[cell]: the cells that rest on it (at most four)."""


def _shapes_of(shapes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple([tuple([m for m in shapes if m >> cell & 1]) for cell in range(CELLS)])


SHAPES = {
    "children": ((),) * CELLS,
    "standard": _shapes_of(SQUARES),
    "expert": _shapes_of(SQUARES + LINES),
}
"""SHAPES[variant][cell]: the masks that earn a take-back when ``cell`` completes one."""


def count(mask: int) -> int:
    """Return the number of cells in a set."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def cells_of(mask: int) -> list[int]:
    """Return the cells of a set, lowest first."""
    return [cell for cell in range(CELLS) if mask >> cell & 1]


def can_hold(occupied: int, cell: int) -> bool:
    """Tell whether ``cell`` is empty and stands on the board or on four balls."""
    return not occupied >> cell & 1 and occupied & SUPPORTS[cell] == SUPPORTS[cell]


def is_free(occupied: int, cell: int) -> bool:
    """Tell whether the ball on ``cell`` carries no other ball."""
    return not occupied & ABOVE[cell]


# Moves and turns ------------------------------------------------------------
#
# move   place or raise   goal | start << 5        (start NONE: from the reserve)
#        take back        TAKE | cell
#        stop             STOP: one ball taken back is enough
# turn   goal | start << 5 | first << 10 | second << 15, the higher cell first

TAKE = 1 << 10
STOP = 1 << 11
_PLAIN = NONE << 10 | NONE << 15

_OWED = "A square was made: take back one or two balls."
_NO_SQUARE = "No square was made in this turn, so no ball may be taken back."


def place(cell: int) -> int:
    """Return the move that puts a ball of the reserve on ``cell``."""
    return cell | NONE << 5


def raise_(start: int, goal: int) -> int:
    """Return the move that lifts a ball from ``start`` to ``goal``."""
    return goal | start << 5


def take_back(cell: int) -> int:
    """Return the move that puts the ball on ``cell`` back into the reserve."""
    return TAKE | cell


def make_turn(move: int, first: int = NONE, second: int = NONE) -> int:
    """Return the turn of a place or raise and up to two balls taken back.

    The higher cell is written first, because a ball may be freed by the one
    that stood on it; as a set the two have no order.
    """
    if second != NONE and (first == NONE or second > first):
        first, second = second, first
    return move | first << 10 | second << 15


def turn_goal(turn: int) -> int:
    """Return the cell where the turn's ball is put."""
    return turn & 31


def turn_start(turn: int) -> int:
    """Return the cell that the ball leaves, NONE if it comes from the reserve."""
    return turn >> 5 & 31


def turn_takes(turn: int) -> tuple[int, ...]:
    """Return the cells taken back: none, one, or two with the higher one first."""
    first, second = turn >> 10 & 31, turn >> 15
    if first == NONE:
        return ()
    if second == NONE:
        return (first,)
    return (first, second)


def cell_text(cell: int) -> str:
    """Return the name of a cell, ``a1`` to ``j1``."""
    return CELL_NAMES[cell]


def parse_cell(text: str) -> int:
    """Return the cell with this name.

    Raises Unreadable if there is none.
    """
    if text not in CELL_NAMES:
        raise Unreadable("%r is no cell: expected a1 to d4, e1 to g3, h1 to i2 or j1" % text)
    return CELL_NAMES.index(text)


def move_text(move: int) -> str:
    """Return ``b2``, ``b2-f1``, ``xf1`` or ``stop``."""
    if move == STOP:
        return "stop"
    if move & TAKE:
        return "x" + CELL_NAMES[move & 31]
    start = move >> 5
    goal = CELL_NAMES[move & 31]
    return goal if start == NONE else CELL_NAMES[start] + "-" + goal


def parse_move(text: str) -> int:
    """Read ``b2``, ``b2-f1``, ``xf1`` or ``stop``.

    Raises Unreadable.
    """
    if text == "stop":
        return STOP
    if text[:1] == "x":
        return take_back(parse_cell(text[1:]))
    start, dash, goal = text.partition("-")
    return raise_(parse_cell(start), parse_cell(goal)) if dash else place(parse_cell(start))


def turn_text(turn: int) -> str:
    """Return ``b2``, ``b2-f1``, ``b2xf1`` or ``b2-f1xf1,b2``, the upper ball first."""
    takes = turn_takes(turn)
    text = move_text(turn & 1023)
    return text + "x" + ",".join([CELL_NAMES[cell] for cell in takes]) if takes else text


def parse_turn(text: str) -> int:
    """Read a turn; the two balls taken back may come in either order.

    Raises Unreadable.
    """
    action, cross, takes = text.strip().partition("x")
    move = parse_move(action) if action and action != "stop" else -1
    names = takes.split(",") if cross else []
    if move < 0 or len(names) > 2:
        raise Unreadable(
            "%r is no turn: expected a cell or start-goal, then x and one or two cells, "
            "like b2, b2-f1 or b2-f1xf1,b2" % text
        )
    cells = [parse_cell(name) for name in names]
    if len(cells) == 2 and cells[0] == cells[1]:
        raise Unreadable("%r takes back the same ball twice" % text)
    return make_turn(move, *cells)


class Game:
    """One game: the balls on the board, whose turn it is, and how it came about.

    ``play`` takes one move after the other, so a half-finished turn is part
    of the state; ``play_turn`` takes a whole turn.  ``undo`` takes back a turn.
    """

    def __init__(self, variant: str = VARIANTS[0], options=(), position: str = "") -> None:
        """Set up the empty board, or ``position``.

        ``options``: pairs ``(name, value)`` out of OPTIONS.  Raises Unreadable
        for an unknown variant, option or position.  A position in mid-turn
        starts before that turn (``start_text``) and is played up to where it is.
        """
        chosen = read_options(OPTIONS, options)
        if variant not in VARIANTS:
            raise Unreadable(
                "%r is no variant of Pylos: expected %s" % (variant, ", ".join(VARIANTS))
            )
        self.name = NAME
        self.variant = variant
        self.end = chosen[0]
        self.repetition = chosen[1] == "on"
        self._shapes = SHAPES[variant]
        self.light = self.dark = 0
        self.side = LIGHT
        self._hand = -1  # the place or raise of a half-finished turn
        self._taken = NONE  # and the ball already taken back in it
        self.turns: list[int] = []
        hand = self._read_position(position) if position else ""
        # boards[ply]: the light and the dark balls before that turn; the last one is current.
        self.boards = [(self.light, self.dark)]
        self.start_text = self.position_text()
        if hand:
            self._play_hand(hand)

    # What stands where

    @property
    def occupied(self) -> int:
        """The set of cells with a ball."""
        return self.light | self.dark

    def key(self):
        """Return what makes two positions between turns the same, as a hashable value."""
        return (self.light, self.dark, self.side)

    def balls(self, side: int) -> int:
        """Return the set of cells with a ball of ``side``."""
        return self.dark if side else self.light

    def reserve(self, side: int) -> int:
        """Return how many balls ``side`` has beside the board."""
        return BALLS - count(self.balls(side))

    @property
    def ply(self) -> int:
        """How many turns were played."""
        return len(self.turns)

    @property
    def owed(self) -> int:
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
        occupied = self.light | self.dark
        mine = self.dark if side else self.light
        cells = 0
        for cell in range(CELLS):
            if mine >> cell & 1 and not occupied & ABOVE[cell]:
                cells |= 1 << cell
        return cells

    def raise_goals(self, start: int) -> int:
        """Return the set of cells to which the free ball on ``start`` may climb."""
        occupied = self.occupied & ~(1 << start)
        return self.open_cells() & ~ABOVE[start] & _higher(LEVEL[start]) & ~occupied

    def makes_shape(self, move: int) -> bool:
        """Tell whether a place or raise completes a square (expert: or a line) of its colour."""
        return self.shape_cells(move) != 0

    def shape_cells(self, move: int) -> int:
        """Return the cells of all squares (expert: and lines) that a place or raise completes."""
        goal, start = move & 31, move >> 5
        mine = self.balls(self.side) | 1 << goal
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
                allowed = open_cells & ~ABOVE[start] & _higher(LEVEL[start])
                if allowed:
                    moves += [raise_(start, goal) for goal in goals if allowed >> goal & 1]
        return moves

    def take_sets(self, move: int) -> list[tuple[int, ...]]:
        """Return the balls that may be taken back after ``move``: ``()`` alone, or 1 or 2 cells."""
        if not self.makes_shape(move):
            return [()]
        goal, start = move & 31, move >> 5
        gone = 0 if start == NONE else 1 << start
        return self._take_sets(
            self.balls(self.side) & ~gone | 1 << goal, self.occupied & ~gone | 1 << goal
        )

    def _take_sets(self, mine: int, occupied: int) -> list[tuple[int, ...]]:
        """Return the sets of one or two balls of ``mine`` that can be taken off one by one."""
        free = [cell for cell in range(CELLS) if mine >> cell & 1 and not occupied & ABOVE[cell]]
        sets: list[tuple[int, ...]] = [(cell,) for cell in free]
        for i in range(len(free)):
            first = free[i]
            for j in range(i):
                sets.append((first, free[j]))
            # A ball under the first may be freed by it.
            left = occupied & ~(1 << first)
            for below in range(first):
                if SUPPORTS[first] >> below & mine >> below & 1 and not left & ABOVE[below]:
                    sets.append((first, below))
        return sets

    def legal_turns(self) -> list[int]:
        """Return every turn of the side to move, counted as the rules page counts them.

        In a half-finished turn: every turn that it can become.
        """
        if self._hand >= 0:
            taken = self._taken
            if taken == NONE:
                sets = self._take_sets(self.balls(self.side), self.occupied)
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
        """Raise IllegalMove unless ``move`` can follow.  Source: leaflet, "Déroulement"."""
        if self.outcome():
            raise IllegalMove("game-over", "The game is over.")
        if move == STOP or move & TAKE:
            self._check_take_back(move)
        elif self._hand >= 0:
            if self._taken == NONE:
                raise IllegalMove("must-take-back", _OWED)
            raise IllegalMove("not-your-turn", "The turn goes on: take back another ball or stop.")
        else:
            self._check_first(move & 31, move >> 5)

    def _check_first(self, goal: int, start: int) -> None:
        occupied = self.occupied
        if start == NONE:
            if not self.reserve(self.side):
                raise IllegalMove("empty-reserve", "There is no ball left in the reserve.")
        else:
            self._check_own(start)
            occupied &= ~(1 << start)
            if goal == start or LEVEL[goal] <= LEVEL[start]:
                raise IllegalMove(
                    "not-up",
                    "A ball may only climb: %s is no higher than %s."
                    % (CELL_NAMES[goal], CELL_NAMES[start]),
                )
        if occupied >> goal & 1:
            raise IllegalMove("occupied", "There is already a ball on %s." % CELL_NAMES[goal])
        if not can_hold(occupied, goal):
            raise IllegalMove(
                "no-support", "Nothing carries %s: it needs four balls below." % CELL_NAMES[goal]
            )

    def _check_own(self, cell: int) -> None:
        if not self.occupied >> cell & 1:
            raise IllegalMove("no-ball", "There is no ball on %s." % CELL_NAMES[cell])
        if not self.balls(self.side) >> cell & 1:
            raise IllegalMove("not-yours", "The ball on %s is not yours." % CELL_NAMES[cell])
        if not is_free(self.occupied, cell):
            raise IllegalMove("not-free", "The ball on %s carries another ball." % CELL_NAMES[cell])

    def _check_take_back(self, move: int) -> None:
        if self._hand < 0:
            raise IllegalMove("no-square", _NO_SQUARE)
        if move == STOP:
            if self._taken == NONE:
                raise IllegalMove("must-take-back", _OWED)
        else:
            self._check_own(move & 31)

    def check_turn(self, turn: int) -> None:
        """Raise IllegalMove unless the whole turn can be played now; change nothing.

        In a half-finished turn: unless it can become that turn.
        """
        hand, taken = self._hand, self._taken
        self.play_turn(turn)
        self.undo()
        self._take_up(hand, taken)

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
            return self._finish(move | _PLAIN)
        self._hand = move
        return False

    def play_turn(self, turn: int) -> None:
        """Play a whole turn, or what is left of a half-finished one.

        Raises IllegalMove, with the game as before, if the rules forbid any part of it.
        """
        move, takes = turn & 1023, turn_takes(turn)
        hand, taken = self._hand, self._taken
        if hand >= 0 and (move != hand or taken != NONE and taken not in takes):
            raise IllegalMove("must-take-back", "A square was made: first finish this turn.")
        self.put_back()
        try:
            self.check(move)
            shape = self.makes_shape(move)
            if takes and not shape:
                raise IllegalMove("no-square", _NO_SQUARE)
            if shape and not takes:
                raise IllegalMove("must-take-back", _OWED)
            self._take_up(move, NONE)
            for cell in takes:
                self._check_own(cell)
                self._flip(1 << cell)
                # Two taken balls never meet put_back: after the second nothing can fail.
                self._taken = cell
        except IllegalMove:
            self.put_back()
            self._take_up(hand, taken)
            raise
        self._finish(turn)

    def _take_up(self, hand: int, taken: int) -> None:
        """Begin the turn with a place or raise, and a ball taken back if it is not NONE."""
        if hand < 0:
            return
        self._put(hand)
        self._hand = hand
        self._taken = taken
        if taken != NONE:
            self._flip(1 << taken)

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

        The counts of the rules page go on until the side to move has nothing
        to play, while ``play`` stops as soon as the winner is known.  A
        half-finished turn is put back first.
        """
        self.put_back()
        self._put(turn & 1023)
        for cell in turn_takes(turn):
            self._flip(1 << cell)
        self._finish(turn)

    def undo(self) -> int:
        """Take back the half-finished turn and the last whole one; return the latter.

        Raises IllegalMove, with the game as before, if no turn was played:
        ``put_back`` takes back a half-finished turn alone.
        """
        if not self.turns:
            raise IllegalMove("no-turn", "There is no turn to take back.")
        self.put_back()
        turn = self.turns.pop()
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
        levels = []
        for level in range(4):
            size = LEVEL_SIZE[level]
            rows = []
            for row in range(size):
                first = cell_at(level, row, 0)
                rows.append("".join([self._letter(first + column) for column in range(size)]))
            levels.append("/".join(rows))
        levels.append(SIDE_LETTERS[self.side])
        if self._hand >= 0:
            taken = "" if self._taken == NONE else CELL_NAMES[self._taken] + ","
            levels.append(move_text(self._hand) + "x" + taken)
        return " ".join(levels)

    def _letter(self, cell: int) -> str:
        return "L" if self.light >> cell & 1 else "D" if self.dark >> cell & 1 else "."

    def _read_position(self, text: str) -> str:
        """Put up the board and side before any half-finished turn; return that turn's text."""
        words = text.split()
        if len(words) not in (5, 6) or words[4] not in SIDE_LETTERS or len(words[4]) != 1:
            raise Unreadable(
                "%r is no Pylos position: expected four levels, then L or D, "
                "like ..../..../..../.... .../.../... ../.. . L" % text
            )
        for level in range(4):
            rows = words[level].split("/")
            size = LEVEL_SIZE[level]
            if len(rows) != size or [row for row in rows if len(row) != size]:
                raise Unreadable(
                    "%r is no level %d: expected %d rows of %d, separated by /"
                    % (words[level], level, size, size)
                )
            self._read_level(level, "".join(rows))
        self.side = SIDE_LETTERS.index(words[4])
        hand = words[5] if len(words) == 6 else ""
        if hand:
            # Wind the board back, so that only what is legal is played again.
            move, taken = _parse_hand(hand)
            self._put(move)
            if taken != NONE:
                self._flip(1 << taken)
        self._check_board()
        return hand

    def _check_board(self) -> None:
        for cell in range(CELLS):
            name = CELL_NAMES[cell]
            if self.light & self.dark & 1 << cell:
                raise Unreadable("there would be a light and a dark ball on %s" % name)
            if self.occupied >> cell & 1 and self.occupied & SUPPORTS[cell] != SUPPORTS[cell]:
                raise Unreadable("the ball on %s floats: it needs four balls below" % name)
        for side in (LIGHT, DARK):
            balls = count(self.balls(side))
            if balls > BALLS:
                raise Unreadable(
                    "%d %s balls: there are only %d" % (balls, ("light", "dark")[side], BALLS)
                )

    def _read_level(self, level: int, letters: str) -> None:
        for i in range(len(letters)):
            letter = letters[i]
            if letter == "L":
                self.light |= 1 << LEVEL_START[level] + i
            elif letter == "D":
                self.dark |= 1 << LEVEL_START[level] + i
            elif letter != ".":
                raise Unreadable("%r in level %d: expected L, D or ." % (letter, level))

    def _play_hand(self, text: str) -> None:
        move, taken = _parse_hand(text)
        try:
            if self.play(move) or taken != NONE and self.play(take_back(taken)):
                raise Unreadable("%r leaves nothing to take back" % text)
        except IllegalMove as error:
            raise Unreadable("%r cannot have been played here: %s" % (text, error))


def _parse_hand(text: str) -> tuple[int, int]:
    """Read the text of a half-finished turn: its place or raise, and the ball taken or NONE."""
    action, cross, taken = text.partition("x")
    if not cross or action in ("", "stop") or taken and taken[-1] != ",":
        raise Unreadable(
            "%r is no half-finished turn: expected it to end in x or a comma, like b2x or b2xf1,"
            % text
        )
    return parse_move(action), parse_cell(taken[:-1]) if taken else NONE


def _higher(level: int) -> int:
    """Return the set of all cells above ``level``."""
    return ALL_CELLS & ~((1 << LEVEL_START[level + 1]) - 1)
