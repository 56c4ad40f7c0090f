"""The table of a tab without a browser, led by an event loop of this program."""

import asyncio
import json
import random
import sys

import pytest

from boardcore.games import rules_of
from support.campaign import one_in
from underboard.deploy.layouts import layout_of
from underboard.sim.harness import Harness
from underboard.sim.wire.loopback import LoopbackTransport, LoopPort
from underboard.sim.world import World
from underboard.tab.session import Tab, choice_of, run_pickled


class Usb:
    """A page's port that nobody has opened."""

    def isOpen(self):  # noqa: N802
        return False

    def wait(self, promise):
        raise AssertionError("nothing waits at a simulated board")


class Page:
    """What a worker offers, with answers kept by the number of their request."""

    def __init__(self, usb):
        self.usb = usb
        self.saves = 0
        self.status, self.bodies, self.ended = {}, {}, {}

    def post(self, number, kind, what, more):
        if kind == "start":
            self.status[number] = what
        elif kind == "body":
            self.bodies[number] = self.bodies.get(number, b"") + what
        else:
            self.ended.setdefault(number, asyncio.Event()).set()

    def save(self):
        self.saves += 1

    def report(self, text):
        raise AssertionError(text)

    def can_wait(self):
        return False

    def wait(self, promise):
        self.usb.wait(promise)

    async def compute(self, data):
        return run_pickled(data)


class Asking:
    """One page of one tab."""

    def __init__(self, usb=None, **options):
        self.page = Page(usb or Usb())
        self.tab = Tab(self.page, options)
        self.leading = self.tab.begin()
        self.number = 0

    async def __call__(self, method, path, **fields):
        self.number += 1
        number = self.number
        ended = self.page.ended.setdefault(number, asyncio.Event())
        body = json.dumps({"id": f"order-{number:08}", "lang": "en", **fields}).encode()
        headers = {"content-type": "application/json"}
        self.tab.requests.ask(number, method, path, headers, body if method == "POST" else b"")
        await ended.wait()
        return self.page.status[number], json.loads(self.page.bodies[number])

    async def state(self):
        while True:
            status, state = await self("GET", "/api/state")
            if status == 200 and state["board"]["there"] and not state["board"]["busy"]:
                return state
            await asyncio.sleep(0.01)

    async def meet(self):
        assert (await self("POST", "/api/me"))[0] == 200
        return await self.state()

    def end(self):
        self.leading.cancel()
        self.tab.room.end()
        self.tab.room.step(0.0)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    monkeypatch.setattr("underboard.web.http.offload.elsewhere", None)
    return tmp_path


async def play(asking, count, seed=1):
    """Play ``count`` random turns; return their texts and the last state."""
    chance, played = random.Random(seed), []
    state = await asking.meet()
    name = state["game"]["name"]
    rules = rules_of(name)
    game = rules.Game(state["game"]["variant"])
    while len(played) < count and not state["game"]["outcome"]:
        turn = chance.choice(sorted(game.legal_turns()))
        text = rules.turn_text(turn)
        moment = state["game"]["moment"]
        status, said = await asking("POST", "/api/turns", turn=text, moment=moment)
        assert status == 200, said
        game.play_turn(turn)
        played.append(text)
        while len(state["turns"]) < len(played):
            state = await asking.state()
    return played, state


BOARDS = ["pylos-reed16", "pylos-scale4", "apagos-scale4", "gyges-reed38"]
FIELDS = ["pylos-hall16", "pylos-hall25", "apagos-hall36", "gyges-hall38"]


@pytest.mark.slow
@pytest.mark.parametrize("layout", one_in(3, [*FIELDS, *BOARDS]))
def test_turns_of_a_page_are_made_and_recorded(folder, layout, monkeypatch):
    if layout in FIELDS:
        # As where there is no NumPy.
        monkeypatch.setitem(sys.modules, "underboard.sim.physics.spheres", None)

    async def evening():
        asking = Asking(board=f"sim:{layout}")
        try:
            played, state = await play(asking, 3)
            assert state["turns"] == played
            return asking.page.saves
        finally:
            asking.end()

    assert asyncio.run(asyncio.wait_for(evening(), 120)) > 3


@pytest.mark.slow
def test_a_game_on_another_board_leaves_the_records_of_the_first_alone(folder):
    async def evening():
        asking = Asking(board="sim:pylos-reed16")
        try:
            await play(asking, 3)
            for game in ("gyges", "pylos"):
                before = (await asking.state())["record"]
                assert (await asking("POST", "/api/new", game=game, who=["human", "human"]))[
                    0
                ] == 200
                while (await asking.state())["record"] == before:
                    await asyncio.sleep(0.01)
            _, found = await asking("GET", "/api/records")
            return [game["outcome"] for game in found["games"]]
        finally:
            asking.end()

    assert "forked" not in asyncio.run(asyncio.wait_for(evening(), 120))


def test_an_address_that_names_no_board_of_ours_has_pylos():
    choice, name = choice_of({"board": "sim:gyges-nonsense", "game": "chess"})
    assert (choice.simulated, choice.layout, name) == (True, "", "pylos")


class Cable(Usb):
    """A page's port with the firmware of a simulated board at its end."""

    def __init__(self, layout):
        found = layout_of(layout)
        self.loop = LoopbackTransport(Harness(found, World(found)))
        self.port = self.loop.link = LoopPort(self.loop)

    def isOpen(self):  # noqa: N802
        return True

    def waiting(self):
        return self.port.in_waiting

    def take(self):
        return self.port.read(self.port.in_waiting)

    def write(self, data):
        self.port.write(data)

    def arrived(self, ms):
        return ms

    def wait(self, ms):
        self.loop.sleep(ms / 1000)


CONNECTED = [
    ("gyges-reed38", {"game": "gyges", "layout": "gyges-reed38"}),
    ("pods12", {"error": "game", "text": "pods12"}),
]


@pytest.mark.parametrize(("layout", "told"), CONNECTED)
def test_a_board_on_the_port_is_taken_if_it_has_a_game_for_the_page(folder, layout, told):
    async def evening():
        asking = Asking(Cable(layout))
        try:
            found = await asking.tab.connect("en")
            return found, asking.tab.room.choice.simulated
        finally:
            asking.end()

    found, simulated = asyncio.run(asyncio.wait_for(evening(), 60))
    assert found.items() >= told.items()
    assert simulated == ("error" in told)
