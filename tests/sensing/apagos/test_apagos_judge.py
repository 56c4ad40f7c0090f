"""Apagos judge: what has happened to a square's balls while it was up, as scores tell."""

from boardcore.apagos.hall.balls import ADDED_DARK, ADDED_LIGHT, GONE_LIGHT, NEVER
from boardcore.apagos.hall.contents import Contents
from boardcore.apagos.hall.judge import STAYED, judge
from support.rows import rows

LIGHT, DARK = (4, 1, (1.0, 0.0, 0.0), -1), (4, 2, (2.7, 0.0, 0.0), -1)


class Thought:
    """What ``Balls`` leave after ``think``: scores, and what they stand for."""

    def __init__(self, plain, light=NEVER, dark=NEVER, gone=NEVER):
        self.plain = plain
        self.best = [plain, light, dark, gone, NEVER]
        self.found = [None, LIGHT, DARK, (2, 1, None, -1), None]


JUDGED = [
    # what, scores, whether it rose, meaning, whether its colour is in doubt, suspected kinds
    ("all is as it was", (14.0,), False, STAYED, False, []),
    ("it rose, and all is as it was", (14.0,), True, STAYED, False, []),
    ("a ball came before everybody looked", (500.0, 12.0, 60.0), False, ADDED_LIGHT, False, []),
    ("it rose with a ball", (500.0, 60.0, 12.0), True, ADDED_DARK, False, []),
    ("that may have either colour", (500.0, 12.0, 22.0), True, ADDED_LIGHT, True, []),
    ("it rose; a ball explains not all", (500.0, 30.0, 80.0), True, STAYED, False, [1]),
    ("or hardly more than nothing", (40.0, 20.0, 24.0), True, STAYED, False, [1, 2]),
    ("a ball rolled out", (500.0, NEVER, NEVER, 15.0), False, GONE_LIGHT, False, []),
]  # fmt: skip


@rows(JUDGED, "scores", "rose", "meaning", "doubt", "suspects")
def test_what_has_happened_while_a_square_was_up(scores, rose, meaning, doubt, suspects):
    contents = Contents()
    told = judge(Thought(*scores), contents, rose)
    assert told[:2] == (meaning, doubt)
    assert [one[1] for one in contents.suspects] == suspects
