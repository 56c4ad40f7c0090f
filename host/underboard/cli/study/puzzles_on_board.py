"""Puzzles on a board, set up by lights and answered with pieces."""

from rich.console import Console

from underboard.cli.study.study_loop import lead, open_session
from underboard.cli.ui.fixed import STUDIED
from underboard.cli.ui.front import front_of
from underboard.cli.ui.voice import spoken_aloud
from underboard.records.database import default_path
from underboard.referee.game_ui import tabletop_of
from underboard.study.progress import PuzzleProgress
from underboard.study.puzzle_runner import PuzzleRunner
from underboard.study.puzzles import Puzzle
from underboard.study.task_runner import Words
from underboard.texts import Texts


def solve_on_board(
    port: str, puzzles: list[Puzzle], console: Console, texts: Texts, voice: bool = False
) -> int:
    """Let people solve puzzles on a board; return the exit status."""
    name = puzzles[0].name
    tabletop_of(name)
    front = front_of(console, texts, STUDIED)

    def say(words: Words) -> None:
        session.say(words(texts))

    with (
        front,
        open_session(port, name, texts, front.say) as session,
        spoken_aloud(session, texts, voice),
    ):
        riddler = PuzzleRunner(session, puzzles, say, PuzzleProgress(default_path().parent).keep)
        riddler.aloud = voice
        riddler.next()
        lead(riddler, front, console, texts)
        riddler.tell_end()
    return 0
