"""The tests read English, whatever the language of the machine they run on."""

import gc
import os

import pytest

# The command line speaks the locale's language; a test of French sets its own.
os.environ["LC_ALL"] = "C.UTF-8"


@pytest.fixture(autouse=True, scope="module")
def small_heap():
    """Leave what is there already to no sweep of the heap.

    The firmware sweeps often, as a board must; here it would look through all that thousands
    of tests have loaded, for a tenth of a second each time.
    """
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """Start one worker more than there are cores: a third of the suite waits for boards."""
    return (os.cpu_count() or 1) + 1
