"""``underboard sim``: a simulated board on a port of its own, for any program."""

import argparse
import json
import sys
from pathlib import Path

from underboard.cli.arguments import Commands, add_faults, add_pace
from underboard.errors import UnderboardError
from underboard.registry import DEFAULT, game_of
from underboard.sim.board import SimBoard
from underboard.sim.faults import NAMES, parse_faults
from underboard.sim.wire.replay import Replay, read_transcript
from underboard.sim.wire.transport import open_cable
from underboard.texts.lazy import LazyText, reason_of


def add(commands: Commands) -> None:
    """Add ``sim`` to the command line."""
    parser = commands.add_parser(
        "sim",
        help="a simulated board on a port of its own, for any other program",
        description=LazyText(
            "Run the real firmware on a simulated board, print the port's name and go on "
            "until Ctrl-C.  Faults: %s.",
            ", ".join(NAMES),
        ),
    )
    parser.add_argument(
        "--layout", default=game_of(DEFAULT).layout, metavar="L", help="which board"
    )
    parser.add_argument("--link", type=Path, metavar="PATH", help="a name for the port")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    add_faults(parser)
    parser.add_argument("--drive", type=Path, metavar="PATH", help="other files for the drive")
    add_pace(parser)
    parser.add_argument(
        "--replay", type=Path, metavar="TRANSCRIPT",
        help="say again what a board has said, to the first program that opens the port",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run a simulated board until it is stopped."""
    if options.replay:
        return replay(options)
    parse_faults(options.fault)
    with SimBoard(
        options.layout,
        seed=options.seed,
        faults=options.fault,
        pace=options.pace,
        drive=options.drive,
        link=options.link,
        say=lambda line: print(line, file=sys.stderr, flush=True),
    ) as board:
        if options.json:
            told = {"url": board.url, "layout": options.layout, "seed": options.seed}
            print(json.dumps(told), flush=True)
        else:
            print(board.url, flush=True)
        for event in board.events():  # until somebody stops it
            if event["event"] == "tone" and event["hz"]:
                print(f"buzzer {event['hz']} Hz", file=sys.stderr, flush=True)
    return 0


def replay(options: argparse.Namespace) -> int:
    """Be the board of a transcript once; the exit status is 1 if the program left early."""
    try:
        pieces = read_transcript(options.replay.read_text(encoding="ascii"))
    except (OSError, UnicodeDecodeError) as error:
        is_there = not isinstance(error, OSError)
        reason = "it is not a transcript" if is_there else reason_of(error)
        raise UnderboardError("cannot read %s: %s", options.replay, reason) from None
    cable = open_cable(options.link)
    try:
        told = {"url": cable.url, "replay": str(options.replay)}
        print(json.dumps(told) if options.json else cable.url, flush=True)
        player = Replay(cable, pieces, pace=options.pace)
        stayed = player.run()
        if stayed:
            player.linger()
    finally:
        cable.close()
    return 0 if stayed else 1
