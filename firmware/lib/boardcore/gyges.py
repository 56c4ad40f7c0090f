"""Gygès rules: which ring may be played, where it lands, whom it boxes.

Twelve rings without owners stand on 36 cells; cells, goals and intervals are
drawn in ``boardcore.gyges_reach``.  A ring is its size: 1, 2 or 3 jumps.

A *turn* is one move: the ring on ``origin`` lands on ``landing``, and where
another ring stood there that one is boxed to ``drop``.  The way between does
not belong to the turn: any way will do (``bounces_of`` gives one).  In the
set-up a turn puts one ring on one cell.  Turns and moves are the same small
ints.

Source of the rules: the Cosmoludo leaflet of 2023; decisions on unclear points
are those of the rules page, section 2.3.
"""

from boardcore.errors import IllegalMove, Unreadable
from boardcore.gyges_reach import (
    CELL_NAMES,
    CELLS,
    GOAL_N,
    JUMPS,
    LAND,
    PLACES,
    RING,
    SIZE_NAMES,
    Reach,
    can_move,
    check_way,
)
from boardcore.gyges_turns import (  # noqa: F401
    NONE,
    PLACE,
    cell_text,
    make_turn,
    parse_cell,
    parse_turn,
    parse_way,
    place,
    turn_drop,
    turn_landing,
    turn_origin,
    turn_text,
    way_text,
)
from boardcore.options import read_options

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

SOUTH, NORTH, DRAW = range(3)
SIDE_LETTERS = "SN"
SIDE_NAMES = ("South", "North")
EACH = 2
"""Rings of each size that a player sets up."""
RINGS = 12

move_text = turn_text
parse_move = parse_turn


def _move_ring(cells: bytearray, turn: int) -> None:
    origin, landing, drop = turn & 63, turn >> 6 & 63, turn >> 12
    size = cells[origin]
    cells[origin] = 0  # before the drop, which may be the same cell
    if drop != NONE:
        cells[drop] = cells[landing]
    cells[landing] = size


def _move_back(cells: bytearray, turn: int) -> None:
    origin, landing, drop = turn & 63, turn >> 6 & 63, turn >> 12
    size = cells[landing]
    cells[landing] = 0
    if drop != NONE:
        cells[landing] = cells[drop]
        cells[drop] = 0
    cells[origin] = size


class Game:
    """One game: which ring stands where, whose turn it is, and how it came about."""

    def __init__(self, variant: str = VARIANTS[0], options=(), position: str = "") -> None:
        """Clear the board for the set-up, or set up ``position``.

        ``options``: pairs ``(name, value)`` out of OPTIONS.  Raises Unreadable
        for an unknown variant, option or position.
        """
        chosen = read_options(OPTIONS, options)
        if variant not in VARIANTS:
            raise Unreadable(
                "%r is no variant of Gygès: expected %s" % (variant, ", ".join(VARIANTS))
            )
        self.name = NAME
        self.variant = variant
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
            self._read_position(position)
        self.start_text = self.position_text()
        self.turns: list[int] = []
        self._playable = [-1, -1]  # by side: row not looked for yet

    def key(self):
        """Return what makes two positions the same, as a hashable value."""
        return (bytes(self.cells), self.side)

    @property
    def ply(self) -> int:
        """How many turns were played, rings set up among them."""
        return len(self.turns)

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
        left = [0, EACH, EACH, EACH]
        for cell in self._setup_cells(side):
            if self.cells[cell]:
                left[self.cells[cell]] -= 1
        return left

    def _setup_cells(self, side: int) -> range:
        return range(CELLS - 6 * self.rows, CELLS) if side else range(6 * self.rows)

    def legal_turns(self) -> list[int]:
        """Return every turn of the side to move, counted as the rules page counts them."""
        if self.setup:
            left = self.reserve(self.side)
            empty = [cell for cell in self._setup_cells(self.side) if not self.cells[cell]]
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

    def legal_moves(self) -> list[int]:
        """Return the same turns, or none if the game is over."""
        return [] if self.outcome() else self.legal_turns()

    def check(self, turn: int) -> None:
        """Raise IllegalMove unless ``turn`` can be played now."""
        if self.outcome():
            raise IllegalMove("game-over", "The game is over.")
        if bool(turn & PLACE) != self.setup:
            raise IllegalMove(
                "set-up" if self.setup else "no-set-up",
                "The rings are still being set up: the next one is %s's." % SIDE_NAMES[self.side]
                if self.setup
                else "All twelve rings are set up: now they move.",
            )
        if self.setup:
            self._check_place(turn >> 6 & 3, turn & 63)
            return
        origin, landing, drop = turn & 63, turn >> 6 & 63, turn >> 12
        self.check_origin(origin)
        self._check_ends(origin, landing, drop)
        if not Reach(self, origin).run().marks[landing]:
            raise IllegalMove(
                "out-of-reach",
                "The %s on %s cannot get to %s: no jumps and bounces lead there."
                % (SIZE_NAMES[self.cells[origin]], CELL_NAMES[origin], CELL_NAMES[landing]),
            )

    check_turn = check

    def _check_place(self, size: int, cell: int) -> None:
        if cell not in self._setup_cells(self.side):
            raise IllegalMove(
                "far-row",
                "The cell %s is too far from %s: rings are set up on the %s."
                % (
                    CELL_NAMES[cell],
                    SIDE_NAMES[self.side],
                    "nearest row" if self.rows == 1 else "two nearest rows",
                ),
            )
        if self.cells[cell]:
            raise IllegalMove("occupied", "There is already a ring on %s." % CELL_NAMES[cell])
        if not self.reserve(self.side)[size]:
            raise IllegalMove(
                "two-of-each",
                "%s has set up two %ss already: each player has two of each size."
                % (SIDE_NAMES[self.side], SIZE_NAMES[size]),
            )

    def check_origin(self, origin: int) -> None:
        """Raise IllegalMove unless the ring on ``origin`` may be played and can move.

        Source: leaflet, "Pièces nord et pièces sud".
        """
        if origin >= CELLS or not self.cells[origin]:
            raise IllegalMove("no-ring", "There is no ring on %s." % CELL_NAMES[origin])
        row = self.playable_row(self.side)
        if origin // 6 != row and row < 6:
            raise IllegalMove(
                "not-nearest",
                "%s plays a ring of row %d, the nearest where one can move: %s is not on it."
                % (SIDE_NAMES[self.side], row + 1, CELL_NAMES[origin]),
            )
        if not can_move(self.cells, origin):
            size = self.cells[origin]
            raise IllegalMove(
                "blocked",
                "The %s on %s cannot move: other rings stand in the way of its %s."
                % (SIZE_NAMES[size], CELL_NAMES[origin], JUMPS[size]),
            )

    def _check_ends(self, origin: int, landing: int, drop: int) -> None:
        """Refuse what needs no search: goals, the null move, and the drop."""
        if landing == self.goal(1 - self.side):
            raise IllegalMove(
                "own-goal",
                "%s may not enter the goal %s, which %s defends."
                % (SIDE_NAMES[self.side], CELL_NAMES[landing], SIDE_NAMES[self.side]),
            )
        if landing == origin and drop == NONE and not self.null:
            raise IllegalMove(
                "null-move", "The ring may not end on %s, where it started." % CELL_NAMES[origin]
            )
        if landing >= CELLS or landing == origin or not self.cells[landing]:
            if drop != NONE:
                raise IllegalMove(
                    "nobody-boxed",
                    "There is no ring on %s to box to %s."
                    % (CELL_NAMES[landing], CELL_NAMES[drop]),
                )
            return
        if drop == NONE:
            raise IllegalMove(
                "must-box",
                "A ring stands on %s: bounce on or box it; no ring stops there otherwise."
                % CELL_NAMES[landing],
            )
        if drop >= CELLS:
            raise IllegalMove("boxed-goal", "A ring may not be boxed into a goal.")
        if self.cells[drop] and drop != origin:
            raise IllegalMove(
                "occupied",
                "A ring may only be boxed to a free cell: %s is occupied." % CELL_NAMES[drop],
            )
        if drop not in self.drops(origin):
            other = 1 - self.side
            raise IllegalMove(
                "boxed-too-far",
                "A ring may not be boxed beyond row %d, from which %s plays: %s is."
                % (self.playable_row(other) + 1, SIDE_NAMES[other], CELL_NAMES[drop]),
            )

    # Ways

    def bounces_of(self, turn: int) -> list[int]:
        """Return origin, the cells bounced on, and landing, on a way with the fewest bounces.

        Raises IllegalMove if the turn cannot be played now.
        """
        return self._reached(turn).bounces(turn >> 6 & 63)

    def path_of(self, turn: int) -> list[int]:
        """Return the same way cell by cell: each cell jumped to, origin first.

        Raises IllegalMove if the turn cannot be played now.
        """
        return self._reached(turn).path(turn >> 6 & 63)

    def _reached(self, turn: int) -> Reach:
        self.check(turn)
        return Reach(self, turn & 63).run()

    def turn_text(self, turn: int) -> str:
        """Return the turn with its bounces, ``d1-b3-c4``; it must not have been played yet."""
        if turn & PLACE:
            return turn_text(turn)
        return way_text(self.bounces_of(turn), turn >> 12)

    def read_turn(self, text: str) -> int:
        """Read a turn that can be played now; bounces named in it must be possible as named.

        A text that names none is accepted if any way leads there.  Raises
        Unreadable, or IllegalMove saying which jump or interval is wrong.
        """
        turn = parse_turn(text)
        if not turn & PLACE and not self.setup and not self.outcome():
            points, drop = parse_way(text)
            self.check_origin(points[0])
            self._check_ends(points[0], points[-1], drop)
            if len(points) > 2:
                check_way(self.cells, points, self.goal(self.side))
        self.check(turn)
        return turn

    # Playing

    def play(self, turn: int) -> bool:
        """Play one turn; return True, because a move is a whole turn.

        Raises IllegalMove and changes nothing if the rules forbid it.
        """
        self.check(turn)
        self.step(turn)
        return True

    def play_turn(self, turn: int) -> None:
        """Play one turn.

        Raises IllegalMove and changes nothing if the rules forbid it.
        """
        self.play(turn)

    def step(self, turn: int) -> None:
        """Play a turn that ``legal_turns`` gave, unchecked."""
        self.turns.append(turn)
        self._playable = [-1, -1]
        if turn & PLACE:
            self.cells[turn & 63] = turn >> 6 & 3
            self._follow_setup()
        else:
            _move_ring(self.cells, turn)
            self.side = 1 - self.side

    def undo(self) -> int:
        """Take back the last turn and return it.

        Raises IllegalMove if no turn was played.
        """
        if not self.turns:
            raise IllegalMove("no-turn", "There is no turn to take back.")
        turn = self.turns.pop()
        self._playable = [-1, -1]
        if turn & PLACE:
            self.cells[turn & 63] = 0
            self._follow_setup()
        else:
            _move_back(self.cells, turn)
            self.side = 1 - self.side
        return turn

    def _follow_setup(self) -> None:
        """Say who sets up the next ring: South all six, then North, then South plays."""
        rings = self.rings()
        self.setup = rings < RINGS
        self.side = NORTH if RINGS // 2 <= rings < RINGS else SOUTH

    def rings(self) -> int:
        """Return how many rings are on the board and in the goals."""
        return PLACES - self._count(0)

    def _count(self, size: int) -> int:
        # A bytearray cannot count on a board.
        n = 0
        for ring in self.cells:
            if ring == size:
                n += 1
        return n

    # The end

    def outcome(self):
        """Return None while the game goes on, else ``(winner, reason)``.

        ``winner`` is SOUTH, NORTH or DRAW; ``reason`` is ``goal`` or ``repetition``.
        """
        for side in (SOUTH, NORTH):
            if self.cells[GOAL_N + side]:
                return (side, "goal")
        if self.repetition == "draw" and self.occurrences() >= 3:
            return (DRAW, "repetition")
        return None

    def occurrences(self) -> int:
        """Return how often this position, with the same side to move, has come up in this game.

        From the third time on a draw may be agreed (rules page, "repetition").
        """
        cells = bytearray(self.cells)
        times = 1
        turns = self.turns
        for i in range(len(turns) - 1, -1, -1):
            if turns[i] & PLACE:
                break
            _move_back(cells, turns[i])
            if not (len(turns) - i) & 1 and cells == self.cells:
                times += 1
        return times

    # Texts

    def position_text(self) -> str:
        """Return rows 1 to 6 and the side to move, like ``321123/000000/.../321123 S``.

        ``setup`` follows while rings are set up, and after a win the goal and
        the ring in it, like ``N3``.
        """
        rows = []
        for row in range(6):
            rows.append("".join([str(size) for size in self.cells[row * 6 : row * 6 + 6]]))
        words = ["/".join(rows), SIDE_LETTERS[self.side]]
        if self.setup:
            words.append("setup")
        for goal in (GOAL_N, GOAL_N + 1):
            if self.cells[goal]:
                words.append("%s%d" % (CELL_NAMES[goal], self.cells[goal]))
        return " ".join(words)

    def _read_position(self, text: str) -> None:
        words = text.split()
        if len(words) not in (2, 3) or words[1] not in ("S", "N"):
            raise Unreadable(
                "%r is no Gygès position: expected rows 1 to 6 and S or N, "
                "like 321123/000000/000000/000000/000000/321123 S" % text
            )
        rows = words[0].split("/")
        if len(rows) != 6 or [row for row in rows if len(row) != 6]:
            raise Unreadable(
                "%r is no board: expected six rows of six digits, separated by /" % words[0]
            )
        for cell in range(CELLS):
            letter = rows[cell // 6][cell % 6]
            if letter not in "0123":
                raise Unreadable(
                    "%r on %s is no ring: expected 0, 1, 2 or 3" % (letter, CELL_NAMES[cell])
                )
            self.cells[cell] = int(letter)
        self.side = SIDE_LETTERS.index(words[1])
        self.setup = False
        if len(words) == 3:
            if words[2] == "setup":
                self._read_setup(text)
                return
            if words[2] not in ("N1", "N2", "N3", "S1", "S2", "S3"):
                raise Unreadable(
                    "%r is no end of a position: expected setup, or a goal and the ring in it, "
                    "like N3" % words[2]
                )
            self.cells[parse_cell(words[2][0])] = int(words[2][1])
        if not self.study:
            self._check_counts(2 * EACH, "a game has four of each size")

    def _check_counts(self, wanted: int, why: str) -> None:
        counts = [self._count(size) for size in range(4)]
        if counts[1] != wanted or counts[2] != wanted or counts[3] != wanted:
            raise Unreadable(
                "%d singles, %d doubles and %d triples: %s; "
                "the option study=on takes any rings" % (counts[1], counts[2], counts[3], why)
            )

    def _read_setup(self, text: str) -> None:
        allowed = list(self._setup_cells(SOUTH)) + list(self._setup_cells(NORTH))
        for cell in range(CELLS):
            if self.cells[cell] and cell not in allowed:
                raise Unreadable(
                    "the ring on %s is too far out: a set-up uses the %s of each player"
                    % (CELL_NAMES[cell], "nearest row" if self.rows == 1 else "two nearest rows")
                )
        left = [self.reserve(SOUTH), self.reserve(NORTH)]
        for side in (SOUTH, NORTH):
            for size in (1, 2, 3):
                if left[side][size] < 0:
                    raise Unreadable(
                        "%s has %d %ss: each player sets up two of each size"
                        % (SIDE_NAMES[side], EACH - left[side][size], SIZE_NAMES[size])
                    )
        to_move = self.side
        self._follow_setup()
        if not self.setup:
            raise Unreadable("%r has all twelve rings: leave out the word setup" % text)
        if sum(left[NORTH]) < 3 * EACH and sum(left[SOUTH]) > 0:
            raise Unreadable("%r: North sets up only when South has set up all six rings" % text)
        if to_move != self.side:
            raise Unreadable("%r: the next ring to set up is %s's" % (text, SIDE_NAMES[self.side]))
