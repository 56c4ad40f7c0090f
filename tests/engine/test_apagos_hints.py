"""Hints without a laptop (the board's file of bits says the same as the solution)."""

import random
import struct
from binascii import crc32
from pathlib import Path

import pytest

from boardcore.apagos.hints import HEADER_BYTES, NOTHING, Hints, Numbering
from boardcore.apagos.rules import Game, turn_text
from boardcore.errors import ParseError
from support.machine.micropython import run_on_board
from support.rows import each_row
from underboard.games.apagos.engine import layouts
from underboard.games.apagos.engine.board_file import hint_file
from underboard.games.apagos.engine.solution import Solution, solution_of
from underboard.games.apagos.engine.table import solve

TESTS = Path(__file__).parents[1]


class File:
    """A file in memory that counts its reads."""

    def __init__(self, data):
        self.data = data
        self.reads = 0

    def read_byte(self, offset):
        self.reads += 1
        return self.data[offset] if offset < len(self.data) else NOTHING


@pytest.fixture(scope="module")
def data(small):
    return hint_file(small)


def random_positions(layout_list, games, seed):
    """Yield games at every position of random games from these layouts."""
    chance = random.Random(seed)
    for _ in range(games):
        game = Game(position=chance.choice(layout_list))
        while True:
            yield game
            if game.outcome():
                break
            game.play(chance.choice(game.legal_moves()))


def winning(solution, game):
    """Return the winning moves out of value and distance, in the order of ``legal_moves``."""
    wins = {move for move, judged in solution.moves(game) if judged.value > 0}
    return [move for move in game.legal_moves() if move in wins]


def test_the_board_lights_exactly_the_winning_moves(small, data):
    file = File(data)
    hints = Hints(file)
    found = set()
    for game in random_positions(["1335", "3153", "5331", "3351"], 20, seed=3):
        before, reads = game.position_text(), file.reads
        answer = hints.winning_moves(game)
        assert answer == winning(small, game), before
        assert game.position_text() == before
        assert file.reads - reads == len(game.legal_moves()) <= 14
        assert bool(answer) == (small.judge(game).value > 0 and not game.outcome())
        found.add(bool(answer))
    assert found == {True, False}


class Watched(Game):
    """A game on which nothing may be played or taken back."""

    def step(self, move):
        raise AssertionError("played")

    undo = step


def test_the_moves_are_tried_on_a_copy(small, data):
    game = Watched(position="1335")
    assert Hints(File(data)).winning_moves(game) == winning(small, Game(position="1335"))


@pytest.mark.slow
def test_all_sets_of_faces_agree_and_fit_a_board(folder):
    sizes = {}
    for faces in layouts.sets():
        mine = [layout for layout in layouts.every() if bytes(sorted(map(int, layout))) == faces]
        solution = solution_of(Game(position=mine[0]), folder)
        data = hint_file(solution)
        hints = Hints(File(data))
        sizes["".join(map(str, faces))] = len(data) - HEADER_BYTES
        for game in random_positions(mine, 12, seed=sum(faces)):
            assert hints.serves(game)
            assert hints.winning_moves(game) == winning(solution, game), game.position_text()
    assert sizes["1357"] == 68_040  # host/docs/rules/apagos.md, "Solving 6"
    assert max(sizes.values()) == sizes["3557"] == 238_140
    assert sum(sizes.values()) == pytest.approx(658_289, abs=12)


def test_the_head_of_the_file_is_pinned(data):
    bits = data[HEADER_BYTES:]
    assert data[:10].hex(" ") == "55 42 61 68 01 0a 01 03 03 05"
    assert struct.unpack("<II", data[10:18]) == (75_600, crc32(bits))
    assert struct.unpack("<I", data[18:22]) == (crc32(data[:18]),)
    assert len(bits) == 9_450


def test_every_bit_is_where_the_format_says(small, data):
    numbering = Numbering(b"\x01\x03\x03\x05")
    for number in random.Random(5).sample(range(numbering.positions), 500):
        bit = data[HEADER_BYTES + number // 8] >> number % 8 & 1
        assert bit == (small.table[number] < 0)


def test_ties_are_never_lit_as_wins():
    table = solve(b"\x02\x02\x02\x02")
    hints = Hints(File(hint_file(Solution(b"\x02\x02\x02\x02", table))))
    game = Game(options=[("squares", "home-made")], position="2222")
    assert table[hints.numbering.number(game)] == 0
    assert hints.winning_moves(game) == []


def remade(data, **changes):
    """Return the file with other fields in its head, and a checksum that fits them."""
    head = bytearray(data[:18])
    for name, value in changes.items():
        offset, form = {"version": (4, "B"), "balls": (5, "B"), "positions": (10, "<I")}[name]
        struct.pack_into(form, head, offset, value)
    return bytes(head) + struct.pack("<I", crc32(head)) + data[HEADER_BYTES:]


FOREIGN = [
    ("empty", lambda data: b"", "too short"),
    ("cut in the head", lambda data: data[: HEADER_BYTES - 1], "too short"),
    ("cut at the end", lambda data: data[:-1], "length"),
    ("one byte more", lambda data: data + b"\0", "length"),
    ("something else", lambda data: b"GIF89a" + data[6:], "not a hint file of Apagos"),
    ("a later version", lambda data: remade(data, version=2), "version 2, expected 1"),
    ("other balls", lambda data: remade(data, balls=9), "other balls or squares"),
    ("other positions", lambda data: remade(data, positions=75_601), "other balls or squares"),
    ("another face", lambda data: data[:6] + b"\x03" + data[7:], "damaged"),
    ("a damaged checksum", lambda data: data[:14] + b"\0\0\0\0" + data[18:], "damaged"),
]


@each_row(FOREIGN, "change", "said")
def test_a_foreign_or_cut_file_is_refused_in_one_sentence(change, said, data):
    with pytest.raises(ParseError, match=said) as refused:
        Hints(File(change(data)))
    assert "\n" not in str(refused.value)


def test_a_file_serves_only_games_with_its_faces_laid_out(data):
    hints = Hints(File(data))
    assert hints.serves(Game(position="3531"))
    assert not hints.serves(Game(position="7531"))
    assert not hints.serves(Game("set-up"))
    with pytest.raises(ValueError, match="the squares show"):
        hints.winning_moves(Game(position="7531"))


@pytest.mark.slow
def test_rules_and_hints_under_a_boards_python(folder, tmp_path):
    solution = solution_of(Game(position="7531"), folder)
    (tmp_path / "hints").write_bytes(hint_file(solution))
    mine = [layout for layout in layouts.every() if sorted(layout) == list("1357")]
    answers = [
        f"{game.position_text()};{' '.join(map(turn_text, winning(solution, game)))}\n"
        for game in random_positions(mine, 10, seed=9)
    ]
    (tmp_path / "answers").write_text("".join(answers))
    last = run_on_board(
        TESTS / "on_board/guest/on_board_apagos.py",
        TESTS / "rules/perft/apagos.txt",
        tmp_path / "hints",
        tmp_path / "answers",
    ).splitlines()[-1]
    print(last)
    words = last.split()
    said = dict(zip(words[1::2], map(int, words[2::2])))
    assert words[0] == "done"
    assert said["counts"] == 18
    assert said["refused"] > 50
    assert said["hints"] == len(answers) > 200
    assert 8 <= said["reads"] <= 14
    assert said["kept"] < 8_000  # twice what a 32-bit board keeps
    assert said["heap"] < 32_000
