"""Speech output by a program of the system, one sentence after the other.

It never makes its caller wait.  Sentences reach the program as its input, never as arguments: what
a board or a record says cannot become an option.
"""

import queue
import shutil
import subprocess
import threading
from collections.abc import Callable

WINDOWS = (
    "Add-Type -AssemblyName System.Speech; "
    "$v = New-Object System.Speech.Synthesis.SpeechSynthesizer; "
    "try { $v.SelectVoiceByHints('NotSet', 'NotSet', 0, (New-Object Globalization.CultureInfo "
    "('LANG'))) } catch {}; "
    "[Console]::InputEncoding = [Text.Encoding]::UTF8; $v.Speak([Console]::In.ReadToEnd())"
)
PROGRAMS: tuple[tuple[str, Callable[[str], list[str]]], ...] = (
    ("espeak-ng", lambda language: ["-v", language, "--stdin"]),
    ("espeak", lambda language: ["-v", language, "--stdin"]),
    ("say", lambda language: ["-v", {"fr": "Thomas"}.get(language, "Samantha"), "-f", "-"]),
    ("powershell", lambda language: ["-NoProfile", "-Command", WINDOWS.replace("LANG", language)]),
)
"""Programs that speak what they read, the first one that is installed is used; and its arguments
for a language."""
LAST_S = 20.0
"""Time for the last sentences when a program ends, s; chosen."""


def command_for(language: str) -> list[str]:
    """Return the command that speaks a language here, empty if no program does."""
    for name, arguments in PROGRAMS:
        path = shutil.which(name)
        if path:
            return [path, *arguments(language)]
    return []


class Speaker:
    """Says sentences in the order in which they come, in a thread of its own."""

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self._sentences: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._program: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    def say(self, sentence: str) -> None:
        """Say a sentence after those before it."""
        self._sentences.put(sentence)

    @property
    def waiting(self) -> int:
        """Number of sentences not begun yet."""
        return self._sentences.qsize()

    def close(self, wait_s: float = LAST_S) -> None:
        """Let the last sentences be heard, then end."""
        self._sentences.put(None)
        self._thread.join(wait_s)
        if self._program is not None and self._program.poll() is None:
            self._program.kill()

    def _run(self) -> None:
        while (sentence := self._sentences.get()) is not None:
            try:
                self._program = subprocess.Popen(
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
                self._program.communicate(sentence.encode())
            except OSError:
                continue  # a voice that fails is no reason to stop a game
