"""What the page is made of (small, of this project alone, and whole without the internet)."""

import re
from importlib import resources

import pytest

from boardcore.lights import cues
from underboard.web.http.files import SHARED, Files

STATIC = resources.files("underboard.web") / "static"
FILES = [*STATIC.iterdir(), *(STATIC / "js").iterdir(), *SHARED.iterdir()]
NAMED = {file.name: file for file in FILES if file.is_file()}
TEXTS = sorted(name for name in NAMED if not name.endswith(".png"))
MAX_PAGE = 300_000


def test_the_page_is_small():
    assert sum(len(file.read_bytes()) for file in NAMED.values()) < MAX_PAGE


@pytest.mark.parametrize("name", TEXTS)
def test_nothing_comes_from_elsewhere(name):
    text = NAMED[name].read_text("utf-8")
    text = text.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://|url\((?!#)|//cdn", text.replace("url(#", "url(#"))


@pytest.mark.parametrize("name", sorted(n for n in NAMED if n.endswith(".js")))
def test_scripts_are_small_and_never_make_markup_out_of_text(name):
    text = NAMED[name].read_text("utf-8")
    assert len(text.splitlines()) < 430
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|\beval\(|new Function", text)


def test_every_light_has_a_shape():
    text = NAMED["cues.js"].read_text("utf-8")
    shapes = set(re.findall(r"^  ([A-Z_]+):", text, re.M))
    assert {row[0] for row in cues.table()} - {"OFF"} <= shapes


def test_every_word_of_the_page_is_in_the_texts():
    from underboard.texts import area

    known = {key.removeprefix("page.") for key in area("en", "web")}
    for name in TEXTS:
        for key in re.findall(r'\bt\("([a-z][\w.-]*)"', NAMED[name].read_text("utf-8")):
            assert key in known, f"{name}: {key}"
    for key in re.findall(r'data-t="([\w.-]+)"', NAMED["index.html"].read_text("utf-8")):
        assert key in known


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("style.css", 200),
        ("js/api.js", 200),
        ("orders.js", 200),
        ("../http/static/orders.js", 404),
        ("js/../style.css", 404),
        ("/style.css", 404),
        ("index.html", 404),
        ("js", 404),
    ],
)
def test_only_files_of_the_page_and_shared_ones_are_handed_out(path, status):
    assert Files("underboard.web").file(path).status_code == status
