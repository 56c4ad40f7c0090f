"""Errors from outside the program, each told in one sentence."""

from underboard.texts.lazy import LocalizedError


class UnderboardError(LocalizedError):
    """A board, a file or an input that is not as it should be.

    The message is one sentence for people: what was expected, what was seen,
    where, and what to do next; a template and its fields, as in ``texts.lazy``.
    """
