"""The interface between the tracker and a game, with defaults for simple snapshots.

A *snapshot* is one int: what the sensors show.  A game whose snapshots show less, or take long to
explain, overrides the defaults.  Every recognizer adds ``_pictured``, ``explain``, ``earlier``,
``left_traces``, ``contradicts``, ``distance``, ``difference``, ``refusal``, ``answers`` and
``board``.
"""


def copy_of(game):
    """Return a copy of a game, to try changes on."""
    twin = type(game)(game.variant)
    for name, value in game.__dict__.items():
        setattr(twin, name, value[:] if isinstance(value, (list, bytearray)) else value)
    return twin


class BaseRecognizer:
    """The part of a recognizer that most games share.

    A subclass declares what its sensors can do (``late``, ``estimates``, ``reversible``); the
    tracker asks for these, never which kind of sensor it is.

    ``game``: the one that is followed, or a copy of it while a change is tried.  After ``explain``:
    ``visible_turns`` holds the turns that are done as far as sensors see; ``hidden_turns`` those
    that look done but have parts that no sensor sees; ``is_partial`` tells whether more of a turn
    may follow.
    """

    late = False
    """Whether a snapshot comes later than the move, because a decoder computes it."""
    estimates = False
    """Whether a snapshot is an estimate: other snapshots can be likely too (``ambiguous``), it can
    change without a move, and players can be asked among all legal turns."""

    settle_ms = 300
    """Time, ms, for which a snapshot must stay the same.  Chosen for hands that hesitate in
    mid-move for up to a quarter of a second; not measured on people yet."""
    slide_ms = 5000
    """Time, ms, after a turn in which its ball may still be pushed to another cell."""
    longer_ms = 4000
    """Time, ms, for which a turn waits that may still become a longer one."""
    reversible = False
    """Whether a turn of one player can look like an undo of the other's."""
    busy = False
    """Whether a change is not explained yet: until then ``explain`` may miss a turn."""
    has_work = False
    """Whether ``work`` has something to compute."""
    touched = 0
    """Mask of the cells that changed since the board was at rest, -1: unknown; set before
    ``explain``."""

    players_wait_for_lights = False
    """Whether players wait for the lights before the next turn, so that it confirms no other."""
    free_null_turns = 0
    """At most so many turns that change nothing are not asked about when a piece comes back: one
    "yes" names the only one, and a piece that was only touched is left in peace."""
    hands_present = False
    """Whether hands are over the board, though the snapshot does not change."""
    can_ask_all = False
    """Whether ``candidates`` are all legal turns, the likeliest first."""
    ambiguous = False
    """Whether other snapshots are likely too: then players are asked about a turn."""

    def __init__(self, game, layout) -> None:
        self.game = game
        self._cells = layout.cell_of_sensor
        self._picture = 0  # of the position with these turns and this last one
        self._picture_ply = self._picture_turn = -1
        self._forget()

    def _forget(self) -> None:
        """Explain nothing yet."""
        self.visible_turns: list[int] = []
        self.hidden_turns: list[int] = []
        self.is_partial = False

    def read(self, readings) -> int:
        """Return the snapshot of one scan, a byte per sensor: the mask of cells with a piece."""
        observed, cells = 0, self._cells
        for sensor in range(len(cells)):
            if readings[sensor]:
                observed |= 1 << cells[sensor]
        return observed

    def expected(self) -> int:
        """Return what the sensors should show in the current position.

        Allocates nothing as long as the position stays.
        """
        turns = self.game.turns
        ply = len(turns)
        last = turns[ply - 1] if ply else -1
        if ply != self._picture_ply or last != self._picture_turn:
            self._picture_ply, self._picture_turn = ply, last
            self._picture = self._pictured()
        return self._picture

    def _pictured(self) -> int:
        """Compute what the sensors should show in the current position."""
        raise NotImplementedError

    def candidates(self) -> list[int]:
        """Return the turns that the last ``explain`` found done, the likeliest first."""
        return self.visible_turns + self.hidden_turns

    def reject(self, turns) -> None:
        """Record that none of these turns was played, although the snapshot suggested them."""

    def is_explained(self) -> bool:
        """Return whether ``explain`` has found a turn: plain, hidden or partial."""
        return bool(self.visible_turns or self.hidden_turns or self.is_partial)

    def first_moves(self, observed: int):
        """Return the starts of all legal turns, those that fit ``observed`` first; None if unknown.

        Players choose among them when they name a turn.
        """
        return self.game.legal_moves()

    def completions(self, turn: int):
        """Return the legal turns that start as this one does; None: it is complete."""
        return None

    def set_named_turn(self) -> None:
        """Record that players have named the next turn."""

    def work(self, left: int = 0) -> bool:
        """Compute for one slice; return True if there is a result.

        ``left``: time available, in empty loop iterations.
        Allocates nothing when there is nothing to do.
        """
        return False

    def set_decoder(self, decoder) -> None:
        """Take the source of the readings, None during a calibration; switches need none."""

    def set_path_display(self, observed: bool) -> None:
        """Set whether the way of each turn is computed, to be lit; most games have none."""

    def position_changed(self) -> None:
        """Record that the game has another position."""
        self._picture_ply = -1

    def record(self, observed: int) -> bool:
        """Note a snapshot that stood for a moment; return True if it gives new information."""
        return False

    def cycle_kind(self) -> bool:
        """Select the next kind of piece for the new one; return True if there is a choice."""
        return False

    def must_ask(self):
        """Return the turns among which players must choose, because sensors see no difference."""
        return ()

    def play(self, turn: int) -> None:
        """Play a turn that ``explain`` has found."""
        self.game.play_turn(turn)

    def set_game(self, game) -> None:
        """Use the position of ``game`` from now on.

        It is a copy on which a change is tried, or again the game on the table.
        """
        self.game = game

    def null_turns(self):
        """Return the turns that the touched cells suggest, though the snapshot has not changed.

        Called when the board comes to rest; players must confirm such a turn.
        """
        return ()

    def first_turns(self, observed: int, touched: int):
        """Return ``(turn, cells, sure)`` of turns that may be the first of several in ``observed``.

        ``cells``: mask of those that the turn changes; ``sure``: whatever the other changes
        are.  Called where snapshots come late.
        """
        return ()

    def returned(self, observed: int) -> int:
        """Return the mask of cells with a piece from which the last turn took one away.

        Soon after it, that may be the same piece, which was only touched.
        """
        return 0

    def healed(self, observed: int) -> int:
        """Return the snapshot with all pieces of the position: some may only be pushed aside.

        Where snapshots come late, such a piece is not missed, and the snapshot stays as it is.
        """
        return observed if self.late else observed | self.expected()

    def disputed(self, observed: int) -> bool:
        """Return whether the side to move may have lifted the piece of the last turn.

        Then it counts as pushed on only after a question.
        """
        return False

    def adds(self, observed: int, before: int) -> bool:
        """Return whether ``observed`` has a piece that the snapshot ``before`` has not."""
        return bool(observed & ~before)

    def is_empty(self, observed: int) -> bool:
        """Return whether the board is empty."""
        return not observed

    def has_new(self, observed: int) -> bool:
        """Return whether a piece stands where the position has none."""
        return self.adds(observed, self.expected())

    def exchanged(self, before) -> int:
        """Return the mask of cells whose piece differs from that on the board ``before``."""
        return 0

    def unseen_since(self, before):
        """Return what hands must do where no sensor sees it, from ``before`` on; None: nothing."""
        return None
