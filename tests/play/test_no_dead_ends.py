"""No dead ends (with two buttons each legal turn can be named and each turn taken back).

The walk through random states is in support/boards/random_walk.py; a longer one is
campaigns/dead_ends.py.
"""

import pytest

from boardcore.link.wire import pack
from boardcore.pylos import rules as pylos
from boardcore.verdicts import AT_REST, YES
from support.boards.gyges import Board as GygesBoard
from support.boards.pylos import Board
from support.boards.random_walk import Walker
from support.campaign import one_in
from underboard.deploy.layouts import layout_of
from underboard.referee.game_ui import tabletop_of
from underboard.sim.hands import commands
from underboard.sim.harness import Harness
from underboard.sim.world import World

WALKS = [
    # layout, variant, seeds, steps, states that are seen at least
    ("pylos-reed16", "", 1, 60, 8),
    ("pylos-reed16", "expert", 3, 60, 10),
    ("apagos-reed36", "set-up", 2, 30, 8),
    ("gyges-reed38", "", 1, 60, 8),
    ("apagos-reed36", "", 2, 40, 8),
    ("gyges-reed38", "", 3, 60, 10),
    ("apagos-hall36", "", 1, 15, 6),
    ("gyges-hall38", "", 2, 15, 6),
    ("pylos-hall25", "", 2, 15, 6),
    ("pylos-scale4", "", 1, 15, 6),
    ("gyges-scale4", "", 1, 15, 6),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("layout", "variant", "seeds", "steps", "least"),
    one_in(3, WALKS),
    ids=one_in(3, ["-".join(r[:2]) for r in WALKS]),
)
def test_whatever_was_misread_hands_can_name_and_take_back(layout, variant, seeds, steps, least):
    seen, named, back = set(), 0, 0
    for seed in range(seeds):
        walker = Walker(layout, 100 + seed, variant)
        for _ in range(steps):
            walker.step()
        seen |= walker.states
        named += walker.named
        back += walker.taken_back
    assert len(seen) >= least
    assert named + back > seeds * steps * 3 // 4  # the rest were over before hands could press
    assert back


@pytest.mark.slow
def test_who_asks_before_all_turns_are_known_is_answered_when_they_are():
    """Nothing starves what finds them: here it did, for ever."""
    walker = Walker("gyges-scale4", 22)
    for _ in range(31):
        walker.step()
    assert walker.named


def test_a_turn_that_no_switch_sees_is_named_with_yes_twice_and_its_cell():
    """The reed under d4 is stuck: the ball there never shows."""
    board = Board().do("yes 300")
    assert board.rule == "no-turn-seen"
    board.do("yes 300")
    question = board.table.tracker.question
    assert question.complete
    while question.answer != pylos.parse_cell("d4"):
        board.do("next")
    board.do("yes 5000")
    assert board.turns == "d4", "and it stays, though nothing is seen"


def test_who_refuses_all_answers_twice_is_asked_among_all_turns():
    board = Board("DLDL/DLDL/DLDL/.... .../.../... ../.. . L").do("yes 300")
    question = board.table.tracker.question
    assert question is not None
    assert not question.complete
    turns = len(question.turns)
    for _ in range(2 * turns):
        assert not board.table.tracker.question.complete
        board.do("next")
    assert board.table.tracker.question.complete


def test_a_turn_withdrawn_with_next_can_be_named_as_another():
    board = Board().do("+a1 600 back 400 yes 400")
    question = board.table.tracker.question
    assert question.complete
    assert question.answer == pylos.parse_cell("a1"), "what stands is likeliest"
    while board.table.tracker.question.answer != pylos.parse_cell("c2"):
        board.do("next")
    board.do("yes 400")
    assert board.turns == "c2"


def test_the_boxed_ring_of_a_named_turn_is_asked_for():
    board = GygesBoard("321123/000000/000000/000000/000000/321123 S")
    board.do("yes 300 yes 300")
    asked = board.table.tracker.question
    turn = next(t for t in board.table.game.legal_turns() if t >> 12 != 63)
    recognizer = board.table.tracker.recognizer
    while board.table.tracker.question is asked:
        true = recognizer.answers(turn, asked.part, asked.chosen)
        board.do("yes" if asked.answer in true else "next")
    assert board.table.game.turns == [turn]


def test_a_contact_that_chatters_does_not_silence_the_buttons():
    board = Board("D.../.L../..../.... .../.../... ../.. . L")
    table = board.table
    table.button(YES, True, board.now_ms)
    for at in range(40):
        table.readings[5] = at & 1
        board.step(20)
    assert board.rule == "no-turn-seen"


POSITIONS = (
    "321123/000000/000000/000000/000000/321123 S",
    "213312/000000/000000/000000/000000/312213 S",
)


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["gyges-reed38", "gyges-hall38"])
def test_hands_can_lay_out_any_position_and_the_board_rests(layout):
    """Rings of another size where one stands: the lights ask them off, one after the other."""
    world = World(layout_of(layout), 3)
    harness = Harness(world.layout, world)
    table, tabletop = harness.table, tabletop_of("gyges")

    def arranged():
        cells = tabletop.cells(table.game, world.layout)
        kinds = tabletop.kinds(table.game, world.layout)
        world.add(commands.arrange(world, cells=cells, kinds=kinds))
        harness.run(60_000)
        for _ in range(100):
            harness.step()
        return table.tracker.verdict

    for _ in range(150):
        harness.step()
    for start in POSITIONS * 2:
        assert table.execute("new", ("gyges", "-", "-", pack(start))) is None
        assert arranged() == AT_REST
        boxing = next(t for t in table.game.legal_turns() if t >> 12 != 63)
        table.play(boxing)
        table.execute("back", ("0",))
        assert arranged() == AT_REST


def test_a_ring_that_was_right_all_along_counts_with_yes():
    """The board took a turn for a boxing: what it wants exchanged lies right already."""
    board = GygesBoard(POSITIONS[0])
    boxing = next(t for t in board.table.game.legal_turns() if t >> 12 != 63)
    board.table.play(boxing)
    assert board.table.execute("back", ("0",)) is None
    board.do("600")
    assert (board.verdict, board.rule) == ("wrong", "guide")
    board.do("yes 600")
    assert (board.verdict, board.rule) == ("at-rest", "")
