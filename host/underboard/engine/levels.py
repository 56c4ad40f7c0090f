"""The names that the engines' strengths have in every game.

How deep each of them looks stands beside the engine of a game: ``LEVELS`` in ``pylos/player.py``,
``gyges/player.py`` and ``apagos/levels.py``.
"""

NAMES = ("beginner", "easy", "casual", "club", "strong", "expert", "perfect")
"""Weakest first.  ``perfect`` exists where a game is solved."""
OF = {"pylos": NAMES, "apagos": NAMES, "gyges": NAMES[:-1]}
"""Levels of each game's engine: told without loading any of them."""
USUAL = "casual"
"""Level that people are offered who have not chosen one."""
RANDOM = "random"
"""Plays any turn; a player for tests and demos, not a level for people."""


class Enough(Exception):
    """Ends a search: the engine plays the best turn that it has found so far.

    Engines raise it when their nodes are used up; the ``pause`` that a caller hands in may
    raise it, too, for instance when a clock has run out.
    """
