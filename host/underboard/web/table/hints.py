"""Three stages on the page (where to look, which piece, the turn)."""

from typing import NamedTuple

from boardcore.options import parse_options
from underboard.engine.player import HintSource
from underboard.game_state import GameState, rules_of
from underboard.jsontype import JsonObject
from underboard.referee.game_ui import tabletop_of
from underboard.texts import LANGUAGES, Texts
from underboard.web.table.choices import cells_of

STAGES = 3
"""Number of stages of a hint; chosen."""


class Advised(NamedTuple):
    """A turn to play, with the cells and sentences of each stage per language."""

    turn: int
    start: str
    goal: str
    words: dict[str, list[str]]


def advise(
    name: str, variant: str, options: str, start: str, turns: list[str], known: str = ""
) -> Advised:
    """Return the turn to advise, or what is said about a known one.

    It takes seconds of a core: run it in a process of its own.
    """
    rules = rules_of(name)
    game = rules.Game(variant, parse_options(options), start)
    for text in turns:
        game.play_turn(rules.parse_turn(text))
    turn = rules.parse_turn(known) if known else _adviser(name).choose(game)
    first_cell, goal = cells_of(game, turn)
    words = {lang: _words(game, turn, first_cell, Texts(lang)) for lang in LANGUAGES}
    return Advised(turn, first_cell, goal, words)


ADVISERS: dict[str, HintSource] = {}
"""Made once a process: what one has read and compiled serves the next hint too."""


def _adviser(name: str) -> HintSource:
    if name not in ADVISERS:
        ADVISERS[name] = HintSource(name, 1)
    return ADVISERS[name]


def _words(game: GameState, turn: int, start: str, texts: Texts) -> list[str]:
    first, whole = tabletop_of(game.name).hint(game, turn, texts)
    where = texts("web.hint.from", cell=start) if start else texts("web.hint.reserve")
    return [first, where, whole]


class Hints:
    """Hints that one player received, position by position."""

    def __init__(self) -> None:
        self._moment = ""
        self._advised: Advised | None = None
        self.stage = 0

    def knows(self, moment: str) -> bool:
        """Return True if hints were given about this position."""
        return self._moment == moment

    def take(self, moment: str, advised: Advised) -> None:
        """Take what was found about a position."""
        if not self.knows(moment):
            self._moment, self._advised, self.stage = moment, advised, 0

    def next_stage(self) -> JsonObject:
        """Give the next stage of a hint."""
        self.stage = min(self.stage + 1, STAGES)
        return self.shown()

    @property
    def turn(self) -> int:
        """The turn that the last stage tells, -1 before it."""
        return self._advised.turn if self._advised and self.stage == STAGES else -1

    def shown(self) -> JsonObject:
        """Return what was told so far: ``stage``, ``cells``, ``words`` per language."""
        assert self._advised
        one, stage = self._advised, self.stage
        cells = [[], [], [one.start], [one.start, one.goal]][stage]
        return {
            "stage": stage,
            "cells": [cell for cell in cells if cell],
            "words": {lang: words[max(stage, 1) - 1] for lang, words in one.words.items()},
        }
