"""Apagos and Gygès at the table (whole games by keyboard, and what is said at a board)."""

import io
import json
import random
import sys

import pytest

from boardcore.apagos import rules as apagos
from boardcore.apagos.cells import HOLE_LETTERS, hole
from boardcore.gyges import rules as gyges
from support.boards.reeds import REEDS, sim_of
from support.campaign import campaign, one_in
from support.machine.loop import BareBoard, Sitting
from underboard.cli import main
from underboard.deploy.layouts import layout_of
from underboard.engine.player import player_of
from underboard.errors import UnderboardError
from underboard.records.database import Records
from underboard.records.text_format import parse, sides_of
from underboard.referee.game_ui import tabletop_of
from underboard.referee.session import Session
from underboard.texts import Texts

ROWS = "321123"
SAMPLE = [
    "f1-e3", "a6-c5",
    "e1-d2", "f6xe6>a2",
    "c1-d1-d2xe3>c3", "b6xc5>f3",
    "d1-d2-e3xf3>c4", "d6-d5",
    "b1-c3xd5>d1", "e6-e3xf3>d3",
    "d1-d2-e3-f3-f6", "c6-d6",
    "a1-b2", "d6-d5-e3-f3-S",
]  # fmt: skip
"""The sample game of 1984 with its given end (host/docs/rules/gyges.md, 2.6), from the rows
231123, 321123."""


def play(game, lines, *arguments, language="en"):
    sys.stdin = io.StringIO("".join(line + "\n" for line in lines))
    try:
        return main(["play", game, "--board", sim_of(game), "--lang", language, *arguments])
    finally:
        sys.stdin = sys.__stdin__


def last_record():
    with Records.open() as records:
        rows = records.list()
        return rows[-1], records.load(rows[-1].number)


# Whole games by keyboard, with simulated hands at the real firmware


def random_game(variant, position, seed):
    """Return a game of Apagos that was played to its end by chance."""
    chance = random.Random(seed)
    game = apagos.Game(variant, position=position)
    while not game.outcome():
        game.play_turn(chance.choice(game.legal_turns()))
    return game


FRENCH = "fr", "3371", "La partie est finie : "


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "layout", "words"),
    campaign([FRENCH], [("en", "1335", "The game is over: "), FRENCH]),
)
def test_a_whole_game_of_apagos_is_typed(folder, capsys, language, layout, words):
    game = random_game("standard", layout, 4)
    lines = [apagos.turn_text(turn) for turn in game.turns]
    typed = [tabletop_of("apagos").as_typed(line, Texts(language)) for line in lines]
    assert play("apagos", typed, "--position", layout, language=language) == 0
    out = capsys.readouterr().out
    row, mirror = last_record()
    assert mirror.turns == lines
    assert mirror.game.position_text() == game.position_text()
    assert row.outcome == mirror.outcome != ""
    assert words in out
    side = ("White", "Black") if language == "en" else ("Blanc ", "Noir ")
    assert f"1. {side[0]}: {lines[0]}" in out
    assert f"2. {side[1]}: {lines[1]}" in out


@pytest.mark.slow
def test_squares_are_laid_out_by_typing_four_faces(folder, capsys):
    lines = ["W1", "1/3", "375", "W2", "B4", "undo", "board"]
    assert play("apagos", lines, "--variant", "set-up") == 0
    out = capsys.readouterr().out
    _, mirror = last_record()
    # 1/3 is taken, so the other squares show 3, 7 and 5.
    assert mirror.turns == ["1/3@1", "3/5@2", "7/5@3", "5/3@4", "W2"]
    assert sides_of(mirror) == ["B", "B", "B", "B", "W"]
    assert "Refused: The squares are not laid out: 4 to go." in out
    assert "4. Black: 5/3@4" in out
    assert "level 3      [○ · ·]" in out
    assert "Black is to move (human)." in out


@pytest.mark.slow
def test_undo_goes_back_into_the_set_up(folder):
    assert play("apagos", ["7531", "W1", "undo", "undo", "1", "B1"], "--variant", "set-up") == 0
    _, mirror = last_record()
    assert mirror.turns == ["7/5@1", "5/3@2", "3/5@3", "1/3@4", "B1"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "line", "arguments"),
    [
        ("apagos", "W2", ["--black", "beginner", "--position", "7531"]),
        ("pylos", "b2", ["--dark", "easy"]),
    ],
)
def test_whoever_sat_at_a_game_sits_there_when_it_goes_on(folder, capsys, game, line, arguments):
    level = arguments[1]
    assert play(game, [line], *arguments, "--seed", "1") == 0
    assert play(game, ["quit"]) == 0
    assert f"is played by {level}, as before." in capsys.readouterr().out
    assert last_record()[0].players == f"human|engine underboard {level}"
    assert play(game, ["quit"], arguments[0], "human") == 0
    assert "as before" not in capsys.readouterr().out
    assert last_record()[0].players == "human|human", "who is named sits there"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("white", "black"),
    campaign([("beginner", "perfect")], [("perfect", "club"), ("beginner", "perfect")]),
)
def test_engines_of_apagos_play_each_other(folder, capsys, white, black):
    arguments = ["--white", white, "--black", black, "--seed", "1", "--variant", "set-up"]
    assert play("apagos", [], *arguments) == 0
    row, mirror = last_record()
    assert row.players == f"engine underboard {white}|engine underboard {black}"
    assert mirror.turns[3].endswith("@4")
    assert mirror.outcome
    # Who lays out the squares perfectly and plays so wins (host/docs/rules/apagos.md, 1.5).
    if black == "perfect":
        assert mirror.outcome == "B:majority"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "end"),
    one_in(2, [("en", "North has reached the goal: North wins."), ("fr", "Nord a atteint le but")]),
)
def test_the_sample_game_of_gyges_is_typed(folder, capsys, language, end):
    assert play("gyges", ["231123", ROWS, *SAMPLE], language=language) == 0
    out = capsys.readouterr().out
    row, mirror = last_record()
    assert len(mirror.turns) == 12 + len(SAMPLE)
    assert row.outcome == "N:goal"
    assert end in out
    # The way is told that has the fewest bounces, whatever was typed.
    assert "d6-d5-e3-f3-S" in out
    for word in ("Not understood", "Refused", "Pas compris", "Refusé"):
        assert word not in out
    # After five moves of each: G5 of host/docs/rules/gyges.md.
    game = gyges.Game()
    for text in mirror.turns[:22]:
        game.play_turn(gyges.parse_turn(text))
    assert game.position_text() == "200100/200200/003113/003000/002300/001000 S"


@pytest.mark.slow
def test_rings_are_set_up_one_by_one_too(folder, capsys):
    south = ["a1", "1f2", "3b1", "2c1 2d1", "e1 f1"]
    assert play("gyges", [*south, "board", ROWS, "null", "a1-a2", "undo", "a1-a1"]) == 0
    out = capsys.readouterr().out
    _, mirror = last_record()
    assert mirror.turns[:6] == ["1a1", "1f2", "2c1", "2d1", "3e1", "3f1"]
    assert "in the order of the lights: smallest first" in out
    assert "North sets up 2 singles, 2 doubles, 2 triples. Type the nearest row 6" in out
    assert "'null' is not a move: examples are d1-b3" in out


@pytest.mark.slow
def test_a_null_move_is_typed_and_the_question_answered(folder):
    position = "000000/201320/302110/302300/100000/000000 N"
    assert play("gyges", ["a5-a5"], "--position", position) == 0
    _, mirror = last_record()
    assert mirror.turns == ["a5-a5"]


@pytest.mark.slow
def test_engines_of_gyges_play_each_other(folder, capsys):
    assert play("gyges", [], "--south", "greedy", "--north", "random", "--seed", "2") == 0
    row, mirror = last_record()
    assert row.players == "engine underboard greedy|engine underboard random"
    assert sides_of(mirror)[:13] == list("SSSSSSNNNNNNS")
    assert mirror.outcome.endswith(":goal")


@pytest.mark.slow
@pytest.mark.parametrize("game", one_in(2, ["gyges", "apagos"]))
def test_a_record_goes_round_through_every_command(folder, capsys, monkeypatch, game):
    seats = {"apagos": ["--white", "club", "--black", "beginner"]}.get(
        game, ["--south", "random", "--north", "greedy"]
    )
    play(game, [], "--seed", "5", *seats)
    _, mirror = last_record()
    end = mirror.game.position_text()
    for form in ("text", "json"):
        path = folder / f"game.{form}"
        assert main(["games", "export", "--form", form, "--output", str(path)]) == 0
        _, again, _ = parse(path.read_text(encoding="utf-8"))
        assert again.game.position_text() == end
        assert again.turns == mirror.turns
    capsys.readouterr()
    status = main(
        [
            "demo", game, "--layout", REEDS[game], "--record", str(folder / "game.text"),
            "--no-pace", "--json", "--lang", "en",
        ]
    )  # fmt: skip
    first, last = capsys.readouterr().out.splitlines()
    assert status == 0
    assert json.loads(first)["referee"] == mirror.turns
    assert json.loads(first)["outcome"] == mirror.outcome
    assert last.endswith("wrong 0 lost 0")


# At a board that hands move


class Bare(BareBoard):
    """A board of any game, from which all pieces are gone after a restart."""

    def start(self):
        self.readings = bytearray(self.layout.sensors)
        self._start()


class Evening(Sitting):
    """A session at a board without a simulator's process."""

    def __init__(
        self, folder, name, seats=(None, None), language="en", hints="best", path=False, **wishes
    ):
        layout = {"apagos": "apagos-reed36", "gyges": "gyges-reed38"}[name]
        super().__init__(folder, Bare(layout=layout_of(layout)))
        self.sit(seats, language, name=name, hints=hints, path=path)
        self.session.begin(**wishes)

    def pass_time(self, seconds):
        end = self.loop.clock() + seconds
        while self.loop.clock() < end:
            self.session.step(0.1)

    def put(self, *cells):
        self.bare.set(cells, 1)
        self.pass_time(1)

    def lift(self, *cells):
        self.bare.set(cells, 0)
        self.pass_time(1)

    @property
    def turns(self):
        return self.board.mirror.turns


def ball(level, letter):
    return hole(level - 1, HOLE_LETTERS.index(letter))


def lights_ways(evening):
    return evening.bare.table.trace


def test_a_board_lights_ways_if_it_is_told_so_even_after_a_restart(tmp_path):
    table = Evening(tmp_path, "gyges", path=True)
    assert lights_ways(table)
    table.bare.start()
    assert not lights_ways(table)
    table.pass_time(8)
    assert lights_ways(table)


def test_a_ball_that_is_put_and_climbs_is_told(tmp_path):
    table = Evening(tmp_path, "apagos")
    table.put(ball(1, "d"))
    assert table.turns == []
    table.lift(ball(1, "d"))
    table.put(ball(2, "d"))
    table.pass_time(2)
    if not table.turns:
        # Nobody saw an empty square climb: "yes" says that it has.
        table.session.handle("yes")
        table.pass_time(2)
    assert table.turns == ["W1"]
    assert "1. White: W1" in table.said


@pytest.mark.parametrize(
    ("language", "refused", "repair"),
    [
        ("en", "More has changed than one move can do.", "Take a ball off level 1."),
        ("fr", "Il y a plus de changements qu'un seul coup n'en permet.",
         "Retirez une bille du niveau 1."),
    ],
)  # fmt: skip
def test_two_balls_are_refused_and_repaired_in_words(tmp_path, language, refused, repair):
    table = Evening(tmp_path, "apagos", language=language)
    table.put(ball(1, "d"), ball(2, "e"))
    table.pass_time(6)
    assert refused in table.said
    assert table.said[table.said.index(refused) + 1] == repair


def test_an_engine_shows_its_put_by_the_lights(tmp_path):
    table = Evening(tmp_path, "apagos", (player_of("apagos", "perfect", 1), None))
    table.pass_time(2)
    said = table.said[-1]
    assert said.startswith("White (perfect) plays ")
    assert "put a " in said
    assert "h" in table.board.cues.letters


def test_a_layout_that_an_engine_chooses_is_told(tmp_path):
    table = Evening(tmp_path, "apagos", (None, player_of("apagos", "beginner", 1)))
    table.session.handle("new set-up")
    table.pass_time(1)
    assert "holes up and" in table.said[-1]
    assert "on level 1. Enter it on the board with the buttons next and yes." in table.said[-1]


@pytest.mark.parametrize("name", ["apagos", "gyges"])
def test_the_whole_hint_is_lit(tmp_path, name):
    table = Evening(tmp_path, name)
    table.session.handle("hint")
    assert "Ask again" in table.said[-1]
    table.pass_time(1)
    assert "h" not in table.board.cues.letters
    table.session.handle("hint")
    table.pass_time(1)
    assert table.board.cues.letters.count("h") == 1


@pytest.mark.parametrize(("language", "words"), [("en", "Hints are off"), ("fr", "Les indices")])
def test_a_table_may_do_without_hints(tmp_path, language, words):
    table = Evening(tmp_path, "gyges", language=language, hints="off")
    table.session.handle("hint")
    assert table.said[-1].startswith(words)


def test_who_lays_out_the_squares_is_told_how(tmp_path):
    table = Evening(tmp_path, "apagos", variant="set-up")
    assert table.said[-1].startswith("Black lays out the squares 1/3  3/5  3/5  5/7 on the ramp")
    table.session.handle("new 1357")
    table.pass_time(1)
    assert table.board.mirror.game.position_text() == "1:0,0 3:0,0 5:0,0 7:0,0 W"


def test_what_cannot_begin_leaves_the_game_alone(tmp_path):
    table = Evening(tmp_path, "apagos")
    number = table.board.mirror.id
    for line, words in (
        ("new chess", "'chess' is not a variant"),
        ("new 9999", "'9999'"),
        ("new 7:9,0", "is not an Apagos position"),
    ):
        before = len(table.said)
        table.session.handle(line)
        assert words in table.said[before] or "holes" in table.said[before]
    assert table.board.mirror.id == number


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ["1. South: 1a1", "2. South: 1b1"]), ("fr", ["1. Sud : 1a1", "2. Sud : 1b1"])],
)
def test_rings_laid_on_a_board_are_told_one_by_one(tmp_path, language, words):
    table = Evening(tmp_path, "gyges", language=language)
    table.put(0)
    table.put(1)
    assert table.said[-2:] == words


@pytest.mark.parametrize(
    ("language", "refused", "repair"),
    [
        ("en", "Only a ring of the nearest row may be played.", "Take the ring off a5."),
        ("fr", "On ne joue qu'un anneau de la rangée la plus proche.", "Retirez l'anneau de a5."),
    ],
)
def test_a_ring_of_the_other_side_is_refused_and_repaired_in_words(
    tmp_path, language, refused, repair
):
    start = f"{ROWS}/000000/000000/000000/000000/{ROWS} S"
    table = Evening(tmp_path, "gyges", language=language, start=start)
    table.put(*range(6), *range(30, 36))
    table.pass_time(2)
    table.lift(30)  # North's triple on a6
    table.put(24)  # a5
    table.pass_time(6)
    assert table.said[-2:] == [refused, repair]
    assert table.turns == []
    table.lift(24)
    table.put(30)
    table.pass_time(2)
    table.lift(3)  # the single on d1
    table.put(9)  # d2
    table.pass_time(3)
    assert table.turns == ["d1-d2"]


def test_the_third_time_a_position_comes_up_a_draw_may_be_agreed(tmp_path):
    start = "100000/000000/230230/230230/000000/000111 S"
    game = gyges.Game(position=start)
    table = Evening(tmp_path, "gyges", start=start)
    table.put(*[cell for cell, size in enumerate(game.cells) if size])
    table.pass_time(2)
    for _ in range(2):
        for one, other in (("a1", "b1"), ("d6", "c6"), ("b1", "a1"), ("c6", "d6")):
            table.lift(gyges.parse_cell(one))
            table.put(gyges.parse_cell(other))
            table.pass_time(3)
            # Back where it was: a turn, or the last one undone?  The board asks.
            if table.board.state.verdict == "ambiguous":
                table.session.handle("yes")
                table.pass_time(2)
    assert len(table.turns) == 8
    assert table.board.mirror.game.occurrences() == 3
    assert table.said[-1].startswith("This position has come up three times")


def test_a_board_of_another_game_is_refused(tmp_path):
    board = Evening(tmp_path, "gyges").board
    session = Session(board, (None, None), Texts("en"), print, name="apagos")
    with pytest.raises(
        UnderboardError, match="this board plays gyges: expected a board for apagos"
    ):
        session.begin()
