"""The moderator at a keyboard (a script types, the screen is a text)."""

import io

import pytest
from rich.console import Console

from support.campaign import campaign
from support.galerapagos.scripted_host import (
    Script,
    moderator,
    public_part,
    screen_of,
    short_of_water,
)
from underboard.drivers.keyboard import InputClosed
from underboard.galerapagos.bots.simulate import auto_setup
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.state.options import Setup
from underboard.galerapagos.table.moderator import MENU, Moderator
from underboard.texts import LANGUAGES, Texts


def test_the_phases_are_asked_by_number(tmp_path):
    lead = moderator(tmp_path, "1", "1", "3", "2", "3 0", "q")
    assert not lead.run()
    entries = lead.game.entries
    assert [entry["do"] for entry in entries] == ["reveal", "fish", "wood", "push", "wood", "push"]
    # Where a number is asked it is typed, and it may be typed ahead.
    assert [entries[3]["extra"], entries[5]["extra"]] == [2, 0]
    assert "Basil: how many extra pieces" in screen_of(lead)


def test_a_card_is_played_by_names_and_numbers(tmp_path):
    lead = moderator(tmp_path, "1", "p", "basil", "pend", "3", "wood", "p", "1", "Nonsense", "")
    lead.run()
    assert lead.game.entries[1] == {
        "do": "play", "player": 1, "card": "pendulum", "target": 2, "action": "wood",
    }  # fmt: skip
    assert "'Nonsense' is none of the choices" in screen_of(lead)


def test_what_is_refused_is_said_and_nothing_is_lost(tmp_path):
    lead = moderator(tmp_path, "u", "z", "1", "u", "s", "q")
    lead.run()
    text = screen_of(lead)
    assert "There is nothing to take back." in text
    assert "'z' is not on the menu" in text
    assert "something secret came to light" in text
    assert "'s' is not on the menu" in text, "nobody has a revolver"
    assert len(lead.game.entries) == 1


def test_a_yes_typed_while_phones_went_on_silences_nobody_else(tmp_path):
    lead = short_of_water(tmp_path, players=3)
    enter = lead.table.enter
    enter({"do": "play", "player": 2, "card": "crystal-ball"})
    enter({"do": "vote"})
    enter({"do": "cast", "voter": 0, "target": 1})

    def phones():
        enter({"do": "cast", "voter": 1, "target": 0})
        enter({"do": "show"})

    # 3: show the votes; one is missing, and comes in before the question is answered.
    lead.keyboard.lines = ["3", phones, "y", "q"]
    lead.run()
    assert lead.camp.ballot.missing() == [2], "the owner of the crystal ball may still vote"
    assert "Something changed at the table" in screen_of(lead)


def test_votes_are_typed_unseen_one_after_the_other_and_shown_together(tmp_path):
    lead = short_of_water(tmp_path, "1", "1", "", "2", "", "", "cleo", "", "", "1", "")
    lead.run()
    assert lead.keyboard.unseen == ["2", "cleo", "1"]
    before = screen_of(lead)
    assert "votes against" not in before
    assert "3 of 3 votes received" in before
    lead.keyboard.lines = ["3"]
    lead.run()
    after = screen_of(lead)[len(before) :]
    assert "Basil: 1 (Ada)" in after


def test_a_screen_before_the_reveal_does_not_depend_on_the_votes(tmp_path):
    one = short_of_water(
        tmp_path / "1", "1", "1", "", "2", "", "", "1", "", "", "1", "", terminal=True
    )
    other = short_of_water(
        tmp_path / "2", "1", "1", "", "3", "", "", "3", "", "", "2", "", terminal=True
    )
    for lead in (one, other):
        lead.run()
    assert any("You vote against Basil." in text for text in one.keyboard.asked)
    assert public_part(one) == public_part(other)
    assert one.game.camp.ballot.votes != other.game.camp.ballot.votes


def test_a_typing_slip_in_a_vote_is_not_repeated_on_the_screen(tmp_path):
    lead = short_of_water(tmp_path, "1", "1", "", "basill", "basil", "")
    lead.run()
    assert "basill" not in screen_of(lead)
    assert lead.game.camp.ballot.progress() == (1, 3)


def test_missing_votes_are_asked_about_before_they_become_abstentions(tmp_path):
    lead = short_of_water(tmp_path, "1", "1", "", "2", "", "", "", "3", "n", "3", "y")
    lead.run()
    assert any("Votes are missing: Basil and Cleo." in text for text in lead.keyboard.asked)
    assert lead.game.camp.designated == 1


def test_the_reason_of_a_vote_stands_above_it(tmp_path):
    lead = short_of_water(tmp_path, "q")
    lead.run()
    assert "Water is short: 2 for 3 mouths. One of you goes without" in screen_of(lead)


def test_a_private_look_hides_itself_and_leaves_the_screen(tmp_path):
    lead = moderator(tmp_path, "p", "1", "barometer", "", "q", terminal=True)
    lead.run()
    text = screen_of(lead)
    look = text.index("The next days")
    # The alternate screen is entered before and left after.
    assert "\x1b[?1049h" in text[:look]
    assert "\x1b[?1049l" in text[look:]
    assert lead.keyboard.waited == [10]
    assert "The next days" not in text[text.index("\x1b[?1049l") :]


def test_a_dealt_hand_is_shown_to_its_owner_only_and_never_on_the_table(tmp_path):
    lead = moderator(tmp_path, "h", "2", "", "q", cards="dealt", terminal=True)
    lead.run()
    text = screen_of(lead)
    assert "Basil holds:" in text[text.index("\x1b[?1049h") : text.index("\x1b[?1049l")]
    assert "holds:" not in text[text.index("\x1b[?1049l") :]
    assert any("For Basil only" in asked for asked in lead.keyboard.asked)


def test_undo_and_redo_at_the_keyboard(tmp_path):
    lead = moderator(tmp_path, "1", "3", "u", "r", "q")
    lead.run()
    assert lead.camp.phase == "push"
    assert RecordedGame.resume(lead.table.path).game.camp.text() == lead.camp.text()


def test_the_host_sets_something_right_with_a_reason(tmp_path):
    lead = moderator(tmp_path, "o", "water", "9", "spilled", "o", "sick", "cleo", "", "l", "", "q")
    lead.run()
    assert lead.camp.water == 9
    assert lead.camp.people[2].sick == 1
    assert "The host sets: water counter = 9. spilled" in screen_of(lead)
    assert "The host sets: falls sick = Cleo." in screen_of(lead)


def test_a_finished_game_shows_its_figures(tmp_path):
    lead = moderator(tmp_path, "o", "end", "", "n", "o end tired", "y", "")
    assert lead.run()
    assert "The game in figures" in screen_of(lead)
    assert lead.table.closed
    assert lead.game.entries == [{"do": "override", "what": "end", "value": 0, "why": "tired"}]


def test_the_evening_asks_only_what_can_be_decided(tmp_path):
    lead = short_of_water(tmp_path, "q")
    lead.table.enter({"do": "override", "what": "water", "value": 12})
    lead.run()
    assert "3 castaways need 3 seats" in screen_of(lead)
    for what in ("seats", "food"):
        lead.table.enter({"do": "override", "what": what, "value": 3})
    lead.keyboard.lines = ["1", "y", ""]
    assert lead.run()
    assert "Everyone embarks" in screen_of(lead)
    assert lead.camp.embarked == [0, 1, 2]


def test_the_debate_timer_runs_and_ends(tmp_path):
    lead = moderator(tmp_path, "t", "q")
    lead.debate_s = 12
    lead.run()
    assert len(lead.keyboard.waited) == 12
    assert "Debate: 10 s left." in screen_of(lead)
    assert "The debate is over." in screen_of(lead)


def test_names_that_look_like_markup_are_shown_as_they_are(tmp_path):
    kept = RecordedGame.create(
        tmp_path / "g.jsonl", Setup(("[red]", "[/]", "Cleo"), 4, "physical", 0)
    )
    console = Console(file=io.StringIO(), width=100)
    lead = Moderator(kept, Texts("en"), console, Script("1", "q"))
    lead.run()
    assert "[red]" in screen_of(lead)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_of_the_menu_has_a_word(language):
    texts = Texts(language)
    letters = [texts(f"galerapagos.key.{name}") for name in MENU]
    assert len(set(letters)) == len(MENU)
    assert not [letter for letter in letters if letter.isdecimal() or letter == "?"]
    for name in MENU:
        assert texts(f"galerapagos.menu.{name}")


class Monkey(Script):
    """Types anything."""

    def __init__(self, seed, lines):
        import random

        super().__init__()
        self.dice = random.Random(seed)
        self.left = lines

    def ask(self, text):
        self.left -= 1
        if not self.left:
            raise InputClosed
        return self.dice.choice(
            ["", "1", "1", "1", "2", "3", "4", "5", "12", "p", "g", "s", "o", "u", "r", "h", "l"]
            + ["a", "b", "c", "1,2", "1,1,x", "y", "o", "99", "-1", "²", "\x1b", "[/b]"]
        )


@pytest.mark.slow
@pytest.mark.parametrize("language", campaign(["fr"], LANGUAGES))
def test_whatever_is_typed_the_moderator_goes_on_and_the_record_replays(tmp_path, language):
    for seed in range(campaign(2, 4)):
        setup = auto_setup(3 + seed % 10, seed, ("physical", "dealt")[seed % 2], {})
        kept = RecordedGame.create(tmp_path / f"{seed}.jsonl", setup)
        console = Console(file=io.StringIO(), width=80)
        Moderator(kept, Texts(language), console, Monkey(seed, 300)).run()
        assert RecordedGame.resume(kept.path).game.camp.text() == kept.game.camp.text()
        assert kept.game.entries
