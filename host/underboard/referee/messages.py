"""The words for what is refused, and for how a game ended, whatever the game."""

from boardcore.errors import IllegalMove, ParseError
from underboard.game_state import GameState
from underboard.records.models import DAMAGED, FORKED, GameRow
from underboard.referee.game_ui import tabletop_of
from underboard.texts import Texts, area
from underboard.texts.lazy import LazyText, is_known, spoken

DRAWN, ABANDONED = "=", "abandoned"
ENDS = {
    "": "unfinished", DRAWN: "drawn", ABANDONED: "abandoned", FORKED: "forked", DAMAGED: "damaged",
}  # fmt: skip
"""Outcomes without a winner, as the texts call them."""


def refusal(rule: str, texts: Texts, name: str = "") -> str:
    """Return why something was refused, the rule's own name if there are no words for it.

    ``name``: the game, which may have words of its own.
    """
    if name:
        own = area(texts.language, name).get(f"refused.{rule}")
        if own:
            return own
    return area(texts.language, "rules").get(rule, rule)


def refused(error: Exception, texts: Texts, name: str = "") -> str:
    """Return the sentence of a refused or unreadable turn, with the cells that it names."""
    if isinstance(error, IllegalMove) and not is_known(error, texts.language):
        return refusal(error.rule, texts, name)
    return spoken(error, texts.language)


def unreadable(error: Exception, line: str, texts: Texts, name: str) -> str:
    """Return why a typed line is no turn, or at least what is expected."""
    if is_known(error, texts.language):
        return spoken(error, texts.language)
    return texts(f"{name}.unreadable", line=line)


def other_game(seen: str, name: str) -> str:
    """Return what is wrong with a board for another game."""
    return LazyText("this board plays %s: expected a board for %s", seen, name)


def sentence(text: str) -> str:
    """Return a reason as a sentence: a capital letter, and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else text + "."


def ending(game: GameState, texts: Texts) -> str:
    """Return how the game ended, nothing while it goes on."""
    return tabletop_of(game.name).ending(game, texts)


def outcome_words(row: GameRow, texts: Texts) -> str:
    """Return who has won, or why nobody has."""
    letter, ended, reason = row.outcome.partition(":")
    if reason == ABANDONED:
        letter = ABANDONED
    try:
        if ended and letter not in (DRAWN, ABANDONED):
            table = tabletop_of(row.name)
            return texts("cli.games.wins", side=table.side_name(table.side_of(letter), texts))
    except (ParseError, ValueError):
        letter = DAMAGED
    return texts(f"cli.games.{ENDS.get(letter, ENDS[DAMAGED])}")
