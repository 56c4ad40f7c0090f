"""A recorded game led by lights (a person who sees nothing but the lights makes it again)."""

import pytest

from boardcore.pylos import rules as pylos
from support.machine.loop import Sitting
from underboard.cli.records.replay_on_board import RecordPlayer
from underboard.web.table.lights import lights_of

TURNS = ("a1", "b2", "d4", "c3", "a4", "d1", "b3", "a2", "c2", "b1", "c1")


class Led(Sitting):
    """A session at a board of Pylos in this process that leads through a game; time is its own."""

    def __init__(self, path):
        game = pylos.Game()
        for turn in TURNS:
            game.play_turn(pylos.parse_turn(turn))
        super().__init__(path)
        self.player = RecordPlayer(Holding(game), lambda: True)
        self.sit((self.player, self.player))
        self.session.begin(new=True)

    def until(self, reached):
        for _ in range(3000):
            self.session.step(0.02)
            if reached():
                return
        raise AssertionError(self.said)

    @property
    def lit(self):
        """The cells to which the lights lead."""
        cues = self.board.cues
        if cues is None or self.session.mirror.outcome:
            return []
        game = self.session.mirror.game
        lights = lights_of(cues.letters, cues.tints, self.bare.layout, game)
        return [light["cell"] for light in lights if light["cue"] == "HINT"]

    @property
    def made(self):
        return tuple(pylos.turn_text(turn) for turn in self.session.mirror.game.turns)

    def put(self, cell, there=1):
        self.bare.set([pylos.parse_cell(cell)], there)


class Holding:
    """What holds a recorded game, as a mirror does."""

    def __init__(self, game):
        self.game = game


@pytest.mark.slow
def test_a_person_makes_a_game_again_by_its_lights_alone(tmp_path):
    led = Led(tmp_path)
    for number in range(len(TURNS)):
        led.until(lambda: len(led.lit) == 1)
        led.put(led.lit[0])
        led.until(lambda at=number: len(led.made) == at + 1 and not led.lit)
    assert led.made == TURNS
    assert led.player.is_done(led.session.mirror.game)


def test_who_goes_astray_is_led_on_once_the_turn_is_taken_back(tmp_path):
    led = Led(tmp_path)
    led.until(lambda: led.lit == ["a1"])
    led.put("c4")
    led.until(lambda: led.made == ("c4",))
    assert led.player.is_astray(led.session.mirror.game)
    led.put("c4", 0)
    led.until(lambda: led.made == ())
    led.until(lambda: led.lit == ["a1"])
    led.put("a1")
    led.until(lambda: led.made == ("a1",) and led.lit == ["b2"])
