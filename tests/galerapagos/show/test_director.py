"""The director (events in, scenes with times out)."""

import json

import pytest

from support.galerapagos.table import NAMES, at_count, do, hold, table, votes
from underboard.galerapagos.bots.simulate import auto_setup, play_alone
from underboard.galerapagos.show.director import CROWD, CROWDED_MS, Director
from underboard.galerapagos.show.scenes import LENGTH_MS, NAME_MS, NEXT_MS, Scene, scenes_of
from underboard.galerapagos.state.cards import KIND
from underboard.texts import area

KINDS = (
    "weather", "act", "bite", "find", "count", "debate", "ballot", "reveal", "rescue", "shot",
    "death", "inheritance", "departure", "hurricane", "end",
)  # fmt: skip


def plain(kind="act", length=2000):
    return Scene(kind, {"en": kind, "fr": kind}, length)


def reveal_of(game, *targets):
    """Return the scene of a ballot's votes."""
    do(game, "vote")
    before = len(game.log)
    votes(game, *targets)
    scenes = scenes_of(game.camp, [effect for _, effect in game.log[before:]])
    assert [scene.kind for scene in scenes] == ["reveal"]
    return scenes[0]


def test_every_kind_of_scene_is_made_by_some_game_and_has_its_sentence_in_both_languages():
    seen = {"debate"}
    for seed in range(12):
        told = []
        game = play_alone(auto_setup(4 + seed % 9, seed, "dealt", {})).game
        for scene in scenes_of(game.camp, [effect for _, effect in game.log]):
            seen.add(scene.kind)
            told.append(scene)
            for beat in (scene, *scene.beats):
                assert set(beat.caption) == {"en", "fr"}
                for text in beat.caption.values():
                    assert text.strip(), scene
                    assert "{" not in text
        assert told
    assert set(KINDS) <= seen
    assert seen <= {*LENGTH_MS, "reveal"}


def test_a_scene_never_holds_a_card_that_lies_in_a_hand():
    for seed in range(8):
        game = play_alone(auto_setup(6, seed, "dealt", {})).game
        hidden = [e for _, e in game.log if "private" in e or e["effect"] in ("gives", "search")]
        for scene in scenes_of(game.camp, hidden):
            text = json.dumps([scene.caption, scene.facts])
            for card in KIND:
                assert area("en", "galerapagos")[f"card.{card}"] not in text
                assert card not in text


def test_scenes_are_shown_one_after_the_other_in_their_order():
    director = Director()
    director.take([plain("act"), plain("find", 1000)], 0)
    director.take([plain("count")], 500)
    kinds = [(director.shown(now) or {}).get("kind") for now in (0, 1999, 2000, 2999, 3000, 4999)]
    assert kinds == ["act", "act", "find", "find", "count", "count"]
    assert director.is_busy(4999)
    assert not director.is_busy(5000)
    assert director.ended == ["act", "find", "count"]


def test_a_scene_that_comes_late_begins_when_it_comes():
    director = Director()
    director.take([plain()], 0)
    director.take([plain("find")], 9000)
    assert director.shown(10_999)["kind"] == "find"
    assert director.shown(11_000) is None


def test_a_crowd_of_scenes_is_shortened_and_none_is_left_out():
    director = Director()
    scenes = [plain("death", 7000) for _ in range(CROWD + 2)]
    director.take(scenes, 0)
    assert director.is_busy(7000 + CROWDED_MS * (CROWD + 1) - 1)
    assert not director.is_busy(7000 + CROWDED_MS * (CROWD + 1))
    assert len(director.ended) == CROWD + 2


@pytest.mark.parametrize(("percent", "length"), [(100, 2000), (60, 1200)])
def test_the_pace_scales_all_of_it(percent, length):
    director = Director(percent)
    director.take([plain()], 0)
    assert director.is_busy(length - 1)
    assert not director.is_busy(length)


def test_without_a_television_nothing_takes_time():
    director = Director(0)
    director.take([plain()], 0)
    assert not director.is_busy(0)
    assert director.ended == ["act"]


def test_time_stands_still_while_the_table_rests():
    director = Director()
    director.take([plain()], 0)
    director.pause(True, 500)
    assert director.is_busy(90_000)
    director.hurry(90_000)
    director.pause(False, 90_000)
    assert director.is_busy(91_499)
    assert not director.is_busy(91_500)


def test_an_envelope_tells_its_name_when_it_is_open_and_never_before():
    scene = reveal_of(at_count(4, water=3), 1, 2, 1, 1)
    director = Director()
    director.take([scene], 0)
    begun = next(beat.at_ms for beat in scene.beats)
    for n in range(4):
        turned = begun + n * NEXT_MS
        before, after = director.shown(turned + NAME_MS - 1), director.shown(turned + NAME_MS)
        if before["caption"]["en"].startswith("It may all"):
            break
        assert [b["voter"] for b in before["beats"] if "voter" in b] == list(range(n))
        assert [b["voter"] for b in after["beats"] if "voter" in b] == list(range(n + 1))
        assert "verdict" not in json.dumps(after)
        assert f"{NAMES[n]} against" in after["caption"]["en"]


def test_the_envelope_that_decides_waits_longer_and_the_verdict_comes_last():
    scene = reveal_of(at_count(4, water=3), 1, 2, 1, 2)
    turning = [beat for beat in scene.beats if "turning" in beat.facts]
    names = [beat for beat in scene.beats if "voter" in beat.facts]
    rests = [name.at_ms - turn.at_ms for turn, name in zip(turning, names)]
    assert rests[0] < rests[-1]
    assert scene.beats[-1].facts["verdict"] == "tie"
    assert scene.beats[-1].at_ms > names[-1].at_ms


def test_secret_votes_are_shown_as_totals_one_bar_after_the_other():
    scene = reveal_of(at_count(4, water=3, votes="secret"), 1, 2, 1, 1)
    bars = [beat.facts for beat in scene.beats if "total" in beat.facts]
    assert bars == [{"target": 1, "total": 3}, {"target": 2, "total": 1}]
    assert "voter" not in json.dumps([beat.facts for beat in scene.beats])
    assert len({beat.at_ms for beat in scene.beats}) == len(scene.beats)


def test_who_is_in_a_hurry_sees_the_next_envelope_or_all_and_nothing_is_left_out():
    scene = reveal_of(at_count(4, water=3), 1, 2, 1, 1)
    director = Director()
    director.take([scene, plain("death", 7000)], 0)
    director.hurry(100, everything=False)
    assert len([b for b in director.shown(100)["beats"] if "voter" in b]) == 1
    director.hurry(200)
    shown = director.shown(200)
    assert len([b for b in shown["beats"] if "voter" in b]) == 4
    assert shown["beats"][-1]["verdict"] == "designated"
    assert director.shown(800)["kind"] == "death"
    assert not director.is_busy(5000)


def test_votes_are_taken_during_the_count_to_three_only():
    director = Director()
    assert director.takes_votes(0)
    director.take([plain("three", 3000)], 0)
    assert director.takes_votes(100)
    director.take([plain("reveal", 3000)], 200)
    assert not director.takes_votes(300)
    assert not director.takes_votes(3300)


def test_two_who_die_together_are_one_scene_and_the_last_scenes_are_departure_and_end():
    game = table(3, "dealt")
    hold(game, 0, "sandwich")
    scenes = scenes_of(game.camp, [
        {"effect": "death", "player": 0, "how": "thirst"},
        {"effect": "death", "player": 1, "how": "thirst"},
        {"effect": "inherits", "player": 2, "target": 0},
        {"effect": "end", "how": "departure", "players": [2]},
    ])  # fmt: skip
    assert [scene.kind for scene in scenes] == ["death", "inheritance", "departure", "end"]
    assert scenes[0].caption["en"] == "Ada and Basil die of thirst."
    assert scenes[1].caption["fr"] == "Cleo hérite des cartes d'Ada."
