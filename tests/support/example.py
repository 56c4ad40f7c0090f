"""The example game, installed for processes of a test and for nobody else."""

import os
from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / "examples/noughts"


def install(folder, points="noughts = noughts:GAME\n"):
    """Write what an installer would write; return the ``PYTHONPATH`` that has the game."""
    about = folder / "noughts-0.1.dist-info"
    about.mkdir()
    about.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: noughts\nVersion: 0.1\n")
    about.joinpath("entry_points.txt").write_text(f"[underboard.games]\n{points}")
    return os.pathsep.join([str(folder), str(EXAMPLE)])
