"""Hindsight: what a picture may mean of turns that were played before it.

It remembers what hands have touched, and which pictures were explained.  So four things come to
light that no legal turn explains: turns were taken back; the ball of the last turn was pushed
on; a second ball was taken back after all; a turn that could still grow was over, for the next
player has moved.  Other positions are looked at on a copy of the game, never on the game itself.
"""

from boardcore.play.recognizer import copy_of
from boardcore.ticks import ticks_diff
from boardcore.verdicts import (
    EVIDENT,
    NO_OFFER,
    OFFER_BACK,
    OFFER_LATE,
    OFFER_NEW_GAME,
    OFFER_SLID,
    UNDONE,
)

ENOUGH = 2
"""Turns of the loop that a thought about a picture takes; each is long."""

# All chosen; nothing here was measured on people yet.
BACK_MS = 1000  # an earlier position
SWEEP_MS = 1500  # the whole board swept empty
TOUCH_MS = 2000  # whoever only touches a piece is done by then
NEVER_MS = 1 << 28


NOT_SOUGHT = -1
"""Instead of an offer: nobody has looked for one."""


class Sighting:
    """One picture, and what was found out about it so far: each picture begins a new one.

    ``shown``: the picture; ``since_ms``: when it came, or was given another meaning.
    """

    def __init__(self, shown: int, now_ms: int) -> None:
        self.begin(shown, now_ms)

    def begin(self, shown: int, now_ms: int) -> None:
        """Take another picture.  Allocates nothing."""
        self.shown = shown
        self.since_ms = now_ms
        self.noted = False
        """Whether the recognizer was told that it stood for a moment."""
        self.restarts = False
        """Whether the wait for stillness begins again, with the next turn of the loop."""
        self.forget()

    def forget(self) -> None:
        """Forget what players said of it and what was found out: the position is another one."""
        self.said = False
        """Whether the players say that the turn is done, and nothing came of it yet."""
        self.refused = False
        """Whether the players were refused, or have refused what they were asked."""
        self.any = False
        """Whether the players say that there was a turn, whatever is seen."""
        self.explain_anew()
        self.rival = NOT_SOUGHT

    def explain_anew(self) -> None:
        """Forget what was found out: the recognizer knows more now."""
        self.explained = False
        """Whether the lists of the recognizer belong to it."""
        self.sought = NOT_SOUGHT
        """The rival found by the last look for one, for when it is explained again."""
        self.thought = 0
        """How many turns of the loop were spent on what nothing explains."""
        self.turn = -1
        """The turn that the next player's move has made evident, -1 for none."""
        self.revised = NO_OFFER
        """How the last turn may have been changed."""
        self.after_ms = -1
        """After so long that turn is to be played, else the ``offers`` to be made, else turns to
        be undone until ``ply``; -1: the picture means nothing that was before."""
        self.offers: list[int] | tuple[()] = ()
        self.ply = -1

    def begin_explaining(self) -> None:
        """Take over what was found by looking at another position than the one on the table."""
        self.rival, self.sought = self.sought, NOT_SOUGHT


class Hindsight:
    """What was seen of one game."""

    def __init__(self, recognizer, now_ms: int) -> None:
        self.recognizer = recognizer
        self.touched = -1
        """The cells that changed since the board was at rest, -1 if nobody knows."""
        self.rested = False
        """Whether whatever changes next begins something new."""
        self.good = recognizer.picture()
        """The last picture that something explained."""
        self.done = self.good
        """The last picture with one turn that may still grow."""
        self.played_ms = now_ms
        self._touched_before = 0  # what was touched for the last turn
        self._done_touched = 0  # what was touched for it, and what since
        self._since_done = 0

    def watch(self, recognizer, shown: int, decided: int, now_ms: int) -> None:
        """Go on with another position.

        ``decided``: UNDONE, a turn was undone because of what is shown; EVIDENT, one was played
        that was over before; else whatever.
        """
        self.recognizer = recognizer
        self.good = self.done = recognizer.picture()
        self.played_ms = now_ms
        if decided == UNDONE:
            # What was touched for the turn that is undone speaks for the one that replaces it.
            self.touched |= self._touched_before
            self._touched_before = -1
        elif decided == EVIDENT:
            # Only what came after it speaks for the next one.
            self._touched_before, self.touched = self._done_touched, self._since_done
        else:
            self._touched_before = self.touched
        self.rested = shown == self.good
        if self.rested:
            self.touched = 0

    def change(self, changed: int, goes_on: bool) -> None:
        """Take notice of cells that changed; ``goes_on``: even after a rest nothing new began."""
        if self.rested:
            self.rested = False
            if not goes_on:
                self.touched = 0
        self.touched |= changed
        self._since_done |= changed

    def remember(self, shown: int) -> None:
        """Keep a picture with one turn: the next player's move may make it evident."""
        if len(self.recognizer.plain) == 1 and not self.recognizer.awaited:
            self.done, self._done_touched, self._since_done = shown, self.touched, 0

    def nearest(self, shown: int) -> int:
        """Return the picture that needs fewer repairs: the position, or the turn as it stood."""
        position, distance = self.recognizer.picture(), self.recognizer.distance
        return self.good if distance(shown, self.good) < distance(shown, position) else position

    def think(self, sighting, now_ms: int, named: int) -> bool:
        """Find out, in turns of the loop, what a picture may mean that nothing explains.

        Return True if it has to be explained anew.  ``named``: until this ply turns were named by
        the players, so no picture undoes them silently.
        """
        sighting.thought += 1
        shown = sighting.shown
        if sighting.thought == ENOUGH:
            self._diagnose(sighting, named)
            return False
        sighting.ply = self.recognizer.earlier(shown)
        sighting.turn = self._evident(shown)
        sighting.revised = NO_OFFER
        if sighting.turn < 0 and not self._is_swept_amid_play(sighting):
            sighting.revised = self.revision(shown, now_ms)
        return True

    def _is_swept_amid_play(self, sighting) -> bool:
        recognizer = self.recognizer
        return recognizer.is_empty(sighting.shown) and (recognizer.game.ply > 2 or sighting.ply < 0)

    def _diagnose(self, sighting, named: int) -> None:
        recognizer, revision, shown = self.recognizer, sighting.revised, sighting.shown
        sighting.after_ms, sighting.offers = BACK_MS, []
        if sighting.turn >= 0:
            sighting.after_ms = recognizer.settle_ms
        elif self._is_swept_amid_play(sighting):
            sighting.after_ms, sighting.offers = SWEEP_MS, [OFFER_NEW_GAME]
        elif sighting.ply >= 0:
            if revision:
                # A ball pushed on can look just like turns undone out of recognizer.
                sighting.offers = [revision, OFFER_BACK]
            elif sighting.ply < named or not recognizer.left_traces(sighting.ply, shown):
                # One lifted ball must not silently undo what the switches never saw.
                sighting.offers = [OFFER_BACK]
        elif revision == OFFER_SLID and not (
            recognizer.game.ply == named or recognizer.disputed(shown)
        ):
            sighting.ply = recognizer.game.ply - 1
            # Without the ball standing elsewhere, only a "done" tells it from a lifted one.
            sighting.after_ms = TOUCH_MS if recognizer.has_new(shown) else NEVER_MS
        elif revision:
            sighting.offers = [revision]
        else:
            sighting.after_ms = -1

    def _evident(self, shown: int) -> int:
        """Return the turn that the next player's move makes evident, -1 if there is none.

        One ball was taken back and another could have been; now the next
        player moves, so it was over.
        """
        recognizer = self.recognizer
        recognizer.touched = self._done_touched
        recognizer.explain(self.done)
        plain = recognizer.plain
        if len(plain) == 1 and self._is_followed(plain[0], shown, self._since_done):
            return plain[0]
        evident, told = -1, 0
        for turn, cells, sure in recognizer.firsts(shown, self.touched):
            if sure or self._is_followed(turn, shown, self.touched & ~cells):
                if evident >= 0:
                    return -1
                evident, told = turn, cells
        if evident >= 0:
            self._done_touched, self._since_done = told, self.touched & ~told
        return evident

    def _is_followed(self, turn: int, shown: int, touched: int) -> bool:
        """Tell whether the next player may have done the rest."""
        recognizer, game = self.recognizer, self.recognizer.game
        after = copy_of(game)
        recognizer.consider(after)
        recognizer.play(turn)
        followed = False
        if not after.outcome():
            recognizer.touched = touched
            recognizer.explain(shown)
            followed = recognizer.is_explained()
        recognizer.consider(game)
        return followed

    def revision(self, shown: int, now_ms: int) -> int:
        """Return OFFER_SLID or OFFER_LATE if the last turn was changed after it was understood.

        Its ball was pushed on within a few seconds; or a second ball was taken
        back after all, which always asks: the opponent may have lifted that
        ball by mistake.  Afterwards the picture has to be explained anew.
        """
        recognizer, game = self.recognizer, self.recognizer.game
        if not game.ply:
            return NO_OFFER
        slid = recognizer.contradicts(shown)
        if recognizer.estimates and recognizer.has_new(self.good & shown):
            # The new ball came while the old one still stood: it is another one.
            slid = False
        if slid and ticks_diff(now_ms, self.played_ms) > recognizer.slide_ms:
            return NO_OFFER
        before = copy_of(game)
        before.undo()
        recognizer.consider(before)
        # The position before it needs no turn to explain it: that is an undo, not a slide.
        slid = slid and shown != recognizer.picture()
        recognizer.touched = self.touched | self._touched_before
        recognizer.explain(shown)
        explained = recognizer.is_explained()
        # Where turns are reversible, whatever else there is to ask is asked after the undo.
        sure = len(recognizer.plain) == 1 and not recognizer.partial
        if recognizer.reversible:
            sure = bool(recognizer.plain)
        if recognizer.busy:
            explained = sure = False
        recognizer.consider(game)
        if slid:
            return OFFER_SLID if explained else NO_OFFER
        return OFFER_LATE if sure else NO_OFFER
