"""A simulated board for the tests of any project, as a pytest plugin.

How to use it: host/docs/testing.md.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from underboard.api.simulated import SimulatedBoard


@pytest.fixture(scope="session")
def simulated_boards() -> Iterator[None]:
    """Take all simulated boards of a test run from one process that has loaded everything."""
    from underboard.sim.fork_server import opened

    with opened():
        yield


@pytest.fixture
def simulated_board(simulated_boards: None) -> "Iterator[Callable[..., SimulatedBoard]]":
    """Give a function that starts simulated boards; they end with the test.

    ``simulated_board(layout="pylos-reed16", *, seed=0, faults=(), settings=None)``
    """
    # Not at the top: a project that does not ask for the fixture should not wait for it.
    from underboard.api.simulated import SimulatedBoard

    with ExitStack() as boards:
        yield lambda *args, **named: boards.enter_context(SimulatedBoard(*args, **named))
