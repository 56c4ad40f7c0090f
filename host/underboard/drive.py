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
