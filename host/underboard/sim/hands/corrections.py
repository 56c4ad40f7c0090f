"""Players who look at the lights after each turn, and tell a board that has it wrong.

Where sensors may take a turn for another, players are asked to look whether the lights show the
turn that was made.  One that the board has taken for another is taken back with the second button
and named anew; one that it has not understood at all is named at once.
"""

from collections.abc import Callable, Generator
from types import SimpleNamespace

from boardcore.games import CUES, PRESENCE, module_of
from boardcore.lights import cues, scene
from boardcore.verdicts import AT_REST, NO_OFFER
from underboard.game_state import Played
from underboard.sim.hands.light_reader import LOOK_MS, STEP_MS, agree, asks
from underboard.sim.hands.players import CLOSE_MS, Players
from underboard.sim.world import Actor

TELLINGS = 3
"""Times that a player names the turn if the board has misunderstood it; chosen."""
MAX_LOOKS = 4
"""Number of looks at the lights before a player gives up; chosen."""
MAX_SURPLUS = 3
"""Turns that the board has found beside the hands' own before players give up; chosen."""
TAKEN_BACK_MS = 2000
"""Until the lights show that a turn was taken back, or ask."""
UNDERSTOOD_MS = 6000
"""Time until the lights show that a turn was taken back, or ask, ms; chosen."""
WAY_PAUSE_MS = 700
"""Time without the light of a way after which it is over: its first jump has none for 300 ms."""


class LightCheckMixin(Players[Played]):
    """Mixed into the ``Hands`` of a game that know what the lights should show."""

    looks = 2
    """Number of looks that must agree before players say that the lights are wrong; chosen."""

    def _lights_of(self, game: Played) -> list[set[bytes]]:
        raise NotImplementedError

    def _sees_game(
        self, game: Played, mine: set[bytes], asked: Callable[[list[set[bytes]]], bool]
    ) -> Generator[float, None, bool]:
        """Look whether the lights are those of the game as the players know it.

        ``looks`` must agree that they are not: the first may have seen them change.  ``asked``:
        whether what was seen is a question; ``mine``: what the players say yes to.
        """
        self._agreed_ms = min(self._agreed_ms, self._world.now_ms)
        wanted = self._lights_of(game)
        before: list[list[set[bytes]]] = []
        leant = False
        for _ in range(MAX_LOOKS):
            seen = yield from self._eyes.watch()
            if agree(seen, wanted, bool(game.outcome())):
                self._agreed_ms = self._world.now_ms
                return True
            if not leant and (yield from self._wait_for_the_plate()):
                leant = True
                continue  # a red light was seen with what it looks like
            if self._eyes.sees_way():
                # The game's own lights are all there once the way of the turn was shown.
                yield from self._wait_for_way()
                continue
            if asked(seen):
                yield from self._answer(mine)
            elif before[1 - self.looks :] == [seen] * (self.looks - 1):
                return False
            before.append(seen)
        return False

    def _wait_for_way(self) -> Actor:
        """Wait until the lights no longer show the way of the last turn."""
        dark_ms = 0
        while dark_ms < WAY_PAUSE_MS:
            dark_ms = 0 if self._eyes.sees_way() else dark_ms + STEP_MS
            yield STEP_MS


class CorrectionMixin(LightCheckMixin[Played]):
    """Mixed into the ``Hands`` of a game; ``_watch`` belongs at the end of their ``_confirm``."""

    def _watch(self, game: Played, mine: set[bytes]) -> Generator[float, None, int]:
        """See whether the board has understood the last turn; tell it until it has.

        ``mine``: what the lights ask to which this turn says yes.  Returns the presses.
        """
        answers = 0
        for telling in range(TELLINGS):
            if (yield from self._sees_game(game, mine, self._asks)):
                break
            self._was_misread = True
            # It has taken another turn for this one or, where nothing that it asked was true, more.
            surplus = self._closed or (yield from self._wait_for_turn(game.side, LOOK_MS))
            back = 0
            while surplus and back < MAX_SURPLUS:
                yield from self._take_back()
                back += 1
                # Until the lights say that it is the turn of whoever has made this one.
                surplus = yield from self._wait_for_turn(game.side, LOOK_MS)
            if telling == TELLINGS - 1 and back < 2:
                # It says whose turn it is, and shows another game all the same: what it has taken
                # for a turn before this one has to go, too.
                yield from self._take_back()
                yield from self._take_back()
            answers += yield from self._say_yes_again(mine)
            yield from self._wait_for_turn(game.side, UNDERSTOOD_MS)
        return answers

    def _take_back(self) -> Actor:
        yield from self._push("next", CLOSE_MS)
        yield TAKEN_BACK_MS

    def _lights_of(self, game: Played) -> list[set[bytes]]:
        """Return what the lights show when they have understood this position."""
        tracker = SimpleNamespace(
            verdict=AT_REST, offer=NO_OFFER, thinking=False,
            recognizer=module_of(game.name, PRESENCE).Recognizer(game, self._world.layout),
        )  # fmt: skip

        def draw(frame: cues.Frame) -> None:
            scene.draw(module_of(game.name, CUES), frame, tracker, game.outcome(), 0)

        return self._eyes.shades(draw)

    def _asks(self, seen: list[set[bytes]]) -> bool:
        """Return whether the lights ask at this moment, whatever was seen before."""
        return asks(self._world.colours)
