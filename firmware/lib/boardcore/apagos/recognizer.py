"""Recognizer of Apagos for switches under the ramp.

A snapshot counts balls: the hole has no meaning, and squares carry no sensor.  So a lifted square
empties its slot, and two exchanged squares exchange their counts.  What the snapshot does not show
follows from what stood for a moment before:

- a put on level k was *seen* when slot k held one ball more and all else was as before;
- its climb, when slots k and k+1 were empty together after that.

Where that is not enough, the board asks: an empty square that climbs over an empty square leaves
no more trace than a ball that is moved by hand.
"""

from boardcore.apagos import observed as answers
from boardcore.apagos import rules as apagos
from boardcore.apagos.cells import HOLES
from boardcore.apagos.observed import COUNT_BITS, MAX_LIFTED, ball, count, swapped, total
from boardcore.apagos.positions import LEVELS
from boardcore.play.recognizer import BaseRecognizer


class Recognizer(BaseRecognizer):
    """Recognizes the turns of one game of Apagos from switches.

    ``altered``: 1 while the players have chosen the other colour than the one to be expected.
    After ``explain``: ``pending``: the level whose square must climb before the turn is done, -1
    for none; ``new_ball``: the level where the ball lies that may still change its colour, or go
    down further; ``in_hand``: the level from which a ball was taken; -1 for none.
    """

    _last_look = 0

    def __init__(self, game, layout) -> None:
        BaseRecognizer.__init__(self, game, layout)
        self._level_of_sensor = bytes([cell // HOLES for cell in layout.cell_of_sensor])
        self._ply = self._last_turn = -1
        self.position_changed()

    def _forget(self) -> None:
        """Explain nothing yet."""
        BaseRecognizer._forget(self)
        self.pending = self.new_ball = self.in_hand = -1

    # What stands there

    def read(self, readings) -> int:
        """Return the snapshot of one scan: one byte per sensor.  Allocates nothing."""
        observed = 0
        levels = self._level_of_sensor
        for sensor in range(len(levels)):
            if readings[sensor]:
                observed += 1 << COUNT_BITS * levels[sensor]
        self._last_look = observed
        return observed

    def _pictured(self) -> int:
        white, black = self.game.white, self.game.black
        snapshot = 0
        for level in range(LEVELS):
            snapshot += white[level] + black[level] << COUNT_BITS * level
        return snapshot

    @property
    def colour(self) -> int:
        """The colour of the next ball out of the reserve, as the players chose it."""
        game = self.game
        own = game.side
        if not game.reserve(own) or (self.altered and game.reserve(1 - own)):
            return 1 - own
        return own

    def ball_of(self, level: int, colour: int) -> int:
        """Return the snapshot of one ball of a colour on a level; switches see no colour."""
        return ball(level)

    def colour_between(self, one: int, other: int) -> int:
        """Return the colour of the ball that one snapshot has and the other has not."""
        return self.colour

    # What the tracker tells

    def position_changed(self) -> None:
        """Record that the game has really moved: what was seen before belongs to the past."""
        BaseRecognizer.position_changed(self)
        game = self.game
        back = game.ply == self._ply - 1 and 0 <= self._last_turn < apagos.DESCEND
        undone = self._last_turn
        self._ply = game.ply
        self._last_turn = game.turns[game.ply - 1] if game.ply else -1
        self._puts = 0  # levels where one ball more was seen
        self._up = 0  # levels that were empty together with the one above
        self._climbed = 0  # and that after a put there and nowhere else
        # A put that was taken back, to be made elsewhere, keeps its colour.
        self.altered = 1 if back and undone >> 2 != game.side else 0

    def record(self, observed: int) -> bool:
        """Remember what a snapshot that stood for a moment tells about puts and climbs."""
        game = self.game
        if game.ply != self._ply or game.beside:
            return False
        before = self._puts | self._up << LEVELS | self._climbed << 2 * LEVELS
        base = self.expected()
        colour = self.colour_between(observed, base)
        for level in range(LEVELS):
            if observed == base and count(base, level):
                # The ball is off again; had its square been up, it would have left a gap.
                self._puts &= ~(1 << level)
                self._up &= ~(1 << level)
                self._climbed &= ~(1 << level)
            if observed == base + self.ball_of(level, colour) and game.free(level):
                # After a climb that was seen, the same snapshot is no new put.
                if not self._is_climbed_to(observed, base):
                    self._puts |= 1 << level
        for level in range(apagos.TOP):
            if not count(base, level + 1) or count(observed, level) or count(observed, level + 1):
                continue
            if self._puts == 1 << level:
                self._climbed |= 1 << level
            elif count(base, level) or self._puts >> level & 1:
                # Where balls were tried on several squares, nothing is sure.
                self._up |= 1 << level
        return before != self._puts | self._up << LEVELS | self._climbed << 2 * LEVELS

    def _is_climbed_to(self, observed: int, base: int) -> bool:
        colour = self.colour_between(observed, base)
        for level in range(apagos.TOP):
            after = swapped(base + self.ball_of(level, colour), level)
            if self._climbed >> level & 1 and observed == after:
                return True
        return False

    def cycle_kind(self) -> bool:
        """Choose a ball of the other colour; tell whether there is a choice."""
        game = self.game
        if game.beside or not game.reserve(0) or not game.reserve(1):
            return False
        self.altered = 1 - self.altered
        return True

    def must_ask(self):
        """Return the ways to lay a square on the lowest empty level: no switch sees squares."""
        # A variable that a comprehension shares costs heap as soon as its function is entered.
        return self._ways_to_lay() if self.game.beside else ()

    def _ways_to_lay(self):
        game = self.game
        lowest = list(game.holes).index(0)
        return [move for move in game.legal_moves() if apagos.goal_level(move) == lowest]

    # Explaining

    def explain(self, observed: int) -> None:
        """Find every turn that explains the snapshot ``observed``, or that may become it."""
        self._forget()
        game = self.game
        if game.beside:
            return
        base = self.expected()
        # What was noted belongs to the position on the table, not to one that is only tried.
        here = game.ply == self._ply
        puts = self._puts if here else 0
        more = total(observed) - total(base)
        if more == 1:
            self._explain_put(observed, base, here)
        elif more == 0:
            self._explain_descend(observed, base, puts)
        elif more == -1:
            self._explain_in_hand(observed, base)
        if not self.visible_turns and not self.is_partial:
            self._explain_lifted(observed, base)
        if self.is_partial and self.pending < 0 and not self.visible_turns and puts:
            # While its square is up, the lights still say where it goes.
            for level in range(apagos.TOP):
                if puts == 1 << level and observed != base:
                    self.pending = level

    def _explain_put(self, observed: int, base: int, here: bool) -> None:
        """One ball more: put and climbed, or put and still to climb, or both could be."""
        game = self.game
        puts, up, climbed = (self._puts, self._up, self._climbed) if here else (0, 0, 0)
        colour = self.colour
        waiting = -1
        matches = []
        for level in range(LEVELS):
            if not game.free(level):
                continue
            after = base + self.ball_of(level, colour)
            if observed == after:
                waiting = level
            if level != apagos.TOP and observed == swapped(after, level):
                matches.append(level)
        if waiting < 0:
            turns = [apagos.put(colour, level) for level in matches]
            if puts and matches and not puts >> matches[0] & 1:
                # The ball was seen elsewhere: the wrong squares may have changed places.
                self.hidden_turns = turns
                self.is_partial = True
            else:
                self.visible_turns = turns
            return
        sure = [level for level in matches if climbed >> level & 1]
        # The put was seen, but hardly the climb; or both were up, and the ball may have been
        # put then; or both were empty, and only the ball itself would have been seen of them.
        others = [level for level in matches if level not in sure]
        blind = [level for level in others if self._is_blind(level, puts | up, waiting, base)]
        if len(sure) == 1 and not blind:
            self.visible_turns = [apagos.put(colour, sure[0])]
        elif waiting == apagos.TOP:
            self.new_ball = apagos.TOP
            ambiguous = sure + blind
            self.visible_turns = [apagos.put(colour, level) for level in ambiguous + [apagos.TOP]]
            # Even where it will be asked: the colour may still be changed.
            self.is_partial = True
        else:
            self.pending = self.new_ball = waiting
            self.is_partial = True
            self.hidden_turns = [apagos.put(colour, level) for level in matches]

    def _is_blind(self, level: int, traces: int, waiting: int, base: int) -> bool:
        """Return True if a square may have climbed without having been seen up."""
        empty = not count(base, level) and not count(base, level + 1)
        return bool(traces >> level & 1 or (waiting == apagos.TOP and empty))

    def _explain_descend(self, observed: int, base: int, puts: int) -> None:
        """Explain as many balls as before. One went down, unless a square with one ball is up."""
        game = self.game
        mine = game.balls(game.side)
        for start in range(1, LEVELS):
            if not mine[start]:
                continue
            for goal in range(start):
                gone, come = self.ball_of(start, game.side), self.ball_of(goal, game.side)
                if not game.free(goal) or observed != base - gone + come:
                    continue
                turn = [apagos.descend(start, goal)]
                if puts >> goal & 1:
                    # A ball was put there first: its square waits for its climb.
                    self.hidden_turns = turn
                    self.is_partial = True
                    self.pending = self.new_ball = goal
                else:
                    self.new_ball = goal
                    self.visible_turns = turn
                    self.is_partial = not count(observed, start)
                return

    def _explain_in_hand(self, observed: int, base: int) -> None:
        game = self.game
        mine = game.balls(game.side)
        for start in range(1, LEVELS):
            if mine[start] and observed == base - self.ball_of(start, game.side):
                for goal in range(start):
                    if game.free(goal):
                        self.in_hand = start
                        self.is_partial = True

    def _explain_lifted(self, observed: int, base: int) -> None:
        """Return whether all that differs are squares that are up, or on their way up and down."""
        game = self.game
        full = lifted = 0
        for level in range(LEVELS):
            if count(base, level):
                full += 1
                lifted += not count(observed, level)
        if lifted > MAX_LIFTED or (lifted == full and full > MAX_LIFTED):
            return
        for level in range(-1, LEVELS):
            # -1: nothing was put yet.
            if level >= 0 and not game.free(level):
                continue
            if self._may_be_lifted(observed, base, level):
                self.is_partial = True

    def _may_be_lifted(self, observed: int, base: int, put_level: int) -> bool:
        blank = False
        for level in range(LEVELS):
            now, was = count(observed, level), count(base, level)
            allowed = now == was
            if not now and (was or level == put_level):
                allowed = blank = True
            if level == put_level:
                allowed = allowed or now == was + 1
                if level != apagos.TOP:
                    allowed = allowed or now == count(base, level + 1)
            elif 0 <= put_level == level - 1:
                allowed = allowed or now == count(base, level - 1) + 1
            if not allowed:
                return False
        return blank

    # Comparing snapshots

    def adds(self, observed: int, before: int) -> bool:
        """Return whether ``observed`` has one ball more on some level than ``before``."""
        for level in range(LEVELS):
            if count(observed, level) > count(before, level):
                return True
        return False

    def healed(self, observed: int) -> int:
        """Return the snapshot as it is, because a pushed ball looks like one that goes down."""
        return observed

    def difference(self, observed: int) -> str:
        """Return what is shown beyond (+) and short of (-) the position, like ``-4,+1``.

        Levels count from 1; a level stands there once for each ball.
        """
        base = self.expected()
        words = []
        for level in range(LEVELS):
            more = count(observed, level) - count(base, level)
            words += ["%s%d" % ("+" if more > 0 else "-", level + 1)] * abs(more)
        return ",".join(words)

    def left_traces(self, ply: int, observed: int) -> bool:
        """Return False, because a missing ball may be an accident, and its colour is not seen."""
        return False

    def contradicts(self, observed: int) -> bool:
        """Return False, because a ball that goes on to another square looks like the next turn."""
        return False

    def distance(self, one: int, other: int) -> int:
        """Return how many balls must be moved to turn one snapshot into the other."""
        far = 0
        for level in range(LEVELS):
            far += abs(count(one, level) - count(other, level))
        return far

    def is_up(self, observed: int, level: int) -> bool:
        """Return whether a square with balls seems to be up."""
        return count(self.expected(), level) > 0 and not count(observed, level)

    def earlier(self, observed: int) -> int:
        """Return the last earlier ply whose snapshot is ``observed``, -1 if there is none."""
        turns = self.game.turns
        expected = self.expected()
        side = self.game.side
        for ply in range(len(turns) - 1, -1, -1):
            turn = turns[ply]
            side = 1 - side
            if apagos.is_lay(turn):
                return -1
            if apagos.is_put(turn):
                if apagos.climbs(turn):
                    expected = swapped(expected, turn & 3)
                expected -= self.ball_of(turn & 3, apagos.put_colour(turn))
            else:
                expected += self.ball_of(turn >> 2 & 3, side) - self.ball_of(turn & 3, side)
            if expected == observed:
                return ply
        return -1

    def refusal(self, observed: int) -> str:
        """Return the name of the rule that best tells what is wrong with ``observed``."""
        game = self.game
        base = self.expected()
        more = total(observed) - total(base)
        if more == 1:
            return self._put_refusal(observed, base)
        if more > 1 or more < -1:
            return "too-many"
        for level in range(apagos.TOP):
            if observed == swapped(base, level):
                return "swapped"
        if more < 0:
            colour = self.colour_between(observed, base)
            for level in range(LEVELS):
                if observed == base - self.ball_of(level, colour):
                    return "not-down" if game.balls(game.side)[level] else "not-yours"
            return "too-many"
        for start in range(LEVELS):
            for goal in range(LEVELS):
                for colour in (0, 1):
                    gone, come = self.ball_of(start, colour), self.ball_of(goal, colour)
                    if start != goal and observed == base - gone + come:
                        if goal > start:
                            return "not-down"
                        return "full" if not game.free(goal) else "not-yours"
        return "too-many"

    def _put_refusal(self, observed: int, base: int) -> str:
        colour = self.colour_between(observed, base)
        for level in range(LEVELS):
            after = base + self.ball_of(level, colour)
            if observed == after:
                if not self.game.reserve(colour):
                    return "empty-reserve"
                return "must-climb" if self.game.free(level) else "full"
            for other in range(apagos.TOP):
                if observed == swapped(after, other):
                    return "wrong-climb"
        return "too-many"

    # What a question asks, one part after the other

    def answers(self, turn: int, part: int, chosen) -> tuple[int, ...]:
        """Return the one answer to this part of ``turn``.

        Part 0: the level that got the ball or the square.  Part 1: the ball's colour or where
        it came from, or the face that the square shows; part 2: the face below.
        """
        if not part:
            return (apagos.goal_level(turn),)
        if turn >= apagos.LAY:
            shown, hidden = turn >> 4 & 15, turn & 15
            return (answers.SHOWN + shown if part == 1 else answers.HIDDEN + hidden,)
        if apagos.is_put(turn):
            return (answers.COLOUR + apagos.put_colour(turn),)
        return (answers.START + apagos.start_level(turn),)

    # What switches cannot see, for guiding hands

    def board(self):
        """Return what led here."""
        return list(self.game.turns)

    def unseen_since(self, before):
        """Return the level whose square must go down again, None for nothing to tell.

        ``before``: the turns before some were undone.  Counts may agree
        although two squares still have to change places.
        """
        undone = before[self.game.ply :]
        if len(undone) != 1 or not apagos.climbs(undone[0]) or self._last_look == self.expected():
            return None
        return undone[0] & 3
