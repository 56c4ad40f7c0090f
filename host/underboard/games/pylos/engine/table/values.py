"""Facts about the complete table of Pylos that need no NumPy."""

import importlib.util
from pathlib import Path

from underboard.data_folder import data_folder
from underboard.errors import UnderboardError
from underboard.games.pylos.engine.table.rule_set import RuleSet

PACKAGE = "underboard_tables"
"""Package of tables that are built already."""
WIN, DRAW = -1, -2
"""Instead of the plies to a loss."""


class Unusable(UnderboardError):
    """A file that is damaged, cut short, or no table of these rules."""


def default_folder() -> Path:
    """Return where tables are kept for this user."""
    return data_folder() / "pylos"


def path_of(rules: RuleSet, folder: Path | None = None) -> Path:
    """Return the file of a rule set's table."""
    return (folder or default_folder()) / f"{rules.key}.table"


def place_of(rules: RuleSet, folder: Path | None = None) -> Path:
    """Return the file of a rule set's table: the user's own, else that of the package.

    It need not be there.
    """
    own = path_of(rules, folder)
    if folder is None and not own.exists():
        shipped = packaged(rules)
        if shipped is not None:
            return shipped
    return own


def packaged(rules: RuleSet) -> Path | None:
    """Return the file of the package ``underboard-tables``, None if it has none of these rules."""
    spec = importlib.util.find_spec(PACKAGE)
    for place in (spec.submodule_search_locations or []) if spec else []:
        path = Path(place, f"{rules.key}.table")
        if path.is_file():
            return path
    return None
