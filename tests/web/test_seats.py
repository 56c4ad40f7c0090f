"""Seats (who plays which side, and what becomes of an engine when another game begins)."""

from boardcore.games import NAMES
from support.rows import for_each
from underboard.engine.player import levels_of
from underboard.web.table.seats import HUMAN, Seats


@for_each("other", NAMES)
def test_an_engine_keeps_its_rank_in_another_game(other):
    for end in (0, -1):
        seats = Seats("pylos")
        seats.sit(1, levels_of("pylos")[end])
        seats.play(other)
        assert seats.who == [HUMAN, levels_of(other)[end]]
