"""Simulated players of Apagos, who put balls, let squares climb, and read the lights.

They know what they want and where every ball and square really is; about the board they
know what the lights show.  They are sloppy where people are: a square is lifted, put back
and lifted again, two are swapped in any order, the wrong ones are and are swapped back,
a ball rolls out and is put back, two balls are put and one is taken off again.
"""

import random
from types import SimpleNamespace

from boardcore.apagos import cues as apagos_cues
from boardcore.apagos import observed as kinds
from boardcore.apagos import rules as apagos
from boardcore.apagos.cells import BALL, GIVE, RECEIVE, mark, side_light
from boardcore.apagos.positions import DRAW, LEVELS, STANDARD_SQUARES
from boardcore.apagos.rules import Game
from boardcore.lights import cues
from underboard.games.apagos.hands.ramp import Ramp, Square
from underboard.sim.hands.light_reader import LOOK_MS, LightReader, asks, cue_colour
from underboard.sim.hands.players import CAREFUL, HandsLog, HandStyle, Players
from underboard.sim.world import Actor, World

__all__ = ["CAREFUL", "Hands", "HandsLog"]

FACES = (1, 3, 5, 7)
"""Holes of a face."""
LIFT_MS = (60, 350)
"""Time of a hand from one square to the next; chosen."""
WRONG_SEEN_MS = 4200
"""Time that hands wait, ms: the board scolds after three seconds."""
LAY_OUT_MS = 1500
"""Least time to lay out four squares; chosen."""
MAX_STUCK = 6
"""Times that hands try before they give up; chosen."""


def choose(game: apagos.Game, chance: random.Random) -> int:
    """Return any legal turn; squares are laid from the lowest level up, as the board asks."""
    moves = game.legal_moves()
    if game.beside:
        lowest = list(game.holes).index(0)
        moves = [move for move in moves if apagos.goal_level(move) == lowest]
    return chance.choice(moves)


def random_start(chance: random.Random, variant: str) -> str:
    """Return any of the 118 layouts; where players lay out the squares, the empty ramp."""
    if variant == "set-up":
        return ""
    faces = [chance.choice(square) for square in STANDARD_SQUARES]
    chance.shuffle(faces)
    return "".join(map(str, faces))


class Hands(Players[Game]):
    """Both players of one game of Apagos at one board."""

    def __init__(self, world: World, manner: HandStyle | None = None) -> None:
        eyes = LightReader(world, [side_light(apagos.WHITE)], [side_light(apagos.BLACK)])
        super().__init__(world, eyes, manner)
        self._ramp = Ramp(world)
        self._puzzled = False
        """The lights do not show the ball that was put: only they tell how to go on."""
        self._evident = False
        """The turn looks like no other: the next player need not wait for the lights."""
        self._felt = bool(world.magnets or world.plate)
        """What lies there is worked out: everybody lets it lie still, and waits for the lights."""
        self._sees_colours = bool(world.magnets or world.plate and world.plate.racks)

    def _lay_out(self, game: Game) -> Actor:
        if not game.beside:
            if self._ramp.shows(game):
                return
            if self._world.magnets:
                # Nobody lays out squares in no time: the board sees that the last ones are gone.
                self._ramp.sweep()
                yield LAY_OUT_MS
            self._ramp.arrange(game)
        elif self._world.magnets:
            self._ramp.sweep()
            yield 3 * WRONG_SEEN_MS // 2

    # What fingers do

    def _swap(self, level: int) -> Actor:
        """Let two neighbours change places, in one of the orders that people use."""
        order = self._random.randrange(4) if self._sloppy(self._manner.any_order) else 0
        pause = self._random.randint
        if order == 3:
            # Both hands at once.
            lower, upper = self._ramp.lift(level), self._ramp.lift(level + 1)
            yield pause(*LIFT_MS)
            self._ramp.lay(level + 1, self._jolted(lower))
            yield pause(*LIFT_MS)
            self._ramp.lay(level, self._jolted(upper))
            return
        if order == 2:
            upper = self._ramp.lift(level + 1)
            yield pause(*LIFT_MS)
            lower = self._ramp.lift(level)
            yield pause(*LIFT_MS)
            self._ramp.lay(level, self._jolted(upper))
        else:
            lower = self._ramp.lift(level)
            yield pause(*LIFT_MS)
            if order == 1:
                self._ramp.lay(level, lower)
                yield pause(*LIFT_MS)
                lower = self._ramp.lift(level)
                yield pause(*LIFT_MS)
            upper = self._ramp.lift(level + 1)
            # It slides down.
            yield pause(60, 250)
            self._ramp.lay(level, upper)
        yield pause(*LIFT_MS)
        self._ramp.lay(level + 1, self._jolted(lower))

    def _jolted(self, square: Square) -> Square:
        """Return the square as it comes down: turned, a ball in another hole."""
        if self._sloppy(0.2):
            square.turn()
        if square.balls and square.free() and self._sloppy(0.1):
            place = self._random.choice(sorted(square.balls))
            square.move(place, self._random.choice(square.free()))
        return square

    def _sloppy(self, chance: float) -> bool:
        return self._manner.any_order > 0 and self._random.random() < chance

    # Before the turn

    def _think(self, game: Game, turn: int, before: int) -> Actor:
        yield self._random.randint(*self._manner.think_ms)
        if apagos.is_lay(turn):
            return
        if not self._evident or self._random.random() >= self._manner.hurry:
            looked = yield from self._wait_for_turn(game.side)
            if looked and self._random.random() < self._manner.put_back:
                yield from self._fidget(game)

    def _fidget(self, game: Game) -> Actor:
        """Lift a square, look under it, put it back."""
        level = self._random.randrange(LEVELS)
        square = self._ramp.lift(level)
        yield self._random.randint(150, 1500)
        self._ramp.lay(level, square)
        yield self._random.randint(500, 1500)
        yield from self._wait_for_turn(game.side)

    # The turn

    def _act(self, game: Game, turn: int) -> Actor:
        self._evident = self._is_evident(game, turn)
        if apagos.is_lay(turn):
            yield from self._choose_face(game, turn)
        elif apagos.is_put(turn):
            yield from self._act_put(game, turn)
        else:
            yield from self._act_descend(game, turn)
        yield self._random.randint(*self._manner.act_ms)

    def _is_evident(self, game: apagos.Game, turn: int) -> bool:
        def count(level: int) -> int:
            return game.white[level] + game.black[level]

        if apagos.is_lay(turn) or self._felt:
            return False
        if apagos.is_put(turn):
            level = apagos.goal_level(turn)
            return level != apagos.TOP and count(level + 1) - count(level) not in (0, 1)
        return count(apagos.start_level(turn)) > 1

    def _act_descend(self, game: Game, turn: int) -> Actor:
        start, goal = apagos.start_level(turn), apagos.goal_level(turn)
        if self._random.random() < self._manner.change_of_mind:
            self._ramp.take(start, game.side)
            yield self._random.randint(100, 1500)
            self._ramp.put(start, game.side)
            yield self._random.randint(300, 900)
        self._ramp.take(start, game.side)
        yield self._random.randint(*self._manner.act_ms)
        self._ramp.put(goal, game.side)

    def _act_put(self, game: Game, turn: int) -> Actor:
        colour, level = apagos.put_colour(turn), apagos.goal_level(turn)
        expected = game.side if game.reserve(game.side) else 1 - game.side
        slips = self._manner.change_of_mind
        if self._random.random() < slips:
            self._evident = False
            yield from self._two_balls(level, colour)
        elif self._random.random() < slips:
            self._evident = False
            yield from self._elsewhere_first(game, level, colour)
        in_hand = self._sloppy(0.1) and colour == expected and level != apagos.TOP
        if in_hand:
            square = self._ramp.lift(level)
            yield self._random.randint(*LIFT_MS)
            square.balls[self._random.choice(square.free())] = colour
            yield from self._swap_with(level, square)
            return
        early = colour != expected and self._random.random() < 0.3
        # A board that sees colours need not be told.
        if early and not self._sees_colours and (yield from self._wait_for_turn(game.side)):
            yield from self._push("next")
        self._ramp.put(level, colour)
        sure = colour != expected or self._felt
        if sure or self._random.random() >= self._manner.hurry:
            yield from self._see_colour(level, colour)
        else:
            yield self._random.randint(*self._manner.act_ms)
        if level == apagos.TOP:
            return
        if self._random.random() < slips / 2:
            # Hands that have fumbled look whether the board has understood.
            self._evident = False
            yield from self._wrong_squares(level)
        if self._random.random() < slips / 2:
            yield from self._roll_out(level)
        yield from self._swap(level)

    def _swap_with(self, level: int, lower: Square) -> Actor:
        """Let a square that is up already climb."""
        upper = self._ramp.lift(level + 1)
        yield self._random.randint(60, 250)
        self._ramp.lay(level, upper)
        yield self._random.randint(*LIFT_MS)
        self._ramp.lay(level + 1, lower)

    def _see_colour(self, level: int, colour: int) -> Actor:
        """Look at the light of the new ball; press "next" until it has the right colour."""
        cell = mark(level, BALL)
        tints = [cue_colour(cues.BALL, tint) for tint in apagos_cues.SIDE_TINTS]
        self._puzzled = self._felt
        for _ in range(60):
            yield 100
            seen = self._eyes.colour(cell)
            if seen == tints[colour]:
                self._puzzled = False
                return
            if seen == tints[1 - colour]:
                yield from self._push("next")
                yield 200

    def _two_balls(self, level: int, colour: int) -> Actor:
        """Put two balls that do not belong together, see the red light, take both off."""
        places: list[tuple[int, int]] = []
        for goal in range(LEVELS):
            square = self._ramp.squares[goal]
            if goal != level and square and square.free() and len(places) < 2:
                places.append((goal, self._ramp.put(goal, colour)))
                yield self._random.randint(80, 300)
        yield WRONG_SEEN_MS if len(places) == 2 else 100
        for goal, place in places:
            yield from self._off(goal, place)
        yield self._random.randint(400, 1500)

    def _elsewhere_first(self, game: Game, level: int, colour: int) -> Actor:
        """Put the ball into another square first, where it may not count before it is off."""
        others = [goal for goal in range(apagos.TOP) if goal != level and game.free(goal)]
        if others:
            goal = self._random.choice(others)
            place = self._ramp.put(goal, colour)
            yield self._random.randint(100, 1500)
            yield from self._off(goal, place)

    def _off(self, level: int, place: int) -> Actor:
        self._ramp.take_out(level, place)
        yield self._random.randint(60, 300)

    def _wrong_squares(self, level: int) -> Actor:
        """Swap the square with its lower neighbour, or two others; see it; swap back."""
        wrong = self._random.choice([other for other in range(apagos.TOP) if other != level])
        yield from self._swap(wrong)
        yield self._random.choice([150, 700, WRONG_SEEN_MS])
        yield from self._swap(wrong)
        yield self._random.randint(*self._manner.act_ms)

    def _roll_out(self, level: int) -> Actor:
        """Lift the square so crookedly that a ball rolls out; put it back where it was."""
        square = self._ramp.lift(level)
        yield self._random.randint(*LIFT_MS)
        place = self._random.choice(sorted(square.balls))
        colour = square.balls.pop(place)
        square.inside.pop(place, None)
        self._ramp.lay(level, square)
        yield self._random.randint(300, 2500)
        self._ramp.put_into(level, place, colour)
        yield self._random.randint(*self._manner.act_ms)

    # After the turn

    def _confirm(self, game: Game, turn: int, told: HandsLog) -> Actor:
        if apagos.is_lay(turn):
            if not game.beside:
                self._ramp.arrange(game)
            return
        side = 1 - game.side
        mine = self._sights_of(turn, side)
        asked, answers = False, 0
        if self._evident and not game.outcome() and self._random.random() < self._manner.hurry:
            yield 350
            return
        top = apagos.is_put(turn) and not apagos.climbs(turn)
        if top and self._random.random() < 0.3 and not self._puzzled:
            # Who does not want to see the countdown says so.
            yield 250
            yield from self._push("yes")
        for _ in range(MAX_STUCK):
            if game.outcome():
                yield 5500
            elif (yield from self._wait_for_turn(game.side, 5500)):
                break
            peaks = bytearray(len(self._world.colours))
            yield from self._eyes.look(peaks)
            if game.outcome() and not asks(peaks) and self._sees_end(peaks, game.outcome()[0]):
                break
            if self._sees_question(peaks):
                answers += yield from self._answer(mine)
            elif self._felt and (yield from self._wait_for_turn(game.side, LOOK_MS)):
                # It has understood in the meantime.
                break
            else:
                answers += 1
                yield from self._push("yes")
            asked = True
        told.note(answers, asked)

    def _sees_end(self, peaks: bytearray, winner: int) -> bool:
        """Return whether the lights say that the game is over."""
        if winner == DRAW:
            return self._eyes.shows(peaks, side_light(apagos.WHITE), cues.DRAWN)
        return self._eyes.shows(peaks, side_light(winner), cues.WON)

    def _sees_question(self, peaks: bytearray) -> bool:
        """Return whether a choice is offered, not only a "yes" waited for."""
        return any(
            self._eyes.shows(peaks, mark(level, which), cues.ASK)
            for level in range(LEVELS)
            for which in (RECEIVE, GIVE, BALL)
        )

    def _choose_face(self, game: Game, turn: int) -> Actor:
        """Step through the faces that the lights offer until the square's own is lit."""
        level = apagos.goal_level(turn)
        true = {}
        for holes in FACES:
            for kind, face in (
                (kinds.SHOWN, turn >> 4 & 15),
                (kinds.HIDDEN, turn & 15),
            ):
                true[self._expected(game, kind + holes, [level])] = holes == face
        yield 700
        peaks = bytearray(len(self._world.colours))
        yield from self._eyes.look(peaks)
        while bytes(peaks) in true:
            # Until another slot is asked for.
            yield from self._push("yes" if true[bytes(peaks)] else "next")
            yield from self._eyes.look(peaks)

    def _sights_of(self, turn: int, side: int) -> set[bytes]:
        """Return every recognizer of the lights to which this turn says yes."""
        level = apagos.goal_level(turn)
        recognizers = set()
        colours = [apagos.put_colour(turn)] if apagos.is_put(turn) else [0, 1]
        for colour in colours:
            game = SimpleNamespace(side=side, holes=[1] * LEVELS)
            # Where sensors see colours, one that is in doubt is asked for next.
            for tint in (0, 1) if self._felt else (colour,):
                recognizers.add(self._expected(game, level, [], tint))
            if apagos.is_put(turn):
                answer = kinds.COLOUR + colour
            else:
                answer = kinds.START + apagos.start_level(turn)
            recognizers.add(self._expected(game, answer, [level], colour))
        return recognizers

    def _expected(
        self, game: Game | SimpleNamespace, answer: int, chosen: list[int], colour: int = 0
    ) -> bytes:
        """Return what a question with this answer looks like."""
        recognizer = SimpleNamespace(game=game, colour=colour)
        return self._eyes.asked(apagos_cues, recognizer, answer=answer, chosen=chosen)
