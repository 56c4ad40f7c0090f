"""Preview of an entry (who would die, and whether the game would end)."""

import copy

from underboard.galerapagos.rules.game import HANDLERS, Event, Game
from underboard.galerapagos.state.refusal import Refused
from underboard.jsontype import JsonObject

GRAVE = ("close", "accept", "fall", "embark", "depart", "count", "override")
"""Entries that can kill a castaway or end the game; their preview draws nothing."""

TOLD = ("death", "end")


def consequences(game: Game, event: Event) -> list[JsonObject]:
    """Return the deaths and the end that ``event`` would bring; none if it would be refused.

    It is tried on a copy.  Who dies follows from what lies open, so nothing secret is told.
    """
    if event.get("do") not in GRAVE:
        return []
    camp = copy.deepcopy(game.camp)
    camp.effects = []
    try:
        HANDLERS[event["do"]](camp, event)
    except Refused:
        return []
    return [effect for effect in camp.effects if effect["effect"] in TOLD]
