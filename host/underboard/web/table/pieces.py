"""Pieces of a position as JSON for the page."""

from underboard.game_state import GameState
from underboard.jsontype import JsonObject
from underboard.registry import game_of

Pieces = JsonObject


def pieces_of(game: GameState) -> Pieces:
    """Return what stands where.

    Mostly ``cells``, a letter or a dot for each cell, and ``reserves``, what each side has beside
    the board; each game's ``page`` says more.  A game without one shows its board as text.
    """
    page = game_of(game.name).part("page")
    return dict(page.pieces(game)) if page else {"cells": "", "reserves": [0, 0]}
