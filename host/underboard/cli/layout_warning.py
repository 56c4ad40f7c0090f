"""What commands say about a layout that does not pass its own checks."""

from typing import Any

from underboard.texts import Texts


def unfit(data: dict[str, Any], texts: Texts) -> list[str]:
    """Return one sentence if a layout fails checks, else nothing."""
    # Not at the top: most boards have nothing to do with drawings, and it takes NumPy.
    from underboard.hardware.checks.verdict import failing

    names = failing(data)
    if not names:
        return []
    return [texts("cli.unfit", layout=data["name"], checks="; ".join(names))]
