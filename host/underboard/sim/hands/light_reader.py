"""View of a simulated player on the pixels.

Nothing else of the board is seen: whoever wants to know whether it has understood compares
what is lit with what the game's own cues draw.
"""

from collections.abc import Callable, Generator, Iterable
from types import ModuleType, SimpleNamespace

from boardcore.layout.layout import Layout
from boardcore.lights import cues, scene
from boardcore.lights.rhythms import SLOT_MS, SLOTS
from boardcore.lights.scene import lights_of
from boardcore.verdicts import AMBIGUOUS, NO_OFFER
from underboard.sim.world import World

LOOK_MS = 1700
"""Time of one look, ms; chosen above all slots of a rhythm (1600 ms)."""
STEP_MS = 50
"""Time between two readings of a look, ms; chosen, half a slot."""
RIM_ROUNDS = 5
"""Rounds watched where up to four cells take turns, the rest of the first included; chosen."""


def cue_colour(cue: int, tint: int) -> bytes:
    """Return red, green and blue of a cue in this tint, while it is on."""
    return _scaled(cues.TINTS[tint], cues.BRIGHTNESS[cue])


def beat_colour(beat: int) -> bytes:
    """Return red, green and blue of one of the beats, by its row in ``cues.BEATS``."""
    _, _, tint, brightness = cues.BEATS[beat]
    return _scaled(cues.TINTS[tint], brightness)


def _scaled(tint: tuple[int, int, int], brightness: int) -> bytes:
    return bytes(part * brightness // 255 for part in tint)


def colour_of(layout: Layout, colours: bytes | bytearray, cell: int) -> bytes:
    """Return red, green and blue in which a cell is lit.

    Round a board, all pixels of the cell must be lit alike: else it is not this one that is meant.
    """
    pixels = layout.rim.of_cell[cell] if layout.rim else [layout.pixel_of_cell[cell]]
    seen = {bytes(colours[3 * pixel : 3 * pixel + 3]) for pixel in pixels}
    return seen.pop() if len(seen) == 1 else bytes(3)


class LightReader:
    """Reading of the pixels of one board, as a player sees them.

    ``near`` and ``far``: the cells whose pixels beat for the first and the
    second player; ``draw(frame)`` fills a frame, for comparing.
    """

    def __init__(self, world: World, near: Iterable[int], far: Iterable[int]) -> None:
        self._world = world
        self._corners = (tuple(near), tuple(far))
        self._rounds = 1 if world.layout.rim is None else RIM_ROUNDS
        self._frame = cues.Frame(world.layout.pixel_of_cell, world.layout.lights)
        self._lights = lights_of(world.layout)
        self._peaks: dict[bytes, bytes] = {}

    def peaks(self, draw: Callable[[cues.Frame], None]) -> bytes:
        """Return the brightest colours that a frame shows during one look."""
        draw(self._frame)
        frame = bytes(self._frame.cues + self._frame.tints + self._frame.beats)
        if frame not in self._peaks:  # most are looked for many times in a game
            self._peaks[frame] = self._brightest()
        return self._peaks[frame]

    def _brightest(self) -> bytes:
        lights = self._lights
        lights.render(self._frame, 0, True)
        peaks = last = bytes(lights.colours)
        for slot in range(1, self._rounds * SLOTS):
            lights.render(self._frame, slot * SLOT_MS, False)
            if lights.colours != last:
                last = bytes(lights.colours)
                peaks = bytes(map(max, peaks, last))
        return peaks

    def asked(self, cues_of_game: ModuleType, recognizer: object, **question: object) -> bytes:
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

    def look(self, peaks: bytearray) -> Generator[float, None, bool]:
        """Watch for one whole rhythm; ``peaks`` keeps the brightest of each colour.

        A question whose cells take turns is watched until all of them were shown.  Returns whether
        any light asked: colours that take turns on one pixel may add up to none that does.
        """
        world = self._world
        peaks[:] = world.colours
        asked = asks(peaks)
        seen = world.shows
        for at in range(self._rounds):
            if at and not asked:
                break
            for _ in range(LOOK_MS // STEP_MS):
                yield STEP_MS
                if world.shows != seen:
                    seen = world.shows
                    peaks[:] = bytearray(map(max, peaks, world.colours))
                    asked = asked or asks(world.colours)
        return asked

    def turn_shown(self, side: int) -> bool:
        """Return whether the corners beat for ``side`` at this very moment."""
        colour = beat_colour(side)
        layout = self._world.layout
        pixels = layout.rim.beat_of_cell if layout.rim else layout.pixel_of_cell
        beats = [pixels[cell] for cell in self._corners[side]]
        return all(self._colour(pixel) == colour for pixel in beats)

    def something_lies(self) -> bool:
        """Return whether any pixel says at this very moment that something is to be taken off."""
        colours, red = self._world.colours, cue_colour(cues.SURPLUS, cues.RED)
        return any(bytes(colours[at : at + 3]) == red for at in range(0, len(colours), 3))

    def sees_way(self) -> bool:
        """Return True if any pixel shows the way of the last turn at this very moment."""
        colours = self._world.colours
        return any(bytes(colours[at : at + 3]) in _WAYS for at in range(0, len(colours), 3))

    def shows(self, peaks: bytes | bytearray, cell: int, cue: int) -> bool:
        """Return whether a cell's pixel reached this cue's brightness, in any tint."""
        seen = colour_of(self._world.layout, peaks, cell)
        return any(seen == cue_colour(cue, tint) for tint in range(len(cues.TINTS)))

    def colour(self, cell: int) -> bytes:
        """Return red, green and blue of a cell's pixel at this very moment."""
        return colour_of(self._world.layout, self._world.colours, cell)

    def _colour(self, pixel: int) -> bytes:
        return bytes(self._world.colours[3 * pixel : 3 * pixel + 3])


def _add_shades(seen: list[set[bytes]], colours: bytes | bytearray) -> None:
    for pixel, shades in enumerate(seen):
        shades.add(bytes(colours[3 * pixel : 3 * pixel + 3]))


_ASKING = {
    cue_colour(cue, tint) for cue in (cues.ASK, cues.ASK_DONE) for tint in range(len(cues.TINTS))
}


def asks(colours: bytes | bytearray) -> bool:
    """Return whether any pixel shows the brightness that only questions have."""
    return any(bytes(colours[at : at + 3]) in _ASKING for at in range(0, len(colours), 3))


_WAYS = {cue_colour(cues.PATH, tint) for tint in range(len(cues.TINTS))}
_WARNINGS = {beat_colour(beat) for beat in (2, 3)}
"""Beats that say that the computer has gone, or a sensor has failed."""


def agree(seen: list[set[bytes]], wanted: list[set[bytes]], over: bool) -> bool:
    """Return whether the lights show what they should, each in its rhythm.

    ``over``: the game is decided, so a light may be brighter: the pyramid is shown, too.
    """
    for pixel, due in zip(seen, wanted, strict=True):
        if over:
            bright = [max(part) for part in zip(*due, strict=True)]
            if not any(bright) or any(all(map(int.__ge__, one, bright)) for one in pixel):
                continue
        elif pixel == due or pixel - due <= _WARNINGS and due <= pixel:
            continue
        return False
    return True
