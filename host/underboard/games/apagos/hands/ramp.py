"""The squares and balls of Apagos as they really lie, and fingers that move them.

Where sensors feel magnets, the world knows the magnet in each ball; elsewhere only how many balls
lie in a slot.
"""

from dataclasses import dataclass, field
from typing import Any

from boardcore.apagos.cells import HOLE_LETTERS, HOLES, hole
from boardcore.apagos.positions import LEVELS
from boardcore.apagos.rules import Game
from underboard.sim.world import World


@dataclass
class Square:
    """One square: the holes of the face it shows, and the colour of the ball in each."""

    holes: list[int]
    balls: dict[int, int] = field(default_factory=dict)
    faces: tuple[int, int] = (0, 0)
    """Holes of the face that it shows, and of the one below."""
    word: str = ""
    """Which square it is on a plate, where each weighs something else; else its discs."""
    inside: dict[int, Any] = field(default_factory=dict)
    """While it is up: the magnet in the ball of each hole, as the world keeps it."""

    def free(self) -> list[int]:
        """Return the empty holes."""
        return [place for place in self.holes if place not in self.balls]

    def turn(self) -> None:
        """Turn it by a quarter, balls and all."""
        self.holes = [_quarter_on(place) for place in self.holes]
        self.balls = {_quarter_on(place): colour for place, colour in self.balls.items()}
        self.inside = {_quarter_on(place): piece for place, piece in self.inside.items()}
        for piece in self.inside.values():
            piece.quarter()
        self.word = {"+": "-", "-": "+"}.get(self.word, self.word)

    def move(self, place: int, goal: int) -> None:
        """Let a ball lie in another hole."""
        self.balls[goal] = self.balls.pop(place)
        if place in self.inside:
            self.inside[goal] = self.inside.pop(place)


def _quarter_on(place: int) -> int:
    row, column = divmod(place, 3)
    return 3 * column + 2 - row


class Ramp:
    """The four slots of one board.

    ``squares``: what really lies there, bottom to top; None while a square is up.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._random = world.random
        self.squares: list[Square | None] = world.memory.setdefault("ramp", [None] * LEVELS)

    def shows(self, game: Game) -> bool:
        """Return whether squares and balls lie as in ``game``."""
        there = set()
        for level, square in enumerate(self.squares):
            if square is None or len(square.holes) != game.holes[level]:
                return False
            colours = list(square.balls.values())
            if [colours.count(one) for one in (0, 1)] != [game.white[level], game.black[level]]:
                return False
            there |= {hole(level, place) for place in square.balls}
        return there == self._world.pieces

    def arrange(self, game: Game) -> None:
        """Lay squares and balls as they lie in ``game``, at once."""
        self.sweep()
        for cell in list(self._world.pieces):
            self._world.lift(cell)
        for level, square in enumerate(self.squares_of(game)):
            self.lay(level, square)

    def squares_of(self, game: Game) -> list[Square]:
        """Return the squares of ``game``, with their balls, to be laid from the lowest level up."""
        squares = []
        chosen = self._choose_squares(list(game.holes))
        for level in range(LEVELS):
            square = self._square(*chosen[level])
            for colour, number in enumerate((game.white[level], game.black[level])):
                for _ in range(number):
                    square.balls[self._random.choice(square.free())] = colour
            squares.append(self._any_way(square))
        return squares

    def sweep(self) -> None:
        """Take away the squares that lie there, with their balls."""
        self.squares[:] = [None] * LEVELS
        magnets = self._world.magnets
        for level in range(LEVELS) if magnets else ():
            if magnets.lies(level):
                cells = [hole(level, place) for place in range(HOLES)]
                self._world.lift_square(level, [c for c in cells if c in self._world.pieces])

    def _choose_squares(self, holes: list[int]) -> list[tuple[tuple[int, int], str]]:
        """Return faces and word of squares that show these holes."""
        # On a plate each weighs something else: they are told apart by where they lie first.
        words = "abcd" if self._world.plate else [self._random.choice("+-") for _ in holes]
        return [((number, 0), word) for number, word in zip(holes, words)]

    def _any_way(self, square: Square) -> Square:
        for _ in range(self._random.randrange(4)):
            square.turn()
        return square

    def _square(self, faces: tuple[int, int], word: str) -> Square:
        letters = self._world.layout.data["faces"].get(str(faces[0]), HOLE_LETTERS[: faces[0]])
        return Square([HOLE_LETTERS.index(letter) for letter in letters], faces=faces, word=word)

    def lift(self, level: int) -> Square:
        """Lift a square with its balls."""
        square = self._there(level)
        self.squares[level] = None
        cells = [hole(level, place) for place in square.balls]
        taken = self._world.lift_square(level, cells)
        square.inside = {cell % HOLES: piece for cell, piece in taken.items()}
        return square

    def lay(self, level: int, square: Square) -> None:
        """Lay a square that is up, with its balls, into an empty slot."""
        assert self.squares[level] is None
        self.squares[level] = square
        balls = {
            hole(level, place): (1 + colour, square.inside.get(place))
            for place, colour in square.balls.items()
        }
        self._world.lay_square(level, square.word, balls)
        square.inside = {}

    def put(self, level: int, colour: int) -> int:
        """Put a ball into any free hole of a square; return the hole."""
        place = self._random.choice(self._there(level).free())
        self.put_into(level, place, colour)
        return place

    def put_into(self, level: int, place: int, colour: int) -> None:
        """Put a ball into this hole of a square."""
        self._there(level).balls[place] = colour
        self._world.put(hole(level, place), 1 + colour)

    def take(self, level: int, colour: int) -> None:
        """Take any ball of this colour out of a square."""
        balls = self._there(level).balls
        self.take_out(level, self._random.choice([p for p, c in balls.items() if c == colour]))

    def take_out(self, level: int, place: int) -> None:
        """Take the ball out of this hole of a square."""
        del self._there(level).balls[place]
        self._world.lift(hole(level, place))

    def _there(self, level: int) -> Square:
        square = self.squares[level]
        assert square is not None, "it is up"
        return square
