"""What callers of the complete table of Pylos need to know before NumPy is loaded."""

import os
from pathlib import Path

import platformdirs

from underboard.games.pylos.engine.table.rule_set import RuleSet
from underboard.trouble import Trouble

WIN, DRAW = -1, -2
"""Instead of the plies to a loss."""


class Unusable(Trouble):
    """A file that is damaged, cut short, or no table of these rules."""


def default_folder() -> Path:
    """Return where tables are kept for this user; $UNDERBOARD_DATA names another folder."""
    data = os.environ.get("UNDERBOARD_DATA") or platformdirs.user_data_dir("underboard")
    return Path(data) / "pylos"


def path_of(rules: RuleSet, folder: Path | None = None) -> Path:
    """Return the file of a rule set's table."""
    return (folder or default_folder()) / f"{rules.key}.table"
