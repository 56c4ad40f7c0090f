"""``underboard site`` refuses a place that it cannot write with one sentence."""

import pytest

from underboard import cli
from underboard.site import parts


@pytest.mark.parametrize(("lang", "words"), [("en", "cannot be written"), ("fr", "ne peut pas")])
def test_a_place_that_cannot_be_written_is_one_sentence(lang, words, tmp_path, monkeypatch, capsys):
    # What is fetched from outside plays no part: the folder is refused before it is used.
    monkeypatch.setattr(parts, "pyodide_folder", lambda given: tmp_path)
    monkeypatch.setattr(parts, "wheels", list)
    (tmp_path / "file").write_text("mine")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        assert cli.main(["site", str(place), "--lang", lang]) == 2
        said = capsys.readouterr().err
        assert words in said
        assert "Traceback" not in said
    assert (tmp_path / "file").read_text() == "mine"
