"""Steps: long work that goes on a few steps at a time, whenever there is time for it.

The work is a generator.  It yields, before each step, what the step costs, in empty turns of the
loop; so one turn of a board's loop can be filled with steps without becoming too long.
"""

LEAST = 2000
"""Largest cost of a step, and of what it tells: with less time a thought may not get on."""


class Steps:
    """Goes on with one thought: ``steps`` is its generator."""

    def __init__(self, steps) -> None:
        self._steps = steps
        self._next = 0

    def go_on(self, left: int) -> bool:
        """Take the steps for which there is time; return whether the thought has come to its end.

        ``left``: how much time, in empty turns of a loop.
        """
        try:
            while self._next <= left:
                left -= self._next
                # What waited for more time than there ever is would wait for ever.
                self._next = min(LEAST, next(self._steps))
        except StopIteration:
            return True
        return False

    def finish(self) -> None:
        """Take all steps that are left, however long that takes."""
        for _ in self._steps:
            pass
