"""A simulated board as an object that starts, controls and ends its process."""

import contextlib
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

from underboard.deploy.firmware_files import drive_path, running
from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject
from underboard.sim.faults import Faults, fault_texts
from underboard.sim.fork_server import ForkedBoard, the_nursery
from underboard.sim.wire.transport import HAS_PTY
from underboard.texts.lazy import LazyText, unpacked

START_S = 20
"""Timeout of a simulated board's start, s; chosen."""
ANSWER_S = 10
"""Timeout of a simulated board's answer, s; chosen."""
END_S = 3
"""Timeout of a simulated board's end, s; chosen."""


class SimBoard:
    """The real firmware on a simulated board, in a process of its own.

    ``url``: the address for pyserial; it stays the same when the cable is pulled and plugged
    in again.  ``pace``: simulated time runs at real speed, or ``speed`` times as fast, else as
    fast as the machine allows.
    ``settings`` replace lines of ``settings.toml``; ``nvm``: a file that keeps the flash;
    ``tell`` names further events (``lights``); ``say`` is called with each line of the board's
    console.

    Raises UnderboardError for a layout that the drive does not hold, and with the last line of
    the board's console if the process has died.
    """

    def __init__(
        self,
        layout: str = "pylos-reed16",
        *,
        seed: int = 0,
        faults: Faults | list[str] | None = None,
        pace: bool = False,
        speed: float = 1.0,
        drive: Path | None = None,
        link: Path | None = None,
        nvm: Path | None = None,
        settings: dict[str, str] | None = None,
        tell: tuple[str, ...] = (),
        say: Callable[[str], None] | None = None,
    ) -> None:
        check_layout(layout, drive)
        self._folder = tempfile.TemporaryDirectory(prefix="underboard-")
        if link is None and HAS_PTY:
            link = Path(self._folder.name) / "port"
        texts = fault_texts(faults) if isinstance(faults, Faults) else list(faults or [])
        arguments = ["--seed", str(seed), "--pace" if pace else "--no-pace"]
        arguments += ["--speed", str(speed)]
        for name, value in (
            ("--layout", layout),
            ("--drive", drive),
            ("--link", link and link.absolute()),
            ("--nvm", nvm),
            ("--tell", ",".join(tell)),
        ):
            if value:
                arguments += [name, str(value)]
        for text in texts:
            arguments += ["--fault", text]
        for name, value in (settings or {}).items():
            arguments += ["--setting", f"{name}={value}"]
        self.console: deque[str] = deque(maxlen=200)
        self._trouble: LazyText | None = None
        self._events: queue.SimpleQueue[JsonObject | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[JsonObject | None] = queue.SimpleQueue()
        self._ids = 0
        self._closed = False
        self._say = say
        self._process = _start(arguments)
        self._readers = [
            threading.Thread(target=self._read_events, daemon=True),
            threading.Thread(target=self._read_console, daemon=True),
        ]
        for reader in self._readers:
            reader.start()
        try:
            self.url: str = self.wait_for("ready", START_S)["url"]
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "SimBoard":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def alive(self) -> bool:
        """Whether the process is running."""
        return self._process.poll() is None

    # Events and commands

    def events(self, timeout_s: float | None = None) -> Iterator[JsonObject]:
        """Yield the events, one after the other, until none comes for ``timeout_s``."""
        while True:
            try:
                event = self._events.get(timeout=timeout_s)
            except queue.Empty:
                return
            if event is None:
                self._events.put(None)
                if self._closed:
                    return
                raise self._died()
            yield event

    def wait_for(self, name: str, timeout_s: float = ANSWER_S) -> JsonObject:
        """Return the next event of this name; the events before it are dropped.

        Raises UnderboardError if it does not come in time.
        """
        end = time.monotonic() + timeout_s
        while (left := end - time.monotonic()) > 0:
            for event in self.events(left):
                if event["event"] == name:
                    return event
        raise UnderboardError("the simulated board has not told '%s' within %g s", name, timeout_s)

    def command(
        self, do: str | JsonObject, *, within_s: float = ANSWER_S, **arguments: object
    ) -> JsonObject:
        """Ask for something and return the answer.

        ``do`` is a name in ``underboard.sim.mcu.process``, or the whole command.  Raises
        UnderboardError if the board refuses, has died, or does not answer in time.
        """
        self._ids += 1
        command = dict(do) if isinstance(do, dict) else {"do": do, **arguments}
        command["id"] = self._ids
        try:
            assert self._process.stdin
            self._process.stdin.write(json.dumps(command) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._died() from None
        while True:
            try:
                answer = self._answers.get(timeout=within_s)
            except queue.Empty:
                raise UnderboardError(
                    "the simulated board does not answer '%s': its firmware hangs", command["do"]
                ) from None
            if answer is None:
                self._answers.put(None)
                raise self._died()
            if answer.get("id") == self._ids:
                break
        if "error" in answer:
            raise UnderboardError(
                "the simulated board refuses '%s': %s", command["do"], answer["error"]
            )
        return answer

    def put(self, *cells: int) -> None:
        """Put pieces on these cells."""
        self.command("put", cells=cells)

    def lift(self, *cells: int) -> None:
        """Take the pieces off these cells."""
        self.command("lift", cells=cells)

    def pull_cable(self) -> None:
        """Pull the USB cable; the board runs on from its other supply."""
        self.command("pull")

    def plug_cable(self) -> None:
        """Put the USB cable back in."""
        self.url = self.command("plug")["url"]

    def cut_power(self) -> None:
        """Cut the power; pieces and flash stay as they are."""
        self.command("cut")
        # Asking, not waiting for an event: those are for whoever reads them.
        while self.command("state")["power"]:
            pass

    def restart(self) -> None:
        """Restore the power."""
        self.command("restart")
        self.wait_for_firmware()

    def wait_for_firmware(self) -> None:
        """Wait until the firmware's main loop runs: before, the board receives nothing.

        For tests that would take its silence for a fault: on a busy machine the start takes
        seconds.
        """
        # Answered only by a loop that turns.
        self.url = self.command("state", within_s=START_S)["url"]

    def act(self, function: str, alone: bool = False, **arguments: object) -> None:
        """Start an actor in the world: ``package.module:generator_function``.

        ``alone``: the one before that was alone, too, stops where it is.
        """
        self.command("actor", function=function, arguments=arguments, alone=alone)

    def close(self) -> None:
        """End the process."""
        self._closed = True
        if self._process.stdin:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for reader in self._readers:
            reader.join(END_S)
        for stream in (self._process.stdout, self._process.stderr):
            if stream:
                stream.close()
        self._folder.cleanup()

    # Inside

    def _read_events(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            event = json.loads(line)
            if event["event"] == "trouble":
                self._trouble = unpacked(event["said"])
                continue
            (self._answers if event["event"] == "answer" else self._events).put(event)
        self._events.put(None)
        self._answers.put(None)

    def _read_console(self) -> None:
        assert self._process.stderr
        for line in self._process.stderr:
            self.console.append(line.rstrip())
            if self._say:
                self._say(line.rstrip())

    def _died(self) -> UnderboardError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(END_S)
        for reader in self._readers:
            reader.join(END_S)
        last = self.console[-1] if self.console else LazyText("no word")
        return UnderboardError("the simulated board has stopped: %s", self._trouble or last)


def layout_names(drive: Path) -> list[str]:
    """Return the names of the layouts on a drive."""
    return sorted(path.stem for path in (running(drive) / "layouts").glob("*.json"))


def check_layout(name: str, drive: Path | None = None) -> None:
    """Raise UnderboardError unless the drive holds a layout of this name.

    An empty name means the default of the drive.
    """
    with drive_path() as files:
        known = layout_names(drive or files)
    if name and name not in known:
        raise UnderboardError(
            "no layout '%s': expected one of %s", name, ", ".join(known) or "none"
        )


def _start(arguments: list[str]) -> "subprocess.Popen[str] | ForkedBoard":
    if nursery := the_nursery():
        return nursery.start(arguments)
    return subprocess.Popen(
        [sys.executable, "-m", "underboard.sim.mcu.process", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Ctrl-C is for this program; the child ends when its stdin does.
        **_own_group(),
    )


def _own_group() -> JsonObject:
    if os.name == "nt":
        return {"creationflags": 0x200}  # CREATE_NEW_PROCESS_GROUP
    return {"start_new_session": True}
