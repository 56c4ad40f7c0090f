"""The names that the engines' strengths have in every game.

Which of them a game has stands in its ``GAME``, how deep each looks beside its engine
(``games/NAME/engine``).
"""

NAMES = ("beginner", "easy", "casual", "club", "strong", "expert", "perfect")
"""Weakest first.  ``perfect`` exists where a game is solved."""
USUAL = "casual"
"""Level that people are offered who have not chosen one."""
RANDOM = "random"
"""Plays any turn; a player for tests and demos, not a level for people."""


class SearchStopped(Exception):
    """Ends a search: the engine plays the best turn that it has found so far.

    Engines raise it when their nodes are used up; the ``pause`` that a caller hands in may
    raise it, too, for instance when a clock has run out.
    """
