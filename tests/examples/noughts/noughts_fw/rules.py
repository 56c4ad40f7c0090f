"""Rules of noughts and crosses (three in a row win).  A turn is the number of its cell."""

from boardcore.base_game import BaseGame
from boardcore.errors import IllegalMove, ParseError
from noughts_fw.cells import CELLS, cell_text, parse_cell

NAME = "noughts"
VARIANTS = ("standard",)
OPTIONS = ()
CROSS, NOUGHT, DRAW = range(3)
SIDE_LETTERS = "XO"
SIGNS = ".XO"
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
"""Three in a row, as masks of cells."""

turn_text = cell_text
parse_turn = parse_cell


class Game(BaseGame):
    """One game.  ``masks``: cells of either side."""

    def __init__(self, variant: str = VARIANTS[0], options=(), position: str = "") -> None:
        """Set up the empty board, or ``position``, like ``X.O/.../... X``.  Raises ParseError."""
        self._begin(NAME, VARIANTS, variant, OPTIONS, options)
        self.masks = [0, 0]
        self.side = CROSS
        if position:
            self._read(position)
        self.start_text = self.position_text()

    def _read(self, text: str) -> None:
        for cell, letter in enumerate(text.replace("/", "")[:CELLS]):
            sign = SIGNS.find(letter)
            if sign > 0:
                self.masks[sign - 1] |= 1 << cell
        self.side = max(SIDE_LETTERS.find(text[-1:]), 0)
        if self.position_text() != text:
            raise ParseError("%r is not a position: expected one like X.O/.../... X", text)

    @property
    def occupied(self) -> int:
        """Mask of the cells with a piece."""
        return self.masks[0] | self.masks[1]

    def key(self):
        """Return what makes two positions the same."""
        return (self.masks[0], self.masks[1], self.side)

    def legal_moves(self) -> list[int]:
        """Return the free cells; none once the game is over."""
        if self.outcome():
            return []
        return [cell for cell in range(CELLS) if not self.occupied >> cell & 1]

    legal_turns = legal_moves

    def check(self, move: int) -> None:
        """Raise IllegalMove unless the move can be played."""
        if self.outcome():
            raise IllegalMove("game-over", "The game is over.")
        if self.occupied >> move & 1:
            raise IllegalMove("not-free", "There is a piece on %s already.", cell_text(move))

    def step(self, move: int) -> None:
        """Play a legal move."""
        self.turns.append(move)
        self.masks[self.side] |= 1 << move
        self.side = 1 - self.side

    def undo(self) -> int:
        """Take back the last turn and return it.  Raises IllegalMove if there is none."""
        move = self._pop()
        self.side = 1 - self.side
        self.masks[self.side] &= ~(1 << move)
        return move

    def outcome(self):
        """Return ``(winner, reason)``, None while the game goes on."""
        if self.ended is not None:
            return self.ended
        for side in (CROSS, NOUGHT):
            if any(self.masks[side] & line == line for line in LINES):
                return (side, "line")
        return (DRAW, "full") if self.occupied == 0o777 else None

    def position_text(self) -> str:
        """Return three rows and the side to move, like ``X.O/.../... X``."""
        cross, nought = self.masks
        at = [(cross >> cell & 1) + 2 * (nought >> cell & 1) for cell in range(CELLS)]
        signs = "".join([SIGNS[sign] for sign in at])
        return "%s/%s/%s %s" % (signs[:3], signs[3:6], signs[6:], SIDE_LETTERS[self.side])
