"""Simulated hands at a simulated board, controlled by this program."""

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from underboard.deploy.layouts import layout_of
from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject
from underboard.texts.lazy import reason_of

if TYPE_CHECKING:
    from underboard.sim.board import SimBoard

ERRANDS = "underboard.sim.hands.commands"
ENDING_S = 1.0
"""Time between the closing of a failed firmware's port and the end of its process, s; chosen."""


class HandsClient:
    """Does one errand after the other; ``busy`` while one is under way.

    ``asked``, ``misread``: turns of all errands that are done, as ``errands`` tells them.
    """

    def __init__(self, sim: "SimBoard") -> None:
        self._sim = sim
        self.asked = self.misread = 0
        self._begun = 0
        self._done = 0

    @property
    def busy(self) -> bool:
        """Return whether the hands are still at work."""
        return self._done < self._begun

    def ask(self, errand: str, **arguments: object) -> None:
        """Have the hands do something out of ``underboard.sim.hands.commands``.

        They do one thing at a time: what they are still at is left.
        """
        self._begun += 1
        self._sim.act(f"{ERRANDS}:{errand}", alone=True, number=self._begun, **arguments)

    def poll(self, wait_s: float = 0.0) -> list[JsonObject]:
        """Return what the hands have done since the last time, until ``wait_s`` bring nothing.

        Raises UnderboardError if the simulated board has stopped.
        """
        events = []
        for event in self._sim.events(wait_s):
            if event["event"] == "hands-done":
                # An errand that was left may still have told its end after a later one's.
                self._done = max(self._done, event["number"])
                self.asked += event.get("asked", 0)
                self.misread += event.get("misread", 0)
            if event["event"] in ("hand-turn", "hands-done"):
                events.append(event)
        return events


def cause(sim: "SimBoard", trouble: UnderboardError) -> UnderboardError:
    """Return why the port has gone: the simulated board's own last word if it has stopped."""
    try:
        for _ in sim.events(ENDING_S):
            pass
    except UnderboardError as stopped:
        return stopped
    return trouble


class FlashFile:
    """The flash of the user's own simulated board, kept from one evening to the next.

    Only one program at a time may have it.  Raises UnderboardError if another one has.

    ``path`` is None for a plate: after a start it takes what lies on it for the pieces of its
    game, and a simulated board starts empty.  Such a board gets its game from the records.
    """

    def __init__(self, folder: Path, layout: str) -> None:
        weighs = layout_of(layout).scale is not None
        self.path = None if weighs else folder / f"simulated-{layout}.nvm"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # A database knows on every system how to lock a file until its program ends.
            self._lock = sqlite3.connect(folder / f"simulated-{layout}.lock", timeout=0)
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise UnderboardError(
                    "cannot keep the simulated board in %s: %s", folder, error
                ) from None
            raise UnderboardError(
                "the simulated board is in use by another underboard: close that one first"
            ) from None
        except OSError as error:
            raise UnderboardError("cannot write to %s: %s", folder, reason_of(error)) from None

    def close(self) -> None:
        """Let others have it."""
        self._lock.close()
