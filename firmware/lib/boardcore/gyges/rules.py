"""Rules of Gygès (playable rings, landings, boxing).

Twelve rings without owners stand on 36 cells; cells, goals and intervals are
drawn in ``boardcore.gyges.cells``.  A ring is its size: 1, 2 or 3 jumps.

A *turn* is one move: the ring on ``origin`` lands on ``landing``, and where
another ring stood there that one is boxed to ``drop``.  The way between does
not belong to the turn: any way will do.  In the
set-up a turn puts one ring on one cell.  Turns and moves are the same small
ints.

Source of the rules: the Cosmoludo leaflet of 2023; decisions on unclear points
are those of host/docs/rules/gyges.md, section 2.3.
"""

from boardcore.base_game import BaseGame
from boardcore.gyges import positions
from boardcore.gyges.cells import CELLS, GOAL_N, PLACES, SIZE_NAMES, can_move
from boardcore.gyges.positions import DRAW, NORTH, SIDE_LETTERS, SIDE_NAMES, SOUTH  # noqa: F401
from boardcore.gyges.reach import LAND, RING, Reach
from boardcore.gyges.refusals import check_ends, check_origin, check_place, refused
from boardcore.gyges.turns import (  # noqa: F401
    NONE,
    PLACE,
    boxes,
    cell_text,
    make_turn,
    move_back,
    move_ring,
    parse_cell,
    parse_turn,
    place,
    turn_drop,
    turn_landing,
    turn_origin,
    turn_text,
)

NAME = "gyges"
VARIANTS = ("standard",)
OPTIONS = (
    ("null", ("on", "off")),
    ("rows", ("2", "1")),
    ("repetition", ("offer", "draw")),
    ("study", ("off", "on")),
)
"""Pairs ``(name, values)``; the first value is the default.

``null=on``: a ring may end its bounces on its own origin.
``rows=2``: the set-up uses the two nearest rows (leaflet); ``1``: the nearest one (rules of 1984).
``repetition=offer``: the third time a position comes up, ``occurrences`` tells so and a draw may be
agreed; ``draw``: the game is then a draw.
``study=on``: a position may have any rings, to look at examples.
"""

RINGS = 12
"""Number of rings, by the rules of the game."""


class Game(BaseGame):
    """State of a game (which ring stands where, the side to move) and its turns so far."""

    def __init__(self, variant: str = VARIANTS[0], options=(), position: str = "") -> None:
        """Clear the board for the set-up, or set up ``position``.

        ``options``: pairs ``(name, value)`` out of OPTIONS.  Raises ParseError
        for an unknown variant, option or position.
        """
        chosen = self._begin(NAME, VARIANTS, variant, OPTIONS, options)
        self.null = chosen[0] == "on"
        self.rows = int(chosen[1])
        self.repetition = chosen[2]
        self.study = chosen[3] == "on"
        self.cells = bytearray(PLACES)
        """The size of the ring on each of the 36 cells and 2 goals, 0 where there is none."""
        self.side = SOUTH
        self.setup = True
        """Whether the rings are still being set up."""
        if position:
            positions.read_position(self, position)
        self.start_text = self.position_text()
        self._playable = [-1, -1]  # by side: row not looked for yet

    def key(self):
        """Return what makes two positions the same, as a hashable value."""
        return (bytes(self.cells), self.side)

    # What is legal

    def goal(self, side: int) -> int:
        """Return the goal that ``side`` attacks."""
        return GOAL_N + side

    def playable_row(self, side: int) -> int:
        """Return the row, 0 to 5, whose rings ``side`` may play; 6 if no ring can move.

        It is the nearest row where a ring can move.  The last case needs a study position:
        twelve rings always have a single among them.
        """
        row = self._playable[side]
        if row < 0:
            cells = self.cells
            row = 6
            for i in range(6):
                near = 5 - i if side else i
                for cell in range(near * 6, near * 6 + 6):
                    if cells[cell] and can_move(cells, cell):
                        row = near
                        break
                if row < 6:
                    break
            self._playable[side] = row
        return row

    def origins(self) -> list[int]:
        """Return the cells of the rings that the side to move may play and that can move."""
        if self.setup or self.cells[GOAL_N] or self.cells[GOAL_N + 1]:
            return []
        first = self.playable_row(self.side) * 6
        if first >= CELLS:
            return []
        cells = self.cells
        return [cell for cell in range(first, first + 6) if cells[cell] and can_move(cells, cell)]

    def drops(self, origin: int) -> list[int]:
        """Return the cells that can take a ring boxed by the one from ``origin``.

        All empty cells, its own origin included, up to the row that the opponent can play as
        the move begins (leaflet, "Boxer").
        """
        limit = self.playable_row(1 - self.side) * 6
        cells = self.cells
        allowed = range(limit, CELLS) if self.side else range(min(limit + 6, CELLS))
        return [cell for cell in allowed if not cells[cell] or cell == origin]

    def reserve(self, side: int) -> list[int]:
        """Return how many rings ``side`` still has to set up: of size 1, 2 and 3.

        Index 0 is unused.
        """
        left = [0, positions.EACH, positions.EACH, positions.EACH]
        for cell in self.setup_cells(side):
            if self.cells[cell]:
                left[self.cells[cell]] -= 1
        return left

    def setup_cells(self, side: int) -> range:
        """Return the cells on which a player sets up."""
        return range(CELLS - 6 * self.rows, CELLS) if side else range(6 * self.rows)

    def legal_turns(self) -> list[int]:
        """Return every turn of the side to move.

        They are counted as in host/docs/rules/gyges.md.
        """
        if self.setup:
            left = self.reserve(self.side)
            empty = [cell for cell in self.setup_cells(self.side) if not self.cells[cell]]
            return [place(size, cell) for size in (1, 2, 3) if left[size] for cell in empty]
        turns = []
        for origin in self.origins():
            marks = Reach(self, origin).run().marks
            drops = self.drops(origin)
            for landing in range(PLACES):
                if marks[landing] & LAND:
                    turns.append(make_turn(origin, landing))
                elif marks[landing] & RING:
                    start = origin | landing << 6
                    turns += [start | drop << 12 for drop in drops]
        return turns

    def check(self, turn: int) -> None:
        """Raise IllegalMove unless ``turn`` can be played now."""
        if self.outcome():
            raise refused("game-over")
        if turn & PLACE and not self.setup:
            raise refused("no-set-up")
        if self.setup:
            if not turn & PLACE:
                raise refused("set-up", SIDE_NAMES[self.side])
            check_place(self, turn >> 6 & 3, turn & 63)
            return
        origin, landing, drop = turn & 63, turn >> 6 & 63, turn >> 12
        check_origin(self, origin)
        check_ends(self, origin, landing, drop)
        if not Reach(self, origin).run().marks[landing]:
            ring = SIZE_NAMES[self.cells[origin]]
            raise refused("out-of-reach", ring, cell_text(origin), cell_text(landing))

    # Playing

    def step(self, turn: int) -> None:
        """Play a turn that ``legal_turns`` gave, unchecked."""
        self.turns.append(turn)
        move_ring(self.cells, turn)
        self._pass(turn)

    def undo(self) -> int:
        """Take back the last turn and return it.

        Raises IllegalMove if no turn was played.
        """
        turn = self._pop()
        move_back(self.cells, turn)
        self._pass(turn)
        return turn

    def _pass(self, turn: int) -> None:
        """Let the other side move, in the set-up whoever is next."""
        self._playable = [-1, -1]
        if turn & PLACE:
            self.follow_setup()
        else:
            self.side = 1 - self.side

    def follow_setup(self) -> None:
        """Say who sets up the next ring: South all six, then North, then South plays."""
        rings = self.rings()
        self.setup = rings < RINGS
        self.side = NORTH if RINGS // 2 <= rings < RINGS else SOUTH

    def rings(self) -> int:
        """Return how many rings are on the board and in the goals."""
        return PLACES - positions.count_of(self.cells, 0)

    # The end

    def outcome(self):
        """Return None while the game goes on, else ``(winner, reason)``.

        ``winner`` is SOUTH, NORTH or DRAW; ``reason`` is ``goal`` or ``repetition``.
        """
        if self.ended is not None:
            return self.ended
        for side in (SOUTH, NORTH):
            if self.cells[GOAL_N + side]:
                return (side, "goal")
        if self.repetition == "draw" and self.occurrences() >= 3:
            return (DRAW, "repetition")
        return None

    def occurrences(self) -> int:
        """Return how often this position, with the same side to move, has come up in this game.

        From the third time on a draw may be agreed (host/docs/rules/gyges.md, "repetition").
        """
        cells = bytearray(self.cells)
        times = 1
        turns = self.turns
        for i in range(len(turns) - 1, -1, -1):  # in the set-up fewer rings lie there
            move_back(cells, turns[i])
            if not (len(turns) - i) & 1 and cells == self.cells:
                times += 1
        return times

    def position_text(self) -> str:
        """Return rows 1 to 6, the side to move, and what else belongs to the position."""
        return positions.position_text(self)
