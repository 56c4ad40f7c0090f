"""Eyes: what a simulated player sees on the pixels, and what they would look like.

Nothing else of the board is seen: whoever wants to know whether it has understood compares
what is lit with what the game's own cues draw.
"""

from collections.abc import Callable, Generator, Iterable
from types import SimpleNamespace
from typing import Any

from boardcore.lights import cues, scene
from boardcore.lights.render import Lights
from boardcore.lights.rhythms import SLOT_MS, SLOTS
from boardcore.verdicts import AMBIGUOUS, NO_OFFER
from underboard.sim.world import Actor, World

LOOK_MS = 1700
"""One look takes all slots of a rhythm (1600 ms) and a little more."""
STEP_MS = 50


def cue_colour(cue: int, tint: int) -> bytes:
    """Return red, green and blue of a cue in this tint, while it is on."""
    return _scaled(cues.TINTS[tint], cues.TABLE[cue][3])


def beat_colour(beat: int) -> bytes:
    """Return red, green and blue of one of the beats, by its row in ``cues.BEATS``."""
    _, _, tint, brightness = cues.BEATS[beat]
    return _scaled(cues.TINTS[tint], brightness)


def _scaled(tint: tuple[int, int, int], brightness: int) -> bytes:
    return bytes(part * brightness // 255 for part in tint)


class Eyes:
    """What a player sees on the pixels of one board.

    ``near`` and ``far``: the cells whose pixels beat for the first and the
    second player; ``draw(frame)`` fills a frame, for comparing.
    """

    def __init__(self, world: World, near: Iterable[int], far: Iterable[int]) -> None:
        self._world = world
        self._corners = (tuple(near), tuple(far))
        self._pixel_of_cell = world.layout.pixel_of_cell
        self._frame = cues.Frame(self._pixel_of_cell, world.layout.pixels)
        self._lights = Lights(world.layout.pixels, world.layout.strip)

    def peaks(self, draw: Callable[[cues.Frame], None]) -> bytes:
        """Return the brightest colours that a frame shows during one rhythm."""
        draw(self._frame)
        lights = self._lights
        lights.render(self._frame, 0, True)
        peaks = last = bytes(lights.colours)
        for slot in range(1, SLOTS):
            lights.render(self._frame, slot * SLOT_MS, False)
            if lights.colours != last:
                last = bytes(lights.colours)
                peaks = bytes(map(max, peaks, last))
        return peaks

    def asked(self, cues_of_game: Any, recognizer: Any, **question: Any) -> bytes:
        """Return what a question looks like.

        ``question``: its ``answer``, its ``part`` and what is ``chosen``, as the lights read them.
        """
        tracker = SimpleNamespace(
            question=SimpleNamespace(**question),
            verdict=AMBIGUOUS,
            offer=NO_OFFER,
            recognizer=recognizer,
        )
        return self.peaks(lambda frame: scene.draw(cues_of_game, frame, tracker, None, 0))

    def shades(self, draw: Callable[[cues.Frame], None]) -> list[set[bytes]]:
        """Return all the colours that a frame shows during one rhythm, pixel by pixel."""
        draw(self._frame)
        seen: list[set[bytes]] = [set() for _ in range(self._world.layout.pixels)]
        for slot in range(SLOTS):
            self._lights.render(self._frame, slot * SLOT_MS, True)
            _add_shades(seen, self._lights.colours)
        return seen

    def watch(self) -> Generator[float, None, list[set[bytes]]]:
        """Watch for one whole rhythm; return all the colours of each pixel."""
        seen: list[set[bytes]] = [set() for _ in range(self._world.layout.pixels)]
        for _ in range(LOOK_MS // STEP_MS):
            yield STEP_MS
            _add_shades(seen, self._world.colours)
        return seen

    def look(self, peaks: bytearray) -> Actor:
        """Watch for one whole rhythm; ``peaks`` keeps the brightest of each colour."""
        world = self._world
        peaks[:] = world.colours
        seen = world.shows
        for _ in range(LOOK_MS // STEP_MS):
            yield STEP_MS
            if world.shows != seen:
                seen = world.shows
                peaks[:] = bytearray(map(max, peaks, world.colours))

    def turn_shown(self, side: int) -> bool:
        """Tell whether the corners beat for ``side`` at this very moment."""
        colour = beat_colour(side)
        return all(self.colour(cell) == colour for cell in self._corners[side])

    def shows(self, peaks: bytes | bytearray, cell: int, cue: int) -> bool:
        """Tell whether a cell's pixel reached this cue's brightness, in any tint."""
        at = 3 * self._pixel_of_cell[cell]
        seen = bytes(peaks[at : at + 3])
        return any(seen == cue_colour(cue, tint) for tint in range(len(cues.TINTS)))

    def colour(self, cell: int) -> bytes:
        """Return red, green and blue of a cell's pixel at this very moment."""
        at = 3 * self._pixel_of_cell[cell]
        return bytes(self._world.colours[at : at + 3])


def _add_shades(seen: list[set[bytes]], colours: bytes | bytearray) -> None:
    for pixel, shades in enumerate(seen):
        shades.add(bytes(colours[3 * pixel : 3 * pixel + 3]))


_ASKING = {
    cue_colour(cue, tint) for cue in (cues.ASK, cues.ENOUGH) for tint in range(len(cues.TINTS))
}


def asks(colours: bytes | bytearray) -> bool:
    """Tell whether any pixel shows the brightness that only questions have."""
    return any(bytes(colours[at : at + 3]) in _ASKING for at in range(0, len(colours), 3))
