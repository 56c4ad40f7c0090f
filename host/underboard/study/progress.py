"""Progress: how far somebody is in lessons and puzzles, in small files beside the records."""

import json
from pathlib import Path
from typing import Any

from underboard.study.puzzles import Puzzle


class Kept:
    """A JSON object in a file that may be missing, damaged, or impossible to write."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> dict[str, Any]:
        """Return what is kept, nothing where it cannot be read."""
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def write(self, entries: dict[str, Any]) -> None:
        """Keep entries; where they cannot be written, people go on all the same."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(json.dumps(entries) + "\n", encoding="utf-8")
        except OSError:
            pass


class Place:
    """Progress of one person in each lesson."""

    def __init__(self, folder: Path) -> None:
        self._kept = Kept(folder / "lessons.json")

    def of(self, name: str, steps: int) -> int:
        """Return the step to go on with."""
        at = self._kept.read().get(name, 0)
        return at if isinstance(at, int) and 0 <= at < steps else 0

    def keep(self, name: str, at: int) -> None:
        """Note the step."""
        self._kept.write(self._kept.read() | {name: at})


class Solved:
    """Puzzles that one person has solved, and the tries that they needed."""

    def __init__(self, folder: Path) -> None:
        self._kept = Kept(folder / "puzzles.json")

    def of(self, name: str) -> dict[str, int]:
        """Return the tries of each solved puzzle of a game, by its position."""
        found = self._kept.read().get(name)
        return found if isinstance(found, dict) else {}

    def keep(self, puzzle: Puzzle, tries: int) -> None:
        """Note a puzzle; the fewest tries stay."""
        solved = self.of(puzzle.name)
        best = solved.get(puzzle.position)
        if not isinstance(best, int) or tries < best:
            self._kept.write(self._kept.read() | {puzzle.name: solved | {puzzle.position: tries}})
