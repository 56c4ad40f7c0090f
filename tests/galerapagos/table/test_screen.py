"""The screen in 80 columns and 24 rows, and what the keyboard shows of what is typed."""

import io
import itertools
import re

import pytest
from rich.console import Console

from support.campaign import campaign
from support.galerapagos.scripted_host import Script, moderator, screen_of, short_of_water
from support.galerapagos.table import NAMES, at_count, do
from support.machine.terminal import Terminal
from underboard.galerapagos.bots.bots import Bots
from underboard.galerapagos.bots.simulate import auto_setup
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.game import Game
from underboard.galerapagos.state.cards import KINDS
from underboard.galerapagos.state.options import Setup
from underboard.galerapagos.state.refusal import Refused
from underboard.galerapagos.table import screen
from underboard.galerapagos.table.messages import short_log
from underboard.galerapagos.table.moderator import Moderator
from underboard.texts import LANGUAGES, Texts

LONG_NAMES = tuple(f"{name} von Humboldt-Galá"[:20] for name in NAMES)


def drawn(lead):
    """Return the rows of the screen drawn last."""
    return screen_of(lead).rpartition("\f")[2].splitlines()


class Sheet(Console):
    """A console that marks where it was cleared."""

    def clear(self, home=True):
        self.file.write("\f")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cards", "language"),
    campaign([("physical", "fr")], list(itertools.product(["physical", "dealt"], LANGUAGES))),
)
def test_twelve_castaways_fit_on_24_rows_of_80_at_every_step(tmp_path, language, cards):
    tallest = 0
    for seed in range(campaign(1, 3)):
        setup = Setup(LONG_NAMES, seed, cards, switches={"voice": "on"})
        castaways = Bots(12, seed, meddling=True)
        kept = RecordedGame(Game(setup), None)
        console = Sheet(file=io.StringIO(), width=80, height=24)
        lead = Moderator(kept, Texts(language), console, Script(), debate_s=60)
        while not kept.game.over:
            lead.keyboard.lines = [""]
            lead.notices = []
            lead.step()
            rows = drawn(lead)
            console.file.seek(0)
            console.file.truncate()
            assert max(len(row) for row in rows) <= 80
            tallest = max(tallest, len(rows))
            assert len(rows) <= 23, "one row is for the answer"
            camp = kept.game.camp
            arrows = [row for row in rows if "▶" in row]
            assert len(arrows) == 1
            assert kept.game.setup.names[screen.asked(camp)][:11] in arrows[0]
            try:
                kept.enter(castaways.whim(camp) or castaways.regular(camp))
            except Refused:
                continue
    assert tallest == 23


def test_counters_stand_against_the_mouths_they_feed(tmp_path):
    lead = moderator(tmp_path, "q", players=7)
    lead.console = Sheet(file=io.StringIO(), width=80, height=24)
    lead.game.camp.water = 4
    lead.run()
    assert drawn(lead)[1].startswith("Water  4/36 ████░░░ SHORT BY 3")
    assert drawn(lead)[2].startswith("Food  12/36 ███████ +5")


def test_votes_stand_in_a_line_per_castaway_named():
    game = at_count(6, water=5)
    do(game, "play", player=2, card="club")
    do(game, "vote")
    for voter, target in enumerate((1, 2, 1, 1, -1)):
        do(game, "cast", voter=voter, target=target)
    do(game, "show", silent=True)
    lines = [line for _, line in short_log(Texts("en"), game)]
    first = lines.index("Basil: 4 (Ada, Cleo ×2, Dov)")
    assert lines[first + 1 : first + 3] == ["Cleo: 1 (Basil)", "abstained: Farid, Elsa"]


def test_secret_votes_are_totals_without_zeros():
    game = at_count(5, water=4, votes="secret")
    do(game, "vote")
    for voter, target in enumerate((1, 2, 1, 1, 2)):
        do(game, "cast", voter=voter, target=target)
    do(game, "show")
    lines = [line for _, line in short_log(Texts("en"), game)]
    assert lines[-3:-1] == ["Basil: 3", "Cleo: 2"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_line_of_text(language):
    texts = Texts(language)
    command = texts("galerapagos.key.card")
    for kind in KINDS:
        line = texts(f"galerapagos.about.{kind.key}")
        assert 5 < len(line) < 150
    kept = RecordedGame(Game(Setup(NAMES[:3], 1)), None)
    console = Console(file=io.StringIO(), width=80)
    lead = Moderator(kept, texts, console, Script())
    for kind in KINDS:
        name = texts(f"galerapagos.card.{kind.key}")
        lead.keyboard.lines = [f"{command} {name}", ""]
        lead.step()
    text = " ".join(screen_of(lead).split())
    for kind in KINDS:
        assert f"({kind.count}×). {texts(f'galerapagos.about.{kind.key}')}" in text


def test_the_commonest_cards_come_first(tmp_path):
    lead = moderator(tmp_path, "p", "1", "", "q")
    lead.run()
    listed = dict(re.findall(r"(\d+)  (\w[\w ]*?)(?:  |\n)", screen_of(lead)))
    assert [listed[n] for n in "123"] == ["Water bottle", "Sandwich", "Revolver"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_mark_helps_anywhere(tmp_path, language):
    texts = Texts(language)
    play = texts("galerapagos.key.play")
    lead = moderator(tmp_path, "?", "", play, "?", "1", "?", "", "q", language=language)
    lead.run()
    text = " ".join(screen_of(lead).split())
    for key in ("phase-dawn", "seat", "card"):
        assert texts(f"galerapagos.help.{key}") in text
    assert lead.game.entries == []


def test_a_french_table_types_french_letters(tmp_path):
    lead = moderator(
        tmp_path, "1", "j basil pendule 3 bois", "c eau 9 fuite", "a", "q", language="fr"
    )
    lead.run()
    done = [event["do"] for event in lead.game.entries]
    assert done == ["reveal", "play"]
    assert lead.game.entries[1]["card"] == "pendulum"
    assert lead.game.redoable[-1]["why"] == "fuite"


def test_shoot_is_on_the_menu_only_where_a_revolver_is(tmp_path):
    lead = moderator(tmp_path, "1", "q")
    lead.run()
    assert "s shoot" not in screen_of(lead)
    do(lead.game, "play", player=1, card="revolver")
    lead.keyboard.lines = ["q"]
    lead.run()
    assert "s shoot" in screen_of(lead)


def test_every_vote_may_be_seen_and_changed_by_its_voter(tmp_path):
    lead = short_of_water(tmp_path, "1", "1", "", "2", "3", "", "", "1", "", "", "1", "")
    lead.run()
    assert lead.game.camp.ballot.votes == {"0": 2, "1": 0, "2": 0}
    chosen = [text for text in lead.keyboard.asked if "You vote against" in text]
    assert "Basil" in chosen[0]
    assert "Cleo" in chosen[1]


def test_the_reveal_is_one_by_one_until_somebody_presses_enter(tmp_path):
    lead = short_of_water(tmp_path, "1", "1", "", "2", "", "", "3", "", "", "1", "", "3", "q")
    lead.suspense_s = 1.2
    waits = iter([False, True])
    lead.keyboard.wait = lambda seconds: next(waits)
    lead.run()
    text = screen_of(lead)
    assert "Ada against Basil." in text
    assert "Basil against Cleo." in text
    assert "Cleo against" not in text
    assert "Ada: 1 (Cleo)" in text


# -- a real terminal


@pytest.mark.slow
def test_nothing_typed_for_a_vote_is_ever_echoed(tmp_path):
    lead = short_of_water(tmp_path)
    lead.table.enter({"do": "vote"})
    pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    pytest.importorskip("pyte")
    words = ["galerapagos", "--resume", str(lead.table.path), "--lang", "en"]
    with Terminal(words, tmp_path) as terminal:

        def until(shown):
            at[0] = len(terminal.wait_said(shown, at[0]))

        at = [0]
        until("> ")
        terminal.type("1\n")
        for name, vote in (("Ada", "bAsIl"), ("Basil", "cLeO"), ("Cleo", "aDa")):
            until(f"{name}, take the keyboard")
            terminal.type("\n")
            until("while you type):")
            # Hasty: the vote, Enter to keep it, and more of the same behind it.
            terminal.type(f"{vote}\n")
            until("Enter keeps it")
            terminal.type(f"\n{vote}{vote}")
        until("> ")
        terminal.type("q\n")
        until("game is saved")
        for typed in ("bAsIl", "cLeO", "aDa"):
            assert typed not in terminal.said
    game = RecordedGame.resume(lead.table.path).game
    assert game.camp.ballot.votes == {"0": 1, "1": 2, "2": 0}


def test_the_automatic_castaways_know_every_phase():
    """A phase without an answer of theirs would stop ``--auto``."""
    setup = auto_setup(3, 1, "dealt", {})
    castaways = Bots(3, 1)
    for phase in ("dusk", "dawn", "evening"):
        game = Game(setup)
        game.camp.phase = phase
        assert castaways.regular(game.camp)["do"]


def test_a_day_of_six_castaways_takes_nine_lines(tmp_path):
    """Two fish, two collect water, two bring wood and two pieces more; then on to the next."""
    lines = ["1", "1", "1", "2", "2", "3 2", "3 2", "1", "1"]
    lead = moderator(tmp_path, *lines, "q", players=6)
    lead.game.camp.water = lead.game.camp.food = 30
    lead.run()
    assert lead.camp.turn == 2
    assert sum(len(line) + 1 for line in lines) == 22
