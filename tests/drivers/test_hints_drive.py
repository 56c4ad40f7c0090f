"""Hint files on the drive (which are used, which are passed over, which are told of in red)."""

import json

import pytest

from boardcore.apagos.rules import Game, turn_text
from boardcore.layout.layout import Layout
from boardio import firmware
from boardio.hints import hints_of
from boardio.start import runner
from support.boards.apagos import REED36
from support.machine.stand_ins import Wired, pico_of
from support.rows import rows
from underboard.games.apagos.engine.board_file import hint_file
from underboard.games.apagos.engine.solution import solution_of

RED = runner.RED


@pytest.fixture(scope="module")
def solution(tmp_path_factory):
    return solution_of(Game(position="5331"), tmp_path_factory.mktemp("tables"))


@pytest.fixture(scope="module")
def data(solution):
    return hint_file(solution)


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "hints"
    path.mkdir()
    return path


def test_the_drives_answers_are_those_of_the_solution(folder, data, solution):
    (folder / "1335.bin").write_bytes(data)
    hints = hints_of("apagos", str(folder))
    assert hints.trouble == ""
    game = Game(position="5331")
    while not game.outcome():
        best = [move for move, judged in solution.moves(game) if judged.value > 0]
        assert sorted(hints.winning_turns(game)) == sorted(best)
        game.play(solution.moves(game)[-1].move)


def test_the_file_that_serves_the_squares_is_found_among_several(folder, data, tmp_path):
    other = solution_of(Game(position="5531"), tmp_path / "tables")
    (folder / "a.bin").write_bytes(data)
    (folder / "b.bin").write_bytes(hint_file(other))
    (folder / "readme.txt").write_text("hints")
    hints = hints_of("apagos", str(folder))
    for layout in ("5331", "5531", "1533"):
        turns = hints.winning_turns(Game(position=layout))
        assert turns is not None, layout
        assert [turn_text(turn) for turn in turns]
    assert hints.winning_turns(Game(position="7531")) is None


def flipped(data, at):
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


FILES = [
    # name, what to make of a good file, told as trouble
    ("no file at all", None, False),
    ("somebody else's file", lambda data: b"photo" + data, False),
    ("an empty file", lambda data: b"", False),
    ("a damaged head", lambda data: flipped(data, 8), True),
    ("another version", lambda data: flipped(data, 4), True),
    ("a damaged bit", lambda data: flipped(data, 1000), True),
    ("the last bit", lambda data: flipped(data, len(data) - 1), True),
    ("cut short", lambda data: data[:-1], True),
    ("only the head", lambda data: data[:10], True),
    ("too long", lambda data: data + b"\x00", True),
]


@rows(FILES, "make", "told")
def test_without_a_whole_file_there_are_no_hints_and_damage_is_told(folder, data, make, told):
    if make:
        (folder / "1335.bin").write_bytes(make(data))
    hints = hints_of("apagos", str(folder))
    assert bool(hints.trouble) == told
    if told:
        assert "1335.bin" in hints.trouble
    assert hints.winning_turns(Game(position="5331")) is None


def test_no_folder_means_no_hints(tmp_path):
    hints = hints_of("apagos", str(tmp_path / "none"))
    assert (hints.trouble, hints.winning_turns(Game())) == ("", None)


def test_a_file_that_vanishes_takes_its_hints_along(folder, data):
    path = folder / "1335.bin"
    path.write_bytes(data)
    hints = hints_of("apagos", str(folder))
    path.unlink()
    assert hints.winning_turns(Game(position="5331")) is None


def test_other_games_have_no_hint_files():
    assert hints_of("pylos") is None


# The whole board


class Board(Wired):
    """The firmware on a simulated microcontroller with a board of Apagos."""

    def __init__(self, folder):
        (folder / "layouts").mkdir(exist_ok=True)
        (folder / "layouts/apagos-reed36.json").write_text(json.dumps(REED36))
        super().__init__(pico_of(Layout(REED36)))
        self.start({"UNDERBOARD_LAYOUT": "apagos-reed36"})
        assert self.firmware.trouble == ""


@pytest.fixture
def drive(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_damage_is_told_once_in_red_and_on_the_console_and_play_goes_on(
    drive, folder, data, capsys
):
    (folder / "1335.bin").write_bytes(flipped(data, 1000))
    board = Board(drive)
    assert capsys.readouterr().out.count("1335.bin") == 1
    board.run(1000)
    assert board.lit[:4] == [RED, 0, RED, 0]
    board.run(firmware.ALARM_MS)
    assert RED not in board.lit
    board.world.put(0)
    board.run(1000)
    assert board.firmware.table.tracker.recognizer.pending == 0
    assert capsys.readouterr().out == ""


def test_holding_yes_asks_the_drive(drive, folder, data):
    (folder / "1335.bin").write_bytes(data)
    board = Board(drive)
    board.firmware.table.execute("new", ("apagos", "-", "-", "5331"))
    board.run(1000)
    board.world.press("yes")
    board.run(1500)
    assert "h" in board.firmware.table.cue_fields()[0]
