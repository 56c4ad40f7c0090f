"""Trouble: what goes wrong outside our code, told in one sentence."""


class Trouble(Exception):
    """A board, a file or an input that is not as it should be.

    The message is one sentence for people: what was expected, what was seen,
    where, and what to do next.
    """
