"""Progress in lessons and puzzles, in small files beside the records."""

from pathlib import Path

from underboard.records.json_file import JsonFile
from underboard.study.puzzles import Puzzle


class LessonProgress:
    """Progress of one person in each lesson."""

    def __init__(self, folder: Path) -> None:
        self._file = JsonFile(folder / "lessons.json")

    def of(self, name: str, steps: int) -> int:
        """Return the step to go on with."""
        at = self._file.read().get(name, 0)
        return at if isinstance(at, int) and 0 <= at < steps else 0

    def keep(self, name: str, at: int) -> bool:
        """Write the step; return False where that is impossible."""
        return self._file.write(self._file.read() | {name: at})


class PuzzleProgress:
    """Puzzles that one person has solved, and the tries that they needed."""

    def __init__(self, folder: Path) -> None:
        self._file = JsonFile(folder / "puzzles.json")

    def of(self, name: str) -> dict[str, int]:
        """Return the tries of each solved puzzle of a game, by its position."""
        found = self._file.read().get(name)
        return found if isinstance(found, dict) else {}

    def keep(self, puzzle: Puzzle, tries: int) -> bool:
        """Write a solved puzzle with its fewest tries; return False where that is impossible."""
        solved = self.of(puzzle.name)
        best = solved.get(puzzle.position)
        if not isinstance(best, int) or tries < best:
            solved = solved | {puzzle.position: tries}
            return self._file.write(self._file.read() | {puzzle.name: solved})
        return True
