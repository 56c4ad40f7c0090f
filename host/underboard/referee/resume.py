"""Decision whether a session resumes the game on its board."""

from underboard.errors import UnderboardError
from underboard.records.mirror import Mirror


def should_resume(
    mirror: Mirror, variant: str, options: str, new: bool, resume: bool, start: str
) -> bool:
    """Return whether the game on the board goes on; else another one begins.

    Raises UnderboardError if what was asked for cannot be done.
    """
    unfinished = bool(mirror.turns) and not mirror.outcome
    other = (
        start or (variant and variant != mirror.variant) or (options and options != mirror.options)
    )
    if resume and not unfinished:
        raise UnderboardError("there is no unfinished game on this board: begin one with --new")
    if unfinished and other and not new:
        raise UnderboardError(
            "an unfinished game is on this board (%s): go on with it without --variant, "
            "--option and --position, or add --new",
            ", ".join(filter(None, (mirror.variant, mirror.options))),
        )
    return not (new or other or mirror.outcome)
