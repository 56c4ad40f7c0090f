"""``underboard board``: find the board, watch its lines."""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict

import underboard
from boardcore.link import linkstate
from boardcore.link.wire import VERSION, VERSION_MAJOR, Message, fields_of
from underboard.cli.arguments import Commands, add_board, add_language
from underboard.cli.boards import calibrate, doctor, install
from underboard.cli.terminal import transcript
from underboard.device.discovery import candidates, find
from underboard.device.port import SerialLink
from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject
from underboard.registry import DEFAULT, game_of
from underboard.sim.board import SimBoard
from underboard.texts import Texts
from underboard.texts.escape import shown
from underboard.texts.lazy import spoken

POLL_S = 0.1
"""Time between two looks for lines of a board, s; chosen."""
SIM_LAYOUT = game_of(DEFAULT).layout


def add(commands: Commands) -> None:
    """Add the command with its own commands."""
    parser = commands.add_parser("board", help="the board: find it, watch its lines")
    inner = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    known = inner.add_parser("list", help="every port, and why it is taken for a board or not")
    known.add_argument("--json", action="store_true", help="for programs")
    add_language(known)
    known.set_defaults(run=run_list)
    monitor = inner.add_parser("monitor", help="what board and computer say to each other")
    add_board(monitor)
    monitor.add_argument("--transcript", metavar="FILE", help="write every byte down")
    monitor.add_argument("--seconds", type=float, default=0, metavar="S", help="default: no end")
    monitor.add_argument("--json", action="store_true", help="one JSON object per line")
    monitor.set_defaults(run=run_monitor)
    install.add(inner)
    calibrate.add(inner)
    doctor.add(inner)
    doctor.add_report(inner)


def run_list(options: argparse.Namespace) -> int:
    """List the ports; the exit status is 1 if none is a board."""
    texts = Texts(options.lang)
    found = candidates()
    if options.json:
        print(json.dumps([asdict(candidate) for candidate in found], indent=1))
    elif not found:
        print(texts("cli.board.none"))
    else:
        for port in found:
            mark = texts("cli.board.taken" if port.taken else "cli.board.not-taken")
            reason = spoken(port.reason, texts.language)
            words = texts("cli.board.port", what=shown(port.what), reason=shown(reason))
            print(f"{mark:8} {shown(port.url)}  {words}")
    return 0 if any(candidate.taken for candidate in found) else 1


def run_monitor(options: argparse.Namespace) -> int:
    """Show every line of a board until Ctrl-C."""
    choice = find(options.board)
    with ExitStack() as stack:
        write = stack.enter_context(transcript(options.transcript))
        url = choice.url
        if choice.simulated:
            url = stack.enter_context(SimBoard(choice.layout or SIM_LAYOUT, pace=True)).url
        link = SerialLink(url, write)
        stack.callback(link.close)
        for seconds, direction, message in watch(link, options.seconds):
            print(
                json.dumps(as_data(seconds, direction, message))
                if options.json
                else as_line(seconds, direction, message),
                flush=True,
            )
    return 0


def watch(
    link: SerialLink, max_s: float = 0, clock: Callable[[], float] = time.monotonic
) -> Iterator[tuple[float, str, Message]]:
    """Greet the board, have it tell everything, and yield each line: seconds, direction, line.

    Raises LinkClosed when the port vanishes, UnderboardError for a board with other lines.
    """
    began = clock()
    last = ("-", "0", "-")
    said = began - 60
    ready = False

    def say(kind: str, *fields: str) -> tuple[float, str, Message]:
        link.send(kind, *fields)
        return clock() - began, ">", Message(kind, 0, fields)

    while not max_s or clock() - began < max_s:
        if clock() - said >= linkstate.BEAT_MS / 1000:
            said = clock()
            yield (
                say("have", *last)
                if ready
                else say("hello", VERSION, f"monitor-{underboard.__version__}")
            )
        for message in link.poll(POLL_S):
            yield clock() - began, "<", message
            if message.kind == "hello":
                if message.fields[0].split(".")[0] != str(VERSION_MAJOR):
                    raise UnderboardError(
                        "the board speaks version %s, this program %s: bring both to the same",
                        message.fields[0],
                        VERSION,
                    )
                if not ready:
                    ready, said = True, clock() - 60
            elif message.kind == "game":
                last = (message.fields[1], message.fields[0], message.fields[-1])
            elif message.kind in ("turn", "undo"):
                last = (last[0], message.fields[0], message.fields[-1])


def as_data(seconds: float, direction: str, message: Message) -> JsonObject:
    """Return one line as a program reads it."""
    return {
        "seconds": round(seconds, 3),
        "from": "board" if direction == "<" else "host",
        "kind": message.kind,
        "seq": message.seq,
        "fields": named(message),
    }


def as_line(seconds: float, direction: str, message: Message) -> str:
    """Return one line as people read it: each field with its name."""
    words = " ".join(f"{name}={value}" for name, value in named(message).items())
    return f"{seconds:9.3f} {direction} {message.kind:5} {words}".rstrip()


def named(message: Message) -> dict[str, str]:
    """Return the fields of a line by name; those that this version does not know by number."""
    names = list(fields_of(message.kind) or ())
    names += [str(at) for at in range(len(names), len(message.fields))]
    return dict(zip(names, map(str, message.fields)))
