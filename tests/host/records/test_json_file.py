"""Small files beside the records (replaced as a whole, or not at all)."""

import os

from underboard.records.json_file import JsonFile


def test_what_is_written_is_read(tmp_path):
    file = JsonFile(tmp_path / "new" / "lessons.json")
    assert file.read() == {}
    assert file.write({"pylos": 3})
    assert JsonFile(tmp_path / "new" / "lessons.json").read() == {"pylos": 3}
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["lessons.json"]


def test_a_write_that_fails_leaves_the_old_file_and_says_so(tmp_path, monkeypatch):
    path = tmp_path / "lessons.json"
    file = JsonFile(path)
    file.write({"pylos": 3})

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    assert not file.write({"pylos": 4})
    assert file.read() == {"pylos": 3}
    assert list(tmp_path.iterdir()) == [path], "no draft is left"


def test_a_folder_that_cannot_be_there_is_no_error(tmp_path):
    (tmp_path / "file").touch()
    assert not JsonFile(tmp_path / "file" / "lessons.json").write({})


def test_a_file_with_a_byte_order_mark_or_without_sense_is_read(tmp_path):
    path = tmp_path / "lessons.json"
    path.write_bytes(b"\xef\xbb\xbf" + b'{"pylos": 1}')
    assert JsonFile(path).read() == {"pylos": 1}
    path.write_text("[1]")
    assert JsonFile(path).read() == {}
