"""Rule book of Galérapagos, section 6, where hands, chance and the log are compared."""

import pytest

from support.galerapagos.table import all_collect_wood, at_count, do, hold, table, votes
from underboard.galerapagos.rules.phases import ANY_TIME, CLOSED_TO, FIELDS, INTERRUPTS, PHASES
from underboard.galerapagos.rules.tournament import TournamentResult, points
from underboard.galerapagos.rules.tournament import table as tournament_table
from underboard.galerapagos.state.refusal import Refused


def test_every_phase_leads_to_known_phases_and_can_be_reached():
    led = {phase for row in PHASES.values() for phase in row.leads}
    assert led <= set(PHASES)
    assert set(PHASES) - led == set(INTERRUPTS)


def test_every_entry_is_described_and_taken_somewhere():
    taken = {entry for row in PHASES.values() for entry in row.entries} | set(ANY_TIME)
    assert taken == set(FIELDS)
    assert set(CLOSED_TO) <= set(PHASES)


def test_6_2_3_at_zero_the_revolver_may_feed_one():
    game = hold(table(4, "dealt"), 1, "revolver", "cartridge")
    hold(game, 2, "water-bottle")
    while "water-bottle" in game.camp.people[1].hand:
        do(game, "give", player=1, card="water-bottle", target=2)
    do(game, "reveal")
    game.camp.water = 0
    all_collect_wood(game)
    do(game, "play", player=1, card="revolver")
    do(game, "shoot", player=1, target=2)
    do(game, "fall")
    assert game.camp.phase == "zero"
    do(game, "ration", player=1, card="water-bottle", target=1)


def ballot(players=4, water=3, **switches):
    game = at_count(players, water=water, **switches)
    do(game, "vote")
    return game


def test_6_3_one_target_each_and_nobody_sees_it_before_the_reveal():
    game = ballot()
    do(game, "cast", voter=0, target=1)
    do(game, "cast", voter=0, target=2)
    assert game.camp.ballot.progress() == (1, 4)
    assert game.camp.ballot.shown() == []
    assert all("target" not in effect for _, effect in game.log if effect["effect"] == "votes-in")


def test_6_3_switch_tie_by_chance():
    seen = set()
    for seed in range(20):
        game = ballot(tie="chance", seed=seed)
        votes(game, 1, 0, 0, 1)
        seen.add(game.camp.designated)
    assert seen == {0, 1}


def designated(players=4, water=3, **more):
    game = ballot(players, water=water, **more)
    votes(game, *[1 if seat != 1 else 0 for seat in range(players)])
    return game


def test_6_5_hand_cards_go_alternately_left_first():
    game = hold(designated(cards="dealt"), 1, "sardines")
    before = [len(one.hand) for one in game.camp.people]
    do(game, "accept")
    after = [len(one.hand) for one in game.camp.people]
    left = before[1]
    assert after[1] == 0
    assert after[2] - before[2] == (left + 1) // 2
    assert after[0] - before[0] == left // 2


def test_6_5_laid_cards_are_discarded_but_the_revolver_is_passed_on():
    game = hold(designated(cards="dealt"), 1, "revolver", "axe")
    do(game, "play", player=1, card="revolver")
    do(game, "play", player=1, card="axe")
    revolvers = sum(one.hand.count("revolver") for one in game.camp.people)
    do(game, "accept")
    assert "axe" in game.camp.discard
    assert "revolver" not in game.camp.discard
    assert sum(one.hand.count("revolver") for one in game.camp.people) == revolvers + 1


def test_6_5_a_single_survivor_gets_everything():
    game = at_count(3, water=1, cards="dealt")
    cards = sum(len(one.hand) for one in game.camp.people)
    do(game, "override", what="dead", value=2)
    do(game, "override", what="dead", value=1)
    assert len(game.camp.people[0].hand) == cards


def armed(*players, count=4, cards="physical", **switches):
    game = table(count, cards, **switches)
    for player in players:
        if cards == "dealt":
            hold(game, player, "revolver")
            hand = game.camp.people[player].hand
            if "cartridge" not in hand:
                game.camp.pile.remove("cartridge")
                hand.append("cartridge")
                game.camp.pile_left -= 1
        do(game, "play", player=player, card="revolver")
    return game


def test_6_7_the_victims_hand_goes_to_the_shooter():
    game = armed(1, cards="dealt")
    hold(game, 3, "revolver")
    do(game, "play", player=3, card="revolver")
    hand = len(game.camp.people[3].hand)
    before = len(game.camp.people[1].hand)
    do(game, "shoot", player=1, target=3)
    do(game, "fall")
    # The hand and the laid-down revolver arrive; the cartridge is spent.
    assert len(game.camp.people[1].hand) == before + hand + 1 - 1


def test_6_7_switch_victim_gives_the_hand_to_the_neighbours():
    game = armed(1, cards="dealt", victim="neighbours")
    before = [len(one.hand) for one in game.camp.people]
    do(game, "shoot", player=1, target=3)
    do(game, "fall")
    after = [len(one.hand) for one in game.camp.people]
    assert after[1] == before[1] - 1
    assert after[0] + after[2] == before[0] + before[2] + before[3]


def test_6_12_solidarity_each_scores_the_number_of_saved():
    assert [points(8, saved, "solidarity") for saved in (0, 1, 2, 8)] == [0, 1, 2, 8]


def test_6_12_lone_the_fewer_the_better():
    assert [points(8, saved, "lone") for saved in (0, 1, 2, 8)] == [0, 8, 7, 1]


def test_6_12_the_highest_total_wins_and_a_tie_is_shared():
    games = [
        TournamentResult(("Ada", "Basil", "Cleo"), ("Ada", "Basil")),
        TournamentResult(("Ada", "Basil", "Cleo"), ("Basil", "Ada")),
        TournamentResult(("Ada", "Basil", "Cleo"), ()),
    ]
    assert tournament_table(games, "solidarity") == [
        (1, "Ada", 4, 2),
        (1, "Basil", 4, 2),
        (3, "Cleo", 0, 0),
    ]


def test_6_12_an_unknown_way_to_score_is_refused():
    with pytest.raises(Refused, match="solidarity, lone"):
        tournament_table([], "first past the post")


def test_what_the_host_sets_right_is_logged_with_its_reason():
    game = table(4)
    effects = game.enter({"do": "override", "what": "water", "value": 7, "why": "agreed"})
    assert effects[0] == {"effect": "override", "what": "water", "value": 7, "why": "agreed"}
