"""Answers that need no board (where, what can I do?, rules, help).

They are answered alike at a game, in a lesson and in a puzzle.
"""

from collections.abc import Callable

from underboard.game_state import GameState
from underboard.referee.game_ui import GameUi
from underboard.referee.piece_query import locate
from underboard.texts import Texts, area, rules_page
from underboard.texts.commands import command_of


def answer(name: str, words: list[str], game: GameState, table: GameUi, texts: Texts) -> str:
    """Return the answer to a command of ``ANSWERS``.

    Raises UnderboardError for what is not there.
    """
    return ANSWERS[name](words, game, table, texts)


def _where(words: list[str], game: GameState, table: GameUi, texts: Texts) -> str:
    return locate(game, words, texts)


def _moves(words: list[str], game: GameState, table: GameUi, texts: Texts) -> str:
    if game.outcome():
        return f"{table.ending(game, texts)} {texts('cli.play.over')}"
    return "\n".join(table.legal(game, texts))


def _rules(words: list[str], game: GameState, table: GameUi, texts: Texts) -> str:
    return rules_page(texts.language, table.name)


def _topic(words: list[str], game: GameState, table: GameUi, texts: Texts) -> str:
    known = area(texts.language, "commands")
    topic = command_of(words[0], texts) if words else "help"
    if topic not in known:
        return texts("cli.play.no-topic", topic=words[0], topics=", ".join(known.values()))
    return texts(f"help_topics.{topic}", turns=table.words(texts, "turns"))


ANSWERS: dict[str, Callable[[list[str], GameState, GameUi, Texts], str]] = {
    "where": _where, "what": _moves, "moves": _moves, "rules": _rules, "help": _topic,
}  # fmt: skip
