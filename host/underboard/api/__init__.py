"""Interface for other programs; ``import underboard`` shows it, host/docs/api.md explains it.

``underboard.pylos`` and its like are made by ``games.py`` from the table of games, so that a game
installed from elsewhere is there too.  Nothing is loaded before somebody asks for it.
"""
