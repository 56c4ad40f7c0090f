"""The documentation site (links of its pages hold, lists stay lists)."""

import importlib
import importlib.util
import re
from pathlib import Path

import pytest

import underboard
from support.rows import for_each

ROOT = Path(__file__).resolve().parents[2]
FILES = {"README.md", "host/docs/page.md", "hardware/README.md", "firmware/boot.py"}


@pytest.fixture(scope="module")
def build():
    spec = importlib.util.spec_from_file_location("site_build", ROOT / ".github/site/build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@for_each(
    ("page", "written", "shown"),
    [
        ("README.md", "[page](host/docs/page.md)", "[page](host/docs/page.md)"),
        ("README.md", "[hw](hardware)", "[hw](hardware/README.md)"),
        ("host/docs/page.md", "[up](../../README.md#try-it)", "[up](../../README.md#try-it)"),
        ("README.md", "[gone](nothing.md)", "gone"),
        ("README.md", "[out](https://example.org/a)", "[out](https://example.org/a)"),
        (".github/HOW.md", "[boot](../firmware/boot.py)", "[boot](../firmware/boot.py)"),
        ("README.md", "    [code](as-it-is)", "    [code](as-it-is)"),
    ],
)
def test_links_hold_in_the_site(build, page, written, shown):
    assert build.prepared(page, written, FILES, set()) == shown + "\n"


def test_linked_files_come_along(build):
    wanted = set()
    build.prepared(".github/HOW.md", "[boot](../firmware/boot.py)", FILES, wanted)
    assert wanted == {"firmware/boot.py"}


def test_a_list_after_a_sentence_stays_a_list(build):
    written = "You need:\n- a saw\n- a drill\n  and bits\n\n```\ntext\n- code\n```\n"
    shown = "You need:\n\n- a saw\n- a drill\n  and bits\n\n```\ntext\n- code\n```\n"
    assert build.prepared("README.md", written, FILES, set()) == shown


def test_the_front_page_links_the_tab(build):
    text = build.with_tab("# A\n\n## Try it\n\nYou need nothing.\n")
    assert '## Try it\n\n<a href="try/index.html">' in text
    text = build.with_tab("# A\n\n## Essayer\n\nIl faut Python.\n")
    assert '## Essayer\n\n<a href="../try/index.html">' in text


def test_every_page_of_the_menu_is_there(build):
    if not (ROOT / ".git").exists():
        pytest.skip("pages are listed by git")
    pages = {build.place(name) for name in build.tracked() if name.endswith(".md")}
    lines = build.CONFIG.read_text(encoding="utf-8").partition("\nnav:\n")[2].splitlines()
    menu = [line.rpartition("- ")[2] for line in lines if line.endswith(".md")]
    assert menu
    assert set(menu) <= pages


SHOWN = re.findall(r"^::: (\S+)$", (ROOT / ".github/site/reference.md").read_text("utf-8"), re.M)


def test_the_reference_shows_all_that_the_package_gives():
    found = {}
    for name in SHOWN:
        module, _, attribute = name.rpartition(".")
        found[attribute] = getattr(importlib.import_module(module), attribute)
        assert found[attribute].__doc__, name
    for name in underboard.__all__:
        assert found[name] is getattr(underboard, name)
    assert isinstance(underboard.pylos, found["GameApi"])
    assert underboard.__getattr__.__annotations__["return"] == "GameApi", "what checkers see"


def test_examples_in_docstrings_are_shown_as_code():
    pytest.importorskip("griffe", reason="only the environment of the site has it")
    path = ROOT / ".github/site/doctests.py"
    spec = importlib.util.spec_from_file_location("site_doctests", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    shown = "Two.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nMore."
    assert module.fenced("Two.\n\n>>> 1 + 1\n2\n\nMore.") == shown
