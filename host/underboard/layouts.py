"""Layouts: the boards that this installation knows, read from the drive's files."""

import json
from pathlib import Path

from boardcore.layout import Layout
from underboard.drive import drive_path, running
from underboard.trouble import Trouble


def layout_of(name: str, game: str = "", drive: Path | None = None) -> Layout:
    """Return the layout of this name, checked; ``game``: what it must be made for.

    Raises Trouble if there is none or it is for another game, Unreadable if its file does
    not describe a board.
    """
    with drive_path() as files:
        folder = running(drive or files) / "layouts"
        known = sorted(path.stem for path in folder.glob("*.json"))
        if name not in known:
            raise Trouble(f"no layout '{name}': expected one of {', '.join(known) or 'none'}")
        path = folder / f"{name}.json"
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise Trouble(f"{path} is damaged: expected JSON, {error}") from None
    layout = Layout(data)
    if game and layout.game != game:
        raise Trouble(f"layout '{name}' is a board for {layout.game}: expected one for {game}")
    return layout
