"""Referee: the words for what happens in a game of Pylos: turns, refusals, the end."""

from typing import Any

from boardcore import pylos
from boardcore.errors import IllegalMove
from underboard.screen import side_name
from underboard.texts import Texts, area


def refusal(rule: str, texts: Texts) -> str:
    """Return why something was refused, the rule's own name if there are no words for it."""
    known = area(texts.language, "rules")
    return known.get(rule, rule)


def refused(error: Exception, texts: Texts) -> str:
    """Return the sentence of a refused or unreadable turn."""
    if isinstance(error, IllegalMove):
        return refusal(error.rule, texts)
    return str(error)


def repairs(cells: tuple[str, ...], texts: Texts) -> list[str]:
    """Return what to do about cells that differ, ``+b2`` (too much) before ``-c3`` (missing)."""
    off = [texts("cli.play.repair.off", cell=cell[1:]) for cell in cells if cell[0] == "+"]
    on = [texts("cli.play.repair.on", cell=cell[1:]) for cell in cells if cell[0] == "-"]
    return off + on


def ending(game: Any, texts: Texts) -> str:
    """Return how the game ended, nothing while it goes on."""
    outcome = game.outcome()
    if not outcome:
        return ""
    winner, reason = outcome
    if winner == pylos.DRAW:
        return texts(f"pylos.over.{reason}")
    return texts(
        f"pylos.over.{reason}", side=side_name(winner, texts), loser=side_name(1 - winner, texts)
    )


def turn_words(turn: int, texts: Texts) -> str:
    """Return a turn as what hands do: ``raise the ball from b2 to f1, then take back f1``."""
    goal = pylos.cell_text(pylos.turn_goal(turn))
    start = pylos.turn_start(turn)
    if start == pylos.NONE:
        words = texts("pylos.place", goal=goal)
    else:
        words = texts("pylos.raise", start=pylos.cell_text(start), goal=goal)
    takes = [pylos.cell_text(cell) for cell in pylos.turn_takes(turn)]
    if not takes:
        return words
    cells = takes[0]
    if len(takes) > 1:
        cells = texts("pylos.and", first=takes[0], second=takes[1])
    return texts("pylos.then", first=words, second=texts("pylos.take", cells=cells))


def hint_words(turn: int, stage: int, texts: Texts) -> str:
    """Return a hint: at stage 0 only what to look for, then the whole turn."""
    if stage:
        return texts("pylos.hint.turn", words=turn_words(turn, texts), turn=pylos.turn_text(turn))
    if pylos.turn_takes(turn):
        return texts("pylos.hint.square")
    raised = pylos.turn_start(turn) != pylos.NONE
    return texts("pylos.hint.raise" if raised else "pylos.hint.reserve")
