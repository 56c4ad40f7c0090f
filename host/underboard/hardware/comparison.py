"""The pages that compare the boards and show all drawings.

Questions and wrong turns come from simulated games (tests/bench/results/games.json); everything
else is computed from the layouts.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from underboard.hardware import pico, power
from underboard.hardware.build_plan import BUTTON, BuildPlan
from underboard.hardware.parts.bom import bom, price
from underboard.hardware.parts.labour import work
from underboard.hardware.parts.prices import CURRENCY, DATE


class Games(NamedTuple):
    """Simulated games of one layout, with the seed of the first."""

    games: int
    asked: int
    seed: int
    wrong: int


def games_in(results: Path) -> dict[str, Games]:
    """Return the measured games by layout; without a checkout there are none."""
    if not results.is_file():
        return {}
    rows = json.loads(results.read_text(encoding="utf-8"))["rows"]
    return {
        row["key"]: Games(row["games"], row["asked"], row["seed"], row["wrong"]) for row in rows
    }


SEES = {
    "reed": "the lowest level, closed or open",
    "hall-switch": "the lowest level, closed or open",
    "linear-hall": "every level, the upper ones faintly; sizes and colours by strength",
    "load-cell": "every level: weight and place of each piece",
    "push-button": "two buttons for each player",
}
TO_LEARN = "; **to learn:** each reed is trimmed by hand"
PIECES = {"load-cell": "as they come out of the box", "push-button": "none"}
FIGURES = ("questions", "joints", "hours", "price", "current")


def page(plans: Iterable[BuildPlan], measured: dict[str, Games]) -> bytes:
    """Return the page that helps to choose a board."""
    plans = sorted(plans, key=lambda plan: (not plan.weighs, _to_learn(plan), plan.name))
    lines = [
        "# Which board?",
        "",
        "Made by `python -m underboard.hardware` from the layouts: change those, not this.",
        "Nothing here was tried on real hardware: questions come from simulated games, the rest "
        "is computed.",
        "",
        "- **You want to play, with the set that you have:** a plate on four load cells "
        "([plate.md](plate.md)), for Pylos, Gygès and Apagos: the boards whose names end in "
        "`-scale4`. With `-rim` not even the board is drilled: lights round it show one ball at "
        "a time.",
        "- **You want to play Gygès and like to solder:** [gyges-reed38](gyges-reed38/README.md), "
        "the simplest board whose checks all hold.",
        "- **You want to learn how fields tell balls apart:** the boards with linear Halls. They "
        "want drilled balls and a quiet hand.",
        "- **You want to vote in Galérapagos:** [pods12](pods12/README.md), a hub with up to "
        "twelve pods; three are enough.",
        "- **You want to try first:** [a starter kit](starter/README.md), five minutes.",
        "- **You do not like to solder wires:** [printed circuits](circuits/README.md) that one "
        "can order, for the plate, for `gyges-hall38`, `pylos-hall25` and the pods.",
        "- **You want to build the first board with magnets:** `pylos-hall16`, one Hall sensor a "
        "cell and a plain threshold, on a plain Pico. Magnets lie loose in the balls and turn into "
        "the field of discs under the board; try their friction first.",
        "- **Only to learn:** the reed boards of Pylos and Apagos, because each reed is trimmed by "
        "hand.",
        "",
    ]
    head = ("board", "computer", "pieces", "it sees", *FIGURES)
    lines += [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    wrong = []
    for plan in plans:
        games = measured.get(plan.name)
        lines.append(f"| {' | '.join(_row(plan, games))} |")
        if games and games.wrong:
            wrong.append(f"{games.wrong} of `{plan.name}`")
    lines += [
        "",
        "*Computer*: what the firmware fits into; a Pico 2 does where a Pico is named, not the "
        "other way round.",
        "*Questions*: turns for which players had to answer one, per game, in simulated games "
        "with `underboard demo GAME --layout BOARD --games N --seed S --no-pace --hands clumsy`; "
        "no turn was lost, and the record has another turn than was made: "
        f"{', '.join(wrong) or 'never'}.",
        f"*Price*: parts in whole packs, without the game and tools, estimated in {DATE}; what "
        "a board uses up of them, and a plate with kits, is on its own page. "
        f"*Current*: at most, of the {power.USB_MA} mA of a USB port.",
        "All checks of all boards with their margins: [checks.md](checks.md).",
    ]
    return ("\n".join(lines) + "\n").encode()


def _to_learn(plan: BuildPlan) -> bool:
    """Return whether a board is one to learn from, as its layout says."""
    return "to_learn" in plan.build


def _row(plan: BuildPlan, played: Games | None) -> list[str]:
    done = work(plan)
    low, typical, high = price(bom(plan))
    asked = "not played here"
    if played:
        share = float(f"{played.asked / played.games:.2g}")
        asked = f"{share:g} a game ({played.games} games, seed {played.seed})"
    if plan.piece == BUTTON:
        asked = "none"
    return [
        f"[{plan.name}]({plan.name}/README.md)",
        pico.computer(plan.data),
        PIECES.get(plan.part, "with magnets"),
        SEES[plan.part] + TO_LEARN * _to_learn(plan),
        asked,
        str(done.joints),
        str(done.hours),
        f"{low:.0f} to {high:.0f}, typically {typical:.0f} {CURRENCY}",
        f"{power.total(plan.data)[1]:.0f} mA",
    ]


def gallery(names: dict[str, list[str]]) -> bytes:
    """Return the page of all drawings, small; ``names``: by folder."""
    lines = [
        "# All drawings",
        "",
        "Made by `python -m underboard.hardware`. Nothing was tried on real hardware.",
        "",
    ]
    for folder, drawings in names.items():
        images = " ".join(
            f'<a href="{folder}/{name}"><img src="{folder}/{name}" alt="{folder}: {name[:-4]}" '
            'width="150"></a>'
            for name in drawings
        )
        lines += [f"**[{folder}]({folder})**", "", images, ""]
    return "\n".join(lines).encode()
