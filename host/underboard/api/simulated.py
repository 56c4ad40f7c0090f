"""Simulated board as programs and tests hold it: hands, buttons, lights and faults.

Time is simulated: it runs as fast as the machine allows, and only ``wait`` and the hands let it
pass where a program needs a certain moment.
"""

import time
from collections.abc import Iterable, Mapping

from boardcore.games import cells_module
from underboard.deploy.layouts import layout_of
from underboard.jsontype import JsonObject
from underboard.sim.board import SimBoard
from underboard.sim.hands.client import HandsClient

DONE_S = 60
"""How long hands may take at most, in real seconds, before a test fails; chosen."""
LOOK_S = 0.002
"""Longest wait for an event of the hands, s; chosen."""
TAP_MS = 120
"""How long a button is pressed unless the test says otherwise; chosen."""


class SimulatedBoard:
    """One simulated board: its port, its pieces, its buttons, its lights and its faults.

    The unmodified firmware runs in a process of its own until ``close``, or the end of a ``with``
    block.  Cells are named as in the game's notation; ``faults`` and ``settings`` are those of
    ``underboard sim``.  Raises UnderboardError for a layout that there is not.

    >>> import underboard
    >>> with underboard.SimulatedBoard("pylos-reed16", seed=1) as board:
    ...     board.play("b2", "c3")
    ...     board.pieces()
    ['b2', 'c3']
    ['b2', 'c3']
    """

    def __init__(
        self,
        layout: str = "pylos-reed16",
        *,
        seed: int = 0,
        faults: Iterable[str] = (),
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.layout = layout_of(layout)
        self._places = cells_module(self.layout.game)
        self._sim = SimBoard(layout, seed=seed, faults=list(faults), settings=dict(settings or {}))
        self._sim.wait_for_firmware()
        self._hands = HandsClient(self._sim)

    @property
    def url(self) -> str:
        """The port that ``serial.serial_for_url`` opens; another one after ``plug_cable``."""
        return self._sim.url

    def place(self, *cells: str) -> None:
        """Put a piece on each of these cells."""
        self._sim.put(*[self._places.parse_cell(cell) for cell in cells])

    def lift(self, *cells: str) -> None:
        """Lift the piece off each of these cells."""
        self._sim.lift(*[self._places.parse_cell(cell) for cell in cells])

    def pieces(self) -> list[str]:
        """Return the cells on which pieces stand, in the order of their numbers."""
        return [self._places.cell_text(cell) for cell in self._sim.command("state")["pieces"]]

    def press(self, button: str, ms: int = TAP_MS) -> None:
        """Press a button of the layout, ``yes`` or ``next``, for ``ms`` simulated milliseconds."""
        self._sim.command("press", button=button)
        self.wait(ms)
        self._sim.command("release", button=button)
        self.wait(TAP_MS)

    def wait(self, ms: int) -> None:
        """Let simulated time pass."""
        self._do("pause", ms=ms)

    def play(self, *turns: str, played: tuple[str, ...] = (), variant: str = "") -> list[str]:
        """Let simulated hands make turns, ``played`` having been made before; return them.

        The hands move as people do, read the lights and answer questions of the board.
        """
        done = self._do(
            "play_game",
            name=self.layout.game,
            variant=variant,
            played=list(played),
            turns=list(turns),
        )
        found: list[str] = done["turns"]
        return found

    def lights(self) -> dict[str, str]:
        """Return what shines: for each lit pixel its cell, or its number, and ``rrggbb``."""
        colours = self._sim.command("state")["rgb"]
        found = {}
        for pixel in range(self.layout.pixels):
            colour = colours[6 * pixel : 6 * pixel + 6]
            if int(colour or "0", 16):
                found[self._name_of(pixel)] = colour
        return found

    def tones(self) -> list[tuple[int, int]]:
        """Return what a buzzer has sounded, the latest last: simulated milliseconds, and Hz.

        0 Hz is silence.  Boards whose layout names no buzzer have one with the setting
        ``UNDERBOARD_SOUND``, as in ``settings={"UNDERBOARD_SOUND": "GP22"}``.
        """
        return [(ms, hz) for ms, hz in self._sim.command("state")["tones"]]

    def fault(self, name: str, value: object) -> None:
        """Break something, by the names of ``underboard sim --fault``."""
        self._sim.command("fault", name=name, value=value)

    def pull_cable(self) -> None:
        """Pull the USB cable; the board goes on with its other supply."""
        self._sim.pull_cable()

    def plug_cable(self) -> None:
        """Put the USB cable back in."""
        self._sim.plug_cable()

    def cut_power(self) -> None:
        """Take the power away; pieces and flash stay as they are."""
        self._sim.cut_power()

    def restart(self) -> None:
        """Give the power back, and wait until the firmware runs."""
        self._sim.restart()

    def close(self) -> None:
        """End the process."""
        self._sim.close()

    def __enter__(self) -> "SimulatedBoard":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _name_of(self, pixel: int) -> str:
        for cell, at in enumerate(self.layout.pixel_of_cell):
            if at == pixel and not self.layout.rim:
                found: str = self._places.cell_text(cell)
                return found
        return str(pixel)

    def _do(self, errand: str, **arguments: object) -> JsonObject:
        self._hands.ask(errand, **arguments)
        end = time.monotonic() + DONE_S
        while time.monotonic() < end:
            for event in self._hands.poll(LOOK_S):
                if event["event"] == "hands-done":
                    return event
        raise TimeoutError(f"the simulated hands did not finish '{errand}' within {DONE_S} s")
