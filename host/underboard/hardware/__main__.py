"""``python -m underboard.hardware``: write every board's tables and drawings, or compare them.

Exit status 0 for done, 1 if a file is stale or a check fails, 2 if a layout cannot be drawn.
"""

import argparse
import json
import sys
from pathlib import Path

from boardcore.errors import Unreadable
from boardcore.layout import Layout
from underboard.drive import CHECKOUT, drive_path, is_checkout
from underboard.hardware import checks
from underboard.hardware.plan import Plan, plan_of
from underboard.hardware.write import files, stale, summary
from underboard.texts import default_language
from underboard.texts.sentences import spoken
from underboard.trouble import Trouble

SUMMARY = "checks.md"


def main(argv: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m underboard.hardware", description=__doc__)
    parser.add_argument("layouts", nargs="*", type=Path, help="layout files; default: the shipped")
    parser.add_argument("--out", type=Path, help="folder to write to; default: hardware/")
    parser.add_argument("--check", action="store_true", help="write nothing, name stale files")
    options = parser.parse_args(argv)
    try:
        return _run(options.layouts, options.out, options.check)
    except (Trouble, Unreadable, OSError) as error:
        print(f"underboard: {spoken(str(error), default_language())}", file=sys.stderr)
        return 2


def shipped() -> list[Path]:
    """Return the layout files of this installation."""
    with drive_path() as drive:
        return sorted((drive / "layouts").glob("*.json"))


def load(path: Path) -> Plan:
    """Return the plan of a layout file that the firmware would take too.

    Raises Trouble or Unreadable.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise Trouble(f"{path} is damaged: expected JSON, {error}") from None
    Layout(data)
    return plan_of(data)


def _run(paths: list[Path], out: Path | None, only_check: bool) -> int:
    plans = [load(path) for path in paths or shipped()]
    if out is None and not is_checkout():
        raise Trouble("this installation has no folder hardware/: say where to write with --out")
    folder = out or CHECKOUT.parent / "hardware"
    wrong = 0
    for plan in plans:
        made = files(plan)
        for check in checks.check(plan):
            if check.verdict == checks.WRONG:
                wrong += 1
                print(f"{plan.name}: {check.name}: {check.value}, {check.limit}. {check.why}")
        if only_check:
            old = stale(folder / plan.name, made)
            wrong += len(old)
            for name in old:
                print(f"{plan.name}/{name} is stale")
            continue
        (folder / plan.name).mkdir(parents=True, exist_ok=True)
        for name, content in made.items():
            (folder / plan.name / name).write_bytes(content)
    if not paths and not only_check:
        (folder / SUMMARY).write_bytes(summary(plans))
    elif not paths and stale(folder, {SUMMARY: summary(plans)})[:1] == [SUMMARY]:
        wrong += 1
        print(f"{SUMMARY} is stale")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
