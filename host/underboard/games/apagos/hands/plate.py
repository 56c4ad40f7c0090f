"""Simulated players of Apagos on load cells, with racks.

Players look whether the board has understood them, as at every plate.
"""

from boardcore.apagos import rules as apagos
from boardcore.apagos.positions import BLACK, LEVELS, WHITE
from boardcore.apagos.rules import Game
from underboard.games.apagos.hands import hands
from underboard.games.apagos.hands.ramp import Square
from underboard.sim.hands.corrections import CorrectionMixin
from underboard.sim.hands.players import HandsLog
from underboard.sim.world import Actor

FETCH_MS = (300, 1000)
"""From a rack to a square; chosen."""
POUR_MS = (100, 200)
LAY_MS = (700, 1400)
"""From one square to the next, as they are laid out; chosen."""


class Hands(CorrectionMixin[Game], hands.Hands):
    """Both players of one game of Apagos at one plate."""

    def _lay_out(self, game: Game) -> Actor:
        if not game.beside and self._ramp.shows(game):
            return
        yield from self._clear_ramp()
        yield from self._fill_racks(game)
        if not game.beside:
            for level, square in enumerate(self._ramp.squares_of(game)):
                self._ramp.lay(level, square)
                yield self._random.randint(*LAY_MS)
        yield from self._wait_for_turn(game.side)

    def _clear_ramp(self) -> Actor:
        plate = self._world.plate
        for what, slot, *_ in [place for place in plate.pieces if not isinstance(place, int)]:
            if what == "square":
                self._world.lift_square(slot, [c for c in self._world.pieces if c // 9 == slot])
                yield self._random.randint(*LAY_MS)
        self._ramp.squares[:] = [None] * LEVELS

    def _fill_racks(self, game: Game) -> Actor:
        plate = self._world.plate
        for side in (WHITE, BLACK) if plate.racks else ():
            while len([p for p in plate.pieces if p[:2] == ("rack", side)]) < game.reserve(side):
                plate.give_back(side, self._world.now_ms)
                yield self._random.randint(*POUR_MS)
            yield self._random.randint(*LAY_MS)

    # Balls out of racks

    def _fetch(self, colour: int) -> Actor:
        if self._world.plate.racks:
            self._world.plate.fetch(colour, self._world.now_ms)
            yield self._random.randint(*FETCH_MS)

    def _act_put(self, game: Game, turn: int) -> Actor:
        yield from self._fetch(apagos.put_colour(turn))
        yield from super()._act_put(game, turn)

    def _two_balls(self, level: int, colour: int) -> Actor:
        yield from self._fetch(colour)
        yield from super()._two_balls(level, colour)
        self._world.plate.give_back(colour, self._world.now_ms)
        yield self._random.randint(*FETCH_MS)

    # Squares that are laid out by the rules

    def _choose_face(self, game: Game, turn: int) -> Actor:
        level = apagos.goal_level(turn)
        faces = (turn >> 4 & 15, turn & 15)
        self._ramp.lay(level, Square(list(range(faces[0])), faces=faces, word="abcd"[level]))
        yield self._random.randint(*LAY_MS)
        yield from super()._choose_face(game, turn)

    # After the turn

    def _confirm(self, game: Game, turn: int, told: HandsLog) -> Actor:
        if apagos.is_lay(turn):
            return
        yield from super()._confirm(game, turn, told)
        answers = yield from self._watch(game, self._sights_of(turn, 1 - game.side))
        told.note(answers, answers > 0)
