"""Router: lays tracks on two layers of copper, net by net, on a grid, around what is there.

A wave (A*) goes from what a net has joined already to its next pad.  Front tracks prefer to
run across, back tracks along; a change of layer costs as much as some millimetres.
"""

import heapq
from math import hypot

import numpy as np

from underboard.hardware.pcb.carrier import Board
from underboard.trouble import Trouble

GRID = 0.635
"""Distance of two tracks' middles at least, mm."""
NARROW, BROAD = 0.4, 0.9
"""Width of a signal's track and of a supply's, mm."""
CLEARANCE = 0.3
"""Between copper of two nets at points of the grid, mm: more than the rule's 0.2, because a
slanting track comes closer between two of its points."""
EDGE = 0.6
"""Between copper and the board's edge, mm."""
VIA, VIA_DRILL = 0.9, 0.5
VIA_COST, AGAINST = 12.0, 0.35
"""Cost of a change of layer, and of a step against a layer's direction, in steps."""
SUPPLIES = ("5 V", "5 V fused", "5 V pixels", "GND", "3.3 V", "AGND")
TRIES = 40
"""Orders of nets that are tried."""

Node = tuple[int, int, int]
"""Layer (0 front, 1 back), column and row of the grid."""
Spot = tuple[float, float]
"""A place on the board, mm."""


def width_of(net: str) -> float:
    """Return the width of a net's tracks."""
    return BROAD if net in SUPPLIES else NARROW


class Copper:
    """What is on the board already, as distances from every point of the grid."""

    def __init__(self, board: Board) -> None:
        self.columns = int(board.wide / GRID) + 1
        self.rows = int(board.high / GRID) + 1
        self.x = np.arange(self.columns)[:, None] * GRID
        self.y = np.arange(self.rows)[None, :] * GRID
        self.board = board
        self.items: list[tuple[str, int, np.ndarray, float]] = []
        """Net, layer (-1 both), distance from each point, half width."""
        for part in board.parts:
            for pad in part.pads:
                x, y = part.spot(pad)
                net = board.nets.get(pad.pin, f"nothing {part.ref} {pad.name}")
                # A square's corner reaches farther than its side.
                half = pad.size / 2 * (2**0.5 if pad.square else 1)
                self.items.append((net, -1, np.hypot(self.x - x, self.y - y), half))
        for x, y in board.screws:
            self.items.append(("screw", -1, np.hypot(self.x - x, self.y - y), 3.2))
        left, top, right, bottom = board.words
        aside = np.maximum(np.maximum(left - self.x, self.x - right), 0)
        along = np.maximum(np.maximum(top - self.y, self.y - bottom), 0)
        self.items.append(("words", 0, np.hypot(aside, along), 0.0))

    def add_segment(self, net: str, layer: int, a: Spot, b: Spot, width: float) -> None:
        """Put a track on the board."""
        (ax, ay), (bx, by) = a, b
        long = max((bx - ax) ** 2 + (by - ay) ** 2, 1e-9)
        t = np.clip(((self.x - ax) * (bx - ax) + (self.y - ay) * (by - ay)) / long, 0, 1)
        away = np.hypot(self.x - ax - t * (bx - ax), self.y - ay - t * (by - ay))
        self.items.append((net, layer, away, width / 2))

    def add_via(self, net: str, spot: Spot) -> None:
        """Put a via on the board."""
        self.items.append((net, -1, np.hypot(self.x - spot[0], self.y - spot[1]), VIA / 2))

    def free(self, net: str, half: float) -> np.ndarray:
        """Return, for each layer and point, whether copper of this half width may be there."""
        board = self.board
        inside = (
            (self.x >= EDGE + half)
            & (self.x <= board.wide - EDGE - half)
            & (self.y >= EDGE + half)
            & (self.y <= board.high - EDGE - half)
        )
        free = np.stack([inside, inside])
        for other, layer, away, reach in self.items:
            if other == net:
                continue
            blocked = away < reach + half + CLEARANCE
            for one in (0, 1) if layer < 0 else (layer,):
                free[one] &= ~blocked
        return free


def route(board: Board) -> Board:
    """Lay all tracks.  Raises Trouble if no order of nets finds room for all of them."""
    pads: dict[str, list[tuple[float, float]]] = {}
    for part in board.parts:
        for pad in part.pads:
            if pad.pin:
                pads.setdefault(board.nets[pad.pin], []).append(part.spot(pad))
    order = sorted((net for net in pads if len(pads[net]) > 1), key=lambda n: (_long(pads[n]), n))
    failed = ""
    for _ in range(TRIES):
        board.tracks, board.vias = [], []
        copper = Copper(board)
        failed = next((net for net in order if not _net(board, copper, net, pads[net])), "")
        if not failed:
            return board
        # What found no way goes first next time.
        order.remove(failed)
        order.insert(0, failed)
    raise Trouble("no way found for '%s' on a board of %g × %g mm", failed, board.wide, board.high)


def _long(spots) -> float:
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return max(xs) - min(xs) + max(ys) - min(ys)


def _net(board: Board, copper: Copper, net: str, spots) -> bool:
    half = width_of(net) / 2
    free, via_free = copper.free(net, half), copper.free(net, VIA / 2).all(axis=0)
    nodes = [_near(copper, spot) for spot in spots]
    for column, row in nodes:
        free[:, column, row] = True
    joined: set[Node] = {(layer, *nodes[0]) for layer in (0, 1)}
    left = set(range(1, len(nodes)))
    paths = []
    while left:
        goals = {(layer, *nodes[i]): i for i in left for layer in (0, 1)}
        path = _path(free, via_free, joined, goals)
        if path is None:
            return False
        joined |= set(path)
        reached = goals[path[-1]]
        joined |= {(layer, *nodes[reached]) for layer in (0, 1)}
        left.discard(reached)
        paths.append(path)
    for node, spot in zip(nodes, spots, strict=True):
        # From the pad's middle to the grid.
        _track(board, copper, net, 0, spot, (node[0] * GRID, node[1] * GRID))
        _track(board, copper, net, 1, spot, (node[0] * GRID, node[1] * GRID))
    for path in paths:
        _lay(board, copper, net, path)
    return True


def _near(copper: Copper, spot) -> tuple[int, int]:
    return round(spot[0] / GRID), round(spot[1] / GRID)


def _path(free, via_free, starts: set[Node], goals: dict[Node, int]) -> list[Node] | None:
    targets = list(goals)

    def guess(node: Node) -> float:
        return min(hypot(node[1] - g[1], node[2] - g[2]) for g in targets)

    heap = [(guess(node), 0.0, node) for node in sorted(starts)]
    heapq.heapify(heap)
    cost = dict.fromkeys(starts, 0.0)
    before: dict[Node, Node] = {}
    columns, rows = free.shape[1:]
    while heap:
        _, spent, node = heapq.heappop(heap)
        if node in goals:
            path = [node]
            while path[-1] in before:
                path.append(before[path[-1]])
            return path[::-1]
        if spent > cost[node]:
            continue
        layer, column, row = node
        steps = [
            ((layer, column + dx, row + dy), hypot(dx, dy) + AGAINST * abs((dy, dx)[layer]))
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            if dx or dy
        ]
        if via_free[column, row]:
            steps.append(((1 - layer, column, row), VIA_COST))
        for after, more in steps:
            one, x, y = after
            if not (0 <= x < columns and 0 <= y < rows and free[one, x, y]):
                continue
            total = spent + more
            if total < cost.get(after, float("inf")) - 1e-9:
                cost[after], before[after] = total, node
                heapq.heappush(heap, (total + guess(after), total, after))
    return None


def _lay(board: Board, copper: Copper, net: str, path: list[Node]) -> None:
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


def _track(board: Board, copper: Copper, net: str, layer: int, a, b) -> None:
    a, b = (round(a[0], 4), round(a[1], 4)), (round(b[0], 4), round(b[1], 4))
    if a == b:
        return
    board.tracks.append((net, layer, a, b, width_of(net)))
    copper.add_segment(net, layer, a, b, width_of(net))
