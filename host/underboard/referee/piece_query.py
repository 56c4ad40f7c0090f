"""Places of pieces in words, the answer to "where is …?"."""

import re

from boardcore.errors import ParseError
from underboard.errors import UnderboardError
from underboard.game_state import GameState
from underboard.referee.game_ui import tabletop_of
from underboard.texts import Texts

FILLERS = {"is", "are", "the", "my", "est", "sont", "le", "la", "les", "mes", "a", "un", "une"}
SIGNS = re.compile(r"[?.,!]")


def locate(game: GameState, words: list[str], texts: Texts) -> str:
    """Answer where something is: a cell, a side's pieces, a size; everything if nothing is named.

    Raises UnderboardError for what is none of these.
    """
    asked = [SIGNS.sub("", word).lower() for word in words]
    named = " ".join(word for word in asked if word and word not in FILLERS)
    lines = dict(tabletop_of(game.name).pieces_by_name(game, texts))
    if not named:
        return " ".join(lines.values())
    for name, line in lines.items():
        if named.rstrip("s") == name.lower().rstrip("s"):
            return line
    told = _cell(game, named, texts)
    if not told:
        raise UnderboardError(
            "'%s' is nothing on the board: expected %s or a cell", named, ", ".join(lines)
        )
    return told


def _cell(game: GameState, named: str, texts: Texts) -> str:
    table = tabletop_of(game.name)
    try:
        cell = table.cell_named(named)
    except ParseError:
        return ""
    what = table.piece_on(game, cell, texts)
    key = "voice.stands" if what else "voice.empty"
    return texts(key, cell=named, what=what)
