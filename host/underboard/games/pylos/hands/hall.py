"""Simulated players of Pylos over Hall sensors, who check the lights.

The board tells balls from fields, a moment after the hands, and may take a turn for another.
So they look at the lights after each turn, answer what is asked, and tell a board that has
misunderstood the turns that it lacks, as the README says.
"""

from collections.abc import Generator
from dataclasses import replace
from types import SimpleNamespace

from boardcore.lights import cues, scene
from boardcore.pylos import cues as pylos_cues
from boardcore.pylos import rules as pylos
from boardcore.pylos.recognizer import Recognizer
from boardcore.pylos.rules import Game
from boardcore.verdicts import AT_REST, NO_OFFER
from underboard.games.pylos.hands import hands
from underboard.sim.hands.corrections import TELLINGS, LightCheckMixin
from underboard.sim.hands.light_reader import LOOK_MS, STEP_MS, agree, asks, cue_colour
from underboard.sim.hands.players import CLOSE_MS, PATIENCE_MS, HandsLog, HandStyle
from underboard.sim.world import Actor, World

WATCH_MS = 10000
"""Time of a player's look after one ball was taken back, ms; chosen: the square waits 4 s for
another."""

MAX_TAKEN_BACK = 3
"""Number of wrong turns that hands take back in one game; chosen."""
MAX_LACKING, MAX_RIM_LACKING = 8, 2
"""Turns of which a player remembers the lights before them; round a board only the last turn is
lit, which looks the same again and again."""
MAX_THOUGHT_MS = 120_000
"""Longest wait of a player who sees that the board computes, ms; chosen."""
MAX_ANSWERED = 3
"""Number of questions of the lights that a waiting player answers at most; chosen."""


class Hands(LightCheckMixin[Game], hands.Hands):
    """Both players of one game of Pylos at one board with Hall sensors."""

    def __init__(self, world: World, manner: HandStyle | None = None) -> None:
        # The README asks so: there the lights come a moment later than the hands.
        super().__init__(world, replace(manner or HandStyle(), hurry=0.0))
        self._mine: set[bytes] = set()
        """The answers that are true of the last turn."""
        self._fumble = b""
        """The answer that is true of a ball that did not stay: where there is no better one."""
        self._spoke_ms = 0.0
        """Time at which the lights last showed whose turn it is, or asked."""

    def _confirm(self, game: Game, turn: int, told: HandsLog) -> Actor:
        """See the board understand the turn; answer if it asks, say "yes" if it waits.

        Sensors see upper levels too: nobody has to press anything otherwise.
        """
        self._mine = self._answers_of(turn, 1 - game.side)
        goal, takes = pylos.turn_goal(turn), pylos.turn_takes(turn)
        plain = not pylos.LEVEL[goal] and pylos.turn_start(turn) == pylos.NONE and not takes
        if plain and self._fumbled < 0 and self._random.random() < self._manner.hurry:
            return
        if self._fumbled >= 0 or takes:
            # The board sees a moment later what the fingers did: whoever looks at once sees what
            # it has understood before.
            yield 1500 if self._fumbled < 0 else 4000
        if goal in takes:
            yield from self._push("yes")
        mine = self._mine
        answers = 0
        for again in range(TELLINGS):
            for _ in range(4):
                answers += yield from self._answer_when_asked(mine, game)
                if not self._eyes.turn_shown(game.side) and (yield from self._wait_for_the_plate()):
                    # Nothing was weighed meanwhile.
                    answers += yield from self._answer_when_asked(mine, game)
                if game.outcome() or (yield from self._wait_for_turn(game.side, 2000)):
                    break
                if (yield from self._is_ahead(game)):
                    break
                yield from self._push("yes")
            if (yield from self._sees(game)) or again == TELLINGS - 1:
                break
            answers += yield from self._tell_anew(game, again)
        told.note(answers, answers > 0)

    def _sees(self, game: Game) -> Generator[float, None, bool]:
        """Look whether the lights are those of the game, once the board has thought."""
        yield from self._wait_out()
        return (yield from self._sees_game(game, self._mine, _asked))

    def _lights_of(self, game: Game) -> list[set[bytes]]:
        """Return what the lights show when they have understood this position."""
        outcome = game.outcome()
        tracker = SimpleNamespace(
            verdict=AT_REST,
            offer=NO_OFFER,
            thinking=False,
            recognizer=Recognizer(game, self._world.layout),
        )

        def draw(frame: cues.Frame) -> None:
            if outcome:
                # The row of the winner is lit whatever the pyramid does meanwhile.
                frame.clear()
                scene.end(pylos_cues, frame, (outcome[0], ""), 0)
            else:
                scene.draw(pylos_cues, frame, tracker, None, 0)

        return self._eyes.shades(draw)

    def _tell_anew(self, game: Game, again: int) -> Generator[float, None, int]:
        """Correct a board that has misread a turn, by answers; return how often.

        What it has made of it is taken back first, unless it has made nothing of it.  How many
        turns it lacks then, only the lights tell, and what it can be told.  ``again``: how often
        this turn was told in vain.
        """
        told = 0
        self._was_misread = True
        # Who has named it twice in vain does not believe that it is all that lacks.
        lacks = 0 if again > 1 else (yield from self._lacking(game))
        for _ in range(MAX_TAKEN_BACK):
            if not lacks:
                lacks = yield from self._take_back(game, 1 + again)
            if lacks > game.ply:
                # It had made more turns than were played.
                lacks = 0
                continue
            answers, understood = yield from self._tell(game, lacks)
            told += answers
            if understood:
                break
            lacks = 0
        return told

    def _take_back(self, game: Game, most: int) -> Generator[float, None, int]:
        """Take turns back until the lights are those of a position that was played.

        Returns how many turns the board lacks then.  Who has told the last turn in vain takes
        back more than one: the turns before may have been misread, too.  So does who has fumbled
        and does not see that it is their turn again: their ball was taken for two turns.
        """
        fumbled = self._fumbled >= 0
        for back in range(most + fumbled):
            yield from self._push("next", CLOSE_MS)
            yield from self._wait_out()
            lacks = self._behind(game, (yield from self._eyes.watch()))
            if lacks:
                return lacks
            if back >= most - 1 and (yield from self._wait_for_turn(1 - game.side, LOOK_MS)):
                return 1
        return 2

    def _tell(self, game: Game, lacks: int) -> Generator[float, None, tuple[int, bool]]:
        """Name the last turns; return how many answers it took, and whether they were offered."""
        told = 0
        for back in range(lacks, 0, -1):
            self._mine = self._answers_of_last(game, back)
            yield 500
            yield from self._push("yes")
            yield 500
            yield from self._wait_out()
            told += 1 + (yield from self._answer(self._mine))
            if self._closed:
                self._mine = self._answers_of_last(game, 1)
                return told, False
        return told, True

    def _lacking(self, game: Game) -> Generator[float, None, int]:
        """Look how many of the last turns the board has not understood at all.

        0: it has understood the last one, but as another.
        """
        yield from self._wait_out()
        seen = yield from self._eyes.watch()
        lacks = self._behind(game, seen)
        if not lacks and not _rests(seen):
            # It scolds, or waits for more of the turn of whoever it takes to move.
            lacks = int((yield from self._wait_for_turn(1 - game.side, LOOK_MS)))
        return lacks

    def _behind(self, game: Game, seen: list[set[bytes]]) -> int:
        """Return how many turns ago the lights were as they are seen; 0: not for a while."""
        undone = []
        lacks = 0
        most = MAX_LACKING if self._world.layout.rim is None else MAX_RIM_LACKING
        for back in range(1, min(most, game.ply) + 1):
            undone.append(game.undo())
            if not lacks and agree(seen, self._lights_of(game), False):
                lacks = back
        for turn in reversed(undone):
            game.play_turn(turn)
        return lacks

    def _answers_of_last(self, game: Game, back: int) -> set[bytes]:
        """Return all pictures of the lights to which the turn ``back`` from the end says yes."""
        fumbled, self._fumbled = self._fumbled, self._fumbled if back == 1 else -1
        turn = game.turns[len(game.turns) - back]
        answers = self._answers_of(turn, game.side if back % 2 == 0 else 1 - game.side)
        self._fumbled = fumbled
        return answers

    def _is_ahead(self, game: Game) -> Generator[float, None, bool]:
        """Return whether the board waits for the player who has just moved, but not as before.

        Then it has seen more turns than one.
        """
        seen = yield from self._eyes.watch()
        turn = game.undo()
        before = self._lights_of(game)
        game.play_turn(turn)
        return _rests(seen) and not agree(seen, before, False)

    def _answer_when_asked(self, mine: set[bytes], game: Game) -> Generator[float, None, int]:
        """Wait until the lights ask or say that the turn is over; return the presses."""
        presses = 0
        waited_ms = 0
        thought_ms = 0
        while waited_ms < WATCH_MS:
            if self._eyes.turn_shown(game.side):
                break
            if asks(self._world.colours):
                presses += yield from self._answer(mine)
                waited_ms = 0
            yield 100
            if self._thinks() and thought_ms < MAX_THOUGHT_MS:
                thought_ms += 100
            else:
                waited_ms += 100
        return presses

    def _thinks(self) -> bool:
        """Return whether no corner has beaten and no light asked for a while: the board thinks."""
        now, colours = self._world.now_ms, self._world.colours
        if any(self._eyes.turn_shown(side) for side in (0, 1)) or asks(colours) or _ends(colours):
            self._spoke_ms = now
        return now - self._spoke_ms >= LOOK_MS

    def _wait_out(self) -> Actor:
        """Wait while the board thinks."""
        end = self._world.now_ms + MAX_THOUGHT_MS
        self._spoke_ms = self._world.now_ms - LOOK_MS
        while self._thinks() and self._world.now_ms < end:
            yield STEP_MS

    def _respond(self, seen: bytes, mine: set[bytes]) -> Actor:
        fumbled = seen == self._fumble and seen in self._refused
        yield from super()._respond(seen, {seen} if fumbled else mine)

    def _wait_for_turn(
        self, side: int, max_ms: int = PATIENCE_MS, mine: set[bytes] | None = None
    ) -> Generator[float, None, bool]:
        """Wait for the lights; they may ask for what nobody did."""
        end = self._world.now_ms + max_ms
        last = self._world.now_ms + MAX_THOUGHT_MS
        answered = 0
        while self._world.now_ms < end:
            if self._eyes.turn_shown(side):
                return True
            if asks(self._world.colours):
                yield from self._answer(self._mine)
                answered += 1
                if answered <= MAX_ANSWERED:
                    end = max(end, self._world.now_ms + LOOK_MS)
            yield STEP_MS
            if self._thinks() and self._world.now_ms < last:
                end += STEP_MS
        return False

    def _answers_of(self, turn: int, side: int) -> set[bytes]:
        fumbled = self._fumbled
        self._fumble = self._expected(0, [], fumbled, side) if fumbled >= 0 else b""
        return self._sights_of(turn, side)


_RESTING = {cue_colour(cues.PLACE, level) for level in range(cues.LEVEL_TINTS)}
_RESTING |= {cue_colour(cues.LAST, tint) for tint in cues.SIDE_TINTS}

_ENDS = {cue_colour(cue, tint) for cue in (cues.WON, cues.DRAWN) for tint in cues.SIDE_TINTS}


def _ends(colours: bytes | bytearray) -> bool:
    """Return whether the lights say that the game is over."""
    return any(bytes(colours[at : at + 3]) in _ENDS for at in range(0, len(colours), 3))


def _asked(seen: list[set[bytes]]) -> bool:
    """Return whether any pixel has shown what only questions show."""
    return any(asks(colour) for shades in seen for colour in shades)


def _rests(seen: list[set[bytes]]) -> bool:
    """Return whether no turn is under way: the last one is shown, or where a ball may go."""
    return any(shades & _RESTING for shades in seen)
