"""Without: what each kind of hypothesis, pass and figure of the Hall decoders is good for.

    python tests/bench/without.py --layout pylos-hall25 --events 150 --games 30
    python tests/bench/without.py --layout apagos-hall64 --events 150 --games 30 swept bumped

Leaves out one thing at a time and prints a row each: single changes (wrong / asked in per cent,
per level; see ``sensing.py``), then whole games (see ``loops.py``).  The first row is the whole
decoder.  Needs no hardware and touches none.
"""

import argparse
from contextlib import ExitStack
from unittest.mock import patch

from loops import Evening, Tally

from boardcore.apagos.hall import balls, judge, squares, thoughts
from boardcore.pylos.hall import decoder, explainer, growth, likelihood, priors, several
from boardcore.pylos.hall import judge as pylos_judge
from boardcore.pylos.hall import learning as pylos_learning
from boardcore.pylos.hall.explanations import REMOVE, RESPIN, TURN
from boardcore.sensing.observe.field import rest, rests
from sensing import table
from underboard.deploy.layouts import layout_of
from underboard.sim.physics.parameters import parameters_of

SCAN_MS = {"pylos-hall25": 31, "apagos-hall64": 47}
"""What a scan takes, per layout."""


def no_steps(*_, **__):
    """Do nothing, step by step."""
    return
    yield


def nothing(*_, **__):
    """Do nothing."""


def zero(*_, **__) -> float:
    """Return 0."""
    return 0.0


_strength_fits = likelihood.Likelihood._strength_fits


def any_strength(self, *arguments) -> float:
    """Store the deviation, but let every strength be as likely."""
    _strength_fits(self, *arguments)
    return 0.0


def no_glance(self, *_):
    """Find nothing at a glance, step by step."""
    self._begin()
    return
    yield


def no(*_, **__) -> bool:
    """Return False."""
    return False


def others_without(*kinds):
    """Return ``OTHER_KINDS`` without some kinds of parts."""
    return {
        kind: tuple([other for other in others if other not in kinds])
        for kind, others in explainer.OTHER_KINDS.items()
        if kind not in kinds
    }


def _note_without(*kinds):
    note = explainer.Shortlist.note

    def quieter(self, score, found, places, most):
        if not set(kinds) & set(found):
            note(self, score, found, places, most)

    return quieter


_note = explainer.Shortlist.note
_coming = several.Several.coming
_think = explainer.Explainer.think
_expect = priors.Priors.expect


def note_no_pair(self, score, found, places, most):
    """Keep a screened change unless it is that two balls went."""
    if found != (REMOVE, REMOVE):
        _note(self, score, found, places, most)


def coming_alone(self, turned: bool = False):
    """Screen a ball that went with one that came, never with a turned one."""
    if not turned:
        yield from _coming(self)


def coming_turned(self, turned: bool = False):
    """Screen a ball that went with a turned one, never with one that came."""
    if turned:
        yield from _coming(self, True)


def think_all(self, mask, quick: bool = False, again: bool = False):
    """Search for everything, also while a rest has few scans."""
    yield from _think(self, mask, False, again)


def think_anew(self, mask, quick: bool = False, again: bool = False):
    """Search from the beginning, also when more scans of the same rest have come."""
    yield from _think(self, mask, quick)


def expect_one(self, position, own, before: int = -1, own_before: int = 0) -> None:
    """Set the position, without the one before the last turn."""
    _expect(self, position, own)


def _kind(*kinds):
    """Return the patches that leave out kinds of parts."""
    return (
        (explainer, "OTHER_KINDS", others_without(*kinds)),
        (explainer.Shortlist, "note", _note_without(*kinds)),
    )


PYLOS = {
    "respun": _kind(RESPIN),
    "turned": _kind(TURN),
    "shaken": ((explainer.Explainer, "_shake", no_steps),),
    "closure": ((explainer.Explainer, "_closure", no_steps),),
    "further": ((growth.Growth, "further", no_steps),),
    "growth": ((growth.Growth, "grow", no_steps),),
    "turned growth": ((growth.Growth, "turned", no_steps),),
    "two gone": ((explainer.Shortlist, "note", note_no_pair),),
    "climbs": ((several.Several, "coming", coming_turned),),
    "gone, turned": ((several.Several, "coming", coming_alone),),
    "taken back": ((several.Several, "taking", no_steps),),
    "gone child": ((growth.Growth, "_with_gone", no_steps),),
    "grown best": ((explainer, "can_grow", no),),
    "too free": ((growth, "TOO_FREE", 0.0),),
    "quick": ((explainer.Explainer, "think", think_all),),
    "again": ((explainer.Explainer, "think", think_anew),),
    "enough": ((pylos_judge.Judge, "is_enough", no),),
    "lame": ((pylos_judge, "LAME", 1e9),),
    "odd": ((pylos_judge, "ODD", -1e9),),
    "poor": ((pylos_judge, "POOR", -1e9),),
    "nothing bad": ((pylos_judge, "NOTHING_BAD", pylos_judge.BAD),),
    "spun alone": ((pylos_judge, "SPUN_ALONE", pylos_judge.SPUN),),
    "lost": ((pylos_judge.Judge, "is_doubtful", no),),
    "unlawful": ((priors, "UNLAWFUL", 0.0),),
    "last turn": ((priors.Priors, "expect", expect_one),),
    "swept": ((decoder, "SWEPT", 0.0),),
    "strong": ((rests, "STRONG", 1e9),),
    "touched": ((rests, "TOUCHED", rests.CHANGED),),
    "measured noise": ((rest, "LOUD16", 1 << 19),),
    "correcting": ((pylos_learning.Learner, "correcting", no_steps),),
    "learnt shift": ((likelihood.Likelihood, "learn_shift", nothing),),
    "strengths": ((likelihood.Likelihood, "_strength_fits", any_strength),),
    "jiggle of others": (
        (likelihood, "OTHERS", 0.0),
        (pylos_learning, "OTHERS", 0.0),
    ),
    "worn": ((likelihood, "WORN", 0.0),),
    "model error": ((likelihood, "MODEL_SHARE", 0.0),),
    "floor": ((likelihood, "FLOOR_UT", 0.1),),
    "fields": ((pylos_learning.Learner, "_note_field", nothing),),
    "wear": ((pylos_learning.Learner, "_wear", nothing),),
    "learnt strength": ((likelihood.Likelihood, "learn", nothing),),
    "strange": ((pylos_judge.Judge, "is_strange", no),),
    "spun": ((pylos_judge.Judge, "without_spun", lambda self: []),),
    "oddness": ((pylos_judge.Judge, "oddness", zero),),
    "hopeless": ((likelihood, "HOPELESS", 1e9),),
    "plain": ((pylos_judge.Judge, "is_plain", no),),
    "stands out": ((pylos_judge.Judge, "stands_out", no),),
}
"""For Pylos, per name: owner, attribute and its substitute."""
APAGOS = {
    "glance": ((balls.Balls, "_glance", no_glance),),
    "bumped": ((balls.Balls, "_try_bumped", no_steps),),
    "moved": ((balls.Balls, "_try_here_and_there", no_steps),),
    "order": ((thoughts.Thoughts, "order", nothing),),
    "swept": ((thoughts.Thoughts, "may_be_swept", no),),
    "learn laid": ((balls.Balls, "learn", no_steps),),
    "zeros": ((thoughts.Thoughts, "learn_zero", nothing),),
    "another": ((squares.Squares, "is_another", no),),
    "rises": ((squares.Squares, "rises", no),),
    "elsewhere": ((balls, "ELSEWHERE_COST", 1e5),),
    "turned besides": ((thoughts, "TURNED_BESIDES", balls.TURNED_COST),),
    "unseen": ((judge, "UNSEEN", 0.0),),
    "good moved": ((judge, "GOOD_MOVED", 1e5),),
    "lame": ((thoughts, "LAME", 1e5),),
}
"""The same for Apagos."""


def row(layout, events: int, games: int, seed: int, turn_ms: float) -> str:
    """Return what single changes and whole games came to, as cells of a table."""
    cells = []
    if events:
        for _, count, wrong, asked in table(layout, parameters_of(layout), events, seed):
            share = 100 / max(1, count)
            cells.append(f"{wrong * share:.2g} / {asked * share:.2g}")
    tally = Tally()
    for game in range(seed, seed + games):
        evening = Evening(layout, game, turn_ms, SCAN_MS[layout.name])
        evening.play()
        tally.add(evening)
    if games:
        counts = tally.followed, tally.turns, tally.asked, tally.misread, tally.wrong, tally.lost
        cells += [*map(str, counts), f"{tally.within(5):.1f}", f"{tally.within(9):.1f}"]
    return " | ".join(cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="what to leave out; without any: each in turn")
    parser.add_argument("--layout", default="pylos-hall25", choices=SCAN_MS)
    parser.add_argument("--events", type=int, default=150)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turn-ms", type=float, default=5, help="of the board's loop")
    options = parser.parse_args()
    layout = layout_of(options.layout)
    known = PYLOS if layout.game == "pylos" else APAGOS
    for name in options.names or ("", *known):
        with ExitStack() as stack:
            for owner, attribute, substitute in known.get(name, ()):
                stack.enter_context(patch.object(owner, attribute, substitute))
            found = row(layout, options.events, options.games, options.seed, options.turn_ms)
        print(f"| {name or 'nothing'} | {found} |", flush=True)


if __name__ == "__main__":
    main()
