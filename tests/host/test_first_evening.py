"""A first evening for each game and language, played by the real program and kept in the docs."""

import pytest

from support.campaign import campaign
from support.texts.first_evening import EVENINGS, FOLDER, page
from underboard.texts import LANGUAGES


def test_there_is_one_for_each_game_and_language():
    assert set(EVENINGS) == {
        (name, lang) for name in ("pylos", "apagos", "gyges") for lang in LANGUAGES
    }
    pages = {path.name for path in FOLDER.iterdir()}
    assert pages == {f"{name}-{language}.md" for name, language in EVENINGS}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "language"),
    campaign([("pylos", "en"), ("apagos", "fr"), ("gyges", "fr")], list(EVENINGS)),
)
def test_the_program_says_what_the_page_says(tmp_path, name, language):
    # After a change of the texts: PYTHONPATH=tests python -m support.texts.first_evening
    written = (FOLDER / f"{name}-{language}.md").read_text(encoding="utf-8")
    assert page(name, language, tmp_path) == written
