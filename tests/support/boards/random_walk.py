"""Parts for the walk through random states (a board of any layout that is made to misread).

What is misread is written where each family of sensors tells it: into the readings of switches,
into what a decoder of fields or weights believes.  From there on everything is the board's own,
and hands have nothing but its two buttons.
"""

import random

from boardcore.play.dialogue import DUE
from boardcore.play.question import Question
from boardcore.play.recognizer import copy_of
from boardcore.verdicts import VERDICT_NAMES
from support.sensing.inner import suppose
from underboard.deploy.layouts import layout_of
from underboard.sim.harness import Harness
from underboard.sim.physics.parameters import parameters_of
from underboard.sim.world import World

LONG_MS = 1400
WAITS_MS = (20, 100, 400, 1200, 2200, 4600, 9000)
"""Waits before hands press, so that each of the board's own delays may pass, ms; chosen."""
PLAYED_BEFORE = (0, 5, 12, 16, 30)
"""Number of turns that are played before the walk begins."""
MAX_PRESSES = 40
"""To be asked among all turns takes no more presses than that, or it is a dead end."""
LATER_MS = 1500


def balls_of_pylos(game, cells, sees_kinds):
    return bytearray(game.occupied >> cell & 1 for cell in cells)


def rings_of_gyges(game, cells, sees_kinds):
    return bytearray(game.cells[c] if sees_kinds else bool(game.cells[c]) for c in cells)


def ramp_of_apagos(game, cells, sees_kinds):
    readings = bytearray(len(cells))
    for level in range(4):
        balls = [1] * game.white[level] + [1 + sees_kinds] * game.black[level]
        readings[9 * level : 9 * level + len(balls)] = bytes(balls)
    return readings


GAMES = {
    "pylos": (1, balls_of_pylos), "gyges": (3, rings_of_gyges), "apagos": (2, ramp_of_apagos),
}  # fmt: skip
"""For each game: kinds of pieces that sensors tell apart, where they do, and what they tell of a
position."""


class Walker:
    """Walks through states of one board; ``rng`` makes all choices."""

    def __init__(self, layout: str, seed: int, variant: str = "") -> None:
        self.rng = random.Random(f"{layout} {variant} {seed}")
        self.layout = layout_of(layout)
        self.pieces, self._readings = GAMES[self.layout.game]
        field = parameters_of(self.layout, bump=0.0, respin=0.0) if self.layout.field else None
        self.world = World(self.layout, seed, field=field)
        self.harness = Harness(self.layout, self.world, variant=variant)
        self.table = self.harness.table
        self.presses = 0
        self.restarts = 0
        self.states: set[tuple] = set()
        self.named = self.taken_back = 0
        self.longest = 0
        """The most presses that it takes to name any legal turn, from any state seen."""
        self.longest_back = 0
        self.wait(1000)
        for _ in range(self.rng.choice(PLAYED_BEFORE)):
            if self.table.outcome is None:
                self.table.play(self.rng.choice(self.table.game.legal_turns()))
        self.show(self.readings_of(self.table.game))
        self.wait(1000)

    # Hands and time

    def wait(self, ms: int) -> None:
        for _ in range(max(ms // 20, 1)):
            self.harness.step()

    def press(self, name: str, ms: int = 120) -> None:
        self.presses += 1
        self.world.press(name)
        self.wait(ms)
        self.world.release(name)
        self.wait(200)

    @property
    def tracker(self):
        return self.table.tracker

    @property
    def asks(self) -> bool:
        """Whether the lights ask, so that holding "next" closes that."""
        tracker = self.tracker
        return bool(tracker.question or tracker.offers)

    def state(self) -> tuple:
        """What is open, seen and felt, as far as the buttons depend on it."""
        tracker, snapshot = self.tracker, self.tracker.snapshot
        return (
            VERDICT_NAMES[tracker.verdict],
            tracker.open_now(self.table.outcome is not None),
            tuple(tracker.offers),
            tracker.question is not None and (tracker.question.doubted, tracker.question.complete),
            tracker.guiding,
            bool(tracker.rule),
            bool(tracker.wrong_pieces),
            snapshot.reply,
            self.table.game.ply > 0,
        )

    # Misreadings

    def misread(self) -> None:
        """Let the sensors tell of the position, of another one near it, or of anything."""
        rng, game = self.rng, copy_of(self.table.game)
        way = rng.randrange(6)
        turns = [] if game.outcome() else game.legal_turns()
        if way == 1 and turns:
            game.play_turn(rng.choice(turns))
        elif way == 2 and game.ply:
            for _ in range(rng.randint(1, min(3, game.ply))):
                game.undo()
        readings = self.readings_of(game)
        if way >= 3:
            for _ in range(way - 2):
                at = rng.randrange(len(readings))
                readings[at] = rng.randrange(self.kinds(at) + 1)
        if rng.random() < 0.05:
            readings = bytearray(len(readings))
        self.show(readings)

    def kinds(self, at: int) -> int:
        """How many kinds of pieces the sensor can tell."""
        return self.pieces if self.sees_kinds else 1

    @property
    def sees_kinds(self) -> bool:
        """Whether sensors tell pieces apart."""
        sized = self.layout.game == "gyges" and self.layout.sensing == "weight"
        return sized or self.layout.game != "pylos" and self.layout.sensing == "field"

    def readings_of(self, game) -> bytearray:
        """What the sensors tell of a position."""
        return self._readings(game, self.layout.cell_of_sensor, self.sees_kinds)

    def show(self, readings: bytearray) -> None:
        """Let the board believe these readings; fields and weights may leave it in doubt."""
        table = self.table
        decoder = table.decoder if self.layout.scale else getattr(table.bank, "decoder", None)
        if decoder is None:
            table.readings[:] = readings
        elif hasattr(decoder, "_set"):
            self._believe(decoder, readings)
        else:
            decoder.readings[:] = readings
            decoder.posterior = [(bytes(readings), 0.0)]

    def _believe(self, decoder, readings) -> None:
        """Have hypotheses about these readings, now and then with a rival."""
        as_mask = isinstance(decoder.state, int)
        states = [self._mask(readings) if as_mask else bytes(readings)]
        if self.rng.random() < 0.3:
            other = bytearray(readings)
            other[self.rng.randrange(len(other))] ^= 1
            states.append(self._mask(other) if as_mask else bytes(other))
        suppose(decoder, [(state, float(at)) for at, state in enumerate(states)])

    def _mask(self, readings) -> int:
        return sum(1 << cell for at, cell in enumerate(self.layout.cell_of_sensor) if readings[at])

    # What hands can do

    def name_any(self) -> None:
        """Name a legal turn with the buttons alone; raise AssertionError if that cannot be."""
        self.presses = 0
        for _ in range(6):
            if self.table.outcome is not None:
                return
            key, ply = self.table.game.key(), self.table.game.ply
            turn = self.rng.choice(self.table.game.legal_turns())
            if self._ask_for_any(ply, turn):
                answers = 0
                if not self._stands(ply, turn):
                    self._count_answers()
                    before = self.presses
                    self._answer(turn)
                    self.presses, answers = before, self.presses - before
                if self._stands(ply, turn):
                    self.named += 1
                    self.longest = max(self.longest, self.presses + answers)
                    self._stays(ply + 1)
                    return
                game = self.table.game
                assert (game.key(), game.ply) != (key, ply), "the turn was named and not played"
            self.restarts += 1
        raise AssertionError(f"{self.presses} presses name no turn: {self.state()}")

    def _stands(self, ply: int, turn: int) -> bool:
        """Return True if the board has played this turn after a number of others."""
        game = self.table.game
        return game.ply > ply and game.turns[ply] == turn

    def _ask_for_any(self, ply: int, turn: int) -> bool:
        """Press until all turns are asked for, or this one stands.

        Return False if the board has moved on by itself.
        """
        before = self.presses
        tracker = self.tracker
        while self.presses < before + MAX_PRESSES:
            game = self.table.game
            if self._stands(ply, turn):
                return True
            if game.ply < ply:
                return False
            question = tracker.question
            if game.ply > ply:
                # It has taken what stands for a turn: that is withdrawn first.
                self.press("next", LONG_MS)
            elif question is not None and question.complete and not question.doubted:
                return True
            elif question is not None and tracker.open == DUE:
                self.press("next")
            elif self.asks:
                self.press("next", LONG_MS)
            else:
                self.press("yes")
        raise AssertionError(f"{MAX_PRESSES} presses and no question: {self.state()}")

    def _answer(self, turn: int) -> None:
        recognizer, asked = self.tracker.recognizer, self.tracker.question
        for _ in range(400):
            question = self.tracker.question
            if question is not asked:
                return
            true = recognizer.answers(turn, question.part, question.chosen)
            self.press("yes" if question.answer in true else "next")
        raise AssertionError("it asks for ever")

    def _count_answers(self) -> None:
        """Check that the question offers every legal turn, and count the answers."""
        recognizer, asked = self.tracker.recognizer, self.tracker.question
        if asked.part:
            return
        for turn in self.table.game.legal_turns():
            question = Question(recognizer, asked.turns, asked.doubted, True)
            answers = 0
            while question.turn < 0:
                true = recognizer.answers(turn, question.part, question.chosen)
                (question.yes if question.answer in true else question.next)()
                answers += 1
                assert question.rounds < 2, f"{self.table.rules.turn_text(turn)} is not offered"
            assert question.turn == turn
            self.longest = max(self.longest, self.presses + answers)

    def _stays(self, ply: int) -> None:
        """A turn that was named stands, whatever is seen, until hands do something."""
        self.wait(LATER_MS)
        assert self.table.game.ply >= ply, "a named turn was undone silently"

    def take_back(self) -> None:
        """Take back the last turn with the buttons alone."""
        ply = self.table.game.ply
        self.presses = 0
        while self.table.game.ply >= ply > 0:
            assert self.presses < 6, f"{self.presses} presses take nothing back: {self.state()}"
            self.press("next", LONG_MS)
        self.taken_back += 1
        self.longest_back = max(self.longest_back, self.presses)

    def step(self) -> None:
        """Misread something, let time pass, press something; then name a turn or take one back."""
        rng = self.rng
        for _ in range(rng.randint(1, 3)):
            self.misread()
            self.wait(rng.choice(WAITS_MS))
            if rng.random() < 0.3:
                name = rng.choice(("yes", "next", "back"))
                self.press("next" if name == "back" else name, LONG_MS if name == "back" else 120)
            self.states.add(self.state())
        over = self.table.outcome is not None
        if self.table.game.ply and (over or rng.random() < 0.25):
            self.take_back()
        else:
            self.name_any()
        self.states.add(self.state())
