"""The boards that this installation knows, read from the drive's files."""

import json
from pathlib import Path

from boardcore.layout.layout import Layout
from underboard.deploy.firmware_files import drive_path, inside, names_in, running
from underboard.deploy.geometry import check_geometry
from underboard.errors import UnderboardError


def layout_of(name: str, game: str = "", drive: Path | None = None) -> Layout:
    """Return the layout of this name, checked; ``game``: what it must be made for.

    Raises UnderboardError if there is none or it is for another game, ParseError if its file does
    not describe a board.
    """
    with drive_path() as files:
        top = drive or files
        folder = (running(top) / "layouts").relative_to(top).as_posix()
        known = [Path(each).stem for each in names_in(top, folder, "*.json")]
        if name not in known:
            raise UnderboardError(
                "no layout '%s': expected one of %s", name, ", ".join(known) or "none"
            )
        path = inside(top, f"{folder}/{name}.json")
        try:
            data = json.loads(path.read_text(encoding="utf-8-sig"))
        except RecursionError:
            raise UnderboardError("%s is damaged: it is nested too deep", path) from None
        except (OSError, ValueError) as error:
            raise UnderboardError("%s is damaged: expected JSON, %s", path, error) from None
    layout = Layout(data)
    check_geometry(data)
    if game and layout.game != game:
        raise UnderboardError(
            "layout '%s' is a board for %s: expected one for %s", name, layout.game, game
        )
    return layout
