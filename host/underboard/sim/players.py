"""Players: what simulated hands at any board have in common.

They act on the world with delays, in the order their fingers choose, and they
know about the game only what the pixels show.  Each game's hands
(``underboard.sim.hands`` for Pylos) say how a turn is made and confirmed.
"""

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any

from boardcore import cues
from boardcore.games import rules_of
from boardcore.lights import Lights
from underboard.sim.world import Actor, World

LOOK_MS = 1700
"""One look takes all slots of a rhythm (1600 ms) and a little more."""
STEP_MS = 50
ANSWERS_MOST = 60
PATIENCE_MS = 20000
CLOSE_MS = 1400
"""Held so long, "next" closes a question, or takes a turn back."""
REFUSALS_MOST = 2


@dataclass
class Manner:
    """How sloppy the hands are; probabilities per turn, times in milliseconds."""

    think_ms: tuple[int, int] = (450, 2500)
    act_ms: tuple[int, int] = (80, 700)
    any_order: float = 0.3
    put_back: float = 0.15
    change_of_mind: float = 0.1
    hurry: float = 0.5
    """Chance not to wait until the lights show whose turn it is."""


CAREFUL = Manner(any_order=0, put_back=0, change_of_mind=0, hurry=0)


@dataclass
class Told:
    """What the hands have done, for whoever checks the referee."""

    turns: list[str]
    asked: int = 0
    answers: int = 0
    gave_up: int = 0


class Eyes:
    """What a player sees on the pixels of one board.

    ``near`` and ``far``: the cells whose pixels beat for the first and the
    second player; ``draw(frame)`` fills a frame, for comparing.
    """

    def __init__(self, world: World, near: Iterable[int], far: Iterable[int]) -> None:
        self._world = world
        self._corners = (tuple(near), tuple(far))
        strip = world.layout.strip
        self._pixel_of_cell = world.layout.pixel_of_cell
        self._frame = cues.Frame(self._pixel_of_cell, world.layout.pixels)
        self._lights = Lights(
            world.layout.pixels, strip["budget_ma"], strip["full_ma"], strip["dark_ma"]
        )

    def peaks(self, draw: Callable[[cues.Frame], None]) -> bytes:
        """Return the brightest colours that a frame shows during one rhythm."""
        draw(self._frame)
        lights = self._lights
        lights.render(self._frame, 0, True)
        peaks = last = bytes(lights.colours)
        for slot in range(1, cues.SLOTS):
            lights.render(self._frame, slot * cues.SLOT_MS, False)
            if lights.colours != last:
                last = bytes(lights.colours)
                peaks = bytes(map(max, peaks, last))
        return peaks

    def shades(self, draw: Callable[[cues.Frame], None]) -> list[set[bytes]]:
        """Return all the colours that a frame shows during one rhythm, pixel by pixel."""
        draw(self._frame)
        seen: list[set[bytes]] = [set() for _ in range(self._world.layout.pixels)]
        for slot in range(cues.SLOTS):
            self._lights.render(self._frame, slot * cues.SLOT_MS, True)
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
        beat = cues.BEATS[side]
        colour = bytes(part * beat[3] // 255 for part in cues.TINTS[beat[2]])
        return all(self.colour(cell) == colour for cell in self._corners[side])

    def shows(self, peaks: bytes | bytearray, cell: int, cue: int) -> bool:
        """Tell whether a cell's pixel reached this cue's brightness, in any tint."""
        at = 3 * self._pixel_of_cell[cell]
        value = cues.TABLE[cue][3]
        seen = bytes(peaks[at : at + 3])
        return any(seen == bytes(part * value // 255 for part in tint) for tint in cues.TINTS)

    def colour(self, cell: int) -> bytes:
        """Return red, green and blue of a cell's pixel at this very moment."""
        at = 3 * self._pixel_of_cell[cell]
        return bytes(self._world.colours[at : at + 3])


def _add_shades(seen: list[set[bytes]], colours: bytes | bytearray) -> None:
    for pixel, shades in enumerate(seen):
        shades.add(bytes(colours[3 * pixel : 3 * pixel + 3]))


class Players:
    """Both players of one game at one board.

    A game's hands fill in ``_think`` (before a turn), ``_act`` (the turn) and
    ``_confirm`` (what the README asks of a player afterwards).
    """

    def __init__(self, world: World, eyes: Eyes, manner: Manner | None = None) -> None:
        self._world = world
        self._random = world.random
        self._eyes = eyes
        self._manner = manner or Manner()
        self._refused: list[bytes] = []
        """What was asked so far and is not true."""
        self._closed = False
        """Held "next" because nothing that was asked last is true."""

    def clear(self) -> Actor:
        """Sweep the board empty, and wait until it offers a new game; say yes."""
        for cell in sorted(self._world.pieces, reverse=True):
            self._world.lift(cell)
            yield self._random.randint(20, 80)
        yield 2500
        yield from self._push("yes")
        yield 1000

    def play(
        self,
        game: Any,
        turns: Iterable[int],
        told: Told,
        done: Callable[[str], None] | None = None,
    ) -> Actor:
        """Play ``turns`` one after the other; ``game`` is the players' own idea of the game.

        ``done`` hears of each as it is written.
        """
        text = rules_of(game.name).turn_text
        before = -1
        for turn in turns:
            yield from self._think(game, turn, before)
            yield from self._act(game, turn)
            told.turns.append(text(turn))
            game.play_turn(turn)
            if done:
                done(told.turns[-1])
            yield from self._confirm(game, turn, told)
            before = turn
        yield from self._wait_for_the_board(game)

    def _think(self, game: Any, turn: int, before: int) -> Actor:
        raise NotImplementedError

    def _act(self, game: Any, turn: int) -> Actor:
        raise NotImplementedError

    def _confirm(self, game: Any, turn: int, told: Told) -> Actor:
        raise NotImplementedError

    def _answer(self, mine: set[bytes]):
        """Say yes to every sight in ``mine`` until the lights ask no more.

        Returns the number of presses.
        """
        presses = 0
        self._closed = False
        self._refused = []
        peaks = bytearray(len(self._world.colours))
        while presses <= ANSWERS_MOST:
            yield 200
            shown = asks(self._world.colours)
            # The rhythm may just pause: look for a whole one before believing it.
            yield from self._eyes.look(peaks)
            if not shown and not asks(peaks):
                break
            presses += 1
            yield from self._respond(bytes(peaks), mine)
        return presses

    def _respond(self, seen: bytes, mine: set[bytes]) -> Actor:
        """Press what answers the question that is seen."""
        yield from self._push("yes" if seen in mine else "next")

    def _refuse(self, seen: bytes) -> Actor:
        """Say no; what comes again though it was refused, is closed."""
        if self._refused.count(seen) < REFUSALS_MOST:
            self._refused.append(seen)
            yield from self._push("next")
        else:
            self._refused.clear()
            self._closed = True
            yield from self._push("next", CLOSE_MS)

    def _say_yes_again(self, mine: set[bytes]):
        """Say "yes" to a board that still waits, unless it asks already; return the presses."""
        presses = yield from self._answer(mine)
        if not presses:
            yield from self._push("yes")
            presses = yield from self._answer(mine)
        return presses

    def _wait_for_turn(self, side: int, most_ms: int = PATIENCE_MS, mine: set[bytes] | None = None):
        """Wait until the lights say that it is this side's turn; return whether they did.

        ``mine``: who sees the lights ask meanwhile, says yes to these.
        """
        for _ in range(most_ms // STEP_MS):
            if self._eyes.turn_shown(side):
                return True
            if mine is not None and asks(self._world.colours):
                yield from self._answer(mine)
            yield STEP_MS
        return False

    def _wait_for_the_board(self, game: Any) -> Actor:
        """Wait until the last turn can be seen to have been understood."""
        if game.outcome():
            yield 6000
        else:
            yield 300
            yield from self._wait_for_turn(game.side)

    def _push(self, name: str, for_ms: int = 120) -> Actor:
        self._world.press(name)
        yield for_ms
        self._world.release(name)
        yield 80


_ASKING = {
    bytes(part * cues.TABLE[cue][3] // 255 for part in tint)
    for cue in (cues.ASK, cues.ENOUGH)
    for tint in cues.TINTS
}


def asks(colours: bytes | bytearray) -> bool:
    """Tell whether any pixel shows the brightness that only questions have."""
    return any(bytes(colours[at : at + 3]) in _ASKING for at in range(0, len(colours), 3))
