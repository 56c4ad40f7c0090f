"""What tests of the command line share."""

import pytest


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A data folder of its own, and no board that is named elsewhere."""
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    monkeypatch.delenv("UNDERBOARD_BOARD", raising=False)
    return tmp_path
