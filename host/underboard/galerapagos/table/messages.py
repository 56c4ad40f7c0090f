"""Effects and figures of a game as sentences, in English or French."""

from collections.abc import Callable

from underboard.galerapagos.rules.game import Game
from underboard.galerapagos.rules.overrides import LIMITS
from underboard.galerapagos.state.ballot import ABSTAIN
from underboard.galerapagos.state.camp_state import CampState
from underboard.galerapagos.state.cards import HURRICANE
from underboard.galerapagos.state.refusal import worded
from underboard.jsontype import JsonObject
from underboard.texts import Texts
from underboard.texts.grammar import Names

SEATS = ("player", "target")
LISTS = ("players", "targets")


def names(camp: CampState, seats: list[int], texts: Texts) -> Names:
    """Return names in a row, or the word for nobody."""
    return in_a_row([camp.people[seat].name for seat in seats], texts)


def in_a_row(parts: list[str], texts: Texts) -> Names:
    """Return names as one says them: Ada, Basil and Cleo."""
    *first, last = parts or [texts("galerapagos.word.nobody")]
    both = texts("galerapagos.word.and", first=", ".join(first), last=last) if first else last
    return Names(both, len(parts))


def sentence(texts: Texts, camp: CampState, effect: JsonObject) -> str:
    """Return what the table is told of one effect."""
    spoken: JsonObject = {}
    for name, value in effect.items():
        if name in SEATS and value != ABSTAIN:
            spoken[name] = camp.people[value].name
        elif name in LISTS:
            spoken[name] = names(camp, value, texts)
        elif name == "cards":
            cards = [texts(f"galerapagos.card.{card}") for card in value]
            spoken[name] = ", ".join(cards) or texts("galerapagos.word.nothing")
        elif name == "balls":
            spoken[name] = " + ".join(str(ball) for ball in value)
        elif name == "places":
            spoken[name] = ", ".join(str(place) for place in value)
        elif name == "days":
            spoken[name] = ", ".join(_day(texts, day) for day in value)
        elif name not in ("effect", "private"):
            spoken[name] = value
    if effect["effect"] == "override" and effect["what"] not in (*LIMITS, "end"):
        spoken["value"] = camp.people[effect["value"]].name
    return worded(texts, f"effect.{_variant(effect)}", spoken).rstrip()


def _day(texts: Texts, day: object) -> str:
    if day == HURRICANE:
        return texts("galerapagos.word.hurricane")
    return rain_text(texts, int(str(day)))


def rain_text(texts: Texts, rain: int) -> str:
    """Return the rain of a day in words."""
    return texts("galerapagos.word.rain", rain=rain) if rain else texts("galerapagos.word.sun")


BY_REASON = ("fed", "basket-fed", "shortage", "zero", "designated")
"""Effects whose sentence is another one for each thing that is missing."""
VARIANTS: dict[str, tuple[tuple[str, Callable[[JsonObject], object]], ...]] = {
    "weather": (
        ("weather-hurricane", lambda e: e["hurricane"]),
        ("weather-sun", lambda e: not e["rain"]),
    ),
    "water": (("water-none", lambda e: not e["number"]),),
    "wood": (("wood-seat", lambda e: e["gained"]),),
    "pushed": (("pushed-seat", lambda e: e["gained"]),),
    "voted": (
        ("abstained", lambda e: e["target"] == ABSTAIN),
        ("voted-double", lambda e: e["number"] > 1),
    ),
    "ration": (("ration-own", lambda e: e["player"] == e["target"]),),
    "end": (("end-nobody", lambda e: not e["players"]),),
    "plays": (
        ("plays-action", lambda e: "action" in e),
        ("plays-on", lambda e: "target" in e),
        ("plays-many", lambda e: "players" in e),
    ),
}
"""Effects that have several sentences: key and condition of each, the first that holds."""


def _variant(effect: JsonObject) -> str:
    """Return the key of the sentence, where one effect has several."""
    name = str(effect["effect"])
    if name in BY_REASON:
        return f"{name}.{effect['reason']}"
    return next((key for key, holds in VARIANTS.get(name, ()) if holds(effect)), name)


def undone(event: JsonObject, camp: CampState, texts: Texts) -> str:
    """Return what was taken back; of a vote: whose it was."""
    if event["do"] == "cast":
        return texts("galerapagos.menu.undone-vote", name=camp.people[event["voter"]].name)
    return texts("galerapagos.menu.undone", entry=texts(f"galerapagos.entry.{event['do']}"))


def public_log(texts: Texts, game: Game, most: int = 0) -> list[tuple[int, str]]:
    """Return pairs (day, sentence): what the whole table was told; ``most``: the last ones only."""
    told = [
        (turn, effect)
        for turn, effect in game.log
        if "private" not in effect and effect["effect"] != "votes-in"
    ]
    return [(turn, sentence(texts, game.camp, effect)) for turn, effect in told[-most:]]


VOTES = ("voted", "silent", "total")


def short_log(texts: Texts, game: Game) -> list[tuple[int, str]]:
    """Return the log with the votes of each ballot as one line per castaway named."""
    lines: list[tuple[int, str]] = []
    votes: list[JsonObject] = []
    told = [(turn, e) for turn, e in game.log if "private" not in e]
    for place, (turn, effect) in enumerate(told):
        if effect["effect"] in VOTES:
            votes.append(effect)
            after = told[place + 1][1]["effect"] if place + 1 < len(told) else ""
            if after not in VOTES:
                lines += [(turn, line) for line in vote_lines(texts, game.camp, votes)]
                votes = []
        elif effect["effect"] not in ("votes-in", "ballot"):
            lines.append((turn, sentence(texts, game.camp, effect)))
    return lines


def vote_lines(texts: Texts, camp: CampState, effects: list[JsonObject]) -> list[str]:
    """Return who voted against whom, most votes first: ``Basil: 5 (Ada, Cleo ×2, Dov, Elsa)``."""
    voters: dict[int, list[str]] = {}
    totals: dict[int, int] = {}
    for effect in effects:
        target = effect.get("target", ABSTAIN)
        if effect["effect"] == "total":
            totals[target] = effect["number"]
            continue
        weight = effect.get("number", 1)
        name = camp.people[effect["player"]].name
        voters.setdefault(target, []).append(f"{name} ×{weight}" if weight > 1 else name)
        if effect["effect"] == "voted" and target != ABSTAIN:
            totals.setdefault(target, 0)
    lines = []
    for target in sorted(totals, key=lambda seat: (-totals[seat], seat)):
        number = f": {totals[target]}" if totals[target] else ""
        by = f" ({', '.join(voters[target])})" if target in voters else ""
        lines.append(f"{camp.people[target].name}{number}{by}")
    if ABSTAIN in voters:
        voters[ABSTAIN] = list(dict.fromkeys(voters[ABSTAIN]))  # by silence, and as a vote
        lines.append(texts("galerapagos.word.abstained", names=", ".join(voters[ABSTAIN])))
    return lines


FIGURES = ("fish", "water", "wood", "searches", "bites", "votes", "shots", "cards")


def statistics(game: Game) -> list[JsonObject]:
    """Return one row of figures per castaway, in the order of the seats."""
    camp = game.camp
    rows: list[JsonObject] = [
        {"name": one.name, "died": one.died, **dict.fromkeys(FIGURES, 0)} for one in camp.people
    ]
    for seat in camp.embarked:
        rows[seat]["embarked"] = True
    for _, effect in game.log:
        counted = COUNTED.get(effect["effect"])
        if counted:
            seat_name, figure, number = counted
            seat = effect.get(seat_name, ABSTAIN)
            if seat != ABSTAIN:
                rows[seat][figure] += effect[number] if number else 1
    return rows


COUNTED = {
    "fish": ("player", "fish", "number"),
    "water": ("player", "water", "number"),
    "wood": ("player", "wood", "number"),
    "pushed": ("player", "wood", "number"),
    "search": ("player", "searches", ""),
    "bitten": ("player", "bites", ""),
    "voted": ("target", "votes", "number"),
    "shoots": ("player", "shots", ""),
    "plays": ("player", "cards", ""),
    "lays": ("player", "cards", ""),
    "ration": ("player", "cards", ""),
}
"""Effect: whose figure it is, which figure, and the number it adds (none: one)."""


def export(game: Game) -> JsonObject:
    """Return a finished or unfinished game as plain data, without its secrets."""
    camp = game.camp
    return {
        "game": "galerapagos",
        "players": list(game.setup.names),
        "cards": game.setup.cards,
        "switches": game.setup.switches,
        "days": camp.turn,
        "over": game.over,
        "reason": camp.reason,
        "embarked": [camp.people[seat].name for seat in camp.embarked],
        "ballots": camp.ballots,
        "statistics": statistics(game),
        "log": [{"day": turn, **effect} for turn, effect in game.log if "private" not in effect],
    }
