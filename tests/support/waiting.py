"""Waiting for another process, the only place where tests look at the clock.

Nothing is expected by a time: ``MAX_S`` ends a run that would never end, on the busiest machine.
"""

import time

MAX_S = 300.0


def until(look, told="nothing happens any more", pause_s=0.005):
    """Return what ``look`` gives, once that is true; ``told``: what to say if it never is."""
    end = time.monotonic() + MAX_S
    while not (seen := look()):
        assert time.monotonic() < end, told() if callable(told) else told
        time.sleep(pause_s)
    return seen
