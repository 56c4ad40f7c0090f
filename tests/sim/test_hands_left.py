"""Simulated hands do one thing at a time (what a new game interrupts is left unfinished)."""

import pytest

from support.waiting import until
from underboard.sim.board import SimBoard
from underboard.sim.hands.client import HandsClient


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
        until(lambda: 15 in board.command("state")["pieces"])
        hands.ask("arrange", cells=[0])
        until(lambda: hands.poll() or not hands.busy)
        # The one that was left stops at its next step.
        until(lambda: not board.command("state")["actors"])
        assert board.command("state")["pieces"] == [0]
