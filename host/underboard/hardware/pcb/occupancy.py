"""Occupied copper of a board, and free space for a net's tracks and vias."""

from collections.abc import Callable

import numpy as np

from underboard.hardware.pcb.board import Pcb
from underboard.hardware.pcb.footprints import Pad

GRID = 0.635
"""Distance of two tracks' middles at least, mm; chosen, a quarter of 2.54."""
NARROW, BROAD = 0.25, 0.5
"""Width of a signal's track and of a supply's, mm."""
CLEARANCE = 0.3
"""Between copper of two nets at points of the grid, mm: more than the rule's 0.2, because a
slanting track comes closer between two of its points."""
EDGE = 0.6
"""Distance between copper and the board's edge, mm; chosen."""
VIA, VIA_DRILL = 0.8, 0.4
SUPPLIES = ("5 V", "5 V fused", "5 V pixels", "GND", "3.3 V", "3.3 V sensors", "AGND")
HOLES = 0.3
"""Distance between the rims of two drilled holes, mm; chosen."""
SEVERAL = -1
"""Index of the owner of a point where copper of more than one net is too near; chosen."""

Spot = tuple[float, float]
"""A place on the board, mm."""


def width_of(net: str) -> float:
    """Return the width of a net's tracks."""
    return BROAD if net in SUPPLIES else NARROW


class Copper:
    """Occupied points of the grid: whose copper is too near each of them.

    For each half width that a track or via may have there are maps of owners: 0 for nobody, the
    number of a net that alone may come here, or SEVERAL.  A second map of each is of the middles
    of the grid's squares, where slanting tracks pass.
    """

    def __init__(self, board: Pcb) -> None:
        self.columns = int(board.wide / GRID) + 1
        self.rows = int(board.high / GRID) + 1
        self.board = board
        self.numbers: dict[str, int] = {}
        self.halves = (NARROW / 2, BROAD / 2, VIA / 2)
        self.owners = {
            half: np.zeros((2, 2, self.columns, self.rows), np.int16) for half in self.halves
        }
        self.drilled = np.zeros((self.columns, self.rows), bool)
        """Points without vias of any net: holes keep apart, and pads stay whole."""
        for part in board.parts:
            for pad in part.pads:
                net = board.nets.get(pad.pin, f"nothing {part.ref} {pad.name}")
                self._pad(net, part.spot(pad), pad)
            for dx, dy, wide in part.pegs:
                self._disc("peg", (0, 1), (part.x + dx, part.y + dy), wide / 2 + 0.2)
        for spot in board.screws:
            self._disc("screw", (0, 1), spot, 3.2)
        left, top, right, bottom = board.words
        middle = (left + right) / 2, (top + bottom) / 2
        self._box("words", (0,), middle, (right - left) / 2, (bottom - top) / 2)
        self.settle()

    def settle(self) -> None:
        """Let all that is there now stay; what comes later can be taken up again."""
        self.firm = {half: owners.copy() for half, owners in self.owners.items()}
        self.firm_drilled = self.drilled.copy()

    def take_up(self) -> None:
        """Begin anew with what stays; then lay what is still on the board."""
        self.owners = {half: owners.copy() for half, owners in self.firm.items()}
        self.drilled = self.firm_drilled.copy()
        for net, layer, a, b, width in self.board.tracks:
            self.add_segment(net, layer, a, b, width)
        for net, spot in self.board.vias:
            self.add_via(net, spot)

    def add_segment(self, net: str, layer: int, a: Spot, b: Spot, width: float) -> None:
        """Put a track on the board."""
        (ax, ay), (bx, by) = a, b
        reach = width / 2
        window = self._window(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by), reach)
        long = max((bx - ax) ** 2 + (by - ay) ** 2, 1e-9)

        def away(x: np.ndarray, y: np.ndarray) -> np.ndarray:
            t = np.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long, 0, 1)
            return np.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay))

        self._mark(net, (layer,), window, away, reach)

    def add_via(self, net: str, spot: Spot) -> None:
        """Put a via on the board."""
        self._disc(net, (0, 1), spot, VIA / 2)
        self._drill(spot, VIA_DRILL / 2)

    def free(self, net: str, half: float, firm: bool = False) -> np.ndarray:
        """Return, for each layer and point, whether copper of this half width may be there.

        ``firm``: if all other tracks were taken up.
        """
        free: np.ndarray = self._free(net, half, firm, 0) & self._inside(half)
        return free

    def slants(self, net: str, half: float, firm: bool = False) -> np.ndarray:
        """Return the same for the middles of squares: there slanting tracks pass."""
        return self._free(net, half, firm, 1)

    def _free(self, net: str, half: float, firm: bool, middle: int) -> np.ndarray:
        owner = (self.firm if firm else self.owners)[half][middle]
        free: np.ndarray = (owner == 0) | (owner == self._number(net))
        return free

    def _inside(self, half: float) -> np.ndarray:
        x, y = self._grid((0, self.columns, 0, self.rows))
        near = EDGE + half
        inside = (x >= near) & (x <= self.board.wide - near)
        return inside & (y >= near) & (y <= self.board.high - near)

    def _pad(self, net: str, spot: Spot, pad: Pad) -> None:
        layers = (0, 1) if pad.drill else (0,)
        if pad.round:
            self._disc(net, layers, spot, pad.size / 2)
        else:
            self._box(net, layers, spot, *pad.half)
        if pad.drill:
            self._drill(spot, pad.drill / 2)
        else:
            window = self._window(*spot, *spot, max(pad.half))
            x, y = self._grid(window)
            left, right, top, bottom = window
            on = (abs(x - spot[0]) < pad.half[0] + VIA / 2) & (
                abs(y - spot[1]) < pad.half[1] + VIA / 2
            )
            self.drilled[left:right, top:bottom] |= on

    def _drill(self, spot: Spot, radius: float) -> None:
        window = self._window(*spot, *spot, radius)
        x, y = self._grid(window)
        left, right, top, bottom = window
        near = np.hypot(x - spot[0], y - spot[1]) < radius + VIA_DRILL / 2 + HOLES
        self.drilled[left:right, top:bottom] |= near

    def _disc(self, net: str, layers: tuple[int, ...], spot: Spot, radius: float) -> None:
        window = self._window(*spot, *spot, radius)
        self._mark(net, layers, window, lambda x, y: np.hypot(x - spot[0], y - spot[1]), radius)

    def _box(self, net: str, layers: tuple[int, ...], spot: Spot, wide: float, high: float) -> None:
        window = self._window(spot[0] - wide, spot[1] - high, spot[0] + wide, spot[1] + high, 0)

        def away(x: np.ndarray, y: np.ndarray) -> np.ndarray:
            return np.hypot(
                np.maximum(abs(x - spot[0]) - wide, 0), np.maximum(abs(y - spot[1]) - high, 0)
            )

        self._mark(net, layers, window, away, 0.0)

    def _window(
        self, left: float, top: float, right: float, bottom: float, reach: float
    ) -> tuple[int, int, int, int]:
        far = reach + max(self.halves) + CLEARANCE + GRID
        return (
            max(0, int((left - far) / GRID)),
            min(self.columns, int((right + far) / GRID) + 2),
            max(0, int((top - far) / GRID)),
            min(self.rows, int((bottom + far) / GRID) + 2),
        )

    @staticmethod
    def _grid(
        window: tuple[int, int, int, int], aside: float = 0.0
    ) -> tuple[np.ndarray, np.ndarray]:
        left, right, top, bottom = window
        x = (np.arange(left, right) + aside) * GRID
        y = (np.arange(top, bottom) + aside) * GRID
        return x[:, None], y[None, :]

    def _number(self, net: str) -> int:
        return self.numbers.setdefault(net, len(self.numbers) + 1)

    def _mark(
        self,
        net: str,
        layers: tuple[int, ...],
        window: tuple[int, int, int, int],
        away: Callable[[np.ndarray, np.ndarray], np.ndarray],
        reach: float,
    ) -> None:
        left, right, top, bottom = window
        number = self._number(net)
        for middle in (0, 1):
            far = away(*self._grid(window, middle / 2))
            for half, owners in self.owners.items():
                near = far < reach + half + CLEARANCE
                for layer in layers:
                    part = owners[middle, layer, left:right, top:bottom]
                    part[near & (part != 0) & (part != number)] = SEVERAL
                    part[near & (part == 0)] = number
