"""What the page is made of (small, of this project alone, and whole without the internet)."""

import re

from boardcore.lights import cues
from support.rows import for_each
from underboard.texts import area
from underboard.web.http.static_files import Files, static_files

NAMED = static_files("underboard.web")
TEXTS = {name: data.decode() for name, data in NAMED.items() if not name.endswith(".png")}
SCRIPTS = sorted(name for name in TEXTS if name.endswith(".js"))
MAX_PAGE = 300_000


def test_the_page_is_small():
    assert sum(map(len, NAMED.values())) < MAX_PAGE


@for_each("name", sorted(TEXTS))
def test_nothing_comes_from_elsewhere(name):
    text = TEXTS[name].replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://|url\((?!#)|//cdn", text.replace("url(#", "url(#"))


@for_each("name", SCRIPTS)
def test_scripts_are_small_and_never_make_markup_out_of_text(name):
    assert len(TEXTS[name].splitlines()) < 430
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|\beval\(|new Function", TEXTS[name]
    )


def test_every_light_has_a_shape():
    shapes = set(re.findall(r"^  ([A-Z_]+):", TEXTS["js/cues.js"], re.M))
    assert {row[0] for row in cues.table()} - {"OFF"} <= shapes


def test_every_word_of_the_page_is_in_the_texts():
    known = {key.removeprefix("page.") for key in area("en", "web")}
    for name, text in TEXTS.items():
        game = re.fullmatch(r"games/(\w+)\.js", name)
        own = {key.removeprefix("page.") for key in area("en", game[1])} if game else set()
        for key in re.findall(r'\bt\("([a-z][\w.-]*)"', text):
            assert key in known | own, f"{name}: {key}"
    for key in re.findall(r'data-t="([\w.-]+)"', TEXTS["index.html"]):
        assert key in known


@for_each(
    ("path", "status"),
    [
        ("style.css", 200),
        ("js/api.js", 200),
        ("orders.js", 200),
        ("registry.js", 200),
        ("games/pylos.js", 200),
        ("games/galerapagos.js", 404),
        ("games/../../pylos/page.py", 404),
        ("../http/static/orders.js", 404),
        ("js/../style.css", 404),
        ("/style.css", 404),
        ("index.html", 404),
        ("js", 404),
    ],
)
def test_only_files_of_the_page_and_shared_ones_are_handed_out(path, status):
    assert Files("underboard.web").file(path).status_code == status
