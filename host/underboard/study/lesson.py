"""Steps for a beginner, each a position and one thing to do.

Steps are data, a game's ``lessons.json``: a position, a pattern of the turns that are right, one
such turn, and patterns of turns that are explained.  Its texts have ``lesson.STEP.…``: a
``name``, what is explained first (``about``, where there is anything), and the ``task``.
"""

import json
import re
from dataclasses import dataclass, field

from underboard.registry import game_of
from underboard.texts import Texts, area

DONE = "done"
AGAIN = "again"


@dataclass(frozen=True)
class LessonStep:
    """One thing to do.  ``turn``: pattern of the turns that do it; ``example``: one of them.

    ``shown``: the task names the example, so a page may draw it.
    ``wrong``: by the key of its explanation, the pattern of turns that are legal and miss the
    point, and one of them.
    """

    id: str
    position: str
    turn: str
    example: str
    options: str = ""
    shown: bool = False
    wrong: dict[str, list[str]] = field(default_factory=dict)

    def judge(self, turn: str) -> str:
        """Return ``done``, the key of an explanation, or ``again`` for any other turn."""
        if re.fullmatch(self.turn, turn):
            return DONE
        for key, (pattern, _) in self.wrong.items():
            if re.fullmatch(pattern, turn):
                return key
        return AGAIN


def steps_of(name: str) -> list[LessonStep]:
    """Return the steps of a game's lesson."""
    return [LessonStep(**row) for row in json.loads(game_of(name).text("lessons.json") or "[]")]


def words(name: str, step: LessonStep, key: str, texts: Texts) -> str:
    """Return what is said of a step: its task, that it is done, or what was wrong."""
    own = key != AGAIN
    return texts(f"{name}.lesson.{step.id}.{key}" if own else f"lessons.{AGAIN}")


def explanation(name: str, step: LessonStep, texts: Texts) -> str:
    """Return what is explained before the task, empty where nothing is."""
    key = f"lesson.{step.id}.about"
    return texts(f"{name}.{key}") if key in area(texts.language, name) else ""
