"""Programs of the system that run beside this one."""

import queue
import subprocess
import sys

from underboard.drivers.thread import Beside

LONGEST = 10_000
"""Letters of a line that are read; chosen."""
END_S = 1.0
"""Longest wait for the status of a program that has ended, s; chosen."""


class LineProgram:
    """A program that is spoken to in lines; raises OSError if it does not start."""

    def __init__(self, command: list[str]) -> None:
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            errors="replace",
            bufsize=1,
        )
        Beside(self._read)

    def send(self, line: str) -> None:
        """Send a line; raises OSError if the program has ended."""
        assert self._process.stdin
        self._process.stdin.write(line + "\n")

    def receive(self, wait_s: float) -> str | None:
        """Return the next line, or None if none comes in time; raises EOFError at the end."""
        try:
            line = self._lines.get(timeout=wait_s)
        except queue.Empty:
            return None
        if line is None:
            raise EOFError
        return line

    def status(self) -> int | None:
        """Return the exit status, None for a program that runs."""
        try:
            return self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            return None

    def close(self) -> None:
        """End the program."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._lines.put(line[:LONGEST].strip())
        self._lines.put(None)


class PythonProgram:
    """Code that a Python of its own runs."""

    def __init__(self, code: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def poll(self) -> int | None:
        """Return the exit status, None while it runs."""
        return self._process.poll()
