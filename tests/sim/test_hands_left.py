"""Simulated hands do one thing at a time (what a new game interrupts is left unfinished)."""

import time

import pytest

from underboard.sim.board import SimBoard
from underboard.sim.hands.steered import HandsClient

WAIT_S = 60


class Told:
    """A simulated board that tells the ends of errands in this order."""

    def __init__(self, *numbers):
        self.numbers = list(numbers)

    def act(self, function, **arguments):
        pass

    def events(self, timeout_s):
        told, self.numbers = self.numbers, []
        return [{"event": "hands-done", "number": number} for number in told]


def test_an_errand_that_ends_after_a_later_one_does_not_keep_the_hands_busy():
    hands = HandsClient(Told(2, 1))
    hands.ask("play_game", turns=["b2"])
    hands.ask("arrange", cells=[])
    assert hands.busy
    hands.poll()
    assert not hands.busy


@pytest.mark.slow
def test_hands_that_wait_for_lights_of_a_game_that_is_over_leave_it():
    with SimBoard("pylos-reed16", pace=False) as board:
        hands = HandsClient(board)
        # The board's game has no b2 yet: the lights that these hands wait for never come.
        hands.ask("play_game", name="pylos", played=["b2", "c3"], turns=["d4"], careful=True)
        while 15 not in board.command("state")["pieces"]:
            time.sleep(0.02)
        hands.ask("arrange", cells=[0])
        end = time.monotonic() + WAIT_S
        while hands.busy:
            assert time.monotonic() < end
            hands.poll()
        state = board.command("state")
        while state["actors"]:
            # The one that was left stops at its next step.
            assert time.monotonic() < end
            state = board.command("state")
        assert state["pieces"] == [0]
