"""Texts (both languages say the same, with the same names in them)."""

import json
import string
from importlib import resources
from pathlib import Path

import pytest

from support.rows import for_each
from underboard import texts
from underboard.registry import games
from underboard.texts.lazy import AREAS as BY_TEMPLATE

FOLDER = Path(texts.__file__).parent
GAMES = {name: Path(str(resources.files(game.package))) for name, game in games().items()}
AREAS = sorted({path.stem for path in FOLDER.glob("*/*.json")} - set(BY_TEMPLATE)) + [*GAMES]

OTHERS = [language for language in texts.LANGUAGES if language != texts.ENGLISH]


def sentences(language, area):
    path = FOLDER / language / f"{area}.json"
    if area in GAMES:
        path = GAMES[area] / f"texts/{language}.json"
    pairs = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list)
    keys = [key for key, _ in pairs]
    assert len(set(keys)) == len(keys), f"{path.name} says a key twice"
    return dict(pairs)


def placeholders(sentence):
    return {field for _, field, _, _ in string.Formatter().parse(sentence) if field is not None}


def test_both_languages_have_the_same_areas():
    for language in texts.LANGUAGES:
        areas = {path.stem for path in (FOLDER / language).glob("*.json")}
        assert areas - set(BY_TEMPLATE) == set(AREAS) - set(GAMES)
        assert all((path / f"texts/{language}.json").exists() for path in GAMES.values())


def test_one_kind_of_apostrophe_is_used():
    for path in [file for folder in (FOLDER, *GAMES.values()) for file in folder.rglob("*.*")]:
        if path.suffix in (".json", ".txt"):
            assert "\N{RIGHT SINGLE QUOTATION MARK}" not in path.read_text(encoding="utf-8"), path


@pytest.mark.parametrize("language", OTHERS)
def test_no_language_lacks_a_key_or_has_one_of_its_own(language):
    assert texts.missing(language) == []
    for area in AREAS:
        assert sentences(language, area).keys() <= sentences("en", area).keys(), area


@for_each("language", OTHERS)
@for_each("area", AREAS)
def test_every_language_has_the_same_names_to_fill_in(area, language):
    theirs = sentences(language, area)
    for key, sentence in sentences("en", area).items():
        assert placeholders(sentence) == placeholders(theirs[key]), key


def test_a_missing_key_is_named(monkeypatch):
    known = texts.written
    monkeypatch.setattr(
        texts, "written",
        lambda language, name: {
            key: text for key, text in known(language, name).items()
            if language == "en" or key not in ("page.network.none", "page.ring.2")
        },
    )  # fmt: skip
    assert texts.missing("fr") == ["web.page.network.none", "gyges.page.ring.2"]


@for_each("area", AREAS)
@for_each("language", texts.LANGUAGES)
def test_every_sentence_can_be_said(language, area):
    say = texts.Texts(language)
    for key, sentence in sentences(language, area).items():
        assert isinstance(sentence, str), key
        assert sentence.strip(), key
        names = placeholders(sentence)
        # "{}" or "{0}" could not be called by name, "{a.b}" would look into things.
        assert all(name.isidentifier() for name in names), key
        said = say(f"{area}.{key}", **{name: 7 for name in names})
        assert "{" not in said, key


SETTINGS = ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG")
LOCALES = [
    ({"LANG": "fr_FR.UTF-8"}, "fr"),
    ({"LANG": "FR"}, "fr"),
    ({"LANG": "en_GB.UTF-8"}, "en"),
    ({"LANG": "de_DE.UTF-8"}, "en"),
    ({"LANG": "C"}, "en"),
    ({"LC_ALL": "en_GB.UTF-8", "LANG": "fr_FR.UTF-8"}, "en"),
    ({"LC_ALL": "", "LANG": "fr_CA.UTF-8"}, "fr"),
]


@pytest.mark.parametrize(("environment", "language"), LOCALES)
def test_the_language_follows_the_locale(environment, language, monkeypatch):
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert texts.default_language() == language
    assert texts.Texts().language == language
    assert texts.Texts("en").language == "en"
