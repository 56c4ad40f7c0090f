"""``underboard board install`` and ``uninstall``: the firmware on the board's drive."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from boardcore.layout.layout import Layout
from underboard.cli.arguments import Commands, add_language
from underboard.cli.layout_warning import unfit
from underboard.deploy.boards import TRIED, is_untried
from underboard.deploy.firmware_files import RELEASES, running
from underboard.deploy.install import SMALL_DRIVE, InstallPlan, Progress, install, plan, uninstall
from underboard.deploy.measure import Answer, ask_board
from underboard.deploy.memory import LEAVES
from underboard.deploy.usb_drive import boot_out, find_drive
from underboard.deploy.versions import our_version, version_in
from underboard.errors import UnderboardError
from underboard.texts import Texts

YES = ("y", "yes", "o", "oui")


def add(commands: Commands) -> None:
    """Add both commands to those of ``board``."""
    one = commands.add_parser(
        "install", help="put the firmware on the board's drive; a pulled cable leaves it whole"
    )
    one.add_argument("--layout", default="", metavar="L", help="which board this is")
    one.add_argument(
        "--circuit", default="", metavar="NAME",
        help='what is printed on its copper, like "UB-3 revision 1"',
    )  # fmt: skip
    one.add_argument(
        "--hints", action="append", default=[], metavar="LAYOUT",
        help="put the solution of a layout of Apagos, like 7531, on the board, too",
    )  # fmt: skip
    one.add_argument(
        "--force", action="store_true", help="also onto a board whose memory is too small"
    )
    one.add_argument("--dry-run", action="store_true", help="tell what would be done, do nothing")
    one.set_defaults(run=run_install)
    other = commands.add_parser("uninstall", help="take it off, and put back what was there")
    other.set_defaults(run=run_uninstall)
    for parser in (one, other):
        parser.add_argument("--drive", type=Path, metavar="PATH", help="the board's drive")
        parser.add_argument("--yes", action="store_true", help="ask nothing")
        add_language(parser)


def run_install(options: argparse.Namespace) -> int:
    """Install; the exit status is 1 if a person says no."""
    texts = Texts(options.lang)
    drive = find_drive(options.drive)
    _, board = boot_out(drive)

    def ask(modules: Sequence[str]) -> Answer:
        known = not modules and (options.force or board in LEAVES)
        return Answer() if known else ask_board(drive, modules)

    found = plan(drive, options.layout, options.hints, options.force, options.circuit, ask)
    print("\n".join(summary(found, texts)))
    if is_untried(found.circuitpython):
        print(
            texts("install.untried", version=found.circuitpython, tried=".".join(map(str, TRIED)))
        )
    for question in found.questions:
        text = texts(question.key, **question.names)
        if options.dry_run:
            print(texts("install.would-ask", question=text))
        elif not (options.yes or agreed(text, texts)):
            print(texts("install.nothing-done"))
            return 1
    if options.dry_run:
        return 0
    install(found, bar(texts))
    print(texts("install.done", folder=f"{RELEASES}/{found.number}"))
    return 0


def run_uninstall(options: argparse.Namespace) -> int:
    """Uninstall; the exit status is 1 if a person says no."""
    texts = Texts(options.lang)
    drive = find_drive(options.drive)
    if not (options.yes or agreed(texts("install.ask.uninstall", drive=drive), texts)):
        print(texts("install.nothing-done"))
        return 1
    back = uninstall(drive)
    print(texts("install.gone", files=", ".join(back) or "-"))
    return 0


def summary(found: InstallPlan, texts: Texts) -> list[str]:
    """Return what an installation will do, and how much room it takes.

    Raises ParseError or UnderboardError for a layout with which the board could not play.
    """
    data = json.loads(found.release[f"layouts/{found.wanted}.json"])
    Layout(data)  # what the board would refuse is refused here
    rest = max(0, SMALL_DRIVE - found.size)
    there, here = version_in(running(found.drive)), our_version()
    versions = [texts("install.version", there=there, here=here)] if there not in ("", here) else []
    return [
        texts("install.drive", drive=found.drive, version=found.circuitpython or "?",
              board=found.board or "?"),
        texts("install.release", number=found.number, files=len(found.release),
              layouts=", ".join(found.layouts)),
        *versions,
        texts("install.top", files=", ".join(found.top) or "-"),
        texts("install.room", size=found.size // 1024, rest=rest // 1024,
              free=found.free // 1024),
        *unfit(data, texts),
    ]  # fmt: skip


def agreed(question: str, texts: Texts) -> bool:
    """Ask a person; raises UnderboardError where nobody can answer."""
    try:
        answer = input(f"{question} {texts('install.yes-no')} ")
    except EOFError:
        raise UnderboardError(
            "nobody is here to answer: say --yes to go on without asking"
        ) from None
    return answer.strip().lower() in YES


def bar(texts: Texts) -> Progress:
    """Return what shows the progress: one line on a terminal, else nothing."""

    def show(done: int, total: int, name: str) -> None:
        if sys.stderr.isatty():
            end = "\n" if done == total else ""
            line = texts("install.progress", percent=100 * done // total, name=name)
            print(f"\r\x1b[K{line}", end=end, file=sys.stderr, flush=True)

    return show
