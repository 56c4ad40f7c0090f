"""Looks: one recorded game as words and as a picture."""

import sys

from boardcore.errors import Unreadable
from underboard.device.mirror import Mirror
from underboard.records.rows import DAMAGED, FORKED, HUMAN, GameRow
from underboard.referee.tabletop import tabletop_of
from underboard.texts import Texts

DRAWN, ABANDONED = "=", "abandoned"
ENDS = {
    "": "unfinished", DRAWN: "drawn", ABANDONED: "abandoned", FORKED: "forked", DAMAGED: "damaged",
}  # fmt: skip
"""Outcomes without a winner, as the texts call them."""


def cells(row: GameRow, texts: Texts) -> list[str]:
    """Return the words of one line of the list."""
    game = f"{row.name} {row.variant}" + (f" {row.options}" if row.options else "")
    players = row.players.split("|")
    return [
        str(row.number),
        row.started[:16].replace("T", " "),
        game,
        " - ".join(texts("cli.play.human") if who == HUMAN else who for who in players),
        str(row.turns),
        outcome_words(row, texts),
    ]


def outcome_words(row: GameRow, texts: Texts) -> str:
    """Return who has won, or why nobody has."""
    letter, ended, reason = row.outcome.partition(":")
    if reason == ABANDONED:
        letter = ABANDONED
    try:
        if ended and letter not in (DRAWN, ABANDONED):
            table = tabletop_of(row.name)
            return texts("cli.games.wins", side=table.side_name(table.side_of(letter), texts))
    except (Unreadable, ValueError):
        letter = DAMAGED
    return texts(f"cli.games.{ENDS.get(letter, ENDS[DAMAGED])}")


def picture(mirror: Mirror, texts: Texts) -> list[str]:
    """Return the board as it stands, and how the game ended."""
    # Not at the top: a list of games draws none of them.
    from underboard.referee.screen import Screen, View
    from underboard.referee.wording import ending

    lines = Screen(texts, None, sys.stdout.encoding or "utf-8").lines(View(mirror.game))
    words = ending(mirror.game, texts)
    return lines + ([words] if words else [])
