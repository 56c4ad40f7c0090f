"""Noughts and crosses at the table."""

from typing import Any

from noughts_fw.cells import cell_text
from noughts_fw.recognizer import cells_of

from boardcore.layout.layout import Layout
from underboard.referee.game_ui.base import GameUi
from underboard.texts import Texts


class Table(GameUi):
    """Words for the rules, and where pieces lie."""

    name = "noughts"
    sides = ("X", "O")

    def pieces_by_name(self, game: Any, texts: Texts) -> list[tuple[str, str]]:
        """Return where the pieces of each side are."""
        return [
            self.listed(self.side_name(side, texts), [*map(cell_text, cells_of(mask))], texts)
            for side, mask in enumerate(game.masks)
        ]

    def piece_on(self, game: Any, cell: int, texts: Texts) -> str:
        """Return whose piece is on a cell."""
        sides = [side for side, mask in enumerate(game.masks) if mask >> cell & 1]
        return self.side_name(sides[0], texts) if sides else ""

    def cells(self, game: Any, layout: Layout) -> list[int]:
        """Return the cells with a piece."""
        return cells_of(game.occupied)
