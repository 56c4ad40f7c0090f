"""A board on the page's port, which an imitated ``navigator.serial`` stands for."""

import base64
import random
import re

import pytest

from boardcore.games import rules_of
from boardcore.pylos.rules import parse_cell as cell_of
from support.waiting import until
from underboard.service.part_tests import SimPerson
from underboard.sim.board import SimBoard
from underboard.sim.wire.transport import HAS_PTY

from .conftest import record, turns_shown

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not HAS_PTY, reason="this system has no pseudo-terminals"),
]
SPEED = 4
"""Simulated seconds per second; at full speed a busy page answers a board too late."""
FAKE = """(() => {
  const events = new EventTarget();
  const signals = [];
  const made = (name) => {
    let controller = null;
    const port = {
      name, getInfo: () => ({ usbVendorId: 0x239a, usbProductId: 1 }),
      async open() {
        if (window.refuseOpen-- > 0) throw new DOMException("Failed to open.", "NetworkError");
        port.readable = new ReadableStream({ start(one) { controller = one; } });
        port.writable = new WritableStream({ write: (bytes) =>
          window.toBoard(name, btoa(String.fromCharCode(...bytes))) });
      },
      async close() { controller = null; },
      async setSignals(given) { signals.push(given); },
    };
    port.give = (text) => controller?.enqueue(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)));
    port.lose = () => {
      controller?.error(new DOMException("The device has been lost.", "NetworkError"));
      controller = null;
    };
    return port;
  };
  const ports = { console: made("console"), data: made("data") };
  window.refuseOpen = 0;
  window.fake = { ports, signals, choice: "console",
    back: () => { const event = new Event("connect"); events.dispatchEvent(event); } };
  const serial = {
    requestPort: async () => ports[window.fake.choice],
    getPorts: async () => [ports.data],
    addEventListener: (name, work) => events.addEventListener(name, work),
  };
  Object.defineProperty(navigator, "serial", { value: serial, configurable: true });
})();"""


class Bridge:
    """Carries bytes between the page's port and that of a simulated board."""

    def __init__(self, page, board):
        import serial

        self.page, self.board = page, board
        self.serial = serial
        self.port = None
        page.expose_function("toBoard", self.write)

    def plug(self):
        self.port = self.serial.serial_for_url(self.board.url, timeout=0)

    def write(self, name, text):
        if name == "data" and self.port:
            self.port.write(base64.b64decode(text))

    def until(self, script, arg=None):
        """Carry bytes until a script of the page tells something true."""
        until(lambda: self.carry() or self.page.evaluate(script, arg), script)

    def carry(self):
        data = b""
        if self.port:
            try:
                data = self.port.read(4096)
            except OSError:
                self.port = None
                self.page.evaluate("fake.ports.data.lose()")
        if data:
            self.page.evaluate(
                "text => fake.ports.data.give(text)", base64.b64encode(data).decode()
            )
        self.page.wait_for_timeout(10)


LINK = "document.querySelector('#link')"
TOLD = "document.querySelector('#tab-told').textContent"
TURNS = ["a1", "b2", "d4", "c3", "a2"]


def connect(page, bridge, board):
    """Connect the page to a board that is there, by its right port."""
    board.wait_for_firmware()
    bridge.plug()
    page.evaluate("fake.choice = 'data'")
    page.click("#tab-board")
    page.click("#tab-connect")
    bridge.until(f"() => {TOLD}.includes('Connected')")


def test_a_board_is_met_on_its_second_port_followed_and_found_again(open_tab):
    page = open_tab(script=FAKE)
    with SimBoard("pylos-reed16") as board:
        board.wait_for_firmware()
        bridge = Bridge(page, board)
        bridge.plug()
        page.click("#tab-board")
        page.click("#tab-connect")
        # The console says nothing that we understand.
        bridge.until(f"() => {TOLD}.includes('choose the other one')")
        page.evaluate("fake.choice = 'data'; refuseOpen = 1")
        page.click("#tab-connect")
        bridge.until(f"() => {TOLD}.includes('Connected: pylos-reed16')")
        signals = page.evaluate("fake.signals.at(-1)")
        assert signals == {"dataTerminalReady": True, "requestToSend": True}
        page.keyboard.press("Escape")
        bridge.until(
            f"() => {LINK}.textContent.includes('cable') && {LINK}.classList.contains('there')"
        )

        errand = {"number": 1, "name": "pylos", "careful": True, "turns": TURNS}
        board.act("underboard.sim.hands.commands:play_game", **errand)
        bridge.until("() => document.querySelectorAll('#turns .turn').length >= 5")
        assert record(page)[:5] == TURNS

        board.pull_cable()
        bridge.until(f"() => !{LINK}.classList.contains('there')")
        board.plug_cable()
        bridge.plug()
        page.evaluate("fake.back()")
        bridge.until(f"() => {LINK}.classList.contains('there')")
        assert turns_shown(page) == 5


LINES = "[...document.querySelectorAll('#tab-lines li')].map((line) => line.textContent)"
QUESTION = "document.querySelector('#tab-question:not([hidden]) span')?.textContent || ''"
CELL = re.compile(r"\b([a-d][1-4])\b")


def examine(page, bridge, person):
    """Start the doctor at the page and do what it asks for, until it has ended."""
    page.click("#tab-doctor")
    over = "document.querySelector('#tab-doctor') !== null"
    while True:
        bridge.until(f"() => {QUESTION} || {over}")
        question = page.evaluate(QUESTION)
        if not question:
            break
        cell = CELL.search(question)
        if cell and question.startswith(("Put", "Take")):
            (person.put if question.startswith("Put") else person.lift)(
                cell_of(cell.group(1)), cell.group(1)
            )
        elif question.startswith("Press the button"):
            person.press("yes" if "yes" in question else "next")
        page.click("#tab-question button")


def test_the_doctor_asks_at_the_page_and_names_a_dead_switch(open_tab):
    page = open_tab(script=FAKE)
    with SimBoard("pylos-reed16", faults=["stuck_open=3"], pace=True, speed=SPEED) as board:
        bridge = Bridge(page, board)
        connect(page, bridge, board)
        examine(page, bridge, SimPerson(board))
        told = page.evaluate(LINES)
    assert any("d1" in line or "a4" in line for line in told if "REPAIR" in line), told


def test_a_calibration_is_led_from_the_page_and_left(open_tab):
    page = open_tab(script=FAKE)
    with SimBoard("pylos-scale4", pace=True, speed=SPEED) as board:
        bridge = Bridge(page, board)
        connect(page, bridge, board)
        page.click("#tab-calibrate")
        bridge.until(f"() => {LINES}.length > 0")
        page.click("#tab-services button:last-child")
        bridge.until("() => document.querySelector('#tab-doctor') !== null")
        page.keyboard.press("Escape")
        # The table takes the port again.
        bridge.until(f"() => {LINK}.classList.contains('there')")


CALIBRATED = [("pylos-scale4", "The plate is"), ("pylos-hall25", "The board is")]


@pytest.mark.parametrize(("layout", "what"), CALIBRATED)
def test_a_calibration_that_is_led_from_the_page_is_stored(open_tab, layout, what):
    page = open_tab(script=FAKE)
    with SimBoard(layout, pace=True, speed=SPEED) as board:
        bridge = Bridge(page, board)
        connect(page, bridge, board)
        page.click("#tab-calibrate")
        bridge.until(f"() => {LINES}.length > 0")
        board.act("underboard.sim.hands.calibrate:follow")
        bridge.until("() => document.querySelector('#tab-doctor') !== null")
        said = page.evaluate(LINES)
    assert said[-1].startswith(f"{what} calibrated"), said


def test_the_doctor_says_what_a_tab_cannot_examine(open_tab):
    page = open_tab(script=FAKE)
    with SimBoard("pylos-scale4", pace=True, speed=SPEED) as board:
        bridge = Bridge(page, board)
        connect(page, bridge, board)
        examine(page, bridge, SimPerson(board))
        said = page.evaluate(LINES)
    assert any("needs NumPy" in line for line in said), said


def turns_of(name, count, seed=0):
    """Return turns of one random game, from its start."""
    rules, chance = rules_of(name), random.Random(f"{name} {seed}")
    game, turns = rules.Game(rules.VARIANTS[0]), []
    while len(turns) < count and not game.outcome():
        turn = chance.choice(sorted(game.legal_turns()))
        game.play_turn(turn)
        turns.append(rules.turn_text(turn))
    return turns


def test_turns_on_the_cable_are_recorded_as_hands_played_them(open_tab):
    """A few turns over the cable; tests/campaigns/tab_games.py plays whole games and pulls it."""
    turns = turns_of("apagos", 6)
    page = open_tab(script=FAKE)
    with SimBoard("apagos-reed36") as board:
        bridge = Bridge(page, board)
        connect(page, bridge, board)
        page.keyboard.press("Escape")
        bridge.until(
            f"() => {LINK}.textContent.includes('cable') && {LINK}.classList.contains('there')"
        )
        errand = {"number": 1, "name": "apagos", "careful": True, "turns": turns}
        board.act("underboard.sim.hands.commands:play_game", **errand)
        bridge.until("n => document.querySelectorAll('#turns .turn').length >= n", len(turns))
        assert record(page) == turns
