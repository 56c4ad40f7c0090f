"""One recorded game as words and as a picture."""

import sys

from underboard.records.mirror import Mirror
from underboard.records.models import HUMAN, GameRow
from underboard.records.seats import shown_players
from underboard.referee.messages import outcome_words
from underboard.texts import Texts


def cells(row: GameRow, texts: Texts) -> list[str]:
    """Return the words of one line of the list."""
    game = f"{row.name} {row.variant}" + (f" {row.options}" if row.options else "")
    players = shown_players(row.players).split("|")
    return [
        str(row.number),
        row.started[:16].replace("T", " "),
        game,
        " - ".join(texts("cli.play.human") if who == HUMAN else who for who in players),
        str(row.turns),
        outcome_words(row, texts),
    ]


def picture(mirror: Mirror, texts: Texts) -> list[str]:
    """Return the board as it stands, and how the game ended."""
    # Not at the top: a list of games draws none of them.
    from underboard.referee.messages import ending
    from underboard.referee.screen import Screen, View

    lines = Screen(texts, None, sys.stdout.encoding or "utf-8").lines(View(mirror.game))
    words = ending(mirror.game, texts)
    return lines + ([words] if words else [])
