"""Base class of simulated players, for every board.

They act on the world with delays, in the order their fingers choose, and they
know about the game only what the pixels show.  Each game's hands
(``hands`` in the room of each game, and those beside it) say how a turn is made and confirmed.
"""

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from math import inf
from typing import Generic

from underboard.game_state import Played, rules_of
from underboard.sim.hands.light_reader import STEP_MS, LightReader, asks
from underboard.sim.world import Actor, World

MAX_ANSWERS = 60
"""Number of answers to one question at most; chosen."""
PATIENCE_MS = 20000
"""Longest wait of a player for the lights, ms; chosen."""
CLOSE_MS = 1400
"""Press of "next" that closes a question or takes a turn back, ms; chosen above the firmware's."""
MAX_REFUSALS = 2
"""Number of refused turns before a player does otherwise; chosen."""
ENDED_MS = 6000
"""Time for which players look at the lights when the game is over, ms; chosen."""
GLANCE_MS = 650
"""Time of a glance, ms; chosen: a fast blinking light is dark for 200 ms, for 600 in the corner
that shows the side to move."""
CLEAR_MS, MAX_LEANS_MS = 1200, 35000
"""Time without a red light, ms, after which hands take the plate for free."""
MAX_SAY, UNDERSTOOD_MS = 3, 3000
"""Number of times that a player names the turn, and the wait for the lights each time, ms."""
GIVES_UP_MS = 900_000
"""Time without lights that were those of the game, ms, after which its players give it up."""


@dataclass
class HandStyle:
    """Sloppiness of hands: probabilities per turn, times in ms."""

    think_ms: tuple[int, int] = (450, 2500)
    act_ms: tuple[int, int] = (80, 700)
    any_order: float = 0.3
    put_back: float = 0.15
    change_of_mind: float = 0.1
    hurry: float = 0.5
    """Chance not to wait until the lights show whose turn it is."""


WATCHFUL = HandStyle(hurry=0)
"""Sloppy all the same, but they wait until the lights show whose turn it is."""
CAREFUL = HandStyle(any_order=0, put_back=0, change_of_mind=0, hurry=0)


@dataclass
class HandsLog:
    """Turns of the hands, against which the referee is checked."""

    turns: list[str]
    asked: int = 0
    """Turns for which at least one question was answered, wherever it came up."""
    misread: int = 0
    """Turns that were taken for another one, or missed, so that players had to correct them."""
    presses: list[int] = field(default_factory=list)
    """By turn: how many buttons were pressed for it, until the next one was begun."""
    answers: int = 0
    gave_up: int = 0
    lost: bool = False
    """Whether they gave the game up: the lights were those of another one for good."""
    _noted: bool = False

    def note(self, answers: int, asked: bool) -> None:
        """Record that the last turn was ``asked`` about, and how many answers it took."""
        self.answers += answers
        self.asked += asked and not self._noted
        self._noted = self._noted or asked
        self.gave_up += answers > MAX_ANSWERS

    def end_turn(self, presses: int, asked: bool, misread: bool) -> None:
        """Note what a turn took in all, now that the next one begins."""
        self.note(0, asked)
        self._noted = False
        self.misread += misread
        self.presses.append(presses)


class Players(Generic[Played]):
    """Both players of one game at one board.

    A game's hands fill in ``_lay_out`` (before the first turn), ``_think`` (before each), ``_act``
    (the turn) and ``_confirm`` (what the README asks of a player afterwards).
    """

    def __init__(self, world: World, eyes: LightReader, manner: HandStyle | None = None) -> None:
        self._world = world
        self._random = world.random
        self._eyes = eyes
        self._manner = manner or HandStyle()
        self.last = -1
        """The turn before the first one, -1 where none is remembered."""
        self._refused: list[bytes] = []
        """Questions so far that were not true."""
        self._closed = False
        """Held "next" because nothing that was asked last is true."""
        self._agreed_ms = inf
        """Time at which the lights were last those of the game, or first looked at, ms."""
        self._mine: set[bytes] = set()
        """Right question of the lights about the last turn; empty where nobody looks."""
        self._presses = 0
        self._was_asked = False
        self._was_misread = False
        """Presses, a question and a misreading that the last turn has cost so far."""

    def _end_turn(self, told: HandsLog) -> None:
        if told.turns:
            told.end_turn(self._presses, self._was_asked, self._was_misread)
        self._presses = 0
        self._was_asked = self._was_misread = False

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
        game: Played,
        turns: Iterable[int],
        told: HandsLog,
        done: Callable[[str], None] | None = None,
    ) -> Actor:
        """Play ``turns`` one after the other; ``game`` is the players' own idea of the game.

        ``done`` hears of each as it is written.  The game ends early if it is ``told.lost``.
        """
        yield from self._lay_out(game)
        text = rules_of(game.name).turn_text
        before = self.last
        for turn in turns:
            yield from self._think(game, turn, before)
            if self._world.plate and self._world.plate.lift_due:
                yield self._world.plate.lift_plate(self._world.now_ms)
            if (yield from self._wait_for_the_plate()):
                yield from self._see_all_seen(turn)
            # What was asked while a player waited belongs to the turn before.
            self._end_turn(told)
            yield from self._act(game, turn)
            told.turns.append(text(turn))
            game.play_turn(turn)
            if done:
                done(told.turns[-1])
            for wait_ms in self._confirm(game, turn, told):
                yield wait_ms
                told.lost = self._world.now_ms - self._agreed_ms > GIVES_UP_MS
                if told.lost and not self._world.buttons:
                    self._end_turn(told)
                    return
            before = turn
        yield from self._wait_for_the_board(game)
        self._end_turn(told)

    def _wait_for_the_plate(self, look_ms: int = GLANCE_MS) -> Generator[float, None, bool]:
        """Do nothing while a red light says that something leans on the plate; return if one did.

        It blinks: ``look_ms`` is for how long it is looked for.
        """
        clear_ms = waited_ms = 0
        leant = False
        while self._world.plate and waited_ms < MAX_LEANS_MS:
            red = self._eyes.something_lies()
            leant = leant or red
            clear_ms = 0 if red else clear_ms + STEP_MS
            if clear_ms >= (CLEAR_MS if leant else look_ms):
                break
            waited_ms += STEP_MS
            yield STEP_MS
        return leant

    def _lay_out(self, game: Played) -> Actor:
        """Lay out what the game begins with."""
        yield from ()

    def _think(self, game: Played, turn: int, before: int) -> Actor:
        raise NotImplementedError

    def _see_all_seen(self, turn: int) -> Actor:
        """Look, after a hand leant on the plate, whether the board has seen all before a turn."""
        yield from ()

    def _act(self, game: Played, turn: int) -> Actor:
        raise NotImplementedError

    def _confirm(self, game: Played, turn: int, told: HandsLog) -> Actor:
        raise NotImplementedError

    def _answer(self, mine: set[bytes]) -> Generator[float, None, int]:
        """Say yes to every recognizer in ``mine`` until the lights ask no more.

        Returns the number of presses.
        """
        presses = 0
        self._closed = False
        self._refused = []
        peaks = bytearray(len(self._world.colours))
        while presses <= MAX_ANSWERS:
            yield 200
            shown = asks(self._world.colours)
            # The rhythm may just pause: look for a whole one before believing it.
            asked = yield from self._eyes.look(peaks)
            if not shown and not asked:
                break
            presses += 1
            self._was_asked = True
            yield from self._respond(bytes(peaks), mine)
        return presses

    def _respond(self, seen: bytes, mine: set[bytes]) -> Actor:
        """Press what answers the question that is seen."""
        if seen in mine:
            yield from self._push("yes")
        elif self._refused.count(seen) < MAX_REFUSALS:
            self._refused.append(seen)
            yield from self._push("next")
        else:
            self._refused.clear()
            self._closed = self._was_misread = True
            yield from self._push("next", CLOSE_MS)

    def _say_yes_again(self, mine: set[bytes]) -> Generator[float, None, int]:
        """Say "yes" to a board that still waits, unless it asks already; return the presses."""
        presses = yield from self._answer(mine)
        if not presses:
            yield from self._push("yes")
            presses = yield from self._answer(mine)
        return presses

    def _confirm_by_answers(self, game: Played, mine: set[bytes], told: HandsLog) -> Actor:
        """Answer what the lights ask; who sees that the board still waits says "yes" again."""
        answers = yield from self._answer(mine)
        for _ in range(MAX_SAY):
            if answers > MAX_ANSWERS or game.outcome():
                break
            if (yield from self._wait_for_turn(game.side, UNDERSTOOD_MS)):
                break
            answers += yield from self._say_yes_again(mine)
        told.note(answers, answers > 0)

    def _wait_for_turn(
        self, side: int, max_ms: int = PATIENCE_MS, mine: set[bytes] | None = None
    ) -> Generator[float, None, bool]:
        """Wait until the lights say that it is this side's turn; return whether they did.

        ``mine``: who sees the lights ask meanwhile, says yes to these.
        """
        for _ in range(max_ms // STEP_MS):
            if self._eyes.turn_shown(side):
                return True
            if mine is not None and asks(self._world.colours):
                yield from self._answer(mine)
            yield STEP_MS
        return False

    def _wait_for_the_board(self, game: Played) -> Actor:
        """Wait until the last turn can be seen to have been understood."""
        if game.outcome():
            for _ in range(ENDED_MS // STEP_MS):
                if self._mine and asks(self._world.colours):
                    yield from self._answer(self._mine)
                yield STEP_MS
        else:
            yield 300
            yield from self._wait_for_turn(game.side)

    def _push(self, name: str, for_ms: int = 120) -> Actor:
        self._presses += 1
        self._world.press(name)
        yield for_ms
        self._world.release(name)
        yield 80
