"""Two simulated boards, one game: turns cross over through a network that cuts and delays."""

import os
import random
import socket
import subprocess
import sys
import threading
import time

import pytest

from support.boards.reeds import sim_of
from support.campaign import campaign
from support.waiting import MAX_S, until
from support.web.served import Visitor
from underboard.records.database import Records

pytestmark = pytest.mark.slow


class BadWire:
    """A proxy on loopback: it delays, and cuts connections at any byte."""

    def __init__(self, port, seed, cut=0.3):
        self.port = port
        self.chance = random.Random(seed)
        self.cut = cut
        self.cuts = 0
        # The same port under another name of this computer: the page knows both.
        self.listening = socket.create_server(("::1", port), family=socket.AF_INET6)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listening.accept()
            except OSError:
                return
            threading.Thread(target=self.carry, args=(near,), daemon=True).start()

    def carry(self, near):
        left = self.chance.randrange(1500) if self.chance.random() < self.cut else 1 << 30
        with near, socket.create_connection(("127.0.0.1", self.port)) as far:
            back = threading.Thread(target=self.pump, args=(far, near, left), daemon=True)
            back.start()
            self.pump(near, far, 1 << 30)
            back.join(5)

    def pump(self, one, other, left):
        try:
            while data := one.recv(4096):
                time.sleep(self.chance.random() * 0.05)
                if len(data) > left:
                    # Cut in the middle: the order may have been done, its answer is lost.
                    other.sendall(data[:left])
                    self.cuts += 1
                    break
                left -= len(data)
                other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.listening.close()


@pytest.mark.parametrize(
    ("game", "start"),
    # Few holes: a game of a dozen turns.
    campaign([("apagos", "1335")], [("apagos", "7531"), ("gyges", "")]),
)
def test_a_whole_game_between_two_boards_is_the_same_in_both_records(serve, tmp_path, game, start):
    own = ["--position", start] if start else []
    served = serve(game, "--new", "--light", "beginner", "--seed", "1", *own)
    host = Visitor(served.port)
    try:
        wire = BadWire(served.port, seed=game)
    except OSError as error:
        pytest.skip(f"no second name of this computer: {error}")
    token = host.ask("/api/invite", {"seat": 1})["url"].rpartition("/")[2]
    link = f"http://[::1]:{wire.port}/join/{token}"
    other = tmp_path / "other"
    command = [sys.executable, "-m", "underboard", "play", game, "--board", sim_of(game)]
    process = subprocess.Popen(
        [*command, "--join", link, "--dark", "club", "--seed", "2", "--lang", "en"],
        env=os.environ | {"UNDERBOARD_DATA": str(other)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        until(lambda: is_over(host, process), pause_s=0.2)
        state = host.ask("/api/turns")
        said, _ = process.communicate(timeout=MAX_S)
    finally:
        process.kill()
        wire.close()
    assert process.returncode == 0, said
    with Records.open(other / "games.sqlite3") as records:
        row = records.list()[-1]
        assert records.load(row.number).turns == state["turns"]
        assert row.outcome
    assert wire.cuts, "the wire was too good"


def is_over(host, process):
    assert not process.poll(), process.stdout.read()
    return host.ask("/api/turns")["outcome"]


class Player:
    """``underboard play --join`` with somebody who types."""

    def __init__(self, link, folder, game="pylos"):
        command = [sys.executable, "-m", "underboard", "play", game, "--board", sim_of(game)]
        self.process = subprocess.Popen(
            [*command, "--join", link, "--lang", "en"],
            env=os.environ | {"UNDERBOARD_DATA": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.said.append(line)

    def type(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait_for(self, *words):
        """Wait until one of these was said."""
        until(
            lambda: any(one in line for line in self.said for one in words),
            lambda: "".join(self.said),
        )

    def close(self):
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def houses(serve, tmp_path):
    """The host of a game with a clock, and a player who has joined it as dark."""
    served = serve("pylos", "--new", "--clock", "10m")
    host = Visitor(served.port)
    link = host.ask("/api/invite", {"seat": 1})["url"]
    player = Player(link, tmp_path / "other")
    until(
        lambda: host.ask("/api/state").get("network", {}).get("taken", [0, 0])[1],
        lambda: (player.said, host.ask("/api/state")),
    )
    yield host, player
    player.close()


def play(host, player):
    host.ask("/api/turns", {"turn": "a1"})
    player.wait_for("Light: a1")
    player.type("b2")
    until(lambda: host.ask("/api/turns")["turns"] == ["a1", "b2"], lambda: player.said)


def turns_of(host):
    return host.ask("/api/turns")["turns"]


def test_another_game_of_the_host_has_orders_of_its_own_is_taken_back_and_broken_off(houses):
    host, player = houses
    play(host, player)
    assert host.ask("/api/new", {})["asked"]
    player.wait_for("asks to end this game")
    player.type("accept")
    until(lambda: not turns_of(host), lambda: player.said)
    host.ask("/api/turns", {"turn": "a1"})
    until(lambda: sum("Light: a1" in line for line in player.said) == 2, lambda: player.said)
    player.type("c1")
    until(lambda: turns_of(host) == ["a1", "c1"], lambda: player.said)
    assert not any("Taken back" in line for line in player.said)
    host.ask("/api/undo", {})
    player.wait_for("Light asks to take back a1. Type accept or decline.")
    player.type("decline")
    until(lambda: not host.ask("/api/turns")["request"], lambda: player.said)
    assert host.ask("/api/undo", {})["error"] == "refused"
    assert turns_of(host) == ["a1", "c1"]
    host.ask("/api/turns", {"turn": "c3"})
    player.wait_for("Light: c3")
    host.ask("/api/undo", {})
    player.wait_for("Light asks to take back c3")
    player.type("accept")
    player.wait_for("Move taken back; moves left: 2.")
    host.ask("/api/turns", {"turn": "d4"})
    player.wait_for("Light: d4")
    assert turns_of(host) == ["a1", "c1", "d4"], "what was taken back is not handed over again"
    assert host.ask("/api/end", {"what": "abandon", "side": 0})["asked"]
    player.wait_for("asks to break the game off")
    player.type("accept")
    player.wait_for("The game is broken off: nobody wins.")


def allowed_to_take_back(host, player):
    """Have the host take back the end of a game, which the player allows."""
    before = len(player.said)
    assert host.ask("/api/undo", {})["asked"]
    until(lambda: "Type accept or decline." in "".join(player.said[before:]), lambda: player.said)
    player.type("accept")
    until(lambda: not host.ask("/api/turns")["outcome"], lambda: player.said)


def ends(host, player, winner, reason):
    until(lambda: host.ask("/api/turns")["outcome"], lambda: player.said)
    assert host.ask("/api/turns")["outcome"] == {"winner": winner, "reason": reason}


def test_who_gives_up_or_agrees_on_a_draw_in_one_house_has_done_so_in_both(houses, tmp_path):
    host, player = houses
    play(host, player)
    # The host's clock is shown in the other house, and counts there.
    player.type("clock")
    player.wait_for("Light 10:00", "Light 9:59")
    player.type("draw")
    until(lambda: host.ask("/api/turns")["offer"] == 1, lambda: player.said)
    assert host.ask("/api/end", {"what": "decline", "side": 0}) == {"ok": True, "said": [
        "Light declines the draw."]}  # fmt: skip
    player.wait_for("Light declines the draw.")
    player.type("resign")
    player.wait_for("Dark gives up?")
    player.type("yes")
    ends(host, player, 0, "resigned")
    allowed_to_take_back(host, player)
    player.wait_for("Move taken back; moves left: 2.")
    host.ask("/api/end", {"what": "draw", "side": 0})
    player.wait_for("Light offers a draw.")
    player.type("accept")
    player.wait_for("Both sides agree on a draw.")
    ends(host, player, 2, "agreed")
    allowed_to_take_back(host, player)
    host.ask("/api/end", {"what": "resign", "side": 0})
    player.wait_for("Light gives up: Dark wins.")
    with Records.open(tmp_path / "other" / "games.sqlite3", reading=True) as records:
        assert records.list()[-1].outcome == "D:resigned"
