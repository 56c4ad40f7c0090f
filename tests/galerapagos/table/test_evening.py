"""Sitting down, leaving and coming back; presets and automatic castaways among people."""

import io
import json
import shlex
import socket

import pytest
from rich.console import Console

from support.galerapagos.pods import Room, at_ballot
from support.galerapagos.scripted_host import Script, short_of_water
from support.galerapagos.table import NAMES
from support.machine.loop import BareBoard
from support.rows import for_each
from underboard.cli import main
from underboard.cli.moderator import session as galerapagos_evening
from underboard.galerapagos.bots.bots import Bots
from underboard.galerapagos.bots.seated_bots import SeatedBots
from underboard.galerapagos.pods.board import PodBoard
from underboard.galerapagos.pods.bridge import PodBridge
from underboard.galerapagos.pods.moderator import PodModerator
from underboard.galerapagos.records.library import salvage
from underboard.galerapagos.records.record import Damaged, RecordedGame
from underboard.galerapagos.rules.game import Game
from underboard.galerapagos.state.options import Setup
from underboard.galerapagos.state.refusal import Refused
from underboard.galerapagos.table.moderator import Moderator
from underboard.sim.faults import Faults
from underboard.texts import Texts


@pytest.fixture
def typed(monkeypatch):
    """What people type at the command."""
    lines = []
    monkeypatch.setattr(galerapagos_evening, "Keyboard", lambda: Script(*lines))
    return lines


def galerapagos(tmp_path, *arguments):
    return main(["galerapagos", "--dir", str(tmp_path / "games"), "--lang", "en", *arguments])


SEATS = ("--seats", "Ada,Basil,Cleo,Dov")


@pytest.mark.slow
def test_the_line_that_goes_on_is_complete(tmp_path, capsys, typed):
    typed += ["1", "q"]
    arguments = ("--board", "sim", "--pods", "2,1,3,4", "--debate", "90", "--fault", "lost=0.001")
    assert galerapagos(tmp_path, *SEATS, *arguments) == 0
    line = capsys.readouterr().out.splitlines()[-1].partition("To continue, type: ")[2]
    words = shlex.split(line)
    (path,) = (tmp_path / "games").glob("*.jsonl")
    assert words == [
        "underboard", "galerapagos", "--resume", str(path), "--board", "sim", "--lang", "en",
        "--debate", "90", "--fault", "lost=0.001",
    ]  # fmt: skip
    # Whose pod is whose is in the record, so the line need not say it.
    assert RecordedGame.resume(path).game.camp.places == [1, 0, 2, 3]
    typed[:] = ["q"]
    assert main(words[1:]) == 0


def test_a_board_that_does_not_answer_leaves_no_record(tmp_path, capsys, typed):
    assert galerapagos(tmp_path, *SEATS, "--board", str(tmp_path / "no-port")) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not list(tmp_path.rglob("*.jsonl"))


def test_auto_and_resume_do_not_go_together(tmp_path, capsys):
    assert galerapagos(tmp_path, "--auto", "--resume") == 2
    assert "leave --resume out" in capsys.readouterr().err


def test_a_foreign_board_is_no_reason_to_end(tmp_path):
    room = Room()
    room.loop.harness = BareBoard()
    board = PodBoard(room.loop.open, room.loop.clock, room.loop.sleep)
    lead = short_of_water(tmp_path)
    for _ in range(40):
        board.step(0.1)
    pods = PodBridge(board, lead.table, clock=room.loop.clock)
    ready = ["", "2", "", "", "3", "", "", "1", ""]
    keyboard = Script("1", "1", *ready, "3", "q")
    out = io.StringIO()
    lead = PodModerator(lead.table, Texts("en"), Console(file=out, width=100), keyboard, pods)
    lead.keyboard = keyboard
    lead.run()
    assert "The board on the port plays pylos" in out.getvalue()
    assert lead.camp.phase == "tie"
    # The right board is plugged in: the next ballot goes to its pods.
    room.loop.pull()
    room.start_board()
    room.loop.plug()
    lead.table.enter({"do": "choose", "target": 0})
    lead.table.enter({"do": "override", "what": "water", "value": 1, "why": ""})
    lead.table.enter({"do": "accept"})
    lead.table.enter({"do": "vote"})
    for _ in range(80):
        pods.step(0.1)
    assert pods.is_held()


@for_each("kind", ["lost", "doubled", "flipped", "all"])
def test_a_cable_that_spoils_two_bytes_in_a_hundred_ends_in_a_ballot_or_a_word(kind):
    kinds = ("lost", "doubled", "flipped") if kind == "all" else (kind,)
    for seed in range(3):
        room = Room(faults=Faults(**dict.fromkeys(kinds, 0.02)), seed=seed)
        pods = room.sit_down(at_ballot())
        start = room.loop.now_ms
        told = []
        while not (pods.is_held() or told) and room.loop.now_ms - start < 60_000:
            pods.step(0.1)
            told = [values for key, values in pods.notices if key == "pods.noisy"]
        assert pods.is_held() or told[0]["number"] >= 5


# -- damage


def damaged_record(tmp_path):
    """Return a record with a damaged line after two votes and the reveal behind it."""
    kept = short_of_water(tmp_path).table
    kept.enter({"do": "vote"})
    for voter, target in ((0, 1), (1, 2)):
        kept.enter({"do": "cast", "voter": voter, "target": target})
    lines = len(kept.path.read_bytes().splitlines())
    kept.enter({"do": "cast", "voter": 2, "target": 0})
    kept.enter({"do": "show"})
    text = kept.path.read_bytes().splitlines(True)
    kept.path.write_bytes(b"".join(text[:lines]) + b"\x00" + b"".join(text[lines:])[1:])
    return kept.path, lines


def test_what_comes_before_a_damaged_line_is_kept_in_a_new_record(tmp_path, capsys, typed):
    path, _ = damaged_record(tmp_path)
    before = path.read_bytes()
    typed += ["y", "q"]
    assert main(["galerapagos", "--resume", str(path), "--lang", "en"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "the damaged record stays as it is" in out
    assert path.read_bytes() == before
    kept = tmp_path / "game-kept.jsonl"
    game = RecordedGame.resume(kept).game
    # The ballot was shown behind the damage, so its key is gone: these two vote again.
    assert game.camp.ballot.votes == {}
    assert game.camp.ballot.missing() == [0, 1, 2]
    assert "these castaways vote again" in out


def test_nobody_answers_the_damage_is_one_sentence(tmp_path, capsys, typed):
    path, lines = damaged_record(tmp_path)
    assert main(["galerapagos", "--resume", str(path), "--lang", "en"]) == 2
    assert f"line {lines + 1}" in capsys.readouterr().err
    typed += ["n"]
    assert main(["galerapagos", "--resume", str(path), "--lang", "en"]) == 2
    assert sorted(p.name for p in tmp_path.glob("*.jsonl")) == ["game.jsonl"]


def test_a_salvaged_record_is_private_too(tmp_path):
    path, _ = damaged_record(tmp_path)
    with pytest.raises(Damaged) as damaged:
        RecordedGame.resume(path)
    kept = salvage(path, damaged.value.whole)
    assert {file.stat().st_mode & 0o777 for file in (kept.path, kept.vault.path)} == {0o600}


# -- presets


def test_a_preset_is_kept_and_used_and_what_is_said_wins(tmp_path, capsys, typed):
    typed += ["q"]
    arguments = ("--option", "votes=secret", "--cards", "dealt", "--debate", "60")
    assert galerapagos(tmp_path, *SEATS, *arguments, "--save-preset", "friends") == 0
    (tmp_path / "games").joinpath("x").mkdir()
    assert galerapagos(tmp_path / "2", *SEATS, "--preset", "friends") == 2, "another folder"
    assert "There is no preset 'friends'" in capsys.readouterr().err
    presets = tmp_path / "games/presets.json"
    assert json.loads(presets.read_text())["friends"]["debate"] == 60
    for path in (tmp_path / "games").glob("*.jsonl"):
        path.unlink()
    assert galerapagos(tmp_path, "--preset", "friends", "--cards", "physical") == 0
    (path,) = (tmp_path / "games").glob("*.jsonl")
    setup = RecordedGame.resume(path).game.setup
    assert (setup.names, setup.cards) == (("Ada", "Basil", "Cleo", "Dov"), "physical")
    assert setup.on("votes") == "secret"
    assert "--debate 60" in capsys.readouterr().out
    presets.write_text("[1")
    assert galerapagos(tmp_path, "--preset", "friends") == 2
    assert "holds no presets" in capsys.readouterr().err


# -- automatic castaways among people


BOTS = {2: "selfish", 3: "kind", 4: "moody"}


def with_bots(tmp_path, *lines, seed=5):
    setup = Setup(NAMES[:5], seed, "dealt", 0, bots=BOTS)
    kept = RecordedGame.create(tmp_path / "game.jsonl", setup)
    console = Console(file=io.StringIO(), width=80)
    return Moderator(kept, Texts("en"), console, Script(*lines))


def test_bots_act_when_it_is_their_turn_and_people_decide_the_rest(tmp_path):
    lead = with_bots(tmp_path, "1", "1", "1", "q")
    lead.run()
    actions = [e for e in lead.game.entries if e["do"] in ("fish", "water", "wood", "search")]
    assert len(actions) == 5
    assert lead.camp.phase == "dusk"
    assert "automatic (kind)" in lead.console.file.getvalue()
    again = RecordedGame.resume(lead.table.path)
    assert again.game.setup.bots == BOTS


@pytest.mark.slow
def test_two_people_and_three_bots_play_to_the_end(tmp_path):
    ends = set()
    for seed in range(12):
        lead = with_bots(tmp_path / f"{seed}", seed=seed)
        people = Bots(5, seed)
        bots = SeatedBots(BOTS)
        while not lead.game.over:
            event = bots.event(lead.game)
            if event is not None:
                voter = event.get("voter", event.get("player"))
                assert voter is None or voter in BOTS
            else:
                event = people.regular(lead.camp)
            lead.table.enter(event)
        ends.add(lead.camp.reason)
        ballots = [e for e in lead.game.entries if e["do"] == "cast" and e["voter"] in BOTS]
        assert all(e["target"] >= 0 for e in ballots)
    assert len(ends) > 1


def test_a_bot_decides_the_same_after_a_restart(tmp_path):
    lead = with_bots(tmp_path, "1", "q")
    lead.run()
    bots = SeatedBots(BOTS)
    again = Game(lead.game.setup)
    for event in lead.game.entries:
        seat = again.camp.actor
        if seat in BOTS:
            assert bots.event(again) == event
        again.enter(event)


def test_the_command_seats_bots(tmp_path, capsys, typed):
    typed += ["q"]
    bots = ("--bots", "cleo=kind, Dov")
    assert galerapagos(tmp_path, *SEATS, "--cards", "dealt", *bots) == 0
    (path,) = (tmp_path / "games").glob("*.jsonl")
    assert RecordedGame.resume(path).game.setup.bots == {2: "kind", 3: "moody"}
    for bad, words in (
        (("--bots", "Cleo"), "add --cards dealt"),
        (("--cards", "dealt", "--bots", "Cleo=sly"), "cannot be 'sly'"),
        (("--cards", "dealt", "--bots", "Eve"), "Nobody sits at Eve"),
    ):
        assert galerapagos(tmp_path, *SEATS, *bad) == 2
        assert words in capsys.readouterr().err


def test_setups_with_bots_are_checked():
    with pytest.raises(Refused, match="Nobody sits"):
        Setup(NAMES[:3], 1, "dealt", 0, bots={7: "kind"})


def test_what_a_phone_changed_is_drawn_and_bots_go_on_and_an_old_number_is_not_obeyed(tmp_path):
    lead = with_bots(tmp_path, "1")
    lead.hand_over = lambda seat: f"http://host/join/{seat}"
    asked = []

    def ask(text):
        asked.append(text)
        if len(asked) == 1:
            lead.table.enter({"do": "reveal"})  # somebody's phone, while the host thinks
            lead.changed()
        return "1"

    lead.keyboard.ask = ask
    lead.step()
    assert "what do you do?" in lead.console.file.getvalue()
    assert [event["do"] for event in lead.game.entries] == ["reveal"], "1 meant something else"
    lead.keyboard = Script("n 3", "", "n 0", "", "q")
    lead.run()
    text = lead.console.file.getvalue()
    assert "http://host/join/2" in text
    assert "http://host/join/None" in text


def test_bots_go_on_after_a_phone_has_acted(tmp_path):
    lead = with_bots(tmp_path)
    lead.table.enter({"do": "reveal"})
    lead.table.enter({"do": "fish"})
    lead._drawn = lead.table.lines
    lead.table.enter({"do": "fish"})
    lead.changed()
    assert lead.camp.phase == "dusk"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--lan",), "add --phones"),
        (("--port", "8710"), "add --phones"),
        (("--phones", "--port", "70000"), "no port 70000"),
        (("--debate", "-1"), "a debate of -1 s"),
    ],
)
def test_bad_settings_are_one_sentence_and_leave_no_record(
    tmp_path, capsys, typed, arguments, words
):
    assert galerapagos(tmp_path, *SEATS, *arguments) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1
    assert not list(tmp_path.rglob("*.jsonl"))


def test_a_port_in_use_leaves_the_record_and_says_so(tmp_path, capsys, typed):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert galerapagos(tmp_path, *SEATS, "--phones", "--port", port) == 2
    assert f"cannot listen on port {port}" in capsys.readouterr().err
