"""``underboard board calibrate``: lead hands and lights through a calibration."""

import argparse
import datetime
import json
import sys
from contextlib import ExitStack
from dataclasses import asdict

from boardcore.layout.layout import Layout
from underboard.cli.arguments import Commands, add_board, add_faults, add_language
from underboard.cli.terminal import TerminalInput
from underboard.device.discovery import find
from underboard.device.reconnect import BoardPort
from underboard.errors import UnderboardError
from underboard.service import calibrate
from underboard.service.calibrate import DONE, REFUSED, CalibrationClient, CalibrationStatus
from underboard.sim.board import SimBoard
from underboard.texts import Texts

SIM_LAYOUT = "pylos-scale4"
HANDS = "underboard.sim.hands.calibrate:follow"
WISHES = ("skip", "enough", "leave")
INTERRUPTED = 130
"""Exit code after Ctrl-C: 128 and the number of SIGINT, as in shells."""
MIN_GRAMS, MAX_GRAMS = 1, 500


def add(commands: Commands) -> None:
    """Add the command to those of ``board``."""
    parser = commands.add_parser(
        "calibrate",
        help="teach a board of Hall sensors or load cells what its sensors tell",
        description="Hall sensors measure the empty board.  On load cells the lights lead one "
        "piece over it; each step is said here, too.  Type skip, enough or leave, or use the "
        "buttons.  Nothing is changed before the end.",
    )
    add_board(parser)
    add_faults(parser, "of a simulated board, to see what is found")
    parser.add_argument("--grams", type=float, default=0.0, metavar="G",
                        help="on load cells: mass of the piece, if it is not the layout's; "
                        "100 g and more tell best")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="one JSON object per line")
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Calibrate; the exit status is 1 if it was left off."""
    texts = Texts(options.lang)
    if options.grams and not MIN_GRAMS <= options.grams <= MAX_GRAMS:
        given = f"{options.grams:g}"
        raise UnderboardError("--grams is %s, expected %d to %d g", given, MIN_GRAMS, MAX_GRAMS)
    choice = find(options.board)
    with ExitStack() as stack:
        url, sim = choice.url, None
        if choice.simulated:
            name = choice.layout or SIM_LAYOUT
            sim = stack.enter_context(SimBoard(name, faults=list(options.fault)))
            url = sim.url
        teacher = CalibrationClient(BoardPort(url))
        stack.callback(teacher.close)
        layout = teacher.begin(datetime.date.today(), options.grams)
        show = CalibrationView(layout, texts, options.json)
        keyboard, done = None, False
        if sim:
            sim.act(HANDS)
        elif sys.stdin is not None and not options.json:
            keyboard = TerminalInput()
            show.say(texts("calibrate.plate-help") if layout.scale else "")
        try:
            for lesson in teacher.follow(lambda: typed(keyboard, texts)):
                show.step(lesson)
                done = lesson.phase == DONE
            if lesson.phase == REFUSED:
                raise calibrate.refusal(lesson)
            if not done:
                return 1
            teacher.wait_stored()
        except KeyboardInterrupt:
            if not done:
                teacher.leave()
            show.say(texts("calibrate.left-done" if done else "calibrate.left"))
            return INTERRUPTED
        show.end(lesson)
    return 0


def typed(keyboard: TerminalInput | None, texts: Texts) -> str:
    """Return what a person wishes, if anything was typed that is a wish."""
    line = (keyboard.line() if keyboard else None) or ""
    for wish in WISHES:
        words = texts(f"calibrate.word.{wish}").split()
        if line and line.lower() in (*words, wish):
            return wish
    return ""


class CalibrationView:
    """Says each step once."""

    def __init__(self, layout: Layout, texts: Texts, as_json: bool) -> None:
        self._layout = layout
        self._texts = texts
        self._as_json = as_json
        self._cells = calibrate.cells_of(layout)
        self._said = ""

    def say(self, text: str) -> None:
        """Say something to people."""
        if text and not self._as_json and text != self._said:
            self._said = text
            # Written in one piece, because Ctrl-C may come between a line and its end.
            print(f"{text}\n", end="", flush=True)

    def step(self, lesson: CalibrationStatus) -> None:
        """Say what is to be done now."""
        if self._as_json:
            print(json.dumps(asdict(lesson)), flush=True)
            return
        plate = self._layout.scale is not None
        self.say(calibrate.sentence(lesson, self._cells, self._texts, plate))

    def end(self, lesson: CalibrationStatus) -> None:
        """Say what was found."""
        for text in calibrate.outcome(lesson, self._layout, self._texts):
            self.say(text)
