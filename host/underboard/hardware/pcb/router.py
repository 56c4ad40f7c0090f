"""Grid router for tracks on two copper layers, net by net.

A wave (A*) goes from what a net has joined already to its next pad.  Front tracks prefer to
run across, back tracks along; a change of layer costs as much as some millimetres.
"""

import heapq
from collections.abc import Iterator
from math import hypot

import numpy as np

from underboard.errors import UnderboardError
from underboard.hardware.pcb import occupancy as rules
from underboard.hardware.pcb.board import Pcb, check
from underboard.hardware.pcb.occupancy import GRID, VIA, Copper, Spot, width_of

VIA_COST, AGAINST = 12.0, 0.35
"""Cost of a change of layer, and of a step against a layer's direction, in steps."""
SINK = 8
"""How far from its pad a via to a plane may lie, in steps."""
CROSS = 8.0
"""Price of a point of another net's track that has to be taken up then, in steps."""
EAGER = 1.15
"""Factor of the distance to the goal; chosen: more finds a way sooner, but not the shortest."""
TRIES = 400
"""Number of nets that are laid again before the router gives up; chosen."""

Node = tuple[int, int, int]
"""Layer (0 front, 1 back), column and row of the grid."""


def route(board: Pcb) -> Pcb:
    """Lay all tracks.

    Raises UnderboardError if there is no room for all of them, or for the parts.

    A net that finds no way takes up the tracks that are in its cheapest way; they are laid
    anew later, and where that happened a track costs more from then on.
    """
    check(board)
    pads: dict[str, list[tuple[Spot, bool]]] = {}
    for part in board.parts:
        for pad in part.pads:
            if pad.pin:
                found = pads.setdefault(board.nets[pad.pin], [])
                found.append((part.spot(pad), bool(pad.drill)))
    nets = [net for net in pads if len(pads[net]) > 1 and net not in board.planes]
    left = sorted(nets, key=lambda n: (_long(pads[n]), n))
    board.tracks, board.vias = [], []
    copper = Copper(board)
    fought = np.zeros((2, copper.columns, copper.rows))
    for net, found in pads.items():
        for spot, through in found:
            _stub(board, copper, net, spot, through)
    for net in board.planes:
        for spot, through in pads.get(net, ()):
            if not through:
                _sink(board, copper, net, spot)
    copper.settle()
    firm = len(board.tracks)
    for _ in range(TRIES + len(left)):
        if not left:
            return board
        net = left.pop(0)
        paths = _paths(copper, net, pads[net]) or _paths(copper, net, pads[net], fought)
        if paths is None:
            break
        others = _in_the_way(board, firm, paths, net)
        if others:
            laid = [track for track in board.tracks[firm:] if track[0] not in others]
            board.tracks[firm:] = laid
            board.vias = [via for via in board.vias if via[0] not in others]
            copper.take_up()
            left += sorted(others, key=lambda n: (_long(pads[n]), n))
        for path in paths:
            _lay(board, copper, net, path)
    raise UnderboardError(
        "no way found for '%s' on a board of %g × %g mm", net, board.wide, board.high
    )


def _long(pads: list[tuple[Spot, bool]]) -> float:
    xs, ys = [spot[0] for spot, _ in pads], [spot[1] for spot, _ in pads]
    return max(xs) - min(xs) + max(ys) - min(ys)


def _paths(
    copper: Copper, net: str, pads: list[tuple[Spot, bool]], fought: np.ndarray | None = None
) -> list[list[Node]] | None:
    """Return ways that join all pads of a net, None if there are none.

    With ``fought`` they may cross other tracks, at a price that rises where they do.
    """
    half = width_of(net) / 2
    nodes = [_near(spot) for spot, _ in pads]
    free, via_free = copper.free(net, half), copper.free(net, VIA / 2).all(axis=0)
    drilled = copper.drilled
    price = np.zeros_like(free, float)
    if fought is not None:
        drilled = copper.firm_drilled
        may, via_may = copper.free(net, half, True), copper.free(net, VIA / 2, True).all(axis=0)
        price = np.where(free & may, 0.0, CROSS + fought)
        free, via_free = may, via_may
    slants = copper.slants(net, half, fought is not None)
    for (column, row), (_, through) in zip(nodes, pads, strict=True):
        free[: 2 if through else 1, column, row] = True
    ends = [
        {(layer, *node) for layer in ((0, 1) if through else (0,))}
        for node, (_, through) in zip(nodes, pads, strict=True)
    ]
    walk = PathSearch(free, slants, via_free & ~drilled, price)
    joined = set(ends[0])
    paths = []
    for new, near in _tree(nodes):
        path = walk.path(ends[new], joined, nodes[near])
        if path is None:
            return None
        joined |= set(path) | ends[new]
        paths.append(path)
        if fought is not None:
            for node in path:
                fought[node] += CROSS if price[node] else 0.0
    return paths


def _sink(board: Pcb, copper: Copper, net: str, spot: Spot) -> None:
    """Connect a pad on the surface to its plane by a via beside it.

    Raises UnderboardError if there is no room.
    """
    column, row = _near(spot)
    free = copper.free(net, width_of(net) / 2)
    free[0, column, row] = True
    via_free = copper.free(net, VIA / 2).all(axis=0) & ~copper.drilled
    slants = copper.slants(net, width_of(net) / 2)
    walk = PathSearch(free, slants, np.zeros_like(via_free), np.zeros_like(free, float))
    around = range(-SINK, SINK + 1)
    goals = {(0, column + dx, row + dy) for dx in around for dy in around
             if via_free[column + dx, row + dy]}  # fmt: skip
    path = walk.path({(0, column, row)}, goals, (column, row))
    if path is None:
        raise UnderboardError("no room for a via of '%s' beside %g, %g mm", net, *spot)
    _lay(board, copper, net, path)
    board.vias.append((net, _at(path[-1])))
    copper.add_via(net, _at(path[-1]))


def _in_the_way(board: Pcb, firm: int, paths: list[list[Node]], net: str) -> set[str]:
    """Return the other nets whose tracks or vias are too near to these ways."""
    found = set()
    half = width_of(net) / 2
    nodes = np.array(sorted({node for path in paths for node in path}), float)
    turns = [path[i][1:] for path in paths for i in range(1, len(path))
             if path[i][0] != path[i - 1][0]]  # fmt: skip
    vias = np.array(sorted(set(turns)), float).reshape(-1, 2) * GRID
    spots = nodes[:, 1:] * GRID
    for other, layer, a, b, width in board.tracks[firm:]:
        if other == net or other in found:
            continue
        on = spots[nodes[:, 0] == layer]
        if _least(on, a, b) < width / 2 + half + rules.CLEARANCE or (
            _least(vias, a, b) < width / 2 + VIA / 2 + rules.CLEARANCE
        ):
            found.add(other)
    for other, spot in board.vias:
        if other == net or other in found:
            continue
        if _least(spots, spot, spot) < VIA / 2 + half + rules.CLEARANCE or (
            _least(vias, spot, spot) < VIA + rules.CLEARANCE
        ):
            found.add(other)
    return found


def _least(spots: np.ndarray, a: Spot, b: Spot) -> float:
    """Return the least distance of some points from a track's middle."""
    if not len(spots):
        return float("inf")
    (ax, ay), (bx, by) = a, b
    long = max((bx - ax) ** 2 + (by - ay) ** 2, 1e-9)
    x, y = spots[:, 0], spots[:, 1]
    t = np.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long, 0, 1)
    return float(np.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)).min())


def _stub(board: Pcb, copper: Copper, net: str, spot: Spot, through: bool) -> None:
    """Lead from a pad's middle to the nearest point of the grid."""
    column, row = _near(spot)
    for layer in (0, 1) if through else (0,):
        _track(board, copper, net, layer, spot, (column * GRID, row * GRID))


def _tree(nodes: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield each node but the first with the nearest one before it: the shortest tree."""
    left = dict.fromkeys(range(1, len(nodes)), 0)

    def far(i: int, j: int) -> int:
        return abs(nodes[i][0] - nodes[j][0]) + abs(nodes[i][1] - nodes[j][1])

    while left:
        new = min(left, key=lambda i: (far(i, left[i]), i))
        yield new, left.pop(new)
        for i, near in left.items():
            if far(i, new) < far(i, near):
                left[i] = new


def _near(spot: Spot) -> tuple[int, int]:
    return round(spot[0] / GRID), round(spot[1] / GRID)


class PathSearch:
    """Finds ways of one net on the grid; points are numbered layer by layer, column by column."""

    def __init__(
        self, free: np.ndarray, slants: np.ndarray, via_free: np.ndarray, price: np.ndarray
    ) -> None:
        self.columns, self.rows = map(int, free.shape[1:])
        self.size = self.columns * self.rows
        self.free = free.tobytes()
        self.slants = slants.tobytes()
        self.via_free = via_free.tobytes()
        self.price = price.ravel().tolist()
        # By how much the number changes, the price, and which square is crossed, 1 for none.
        self.steps = tuple(
            [
                (
                    dx * self.rows + dy,
                    hypot(dx, dy) + AGAINST * abs((dy, dx)[layer]),
                    min(dx, 0) * self.rows + min(dy, 0) if dx and dy else 1,
                )
                for dx in (-1, 0, 1)
                for dy in (-1, 0, 1)
                if dx or dy
            ]
            for layer in (0, 1)
        )

    def path(self, starts: set[Node], goals: set[Node], near: tuple[int, int]) -> list[Node] | None:
        """Return the cheapest way from a start to a goal, None if there is none.

        ``near``: the goal to head for; whatever other goal lies on the way will do.
        """
        rows, size = self.rows, self.size
        aim_x, aim_y = near
        wanted = {self._index(node) for node in goals}
        cost: dict[int, float] = {}
        before: dict[int, int] = {}
        heap: list[tuple[float, float, int]] = []

        def guess(index: int) -> float:
            column, row = divmod(index % size, rows)
            dx, dy = abs(column - aim_x), abs(row - aim_y)
            return EAGER * (dx + dy - 0.586 * min(dx, dy))

        for node in sorted(starts):
            index = self._index(node)
            cost[index] = 0.0
            heapq.heappush(heap, (guess(index), 0.0, index))
        free, slants = self.free, self.slants
        via_free, price = self.via_free, self.price
        while heap:
            _, spent, index = heapq.heappop(heap)
            if index in wanted:
                way = [index]
                while way[-1] in before:
                    way.append(before[way[-1]])
                return [self._node(one) for one in reversed(way)]
            if spent > cost[index]:
                continue
            layer = index >= size
            steps = [
                (index + by, more)
                for by, more, square in self.steps[layer]
                if square > 0 or slants[index + square]
            ]
            if via_free[index - size if layer else index]:
                steps.append((index - size if layer else index + size, VIA_COST))
            for after, more in steps:
                if not free[after]:
                    continue
                total = spent + more + price[after]
                if total < cost.get(after, 1e18) - 1e-9:
                    cost[after], before[after] = total, index
                    heapq.heappush(heap, (total + guess(after), total, after))
        return None

    def _index(self, node: Node) -> int:
        return node[0] * self.size + node[1] * self.rows + node[2]

    def _node(self, index: int) -> Node:
        layer, rest = divmod(index, self.size)
        return (layer, *divmod(rest, self.rows))


def _lay(board: Pcb, copper: Copper, net: str, path: list[Node]) -> None:
    """Lay a path: straight runs become one track, changes of layer vias."""
    start = path[0]
    for i in range(1, len(path)):
        here, last = path[i], path[i - 1]
        if here[0] != last[0]:
            _track(board, copper, net, last[0], _at(start), _at(last))
            board.vias.append((net, _at(here)))
            copper.add_via(net, _at(here))
            start = here
            continue
        following = path[i + 1] if i + 1 < len(path) else None
        straight = (
            following
            and following[0] == here[0]
            and (following[1] - here[1], following[2] - here[2])
            == (here[1] - last[1], here[2] - last[2])
        )
        if not straight:
            _track(board, copper, net, here[0], _at(start), _at(here))
            start = here


def _at(node: Node) -> tuple[float, float]:
    return round(node[1] * GRID, 4), round(node[2] * GRID, 4)


def _track(
    board: Pcb, copper: Copper, net: str, layer: int, a: tuple[float, float], b: tuple[float, float]
) -> None:
    a, b = (round(a[0], 4), round(a[1], 4)), (round(b[0], 4), round(b[1], 4))
    if a == b:
        return
    board.tracks.append((net, layer, a, b, width_of(net)))
    copper.add_segment(net, layer, a, b, width_of(net))
