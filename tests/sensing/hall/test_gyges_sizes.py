"""Gygès sizes (what a recognizer that tells singles, doubles and triples makes of a snapshot)."""

from random import Random
from types import SimpleNamespace

import pytest

from boardcore.gyges import rules as gyges
from boardcore.gyges.cells import PLACES
from boardcore.gyges.model import GygesModel
from boardcore.gyges.reach import Reach
from boardcore.gyges.sizes import Recognizer
from boardcore.gyges.turns import ALL, cells_of, sizes_of
from boardcore.link.wire import pack
from boardcore.play.recognizer import copy_of
from boardcore.sensing.explain.explainer import Explainer
from boardcore.verdicts import AMBIGUOUS
from support.campaign import campaign
from support.rows import each_row, for_each, rows
from support.sensing.halls import hall_layout
from underboard.games.gyges import paths
from underboard.sim.harness import Harness
from underboard.sim.world import World

LAYOUT = hall_layout("gyges-hall38")


class Calm(Explainer):
    """An explainer with nothing to find out."""

    busy = False

    def __init__(self, *moved):
        observation = SimpleNamespace(forget_presses=lambda: None)
        super().__init__(observation, GygesModel(PLACES), bytes(PLACES))
        self.model.moved = moved or tuple(range(PLACES))


def sized(cells):
    """Return the snapshot of a board on which sizes are seen."""
    return Recognizer.snapshot_of(None, cells)


def sight_on(board):
    """Return a recognizer of this position, its survey done."""
    game = gyges.Game("standard", (("study", "on"),), board)
    recognizer = Recognizer(game, LAYOUT)
    recognizer.decoder = Calm()
    recognizer.position_changed()
    while recognizer.work() or recognizer._move_gen.is_incomplete(-1):
        pass
    return recognizer


def shown_after(recognizer, **changes):
    """Return the snapshot with some cells changed: ``a1=0`` for an empty one."""
    cells = bytearray(recognizer.game.cells)
    for name, size in changes.items():
        cells[gyges.parse_cell(name)] = size
    return sized(cells)


def turns_seen(recognizer, touched=(), **changes):
    recognizer.touched = sum(1 << gyges.parse_cell(name) for name in touched)
    recognizer.explain(shown_after(recognizer, **changes))
    return [gyges.turn_text(turn) for turn in recognizer.visible_turns], recognizer.is_partial


# South has a single on a1, a triple on c1 and a double on d1; North's rings are far.
BOARD = "103200/020000/000000/000000/000000/012300 S"

SEEN = [
    # what it is, touched, cells that have changed, turns, more may follow
    ("a ring moved", "a1 b1", {"a1": 0, "b1": 1}, ["a1-b1"], False),
    ("another ring where one has gone", "a1 b1", {"a1": 0, "b1": 2}, [], False),
    ("a ring in the hand", "a1", {"a1": 0}, [], True),
    ("nothing at all", "", {}, [], False),
    ("one size for another, for nothing", "f6", {"c6": 1}, [], False),
]


@each_row(SEEN, "touched", "changes", "turns", "partial")  # fmt: skip
def test_what_a_picture_means(touched, changes, turns, partial):
    recognizer = sight_on(BOARD)
    assert turns_seen(recognizer, touched.split(), **changes) == (turns, partial)


def test_every_turn_of_a_position_is_seen_by_its_sizes():
    """Whoever is boxed by a ring of another size is known without having been touched."""
    for text in (BOARD, "321123/000000/000000/000000/000000/321123 S"):
        recognizer = sight_on(text)
        for turn in recognizer.game.legal_turns():
            origin, landing, drop = (gyges.turn_origin(turn), gyges.turn_landing(turn),
                                     gyges.turn_drop(turn))  # fmt: skip
            before = bytes(recognizer.game.cells)
            recognizer.game.play_turn(turn)
            after = sized(recognizer.game.cells)
            recognizer.game.undo()
            if after == sized(before):
                continue
            boxed = drop != gyges.NONE
            alike = boxed and before[landing] == before[origin]
            recognizer.touched = 1 << origin | (1 << landing if alike else 0)
            recognizer.explain(after)
            assert turn in recognizer.visible_turns, gyges.turn_text(turn)
            others = [other for other in recognizer.visible_turns if other != turn]
            for other in others:
                # What is left is another way to the very same board.
                assert recognizer._leads_to(other, sizes_of(after))
            if boxed and not alike:
                same = [other for other in others if gyges.turn_landing(other) == landing]
                assert not same


def test_two_rings_that_changed_places_are_a_turn_or_nothing():
    recognizer = sight_on("100000/020000/000000/000000/000000/000300 S")
    # a1 reaches no ring by one jump; nothing explains the exchange.
    assert turns_seen(recognizer, ("a1", "b2"), a1=2, b2=1) == ([], False)
    recognizer = sight_on("120000/000000/000000/000000/000000/000300 S")
    assert turns_seen(recognizer, (), a1=2, b1=1)[0] == ["a1xb1>a1"]


def test_in_the_set_up_any_ring_that_is_left_may_come():
    game = gyges.Game("standard")
    recognizer = Recognizer(game, LAYOUT)
    recognizer.decoder = Calm()
    recognizer.position_changed()
    for name, size in (("a1", 3), ("b1", 1), ("c1", 3)):
        cells = bytearray(game.cells)
        cells[gyges.parse_cell(name)] = size
        recognizer.explain(sized(cells))
        assert [gyges.turn_text(turn) for turn in recognizer.visible_turns] == [
            gyges.turn_text(gyges.place(size, gyges.parse_cell(name)))
        ]
        recognizer.play(recognizer.visible_turns[0])
        recognizer.position_changed()
    cells = bytearray(game.cells)
    cells[gyges.parse_cell("d1")] = 3
    recognizer.explain(sized(cells))
    assert recognizer.visible_turns == [], "both triples are there"


def test_pictures_tell_cells_and_sizes():
    random = Random(1)
    for _ in range(50):
        cells = bytearray(random.choice((0, 0, 1, 2, 3)) for _ in range(PLACES))
        snapshot = sized(cells)
        assert sizes_of(snapshot) == cells
        there = [cell for cell in range(PLACES) if cells[cell]]
        assert cells_of(snapshot) == there == cells_of(snapshot & ALL)


def test_a_ring_of_the_wrong_size_is_named_twice():
    recognizer = sight_on(BOARD)
    assert recognizer.difference(shown_after(recognizer, c6=1)) == "+c6,-c6"


def test_an_earlier_board_is_known_by_its_sizes():
    recognizer = sight_on(BOARD)
    before = recognizer.expected()
    for text in ("a1-b1", "b6-b5"):
        recognizer.game.play_turn(paths.read_turn(recognizer.game, text))
    recognizer.position_changed()
    assert recognizer.earlier(before) == 0
    assert recognizer.earlier(before ^ sized(bytes(PLACES))) == 0
    assert recognizer.earlier(0) == -1


START = "321123/000000/000000/000000/000000/321123"

HASTY = [
    # turns that begin while the one before is still worked out
    ("a1-b3", "d6-c5"), ("b1-a2", "f6-e4"), ("c1-e3", "a6-b4"), ("f1-f4", "b6-a5"),
    ("a1-b3", "d6-c5", "c1-d2"), ("c1-d2", "d6-c5", "a1-b3"),
]  # fmt: skip


def hall_board(seed=1, position=""):
    """Return a board of its own time, switched on a second ago, with rings as ``position``."""
    world = World(LAYOUT, seed)
    harness = Harness(LAYOUT, world)
    game = gyges.Game("standard", (("study", "on"),), position)
    for _ in range(50):
        harness.step()
    if position:
        assert (
            harness.table.execute("new", ("gyges", "standard", "study=on", pack(position))) is None
        )
        for cell in range(PLACES):
            if game.cells[cell]:
                world.put(cell, game.cells[cell])
        for _ in range(300):
            harness.step()
    return harness, game


def played(harness, hands, ms):
    """Let these hands do what they want; return the turns that the board has understood."""
    harness.world.add(hands)
    while harness.world.actors:
        harness.step(ms)
    return [gyges.turn_text(turn) for turn in harness.table.game.turns]


def moves(world, game, turns, wait_ms):
    for text in turns:
        turn = paths.read_turn(game, text)
        origin, landing = gyges.turn_origin(turn), gyges.turn_landing(turn)
        world.lift(origin)
        yield 200
        world.put(landing, game.cells[origin])
        yield wait_ms
        game.play_turn(turn)
    yield 5000


@pytest.mark.slow
@pytest.mark.parametrize("ms", campaign([50], [20, 50]))
@pytest.mark.parametrize("turns", HASTY, ids=" ".join)
def test_the_next_player_need_not_wait_for_the_board(turns, ms):
    for wait_ms in campaign((150, 450), (150, 250, 450)):
        harness, game = hall_board(position=START + " S")
        hands = moves(harness.world, game, turns, wait_ms)
        assert played(harness, hands, ms) == list(turns), wait_ms


ALIKE = "000000/000330/000000/000000/000000/100000 S"
NUDGED = [
    # what it is, script, turns that look like it
    ("nobody touches the other ring", "-d2 300 +d5", "d2-d5"),
    ("the other ring is knocked off while one is up", "-d2 300 -e2 200 +e2 200 +d5",
     "d2-d5 d2xe2>d5"),
    ("at nearly the same time", "-e2 60 -d2 100 +e2 200 +d5", "d2-d5 d2xe2>d5"),
    ("before the other one is lifted", "-e2 200 +e2 200 -d2 300 +d5", "d2-d5 d2xe2>d5"),
    ("after it was put down", "-d2 300 +d5 200 -e2 200 +e2", "d2-d5 d2xe2>d5"),
]  # fmt: skip


def script_of(world, script):
    """Lift (-) and put (+) triples, and wait, as ``-d2 300 +d5`` says."""
    for word in script.split():
        if word[0] == "-":
            world.lift(gyges.parse_cell(word[1:]))
        elif word[0] == "+":
            world.put(gyges.parse_cell(word[1:]), 3)
        else:
            yield int(word)
    yield 3000


@rows(NUDGED, "script", "turns")
def test_a_ring_that_was_up_with_one_of_its_size_is_asked_about(script, turns):
    """Before, it was taken for boxed; it may have been nudged."""
    harness, _ = hall_board(position=ALIKE)
    understood = played(harness, script_of(harness.world, script), 20)
    recognizer = harness.table.tracker.recognizer
    assert sorted(gyges.turn_text(turn) for turn in recognizer.visible_turns) == turns.split()
    asked = len(turns.split()) > 1
    assert understood == ([] if asked else [turns])
    assert (harness.table.tracker.verdict == AMBIGUOUS) is asked


def rings(world, cells, size):
    for name in cells:
        world.put(gyges.parse_cell(name), size)
        yield 220
    yield 3000


@pytest.mark.slow
@pytest.mark.parametrize("cells", ["b1 e1", "e1 b1"])
def test_rings_set_up_in_a_hurry_are_told_in_their_order(cells):
    harness, _ = hall_board()
    hands = rings(harness.world, cells.split(), 1)
    assert played(harness, hands, 50) == ["1" + name for name in cells.split()]


def test_where_rings_get_is_sought_from_the_position_that_stands():
    """A turn that was only tried leaves nothing behind: else rings could land on others."""
    recognizer = sight_on(START + " S")
    ply, position = recognizer.game.ply, bytes(recognizer.game.cells)
    game = recognizer.game
    recognizer.set_game(copy_of(game))
    recognizer.play(paths.read_turn(recognizer.game, "a1-b3"))
    recognizer.set_game(game)
    assert (recognizer.game.ply, bytes(recognizer.game.cells)) == (ply, position)
    for _ in range(100):
        recognizer.work()
    recognizer.play(paths.read_turn(recognizer.game, "a1-b3"))
    while recognizer.has_work:
        recognizer.work()
    for origin in recognizer.origins():
        right = Reach(recognizer.game, origin).run().marks
        assert bytes(recognizer.marks_of(origin)) == bytes(right)


def test_a_first_turn_is_found_in_what_two_have_left():
    recognizer = sight_on(START + " S")
    before = bytes(recognizer.game.cells)
    for text in ("a1-b3", "d6-c5"):
        recognizer.game.play_turn(paths.read_turn(recognizer.game, text))
    both = sized(recognizer.game.cells)
    for _ in range(2):
        recognizer.game.undo()
    assert bytes(recognizer.game.cells) == before
    found = [(gyges.turn_text(turn), sure) for turn, _, sure in recognizer.first_turns(both, 0)]
    assert found == [("a1-b3", True)]
    assert recognizer.first_turns(sized(before), 0) == []


BOXED = [
    # which rings are up, touched besides, turns and whether they are sure
    ("d1 a6", "d5", [("d1-d5", True)]),
    ("d1 a6 e3", "d5", [("d1-d5", False)]),
    ("d1 a6", "d2 e3", [("d1-d2", False), ("d1xe3>d2", False)]),
]


@for_each(("up", "others", "turns"), BOXED)
def test_a_turn_is_not_sure_while_a_ring_of_its_size_may_be_boxed(up, others, turns):
    """A ring of North is up, too, so that no single turn explains what is seen."""
    recognizer = sight_on("000300/000000/000030/000000/000000/100000 S")
    shown = shown_after(recognizer, **{others[:2]: 3}, **dict.fromkeys(up.split(), 0))
    touched = sum(1 << gyges.parse_cell(name) for name in f"{up} {others}".split())
    found = recognizer.first_turns(shown, touched)
    assert sorted((gyges.turn_text(turn), sure) for turn, _, sure in found) == turns
