"""Gygès when the power fails (at any byte of any write, no turn is lost)."""

import random

import pytest

from boardcore.gyges import rules as gyges
from boardcore.gyges.cells import GOAL_N
from boardcore.gyges.turns import asked_size
from boardcore.verdicts import OFFER_TURN
from support.boards.gyges import Board
from support.campaign import campaign, one_in
from underboard.sim.harness import MemoryStore
from underboard.sim.mcu.nvm import PowerCut


class Interrupted:
    """A little game whose power fails once, after so many bytes were written."""

    def __init__(self, cut_after):
        self.store = MemoryStore()
        self.standing = set()
        self.cuts = 0
        self.store.cut_after = cut_after
        self.board = None
        self._guard(self._start)

    def _guard(self, action):
        try:
            action()
        except PowerCut:
            self.cuts += 1
            self.store.cut_after = -1
            self._start()

    def _start(self):
        self.board = Board(store=self.store, boots=1 + self.cuts, standing=sorted(self.standing))

    def stand(self, cell, there):
        (self.standing.add if there else self.standing.discard)(cell)
        self._guard(lambda: self._show(cell, there))

    def _show(self, cell, there):
        self.board.stand(cell, there)
        self.board.wait(120)

    def wait(self, ms):
        self._guard(lambda: self.board.wait(ms))

    def play(self, turn, ply):
        if turn & gyges.PLACE:
            self.stand(turn & 63, 1)
        else:
            origin, landing, drop = turn & 63, turn >> 6 & 63, turn >> 12
            boxes = drop != gyges.NONE
            for cell, there in ((origin, 0), (landing, 0), (landing, 1), (drop, 1)):
                if boxes or (cell, there) in ((origin, 0), (landing, 1)):
                    self.stand(cell, there)
        self.wait(900)
        for _ in range(40):
            if self.board.table.game.ply > ply:
                return
            self._guard(lambda: self._answer(turn))
        raise AssertionError(f"{gyges.turn_text(turn)} is not understood")

    def _answer(self, turn):
        tracker = self.board.table.tracker
        question = tracker.question
        if question is not None:
            meant = tracker.recognizer.answers(turn, question.part, question.chosen)
            self.board.do("yes" if question.answer in meant else "next")
        elif tracker.offers:
            self.board.do("yes" if tracker.offer == OFFER_TURN else "next")
        else:
            self.board.do("600")


def little_game():
    """Return the turns of a short game: set-up, plain moves, boxings, a goal."""
    chance = random.Random(4)
    game = gyges.Game()
    while not game.outcome():
        turns = game.legal_turns()
        if game.setup:
            turns = [turn for turn in turns if turn >> 6 & 3 == asked_size(game)]
        elif game.ply < 18:
            turns = [turn for turn in turns if turn >> 6 & 63 < GOAL_N]
            boxing = [turn for turn in turns if gyges.turn_drop(turn) != gyges.NONE]
            plain = [turn for turn in turns if turn not in boxing]
            turns = (boxing if game.ply & 1 else plain) or turns
        else:
            turns = [turn for turn in turns if turn >> 6 & 63 >= GOAL_N] or turns
        game.play(chance.choice(turns))
    return game


@pytest.mark.slow
@pytest.mark.parametrize("first", one_in(2, range(4)))
def test_a_power_cut_at_any_byte_of_any_write_costs_no_turn(first):
    game = little_game()
    whole = Interrupted(-1)
    for ply, turn in enumerate(game.turns):
        whole.play(turn, ply)
    written = whole.store.written
    assert written > 100
    # Five is no divisor of a slot: each byte of a slot has its turn.
    for cut_after in range(first, written, campaign(5, 4)):
        board = Interrupted(cut_after)
        for ply, turn in enumerate(game.turns):
            board.play(turn, ply)
        assert board.cuts == 1
        assert board.board.table.game.turns == game.turns
        assert board.board.position == game.position_text()
