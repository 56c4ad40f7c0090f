"""A game of the records judged in a process of its own, for the page."""

import asyncio
from typing import Any

from anyio import to_process

from underboard.records.database import Records
from underboard.referee.tabletop import tabletop_of
from underboard.study.report import as_data, title, turn_lines
from underboard.study.review import review
from underboard.texts import LANGUAGES, Texts


class Reviews:
    """Judges one game at a time, and keeps what it found while a game does not grow."""

    def __init__(self) -> None:
        self._busy = asyncio.Lock()
        self._kept: dict[int, dict[str, Any]] = {}

    async def of(self, number: int, turns: int) -> dict[str, Any]:
        """Return the review of a game of ``turns`` turns.  Raises Trouble."""
        async with self._busy:
            kept = self._kept.get(number)
            if kept is None or kept["plies"] != turns:
                # To judge takes seconds of both cores; the board must not wait for that.
                kept = await to_process.run_sync(judged, number, cancellable=True)
                self._kept[number] = kept
        return kept


def judged(number: int) -> dict[str, Any]:
    """Return what ``review --json`` tells, with the words of each turn in every language.

    ``scores``: the expected score of the side that began, after each turn.
    """
    with Records.open(reading=True) as records:
        mirror = records.load(number)
    found = review(mirror.name, mirror.variant, mirror.options, mirror.start, mirror.turns)
    first = found.turns[0].side if found.turns else 0
    data = as_data(found)
    for turn, told in zip(found.turns, data["turns"], strict=True):
        told["words"] = {lang: _lines(turn_lines(found, turn, Texts(lang))) for lang in LANGUAGES}
    estimated = len(found.turns) - found.proven
    words = {}
    for lang in LANGUAGES:
        texts = Texts(lang)
        words[lang] = {
            "title": title(found, texts),
            "first": tabletop_of(found.name).side_name(first, texts),
            "note": texts(f"study.estimates.{found.name}", n=estimated) if estimated else "",
        }
    scores = [round(score, 3) for score in found.score(first)]
    return {**data, "plies": len(mirror.turns), "scores": scores, "words": words}


def _lines(lines: list[str]) -> list[str]:
    return [line.strip() for line in lines]
