"""Speech option of the commands."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from underboard.referee.session import Session
from underboard.texts import ENGLISH, Texts, written

Say = Callable[[str], None]


def add_voice(parser: argparse._ActionsContainer) -> None:
    """Add ``--voice``."""
    parser.add_argument(
        "--voice", action="store_true", help="speak moves, questions and refusals aloud"
    )


@contextmanager
def spoken_aloud(session: Session, texts: Texts, wanted: bool) -> Iterator[None]:
    """Have a voice speak for a session; without one say so, and go on in silence."""
    with speaker(texts, wanted) as (speak, waiting):
        if waiting:
            # Not at the top: nobody else needs it.
            from underboard.voice.narrator import Narrator

            Narrator(session, speak, waiting)
        yield


def spoken_language(texts: Texts) -> str:
    """Return whose voice speaks: English where the words to be spoken are not written yet."""
    return texts.language if written(texts.language, "voice") else ENGLISH


@contextmanager
def speaker(texts: Texts, wanted: bool) -> Iterator[tuple[Say, Callable[[], int] | None]]:
    """Give a function that speaks, and one that counts what waits to be spoken, None for nobody."""
    command: list[str] | None = None
    if wanted:
        # Not at the top: nobody else needs it.
        from underboard.drivers.speaker import Speaker, command_for

        command = command_for(spoken_language(texts))
        if not command:
            print(texts("voice.none"), file=sys.stderr)
    if not command:
        yield lambda text: None, None
        return
    voice = Speaker(command)
    try:
        yield voice.say, lambda: voice.waiting
    except KeyboardInterrupt:
        voice.close(0)
        raise
    finally:
        voice.close()
