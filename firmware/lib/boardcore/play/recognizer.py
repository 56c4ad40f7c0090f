"""Recognizer: what a tracker may ask of any game, with default answers for simple pictures.

A game whose pictures show less, or take long to explain, overrides them.  Every recognizer adds
``look``, ``picture``, ``explain`` (which fills ``plain``, ``hidden``, ``partial``),
``candidates``, ``earlier``, ``left_traces``, ``contradicts``, ``distance``, ``difference``,
``refusal``, ``answers``, ``board`` and ``unseen_since``.
"""

try:
    from typing import Any
except ImportError:  # the board ignores annotations and has no such module
    pass


def copy_of(game):
    """Return a game that stands as this one does, to try something out on."""
    twin = type(game)(game.variant)
    for name, value in game.__dict__.items():
        setattr(twin, name, value[:] if isinstance(value, (list, bytearray)) else value)
    return twin


def bits(readings, cells) -> int:
    """Return the cells whose switches are closed, one bit a cell; ``readings``: a byte a sensor."""
    shown = 0
    for sensor in range(len(cells)):
        if readings[sensor]:
            shown |= 1 << cells[sensor]
    return shown


class BaseRecognizer:
    """The part of a recognizer that most games share.

    A subclass declares what its sensors can do (``sees_levels``, ``sees_colour``, ``sees_kinds``,
    ``late``, ``estimates``); the tracker asks for these, never which kind of sensor it is.
    """

    game: "Any" = None
    """The game that is followed, or a copy of it while something is tried out."""
    sees_levels = False
    """Whether pieces on upper levels are seen."""
    sees_colour = False
    """Whether the colour of a piece is seen."""
    sees_kinds = False
    """Whether kinds of pieces are told apart (the sizes of rings, the faces of squares)."""
    late = False
    """Whether a picture comes later than the hands that made it, because it is worked out."""
    estimates = False
    """Whether a picture is an estimate: other pictures can be likely too (``doubtful``), it can
    change though no hand does anything, and players can be asked among all legal turns."""

    settle_ms = 300
    """How long a picture must stay the same.  Chosen for hands that hesitate in mid-move for up
    to a quarter of a second; nothing here was measured on people yet."""
    slide_ms = 5000
    """Time after a turn in which its ball may still be pushed to another cell."""
    longer_ms = 4000
    """How long the board waits with a turn that may still grow into another."""
    reversible = False
    """Whether a turn of one player may look like taking back the other's."""
    unready = False
    """Whether ``explain`` has found nothing yet because ``work`` has to go first."""
    busy = False
    """Whether ``work`` has more to find out: until then ``explain`` may miss a turn."""
    at_work = False
    """Whether ``work`` has something to go on with."""
    slice_cost = 4700
    """What a slice of it costs at least, in empty turns of a loop."""
    touched = 0
    """The cells whose switch changed since the board came to rest, set before ``explain``;
    -1 where nobody knows."""

    awaited = False
    """Whether players wait for the lights before the next turn, so that it makes none evident."""
    restless = False
    """Whether hands are seen to be at work, though the picture stands."""
    offers_any = False
    """Whether ``candidates`` are all legal turns, the likeliest first."""
    doubtful = False
    """Whether the picture is only the likeliest of several: then a turn is asked for."""

    def deny(self, turns) -> None:
        """Hear that none of these turns was played, though a picture spoke for them."""

    def is_explained(self) -> bool:
        """Tell whether ``explain`` has found any turn, be it plain, hidden or only part of one."""
        return bool(self.plain or self.hidden or self.partial)  # type: ignore[attr-defined]

    def beginnings(self, shown: int):
        """Return how all legal turns begin, those first that ``shown`` speaks for; None while
        that is not known yet.  What players are asked when they name a turn.
        """
        return self.game.legal_moves()

    def whole(self, turn: int):
        """Return the legal turns that begin as this one does; None: it is one of them."""
        return None

    def named(self, freely: bool) -> None:
        """Hear that the turn which is played next was named by the players, ``freely`` among all
        legal turns, whatever is seen.
        """

    def work(self, left: int = 0) -> bool:
        """Go on for one slice of time with what takes long; return True if something was found.

        ``left``: what it may cost, in empty turns of a loop, if there is not time for all.
        Allocates nothing when there is nothing to do.
        """
        return False

    def trace(self, shown: bool) -> None:
        """Work out the way of each turn, to be shown, or no longer; most games have none."""

    def moved(self) -> None:
        """Take notice that the game is in another position now."""

    def note(self, shown: int) -> bool:
        """Take notice of a picture that stood for a moment; return True if it tells something."""
        return False

    def alter(self) -> bool:
        """Take the next kind of piece as meant; return True if there is a choice."""
        return False

    def due(self):
        """Return the turns among which one must be chosen, though nothing more will be seen."""
        return ()

    def play(self, turn: int) -> None:
        """Play a turn that ``explain`` has found."""
        self.game.play_turn(turn)

    def consider(self, game) -> None:
        """Answer for the position of ``game`` from now on.

        It is a copy on which something is tried out, or again the game on the table.
        """
        self.game = game

    def returns(self):
        """Return the turns that what was touched speaks for, though the picture is as it was.

        Asked when the board comes to rest; never played without a yes.
        """
        return ()

    def firsts(self, shown: int, touched: int):
        """Return the turns whose traces all stand in ``shown``, with more besides; each with its
        cells, and whether it is sure, whatever the rest is.  Asked where pictures come late.
        """
        return ()

    def disputed(self, shown: int) -> bool:
        """Tell whether the side to move, too, may have lifted what the last turn put down.

        Then nobody is taken to have pushed it on, without a question.
        """
        return False

    def adds(self, shown: int, before: int) -> bool:
        """Tell whether ``shown`` has a piece that the picture ``before`` has not."""
        return bool(shown & ~before)

    def is_empty(self, shown: int) -> bool:
        """Tell whether nothing stands on the board."""
        return not shown

    def has_new(self, shown: int) -> bool:
        """Tell whether a piece stands where the position has none."""
        return self.adds(shown, self.picture())  # type: ignore[attr-defined]

    def exchanged(self, before) -> int:
        """Return the cells that show a piece now and on the board ``before``, but another one."""
        return 0
