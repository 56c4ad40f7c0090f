"""What kills somebody or ends the game is said first, confirmed, and can be taken back."""

import pytest

from support.galerapagos.scripted_host import moderator, screen_of, short_of_water
from support.galerapagos.table import all_collect_wood, at_count, do, hold, refuses, table
from support.rows import for_each
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.preview import consequences
from underboard.galerapagos.state.refusal import Refused


def test_one_key_does_not_end_the_evening(tmp_path):
    lead = short_of_water(tmp_path, "3", "n", "3", "", "3", "y", "u", "q", water=0)
    lead.run()
    text = screen_of(lead)
    for name in ("Ada", "Basil", "Cleo"):
        assert text.count(f"{name} dies of thirst.") >= 3
    assert "Nobody is left alive: everyone loses." in text
    assert not lead.game.over
    assert lead.camp.phase == "zero"
    # The record keeps the step and its undo, and goes on where it was.
    assert RecordedGame.resume(lead.table.path).game.camp.text() == lead.camp.text()


def test_an_ended_game_is_reopened_from_its_record_until_it_is_closed(tmp_path):
    lead = short_of_water(tmp_path, "3", "y", "q", water=0)
    assert lead.run()
    kept = RecordedGame.resume(lead.table.path)
    assert kept.game.over
    assert not kept.closed
    kept.undo()
    assert RecordedGame.resume(kept.path).game.camp.phase == "zero"


def test_the_raft_without_seats_is_confirmed(tmp_path):
    lead = moderator(tmp_path, "1", "n", "q")
    lead.game.camp.weather.insert(0, "hurricane")
    game = lead.game
    do(game, "reveal")
    game.camp.water = game.camp.food = 20
    all_collect_wood(game)
    lead.run()
    assert not game.over
    assert "There is not a single seat on the raft: everyone loses." in screen_of(lead)


GRAVE = [
    # entry, fields, what it would bring
    ("accept", {}, ["death"]),
    ("override", {"what": "dead", "value": 1}, ["death"]),
    ("override", {"what": "end", "value": 0}, ["end"]),
    ("override", {"what": "food", "value": 3}, []),
]


@for_each(("entry", "fields", "told"), GRAVE)
def test_what_would_follow_is_told_and_nothing_happens(entry, fields, told):
    game = at_count(4, water=3, cards="dealt")
    do(game, "vote")
    for voter, target in ((0, 1), (1, 2), (2, 1), (3, 1)):
        do(game, "cast", voter=voter, target=target)
    do(game, "show")
    before = game.camp.text()
    found = consequences(game, {"do": entry, **fields})
    assert [effect["effect"] for effect in found] == told
    assert game.camp.text() == before
    # Nor has chance moved on: the next draws are the same.
    assert game.camp.chance.below(1000) == at_chance(game)


def at_chance(game):
    """Return what the next draw of a game played again would be."""
    again = type(game)(game.setup)
    drawn = game.camp.chance.drawn - 1
    for _ in range(drawn - again.camp.chance.drawn):
        again.camp.chance.below(2)
    return again.camp.chance.below(1000)


def test_a_shot_is_confirmed_before_it_hits():
    game = table(3)
    do(game, "play", player=0, card="revolver")
    do(game, "shoot", player=0, target=1)
    assert [e["player"] for e in consequences(game, {"do": "fall"})] == [1]
    assert consequences(game, {"do": "sheet"}) == []


# -- dusk, and actions done again


def act(game, *entries):
    do(game, "reveal")
    for entry in entries:
        do(game, *entry) if isinstance(entry, tuple) else do(game, entry)
    return game


def test_who_pressed_the_wrong_key_acts_again():
    game = act(table(3), "fish")
    with pytest.raises(Refused):
        game.undo()
    food = game.camp.food - game.camp.last["food"]
    do(game, "override", what="act", value=0, why="meant wood")
    assert (game.camp.food, game.camp.actor, game.camp.acted) == (food, 0, [])
    do(game, "wood")
    do(game, "push", extra=0)
    assert game.camp.actor == 1
    refuses(game, "not-last", "override", what="act", value=1)


def test_the_last_one_acts_again_at_dusk():
    game = act(table(3), "fish", "fish", "water")
    assert game.camp.phase == "dusk"
    water = game.camp.water - game.camp.last["water"]
    do(game, "override", what="act", value=2)
    assert (game.camp.phase, game.camp.actor, game.camp.water) == ("act", 2, water)
    do(game, "fish")
    assert game.camp.phase == "dusk"


def test_a_search_done_again_puts_the_card_back():
    game = act(table(4, "dealt"))
    top, left = game.camp.pile[0], game.camp.pile_left
    do(game, "search")
    do(game, "override", what="act", value=0)
    assert (game.camp.pile[0], game.camp.pile_left, game.camp.actor) == (top, left, 0)
    assert game.camp.known_cards() == 54
    again = act(table(4), "search")
    left = again.camp.pile_left
    do(again, "override", what="act", value=0)
    assert again.camp.pile_left == left + 1


def test_a_catch_is_set_right():
    game = act(table(3), "fish")
    caught = game.camp.last["food"]
    before = game.camp.food
    do(game, "override", what="fish", value=3)
    do(game, "override", what="fish", value=1)
    assert game.camp.food == before - caught + 1
    do(game, "water")
    refuses(game, "no-catch", "override", what="fish", value=1)


def pushed(bitten):
    for seed in range(60):
        game = act(table(3, seed=seed), "wood")
        do(game, "push", extra=3)
        if bool(game.camp.people[0].sick) == bitten:
            return game
    raise AssertionError("no such draw")


def test_a_bite_is_set_right_in_both_directions():
    game = pushed(bitten=True)
    assert (game.camp.wood, game.camp.seats) == (1, 0)
    do(game, "override", what="bite", value=0)
    assert (game.camp.wood, game.camp.people[0].sick) == (4, 0)
    do(game, "override", what="bite", value=0)
    assert (game.camp.wood, game.camp.people[0].sick) == (1, 1)
    lucky = pushed(bitten=False)
    do(lucky, "override", what="act", value=0)
    assert (lucky.camp.wood, lucky.camp.actor) == (0, 0)
    refuses(lucky, "no-push", "override", what="bite", value=0)


def test_wood_is_taken_back_over_the_edge_of_a_seat():
    game = pushed(bitten=False)
    game.camp.wood = 5
    do(game, "wood")
    assert (game.camp.seats, game.camp.wood) == (1, 0)
    do(game, "push", extra=0)
    do(game, "override", what="act", value=1)
    assert (game.camp.seats, game.camp.wood) == (0, 5)


# -- heirs


def test_heirs_are_named_in_the_order_in_which_they_are_dealt():
    game = at_count(4, water=0, cards="dealt")
    hold(game, 1, "water-bottle")
    do(game, "ration", player=1, card="water-bottle", target=1)
    for other in (2, 3):
        game.camp.fed.append(other)
    do(game, "close")
    heirs = [e for _, e in game.log if e["effect"] == "deal-out"]
    assert [(e["target"], e["players"]) for e in heirs] == [(0, [1, 3])]


def test_who_gets_no_card_is_not_named():
    game = at_count(4, water=0, cards="dealt")
    for seat in (1, 2, 3):
        game.camp.fed.append(seat)
    game.camp.people[0].hand = ["club"]
    do(game, "close")
    named = [e["player"] for _, e in game.log if e["effect"] == "inherits"]
    assert named == [1]


def test_giving_a_physical_card_asks_nothing():
    game = table(3)
    do(game, "give", player=0, target=1)
    assert "card" not in game.entries[-1]
