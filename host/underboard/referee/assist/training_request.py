"""Requested training options at the start or resumption of a game."""

from dataclasses import dataclass

from underboard.referee.assist.training_options import Pair
from underboard.referee.session import Session


@dataclass(frozen=True)
class TrainingRequest:
    """Options named for any game, and defaults of new ones; None or empty: nothing."""

    hints: str = ""
    limits: Pair | None = None
    warns: bool | None = None
    usual_limits: Pair | None = None
    usual_warns: bool | None = None


def begin_training(session: Session, wanted: TrainingRequest) -> None:
    """Go on with what the game had, or begin with what is usual; what is named comes first."""
    named: dict[str, object] = {"hints": wanted.hints or None, "limits": wanted.limits}
    named["warns"] = wanted.warns
    if session.continued:
        session.training.take_up()
    else:
        usual = {"limits": wanted.usual_limits, "warns": wanted.usual_warns}
        named = {key: usual.get(key) if value is None else value for key, value in named.items()}
    changes = {key: value for key, value in named.items() if value is not None}
    if changes:
        session.training.want(**changes)
