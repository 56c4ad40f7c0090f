"""Parts of the simulator for tests (a microcontroller and its stand-ins in this process)."""

import copy
import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

from boardcore.layout.layout import Layout
from boardio.firmware import Firmware
from boardio.start.runner import StatusPixels
from underboard.sim.faults import Faults
from underboard.sim.mcu.nvm import Nvm
from underboard.sim.mcu.pico import Pico, use
from underboard.sim.world import World

ROOT = Path(__file__).resolve().parents[3]
STAND_INS = ROOT / "host/underboard/sim/mcu/stand_ins"
REED16 = json.loads((ROOT / "firmware/layouts/pylos-reed16.json").read_text())

SHIFT = {
    **REED16,
    "scanner": {
        "kind": "shift",
        "clock": "GP2",
        "data": "GP3",
        "latch": "GP4",
        "interval_ms": 5,
        "debounce": 3,
    },
}


def matrix_layout() -> Layout:
    """The shipped board: sixteen switches with a diode each."""
    return Layout(copy.deepcopy(REED16))


def shift_layout() -> Layout:
    """Board with two shift registers instead of the matrix."""
    return Layout(copy.deepcopy(SHIFT))


def pico_of(layout, faults: Faults | None = None, nvm: Nvm | None = None, seed: int = 1) -> Pico:
    """Return a started microcontroller; the stand-ins are its modules from now on."""
    pico = Pico(World(layout, seed, faults or Faults()), nvm=nvm, seed=seed)
    pico.world.actors = 1  # no pace at all
    use(pico)
    return pico


def stand_in(name: str) -> ModuleType:
    """Load one stand-in without hiding the real module of that name from other tests."""
    hidden = {key: sys.modules.get(key) for key in ("microcontroller", "board")}
    try:
        if name == "board":
            sys.modules["microcontroller"] = stand_in("microcontroller")
        spec = importlib.util.spec_from_file_location(f"stand_in_{name}", STAND_INS / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    finally:
        for key, module_before in hidden.items():
            if module_before is None:
                sys.modules.pop(key, None)
            else:
                sys.modules[key] = module_before


def hardware(*names: str, **modules) -> SimpleNamespace:
    """Return the modules that drivers are handed: stand-ins by name, and others."""
    found = {name: stand_in(name) for name in ("board", *names)}
    return SimpleNamespace(**{"watchdog": None, **found, **modules})


class Strip:
    """Stands for the module ``neopixel_write``, with one strip."""

    def __init__(self, pixels, pico=None):
        self._pico = pico
        self.lit = [0x123456] * pixels
        """What the pixels show; they keep it over a reset of the board."""
        self.shows = 0

    def neopixel_write(self, line, data):
        for pixel in range(min(len(self.lit), len(data) // 3)):
            green, red, blue = data[3 * pixel : 3 * pixel + 3]
            self.lit[pixel] = red << 16 | green << 8 | blue
        self.shows += 1
        if self._pico:
            self._pico.strip_written(line.pin.id, data)


class Line:
    """Behaves like ``digitalio.DigitalInOut`` on the strip's pin."""

    def __init__(self, pin):
        self.pin = pin

    def switch_to_output(self, value):
        pass

    def deinit(self):
        self.pin = None


class Wired:
    """The firmware of the drive in this folder, with all its drivers over the stand-ins."""

    def __init__(self, pico):
        self.pico, self.world = pico, pico.world
        self.supervisor = stand_in("supervisor")
        self.strip = Strip(self.world.layout.pixels if self.world.layout else 16, pico)
        digitalio = SimpleNamespace(DigitalInOut=Line)
        self.lights = StatusPixels(SimpleNamespace(id=16), digitalio, self.strip)

    def start(self, settings=(), *names, **modules):
        """Start ``code.py``'s firmware; ``names``, ``modules``: what not every board needs."""
        self.pico.booting = False
        modules["supervisor"] = self.supervisor
        modules["os"] = SimpleNamespace(getenv=dict(settings).get)
        names = ("keypad", "microcontroller", "usb_cdc", *names)
        self.firmware = Firmware(self.lights, hardware(*names, **modules))

    @property
    def table(self):
        return self.firmware.table

    @property
    def lit(self):
        return self.strip.lit

    def run(self, ms):
        """Run loop iterations for ``ms``; return their times."""
        times = []
        end = self.world.now_ms + ms
        while self.world.now_ms < end:
            times.append(self.supervisor.ticks_ms())
            self.firmware.tick(times[-1])
        return times


def limit_events(queue, most):
    """Give a queue of ``keypad`` room for a number of events."""
    queue._most = most
