"""Filter of recorded games, as an SQL condition."""

import re
from dataclasses import dataclass
from datetime import date, timedelta

from underboard.errors import UnderboardError

FINISHED, UNFINISHED, DRAWN = "finished", "unfinished", "drawn"
DAY = re.compile(r"\d{4}(-\d\d(-\d\d)?)?", re.ASCII)
SEARCHED = "'#' || number || ' ' || name || ' ' || variant || ' ' || players || ' ' || started"
SEARCHED += " || ' ' || outcome || ' ' || board_id || ' ' || note"
"""The text of a game in which words are searched."""


@dataclass(frozen=True)
class GameFilter:
    """Which games; whatever is empty means all.

    ``player``: part of a name; ``since`` and ``until``: days, like 2025-03-01, or the beginning
    of one, like 2025-03; ``result``: an outcome, the letter of the side that has won, or
    ``finished``, ``unfinished``, ``drawn``; ``words``: each is somewhere in the game's row.
    """

    player: str = ""
    game: str = ""
    since: str = ""
    until: str = ""
    result: str = ""
    words: tuple[str, ...] = ()

    def condition(self) -> tuple[str, tuple[object, ...]]:
        """Return a WHERE clause, empty for all games, and its values."""
        found: list[tuple[str, object]] = []
        if self.player:
            found.append(("players LIKE ? ESCAPE '!'", part(self.player)))
        if self.game:
            found.append(("name = ?", self.game))
        if self.since:
            found.append(("started >= ?", self.since))
        if self.until:
            found.append(("started < ?", after(self.until)))
        for word in self.words:
            found.append((f"{SEARCHED} LIKE ? ESCAPE '!'", part(word)))
        clauses = [clause for clause, _ in found]
        values = tuple(value for _, value in found)
        if self.result:
            clause, more = _ended(self.result)
            clauses.append(clause)
            values += more
        return ("WHERE " + " AND ".join(clauses) if clauses else "", values)


ALL = GameFilter()


def part(text: str) -> str:
    """Return the pattern of a text that is somewhere in another one."""
    for sign in "!%_":
        text = text.replace(sign, f"!{sign}")
    return f"%{text}%"


def day(text: str) -> str:
    """Return a day, month or year as it was typed; raises UnderboardError for anything else."""
    try:
        if not DAY.fullmatch(text):
            raise ValueError
        after(text)
    except (ValueError, OverflowError):
        raise UnderboardError(
            "'%s' is not a day: expected one like 2025-03-01, or 2025-03", text
        ) from None
    return text


def after(text: str) -> str:
    """Return the first day that is not in a day, a month or a year.

    >>> after("2025-12-31"), after("2024-12"), after("2024")
    ('2026-01-01', '2025-01-01', '2025-01-01')
    """
    first = date.fromisoformat(text + "-01-01"[len(text) - 4 :])
    days = {4: 366, 7: 31}.get(len(text), 1)
    later = first + timedelta(days)
    if len(text) < 10:
        # The month or year in which a day so much later lies begins there.
        later = later.replace(day=1, month=1 if len(text) == 4 else later.month)
    return later.isoformat()


def _ended(result: str) -> tuple[str, tuple[object, ...]]:
    if result == UNFINISHED:
        return "outcome = ''", ()
    if result == FINISHED:
        return "outcome LIKE '%:%'", ()
    if result == DRAWN:
        return "outcome LIKE '=%'", ()
    return "(outcome = ? OR outcome LIKE ?)", (result, f"{result}:%")
