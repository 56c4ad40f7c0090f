"""The repository's own pages, with search, in a folder.

``python .github/site/build.py DIR`` needs ``pip install -e ".[docs]"`` and no network.  Pages keep
their places, so that their links hold; linked files come along, other links lose their target.
``--tab`` adds Underboard in a browser tab (``underboard site``), which asks npm and PyPI.
"""

import argparse
import os
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONFIG = Path(__file__).with_name("mkdocs.yml")
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
OUTSIDE = re.compile(r"[a-z]+:")
FENCE = re.compile(r"^ {0,3}(```|~~~)")
ITEM = re.compile(r"^(?:[-*+]|\d+\.) ")


def tracked() -> set[str]:
    """Return the paths of all files in the repository, with slashes."""
    listed = ["git", "ls-files", "-co", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {name for name in names.splitlines() if (ROOT / name).is_file()}


MOVED = {"host/docs/README.fr.md": "README.fr.md"}
"""Pages with another place in the site: a front page lies beside that of the other language."""


def place(name: str) -> str:
    """Return where a file lies in the site: folders with a dot in front would be left out.

    >>> place(".github/CONTRIBUTING.md"), place("README.md")
    ('github/CONTRIBUTING.md', 'README.md')
    """
    return MOVED.get(name, name.lstrip("."))


def prepared(name: str, text: str, files: set[str], wanted: set[str]) -> str:
    """Return a page with links that hold in the site; adds the files that it links."""

    def replaced(match: re.Match[str]) -> str:
        image, words, target = match.groups()
        path, _, anchor = target.partition("#")
        if OUTSIDE.match(target) or not path:
            return match[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
        if f"{path}/README.md" in files:
            path += "/README.md"
        if path not in files:
            return words
        wanted.add(path)
        start = posixpath.dirname(place(name))
        link = posixpath.relpath(place(path), start) + "#" * bool(anchor) + anchor
        return f"{image}[{words}]({link})"

    lines: list[str] = []
    fenced = in_text = False
    for line in text.splitlines():
        fenced ^= bool(FENCE.match(line))
        if ITEM.match(line) and in_text and not fenced:
            lines.append("")  # Python's Markdown wants it before a list, CommonMark does not
        in_text = bool(line) and line[0] not in " |#>" and not ITEM.match(line)
        lines.append(line if fenced or line.startswith("    ") else LINK.sub(replaced, line))
    return "\n".join(lines) + "\n"


def with_tab(text: str) -> str:
    """Return a front page with a link to the tab, which lies in the folder ``try``."""
    english = '<a href="try/index.html"><b>In your browser</b></a>, with nothing to install.'
    french = '<a href="../try/index.html"><b>Dans le navigateur</b></a>, sans rien installer.'
    for heading, link in (("Try it", english), ("Essayer", french)):
        text = text.replace(f"## {heading}\n", f"## {heading}\n\n{link}\n", 1)
    return text


def collect(pages: Path, tab: bool = False) -> None:
    """Copy all pages, and the files that they link, into a folder."""
    files = tracked()
    waiting = {name for name in files if name.endswith(".md")}
    done: set[str] = set()
    while waiting - done:
        name = sorted(waiting - done)[0]
        done.add(name)
        target = pages / place(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".md"):
            text = (ROOT / name).read_text(encoding="utf-8")
            text = with_tab(text) if tab and place(name).startswith("README.") else text
            text = prepared(name, text, files, waiting)
            target.write_text(text, encoding="utf-8")
        else:
            shutil.copyfile(ROOT / name, target)


def main() -> int:
    """Build the site; return the exit status of mkdocs."""
    arguments = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    arguments.add_argument("folder", type=Path, help="where the site is written")
    arguments.add_argument("--tab", action="store_true", help="add Underboard in a browser tab")
    options = arguments.parse_args()
    folder = options.folder.resolve()
    with tempfile.TemporaryDirectory() as pages:
        collect(Path(pages), options.tab)
        places = {"UNDERBOARD_PAGES": pages, "UNDERBOARD_SITE": str(folder)}
        shown = {**os.environ, **places, "NO_MKDOCS_2_WARNING": "1"}
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-f", str(CONFIG)]
        status = subprocess.run(command, env=shown).returncode
    if options.tab and status == 0:
        tab = [sys.executable, "-m", "underboard", "site", str(folder / "try")]
        status = subprocess.run(tab).returncode
    return status


if __name__ == "__main__":
    sys.exit(main())
