"""State that a phone and the big screen may see, as pure functions of the game.

The public part is what the whole table knows.  A seat's own part adds its hand (where cards
are dealt), what it may do now, and what it was shown in private today.  While a ballot is
open nothing here depends on anybody's choice: only on who has voted.
"""

from underboard.galerapagos.rules.actions import actions_of
from underboard.galerapagos.rules.card_effects import asks, is_possible
from underboard.galerapagos.rules.game import Game, allowed
from underboard.galerapagos.rules.phases import RESOURCE_OF
from underboard.galerapagos.rules.prompts import asked, banner_values, may_shoot, shooters
from underboard.galerapagos.state.camp_state import NOBODY, CampState
from underboard.galerapagos.state.cards import KIND, KINDS, SEATS, TOP, TRACK
from underboard.galerapagos.table.messages import FIGURES, public_log, sentence, statistics
from underboard.jsontype import JsonObject
from underboard.texts import LANGUAGES, Texts

LAST_LINES = 12
"""Number of lines of the log that a phone shows; chosen."""
LOOKS = 4
"""Number of private sentences of today that a phone shows; chosen."""

Progress = tuple[int, int] | None


def public(game: Game, opened: int, progress: Progress = None) -> JsonObject:
    """Return what everybody may see.

    ``opened``: the line that opened the ballot; with it a ballot has a name that no other
    ballot of this game has.  ``progress``: votes in and expected, where pods hold some.
    """
    camp = game.camp
    return {
        "day": camp.turn,
        "phase": camp.phase,
        "rain": camp.rain if camp.phase != "dawn" else -1,
        "hurricane": camp.hurricane,
        "water": camp.water,
        "food": camp.food,
        "wood": camp.wood,
        "seats": camp.seats,
        "most": {"counter": TOP, "wood": TRACK, "seats": SEATS},
        "asked": asked(camp),
        "emblems": list(game.setup.emblems) or list(range(len(camp.people))),
        "people": [_person(camp, seat) for seat in range(len(camp.people))],
        "short": _shortage(camp),
        "ballot": _ballot(camp, opened, progress),
        "tied": list(camp.tied),
        "designated": camp.designated,
        "revealed": _revealed(game, "voted"),
        "totals": _revealed(game, "total") if game.setup.on("votes") == "secret" else [],
        "counted": _counted(camp),
        "told": _told(game),
        "over": {"reason": camp.reason, "embarked": list(camp.embarked)} if game.over else None,
        "figures": _figures(game) if game.over else None,
    }


def _person(camp: CampState, seat: int) -> JsonObject:
    one = camp.people[seat]
    return {
        "name": one.name,
        "alive": one.alive,
        "sick": bool(one.sick),
        "first": seat == camp.first and one.alive,
        "chief": seat == camp.chief,
        "laid": list(one.laid),
        "bot": seat in camp.setup.bots,
    }


def _shortage(camp: CampState) -> JsonObject | None:
    figures = banner_values(camp)
    return {"count": camp.count, **figures} if figures else None


def _ballot(camp: CampState, opened: int, progress: Progress) -> JsonObject | None:
    ballot = camp.ballot
    if not ballot:
        return None
    received, expected = progress or ballot.progress()
    missing = ballot.missing()
    return {
        "round": f"{ballot.number}.{opened}",
        "count": camp.count,
        "targets": list(ballot.targets),
        "voters": list(ballot.voters),
        "last": list(ballot.last),
        "state": ballot.state,
        "in": [seat for seat in ballot.expected() if seat not in missing],
        "received": received,
        "expected": expected,
    }


def _counted(camp: CampState) -> list[str]:
    """Return what has been counted today: what is left of it is for tomorrow."""
    if camp.phase == "evening":
        return ["water", "food"]
    return ["water"] if camp.count == "food" else []


def _revealed(game: Game, which: str) -> list[dict[str, int]]:
    """Return the votes (or totals) shown last, for as long as their consequence is open."""
    if game.camp.phase not in ("crystal", "tie", "designated"):
        return []
    shown: list[dict[str, int]] = []
    for _, effect in game.log:
        if effect["effect"] == "ballot":
            shown = []
        elif effect["effect"] == which:
            names = ("player", "target", "number")
            shown.append({name: effect[name] for name in names if name in effect})
    return shown


def _told(game: Game) -> list[JsonObject]:
    """Return the last sentences of the log in every language."""
    logs = {language: public_log(Texts(language), game, LAST_LINES) for language in LANGUAGES}
    return [
        {"day": line[0], **{language: logs[language][n][1] for language in LANGUAGES}}
        for n, line in enumerate(logs[LANGUAGES[0]])
    ]


def _figures(game: Game) -> list[JsonObject]:
    return [{name: row[name] for name in ("name", "died", *FIGURES)} for row in statistics(game)]


# -- one seat


def private(game: Game, seat: int) -> JsonObject:
    """Return what the owner of ``seat`` may see besides; nothing in it tells their vote."""
    camp = game.camp
    return {
        "seat": seat,
        "hand": sorted(camp.people[seat].hand) if camp.dealt else None,
        "looks": looks(game, seat),
        "offers": [] if game.over else offers(camp, seat),
    }


def looks(game: Game, seat: int) -> list[dict[str, str]]:
    """Return what ``seat`` was shown in private today, in every language."""
    seen = [
        effect
        for turn, effect in game.log
        if effect.get("private") == seat and turn == game.camp.turn
    ]
    return [
        {language: sentence(Texts(language), game.camp, effect) for language in LANGUAGES}
        for effect in seen[-LOOKS:]
    ]


def offers(camp: CampState, seat: int) -> list[JsonObject]:
    """Return what ``seat`` may enter now: the entry, and the choices for each of its fields.

    Votes are no offer: they have a page of their own, the same for everybody who votes.
    """
    open_now = allowed(camp)
    found: list[JsonObject] = []
    if camp.phase == "act" and camp.actor == seat:
        found += [{"do": name} for name in actions_of(camp)]
    elif camp.phase == "push" and camp.actor == seat:
        found.append({"do": "push", "extra": [0, 1, 2, 3, 4, 5]})
    elif camp.phase == "tie" and camp.decider() == seat:
        found.append({"do": "choose", "target": list(camp.tied)})
    elif camp.phase == "shot" and camp.shots[0][1] == seat:
        found += [{"do": "sheet"}, {"do": "fall"}]
    elif camp.phase == "pick" and camp.looker == seat:
        found.append({"do": "pick", "card": camp.pile[:3]})
    if camp.phase in ("designated", "zero") and camp.people[seat].alive:
        found += _rations(camp, seat)
    if camp.phase == "designated" and camp.designated == seat:
        found.append({"do": "accept"})
    if not camp.people[seat].alive:
        return found
    if "play" in open_now and camp.may_play(seat):
        found += _plays(camp, seat)
    if "give" in open_now and camp.dealt and camp.people[seat].hand:
        cards = sorted(set(camp.people[seat].hand))
        found.append({"do": "give", "card": cards, "target": _others(camp, seat)})
    if "shoot" in open_now and may_shoot(camp) and seat in shooters(camp):
        found.append({"do": "shoot", "target": _others(camp, seat)})
    return found


def _others(camp: CampState, seat: int) -> list[int]:
    return [other for other in camp.living() if other != seat]


def _held(camp: CampState, seat: int) -> list[str]:
    hand = camp.people[seat].hand
    if camp.dealt:
        return [kind.key for kind in KINDS if kind.key in hand]
    return [kind.key for kind in KINDS if camp.unseen(kind.key) > 0]


def _rations(camp: CampState, seat: int) -> list[JsonObject]:
    resource = RESOURCE_OF[camp.count]
    cards = [card for card in _held(camp, seat) if resource and KIND[card].gives == resource]
    unfed = [other for other in camp.living() if other not in camp.fed]
    targets = [camp.designated] if camp.designated != NOBODY else unfed
    return [{"do": "ration", "card": cards, "target": targets}] if cards else []


def _plays(camp: CampState, seat: int) -> list[JsonObject]:
    """Return one offer per card, because each asks for something else."""
    found = []
    for card in sorted(_held(camp, seat), key=lambda card: -KIND[card].count):
        if KIND[card].category in ("useless", "ammunition"):
            continue
        offer: JsonObject = {"do": "play", "card": [card]}
        event: JsonObject = {"do": "play", "player": seat, "card": card}
        for need in asks(camp, card):
            if need == "action":
                offer[need] = ["fish", "water", "wood", "search"]
            elif card == "voodoo-doll":
                offer[need] = [n for n, one in enumerate(camp.people) if not one.alive]
            elif card in ("antivenom", "matches", "alarm-clock"):
                offer[need] = camp.living()
            else:
                offer[need] = _others(camp, seat)
        if _keep_possible(camp, offer, event):
            found.append(offer)
    return found


def _keep_possible(camp: CampState, offer: JsonObject, event: JsonObject) -> bool:
    """Leave only targets that would not be refused; return whether anything is left."""
    if "targets" in offer:
        return is_possible(camp, event | {"targets": offer["targets"][:1]})
    event = event | {"action": offer.get("action", [""])[-1]}
    if "target" not in offer:
        return is_possible(camp, event)
    offer["target"] = [n for n in offer["target"] if is_possible(camp, event | {"target": n})]
    return bool(offer["target"])
