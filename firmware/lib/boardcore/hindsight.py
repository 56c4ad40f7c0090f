"""Hindsight: what a picture may mean of turns that were played before it.

It remembers what hands have touched, and which pictures were explained.  So four things come to
light that no legal turn explains: turns were taken back; the ball of the last turn was pushed
on; a second ball was taken back after all; a turn that could still grow was over, for the next
player has moved.  Nothing is done here but to find out.
"""

from boardcore.dialogue import NO_OFFER, OFFER_BACK, OFFER_LATE, OFFER_NEW_GAME, OFFER_SLID
from boardcore.ticks import ticks_diff

ENOUGH = 2
"""So many turns of the loop it takes to think about a picture: each is long."""

# All chosen; nothing here was measured on people yet.
BACK_MS = 1000  # an earlier position
SWEEP_MS = 1500  # the whole board swept empty
TOUCH_MS = 2000  # whoever only touches a piece is done by then
NEVER_MS = 1 << 28


class Hindsight:
    """What was seen of one game."""

    def __init__(self, sight, now_ms: int) -> None:
        self.sight = sight
        self.touched = -1
        """The cells that changed since the board was at rest, -1 if nobody knows."""
        self.rested = False
        """Whether whatever changes next begins something new."""
        self.good = sight.picture()
        """The last picture that something explained."""
        self.done = self.good
        """The last picture with one turn that may still grow."""
        self.played_ms = now_ms
        self.thought = 0
        """In how many turns of the loop it was thought about the picture."""
        self.after_ms = -1
        """After so long ``turn`` is to be played, else the ``offers`` to be made, else turns to be
        undone until ``ply``; -1: the picture means nothing that was before."""
        self.turn = self.ply = -1
        self.offers: list[int] = []
        self._touched_before = 0  # what was touched for the last turn
        self._done_touched = 0  # what was touched for it, and what since
        self._since_done = 0
        self._revised = NO_OFFER

    def watch(self, sight, shown: int, revising: bool, evident: bool, now_ms: int) -> None:
        """Go on with another position.

        ``revising``: a turn was undone because of what is shown; ``evident``: one was played
        that was over before.
        """
        self.sight = sight
        self.good = self.done = sight.picture()
        self.played_ms = now_ms
        if revising:
            # What was touched for the turn that is undone speaks for the one that replaces it.
            self.touched |= self._touched_before
            self._touched_before = -1
        elif evident:
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
        if len(self.sight.plain) == 1 and not self.sight.awaited:
            self.done, self._done_touched, self._since_done = shown, self.touched, 0

    def nearest(self, shown: int) -> int:
        """Return the picture that needs fewer repairs: the position, or the turn as it stood."""
        position, distance = self.sight.picture(), self.sight.distance
        return self.good if distance(shown, self.good) < distance(shown, position) else position

    def think(self, shown: int, now_ms: int, named: bool) -> bool:
        """Find out, in turns of the loop, what a picture may mean that nothing explains.

        Return True if it has to be explained anew.  ``named``: the last turn was named by the
        players, so no picture undoes it silently.
        """
        self.thought += 1
        if self.thought == ENOUGH:
            self._diagnose(shown, named)
            return False
        self.ply = self.sight.earlier(shown)
        self.turn = self._evident(shown)
        self._revised = NO_OFFER
        if self.turn < 0 and not self._is_swept_amid_play(shown):
            self._revised = self.revision(shown, now_ms)
        return True

    def _is_swept_amid_play(self, shown: int) -> bool:
        return self.sight.is_empty(shown) and (self.sight.game.ply > 2 or self.ply < 0)

    def _diagnose(self, shown: int, named: bool) -> None:
        sight, revision = self.sight, self._revised
        self.after_ms, self.offers = BACK_MS, []
        if self.turn >= 0:
            self.after_ms = sight.settle_ms
        elif self._is_swept_amid_play(shown):
            self.after_ms, self.offers = SWEEP_MS, [OFFER_NEW_GAME]
        elif self.ply >= 0:
            if revision:
                # A ball pushed on can look just like turns undone out of sight.
                self.offers = [revision, OFFER_BACK]
            elif named or not sight.left_traces(self.ply, shown):
                # One lifted ball must not silently undo what the switches never saw.
                self.offers = [OFFER_BACK]
        elif revision == OFFER_SLID and not (named or sight.disputed(shown)):
            self.ply = sight.game.ply - 1
            # Without the ball standing elsewhere, only a "done" tells it from a lifted one.
            self.after_ms = TOUCH_MS if sight.has_new(shown) else NEVER_MS
        elif revision:
            self.offers = [revision]
        else:
            self.after_ms = -1

    def _evident(self, shown: int) -> int:
        """Return the turn that the next player's move makes evident, -1 if there is none.

        One ball was taken back and another could have been; now the next
        player moves, so it was over.
        """
        sight = self.sight
        sight.touched = self._done_touched
        sight.explain(self.done)
        plain = sight.plain
        if len(plain) == 1 and self._is_followed(plain[0], shown, self._since_done):
            return plain[0]
        evident, told = -1, 0
        for turn, cells, sure in sight.firsts(shown, self.touched):
            if sure or self._is_followed(turn, shown, self.touched & ~cells):
                if evident >= 0:
                    return -1
                evident, told = turn, cells
        if evident >= 0:
            self._done_touched, self._since_done = told, self.touched & ~told
        return evident

    def _is_followed(self, turn: int, shown: int, touched: int) -> bool:
        """Tell whether the next player may have done the rest."""
        sight = self.sight
        sight.play(turn)
        followed = False
        if not sight.game.outcome():
            sight.touched = touched
            sight.explain(shown)
            followed = sight.is_explained()
        sight.unplay()
        return followed

    def revision(self, shown: int, now_ms: int) -> int:
        """Return OFFER_SLID or OFFER_LATE if the last turn was changed after it was understood.

        Its ball was pushed on within a few seconds; or a second ball was taken
        back after all, which always asks: the opponent may have lifted that
        ball by mistake.  Afterwards the picture has to be explained anew.
        """
        sight, game = self.sight, self.sight.game
        if not game.ply:
            return NO_OFFER
        slid = sight.contradicts(shown)
        if sight.decoder is not None and sight.has_new(self.good & shown):
            # The new ball came while the old one still stood: it is another one.
            slid = False
        if slid and ticks_diff(now_ms, self.played_ms) > sight.slide_ms:
            return NO_OFFER
        turn = game.undo()
        # The position before it needs no turn to explain it: that is an undo, not a slide.
        slid = slid and shown != sight.picture()
        sight.touched = self.touched | self._touched_before
        sight.explain(shown)
        explained, sure = sight.is_explained(), len(sight.plain) == 1 and not sight.partial
        if sight.reversible:
            # Whatever else there is to ask can be asked when the turn is undone.
            sure = bool(sight.plain)
        if sight.busy:
            explained = sure = False
        sight.play(turn)
        if slid:
            return OFFER_SLID if explained else NO_OFFER
        return OFFER_LATE if sure else NO_OFFER
