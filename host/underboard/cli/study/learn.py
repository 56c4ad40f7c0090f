"""``underboard learn``: a game from its beginning, step by step, on the board."""

import argparse

from underboard.cli.arguments import Commands, add_board, add_game, add_language
from underboard.cli.study.study_loop import lead, open_session
from underboard.cli.terminal import console_of_words
from underboard.cli.ui.fixed import STUDIED
from underboard.cli.ui.front import front_of
from underboard.cli.ui.voice import add_voice, spoken_aloud
from underboard.errors import UnderboardError
from underboard.records.database import default_path
from underboard.referee.game_ui import tabletop_of
from underboard.study.lesson import steps_of
from underboard.study.lesson_runner import LessonRunner
from underboard.study.progress import LessonProgress
from underboard.study.task_runner import Words
from underboard.texts import Texts


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "learn",
        help="learn a game step by step, on the board or a simulated one",
        description="Learn a game step by step: each step is a position on the board and one "
        "thing to do.  Your place is kept from one evening to the next.",
    )
    add_game(parser)
    add_board(parser)
    parser.add_argument("--restart", action="store_true", help="begin with the first step")
    add_voice(parser)
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Teach until the last step is done or the player leaves."""
    texts = Texts(options.lang)
    name = options.game
    tabletop_of(name)
    steps = steps_of(name)
    if not steps:
        raise UnderboardError("there are no lessons of %s in this installation", name)
    place = LessonProgress(default_path().parent)
    at = 0 if options.restart else place.of(name, len(steps))
    console = console_of_words()
    front = front_of(console, texts, STUDIED)

    def say(words: Words) -> None:
        session.say(words(texts))

    with (
        front,
        open_session(options.board, name, texts, front.say) as session,
        spoken_aloud(session, texts, options.voice),
    ):
        if at:
            front.say(texts("lessons.resumed", at=at + 1, steps=len(steps)))
        teacher = LessonRunner(session, steps, at, say, lambda n: place.keep(name, n))
        teacher.aloud = options.voice
        teacher.next()
        lead(teacher, front, console, texts)
        if not teacher.over and teacher.saved:
            front.say(texts("lessons.left", game=name))
    return 0
