"""The legal turns as steps that a page can offer, one after the other.

A *family* stands for many turns at once: any entry of the first list of ``steps``, then any
of the second, and so on.  Pylos adds ``takes``: sets of balls to take back, of which one
must be chosen.  The text of a turn follows from its steps (``turn_text`` here, and the same
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

from itertools import groupby
from typing import Any

from boardcore.games import rules_of

Family = dict[str, Any]


def families_of(game: Any) -> list[Family]:
    """Return all legal turns of the side to move, none when the game is over."""
    return [] if game.outcome() else FAMILIES[game.name](game)


def turn_text(name: str, steps: list[str], takes: list[str]) -> str:
    """Return the text of the turn that these steps make, as people may type it."""
    if name == "pylos":
        return "-".join(steps) + ("x" + ",".join(takes) if takes else "")
    if name == "apagos":
        first, goal = steps
        return f"{first}{goal}" if first in "WB" else first + ("@" if "/" in first else ">") + goal
    if len(steps) == 3:
        return f"{steps[0]}x{steps[1]}>{steps[2]}"
    return "-".join(steps)


def _pylos(game: Any) -> list[Family]:
    rules = rules_of("pylos")
    name = rules.cell_text
    families: list[Family] = []
    plain: list[str] = []
    raises: dict[str, list[str]] = {}
    for move in game.first_moves():
        goal, start = rules.turn_goal(move), rules.turn_start(move)
        steps = [name(goal)] if start == rules.NONE else [name(start), name(goal)]
        takes = game.take_sets(move)
        if takes != [()]:
            sets = [[name(cell) for cell in cells] for cells in takes]
            families.append({"steps": [[step] for step in steps], "takes": sets})
        elif start == rules.NONE:
            plain.append(steps[0])
        else:
            raises.setdefault(steps[0], []).append(steps[1])
    if plain:
        families.append({"steps": [plain]})
    return families + [{"steps": [[start], goals]} for start, goals in raises.items()]


def _apagos(game: Any) -> list[Family]:
    rules = rules_of("apagos")
    goals: dict[str, list[str]] = {}
    for move in game.legal_moves():
        if rules.is_lay(move):
            # People lay the squares out from the lowest level up, as the lights lead them.
            if rules.goal_level(move) != list(game.holes).index(0):
                continue
            first = f"{move >> 4 & 15}/{move & 15}"
        elif rules.is_put(move):
            first = "WB"[rules.put_colour(move)]
        else:
            first = str(rules.start_level(move) + 1)
        goals.setdefault(first, []).append(str(rules.goal_level(move) + 1))
    return [{"steps": [[first], levels]} for first, levels in goals.items()]


def _gyges(game: Any) -> list[Family]:
    rules = rules_of("gyges")
    name = rules.cell_text
    turns = game.legal_turns()
    if game.setup:
        return [{"steps": [sorted({name(turn & 63) for turn in turns})]}]
    families = []
    for origin, mine in groupby(sorted(turns, key=rules.turn_origin), rules.turn_origin):
        plain: list[str] = []
        drops: dict[int, list[int]] = {}
        for turn in mine:
            if rules.turn_drop(turn) == rules.NONE:
                plain.append(name(rules.turn_landing(turn)))
            else:
                drops.setdefault(rules.turn_landing(turn), []).append(rules.turn_drop(turn))
        if plain:
            families.append({"steps": [[name(origin)], plain]})
        # Wherever a ring boxes, the boxed one may go to the same cells.
        for cells in {tuple(cells) for cells in drops.values()}:
            boxed = [name(cell) for cell, its in drops.items() if tuple(its) == cells]
            steps = [[name(origin)], boxed, [name(cell) for cell in cells]]
            families.append({"steps": steps})
    return families


FAMILIES = {"pylos": _pylos, "apagos": _apagos, "gyges": _gyges}
"""By the name of the game."""
