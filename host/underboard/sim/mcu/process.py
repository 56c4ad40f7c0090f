"""The unmodified firmware on a simulated board, in a process of its own.

Started by ``underboard.sim.board``, or by hand as ``python -m underboard.sim.mcu.process``.
Commands come as JSON lines on stdin, events go as JSON lines to stdout, and the board's
console (what ``print`` says) goes to stderr.  When stdin ends, the process ends.
"""

import argparse
import gc
import importlib
import json
import os
import queue
import runpy
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

import boardcore
from boardcore.errors import ParseError
from boardcore.layout.layout import Layout
from underboard.deploy.firmware_files import drive_path, running
from underboard.deploy.settings import read_settings
from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject
from underboard.sim.faults import parse_faults, set_fault
from underboard.sim.mcu.nvm import Nvm, PowerCut
from underboard.sim.mcu.pico import REST_LOOP_MS, Pico, Restart, the_pico, use
from underboard.sim.mcu.slow_import import charge, forget_firmware, make_imports_slow
from underboard.sim.wire.transport import open_cable
from underboard.sim.world import Actor, World
from underboard.texts.lazy import packed

STAND_INS = Path(__file__).parent / "stand_ins"
FAILED = 2
"""Exit code of a firmware that failed; chosen."""


def parse(argv: list[str] | None = None) -> argparse.Namespace:
    """Read the command line of the process."""
    parser = argparse.ArgumentParser(prog="python -m underboard.sim.mcu.process")
    parser.add_argument("--layout", default="", help="default: what settings.toml says")
    parser.add_argument("--setting", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--fault", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--drive", type=Path, help="a folder with the drive's files")
    parser.add_argument("--link", type=Path, help="a name for the port")
    parser.add_argument("--nvm", type=Path, help="a file that keeps the flash")
    parser.add_argument("--pace", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--speed", type=float, default=1.0, help="with --pace: faster than life")
    parser.add_argument("--tell", default="", help="also tell of: lights")
    return parser.parse_args(argv)


class Settings:
    """The board's ``os.getenv``: reads the drive's ``settings.toml`` at every call."""

    def __init__(self, drive: Path, changed: list[str]) -> None:
        self._path = drive / "settings.toml"
        self._changed = dict(text.split("=", 1) for text in changed)

    def __call__(self, name: str, default: str | None = None) -> str | None:
        """Return one setting; raises ValueError if the file is damaged."""
        settings = read_settings(self._path.read_text()) if self._path.exists() else {}
        settings.update(self._changed)
        return settings.get(name, default)


def read_layout(drive: Path, name: str | None) -> Layout | None:
    """Return the world's layout; None if the drive's is so damaged that none can be built."""
    try:
        return Layout(json.loads((running(drive) / "layouts" / f"{name}.json").read_text()))
    except (OSError, ValueError):
        return None


def prepare_imports(drive: Path, pico: Pico, getenv: Settings) -> None:
    """Make this interpreter look like the board's: stand-ins first, Blinka behind them."""
    sys.path.insert(0, str(STAND_INS))
    own = Path(boardcore.__file__ or "").parent
    library = drive / "lib" / "boardcore"
    if (library.is_dir() and not library.samefile(own)) or (drive / "releases").is_dir():
        # The drive's own firmware must run, not the one that this process has loaded.
        forget_firmware()
    if library.is_dir():
        sys.path.insert(0, str(drive / "lib"))
    os.environ["BLINKA_OS_AGNOSTIC"] = "1"
    pins: Any = importlib.import_module(
        "adafruit_blinka.microcontroller.generic_agnostic_board.pin"
    )
    strip: Any = importlib.import_module(
        "adafruit_blinka.microcontroller.generic_agnostic_board.neopixel"
    )
    use(pico)
    # Blinka's agnostic board is a demo: no wire joins its pins and a strip shows
    # nothing.  Everything above these two functions stays the real library.
    pins.Pin.read = _read_pin
    pins.Pin.write = _write_pin
    strip.neopixel_write = lambda gpio, data: pico.strip_written(gpio._pin.id, bytes(data))
    os.getenv = getenv  # type: ignore[assignment]


def _read_pin(pin: Any) -> int:
    """Read a pin of Blinka's: an input that nothing is wired to shows its pull-up."""
    idle = pin._pull == pin.PULL_UP if pin._mode == pin.IN else pin.current_value
    return the_pico().pin_read(pin.id, int(idle or 0))


def _write_pin(pin: Any, level: int) -> None:
    """Set an output of Blinka's: the wires behind it are the simulated board's."""
    pin.previous_value, pin.current_value = pin.current_value, level
    the_pico().pin_written(pin.id, bool(level))


class ControlChannel:
    """Commands in, events out."""

    def __init__(self, pico: Pico, events: TextIO) -> None:
        self._pico = pico
        self._events = events
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.power = True
        self.watched: bytes | None = None
        self._acting: Actor | None = None
        # A thread, because only so a process whose firmware hangs still notices that
        # nobody steers it any more, on every system.
        threading.Thread(target=self._listen, daemon=True).start()

    def tell(self, event: JsonObject) -> None:
        """Send one event."""
        event.setdefault("now_ms", round(self._pico.world.now_ms))
        self._events.write(json.dumps(event) + "\n")
        self._events.flush()

    def serve(self) -> None:
        """Do what was commanded since the last time."""
        while not self._lines.empty():
            self._obey(self._lines.get())
        if self.watched is not None and self.watched != self._pico.world.colours:
            self.watched = bytes(self._pico.world.colours)
            self.tell({"event": "lights", "rgb": self.watched.hex()})

    def wait_for_power(self, max_s: float | None) -> None:
        """While the board has none, only commands happen; it comes back after ``max_s``."""
        end = None if max_s is None else time.monotonic() + max_s
        while not self.power:
            left = None if end is None else max(end - time.monotonic(), 0)
            try:
                self._obey(self._lines.get(timeout=left))
            except queue.Empty:
                # Who plugs it in again does not hold a button meanwhile.
                for name in list(self._pico.world.buttons):
                    self._pico.world.release(name)
                self.power = True

    def _listen(self) -> None:
        for line in sys.stdin:
            self._lines.put(line)
        self._lines.put(None)
        ending = threading.Timer(1.0, os._exit, (0,))
        ending.daemon = True
        ending.start()

    def _obey(self, line: str | None) -> None:
        if line is None:
            raise SystemExit(0)
        answer: JsonObject = {"event": "answer"}
        try:
            command = json.loads(line)
            answer["id"] = command.get("id")
            answer.update(_COMMANDS[command["do"]](self, command) or {})
        except (
            KeyError,
            ValueError,
            TypeError,
            AttributeError,
            ImportError,
            UnderboardError,
        ) as error:
            answer["error"] = f"{type(error).__name__}: {error}"
        self.tell(answer)

    # Commands

    def _put(self, command: JsonObject) -> None:
        for cell in command["cells"]:
            self._pico.world.put(cell)

    def _lift(self, command: JsonObject) -> None:
        for cell in command["cells"]:
            self._pico.world.lift(cell)

    def _press(self, command: JsonObject) -> None:
        self._pico.world.press(command["button"])

    def _release(self, command: JsonObject) -> None:
        self._pico.world.release(command["button"])

    def _pull(self, command: JsonObject) -> None:
        if self._pico.data:
            self._pico.data.hang_up()
        self._pico.pull_cable()

    def _plug(self, command: JsonObject) -> JsonObject:
        self._pico.plug_cable()
        return {"url": self._pico.cable.url}

    def _fault(self, command: JsonObject) -> None:
        set_fault(self._pico.world.faults, command["name"], command["value"])
        self._pico.world.refresh()
        if self._pico.world.faults.cut_after >= 0:
            self._pico.nvm.cut_after = self._pico.world.faults.cut_after
            self._pico.world.faults.cut_after = -1

    def _cut(self, command: JsonObject) -> None:
        self._pico.power_fails = True

    def _restart(self, command: JsonObject) -> None:
        self.power = True

    def _pace(self, command: JsonObject) -> None:
        set_pace(self._pico, bool(command["on"]))

    def _watch(self, command: JsonObject) -> None:
        self.watched = b"" if command["on"] else None

    def _actor(self, command: JsonObject) -> None:
        module, _, name = command["function"].partition(":")
        function: Callable[..., Any] = getattr(importlib.import_module(module), name)
        actor = function(self._pico.world, **command.get("arguments", {}))
        self._pico.world.add(self._alone(actor) if command.get("alone") else actor)

    def _alone(self, actor: Actor) -> Actor:
        """Let an actor act until another one is to act alone."""
        self._acting = actor
        for delay_ms in actor:
            if self._acting is not actor:
                actor.close()
                return
            yield delay_ms

    def _state(self, command: JsonObject) -> JsonObject:
        pico, world = self._pico, self._pico.world
        return {
            "pieces": sorted(world.pieces),
            "buttons": sorted(world.buttons),
            "rgb": bytes(world.colours).hex(),
            "tones": list(world.tones),
            "shown": list(world.shown),
            "actors": world.actors,
            "url": pico.cable.url,
            "connected": pico.cable.connected,
            "power": self.power,
            "boots": pico.boots,
            "erases": pico.nvm.erases,
            "bytes_sent": pico.bytes_sent,
        }

    def _quit(self, command: JsonObject) -> None:
        raise SystemExit(0)


_COMMANDS: dict[str, Callable[[ControlChannel, JsonObject], JsonObject | None]] = {
    "put": ControlChannel._put,
    "lift": ControlChannel._lift,
    "press": ControlChannel._press,
    "release": ControlChannel._release,
    "pull": ControlChannel._pull,
    "plug": ControlChannel._plug,
    "fault": ControlChannel._fault,
    "cut": ControlChannel._cut,
    "restart": ControlChannel._restart,
    "pace": ControlChannel._pace,
    "watch": ControlChannel._watch,
    "actor": ControlChannel._actor,
    "state": ControlChannel._state,
    "quit": ControlChannel._quit,
}
"""Orders on stdin: ``{"do": NAME, "id": N, ...}``; each gets one ``answer``."""


def set_pace(pico: Pico, on: bool) -> None:
    """Set whether time runs at real speed, or as fast as the machine allows."""
    pico.pace = on
    pico.rest_loop_ms = pico.loop_ms if on else REST_LOOP_MS
    pico.keep_time()


def run_firmware(drive: Path, pico: Pico, control: ControlChannel) -> None:
    """Start the board again and again, as often as its power comes back."""
    slow = pico.world.faults.load_us > 0
    if slow:
        make_imports_slow(pico)
    while True:
        try:
            if slow:
                forget_firmware()
            runpy.run_path(str(drive / "boot.py"))
            pico.booting = False
            control.tell({"event": "started", "boots": pico.boots, "data": pico.data is not None})
            if slow:
                charge(pico, drive / "code.py")
            runpy.run_path(str(drive / "code.py"), run_name="__main__")
            control.tell({"event": "ended"})
            return
        except PowerCut:
            cut_ms = pico.world.faults.cut_ms
            by_fault = not pico.power_fails
            control.power = False
            if pico.data:
                pico.data.hang_up()
            pico.cable.unplug()
            control.tell({"event": "power", "on": False})
            control.wait_for_power(cut_ms / 1000 if by_fault and cut_ms >= 0 else None)
            pico.cable.plug()
            control.tell({"event": "power", "on": True, "url": pico.cable.url})
            pico.power_on()
        except Restart as restart:
            pico.cable.unplug()
            pico.cable.plug()
            pico.power_on(restart.reason)


def main(argv: list[str] | None = None) -> int:
    """Run one simulated board until stdin ends; return the exit status."""
    options = parse(argv)
    # The console of the board is stderr; stdout belongs to the events.
    events = os.fdopen(os.dup(1), "w")
    sys.stdout = sys.stderr
    cable = None
    try:
        with drive_path() as files:
            drive = (options.drive or files).resolve()
            if not (drive / "code.py").is_file():
                raise UnderboardError(
                    "%s holds no code.py: expected the files of a board's drive", drive
                )
            if options.layout:
                options.setting.append(f"UNDERBOARD_LAYOUT={options.layout}")
            getenv = Settings(drive, options.setting)
            try:
                name = getenv("UNDERBOARD_LAYOUT")
            except ValueError:
                name = None
            faults = parse_faults(options.fault)
            world = World(read_layout(drive, name), options.seed, faults)
            cable = open_cable(options.link)
            pico = Pico(world, cable, Nvm(options.nvm), options.seed)
            control = ControlChannel(pico, events)
            world.tell = control.tell
            pico.serve = control.serve
            pico.speed = options.speed
            set_pace(pico, options.pace)
            if "lights" in options.tell.split(","):
                control.watched = b""
            prepare_imports(drive, pico, getenv)
            os.chdir(drive)
            control.tell({"event": "ready", "url": cable.url, "layout": name})
            # The firmware sweeps its heap often: the simulator's own part of it is left out.
            gc.collect()
            gc.freeze()
            run_firmware(drive, pico, control)
    except (UnderboardError, ParseError, OSError) as error:
        print(json.dumps({"event": "trouble", "said": packed(error)}, default=str), file=events)
        return FAILED
    except KeyboardInterrupt:
        return 130
    except Exception:
        traceback.print_exc()
        return 1
    finally:
        if cable:
            cable.close()
        events.flush()
    return 0


if __name__ == "__main__":
    status = main()
    sys.stderr.flush()
    # Not sys.exit: the thread that waits for stdin holds a lock that shutting down needs.
    os._exit(status)
