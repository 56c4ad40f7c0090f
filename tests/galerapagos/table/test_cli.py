"""The command ``underboard galerapagos``, as people and scripts call it."""

import json
import re

import pytest

from support.galerapagos.table import NAMES
from support.rows import for_each
from underboard.cli import main
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.state.options import Setup
from underboard.texts import area

LAST = re.compile(r"players (\d+) days (\d+) survivors (\d+) ballots (\d+) miscounted 0")


@pytest.fixture(autouse=True)
def typed(monkeypatch):
    """What people type; the default is an end of input at once."""
    lines = []

    def read(prompt=""):
        print(prompt, end="")
        if not lines:
            raise EOFError
        line = lines.pop(0)
        if isinstance(line, BaseException):
            raise line
        return line

    monkeypatch.setattr("builtins.input", read)
    return lines


@for_each("players", [3, 6, 12])
def test_auto_ends_with_the_line_that_scripts_read(capsys, players):
    argv = ["galerapagos", "--auto", "--players", str(players), "--seed", "5", "--lang", "en"]
    assert main(argv) == 0
    lines = capsys.readouterr().out.splitlines()
    assert int(LAST.fullmatch(lines[-1])[1]) == players
    assert main(argv) == 0
    assert capsys.readouterr().out.splitlines() == lines


def test_auto_as_json_is_one_object(capsys):
    assert main(["galerapagos", "--auto", "--players", "5", "--seed", "2", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["players"] == 5
    assert figures["miscounted"] == 0
    assert set(figures) >= {"days", "survivors", "ballots", "seed", "reason"}


def test_auto_takes_cards_and_switches(capsys):
    argv = ["galerapagos", "--auto", "--cards", "dealt", "--option", "voice=on", "--seed", "1"]
    assert main(argv) == 0
    assert LAST.fullmatch(capsys.readouterr().out.splitlines()[-1])


BAD = [
    ("--auto --players 2", "3 to 12 players, not 2"),
    ("--auto --players 13", "3 to 12 players, not 13"),
    ("--auto --option deck=14", "one of 12, 13"),
    ("--auto --option deck", "NAME=VALUE"),
    ("--auto --option moon=1", "no switch 'moon'"),
    ("--seats Ada,Basil", "not 2"),
    ("--seats Ada,ada,Cleo", "two players called ada"),
    ("--seats Ada,,Cleo", "cannot be a name"),
    ("--seats Ada,Basil,Cleo --first Dov", "Nobody sits at Dov"),
    ("--seats Ada,Basil,Cleo --tournament x --games 0", "at least one game"),
    ("--resume", "no unfinished game"),
    ("--resume none.jsonl", "cannot read the record"),
    ("--log none.jsonl", "cannot read the record"),
    ("--table none", "no game of a tournament"),
    ("", "no names were given"),
]


@pytest.mark.parametrize(("line", "words"), BAD, ids=[line or "nothing" for line, _ in BAD])
def test_bad_input_is_one_sentence_and_status_2(tmp_path, capsys, line, words):
    argv = ["galerapagos", *line.split(), "--lang", "en", "--dir", str(tmp_path)]
    assert main(argv) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.startswith("underboard: ")
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_bad_input_speaks_french_too(tmp_path, capsys):
    assert main(["galerapagos", "--auto", "--players", "2", "--lang", "fr"]) == 2
    assert "se joue de 3 à 12" in capsys.readouterr().err


def begin(tmp_path, *more):
    names = "Ada,Basil,Cleo,Dov"
    return main(
        [
            "galerapagos", "--seats", names, "--seed", "3", "--dir", str(tmp_path), "--lang", "en",
            *more,
        ]
    )  # fmt: skip


def test_end_of_input_leaves_a_game_that_is_resumed_without_names(tmp_path, capsys, typed):
    typed += ["1", "3"]
    assert begin(tmp_path) == 0
    assert "The game is saved" in capsys.readouterr().out
    typed += ["1", "0"]
    assert main(["galerapagos", "--dir", str(tmp_path), "--lang", "en"]) == 0
    assert "Going on with the game of day 1: Ada, Basil, Cleo, Dov." in capsys.readouterr().out
    (path,) = tmp_path.glob("*.jsonl")
    assert [e["do"] for e in RecordedGame.resume(path).game.entries] == ["reveal", "wood", "push"]


def test_ctrl_c_leaves_a_game_that_is_resumed(tmp_path, capsys, typed):
    typed += ["1", KeyboardInterrupt()]
    assert begin(tmp_path) == 130
    assert "--resume" in capsys.readouterr().out
    (path,) = tmp_path.glob("*.jsonl")
    typed += ["q"]
    assert main(["galerapagos", "--resume", str(path)]) == 0
    assert len(RecordedGame.resume(path).game.entries) == 1


def test_a_torn_last_line_is_told_and_a_damaged_record_is_named(tmp_path, capsys, typed):
    typed += ["1", "3"]
    assert begin(tmp_path) == 0
    (path,) = tmp_path.glob("*.jsonl")
    path.write_bytes(path.read_bytes()[:-4])
    (tmp_path / "99999999.jsonl").write_text("not a game\n")
    capsys.readouterr()
    assert main(["galerapagos", "--dir", str(tmp_path), "--lang", "en"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "last line of the record was unfinished" in out
    assert "Damaged, left out:" in out


def test_a_damaged_record_is_one_sentence_and_stays(tmp_path, capsys):
    path = tmp_path / "game.jsonl"
    RecordedGame.create(path, Setup(NAMES[:3], 1)).enter({"do": "reveal"})
    path.write_text(path.read_text().replace("reveal", "fish"))
    before = path.read_bytes()
    assert main(["galerapagos", "--resume", str(path)]) == 2
    error = capsys.readouterr().err
    assert "line 2" in error
    assert error.count("\n") == 1
    assert path.read_bytes() == before


def test_a_finished_game_is_not_resumed_but_shown_listed_and_exported(tmp_path, capsys, typed):
    typed += ["1", "o", "end", "enough", "y", ""]
    assert begin(tmp_path) == 0
    (path,) = tmp_path.glob("*.jsonl")
    capsys.readouterr()
    assert main(["galerapagos", "--resume", str(path)]) == 2
    assert "this game is over" in capsys.readouterr().err
    assert main(["galerapagos", "--log", str(path), "--lang", "en"]) == 0
    assert "The game was broken off." in capsys.readouterr().out
    assert main(["galerapagos", "--list", "--dir", str(tmp_path)]) == 0
    assert "  The game was broken off.  " in capsys.readouterr().out
    assert main(["galerapagos", "--export", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["reason"] == "broken-off"


def test_an_export_holds_no_secret(tmp_path, capsys):
    path = tmp_path / "game.jsonl"
    kept = RecordedGame.create(path, Setup(NAMES[:4], 9, "dealt", 0))
    kept.enter({"do": "reveal"})
    kept.enter({"do": "search"})
    assert main(["galerapagos", "--export", str(path)]) == 0
    exported = json.loads(capsys.readouterr().out)
    assert "seed" not in exported
    assert [line["effect"] for line in exported["log"]] == ["weather", "search"]


def finished(path, terms, names=NAMES[:3], saved=(0, 1, 2), seed=1):
    """Keep a game of a tournament that has ended."""
    kept = RecordedGame.create(path, Setup(names, seed), terms)
    for seat in {0, 1, 2} - set(saved):
        kept.enter({"do": "override", "what": "dead", "value": seat})
    kept.enter({"do": "reveal"})
    for what in ("water", "food", "seats"):
        kept.enter({"do": "override", "what": what, "value": 12})
    while kept.game.camp.phase == "act":
        kept.enter({"do": "fish"})
    kept.enter({"do": "count"})
    kept.enter({"do": "depart"})
    kept.close()


def test_a_tournament_adds_up_over_its_finished_games(tmp_path, capsys):
    terms = {"name": "summer", "games": 2, "score": "lone"}
    for number, saved in enumerate(((0, 1), (1,))):
        finished(tmp_path / f"{number}.jsonl", terms, saved=saved, seed=number)
    RecordedGame.create(tmp_path / "unfinished.jsonl", Setup(NAMES[:3], 7), terms)
    assert main(["galerapagos", "--table", "summer", "--dir", str(tmp_path), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["rank"], row["name"], row["points"]) for row in rows] == [
        (1, "Basil", 5),
        (2, "Ada", 2),
        (3, "Cleo", 0),
    ]
    argv = ["galerapagos", "--table", "summer", "--dir", str(tmp_path), "--lang", "en"]
    assert main(argv) == 0
    assert "Tournament, 2 of 2 games, lone" in capsys.readouterr().out


def test_the_table_of_a_tournament_obeys_nothing_that_a_record_says(tmp_path, capsys):
    terms = {"name": "summer", "games": "[/b]\x1b[31m :beer:", "score": "lone"}
    RecordedGame.create(tmp_path / "g.jsonl", Setup(("[red]Ada", "[/]", ":beer:"), 7), terms)
    assert main(["galerapagos", "--table", "summer", "--dir", str(tmp_path), "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "of [/b]\\x1b[31m :beer:" in out
    assert "\x1b" not in out


# -- both languages


def fields(sentence):
    return set(re.findall(r"{(\w+)", sentence))


def test_english_and_french_have_the_same_keys_and_names():
    english, french = area("en", "galerapagos"), area("fr", "galerapagos")
    assert list(english) == list(french)
    assert [key for key in english if fields(english[key]) != fields(french[key])] == []
    assert all(english.values())
    assert all(french.values())


def test_every_refusal_has_a_sentence_and_every_sentence_is_used():
    from pathlib import Path

    import underboard.galerapagos

    folder = Path(underboard.galerapagos.__file__).parent
    code = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    rules = set(re.findall(r'(?<!\w)Refused\(\s*"([\w-]+)"', code)) | {"no-target", "self-vote"}
    texts = {key.partition(".")[2] for key in area("en", "galerapagos") if key[:8] == "refusal."}
    assert rules == texts
    told = set(re.findall(r'tell\(\s*"([\w-]+)"', code))
    sentences = {key.split(".")[1] for key in area("en", "galerapagos") if key[:7] == "effect."}
    assert told <= sentences


LONE = {"name": "Club", "games": 3, "score": "lone"}


@pytest.mark.parametrize("wish", [("--score", "solidarity"), ("--games", "5")])
def test_the_first_game_fixes_the_terms_of_a_tournament(tmp_path, capsys, wish, monkeypatch):
    finished(tmp_path / "1.jsonl", LONE)
    monkeypatch.setattr("builtins.input", lambda text: "q")
    seats = ["galerapagos", "--dir", str(tmp_path), "--seats", "Ada,Basil,Cleo", "--lang", "en"]
    assert main([*seats, "--tournament", "club", *wish]) == 2
    error = capsys.readouterr().err
    assert "'Club' has 3 games scored lone" in error
    assert error.count("\n") == 1
    assert len(list(tmp_path.glob("*.jsonl"))) == 1
    assert main([*seats, "--tournament", "club"]) == 0
    newest = max(tmp_path.glob("2*.jsonl"))
    assert json.loads(newest.read_text().splitlines()[0])["tournament"] == LONE


def test_after_its_last_game_a_tournament_names_its_winner_and_ends(tmp_path, capsys):
    for number in range(3):
        names = ("ADA", "Basil", "Cleo") if number else NAMES[:3]
        finished(tmp_path / f"{number}.jsonl", LONE, names, saved=(0,), seed=number)
    argv = ["galerapagos", "--dir", str(tmp_path), "--lang", "en"]
    assert main([*argv, "--table", "club"]) == 0
    out = capsys.readouterr().out
    assert "Ada wins the tournament." in out
    assert out.casefold().count(" ada ") == 1, "one player, however the name is written"
    assert " 9 " in out
    assert main([*argv, "--seats", "Ada,Basil,Cleo", "--tournament", "club"]) == 2
    assert "is over, all of its 3 games are played" in capsys.readouterr().err


def test_the_oldest_game_scores_a_tournament_that_has_two_minds(tmp_path, capsys):
    finished(tmp_path / "1.jsonl", LONE, saved=(0,))
    finished(tmp_path / "2.jsonl", {**LONE, "score": "solidarity", "games": 5}, saved=(0,), seed=2)
    assert main(["galerapagos", "--table", "club", "--dir", str(tmp_path), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert (rows[0]["name"], rows[0]["points"]) == ("Ada", 6)


def test_a_game_of_another_tournament_says_so(tmp_path, capsys):
    RecordedGame.create(tmp_path / "1.jsonl", Setup(NAMES[:3], 1), LONE)
    argv = ["galerapagos", "--resume", str(tmp_path / "1.jsonl"), "--tournament", "other"]
    assert main([*argv, "--dir", str(tmp_path)]) == 2
    assert "does not count for the tournament 'other'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("preset", "words"),
    [
        ({"version": 9, "seats": "Ada,Basil,Cleo"}, "is of version 9"),
        ({"seats": 3}, "is damaged at 'seats'"),
        ({"moon": "full"}, "is damaged at 'moon'"),
    ],
)
def test_a_preset_of_another_version_is_one_sentence(tmp_path, capsys, preset, words):
    (tmp_path / "presets.json").write_text(json.dumps({"friends": preset}))
    argv = ["galerapagos", "--preset", "friends", "--dir", str(tmp_path), "--lang", "en"]
    assert main(argv) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1
