"""Fixtures of the solvers' tests."""

import pytest

from boardcore.apagos.rules import Game
from underboard.games.apagos.engine.solution import solution_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def small(folder):
    """The solution of the smallest real set."""
    return solution_of(Game(position="5331"), folder)
