"""Knock-outs (what the explainer decides without one hypothesis, prior or constant each).

    python tests/bench/knockouts.py --layout apagos-scale4 --games 6 --seed 61000
    python tests/bench/knockouts.py --layout pylos-scale4 --only pairs --fault lifted=2

Clumsy hands play whole games.  Each rest that is explained is explained again without each part of
``PARTS``, from the same samples and the same past, and both decisions are compared:

- ``doubt``: only without the part it is in doubt, so players would be asked;
- ``sure``: only without the part it is certain;
- ``other``: without the part it is certain of something else, or finds nothing at all.

What works by learning or waiting (``LIVED``) is left out of a game from its start instead: turns
that were asked about, misread, wrong or lost.  ``--json`` writes rows of a result file.
"""

import argparse
import importlib
import json
import sys
from contextlib import contextmanager

from loops import Evening, Tally

from boardcore.sensing.explain.explainer import Explainer
from boardcore.sensing.explain.hypotheses import Hypotheses, by_cost
from boardcore.sensing.explain.search import Search
from underboard.deploy.layouts import layout_of

TURN_MS = 20
PLATES = ("pylos-scale4", "gyges-scale4", "apagos-scale4")
HALLS = ("apagos-hall36", "gyges-hall38")
ALL = (*PLATES, *HALLS)
PYLOS, GYGES, APAGOS = ("pylos-scale4",), ("gyges-scale4",), ("apagos-scale4",)
HALL36, HALL38 = ("apagos-hall36",), ("gyges-hall38",)

EXPLAIN, WEIGHT = "boardcore.sensing.explain.", "boardcore.sensing.observe.weight."
FIELD, RAMP = "boardcore.sensing.observe.field.", "boardcore.apagos."


def nothing(*_):
    return ()


def zero(*_):
    return 0.0


def no(*_):
    return False


PARTS = [
    ("pairs of changes", ALL, EXPLAIN + "search", "Search._pair_steps", nothing),
    ("targets", ALL, EXPLAIN + "search", "Search._target_steps", nothing),
    ("odd pieces", PLATES, WEIGHT + "bounds", "WeightSearch.widen", no),
    ("redo of the last act", GYGES, EXPLAIN + "contract", "Model.redo", nothing),
    ("causes without a change", PLATES, WEIGHT + "bounds", "WeightSearch.others_steps", nothing),
    ("hurry", (*PYLOS, *GYGES), EXPLAIN + "search", "Search._hurry", zero),
    ("heavy tails (NU 8)", PLATES, EXPLAIN + "cost", "NU", 1000.0),
    ("margin by distance", PLATES, EXPLAIN + "cost", "MARGIN_SIGMAS", 0.1),
    ("least margin (5 nats)", ALL, EXPLAIN + "cost", "MIN_MARGIN", 1.0),
    ("presses", PLATES, WEIGHT + "bounds", "WeightSearch.act_cost", zero),
    ("press that changes nothing", PLATES, WEIGHT + "presses", "IDLE_COST", 0.0),
    ("hand that lay still", PLATES, WEIGHT + "bounds", "LEFT_SHARE", 0.0),
    ("boxings", GYGES, "boardcore.gyges.model", "GygesModel.compounds", nothing),
    ("NOT_YET", PYLOS, "boardcore.pylos.model", "NOT_YET", 0.0),
    ("NOT_THEIRS", PYLOS, "boardcore.pylos.model", "NOT_THEIRS", 0.0),
    ("UNEXPECTED", PYLOS, "boardcore.pylos.model", "UNEXPECTED", 0.0),
    ("NOT_PLAYED", GYGES, "boardcore.gyges.model", "NOT_PLAYED", 0.0),
    ("UNEXPECTED", GYGES, "boardcore.gyges.model", "UNEXPECTED", 0.0),
    ("BOXED", GYGES, "boardcore.gyges.model", "BOXED", 0.0),
    ("PUT_BACK", GYGES, "boardcore.gyges.model", "PUT_BACK", 0.0),
    ("climbs", APAGOS, RAMP + "model", "ApagosModel.compounds", nothing),
    ("UNLIKELY", APAGOS, RAMP + "model", "UNLIKELY", 0.0),
    ("FUMBLED", APAGOS, RAMP + "model", "FUMBLED", 0.0),
    ("SELDOM", APAGOS, RAMP + "model", "SELDOM", 0.0),
    ("IDLE", APAGOS, RAMP + "model", "IDLE", 0.0),
    ("HASTY", APAGOS, RAMP + "model", "HASTY", 0.0),
    ("MORE", APAGOS, RAMP + "model", "MORE", 0.0),
    ("CLEARED", APAGOS, RAMP + "model", "CLEARED", 0.0),
    ("TURNED", APAGOS, RAMP + "masses", "TURNED", 0.0),
    ("DIPPED", APAGOS, RAMP + "presses", "DIPPED", 0.0),
    ("FIDGETED", APAGOS, RAMP + "presses", "FIDGETED", 0.0),
    ("UNDIPPED", APAGOS, RAMP + "presses", "UNDIPPED", 0.0),
    ("steps of a hand", APAGOS, RAMP + "presses", "MISCOUNTED", 0.0),
    ("ASTRAY", APAGOS, RAMP + "presses", "ASTRAY", 0.0),
    ("TOUCHED", APAGOS, RAMP + "presses", "TOUCHED", 1e9),
    ("LATE", APAGOS, RAMP + "climbs", "LATE", 0.0),
    ("NORMAL_CHI2", APAGOS, RAMP + "climbs", "NORMAL_CHI2", 1e9),
    ("EXCHANGED", HALLS, FIELD + "columns", "EXCHANGED", 0.0),
    ("lead of a kind", HALLS, FIELD + "columns", "MARGIN_NATS", 0.0),
    ("neighbours off centre", HALLS, FIELD + "solution", "ASIDE", 0.0),
    ("spheres that lean", HALL36, FIELD + "solution", "TILT", 0.0),
    ("spheres that stick", HALL36, RAMP + "holes", "Holes._odd_steps", nothing),
]
"""Parts that are left out, as name, boards, module, attribute and the value in its place."""
LIVED = [
    ("finger", APAGOS, RAMP + "masses", "FINGER_MM", 1e6),
    ("ASTRAY", (*GYGES, *HALL38), "boardcore.gyges.sizes", "ASTRAY", 0.0),
    ("surprise", ALL, EXPLAIN + "explainer", "SURPRISE", 1e9),
    ("gentle hands", PLATES, WEIGHT + "presses", "Presses.learn", zero),
    ("weighing of pieces", (*PYLOS, *GYGES), WEIGHT + "masses", "Masses.weigh", zero),
    ("looseness learnt", PLATES, WEIGHT + "likelihood", "Likelihood.learn", zero),
    ("noise learnt", PLATES, WEIGHT + "likelihood", "Likelihood.learn_noise", zero),
    ("second look", PLATES, WEIGHT + "weight", "SETTLE_MS", 0),
    ("set down", PLATES, WEIGHT + "weight", "LIFTED_G", 1e9),
    ("BEGUN", APAGOS, RAMP + "model", "BEGUN", 1e9),
    ("held piece", HALLS, FIELD + "columns", "HELD_MS", 0),
]
"""Parts whose absence shows in whole games only."""


def homes(module: str, name: str):
    """Yield every module that holds a value under this name: who imports it, too."""
    there = importlib.import_module(module)
    old = getattr(there, name)
    for each in list(sys.modules.values()):
        if each and each.__name__.startswith("boardcore") and vars(each).get(name) is old:
            yield each


@contextmanager
def without(module: str, name: str, value):
    """Replace a constant wherever it was imported, or a method with all that override it."""
    there = importlib.import_module(module)
    owner, _, method = name.rpartition(".")
    if owner:
        found = [getattr(there, owner)]
        for one in found:
            found += one.__subclasses__()
        places = [(one, method) for one in found if method in vars(one)]
    else:
        places = [(one, name) for one in homes(module, name)]
    kept = [vars(owner)[key] for owner, key in places]
    for place, key in places:
        setattr(place, key, value)
    try:
        yield
    finally:
        for (place, key), old in zip(places, kept, strict=True):
            setattr(place, key, old)


class Looks:
    """Counts how often decisions differ; while it is entered, each rest is looked at again."""

    def __init__(self, parts: list) -> None:
        self._parts = parts
        self.looks = 0
        self.counts = {key: {"doubt": 0, "sure": 0, "other": 0} for key, *_ in parts}

    def __enter__(self) -> "Looks":
        self._conclude = kept = Explainer._conclude
        looks = self

        def conclude(explainer, found) -> None:
            looks.look(explainer, found)
            kept(explainer, found)

        Explainer._conclude = conclude
        return self

    def __exit__(self, *_) -> None:
        Explainer._conclude = self._conclude

    def look(self, explainer, found) -> None:
        """Explain a rest without each part."""
        self.looks += 1
        with_all = decided(explainer, found)
        for key, _, module, name, value in self._parts:
            with without(module, name, value):
                states = decided(explainer, explained(explainer))
            count = self.counts[key]
            if states == with_all or with_all[:1] == states[:1] and len(states) > 1 < len(with_all):
                continue
            if len(states) > 1 or len(with_all) > 1:
                count["doubt" if len(states) > len(with_all) else "sure"] += 1
            else:
                count["other"] += 1
        # The observation keeps what was computed last.
        again = decided(explainer, explained(explainer))
        assert again == with_all, (again, with_all)


def explained(explainer) -> list:
    """Return all explanations of the rest that is looked at."""
    seen = explainer.observation
    if hasattr(seen, "_solved"):
        seen._solved = False
    search = Search(seen, explainer.model)
    found, least = [], 1e9
    for state, before in explainer.posterior:
        for _ in search.search_steps(state, explainer._hands_ms, least + 9.0 - before):
            pass
        for cost, chi2, changes, after in search.found:
            found.append((before + cost, chi2, changes, after))
            least = min(least, before + cost)
    return found


def decided(explainer, found) -> list:
    """Return the states that are taken as likely: one if the board is certain."""
    seen = explainer.observation
    if [1 for row in found if row[1] <= seen.FITS]:
        found = [row for row in found if row[1] <= seen.misfits()]
    if not found:
        return []
    rows, _, leads = Hypotheses(None)._weigh(sorted(found, key=by_cost), seen.distance, seen.FITS)
    return [row[0] for row in rows[:1]] if leads else [row[0] for row in rows]


def played(layout, games: int, seed: int, faults) -> Tally:
    """Return what so many games come to."""
    tally = Tally()
    for at in range(seed, seed + games):
        evening = Evening(layout, at, TURN_MS, 0, faults)
        for _ in evening.play():
            tally.note(evening)
    return tally


def turns_of(tally: Tally) -> dict:
    """Return what a tally counts."""
    return {name: getattr(tally, name) for name in ("turns", "asked", "misread", "wrong", "lost")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--layout", choices=ALL, default="apagos-scale4")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--seed", type=int, default=61000, help="of the first game")
    parser.add_argument("--only", action="append", default=[], metavar="PART")
    parser.add_argument("--lived", action="store_true", help="whole games without parts of LIVED")
    parser.add_argument("--fault", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--json", action="store_true", help="rows of a result file")
    options = parser.parse_args()
    layout = layout_of(options.layout)
    name, games = options.layout, options.games

    def tell(key: str, counts: dict) -> None:
        found = {"key": f"{name}.{key}", "games": games, **counts}
        words = " ".join(f"{k} {v}" for k, v in counts.items())
        print(json.dumps(found) if options.json else f"{found['key']:42} {words}", flush=True)

    table = LIVED if options.lived else PARTS
    parts = [row for row in table if name in row[1] and row[0] in (options.only or [row[0]])]
    if not options.lived:
        # A game loads what is replaced.
        played(layout, 1, options.seed, options.fault)
        with Looks(parts) as looks:
            tally = played(layout, games, options.seed, options.fault)
        tell("all parts", {"looks": looks.looks, **turns_of(tally)})
        for key, counts in looks.counts.items():
            tell(key, {"looks": looks.looks, **counts})
        return
    tell("all of a game", turns_of(played(layout, games, options.seed, options.fault)))
    for key, _, module, attribute, value in parts:
        with without(module, attribute, value):
            tell(key, turns_of(played(layout, games, options.seed, options.fault)))


if __name__ == "__main__":
    main()
