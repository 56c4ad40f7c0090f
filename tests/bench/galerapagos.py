"""Play many automatic games of Galérapagos with every check of the test suite.

Run by hand: ``python tests/bench/galerapagos.py [GAMES]`` (10,000 by default, under two minutes).
Expected: ``games 10000 … miscounted 0 replayed 10000`` and no traceback.  Every game is checked
at every entry, replayed from its entries, and undone and redone once where that is allowed.
"""

import sys
import time
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / folder) for folder in ("galerapagos/rules", ".")]

from test_games import play  # noqa: E402

from underboard.galerapagos.rules.game import Game  # noqa: E402


def main(games: int) -> None:
    """Play, replay, print the figures."""
    figures: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    began = time.perf_counter()
    for seed in range(games):
        session = play(seed)
        figures.update(session.figures())
        figures["refused"] += session.refused
        figures["entries"] += len(session.game.entries)
        reasons[session.game.camp.reason] += 1
        again = Game(session.game.setup)
        undo_at = seed % len(session.game.entries)
        for number, event in enumerate(session.game.entries):
            again.enter(event)
            if number == undo_at and again.kept < len(again.entries):
                again.undo()
                again.redo()
                figures["undone"] += 1
        assert again.camp.text() == session.game.camp.text()
        assert again.log == session.game.log
        figures["replayed"] += 1
    print(f"games {games}", *(f"{name} {number}" for name, number in sorted(figures.items())))
    print("ends", dict(reasons))
    print(f"seconds {time.perf_counter() - began:.0f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
