"""Recognition of turns by switches.  A snapshot is a mask of cells."""

from boardcore.play.recognizer import BaseRecognizer
from noughts_fw.cells import CELLS, cell_text


def cells_of(mask: int) -> list[int]:
    """Return the cells of a mask."""
    return [cell for cell in range(CELLS) if mask >> cell & 1]


class Recognizer(BaseRecognizer):
    """What nine switches tell about one game."""

    def _pictured(self) -> int:
        return self.game.occupied

    def explain(self, observed: int) -> None:
        """Find the turn that explains ``observed``: exactly one piece came, and none went."""
        new = cells_of(observed & ~self.expected())
        gone = self.expected() & ~observed
        self.visible_turns = new if len(new) == 1 and not gone and not self.game.outcome() else []

    def distance(self, one: int, other: int) -> int:
        """Return how many pieces make the difference."""
        return len(cells_of(one ^ other))

    def difference(self, observed: int) -> str:
        """Return what is too much (+) and missing (-), like ``-a1,+b2``."""
        changed = cells_of(observed ^ self.expected())
        return ",".join(["-+"[observed >> cell & 1] + cell_text(cell) for cell in changed])

    def earlier(self, observed: int) -> int:
        """Return the last earlier ply that looks like ``observed``, -1 if there is none."""
        expected = self.expected()
        for ply in range(self.game.ply - 1, -1, -1):
            expected &= ~(1 << self.game.turns[ply])
            if expected == observed:
                return ply
        return -1

    def left_traces(self, ply: int, observed: int) -> bool:
        """Return True: every turn is seen, and so is its undoing."""
        return True

    def contradicts(self, observed: int) -> bool:
        """Return whether the piece of the last turn is missing."""
        turns = self.game.turns
        return bool(turns) and not observed >> turns[-1] & 1

    def refusal(self, observed: int) -> str:
        """Return the rule that tells best what is wrong."""
        return "too-many" if observed & ~self.expected() else "stays"

    def answers(self, turn: int, part: int, chosen) -> tuple:
        """Return the cells that answer a question about a turn."""
        return (turn,)

    def board(self):
        """Return what stands where, to be compared later."""
        return self.expected()
