"""Ghosts' guesses (who dies next, and how many escape).

Guesses are sealed until they are decided; they score nothing but honour.  Kept in a file
beside the record, so that a restart loses none and decides none twice.
"""

import json
from pathlib import Path

from underboard.errors import UnderboardError
from underboard.galerapagos.state.camp_state import NOBODY, CampState
from underboard.galerapagos.state.refusal import Refused
from underboard.jsontype import JsonObject
from underboard.texts.lazy import reason_of
from underboard.whole_file import private_open

SUFFIX = ".ghosts"


class Ghosts:
    """The guesses of one game; ``path``: file that keeps them, None for none."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._next: dict[str, int] = {}
        self._escape: dict[str, int] = {}
        self.right: dict[str, int] = {}
        """Right guesses of each seat."""
        self.made: dict[str, int] = {}
        """Decided guesses of each seat."""
        self.seen = 0
        """Number of entries of the game when the file was written last."""
        self._load()

    def may_guess(self, camp: CampState, seat: int) -> bool:
        """Return True if this castaway is a ghost who guesses: the dead who do not vote."""
        waits = camp.phase not in ("over", "designated", "tie", "crystal")
        return not camp.people[seat].alive and camp.setup.on("voice") == "off" and waits

    def guess(
        self, camp: CampState, seat: int, target: object, escape: object, entries: int
    ) -> None:
        """Seal a guess: the next one designated (NOBODY: none today), and how many escape."""
        if not self.may_guess(camp, seat):
            raise Refused("no-offer")
        if type(target) is not int or target not in (NOBODY, *camp.living()):
            raise Refused("no-target")
        if type(escape) is not int or not 0 <= escape <= len(camp.people):
            raise Refused("seat", seen=escape)
        self._next[str(seat)] = target
        self._escape[str(seat)] = escape
        self._save(entries)

    def watch(self, effects: list[JsonObject], entries: int) -> None:
        """Decide guesses by what has been shown, with that many ``entries`` in the game."""
        decided = False
        for effect in effects:
            if effect["effect"] == "designated":
                decided = self._decide(self._next, effect["player"])
            elif effect["effect"] == "turn":
                decided = self._decide(self._next, NOBODY)
            elif effect["effect"] == "end":
                decided = self._decide(self._escape, len(effect["players"]))
        if decided:
            self._save(entries)

    def _decide(self, guesses: dict[str, int], came: int) -> bool:
        for seat, guess in guesses.items():
            self.made[seat] = self.made.get(seat, 0) + 1
            self.right[seat] = self.right.get(seat, 0) + (guess == came)
        decided = bool(guesses)
        guesses.clear()
        return decided

    def private(self, camp: CampState, seat: int) -> JsonObject | None:
        """Return what a ghost's phone shows."""
        if camp.people[seat].alive or camp.setup.on("voice") == "on":
            return None
        key = str(seat)
        return {
            "open": self.may_guess(camp, seat),
            "targets": camp.living(),
            "next": self._next.get(key),
            "escape": self._escape.get(key),
            "right": self.right.get(key, 0),
            "made": self.made.get(key, 0),
        }

    def best(self) -> JsonObject | None:
        """Return the ghosts who guessed best, with their figures; None if nobody was right."""
        most = max(self.right.values(), default=0)
        if not most:
            return None
        seats = [int(seat) for seat, right in self.right.items() if right == most]
        return {"seats": sorted(seats), "right": most}

    def _load(self) -> None:
        try:
            kept = json.loads(self._path.read_text("utf-8")) if self._path else {}
            parts = [kept.get(name, {}) for name in ("next", "escape", "right", "made")]
            if all(isinstance(part, dict) for part in parts):
                self._next, self._escape, self.right, self.made = parts
                self.seen = int(kept.get("seen", 0))
        except (OSError, ValueError, AttributeError, TypeError):
            pass  # none yet, or damaged: a game without guesses goes on all the same

    def _save(self, entries: int) -> None:
        self.seen = entries
        if self._path is None:
            return
        kept = {
            "next": self._next, "escape": self._escape, "right": self.right, "made": self.made,
            "seen": entries,
        }  # fmt: skip
        try:
            with open(self._path, "w", encoding="utf-8", opener=private_open) as file:
                json.dump(kept, file)
        except OSError as error:
            raise UnderboardError("cannot write %s: %s", self._path, reason_of(error))
