"""Values of the turns of a Gygès position, as far as the search sees.

Thinking is counted in nodes, never in seconds: the same position is judged alike on every
computer, with numba and without.
"""

import random
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from boardcore.gyges.rules import CELLS, DRAW, Game
from underboard.engine import compile_process, compiled
from underboard.engine.compiled import array_of
from underboard.engine.levels import SearchStopped
from underboard.engine.limits import Report, Tell, quiet
from underboard.games.gyges.engine import assess, kernels, search, tables
from underboard.games.gyges.engine.search import SURE, WIN

WEIGHTS = (
    2925, -248,
    -78, -116, 149, 128, 25, 168,
    -174, 124, -33, -146, -29, -64,
    -49, -88, 20, -40, 49, -49,
    334, 116, 307, 239, 126, 290,
    -187, -199, -319, -529, -253, -226,
    296, -147, 72, -48, 124, 32,
    -411, -55, -92, -95, 48, 15,
    -581, -244, 12, -72, 122, 174,
    -446, 91, 71, -362, -143, 201,
    455, -401, 195, 242, 243, -245, -178, -345,
)  # fmt: skip
"""Weights of ``assess.assess``, 1/1600 of a log-odds: see ``tables.FACTS``; by gyges_tune.py."""
WARM_UP = "112000/032030/000000/000000/002100/320301 S"
OUTERMOST = search.run
EARLY, LATE_DEPTH = 10, 3
"""Turns that are always looked at fully, and the depth from which others are not; by matches."""
SLICE, PLAIN_SLICE = 1000, 50
"""Nodes between two calls of ``pause``, compiled and as plain Python: some 3 ms."""
TABLE_BITS, PLAIN_TABLE_BITS = 18, 15


class Found(NamedTuple):
    """One turn, and what it is worth to the side that plays it."""

    turn: int
    value: int

    @property
    def wins_in(self) -> int:
        """Turns of both sides, this one first, until the side has won by force; 0: not seen."""
        return WIN - self.value if self.value > SURE else 0

    @property
    def loses_in(self) -> int:
        """Turns of both sides until the other side has won by force; 0: not seen."""
        return WIN + self.value if self.value < -SURE else 0


class Machine(NamedTuple):
    """Kernels with their tables and memory, which all searches share, one after the other."""

    tables: Any
    scratch: Any
    stack: Any
    array: Callable[..., Any]
    """Makes ints to what the kernels take."""
    slice: int
    start: Callable[..., Any]
    run: Callable[..., Any]
    turns: Callable[..., Any]
    goal_in_reach: Callable[..., Any]


def machine(weights: tuple[int, ...] = WEIGHTS) -> Machine:
    """Return the compiled kernels, plain ones where numba is missing or still compiles."""
    return _machine(compile_process.is_ready(__name__), weights)


@cache
def _machine(fast: bool, weights: tuple[int, ...]) -> Machine:
    array = array_of if fast else list
    bits = TABLE_BITS if fast else PLAIN_TABLE_BITS
    names: Any = vars(search) | vars(kernels) if fast else compiled.plain(kernels, assess, search)
    return Machine(
        tables.tables(array),
        tables.scratch(array),
        tables.stack(weights, bits, array),
        array,
        SLICE if fast else PLAIN_SLICE,
        *(names[name] for name in ("start", "run", "turns", "goal_in_reach")),
    )


class Thinker:
    """One search from one position."""

    def __init__(
        self,
        game: Game,
        pause: Callable[[], None] = lambda: None,
        chance: random.Random | None = None,
        report: Tell = quiet,
        weights: tuple[int, ...] = WEIGHTS,
    ) -> None:
        """Get ready to think about the position of ``game``, whose rings are set up.

        ``chance``: decides which of several turns of one value comes first.  ``weights``: others
        than the engine's, to compare the two.
        """
        self._game = game
        self._chance = chance
        self._pause, self._report = pause, report
        self._machine = machine(weights)
        self._t, self._s, self._q = self._machine[:3]
        # What an earlier search has left would make this one depend on it.
        self._q[tables.SALT] = self._q[tables.SALT] + tables.NEW_SALT & tables.SALTS
        self._q[tables.NODES] = 0
        self._limit = 0
        self.depth = 0
        """Turns that the last complete look ahead took in."""
        self.found: list[Found] = []
        """Turns that differ in what they lead to, the best first."""

    @property
    def nodes(self) -> int:
        """Return how many nodes were looked at."""
        return int(self._q[tables.NODES])

    def think(self, depth: int, nodes: int, width: int = 0) -> list[Found]:
        """Look up to ``depth`` turns ahead and at up to ``nodes`` nodes; return ``found``.

        Turns that are worth at most ``width`` less than the best get their exact value; others
        get a bound, below that.  It ends early when the outcome is known.
        """
        self._limit = nodes
        self.found = [Found(turn, 0) for turn in self._turns()]
        for deep in range(1, depth + 1):
            try:
                self._look(deep, width)
            except SearchStopped:
                break
            self.depth = deep
            self._tell()
            if abs(self.found[0].value) > SURE or len(self.found) == 1:
                break
        return self.found

    def _tell(self) -> None:
        """Report the depth that was just searched."""
        best = self.found[0]
        wins_in = best.wins_in or -best.loses_in
        self._report(Report(self.depth, self.nodes, best.value, wins_in, self._line()))

    def _line(self) -> tuple[int, ...]:
        """Return the best turns of both sides, as far as the transposition table has them."""
        game, q = self._game, self._q
        line = [self.found[0].turn]
        game.step(line[0])
        while len(line) < self.depth and not game.outcome():
            cells = self._machine.array(game.cells)
            self._machine.start(self._t, q, cells, game.side, int(game.null), -WIN, WIN, 1)
            slot = int(assess.slot_of(q, q[tables.KEY]))
            turn = int(q[slot + 4]) if q[slot] == q[tables.KEY] else -1
            if turn not in different_turns(game):
                break
            line.append(turn)
            game.step(turn)
        for _ in line:
            game.undo()
        return tuple(line)

    def exact(self, turn: int, nodes: int) -> int:
        """Return what one turn is worth, as deep as ``think`` has looked, by ``nodes`` more."""
        self._limit = self.nodes + nodes
        value = next((one.value for one in self.found if one.turn == turn), 0)
        for depth in range(1, max(self.depth, 1) + 1):
            try:
                value = self._judge(turn, depth, -WIN, -WIN)
            except SearchStopped:
                break
            if abs(value) > SURE:
                break
        return value

    def winning(self, depth: int, nodes: int) -> list[Found]:
        """Return every turn that wins by force within ``depth`` + 1 turns, and no other.

        ``depth`` is even.  Unlike ``think`` it looks at all turns of the winner, too.  Raises
        Enough if the nodes do not suffice.
        """
        self._limit = self.nodes + nodes
        width, self._q[tables.WIDTH] = self._q[tables.WIDTH], tables.TURNS
        try:
            found = []
            for turn in self._turns():
                value = self._judge(turn, depth, SURE, SURE)
                if value > SURE and WIN - value <= depth + 1:
                    found.append(Found(turn, value))
            return found
        finally:
            self._q[tables.WIDTH] = width

    def _turns(self) -> list[int]:
        """Return the turns of the position, those to the goal first."""
        turns = different_turns(self._game)
        if self._chance:
            self._chance.shuffle(turns)
        return sorted(turns, key=lambda turn: turn >> 6 & 63 < CELLS)

    def _look(self, depth: int, width: int) -> None:
        """Judge every turn ``depth`` turns deep and sort them."""
        best = -WIN
        judged: list[Found] = []
        try:
            for turn, known in self.found:
                value = known
                late = len(judged) >= EARLY and depth >= LATE_DEPTH
                # What is lost by force stays so; of turns that looked worse one turn less must
                # show that they are worth a full look.
                if known >= -SURE and late and best > -WIN:
                    value = self._judge(turn, depth - 1, best - width, best)
                if known >= -SURE and (not late or value > best - width):
                    value = self._judge(turn, depth, best - width, best)
                judged.append(Found(turn, value))
                best = max(best, value)
                if best > SURE and not width:
                    break  # no depth before has seen a win: none is quicker
        except SearchStopped:
            if not self.depth or not judged:
                raise
            # What was best so far came first; a better one found since then is better.
            looked = {one.turn for one in judged}
            top = max(judged, key=lambda one: one.value)
            if top.value > judged[0].value:
                rest = [one for one in self.found if one.turn != top.turn]
                self.found = [top, *rest]
            elif len(looked) == 1 and judged[0].value < -SURE:
                self.found[0] = judged[0]
                self.found.sort(key=lambda one: -one.value)
            raise
        looked = {one.turn for one in judged}
        judged += [Found(one.turn, -WIN) for one in self.found if one.turn not in looked]
        judged.sort(key=lambda one: -one.value)  # stable: as good and found earlier stays first
        self.found = judged

    def _judge(self, turn: int, depth: int, low: int, best: int) -> int:
        """Return what a turn is worth; no more than ``low`` means that it may be worth less."""
        game = self._game
        game.step(turn)
        try:
            outcome = game.outcome()
            if outcome:
                return 0 if outcome[0] == DRAW else WIN - 1
            if self._repeats():
                return 0
            if low > -WIN:
                value = self._search(depth - 1, low, low + 1)
                if value <= low:
                    return value
            return self._search(depth - 1, max(low, -WIN), WIN)
        finally:
            game.undo()

    def _repeats(self) -> bool:
        """Return True if the position, after a turn, has come up before in this game."""
        return self._game.ply > 2 and self._game.occurrences() > 1

    def _search(self, depth: int, low: int, high: int) -> int:
        """Search the position after a turn; return its value for who played the turn."""
        t, s, q = self._t, self._s, self._q
        game = self._game
        if self.depth and self.nodes > self._limit:
            raise SearchStopped  # many searches of less than a slice
        cells = self._machine.array(game.cells)
        self._machine.start(t, q, cells, game.side, int(game.null), -high, -low, depth)
        while not self._machine.run(t, s, q, cells, self._machine.slice):
            self._pause()
            if self.nodes > self._limit:
                raise SearchStopped
        value = -int(q[tables.VALUE])
        # The search counts from after the turn.
        return value - (value > SURE) + (value < -SURE)


@cache
def warm_up() -> None:
    """Compile what is not compiled yet: no game should wait for it, it may take seconds."""
    if compiled.FAST:
        Thinker(Game(position=WARM_UP)).think(2, 1000)


def different_turns(game: Game) -> list[int]:
    """Return the turns of the side to move, one for each position that a ring leads to."""
    m = machine()
    out, cells = m.stack, m.array(game.cells)
    places = cells, occupied_of(game), game.side
    count = m.turns(m.tables, m.scratch, *places, game.null, False, out, tables.TURN)
    return [int(turn) for turn in out[tables.TURN : count]]


def goal_in_reach(game: Game, side: int) -> bool:
    """Return True if ``side``, if it were to move, could enter the goal at once."""
    m = machine()
    cells = m.array(game.cells)
    return bool(m.goal_in_reach(m.tables, m.scratch, cells, occupied_of(game), side))


def occupied_of(game: Game) -> int:
    """Return the set of cells with a ring."""
    return sum(1 << cell for cell in range(CELLS) if game.cells[cell])
