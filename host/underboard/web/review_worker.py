"""A game of the records judged in a process of its own, for the page."""

import asyncio
from collections.abc import Iterator
from typing import Any

from boardcore.options import parse_options
from underboard.engine.evaluation import judge_of
from underboard.game_state import rules_of
from underboard.jsontype import JsonObject
from underboard.records.database import Records
from underboard.records.mirror import Mirror
from underboard.referee.game_ui import tabletop_of
from underboard.study.report import as_data, limits, title, turn_words
from underboard.study.review import Review, review
from underboard.texts import LANGUAGES, Texts
from underboard.web.http import offload
from underboard.web.table.choices import cells_of


class Reviews:
    """Judges one game at a time, and keeps what it found while a game does not grow."""

    def __init__(self) -> None:
        self._busy = asyncio.Lock()
        self._kept: dict[int, JsonObject] = {}

    async def of(self, number: int, turns: int) -> JsonObject:
        """Return the review of a game of ``turns`` turns.  Raises UnderboardError."""
        async with self._busy:
            kept = self._kept.get(number)
            if kept is None or kept["plies"] != turns:
                # To judge takes seconds of both cores; the board must not wait for that.
                kept = await offload.in_process(judged, number)
                if not kept["hasty"]:  # the next one will see more
                    self._kept[number] = kept
        return kept


def judged(number: int) -> JsonObject:
    """Return what ``review --json`` tells, with the words of each turn in every language.

    ``scores``: the expected score of the side that began, after each turn; ``hasty``: as the judge
    has it.
    """
    with Records.open(reading=True) as records:
        mirror = records.load(number)
    judge = judge_of(mirror.name, len(mirror.turns), notice=lambda said: None)
    found = review(
        mirror.name, mirror.variant, mirror.options, mirror.start, mirror.turns, judge=judge
    )
    hasty = judge.is_hasty
    first, parts = found.turns[0].side if found.turns else 0, cells_of
    data = as_data(found)
    for turn, told in zip(found.turns, data["turns"], strict=True):
        told["words"] = {lang: turn_words(found, turn, Texts(lang)) for lang in LANGUAGES}
    for turn, told, game in zip(found.turns, data["turns"], _games(mirror, found), strict=True):
        told["cells"] = parts(game, turn.turn)
        told["best_cells"] = parts(game, turn.best)
    words = {}
    for lang in LANGUAGES:
        texts = Texts(lang)
        words[lang] = {
            "title": title(found, texts),
            "sides": [tabletop_of(found.name).side_name(side, texts) for side in (0, 1)],
            "first": tabletop_of(found.name).side_name(first, texts),
            "note": " ".join(
                filter(None, (limits(found, texts), texts("study.hasty") if hasty else ""))
            ),
        }
    scores = [round(score, 3) for score in found.score(first)]
    return {**data, "plies": len(mirror.turns), "scores": scores, "words": words, "hasty": hasty}


def _games(mirror: Mirror, found: Review) -> Iterator[Any]:
    """Yield the game before each turn that was judged."""
    judged = {turn.ply for turn in found.turns}
    game = rules_of(mirror.name).Game(mirror.variant, parse_options(mirror.options), mirror.start)
    for ply, turn in enumerate(mirror.game.turns, 1):
        if ply in judged:
            yield game
        game.play_turn(turn)
