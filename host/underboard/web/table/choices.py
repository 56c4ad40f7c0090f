"""The legal turns as steps that a page can offer, one after the other.

A *family* stands for many turns at once: any entry of the first list of ``steps``, then any
of the second, and so on.  Keys that it may have besides:

``text``
    how its turns are written: ``{0}x{1}>{2}`` with the steps, and ``{takes}``
``cues``
    a cue for each step, lit on the cells that may be chosen and on the one that was
``takes``
    sets of cells to take back after the steps, of which one must be chosen
``aside``
    its first step is no cell but lies beside the board; ``usual``: a tap on a cell of the second
    step alone means this one
``role``
    its first step is chosen by a tap on a piece of this role
"""

from boardcore.games import cells_module
from underboard.game_state import GameState, rules_of
from underboard.jsontype import JsonObject
from underboard.registry import game_of

Family = JsonObject


def families_of(game: GameState) -> list[Family]:
    """Return all legal turns of the side to move, none when the game is over."""
    if game.outcome():
        return []
    page = game_of(game.name).part("page")
    if hasattr(page, "families"):
        return list(page.families(game))
    turns = [rules_of(game.name).turn_text(turn) for turn in game.legal_turns()]
    return [{"steps": [turns], "text": "{0}"}]


def cells_of(game: GameState, turn: int) -> tuple[str, str]:
    """Return where a turn begins, empty for the reserve, and where it ends."""
    page = game_of(game.name).part("page")
    if hasattr(page, "hint_cells"):
        start, goal = page.hint_cells(game, turn)
        return start, goal
    return "", rules_of(game.name).turn_text(turn)


def turn_shown(game: GameState, turn: int) -> JsonObject:
    """Return a turn that can be played now as the page shows it."""
    page = game_of(game.name).part("page")
    if hasattr(page, "last"):
        return dict(page.last(game, turn))
    start, goal = cells_of(game, turn)
    return {"text": rules_of(game.name).turn_text(turn), "from": start, "to": goal}


def cell_names(name: str) -> list[str]:
    """Return the names of all cells of a game in the order of ``cells``; Apagos has levels."""
    page = game_of(name).part("page")
    if hasattr(page, "names"):
        return list(page.names())
    places = cells_module(name)
    return [places.cell_text(cell) for cell in range(places.CELLS)]
