"""Campaign: how much of a long test runs in the suite, and how much before a release.

``UNDERBOARD_CAMPAIGN=1 .venv/bin/pytest -n auto`` runs everything at its full length.
"""

import os


def campaign(short, long):
    """Return ``short`` in the suite and ``long`` in a campaign."""
    return long if os.environ.get("UNDERBOARD_CAMPAIGN") else short


def one_in(every, rows):
    """Return one row of ``every`` in the suite, from the first one on, and all in a campaign."""
    rows = list(rows)
    return campaign(rows[::every], rows)
