"""Campaign (how much of a long test runs in the suite, and how much before a release).

``UNDERBOARD_CAMPAIGN=1 .venv/bin/pytest -n auto`` runs everything at its full length.

Of each capability something runs in the suite.  Only a campaign has:

- under a microcontroller's Python: ``pylos-hall25`` felt whole, all plates by weight but one, and
  the usual variants of boards with switches;
- whole games of sloppy hands: most seeds and variants, and flicker in other variants of Pylos;
- power cuts, pulled cables and killed hosts at every byte of a whole game, wrong bytes with all
  eight seeds;
- thousands of boards with Hall sensors, and most seeds of what one explainer does alike;
- the doctor: most faults of a plate, those of Hall sensors that no others go with, lost and doubled
  bytes, and a good ``pylos-hall25``;
- a plate at which people lean and knock for a whole game; with NAU7802 a game without that, and
  all faults but the one that only this chip has;
- the package of a circuit by one command, more than one board of each game in a tab;
- two of three automatic games of Galérapagos with their checks;
- of the pages in a real browser: more than one of each view (``.ci/run pages`` has all of them);
- a lesson on the board, a game at a pipe, a whole game of an engine as a program: of every game;
- games that are typed, spoken or told in the docs: in every language;
- mixed evenings with more than five castaways;
- drawings of every second layout and the pages about all boards (``.ci/run drawings`` has them);
- pages and tables of evenings with other numbers of players, each drawing as a picture, deeper
  counts of the other variants of Pylos, most home-made squares of Apagos.
"""

import os

import pytest


def campaign(short, long):
    """Return ``short`` in the suite and ``long`` in a campaign."""
    return long if os.environ.get("UNDERBOARD_CAMPAIGN") else short


in_pages = pytest.mark.skipif(
    not campaign(os.environ.get("UNDERBOARD_SITE"), True), reason="in '.ci/run pages'"
)
"""On a test of the page that a step of its own runs: the suite has one of each view.

What a tab shares with the page runs in ``.ci/run tab``, which sets ``UNDERBOARD_SITE``.
"""


def one_in(every, rows):
    """Return one row of ``every`` in the suite, from the first one on, and all in a campaign."""
    rows = list(rows)
    return campaign(rows[::every], rows)
