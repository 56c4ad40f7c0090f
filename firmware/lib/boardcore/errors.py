"""Errors: what the rules refuse and what cannot be read."""


class IllegalMove(ValueError):
    """A move that the rules forbid.

    ``rule`` is a short stable name (for lights, logs, texts and tests); the
    message is a full English sentence.
    """

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(text)
        self.rule = rule


class Unreadable(ValueError):
    """A text (move, turn, position, layout, line) that does not follow its notation."""
