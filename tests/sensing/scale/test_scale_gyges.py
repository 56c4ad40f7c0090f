"""Gygès on load cells (rings that move, box and change places, told by weight and moments)."""

from types import SimpleNamespace

import pytest

from boardcore.gyges.cells import parse_cell
from boardcore.gyges.model import PUT_BACK, UNEXPECTED
from boardcore.gyges.plate import Recognizer, decoder_of
from boardcore.gyges.rules import (
    NONE,
    Game,
    parse_turn,
    turn_drop,
    turn_landing,
    turn_origin,
    turn_text,
)
from boardcore.gyges.turns import make_turn
from boardcore.layout.layout import Layout
from boardcore.play.question import Question
from boardcore.play.tracker import Tracker
from boardcore.sensing.observe.weight.weight import Weight
from boardcore.verdicts import NOTHING, PLAY
from support.rows import each_row, for_each
from support.sensing.inner import note_presses, set_hands, suppose, value_of
from support.sensing.plates import GYGES, Told, ToldRings, press

A, B, C = parse_cell("b1"), parse_cell("c3"), parse_cell("e4")
ROWS = {"a1": 1, "b1": 3, "c1": 2, "d1": 2, "e1": 3, "c3": 1}
ROWS.update({"a6": 3, "b6": 1, "c6": 2, "d6": 2, "e6": 1, "f6": 3})


def followed(position):
    """Return a recognizer that follows a game by weight, its decoder, and its places."""
    layout = Layout(GYGES)
    game = Game("standard", (), position)
    recognizer = Recognizer(game, layout)
    decoder = decoder_of(layout.scale, SimpleNamespace(), SimpleNamespace())
    recognizer.set_decoder(decoder)
    recognizer.reset_to_position()
    recognizer.position_changed()
    return recognizer, decoder, layout.cell_of_sensor.index


RESTS = [
    # what happens, what lies, size that the set-up asks for, acts, what is likely then: ``=``: the
    # likeliest, ``~``: among others
    ("a boxing at once", ROWS, 0, "-3b1 -1c3 +3c3 +1e4 .2000", "~b1:0 c3:3 e4:1"),
    ("in its middle", ROWS, 0, "-3b1 -1c3 .1000 +3c3 +1e4 .1000", "~b1:0 c3:3 e4:1"),
    ("after a lift", ROWS, 0, "-3b1 .500 -1c3 +3c3 +1e4 .1500", "~b1:0 c3:3 e4:1"),
    ("before the last ring", ROWS, 0, "-3b1 -1c3 +3c3 .1500 +1e4 .500", "~b1:0 c3:3 e4:1"),
    (
        "one is held as the one that it boxes is moved",
        ROWS,
        0,
        "-3b1 -1c3 +1e4 .1500",
        "~b1:0 c3:0 e4:1",
    ),
    # A double that is moved as far leaves the same moments: then players are asked.
    ("two rings change places", ROWS, 0, "-3b1 -1c3 +3c3 +1b1 .1500", "~b1:1 c3:3"),
    ("a ring is nudged and put back beside its place", ROWS, 0, "-3b1 +3b1~0.5,5 .900", "="),
    ("a hand lies still on a single", {}, 1, "+1c3 . +1b1 13.1@b1 .", "=b1:3 c3:1"),
    ("it has gone", {}, 1, "+1c3 . +1b1 13.1@b1 . -13.1@b1 .", "=b1:1 c3:1"),
    # An odd ring would explain that, at a cost: one of both states was dropped for it.
    ("a hand goes in doubt", ROWS, 1, "+1d3 . -4@c3 .", "c3:0 | e1:0"),
    ("a double may weigh what no other does", {}, 2, "14@c1 .", "c1:2"),
    ("a ring between two sizes", {}, 0, "+1b1 3@b1 .", "~b1:1 | b1:2"),
]


@each_row(RESTS, "lies", "asked", "acts", "likely")
def test_what_a_rest_shows(lies, asked, acts, likely):
    board = ToldRings(lies)
    if asked:
        places = range(len(board.start))
        board.decoder.model.expect(board.start, board.start, None, places, asked)
    board.act(acts)
    if likely[0] == "=":
        assert board.named(board.decoder.state) == likely[1:]
    elif likely[0] == "~":
        assert set(likely[1:].split(" | ")) <= set(board.likely)
    else:
        assert " | ".join(board.likely) == likely


@pytest.mark.parametrize("sure", [True, False])
def test_the_press_at_a_ring_that_was_lifted_touches_no_ring_beside_it(sure):
    scale = Layout(GYGES).scale
    decoder = decoder_of(scale, SimpleNamespace(), SimpleNamespace())
    (x, y), (beside, _) = scale.places[:2]
    press(decoder.observation.presses, (x + beside) / 2 - 1, y)
    decoder.observation.presses.gather()
    note_presses(decoder, [(-1, 0, 1)] if sure else None)
    assert decoder.pressed == ([0] if sure else [0, 1])


@pytest.mark.parametrize("done", [True, False])
def test_what_is_touched_once_a_turn_is_done_is_no_part_of_it(done):
    scale = Layout(GYGES).scale
    decoder = decoder_of(scale, SimpleNamespace(), SimpleNamespace())
    position = bytes([3, 1] + [0] * 36)
    decoder.model.expect(position, position, None, (), 0)
    suppose(decoder, [(bytes([0, 1, 3 * done] + [0] * 35), 0.0)])
    press(decoder.observation.presses, *scale.places[1])
    decoder.observation.presses.gather()
    note_presses(decoder, ())
    assert (1 in decoder.pressed) == (not done)


def test_a_null_move_is_no_question_but_one_yes():
    layout = Layout(GYGES)
    recognizer, decoder, _ = followed("002311/200003/000000/000000/032120/003001 S")
    set_hands(decoder, True)
    while recognizer.has_work:
        recognizer.work()
    null = next(
        turn
        for turn in recognizer.game.legal_turns()
        if turn_landing(turn) == turn_origin(turn) and turn_drop(turn) == NONE
    )
    tracker = Tracker(recognizer, 0)
    shown = recognizer.expected()
    lifted = recognizer.read(without(recognizer.game.cells, turn_origin(null), layout))
    for now, snapshot in ((0, shown), (400, shown), (800, lifted), (1200, lifted), (1600, shown)):
        tracker.update(snapshot, False, now)
    assert tracker.update(shown, False, 2000) == NOTHING
    assert tracker.question is None
    tracker.press(0, False, False)
    events = [tracker.update(shown, False, 2040 + 40 * at) for at in range(5)]
    assert PLAY in events
    assert tracker.turn == null


def without(cells, cell, layout):
    """Return the readings of a board without the ring on one cell."""
    return bytes(0 if at == cell else cells[at] for at in layout.cell_of_sensor)


def test_what_was_touched_before_a_turn_begins_was_not_boxed():
    """Name an exchange of alike rings by one yes, once all stand again.

    A null move was once played instead.
    """
    decoder = decoder_of(Layout(GYGES).scale, SimpleNamespace(), SimpleNamespace())
    position, lifted = bytes([3, 0, 3] + [0] * 35), bytes([0, 0, 3] + [0] * 35)
    decoder.model.expect(position, position, None, (), 0)
    for state, changed in (
        (position, [(1, 0, 3)]),
        (lifted, [(-1, 2, 3)]),
        (position, ()),
    ):
        x, y = Layout(GYGES).scale.places[changed[0][1] if changed else 0]
        press(decoder.observation.presses, x, y)
        decoder.observation.presses.gather()
        suppose(decoder, [(state, 0.0)])
        note_presses(decoder, changed)
    assert 2 in decoder.pressed
    note_presses(decoder, [(1, 0, 3)])
    assert 2 not in decoder.pressed


@pytest.mark.parametrize("named", [True, False])
def test_what_players_have_said_stands_whatever_was_weighed(named):
    recognizer, decoder, place = followed("321123/000000/000000/000000/000000/321123 S")
    game = recognizer.game
    astray = bytearray(decoder.state)
    astray[place(parse_cell("c3"))] = 2
    suppose(decoder, [(bytes(astray), 0.0)])
    if named:
        recognizer.set_named_turn()
    game.play_turn(parse_turn("c1-c2"))
    recognizer.position_changed()
    stands = bytes([game.cells[cell] for cell in Layout(GYGES).cell_of_sensor])
    assert decoder.state == (stands if named else bytes(astray))


def test_a_held_ring_is_put_by_its_own_mass():
    board = ToldRings(ROWS)
    masses = board.decoder.observation.masses
    masses.weigh(A, 3, 19.2, 0.01)
    masses.hold(A, 3, 0.0, 0.02)
    assert masses.mean(1, C, 3) == pytest.approx(19.2, abs=0.05)
    masses.put_down(3, 0.0)
    assert masses.mean(1, C, 3) == 18


def test_of_two_rings_that_are_up_either_may_be_put():
    """Before, both were thought to weigh what the second does, and no two puts fitted."""
    masses = ToldRings(ROWS).decoder.observation.masses
    masses.hold(A, 3, 20.2, 0.02)
    masses.hold(B, 3, 15.7, 0.02)
    assert masses.mean(1, C, 3) == pytest.approx(17.95, abs=0.1)
    assert masses.known(1, C, 3)[1] > 4
    masses.put_down(3, 15.8)
    assert masses.mean(1, C, 3) == pytest.approx(20.15, abs=0.1)
    assert masses.known(1, C, 3)[1] < 0.03


def test_rings_that_were_swept_off_are_not_known_any_more():
    """Before, one that had been taken for another was expected in the next set-up for certain."""
    decoder = decoder_of(Layout(GYGES).scale, SimpleNamespace(), SimpleNamespace())
    masses, empty = decoder.observation.masses, decoder.state
    unknown = masses.known(1, C, 3)[1]
    masses.hold(B, 3, 19.2, 0.01)
    assert masses.known(1, C, 3)[1] < unknown
    lies = bytearray(empty)
    lies[A] = 3
    suppose(decoder, [(bytes(lies), 0.0)])
    decoder._conclude([(1.0, 0.0, ((-1, A, 3),), empty)])
    assert masses.known(1, C, 3)[1] == unknown


def boxing_alike(game, passes_by):
    """Return a turn that boxes a ring of its own size; ``passes_by``: it may also just be moved."""
    turns = game.legal_turns()
    return next(
        turn
        for turn in turns
        if turn_drop(turn) != NONE
        and game.cells[turn_origin(turn)] == game.cells[turn_landing(turn)]
        and turn_drop(turn) != turn_origin(turn)
        and (make_turn(turn_origin(turn), turn_drop(turn)) in turns) is passes_by
    )


@pytest.mark.parametrize("also_up", [True, False])
def test_a_ring_that_was_up_with_one_of_its_size_was_boxed(also_up):
    recognizer, decoder, _ = followed("002311/200003/000000/000000/032120/003001 S")
    game = recognizer.game
    while recognizer.has_work:
        recognizer.work()
    ply = boxing_alike(game, True)
    lies = bytearray(decoder.state)
    ring = lies[turn_origin(ply)]
    lies[turn_origin(ply)] = 0
    if also_up:
        lies[turn_landing(ply)] = 0
        suppose(decoder, [(bytes(lies), 0.0)])
        lies[turn_landing(ply)] = ring
    lies[turn_drop(ply)] = ring
    suppose(decoder, [(bytes(lies), 0.0)])
    recognizer.touched = 1 << turn_landing(ply) | 1 << turn_origin(ply) | 1 << turn_drop(ply)
    recognizer.explain(recognizer.read(decoder.readings))
    assert ply in recognizer.visible_turns
    passed_by = make_turn(turn_origin(ply), turn_drop(ply)) in recognizer.visible_turns
    # Where it was pressed on only, the players are asked.
    assert passed_by is not also_up


def changed(state, place, rings):
    """Return a state with other rings on some cells."""
    after = bytearray(state)
    for cell, size in rings.items():
        after[place(parse_cell(cell))] = size
    return bytes(after)


def test_a_ring_that_may_have_been_pushed_on_contradicts_the_last_turn():
    """Before, the likelier turn of the other player was played, and nobody was asked."""
    recognizer, decoder, place = followed("321123/000000/000000/000000/000000/321123 S")
    before = decoder.state
    recognizer.game.play_turn(parse_turn("c1-c2"))
    recognizer.position_changed()
    put = changed(before, place, {"c1": 0, "c2": 1})
    suppose(decoder, [(put, 0.0)])
    answered = changed(put, place, {"c6": 0, "c5": 1})
    pushed = changed(put, place, {"c2": 0, "c3": 1})
    suppose(decoder, [(answered, 0.0), (pushed, 9.0)])
    assert not recognizer.contradicts(recognizer.read(decoder.readings))
    suppose(decoder, [(answered, 0.0), (pushed, 3.7)])
    assert recognizer.contradicts(recognizer.read(decoder.readings))


def test_a_ring_that_is_named_in_the_set_up_leaves_the_others_that_are_likely():
    """Before, it was the only one that stood, and the others were never found."""
    recognizer, decoder, place = followed("")
    empty = decoder.state
    one = changed(empty, place, {"e1": 1, "a2": 1})
    other = changed(empty, place, {"c1": 1, "b2": 1})
    suppose(decoder, [(one, 0.0), (other, 1.6)])
    recognizer.set_named_turn()
    recognizer.game.play_turn(parse_turn("1c1"))
    recognizer.position_changed()
    assert [state for state, _ in decoder.posterior] == [other]
    recognizer.explain(recognizer.read(decoder.readings))
    assert recognizer.visible_turns == [parse_turn("1b2")]


def test_whoever_says_yes_to_a_cell_in_the_set_up_is_asked_for_the_size_too():
    """The lights asked for a small ring; of one on e2, only a large one was likely."""
    recognizer, decoder, place = followed("")
    small = changed(decoder.state, place, {"e1": 1})
    large = changed(decoder.state, place, {"e2": 3})
    suppose(decoder, [(small, 0.0), (large, 2.0)])
    recognizer.explain(recognizer.read(decoder.readings))
    told = {turn_text(turn) for turn in recognizer.visible_turns}
    assert told == {"1e1", "1e2", "3e2"}


@for_each(("first", "second"), [("c1", "d1"), ("d1", "c1"), ("f2", "a1")])
def test_of_two_rings_between_two_rests_the_one_pressed_first_was_set_up_first(first, second):
    recognizer, decoder, place = followed("")
    for cell in (first, second):
        x, y = Layout(GYGES).scale.places[place(parse_cell(cell))]
        press(decoder.observation.presses, x + 9, y - 6)
    decoder.observation.presses.gather()
    note_presses(decoder, None)
    suppose(decoder, [(changed(decoder.state, place, {first: 1, second: 1}), 0.0)])
    recognizer.explain(recognizer.read(decoder.readings))
    assert recognizer.visible_turns == [parse_turn("1" + first)]


@pytest.mark.parametrize("passes_by", [True, False])
def test_a_hand_that_was_seen_but_once_boxed_where_nothing_else_explains_it(passes_by):
    recognizer, decoder, _place = followed("002311/200003/000000/000000/032120/003001 S")
    game = recognizer.game
    while recognizer.has_work:
        recognizer.work()
    ply = boxing_alike(game, passes_by)
    lies = bytearray(decoder.state)
    lies[turn_drop(ply)], lies[turn_origin(ply)] = lies[turn_origin(ply)], 0
    suppose(decoder, [(bytes(lies), 0.0)])
    decoder.pressed = [turn_landing(ply)]
    recognizer.touched = 1 << turn_origin(ply) | 1 << turn_drop(ply)
    recognizer.explain(recognizer.read(decoder.readings))
    assert (ply in recognizer.visible_turns) is not passes_by


MIDDLE = "300032/001102/000000/000000/003200/120310 S"
"""A position after which a1-b3 is a turn that any ring of row 6 may box."""


def after_turn(position, turn):
    """Return the same as ``followed``, when all is known of the position after a turn."""
    recognizer, decoder, place = followed(position)
    recognizer.game.play_turn(parse_turn(turn))
    recognizer.position_changed()
    while recognizer.has_work:
        recognizer.work()
    lies = bytes(recognizer.game.cells[cell] for cell in recognizer._cells)
    suppose(decoder, [(lies, 0.0)])
    return recognizer, decoder, place


@pytest.mark.parametrize("better", [1.6, 3.5])
def test_rings_as_a_turn_leaves_them_are_believed_if_they_are_nearly_as_likely(better):
    """Before, players were asked whether it was the only turn that any likely rings allow."""
    recognizer, decoder, place = after_turn(MIDDLE, "a1-b3")
    stood = decoder.state
    legal = changed(stood, place, {"a6": 0, "a5": 1})
    astray = changed(stood, place, {"a6": 0, "c2": 0, "c4": 1, "f3": 1})
    suppose(decoder, [(astray, 0.0), (legal, better)])
    recognizer.explain(recognizer.read(decoder.readings))
    assert recognizer.ambiguous is (better > 3)
    assert decoder.state == (astray if better > 3 else legal)
    assert parse_turn("a6-a5") in (
        recognizer.hidden_turns if better > 3 else recognizer.visible_turns
    )


def test_no_rings_are_ruled_out_while_an_earlier_position_is_examined():
    recognizer, decoder, place = after_turn(MIDDLE, "a1-b3")
    stood = decoder.state
    turned = changed(stood, place, {"a6": 0, "a5": 1})
    suppose(decoder, [(turned, 0.0), (stood, 2.0)])
    before = Game("standard", (), MIDDLE)
    game = recognizer.game
    recognizer.set_game(before)
    recognizer.explain(recognizer.read(decoder.readings))
    recognizer.set_game(game)
    assert decoder.state == turned
    assert decoder.holds(stood)


@for_each(
    ("rings", "partial"),
    [({"b3": 0, "e2": 3}, False), ({"b3": 0}, True), ({"a6": 0, "b3": 0, "e2": 3}, True)],
)
def test_a_ring_that_was_pushed_on_is_no_part_of_a_boxing(rings, partial):
    """Before, players were asked what it was: a6xb3>e2 may begin so."""
    recognizer, decoder, place = after_turn(MIDDLE, "a1-b3")
    shown = recognizer.read(changed(decoder.state, place, rings))
    recognizer.explain(shown)
    assert not recognizer.visible_turns
    assert recognizer.is_partial is partial
    assert not recognizer.disputed(shown)


@pytest.mark.parametrize(("cell", "disputed"), [("N", False), ("b4", True)])
def test_a_ring_on_a_goal_was_put_there_by_its_own_side(cell, disputed):
    """Before, players were asked who had put it there: the other side may play that ring, too."""
    position = "100002/300013/000000/000002/130230/010002 S"
    recognizer, decoder, place = after_turn(position, "a1-a6")
    shown = recognizer.read(changed(decoder.state, place, {"a6": 0, cell: 1}))
    assert recognizer.disputed(shown) is disputed


@for_each(
    ("up", "back", "cost"),
    [("b1", True, PUT_BACK), ("a1", True, 0), ("b1", False, 0)],
)
def test_of_two_rings_that_were_up_none_is_put_back(up, back, cost):
    rings = ToldRings(ROWS).decoder.model
    place = Layout(GYGES).cell_of_sensor.index
    state = changed(rings.position, place, {up: 0, "c3": 0})
    size, other = ROWS[up], ROWS["c3"]
    puts = [("c3", other), ("d4", size)] if back else [("c3", size), ("d4", other)]
    changes = [(1, place(parse_cell(cell)), kind) for cell, kind in puts]
    usual = rings.prior(state, changes, rings.after(state, changes), False, False)
    assert usual == UNEXPECTED + cost


class Same:
    """A recognizer to which all turns look alike."""

    def answers(self, turn, part, chosen):
        return (turn,)


def test_a_turn_that_is_found_twice_is_no_question():
    assert Question(Same(), [7, 7]).turn == 7


def test_a_double_that_weighs_what_a_triple_weighs_is_asked_about_and_followed():
    """The lights ask for a double; what the players say of it counts when it moves."""
    last, other = parse_cell("d6"), parse_cell("f6")
    told = ToldRings({name: size for name, size in ROWS.items() if name not in ("d6", "f6")})
    rings = told.decoder.model
    rings.expect(told.start, told.start, None, (last,), 2)
    grams = 1.5 * told.scale.masses[1]
    Told.change(told, 1, last, grams)
    told.look(ms=200)
    assert {state[last] for state, _ in told.decoder.posterior} == {2, 3}
    assert told.decoder.ambiguous
    position = bytes([2 if at == last else size for at, size in enumerate(told.start)])
    told.decoder.confirm(position)
    rings.expect(position, position, None, (other,), 3)
    told.change(1, other, 3)
    position = told.look(ms=200)
    assert position[other] == 3
    rings.expect(position, position, (last,), (), 0)
    press(told.decoder.observation.presses, *told.scale.places[last])
    Told.change(told, -1, last, grams)
    assert told.look()[last] == 0
    assert not told.decoder.ambiguous
    masses = told.decoder.observation.masses
    assert masses.known(1, C, 2)[0] == pytest.approx(grams, abs=0.1)
    press(told.decoder.observation.presses, *told.scale.places[C])
    Told.change(told, 1, C, grams)
    assert told.look()[C] == 2
    assert not told.decoder.ambiguous


def test_a_ring_that_was_put_down_may_go_on_to_box_another():
    """It is no ring that may be played where it lies; the turn began in the position."""
    rings = ToldRings(ROWS).decoder.model
    position = rings.position
    rings.expect(position, position, (A,), (), 0)
    put = bytearray(position)
    put[A], put[C] = 0, position[A]
    boxed = bytearray(position)
    boxed[A], boxed[B] = 0, position[A]
    assert bytes(boxed) in [middle for _, middle, _ in rings.compounds(bytes(put), None)]


def test_a_ring_between_two_sizes_is_looked_for_wherever_it_goes():
    """It was weighed when it was set up; bounds that take it for a usual one drop the truth."""
    scale, start, size = Layout(GYGES).scale, 10, 3
    weight = Weight(scale, None, None)
    weight.masses.weigh(start, size, 1.5 * scale.masses[size - 1], 0.1)
    mass = weight.masses.mean(-1, start, size)
    x, y = scale.places[start]
    goals = [at for at in range(len(scale.places)) if at != start]
    for goal in goals:
        to_x, to_y = scale.places[goal]
        weight.likelihood.look_at(0.0, mass * (to_x - x), mass * (to_y - y))
        left = weight.residual(bytes(len(scale.places)), ((-1, start, size),))
        puts = weight.groups(b"", [[(1, at, size) for at in goals]])
        assert weight.near(left, puts) == puts
        assert goals.index(goal) in value_of(weight.bound_steps(left, puts[0], 0, 1.0))
        assert weight.may_fit(((-1, start, size), (1, goal, size)))
