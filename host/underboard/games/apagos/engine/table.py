"""Value and distance of every position of Apagos for one set of faces.

One signed byte per position, numbered by ``boardcore.apagos.hints.Numbering``,
as the side to move sees it: ``WIN - d`` it wins in d plies, ``d - WIN`` it loses
in d plies, 0 a tie, IMPOSSIBLE more balls than there are.  The winner takes
the shortest game, the loser the longest.

No position repeats: a put adds a ball, a descend keeps their number and
lowers the sum of their heights.  So positions are solved in layers, most balls
first, inside one number of balls the lowest heights first; every child lies
in a layer that is done (host/docs/rules/apagos.md, "The order of solving").
"""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from boardcore.apagos.hints import Numbering, content, contents
from boardcore.apagos.positions import BALLS
from boardcore.apagos.rules import LEVELS, TOP
from underboard.games.apagos.engine.values import IMPOSSIBLE, WIN

_FAR = 1 << 28
"""Number added for a move that is not there; chosen: it lands behind the table, twice added
too."""


def solve(
    faces: bytes, balls: int = BALLS, progress: Callable[[float], None] | None = None
) -> np.ndarray:
    """Return the table for these faces: int8, one entry per position.

    ``balls``: of each colour.  ``progress`` is told the share that is done,
    0 to 1.  Raises ValueError where the balls cannot fill the holes.
    """
    if sum(faces) > 2 * balls:
        raise ValueError(f"{sum(faces)} holes cannot be filled with {2 * balls} balls")
    numbering = Numbering(faces)
    # One entry more than there are positions: the goal of every move that is not there.
    table = np.full(numbering.positions + 1, IMPOSSIBLE, np.int8)
    moves = _Moves(numbering)
    _finish(table, numbering, balls)
    for numbers, share in _layers(numbering, balls):
        best = table.take(moves.children(numbers), mode="clip").min(axis=0)
        # A child's value turned round, one ply further from the end.
        table[numbers] = np.sign(best) - best
        if progress:
            progress(share)
    return table[:-1]


def grid(
    numbering: Numbering, order: bytes, of_square: Callable[[int, int], np.ndarray]
) -> np.ndarray:
    """Return the sum of something over the four squares, for all positions of one order.

    ``of_square(level, holes)``: one number for each content of that square.
    """
    total = np.zeros((1,) * LEVELS, np.int64)
    for level in range(LEVELS):
        shape = [1] * LEVELS
        shape[level] = contents(order[level])
        total = total + of_square(level, order[level]).reshape(shape)
    return total.reshape(numbering.per_order)


def fillings(holes: int) -> np.ndarray:
    """Return own and other balls for each content of a square, in the order of ``content``."""
    return np.array(
        [(own, other) for own in range(holes + 1) for other in range(holes - own + 1)], np.int64
    )


def _own(level: int, holes: int) -> np.ndarray:
    return fillings(holes)[:, 0]


def _other(level: int, holes: int) -> np.ndarray:
    return fillings(holes)[:, 1]


def _height(level: int, holes: int) -> np.ndarray:
    height: np.ndarray = fillings(holes).sum(axis=1) * level
    return height


def _finish(table: np.ndarray, numbering: Numbering, balls: int) -> None:
    """Write the values of all positions without a free hole."""
    for rank, order in enumerate(numbering.orders):
        own, other = grid(numbering, order, _own), grid(numbering, order, _other)
        full = (own + other == sum(order)) & (own <= balls) & (other <= balls)
        majority = grid(numbering, order, _majority)
        start = rank * numbering.per_order
        part = table[start : start + numbering.per_order]
        part[full] = (np.sign(majority) * WIN)[full]


def _majority(level: int, holes: int) -> np.ndarray:
    both = fillings(holes)
    majority: np.ndarray = (both[:, 0] - both[:, 1]) * (level == TOP)
    return majority


def _layers(numbering: Numbering, balls: int) -> Iterator[tuple[np.ndarray, float]]:
    """Yield the numbers of each layer's positions, children first, and the share done after it."""
    holes = sum(numbering.faces)
    heights = TOP * holes + 1
    keys = np.empty(numbering.positions, np.uint16)
    never = holes * heights  # full, or impossible
    for rank, order in enumerate(numbering.orders):
        own, other = grid(numbering, order, _own), grid(numbering, order, _other)
        left = holes - own - other
        key = (left - 1) * heights + grid(numbering, order, _height)
        key[(left == 0) | (own > balls) | (other > balls)] = never
        keys[rank * numbering.per_order : (rank + 1) * numbering.per_order] = key
    sizes = np.bincount(keys, minlength=never + 1)[:never]
    numbers = np.argsort(keys, kind="stable")[: sizes.sum()]
    del keys
    end = 0
    for size in sizes[sizes > 0]:
        end += size
        yield numbers[end - size : end], float(end / len(numbers))


class _Moves:
    """All moves of many positions at once, as differences of numbers.

    A child is seen by the other side, so its number is that of the same
    position with colours changed (``_turned``) plus a difference that only
    depends on the order and on the content of the one or two squares concerned.
    """

    def __init__(self, numbering: Numbering) -> None:
        orders = numbering.orders
        strides = [_strides(order) for order in orders]
        size = numbering.positions
        self._turned = np.empty(size, np.int32)
        # Where in the tables of differences a position's squares are found.
        self._one = np.empty((LEVELS, size), np.uint16)
        self._pair = np.empty((TOP, size), np.uint32)
        gains: list[list[np.ndarray]] = [[] for _ in range(LEVELS)]
        losses: list[list[np.ndarray]] = [[] for _ in range(LEVELS)]
        tops: list[list[np.ndarray]] = [[], []]
        climbs: list[list[list[np.ndarray]]] = [[[], []] for _ in range(TOP)]
        places = np.arange(numbering.per_order)
        for rank, order in enumerate(orders):
            start = rank * numbering.per_order
            here = slice(start, start + numbering.per_order)
            stride = strides[rank]
            self._turned[here] = start + grid(numbering, order, partial(_turned_place, stride))
            for level, holes in enumerate(order):
                digits = places // stride[level] % contents(holes)
                self._one[level, here] = sum(map(len, gains[level])) + digits
                turned = _turned(holes)
                gains[level].append((_with(holes, 1, 0) - turned) * stride[level])
                losses[level].append((_with(holes, -1, 0) - turned) * stride[level])
            for colour in (0, 1):
                holes = order[TOP]
                change = _with(holes, 1 - colour, colour) - _turned(holes)
                tops[colour].append(change * stride[TOP])
            for level in range(TOP):
                self._pair[level, here] = sum(map(len, climbs[level][0])) + (
                    places
                    // stride[level + 1]
                    % (contents(order[level]) * contents(order[level + 1]))
                )
                after = bytearray(order)
                after[level], after[level + 1] = order[level + 1], order[level]
                jump = (orders.index(bytes(after)) - rank) * numbering.per_order
                for colour in (0, 1):
                    climbs[level][colour].append(
                        jump + _climb(order[level], order[level + 1], colour) * stride[level + 1]
                    )
        self._gains = [_joined(parts) for parts in gains]
        self._losses = [_joined(parts) for parts in losses]
        self._tops = [_joined(parts) for parts in tops]
        self._climbs = [[_joined(parts) for parts in colours] for colours in climbs]

    def children(self, numbers: np.ndarray) -> np.ndarray:
        """Return 14 rows of numbers, one column per position; a move that is not there is far."""
        found = np.empty((2 * LEVELS + 6, len(numbers)), np.int64)
        squares = [row.take(numbers) for row in self._one]
        row = 0
        for level in range(TOP):
            pair = self._pair[level].take(numbers)
            for change in self._climbs[level]:
                change.take(pair, out=found[row], mode="clip")
                row += 1
        for change in self._tops:
            change.take(squares[TOP], out=found[row], mode="clip")
            row += 1
        gains = [self._gains[goal].take(squares[goal]) for goal in range(TOP)]
        for start in range(1, LEVELS):
            loss = self._losses[start].take(squares[start])
            for goal in range(start):
                np.add(loss, gains[goal], out=found[row])
                row += 1
        found += self._turned.take(numbers)
        return found


def _strides(order: bytes) -> list[int]:
    strides = [1] * LEVELS
    for level in range(TOP, 0, -1):
        strides[level - 1] = strides[level] * contents(order[level])
    return strides


def _turned(holes: int) -> np.ndarray:
    """Return, for each content, the content as the other side sees it."""
    return np.array([content(other, own, holes) for own, other in fillings(holes)], np.int64)


def _turned_place(stride: list[int], level: int, holes: int) -> np.ndarray:
    return _turned(holes) * stride[level]


def _with(holes: int, own: int, other: int) -> np.ndarray:
    """Return, for each content, what the other side sees after balls came; _FAR if they cannot."""
    after = fillings(holes) + (own, other)
    there = (after >= 0).all(axis=1) & (after.sum(axis=1) <= holes)
    return np.array(
        [
            content(b, a, holes) if ok else _FAR
            for (a, b), ok in zip(after.tolist(), there, strict=True)
        ],
        np.int64,
    )


def _climb(low: int, high: int, colour: int) -> np.ndarray:
    """Return the difference a put makes to the two digits of neighbours that change places.

    One entry for each pair of contents, the lower square's first; in units of
    the upper digit's stride.
    """
    gained = _with(low, 1 - colour, colour)[:, None]
    above = _turned(high)[None, :]
    before = _turned(low)[:, None] * contents(high) + above
    # A square without a free hole stays far whatever it is multiplied with.
    after = above * contents(low) + gained
    return np.where(gained == _FAR, _FAR, after - before).reshape(-1)


def _joined(parts: list[np.ndarray]) -> np.ndarray:
    """Join the differences of all orders; what a stride made of _FAR becomes _FAR again."""
    joined: np.ndarray = np.minimum(np.concatenate(parts), _FAR)
    return joined
