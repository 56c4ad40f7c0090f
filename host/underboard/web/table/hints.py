"""Hints: three stages on the page: where to look, which piece, the turn."""

from collections.abc import Callable
from typing import Any

from boardcore.games import rules_of
from underboard.engine.player import Adviser
from underboard.referee.tabletop import tabletop_of
from underboard.texts import LANGUAGES, Texts
from underboard.web.table.state import moment_of

STAGES = 3


class Hints:
    """Gives hints about one position after the other."""

    def __init__(self) -> None:
        self._moment = ""
        self._turn = -1
        self.stage = 0

    def ask(self, mirror: Any, pause: Callable[[], None], known: int = -1) -> dict[str, Any]:
        """Return the next stage: ``stage``, ``words`` per language, ``cells``, ``turn``.

        ``known``: the turn to tell, -1 if it has to be found.
        """
        game = mirror.game
        moment = moment_of(mirror)
        if moment != self._moment:
            self._turn = known if known >= 0 else Adviser(game.name, 1).choose(game, pause)
            self._moment, self.stage = moment, 0
        self.stage = min(self.stage + 1, STAGES)
        return self.shown(game)

    def is_about(self, mirror: Any) -> bool:
        """Tell whether hints were given about the position that stands now."""
        return self._moment == moment_of(mirror)

    @property
    def turn(self) -> int:
        """The turn that the last stage tells, -1 before it."""
        return self._turn if self.stage == STAGES else -1

    def shown(self, game: Any) -> dict[str, Any]:
        """Return what has been told about this position."""
        start, goal = PARTS[game.name](game, self._turn)
        cells = [] if self.stage < 2 else [start] if self.stage == 2 else [start, goal]
        return {
            "stage": self.stage,
            "cells": [cell for cell in cells if cell],
            "words": {lang: self._words(game, start, Texts(lang)) for lang in LANGUAGES},
        }

    def _words(self, game: Any, start: str, texts: Texts) -> str:
        first, whole = tabletop_of(game.name).hint(game, self._turn, texts)
        if self.stage == STAGES:
            return whole
        if self.stage == 1:
            return first
        return texts("web.hint.from", cell=start) if start else texts("web.hint.reserve")


def _pylos(game: Any, turn: int) -> tuple[str, str]:
    rules = rules_of("pylos")
    start = rules.turn_start(turn)
    goal = rules.cell_text(rules.turn_goal(turn))
    return "" if start == rules.NONE else rules.cell_text(start), goal


def _apagos(game: Any, turn: int) -> tuple[str, str]:
    rules = rules_of("apagos")
    goal = str(rules.goal_level(turn) + 1)
    if rules.is_put(turn):
        return "WB"[rules.put_colour(turn)], goal
    return "" if rules.is_lay(turn) else str(rules.start_level(turn) + 1), goal


def _gyges(game: Any, turn: int) -> tuple[str, str]:
    rules = rules_of("gyges")
    if turn & rules.PLACE:
        return "", rules.cell_text(turn & 63)
    return rules.cell_text(rules.turn_origin(turn)), rules.cell_text(rules.turn_landing(turn))


PARTS = {"pylos": _pylos, "apagos": _apagos, "gyges": _gyges}
"""Functions for the cells where a turn begins (empty: the reserve) and ends, per game."""
