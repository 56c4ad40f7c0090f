"""Files that are replaced as a whole (a fault leaves the old one and no draft)."""

import os

import pytest

from underboard.whole_file import replacing


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "kept"
    path.write_bytes(b"old")
    return path


def test_a_disk_that_is_full_leaves_the_old_file_and_no_draft(path):
    with pytest.raises(OSError, match="full"), replacing(path) as file:
        _write_until_full(file)
    assert [(one.name, one.read_bytes()) for one in path.parent.iterdir()] == [("kept", b"old")]


def _write_until_full(file):
    file.write(b"ne")
    raise OSError("full")


def test_the_new_file_is_on_the_disk_before_it_takes_the_name(path, monkeypatch):
    calls, fsync, replace = [], os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda number: calls.append("sync") or fsync(number))
    monkeypatch.setattr(os, "replace", lambda *names: calls.append("name") or replace(*names))
    with replacing(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert (calls, path.read_bytes()) == (["sync", "name"], b"new")
