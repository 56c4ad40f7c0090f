"""The demo (whole games on the simulated board, and an honest last line)."""

import json
import re
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

import underboard.referee.demo
from boardcore.apagos import rules as apagos
from boardcore.lights import cues as cue_table
from boardcore.link.wire import pack
from boardcore.pylos import rules as pylos
from support.campaign import campaign
from support.rows import each_row, for_each
from underboard.cli import main
from underboard.cli.demo import play as play_all
from underboard.cli.demo import summary
from underboard.deploy.layouts import layout_of
from underboard.device.board import Board
from underboard.errors import UnderboardError
from underboard.games.pylos.hands.hands import LONG
from underboard.referee.demo import Demo, DemoPlan, DemoScore, Played
from underboard.referee.game_ui import tabletop_of
from underboard.sim.board import SimBoard
from underboard.sim.faults import Faults
from underboard.sim.hands import commands
from underboard.sim.hands.commands import random_turns
from underboard.sim.harness import Harness
from underboard.sim.world import World
from underboard.texts import Texts

LAST = re.compile(r"games (\d+) turns (\d+) asked (\d+) misread (\d+) wrong (\d+) lost (\d+)")

COMPARED = [
    # name, what the hands did, what the record holds, wrong, lost
    ("all of it", ["a1", "b2"], ["a1", "b2"], 0, 0),
    ("the last one missing", ["a1", "b2"], ["a1"], 0, 1),
    ("another turn", ["a1", "b2"], ["a1", "b3"], 1, 0),
    ("a turn that nobody made", ["a1"], ["a1", "b2"], 1, 0),
    ("one left out, the rest shifted", ["a1", "b2", "c3"], ["a1", "c3"], 1, 1),
    ("nothing at all", ["a1"], [], 0, 1),
]


@each_row(COMPARED, "hands", "referee", "wrong", "lost")
def test_what_hands_did_is_compared_with_the_record(hands, referee, wrong, lost):
    played = Played(1, hands, referee)
    assert (played.wrong, played.lost) == (wrong, lost)


def test_a_game_that_hands_gave_up_is_lost():
    """Whatever the record holds by then: the rest was never played."""
    assert Played(1, ["a1"], ["a1"], thread_lost=True).lost == 1
    assert Played(1, ["a1", "b2", "c3"], ["a1"], thread_lost=True).lost == 2


@pytest.mark.parametrize("lost", [False, True])
def test_after_a_lost_game_the_referee_begins_one_if_the_board_does_not(lost, monkeypatch):
    begun = []
    monkeypatch.setattr(underboard.referee.demo, "NEW_GAME_S", 0.001)
    demo = Demo.__new__(Demo)
    demo._plan = DemoPlan("apagos")
    demo._hands = lambda errand, asks: None
    demo._listen = lambda: None
    demo._referee = SimpleNamespace(
        mirror=SimpleNamespace(id="1", outcome=""), new_game=lambda *rules: begun.append(rules)
    )
    with nullcontext() if lost else pytest.raises(UnderboardError):
        demo._next_game(lost)
    assert begun == [("apagos", "", "")] * lost


def test_the_last_line_sums_all_games_up():
    score = DemoScore()
    score.add(Played(1, ["a1", "b2"], ["a1", "b2"], asked=1, misread=1))
    assert score.good
    score.add(Played(2, ["a1", "b2"], ["a1"], asked=2))
    assert score.line() == "games 2 turns 4 asked 3 misread 1 wrong 0 lost 1"
    assert not score.good


@for_each(
    ("score", "english", "french"),
    [
        (DemoScore(1, 38, 6), "about 6 of them, and nobody", "pour 6 d'entre eux ; personne"),
        (DemoScore(2, 70, 3, 1), "2 games with 70 moves", "les joueurs l'ont corrigé 1 fois"),
        (DemoScore(1, 9, 0, 0, 2, 1), "2 moves are recorded wrongly and 1 is missing",
         "2 coups sont mal notés et 1 manque"),
    ],
)  # fmt: skip
def test_the_last_line_is_explained_in_words(score, english, french):
    for language, words in (("en", english), ("fr", french)):
        lines = summary(score, Texts(language), "careful")
        assert words in lines[1]
        assert "--hands clumsy" in lines[2]
        assert lines[-1].endswith(":")


class CutOff:
    """A demo whose board dies in its second game."""

    def run(self):
        self.now = Played(1, ["a1"], ["a1"])
        yield self.now
        self.now = Played(2, ["b2", "c3"])
        raise UnderboardError("the simulated board has stopped")

    def read_record(self):
        self.now.referee = list(self.records)


@for_each(("kept", "lost"), [(["b2"], 1), (["b2", "c3"], 1), ([], 2)])
def test_a_game_that_was_cut_off_is_never_a_good_one(kept, lost):
    demo = CutOff()
    demo.records = kept
    score, trouble = play_all(demo, False)
    assert score.line() == f"games 2 turns 3 asked 0 misread 0 wrong 0 lost {lost}"
    assert str(trouble) == "the simulated board has stopped"


@for_each("variant", pylos.VARIANTS)
def test_random_players_come_to_an_end(variant):
    import random

    for seed in range(5):
        game = pylos.Game(variant, [("repetition", "off")])
        for turn in random_turns(game, random.Random(seed)):
            game.play_turn(turn)
        assert game.outcome()
        assert game.ply < 3 * LONG


# With the real firmware


REEDS = ("--layout", "pylos-reed16")
"""A plate takes five times as long; its games are in test_scale_games.py, and one is below."""


def demo(capsys, *arguments, game="pylos"):
    status = main(["demo", game, "--no-pace", "--hands", "clumsy", "--lang", "en", *arguments])
    out, errors = capsys.readouterr()
    lines = out.splitlines()
    return status, lines[:-1], tuple(map(int, LAST.fullmatch(lines[-1]).groups())), errors


@pytest.mark.slow
@pytest.mark.parametrize("variant", campaign(["children"], pylos.VARIANTS))
def test_two_games_in_a_row_without_a_wrong_or_lost_turn(capsys, variant):
    status, lines, last, errors = demo(
        capsys, *REEDS, "--games", "2", "--seed", "7", "--variant", variant, "--json"
    )
    games = [json.loads(line) for line in lines]
    assert [list(game) for game in games] == [
        ["game", "hands", "referee", "outcome", "asked", "misread", "presses"]
    ] * 2
    for game in games:
        assert game["hands"] == game["referee"]
        assert game["outcome"]
    assert games[0]["hands"] != games[1]["hands"]
    turns = sum(len(game["hands"]) for game in games)
    asked, misread = (sum(game[key] for game in games) for key in ("asked", "misread"))
    assert last == (2, turns, asked, misread, 0, 0)
    assert all(len(game["presses"]) == len(game["hands"]) for game in games)
    assert (status, errors) == (0, "")


ROWS, NULL = "--option rows=1", "--option null=off"
WHOLE = [
    # game and arguments; the first lines printed
    (f"gyges --seed 1 {ROWS} {NULL} --fault bounce_ms=8", ["South"]),
    ("apagos --seed 4 --variant set-up", ["Black"] * 4 + ["White"]),
]
LONG_ONES = [
    *((f"gyges --games 3 --seed 1 {one}", []) for one in ("", ROWS, NULL)),
    *((f"apagos --games 3 --seed {seed}", []) for seed in (1, 4)),
    *((f"pylos --layout pylos-reed16 --seed 150 --fault {fault}", [])
      for fault in ("cut_after=37", "flipped=0.002", "bounce_ms=15", "chatter=3:20")),
    # Seed 2 loses a game now and then, see tests/bench/notes/lost-turns.md.
    *((f"{name.partition('-')[0]} --layout {name} --games 30 --seed {seed} --fault bumps=2", [])
      for name, seed in (("pylos-reed16", 3), ("gyges-reed38", 3), ("pylos-scale4", 2))),
]  # fmt: skip
"""Noise on cable and contacts, and pieces that are pushed aside twice a minute."""


@pytest.mark.slow
@pytest.mark.parametrize(("line", "first"), campaign(WHOLE, WHOLE + LONG_ONES))
def test_whole_games_arrive_in_the_records(capsys, line, first):
    game, *arguments = line.split()
    status, lines, last, _ = demo(capsys, *arguments, game=game)
    assert [line.split()[1] for line in lines[: len(first)]] == first
    assert (status, last[4:]) == (0, (0, 0))


@pytest.mark.slow
@pytest.mark.parametrize("seed", campaign([1], range(1, 9)))
@for_each("game", ["gyges", "pylos", "apagos"])
def test_of_games_that_are_shown_the_board_asks_about_few_turns(capsys, game, seed):
    """Of hands with 0.1 s from ring to ring it asks about half of the turns of Gygès."""
    line = ("--players", "club", "--hands", "careful", "--seed", f"{seed}", "--quiet")
    status, _, (_, turns, asked, *_), _ = demo(capsys, *line, game=game)
    assert status == 0
    assert asked <= turns / 3


RECORD = """Underboard record 1
Game: pylos
Variant: standard

1. b2 c3
2. b3 c2
3. a2 d4
4. a3xa3 d1
"""


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["cut_after=60", "pull_after=1000"])
def test_a_record_is_played_by_hands(capsys, tmp_path, fault):
    """Power and cable fail once; people bring them back."""
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    status, lines, last, _ = demo(
        capsys, *REEDS, "--record", str(path), "--games", "2", "--fault", fault
    )
    turns = ["b2", "c3", "b3", "c2", "a2", "d4", "a3xa3", "d1"]
    assert [line.split()[-1] for line in lines] == turns * 2
    assert lines[1] == "  2. Dark c3"
    assert last[1:2] + last[4:] == (16, 0, 0)
    assert status == 0


@pytest.mark.slow
def test_a_record_that_begins_elsewhere_is_set_up_first(capsys, tmp_path):
    path = tmp_path / "game.txt"
    start = "LL../L.../DD../.D.. .../.../... ../.. . L"
    path.write_text(
        "Underboard record 1\nGame: pylos\nVariant: standard\nOptions: end=bga\n"
        f"Start: {start}\n\n1. b2xb2,a1 d4\n"
    )
    status, lines, last, _ = demo(capsys, "--record", str(path), "--games", "2", "--json")
    assert [json.loads(line)["referee"] for line in lines] == [["b2xb2,a1", "d4"]] * 2
    assert (status, last[1], last[4], last[5]) == (0, 4, 0, 0)


@pytest.mark.slow
def test_a_turn_that_a_broken_switch_hides_is_counted_and_quiet_prints_the_last_line(
    capsys, tmp_path
):
    path = tmp_path / "game.txt"
    path.write_text("Underboard record 1\nGame: pylos\nVariant: standard\n\n1. b2\n")
    # The switch under b2 never closes.
    status, lines, last, _ = demo(
        capsys, "--record", str(path), *REEDS, "--quiet", "--fault", "stuck_open=5"
    )
    assert (status, lines, last[1], last[5]) == (1, [], 1, 1)


@pytest.mark.slow
def test_when_the_board_dies_the_last_line_comes_all_the_same(capsys, monkeypatch):
    act = SimBoard.act

    def act_and_die(self, function, **arguments):
        act(self, function, **arguments)
        self._process.kill()

    monkeypatch.setattr(SimBoard, "act", act_and_die)
    status, _, last, errors = demo(capsys)
    assert status == 1
    assert last[0] == 1
    assert last[5] >= 1
    assert errors.startswith("underboard: the simulated board has stopped")


@pytest.mark.slow
@pytest.mark.parametrize("lit", [False, True])
def test_paths_are_lit_by_the_real_firmware_where_they_are_asked_for(
    capsys, monkeypatch, tmp_path, lit
):
    path = tmp_path / "game.txt"
    start = "321123/000000/000000/000000/000000/321123 S"
    path.write_text(
        f"Underboard record 1\nGame: gyges\nVariant: standard\nStart: {start}\n\n1. c1-c2 c6-c5\n"
    )
    cues = []
    hear = Board._hear_cues
    monkeypatch.setattr(Board, "_hear_cues", lambda self, m: cues.append(m.fields) or hear(self, m))
    lines = ["--layout", "gyges-reed38", "--record", str(path), *["--path"] * lit]
    status, _, last, _ = demo(capsys, *lines, game="gyges")
    assert (status, last[1], last[4:]) == (0, 2, (0, 0))
    way = cue_table.LETTERS[cue_table.PATH]
    assert any(way in letters for letters, _ in cues) is lit


REFUSED = [
    # command, what it says
    ("demo pylos --path", "underboard: moves of pylos have no paths to light: leave out --path\n"),
    ("play pylos --path", "underboard: moves of pylos have no paths to light: leave out --path\n"),
    ("demo gyges --layout pylos-reed16", "is a board for pylos"),
    ("demo gyges --option rows=3", "rows"),
]


@pytest.mark.parametrize(("line", "said"), REFUSED)
def test_what_does_not_fit_the_game_is_refused(line, said, capsys):
    assert main([*line.split(), "--lang", "en"]) == 2
    assert said in capsys.readouterr().err


def test_who_sweeps_the_board_waits_for_the_offer_of_a_new_game():
    layout = layout_of("apagos-reed36")
    world = World(layout, 1, Faults(bounce_ms=15))
    harness = Harness(layout, world)
    game = apagos.Game()
    game.play_turn(apagos.parse_turn("B2"))
    assert harness.table.execute("new", ("apagos", "-", "-", pack(game.position_text()))) is None
    world.add(commands.arrange(world, cells=tabletop_of("apagos").cells(game, layout)))
    harness.run()
    before = harness.table.journal.game[0]
    # The only ball, black's own, may go down: an empty board is no offer for eight seconds.
    world.add(commands.sweep(world, asks=True))
    harness.run()
    assert harness.table.journal.game[0] != before
    assert harness.table.game.ply == 0
