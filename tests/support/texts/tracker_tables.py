"""The tables of the tracker as Markdown, drawn from the code: what firmware/docs/tracker.md shows.

PYTHONPATH=tests python -m support.texts.tracker_tables      # prints them, to be put into the page
"""

import ast
import inspect
import re
import textwrap

from boardcore.play import states, tracker
from boardcore.play.undo import UndoDetector

STATES = [name for name, value in vars(states).items() if name.isupper()][:20]
EVENTS = (
    "CHANGED", "REEVALUATE", "REJECTION", "MATCHES", "GAME_ENDED", "FOUND", "PARTIAL_FOUND",
    "NOT_FOUND",
)  # fmt: skip
BLOCKED_BY = {0: "", 1: "questions", 2: "questions, search"}


def where_it_leads():
    """Return the rows of NEXT, by the names of states."""
    rows = []
    for state, name in enumerate(STATES):
        after = [states.after(state, getattr(states, event)) for event in EVENTS]
        rows.append([name, *(STATES[to] if to != state else "·" for to in after)])
    return rows


def what_is_done():
    """Return the rows of WORK: the functions, with the states that they choose themselves."""
    rows = []
    for at in range(0, len(tracker.WORK), tracker.WIDTH):
        held, wait_ms, *cells = tracker.WORK[at : at + tracker.WIDTH]
        says, settles, waited = [told(cell) for cell in cells]
        waits = f"{wait_ms / 1000:g} s" if wait_ms else ""
        rows.append([STATES[at // tracker.WIDTH], BLOCKED_BY[held], says, settles, waits, waited])
    return rows


def told(function) -> str:
    """Return how a cell is written."""
    if function is None:
        return ""
    name = function.__name__.lstrip("_")
    chosen = chosen_by(function)
    return f"{name} → {', '.join(chosen)}" if chosen else name


def chosen_by(function) -> list[str]:
    """Return the states to which a function leads besides NEXT, as its source says."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "attr", "") == "state":
            found += [one.attr for one in ast.walk(node.value) if isinstance(one, ast.Attribute)]
            if "hypothesis_state" in ast.unparse(node.value):
                found += re.findall(r"[A-Z_]{3,}", inspect.getsource(UndoDetector.hypothesis_state))
    return sorted({name for name in found if name in STATES}, key=STATES.index)


def markdown(heading, rows) -> str:
    lines = ["| " + " | ".join(heading) + " |", "| " + " | ".join(["---"] * len(heading)) + " |"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def tables() -> list[str]:
    return [
        markdown(("state", *EVENTS), where_it_leads()),
        markdown(
            ("state", "held up by", "ON_REPLY", "ON_STABLE", "waits", "ON_TIMEOUT"), what_is_done()
        ),
    ]


if __name__ == "__main__":
    print("\n\n".join(tables()))
