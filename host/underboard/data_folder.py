"""Folder in which a user's games, tables and progress are kept."""

import os
from pathlib import Path

from platformdirs import user_data_dir


def data_folder() -> Path:
    """Return the user's own folder; $UNDERBOARD_DATA names another one."""
    return Path(os.environ.get("UNDERBOARD_DATA") or user_data_dir("underboard"))
