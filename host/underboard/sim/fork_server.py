"""Simulated boards as forks of one process that has loaded everything they need.

Whoever starts many boards, such as a test run, opens one, and ``SimBoard`` takes its processes from
there.  Systems that cannot fork have none: each board loads Python and the simulator itself.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import traceback
import weakref
from collections.abc import Iterator, Mapping
from typing import TextIO

from underboard.jsontype import JsonObject
from underboard.registry import games

CAN_FORK = hasattr(os, "fork") and hasattr(socket, "send_fds") and sys.platform != "darwin"
"""macOS's own libraries do not all bear a fork."""
MAX_REQUEST = 1 << 16
"""Length of a request at most, bytes; chosen."""
POLL_S = 0.002
"""Time between two looks for the end of a process, s; chosen."""
LOADED = (
    "underboard.sim.mcu.process",
    "underboard.sim.physics.field",
    "adafruit_blinka.microcontroller.generic_agnostic_board.pin",
    "adafruit_blinka.microcontroller.generic_agnostic_board.neopixel",
    "digitalio",
    "importlib.resources",
    "runpy",
)
"""Modules that boards share besides the firmware, which a board of another drive loads anew."""


class ForkedBoard:
    """A board's process out of a nursery, with what ``SimBoard`` uses of ``Popen``."""

    def __init__(self, stdin: TextIO, stdout: TextIO, stderr: TextIO, life: socket.socket) -> None:
        self.stdin, self.stdout, self.stderr = stdin, stdout, stderr
        self._life = life
        self.pid = int.from_bytes(life.recv(4, socket.MSG_WAITALL), "big")
        self._ended = not self.pid
        life.setblocking(False)

    def poll(self) -> int | None:
        """Return None while the process runs."""
        if not self._ended:
            with contextlib.suppress(BlockingIOError):
                # Only the process holds the other end: it closes when that ends.
                self._ended = not self._life.recv(1)
                self._life.close()
        return 0 if self._ended else None

    def wait(self, timeout_s: float | None = None) -> int:
        """Wait until the process has ended; raises subprocess.TimeoutExpired."""
        end = None if timeout_s is None else time.monotonic() + timeout_s
        while self.poll() is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired("simulated board", timeout_s or 0)
            time.sleep(POLL_S)
        return 0

    def kill(self) -> None:
        """End the process at once."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)


class ForkServer:
    """A process that forks boards; it starts with the first one, in the environment of now."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._env = dict(os.environ)
        self._boards: weakref.WeakSet[ForkedBoard] = weakref.WeakSet()

    def serves(self) -> bool:
        """Whether a board born here would run the same Python as one started now."""
        runs = self._process is None or self._process.poll() is None
        return runs and _python_settings(self._env) == _python_settings(os.environ)

    def start(self, arguments: list[str]) -> ForkedBoard:
        """Start ``python -m underboard.sim.mcu.process`` with these arguments."""
        if self._process is None:
            self._open()
        ours, its = socket.socketpair()
        pipes = [os.pipe() for _ in range(3)]
        request = {"arguments": arguments, "cwd": os.getcwd(), "env": dict(os.environ)}
        data = json.dumps(request).encode()
        given = [pipes[0][0], pipes[1][1], pipes[2][1], its.fileno()]
        socket.send_fds(self._ours, [len(data).to_bytes(4, "big") + data], given)
        for handle in given[:3]:
            os.close(handle)
        its.close()
        board = ForkedBoard(
            os.fdopen(pipes[0][1], "w"), os.fdopen(pipes[1][0]), os.fdopen(pipes[2][0]), ours
        )
        self._boards.add(board)
        return board

    def close(self) -> None:
        """Start no more boards; end those that run, which an error may have left."""
        for board in self._boards:
            board.kill()
        if self._process:
            self._ours.close()
            self._process.wait()

    def _open(self) -> None:
        self._ours, its = socket.socketpair()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "underboard.sim.fork_server"],
            stdin=its.fileno(),
            stdout=subprocess.DEVNULL,
            env=self._env,
            start_new_session=True,
        )
        its.close()


_nursery: ForkServer | None = None


def the_nursery() -> ForkServer | None:
    """Return the nursery that boards are to be taken from, None if there is none."""
    return _nursery if _nursery and _nursery.serves() else None


@contextlib.contextmanager
def opened() -> Iterator[None]:
    """Take all boards of this process from a nursery, where the system has one."""
    global _nursery
    if not CAN_FORK or _nursery:
        yield
        return
    _nursery = ForkServer()
    try:
        yield
    finally:
        _nursery.close()
        _nursery = None


def _python_settings(environ: Mapping[str, str]) -> dict[str, str]:
    """Return what Python itself reads of an environment, at its start only."""
    return {name: value for name, value in environ.items() if name.startswith(("PYTHON", "LC_"))}


# Inside


def serve() -> None:
    """Fork a board for each request, until nobody can ask any more."""
    import gc
    import importlib

    os.environ["BLINKA_OS_AGNOSTIC"] = "1"
    for name in [*LOADED, *_firmware()]:
        importlib.import_module(name)
    for game in games().values():
        game.part("physics")
    gc.collect()
    gc.freeze()
    control = socket.socket(fileno=os.dup(0))
    signal.signal(signal.SIGCHLD, _reap)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        data, handles, _, _ = socket.recv_fds(control, MAX_REQUEST, 4)
        if not data:
            break
        length = 4 + int.from_bytes(data[:4], "big")
        while len(data) < length:
            data += control.recv(length - len(data))
        if os.fork() == 0:
            control.close()
            _live(json.loads(data[4:]), handles)
        for handle in handles:
            os.close(handle)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait()


def _firmware() -> Iterator[str]:
    """Yield the names of the firmware's modules."""
    import pkgutil

    import boardcore
    import boardio

    for package in (boardcore, boardio):
        for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            yield found.name


def _reap(*_: object) -> None:
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _live(request: JsonObject, handles: list[int]) -> None:
    """Be the process of one board, to its end."""
    status = 1
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.setsid()
        for at, handle in enumerate(handles[:3]):
            os.dup2(handle, at)
            os.close(handle)
        os.write(handles[3], os.getpid().to_bytes(4, "big"))
        os.environ.clear()
        os.environ.update(request["env"])
        os.chdir(request["cwd"])
        sys.path[0] = request["cwd"]
        sys.stdin = os.fdopen(0)
        from underboard.sim.mcu.process import main

        status = main(request["arguments"])
        sys.stderr.flush()
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


if __name__ == "__main__":
    serve()
