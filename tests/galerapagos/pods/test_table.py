"""The table with pods (the command, the moderator beside it, the real firmware)."""

import io
import json
import threading

import pytest
from rich.console import Console

from support.campaign import campaign
from support.galerapagos.pods import PLAYERS, ROUND, Room, at_ballot
from support.galerapagos.scripted_host import Script
from support.rows import rows
from underboard.cli import main
from underboard.cli.moderator import pods as galerapagos_pods
from underboard.cli.moderator import session as galerapagos_evening
from underboard.device.reconnect import BoardPort
from underboard.errors import UnderboardError
from underboard.galerapagos.pods.moderator import PodModerator
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.table.input_loop import InputLoop
from underboard.sim.board import SimBoard
from underboard.texts import Texts


class Table5:
    """A moderator with five castaways at an open ballot, and pods in this process."""

    def __init__(self, *lines, path=None, hands=False):
        self.room = Room()
        record = at_ballot(path)
        pods = self.room.sit_down(record)
        self.room.run(4)
        # Simulated time passes only while somebody waits for the board, so no thread does.
        self.keyboard = Script(*lines)
        self.out = io.StringIO()
        console = Console(file=self.out, width=100)
        self.lead = PodModerator(
            record, Texts("en"), console, self.keyboard, pods, self.room.hands if hands else None
        )
        self.lead.keyboard = self.keyboard

    def pods_vote(self, orders):
        done = self.room.hands({pod: [target] for pod, target in orders.items()})
        while done() is None:
            self.room.pods.step(0.1)

    def run(self):
        self.lead.run()
        return self.out.getvalue()

    def events(self, kind):
        entries = self.lead.game.entries
        return [event for event in entries if event["do"] == kind]


def typed_round():
    """Everybody votes for their left neighbour: ready, the vote, and keep it."""
    return [word for target in (2, 3, 4, 5, 1) for word in ("", str(target), "")]


def votes(table):
    return {event["voter"]: event["target"] for event in table.events("cast")}


def test_the_moderator_waits_for_the_pods_counts_and_shows():
    table = Table5("1", lambda: table.pods_vote(ROUND), "3")
    text = table.run()
    assert "0 of 5 votes are in." in text
    assert "5 of 5 votes are in." in text
    assert votes(table) == ROUND
    assert table.events("show") == [{"do": "show"}]


def test_no_name_stands_beside_the_count():
    table = Table5("1", lambda: table.pods_vote({0: 1, 1: 2}), "")
    text = table.run()
    counts = [line for line in text.splitlines() if "votes are in" in line]
    assert counts
    for line in counts:
        assert not any(name in line for name in table.lead.game.setup.names)


def test_one_whose_pod_fails_types():
    table = Table5("1", lambda: table.pods_vote({0: 1, 1: 2, 2: 3, 3: 4}), "Elsa", "", "1", "", "3")
    table.run()
    assert votes(table) == {**ROUND, 4: 0}
    assert table.events("show")


def test_missing_votes_are_named_and_count_as_abstentions_only_if_the_host_says_so():
    table = Table5(
        "1", lambda: table.pods_vote({0: 1, 1: 2, 2: 3}), "", "3", "n", "3", "y"
    )  # fmt: skip
    table.run()
    asked = [text for text in table.keyboard.asked if "Votes are missing" in text]
    assert len(asked) == 2
    assert "Dov, Elsa" in asked[0]
    assert "Ada" not in asked[0]
    assert votes(table) == {0: 1, 1: 2, 2: 3}
    assert table.events("show") == [{"do": "show", "silent": True}]


def test_votes_are_not_shown_while_the_board_is_away_and_nothing_is_lost():
    table = Table5(
        "1",
        lambda: table.pods_vote(ROUND),
        lambda: (table.room.loop.pull(), table.room.run(1)),
        "3",
        lambda: (table.room.loop.plug(), table.room.run(4)),
        "3",
    )
    text = table.run()
    assert "The board with the pods is gone. Votes on it are safe" in text
    assert votes(table) == ROUND


def test_at_simulated_pods_typed_votes_are_pressed_by_hands():
    table = Table5("1", *typed_round(), "3", hands=True)
    table.run()
    assert votes(table) == ROUND
    assert table.room.jobs == PLAYERS


def test_the_board_is_looked_after_while_somebody_thinks():
    calls = []
    thinking = threading.Event()

    def step():
        calls.append(0.001)
        if len(calls) == 3:
            thinking.set()
        return calls[-1]

    class Slow(Script):
        def ask(self, text):
            assert thinking.wait(5)
            return "yes"

    attention = InputLoop(Slow(), step)
    assert attention.ask("?") == "yes"
    assert len(calls) >= 3
    before = len(calls)
    assert not any(thread.name.startswith("attend") for thread in threading.enumerate())
    assert len(calls) == before, "and not any more afterwards"


def test_what_goes_wrong_beside_the_keyboard_is_not_hidden():
    def step():
        raise UnderboardError("the board burns")

    with pytest.raises(UnderboardError, match="burns"):
        InputLoop(Script("x"), step).ask("?")


# The command, and the real firmware


def run(capsys, *arguments):
    status = main(["galerapagos", "--lang", "en", *arguments])
    told = capsys.readouterr()
    return status, told.out.splitlines(), told.err


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), campaign([(3, 2)], [(3, 2), (7, 3), (12, 4)]))
def test_whole_games_on_simulated_pods(capsys, players, seed):
    arguments = ("--auto", "--players", f"{players}", "--seed", f"{seed}", "--board", "sim:pods12")
    status, lines, error = run(capsys, *arguments)
    assert (status, error) == (0, "")
    words = lines[-1].split()
    assert words[0:10:2] == ["players", "days", "survivors", "ballots", "miscounted"]
    assert int(words[1]) == players
    assert int(words[7]) > 0
    assert words[9] == "0"


@pytest.mark.slow
def test_a_game_on_a_bad_cable_with_power_that_fails_once(capsys):
    faults = ("lost=0.0003", "doubled=0.0003", "flipped=0.0003", "pull_after=3000", "cut_after=20")
    arguments = [word for fault in faults for word in ("--fault", fault)]
    status, lines, error = run(
        capsys, "--auto", "--players", "4", "--seed", "5", "--board", "sim", "--json", *arguments
    )
    assert (status, error) == (0, "")
    figures = json.loads(lines[-1])
    assert figures["ballots"] > 0
    assert figures["miscounted"] == 0


@pytest.mark.slow
def test_the_real_firmware_keeps_the_votes_when_host_cable_and_power_fail(tmp_path):
    path = tmp_path / "game.jsonl"
    at_ballot(path)
    with SimBoard("pods12", nvm=tmp_path / "flash") as sim:
        hands = galerapagos_pods.SimHands(sim)

        def host():
            board = galerapagos_pods.PodBoard(BoardPort(sim.url))
            board.connect()
            pods = galerapagos_pods.PodBridge(board, RecordedGame.resume(path))
            while not pods.is_held():
                pods.step(0.1)
            return pods

        def vote(pods, orders):
            done = hands({pod: [target] for pod, target in orders.items()})
            while done() is None:
                pods.step(0.05)

        pods = host()
        vote(pods, {0: 1, 1: 2})
        pods.board._link.close()  # as the system does when a program is killed
        pods = host()
        sim.pull_cable()
        vote(pods, {2: 3})
        sim.plug_cable()
        sim.cut_power()
        sim.restart()
        while not pods.is_held():
            pods.step(0.1)
        vote(pods, {3: 4, 4: 0})
        while pods.progress() != (PLAYERS, PLAYERS):
            pods.step(0.1)
        pods.collect()
        assert pods.notices == []
        pods.board.close()
    known = RecordedGame.resume(path).game.camp.ballot.votes
    assert {int(voter): target for voter, target in known.items()} == ROUND


BAD = [
    ("a board for another game", ["--board", "sim:pylos-reed16"], "expected one for galerapagos"),
    ("no such layout", ["--board", "sim:pods99"], "no layout 'pods99'"),
    ("no such port", ["--board", "/dev/nothing-here"], "no port /dev/nothing-here"),
    ("too few pods", ["--board", "sim", "--pods", "1,2"], "expected one of 1 to 12 per seat"),
    ("a pod twice", ["--board", "sim", "--pods", "1,2,2"], "each once"),
    ("a thirteenth pod", ["--board", "sim", "--pods", "1,2,13"], "expected one of 1 to 12"),
    ("no numbers", ["--board", "sim", "--pods", "1,two,3"], "expected 3 numbers with commas"),
    ("no fault of ours", ["--board", "sim", "--fault", "rust=3"], "no fault is called 'rust'"),
]


@pytest.mark.slow
@rows(BAD, "words", "why")
def test_bad_input_is_one_sentence(capsys, words, why):
    status, _, error = run(capsys, "--auto", "--players", "3", "--seed", "2", *words)
    assert status == 2
    assert why in error
    assert len(error.splitlines()) == 1


@pytest.mark.slow
def test_a_table_at_a_simulated_board_from_ballot_to_result(tmp_path, monkeypatch, capsys):
    path = tmp_path / "game.jsonl"
    at_ballot(path)
    keyboard = Script("1", *typed_round(), "3")
    monkeypatch.setattr(galerapagos_evening, "Keyboard", lambda: keyboard)
    status, lines, error = run(capsys, "--resume", str(path), "--board", "sim")
    assert (status, error) == (0, "")
    assert "is saved" in lines[-1]
    entries = RecordedGame.resume(path).game.entries
    cast = {event["voter"]: event["target"] for event in entries if event["do"] == "cast"}
    assert cast == ROUND
    assert entries[-1] == {"do": "show"}
