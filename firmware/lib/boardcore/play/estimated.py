"""Part of a recognizer whose explainer reports several likely states, whatever the game."""

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only
    from typing import Any

MAX_EXPLAINED = 6
"""Largest number of states that are explained in doubt, unless a game says otherwise; chosen."""


class Estimated:
    """Part that such recognizers share; it stands before the game's own among the bases.

    A subclass adds ``stands``: the state of the game on the table.
    """

    late = True
    decoder: "Any" = None
    """The explainer of what stands; None while the board is being calibrated."""
    is_named = False
    """Whether the players have named the turn that is played next."""

    def set_decoder(self, decoder) -> None:
        """Set the decoder; None while the board is being calibrated."""
        self.decoder = decoder

    def reset_to_position(self) -> None:
        """Tell the decoder, at power-on, that the position stands on the board."""
        self.decoder.reset_to(self.stands())  # type: ignore[attr-defined]

    def begin_laid(self) -> None:
        """Take the position that a game begins with as lying there before anything was weighed.

        Pieces of a position are laid out faster than each of them can be told.
        """
        decoder = self.decoder
        if not (decoder.is_laid or decoder.model.is_open or self.game.turns):  # type: ignore[attr-defined]
            decoder.reset_to(decoder.model.position)

    @property
    def busy(self) -> bool:
        """Whether something has changed and is not explained yet."""
        return self.decoder.busy

    @property
    def hands_present(self) -> bool:
        """Whether hands are still over the board, as far as sensors show.

        Nobody knows that of a search that has just ended: meanwhile nobody looked.
        """
        return self.decoder.busy or not self.decoder.looked

    @property
    def ambiguous(self) -> bool:
        """Whether other states are likely, too: then a turn is asked for."""
        return self.decoder is not None and self.decoder.ambiguous

    def set_named_turn(self) -> None:
        """Take notice of a turn that players have named and that is played next."""
        self.is_named = True

    def explain_each(self, explain, most: int = MAX_EXPLAINED) -> list:
        """Explain the likeliest states one by one by ``explain(state)``, the likeliest last.

        So caches belong to it then.  Return rows: state, cost, plain, hidden, partial.
        """
        rows, posterior = [], self.decoder.posterior
        for at in range(min(most, len(posterior)) - 1, -1, -1):
            state, cost = posterior[at]
            explain(state)
            rows.append((state, cost, self.visible_turns, self.hidden_turns, self.is_partial))  # type: ignore[attr-defined]
        return rows


def united(lists) -> list:
    """Return what is in any of these lists, once, that of the last one first."""
    found: list = []
    for one in lists:
        found = one + [item for item in found if item not in one]
    return found
