"""Words: effects and figures of a game as sentences, in English or French."""

from typing import Any

from underboard.galerapagos.ballot import ABSTAIN
from underboard.galerapagos.camp import Camp
from underboard.galerapagos.cards import HURRICANE
from underboard.galerapagos.game import Game
from underboard.galerapagos.overrides import LIMITS
from underboard.galerapagos.refusal import worded
from underboard.texts import Texts

SEATS = ("player", "target")
LISTS = ("players", "targets")


def names(camp: Camp, seats: list[int], texts: Texts) -> str:
    """Return names in a row, or the word for nobody."""
    return ", ".join(camp.people[seat].name for seat in seats) or texts("galerapagos.word.nobody")


def sentence(texts: Texts, camp: Camp, effect: dict[str, Any]) -> str:
    """Return what the table is told of one effect."""
    spoken: dict[str, Any] = {}
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
    return texts("galerapagos.word.rain", rain=day)


def _variant(effect: dict[str, Any]) -> str:
    """Return the key of the sentence, where one effect has several."""
    name = effect["effect"]
    if name == "weather" and effect["hurricane"]:
        return "weather-hurricane"
    if name == "voted" and effect["target"] == ABSTAIN:
        return "abstained"
    if name == "end" and not effect["players"]:
        return "end-nobody"
    if name == "plays":
        for field, variant in (
            ("action", "plays-action"),
            ("target", "plays-on"),
            ("players", "plays-many"),
        ):
            if field in effect:
                return variant
    return str(name)


def public_log(texts: Texts, game: Game) -> list[tuple[int, str]]:
    """Return pairs (day, sentence): everything the whole table was told."""
    return [
        (turn, sentence(texts, game.camp, effect))
        for turn, effect in game.log
        if "private" not in effect and effect["effect"] != "votes-in"
    ]


FIGURES = ("fish", "water", "wood", "searches", "bites", "votes", "shots", "cards")


def statistics(game: Game) -> list[dict[str, Any]]:
    """Return one row of figures per castaway, in the order of the seats."""
    camp = game.camp
    rows: list[dict[str, Any]] = [
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


def export(game: Game) -> dict[str, Any]:
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
