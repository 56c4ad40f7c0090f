"""A third language, dropped in as a folder with a few keys, is offered everywhere."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.campaign import in_pages
from support.tree import Tree

WORDS = {
    "web": {"page.language": "Deutsch", "page.nav.rules": "Regeln"},
    "phones": {"start.title": "Wer spielt mit?"},
    "cli": {"games.empty": "noch keine Partien"},
}
GYGES = {"page.ring.2": "Doppelring"}
PHONES = """
import sys
from support.galerapagos.start import starting
with starting() as pages:
    print(pages.port, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(scope="module")
def german(tmp_path_factory):
    """A copy of the program with a German of few words."""
    tree = Tree(tmp_path_factory.mktemp("german"))
    folder = tree.path("host/underboard/texts/de")
    folder.mkdir()
    for area, words in WORDS.items():
        folder.joinpath(f"{area}.json").write_text(json.dumps(words), encoding="utf-8")
    own = tree.path("host/underboard/games/gyges/texts") / "de.json"
    own.write_text(json.dumps(GYGES), encoding="utf-8")
    return tree


LANGUAGES = ["English", "Deutsch", "Français"]
NAMES = "[...document.querySelectorAll('{} option')].map((one) => one.textContent)"


@in_pages
@pytest.mark.slow
def test_the_page_offers_a_menu_and_speaks_what_there_is(german, serve, visit, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", german.search_path)
    page = visit(serve("gyges", "--new").url)
    page.until("document.querySelector('select#language')")
    assert page.evaluate(NAMES.format("#language")) == LANGUAGES
    page.evaluate("document.querySelector('#language').focus()")
    page.select_option("#language", "de")
    page.until("document.documentElement.lang === 'de'")
    assert page.evaluate("document.activeElement.id") == "language"
    nav = page.evaluate("[...document.querySelectorAll('nav a')].map((one) => one.textContent)")
    assert "Regeln" in nav
    assert "Records" in nav, "what is missing is said in English"
    assert page.evaluate("document.querySelector('#title').textContent").strip()
    page.reload()
    page.until("document.querySelector('#language')?.value === 'de'")
    page.evaluate("location.hash = '#edit'")
    page.until("document.querySelector('.palette')?.textContent.includes('Doppelring')")


@in_pages
@pytest.mark.slow
def test_the_phones_offer_it_too(german, visit, monkeypatch):
    tests = str(Path(__file__).parents[1])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([german.search_path, tests]))
    with subprocess.Popen(
        [sys.executable, "-c", PHONES], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        port = int(process.stdout.readline())
        page = visit(f"http://127.0.0.1:{port}/", width=360, height=740)
        page.until("document.querySelector('header select')")
        assert len(page.evaluate(NAMES.format("header"))) == 3
        page.select_option("header select", "de")
        page.until("document.documentElement.lang === 'de'")
        process.stdin.close()


@pytest.mark.slow
def test_the_commands_the_file_and_the_voice_know_it(german):
    told = german.python(
        "from underboard.texts import Texts, missing\n"
        "from underboard.cli.user.config import KEYS\n"
        "from underboard.cli.ui.voice import spoken_language\n"
        "print(missing('de')[:2], 'web.page.nav.rules' in missing('de'))\n"
        "print(KEYS[0].expected, '|', spoken_language(Texts('de')))\n"
    )
    assert told == ["['calibrate.astray', 'calibrate.empty'] False", "en, de or fr | en"]
    assert "[--lang {en,de,fr}]" in german.underboard("games", "list", "--help", COLUMNS="200")
    config = german.path("config.toml")
    config.write_text('language = "it"\n', encoding="utf-8")
    refused = german.underboard("games", "list", UNDERBOARD_CONFIG=str(config))
    assert "expected en, de or fr" in refused
