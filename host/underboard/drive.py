"""Drive: the files that go onto the board's CIRCUITPY drive, wherever this package is.

In a checkout (an editable install) they are its own ``firmware/``.  A wheel carries a
copy beside this file; the hook ``host/hatch_build.py`` puts it there.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

from underboard.trouble import Trouble

IN_WHEEL = "circuitpy"
FILES = (
    "boot.py", "code.py", "launch.py", "safemode.py", "settings.toml", "requirements.txt",
    "PROTOCOL.md",
)  # fmt: skip
"""What lies at the top of the drive; ``layouts/`` and ``lib/`` come with it."""
CHECKOUT = Path(__file__).resolve().parents[2] / "firmware"


def is_checkout() -> bool:
    """Tell whether this package runs from a checkout."""
    return (CHECKOUT / "code.py").is_file() and (CHECKOUT / "lib" / "boardcore").is_dir()


RELEASES, WHOLE = "releases", "whole"
"""Where ``underboard board install`` puts releases, and the file that says that one is whole."""


def releases(drive: Path) -> list[int]:
    """Return the numbers of all releases on a drive, whole or not."""
    folder = drive / RELEASES
    names = [path.name for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []
    return sorted(int(name) for name in names if name.isdigit())


def whole_releases(drive: Path) -> list[int]:
    """Return the numbers of the releases that can run; the last one does."""
    return [
        number for number in releases(drive) if (drive / RELEASES / str(number) / WHOLE).exists()
    ]


def running(drive: Path) -> Path:
    """Return the folder whose firmware a drive runs: a release, or itself if copied by hand."""
    whole = whole_releases(drive)
    return drive / RELEASES / str(whole[-1]) if whole else drive


@contextmanager
def drive_path() -> Iterator[Path]:
    """Give the folder with ``boot.py``, ``code.py``, ``settings.toml`` and ``layouts/``.

    Raises Trouble if this installation has none.
    """
    if is_checkout():
        yield CHECKOUT
        return
    folder = resources.files("underboard") / IN_WHEEL
    if not (folder / "code.py").is_file():
        raise Trouble(
            "this installation of underboard lacks the firmware's files, expected a folder "
            f"'{IN_WHEEL}' in the package: install underboard again"
        )
    with resources.as_file(folder) as path:
        yield path
