"""The legal turns as steps that a page can offer, one after the other.

A *family* stands for many turns at once: any entry of the first list of ``steps``, then any
of the second, and so on.  Pylos adds ``takes``: sets of balls to take back, of which one
must be chosen.  The text of a turn follows from its steps (``turn_text``, and the same
in the page)::

    pylos    [["a1", "b2"]]               place            b2
             [["b2"], ["f1", "f2"]]       raise            b2-f1
             [["b2"]], takes [["f1"]]     and take back    b2xf1
    apagos   [["W"], ["1", "2"]]          put              W1
             [["4"], ["1", "2"]]          let go down      4>1
             [["7/5"], ["1"]]             lay              7/5@1
    gyges    [["a1", "b1"]]               set up           a1
             [["d1"], ["b3", "N"]]        move             d1-b3
             [["d1"], ["c4"], ["e5"]]     box and drop     d1xc4>e5
"""

from typing import Any

from boardcore.games import places_of, rules_of
from underboard.games import game_of

Family = dict[str, Any]


def families_of(game: Any) -> list[Family]:
    """Return all legal turns of the side to move, none when the game is over."""
    if game.outcome():
        return []
    page = game_of(game.name).part("page")
    if hasattr(page, "families"):
        return list(page.families(game))
    turns = [rules_of(game.name).turn_text(turn) for turn in game.legal_turns()]
    return [{"steps": [turns]}]


def turn_text(name: str, steps: list[str], takes: list[str]) -> str:
    """Return the text of the turn that these steps make, as people may type it."""
    page = game_of(name).part("page")
    return str(page.turn_text(steps, takes)) if hasattr(page, "turn_text") else "-".join(steps)


def cells_of(game: Any, turn: int) -> tuple[str, str]:
    """Return where a turn begins, empty for the reserve, and where it ends."""
    page = game_of(game.name).part("page")
    if hasattr(page, "hint_cells"):
        start, goal = page.hint_cells(game, turn)
        return start, goal
    return "", rules_of(game.name).turn_text(turn)


def turn_shown(game: Any, turn: int) -> dict[str, Any]:
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
    places = places_of(name)
    return [places.cell_text(cell) for cell in range(places.CELLS)]
