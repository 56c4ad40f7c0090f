"""Games of the product, one package each; other packages find here what their ``GAME`` is."""

from underboard.registry import DEFAULT, HostGame, game_of, games, names

__all__ = ["DEFAULT", "HostGame", "game_of", "games", "names"]
