"""Scenes of an evening (an event as a picture with one spoken sentence and a length).

Events are the effects of the game, and two of the table's own: a debate that opens
(``debate``), and the count to three that closes a ballot (``three``).  Pure: events in,
scenes out; ``director`` says when each of them is shown.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from underboard.galerapagos.state.ballot import ABSTAIN
from underboard.galerapagos.state.camp_state import CampState
from underboard.galerapagos.table.messages import names, sentence
from underboard.jsontype import JsonObject
from underboard.texts import LANGUAGES, Texts

Event = JsonObject
Caption = dict[str, str]
"""One sentence in each language."""

LENGTH_MS = {
    "weather": 4000, "act": 2500, "bite": 5000, "find": 4000, "card": 3000, "count": 3000,
    "debate": 2500, "ballot": 2500, "three": 3000, "rescue": 4000, "shot": 4000, "death": 7000,
    "inheritance": 4000, "departure": 9000, "hurricane": 6000, "day": 2500, "end": 5000,
}  # fmt: skip
"""Shortest length of each kind, ms; the design's section "Evening", the rest chosen."""
CAPTION_AFTER_MS = 400
LETTER_MS = 65
"""Time in which a voice says a letter, ms; assumed: 15 letters a second, a slow reader's speed."""
TURN_MS, NAME_MS, NEXT_MS, LONG_REST_MS = 320, 1500, 2300, 1300
"""A ballot's envelope: it turns, shows its name, the next one follows, ms; the longer rest of
an envelope that can decide, ms."""
BAR_MS = 1200
"""Time between two totals of a secret ballot, ms; chosen."""
VERDICT_MS = 3000

KIND_OF = {
    "turn": "day", "first-passes": "day", "misses": "act", "fish": "act", "water": "act",
    "wood": "act", "pushed": "act", "bitten": "bite", "search": "find", "search-empty": "find",
    "cured": "rescue", "recovered": "act", "cooked": "card", "fed": "count",
    "basket-fed": "rescue", "shortage": "count", "zero": "count", "no-raft": "count",
    "ballot": "ballot", "vote-dropped": "count", "vote-repeated": "rescue", "ration": "rescue",
    "feed": "rescue", "inherits": "inheritance", "deal-out": "inheritance", "plays": "card",
    "lays": "card", "takes": "find", "back": "rescue", "gives": "card", "shoots": "shot",
    "sheet": "shot", "too-late": "shot", "debate": "debate", "three": "three", "sick": "bite",
    "into-camp": "card", "override": "count",
}  # fmt: skip
"""Kind of the scene of an effect; deaths, ballots' votes and the end are scenes of several."""

VOTES = ("voted", "silent", "total")
VERDICTS = ("designated", "tie", "vote-again")
UNSEEN = ("votes-in", "pods", "found")
"""Effects that are no scene: they change a figure, or are for one pair of eyes."""
FACTS = ("effect", "player", "target", "number", "players", "rain", "gained", "how", "reason")
"""Subjects of a picture; never a card's face."""


@dataclass(frozen=True)
class Beat:
    """A moment within a scene: from then on the picture shows ``facts`` besides."""

    at_ms: int
    caption: Caption
    facts: Event


@dataclass(frozen=True)
class Scene:
    """One scene; ``facts``: whom and what its picture shows from the beginning."""

    kind: str
    caption: Caption
    length_ms: int
    facts: Event = field(default_factory=dict)
    beats: tuple[Beat, ...] = ()


def scenes_of(camp: CampState, events: Iterable[Event]) -> list[Scene]:
    """Return the scenes of events in the order in which they happened."""
    seen = [e for e in events if "private" not in e and e["effect"] not in UNSEEN]
    scenes: list[Scene] = []
    place = 0
    while place < len(seen):
        name = seen[place]["effect"]
        rule = next((rule for starts, rule in RULES if name in starts), _single)
        made, used = rule(camp, seen[place:])
        scenes += made
        place += used
    return scenes


Made = tuple[list[Scene], int]
"""Scenes, and the number of events that they show."""


def _said(camp: CampState, event: Event) -> Caption:
    return {language: sentence(Texts(language), camp, event) for language in LANGUAGES}


def caption(key: str, camp: CampState, **seats: Any) -> Caption:
    """Return a sentence of ``texts/LANG/scenes.json``; ``seats`` are seats, or lists of them."""
    said = {}
    for language in LANGUAGES:
        texts = Texts(language)
        values = {
            name: names(camp, value if isinstance(value, list) else [value], texts)
            for name, value in seats.items()
        }
        said[language] = texts(f"scenes.{key}", **values)
    return said


def spoken_ms(said: Caption) -> int:
    """Return how long a picture stands with its sentence spoken in the slower language."""
    return CAPTION_AFTER_MS + LETTER_MS * max(len(text) for text in said.values())


def _scene(kind: str, said: Caption, facts: Event) -> Scene:
    shown = {name: facts[name] for name in FACTS if name in facts}
    return Scene(kind, said, max(LENGTH_MS[kind], spoken_ms(said)), shown)


def _single(camp: CampState, events: list[Event]) -> Made:
    event = events[0]
    return [_scene(KIND_OF[event["effect"]], _said(camp, event), event)], 1


def _weather(camp: CampState, events: list[Event]) -> Made:
    event = events[0]
    kind = "hurricane" if event["hurricane"] else "weather"
    return [_scene(kind, _said(camp, event), event)], 1


def _bitten(camp: CampState, events: list[Event]) -> Made:
    """A bite says all of being sick, so that has no scene of its own."""
    sick = len(events) > 1 and events[1]["effect"] == "sick"
    return _single(camp, events)[0], 2 if sick else 1


def _ballot(camp: CampState, events: list[Event]) -> Made:
    event = events[0]
    said = caption(f"ballot.{event['reason']}", camp)
    return [_scene("ballot", said, event)], 1


def _table(camp: CampState, events: list[Event]) -> Made:
    """A debate that opens, or the count to three."""
    event = events[0]
    said = caption(event["effect"], camp, player=event["player"])
    return [_scene(event["effect"], said, event)], 1


def _death(camp: CampState, events: list[Event]) -> Made:
    how = events[0]["how"]
    used = 1
    while used < len(events) and events[used]["effect"] == "death" and events[used]["how"] == how:
        used += 1
    dead = [event["player"] for event in events[:used]]
    said = _said(camp, events[0]) if used == 1 else caption(f"deaths.{how}", camp, players=dead)
    return [_scene("death", said, {"players": dead, "how": how})], used


def _end(camp: CampState, events: list[Event]) -> Made:
    event = events[0]
    saved = event["players"]
    last = _scene("end", _said(camp, {**event, "effect": "end", "players": []}), event)
    if not saved:
        return [last], 1
    left = caption("departure", camp, players=saved)
    return [_scene("departure", left, {"players": saved}), last], 1


def _reveal(camp: CampState, events: list[Event]) -> Made:
    """One envelope after the other, or one total after the other where votes are secret."""
    used = next((n for n, e in enumerate(events) if e["effect"] not in VOTES), len(events))
    votes = [event for event in events[:used] if event["effect"] != "total"]
    verdict = events[used] if used < len(events) and events[used]["effect"] in VERDICTS else None
    named = any(event["effect"] == "voted" for event in votes)
    if named:
        # By silence, and as a vote: one envelope.
        cast = [event for event in votes if event["effect"] == "voted"]
        beats, end = _envelopes(camp, cast)
    else:
        beats, end = _bars(camp, [event for event in events[:used] if event["effect"] == "total"])
    if verdict:
        said = _said(camp, verdict)
        chosen = verdict.get("players") or [verdict["player"]]
        beats.append(Beat(end, said, {"verdict": verdict["effect"], "players": chosen}))
        end += max(VERDICT_MS, spoken_ms(said))
    begun = caption("reveal", camp)
    return [Scene("reveal", begun, end, {"secret": not named}, tuple(beats))], used + bool(verdict)


def _envelopes(camp: CampState, votes: list[Event]) -> tuple[list[Beat], int]:
    beats: list[Beat] = []
    at = spoken_ms(caption("reveal", camp))
    tally: dict[int, int] = {}
    left = sum(event["number"] for event in votes)
    for event in votes:
        voter, target, weight = event["player"], event["target"], event["number"]
        decides = left < len(votes) and _can_decide(tally, left)
        said = caption("decides" if decides else "envelope", camp, player=voter)
        beats.append(Beat(at, said, {"turning": voter}))
        rest = LONG_REST_MS if decides else 0
        at += NAME_MS + rest
        beats.append(Beat(at, _said(camp, event), {"voter": voter, "target": target, "n": weight}))
        at += NEXT_MS - NAME_MS
        left -= weight
        if target != ABSTAIN:
            tally[target] = tally.get(target, 0) + weight
    return beats, at


def _can_decide(tally: dict[int, int], left: int) -> bool:
    """Return True if the leader can still be caught up with, and only just."""
    first, *others = [*sorted(tally.values(), reverse=True), 0, 0][:2]
    return 0 < left <= 2 and first - others[0] <= left


def _bars(camp: CampState, totals: list[Event]) -> tuple[list[Beat], int]:
    at = spoken_ms(caption("reveal", camp))
    beats = []
    for event in totals:
        facts = {"target": event["target"], "total": event["number"]}
        beats.append(Beat(at, _said(camp, event), facts))
        at += BAR_MS
    return beats, at


RULES: tuple[tuple[tuple[str, ...], Callable[[CampState, list[Event]], Made]], ...] = (
    (("weather",), _weather),
    (("bitten",), _bitten),
    (("ballot",), _ballot),
    (("debate", "three"), _table),
    (("death",), _death),
    (("end",), _end),
    ((*VOTES, *VERDICTS), _reveal),
)
