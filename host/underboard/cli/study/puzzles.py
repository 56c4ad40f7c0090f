"""``underboard puzzles``: find the one move that wins."""

import argparse
import json
import sys

from underboard.cli.arguments import Commands, add_game, add_language, count
from underboard.cli.study.review import progress
from underboard.cli.study.sheet import Sheet
from underboard.cli.terminal import console_of_words
from underboard.cli.ui.voice import add_voice, speaker
from underboard.engine.player import with_engine
from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject
from underboard.records.database import Records, default_path
from underboard.study.own_puzzles import own_puzzles
from underboard.study.progress import PuzzleProgress
from underboard.study.puzzles import Puzzle, chosen, puzzles_of
from underboard.texts import Texts

COUNT = 5
"""Number of puzzles without ``--count``; chosen."""
HARDEST = 999
"""Rating above every other; chosen."""


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "puzzles",
        help="find the one move that wins",
        description="Shows positions that exactly one move wins by force.  The rating of a puzzle "
        "is the number of moves of both sides until the win.",
    )
    add_game(parser, with_engine())
    parser.add_argument("--count", type=count, default=0, metavar="N", help="how many (default 5)")
    parser.add_argument("--seed", type=int, default=None, metavar="S", help="the same ones again")
    parser.add_argument(
        "--hardest", type=count, default=0, metavar="N", help="none rated above this"
    )
    parser.add_argument(
        "--prove", action="store_true", help="solve nothing, prove them again (default: all)"
    )
    words = "from your own games: positions where exactly one move won, and you missed it"
    parser.add_argument("--mine", action="store_true", help=words)
    parser.add_argument(
        "--board", metavar="PORT", help="solve them on a board: a port, sim or sim:LAYOUT"
    )
    add_voice(parser)
    parser.add_argument("--json", action="store_true", help="only list them, one a line")
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Show puzzles; the exit status is 1 if one that was to be proven is not."""
    texts = Texts(options.lang)
    name = options.game
    hardest = options.hardest or HARDEST
    all_ = [p for p in puzzles_of(name) if p.rating <= hardest] if not options.mine else []
    if options.mine:
        all_ = [p for p in own(name, texts) if p.rating <= hardest]
        if not all_:
            raise UnderboardError(
                "your games of %s hold no such puzzle: play more of them, or type "
                "'underboard puzzles %s'",
                name,
                name,
            )
    if not all_:
        raise UnderboardError("there are no puzzles of %s rated %s or less", name, hardest)
    every = options.prove or options.json
    picked = chosen(all_, options.count or (len(all_) if every else COUNT), options.seed)
    if options.json:
        for puzzle in picked:
            print(json.dumps(as_data(puzzle)))
        return 0
    if options.prove:
        return prove(picked, texts)
    if options.board:
        from underboard.cli.study.puzzles_on_board import solve_on_board

        console = console_of_words()
        return solve_on_board(options.board, picked, console, texts, options.voice)
    return solve(picked, texts, options.voice)


def own(name: str, texts: Texts) -> list[Puzzle]:
    """Return the puzzles that one's own latest games hold, the easiest first."""
    with Records.open(reading=True) as records:
        return own_puzzles(records, name, progress(texts, "study.puzzle.progress"))


def as_data(puzzle: Puzzle) -> JsonObject:
    """Return a puzzle as a program reads it."""
    return {
        "game": puzzle.name,
        "variant": puzzle.variant,
        "options": puzzle.options,
        "position": puzzle.position,
        "solution": puzzle.solution,
        "rating": puzzle.rating,
    }


def prove(puzzles: list[Puzzle], texts: Texts) -> int:
    """Prove puzzles again; name those that are not proven."""
    failed = [puzzle for puzzle in puzzles if not puzzle.is_proven()]
    for puzzle in failed:
        print(texts("study.puzzle.unproven", position=puzzle.position, turn=puzzle.solution))
    print(texts("study.puzzle.proven", proven=len(puzzles) - len(failed), count=len(puzzles)))
    return 1 if failed else 0


def solve(puzzles: list[Puzzle], texts: Texts, voice: bool) -> int:
    """Let a person solve puzzles one after the other, without a board."""
    kept = PuzzleProgress(default_path().parent)
    solved = first = 0
    saved = True
    with speaker(texts, voice) as (speak, waiting):
        sheet = Sheet(texts, console_of_words(), speak, waiting is not None)
        for number, puzzle in enumerate(puzzles, 1):
            sheet.show(puzzle, number, len(puzzles))
            tries = sheet.ask()
            if tries is None:
                break
            if tries:
                saved = kept.keep(puzzle, tries) and saved
            solved += tries > 0
            first += tries == 1
        sheet.say(texts("study.puzzle.end", solved=solved, count=len(puzzles), first=first))
    if not saved:
        print(texts("study.not-saved"), file=sys.stderr)
    return 0
