"""UGI (dialogues with a program that uses an engine)."""

import pytest

from support.rows import for_each
from underboard.engine.ugi import UgiServer


class Talk:
    """A server and what it says; ``waiting`` are lines that come while it thinks."""

    def __init__(self, game="gyges", level="greedy", waiting=(), clock=None):
        self.said = []
        self.waiting = list(waiting)
        line = lambda: self.waiting.pop(0) if self.waiting else None  # noqa: E731
        extra = {"clock": clock} if clock else {}
        self.server = UgiServer(game, level, self.said.append, line, **extra)

    def hear(self, *lines):
        """Return what the server answers to lines."""
        self.said.clear()
        for line in lines:
            self.server.hear(line)
        return list(self.said)


NEAR = "000000/201320/302110/302300/100000/000000 S"
QUIET = "112000/032030/000000/000000/002100/320301 S"


def test_it_introduces_itself():
    said = Talk().hear("ugi")
    assert said[0].startswith("id name Underboard gyges ")
    assert said[-1] == "ugiok"
    assert any(line.startswith("option name level type combo default greedy") for line in said)
    assert Talk().hear("isready") == ["readyok"]


def test_a_position_is_told_by_text_and_turns():
    talk = Talk()
    assert talk.hear(f"position fen {NEAR}", "query p1turn") == ["response true"]
    talk.hear("position startpos moves 1a1 1b1")
    assert talk.hear("query position")[0].startswith("response 110000/")


def test_the_best_turn_is_told_and_can_be_played():
    talk = Talk()
    said = talk.hear(f"position fen {NEAR}", "go")
    assert said[-1].startswith("bestmove ")
    move = said[-1].split()[1]
    assert move.endswith("-N")
    talk.hear(f"position fen {NEAR} moves {move}")
    assert talk.hear("query gameover", "query result") == ["response true", "response p1win"]


def test_nodes_limit_the_thinking():
    talk = Talk(level="expert")
    *_, info, best = talk.hear(f"position fen {QUIET}", "go nodes 500")
    assert info.split()[:2] == ["info", "nodes"]
    assert int(info.split()[2]) < 6000
    assert best.startswith("bestmove ")


def test_stop_ends_the_thinking_and_what_came_meanwhile_is_answered():
    talk = Talk(level="expert", waiting=["isready", "query p1turn", "stop"])
    said = talk.hear(f"position fen {QUIET}", "go infinite")
    answers = [line for line in said if not line.startswith("info ")]
    assert answers[0] == "readyok"
    assert answers[1].startswith("bestmove ")
    assert answers[2:] == ["response true"]


@pytest.mark.slow
def test_a_clock_ends_the_thinking():
    now = iter(range(10**6))
    talk = Talk(level="expert", clock=lambda: next(now) / 10)
    assert talk.hear(f"position fen {QUIET}", "go movetime 1000")[-1].startswith("bestmove ")


def test_quit_while_thinking_ends_it():
    talk = Talk(level="expert", waiting=["quit"])
    talk.hear(f"position fen {QUIET}")
    assert not talk.server.hear("go infinite")


def test_the_same_seed_answers_the_same():
    def answer(seed):
        talk = Talk(level="easy")
        talk.hear("setoption name seed value %d" % seed, f"position fen {QUIET}")
        return [talk.hear("go")[-1] for _ in range(3)]

    assert answer(1) == answer(1) != answer(2)


NONSENSE = [
    ("dance", "unknown command 'dance'"),
    ("position", "expected position startpos"),
    ("position fen", "expected position startpos"),
    ("position fen nothing", "is not a Gygès position"),
    (f"position fen {NEAR} moves a1-N", "no ring on a1"),
    ("go nodes many", "expected a whole number"),
    ("go nodes", "expected a whole number"),
    ("query weather", "query what"),
    ("setoption name level value grandmaster", "is not a level"),
    ("setoption name hash value 5", "is not an option here"),
    ("setoption name seed value x", "not a whole number"),
    ("setoption name null value maybe", "expected"),
]


@for_each(("line", "words"), NONSENSE)
def test_nonsense_is_told_and_nothing_is_lost(line, words):
    talk = Talk()
    talk.hear(f"position fen {NEAR}")
    (said,) = talk.hear(line)
    assert said.startswith("info string")
    assert words in said
    assert talk.hear("query position") == [f"response {NEAR}"]


def test_a_finished_game_has_no_best_turn():
    talk = Talk()
    talk.hear("position fen 000000/201020/302110/302300/100000/000000 N N3")
    assert talk.hear("go")[-1] == "bestmove (none)"


@pytest.mark.slow
def test_perfect_without_a_table_has_the_level_below_answer(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    talk = Talk("pylos", "perfect")
    for _ in range(2):
        talk.hear("position startpos", "go depth 1")
        assert talk.said[-1].startswith("bestmove ")
    said = talk.hear("uginewgame", "go depth 1")
    assert any("there is no table of Pylos" in line and "expert" in line for line in said)
