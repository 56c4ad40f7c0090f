"""Boards of Gygès under the hands of a script: ``+a1`` puts a ring, ``-a1`` lifts one."""

import random

from boardcore.gyges import rules as gyges
from boardcore.gyges.movegen import MoveGen
from boardcore.gyges.turns import cells_of
from boardcore.layout.layout import Layout
from support.boards.scripted import ScriptedBoard, layout_data

REED38 = layout_data("gyges-reed38")


def reed38() -> Layout:
    """The shipped board of Gygès."""
    return Layout(REED38)


def position(drawing: str, side: str = "S") -> str:
    """Return the position text of a drawing: six rows of six, North's edge first, . for empty."""
    rows = [line.replace(" ", "").replace(".", "0") for line in drawing.split("\n") if line.strip()]
    if [len(row) for row in rows] != [6] * 6:
        raise ValueError(f"crooked drawing {rows}: expected six rows of six")
    return "/".join(reversed(rows)) + " " + side


FULL_ROWS = "321123/000000/000000/000000/000000/321123 S"
SPREAD = "300201/010023/000000/000000/320010/102003 S"
# North's single on a5 may bounce on a4, box a3, a4, c3, and go to a6, b2, b5, b6, c5 or nowhere
# (host/docs/rules/gyges.md).
JUMPY = position(
    """
    . . . . . .
    1 . . . . .
    3 . 2 3 . .
    3 . 2 1 1 .
    2 . 1 3 2 .
    . . . . . .
    """,
    "N",
)


def games_on_the_way(count, seed):
    """Yield a game at ``count`` positions of random games; goals are never entered."""
    chance = random.Random(seed)
    while count:
        game = gyges.Game()
        while game.setup:
            game.step(chance.choice(game.legal_turns()))
        while not game.outcome() and game.ply < 40 and count:
            count -= 1
            yield game
            turns = [turn for turn in game.legal_turns() if gyges.turn_landing(turn) < gyges.CELLS]
            game.step(chance.choice(turns))


class Board(ScriptedBoard):
    """A table of Gygès under the hands of a script."""

    HAND_MS = 60
    """Readings count once they have stood for 30 ms."""
    SETTLE_MS = 600

    def __init__(self, start="", **given) -> None:
        super().__init__(reed38(), start, **given)

    def set_up(self, standing) -> None:
        if standing is None:
            standing = [cell for cell in range(38) if self.table.game.cells[cell]]
        for cell in standing:
            self.stand(cell, 1)

    def act(self, sign: str, name: str) -> None:
        self.stand(gyges.parse_cell(name), sign == "+")

    # What is to be seen

    @property
    def turns(self) -> str:
        """The turns that stand, without the set-up."""
        turns = [turn for turn in self.table.game.turns if not turn & gyges.PLACE]
        return " ".join(gyges.turn_text(turn) for turn in turns)

    @property
    def difference(self) -> str:
        """What stands otherwise than in the game."""
        return self.table.tracker.recognizer.difference(self.table.tracker.observed)

    @property
    def position(self) -> str:
        return self.table.game.position_text()

    def saying(self, letter: str) -> list[str]:
        """The cells whose pixel says this."""
        return [gyges.cell_text(cell) for cell in range(38) if self.letter_at(cell) == letter]

    def tint(self, name: str) -> int:
        """The tint of a cell's pixel."""
        return self.tint_at(gyges.parse_cell(name))

    def beats(self) -> dict[str, int]:
        """The cells whose pixels beat, and how."""
        beats = self.table.frame.beats
        pixel = self.layout.pixel_of_cell
        return {
            gyges.cell_text(cell): beats[pixel[cell]] for cell in range(38) if beats[pixel[cell]]
        }

    @property
    def asked(self) -> list[str]:
        """The cells that a question or offer lights now."""
        return self.saying("?") or self.saying("e")


def names(snapshot: int) -> list[str]:
    """Return the names of a snapshot's cells."""
    return [gyges.cell_text(cell) for cell in cells_of(snapshot)]


def forget_reach(recognizer):
    """Let a board know nothing of where rings get: hands are quicker than it."""
    recognizer._move_gen = MoveGen(recognizer.game)
