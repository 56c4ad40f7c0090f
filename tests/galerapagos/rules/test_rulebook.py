"""Examples of the rule book (``rulebook.txt``), played step by step.

A line at the margin names an example; its steps, indented, are separated by semicolons.

``table 4 dealt first=2 dry=refused``
    a game at dawn, with cards, first player and switches; ``day``: the weather is known;
    ``count``: phase 4 has begun, with ``water``, ``food``, ``seats``; ``ballot``: water is one
    short and a vote is open; ``designated``: it has named seat 1; ``hurricane``: a count on the
    last day; ``bitten``: seat 0 was bitten on day 1
``play 2 axe target=1``, ``no all-out play 3 axe``
    an entry, its fields in the order of ``FIELDS`` or by name, and one that is refused by a rule
``votes 1 0 - 1``, ``all-wood``, ``next-day``
    all votes in the order of voters and the reveal, and what ``support.galerapagos.table`` does
``set water=3``, ``hold 1 axe``, ``discard 2 axe``, ``ill 1 bite``, ``weather 0``
    what is arranged behind the rules' back
``? water=0 alive=0,1 sick.2=1 effects.voted=3 log.death.how=thirst``
    what holds then: of the camp, its ballot, a seat, the last effects, all effects
"""

import json
from functools import partial
from pathlib import Path

from support.galerapagos.table import (
    all_collect_wood,
    at_count,
    do,
    hold,
    next_day,
    refuses,
    table,
    votes,
    who_acts,
)
from support.rows import for_each
from underboard.galerapagos.state.cards import KIND

TEXT = (Path(__file__).parent / "rulebook.txt").read_text("utf-8")
FIELDS = {
    "cast": ("voter", "target"), "choose": ("target",), "feed": ("player", "target"),
    "give": ("player", "card", "target"), "override": ("what", "value"), "push": ("extra",),
    "play": ("player", "card"), "ration": ("player", "card", "target"),
    "shoot": ("player", "target"),
}  # fmt: skip


def examples():
    """Yield the name and the steps of each example."""
    name, steps = "", []
    for line in [*TEXT.splitlines(), "end"]:
        if line.startswith("  "):
            steps += [step.split() for step in line.split(";")]
        elif line and line[0] != "#":
            if steps:
                yield name, steps
            name, steps = line, []


def value(text):
    try:
        return json.loads(text)
    except ValueError:
        return text


def arguments(words):
    """Return plain words and named values."""
    named = dict(word.split("=", 1) for word in words if "=" in word)
    return [value(word) for word in words if "=" not in word], {
        name: value(text) for name, text in named.items()
    }


def count(plain, named, **usual):
    named = {**usual, **named}
    seats = named.pop("seats", 0)
    named["cards"] = "dealt" if "dealt" in plain else "physical"
    game = at_count(next((one for one in plain if one != "dealt"), 4), **named)
    game.camp.seats = seats
    return game


def dawn(plain, named):
    cards = "dealt" if "dealt" in plain else "physical"
    return table(next((one for one in plain if one != "dealt"), 4), cards, **named)


def day(plain, named):
    game = dawn(plain, named)
    do(game, "reveal")
    return game


def ballot(plain, named):
    game = count(plain, named, water=3)
    do(game, "vote")
    return game


def designated(plain, named):
    game = ballot(plain, named)
    votes(game, *[0 if seat == 1 else 1 for seat in game.camp.living()])
    return game


def bitten(plain, named):
    for seed in range(100):
        game = day([], {"seed": seed})
        do(game, "wood")
        if "bitten" in do(game, "push", extra=5):
            return game
    raise AssertionError("never bitten")


BEGINNINGS = {
    "table": dawn, "day": day, "count": count, "ballot": ballot, "designated": designated,
    "hurricane": partial(count, hurricane=True, seats=4), "bitten": bitten,
}  # fmt: skip


def arrange(game, plain, named):
    for name, wanted in named.items():
        where, _, key = name.partition(".")
        if key:
            getattr(game.camp, where)[key] = wanted
        else:
            setattr(game.camp, name, wanted)


def fall_ill(game, plain, named):
    one = game.camp.people[plain[0]]
    one.sick, one.causes = game.camp.turn, [plain[1]]


ARRANGED = {
    "set": arrange,
    "ill": fall_ill,
    "hold": lambda game, plain, named: hold(game, *plain),
    "discard": lambda game, plain, named: game.camp.discard.extend([plain[1]] * plain[0]),
    "weather": lambda game, plain, named: game.camp.weather.insert(0, plain[0]),
    "all-wood": lambda game, plain, named: all_collect_wood(game),
    "next-day": lambda game, plain, named: next_day(game),
    "votes": lambda game, plain, named: votes(game, *[None if v == "-" else v for v in plain]),
}


def seen(game, effects, name):
    """Return what is asked about a game, as text."""
    what, _, rest = name.partition(".")
    camp = game.camp
    if what == "effects":
        found = effects.count(rest)
    elif what == "log":
        effect, field = rest.split(".")
        found = [one[field] for _, one in game.log if one["effect"] == effect]
    elif what == "holds":
        seat, card = rest.split(".")
        found = card in camp.people[int(seat)].hand
    elif what == "alive" or what == "acts":
        found = camp.living() if what == "alive" else who_acts(game)
    elif what == "silenced":
        found = camp.silenced(int(rest))
    elif what == "over":
        found = game.over
    elif rest.isdecimal():
        found = getattr(camp.people[int(rest)], what)
    elif hasattr(camp, what):
        found = getattr(camp, what)
        found = found() if callable(found) else found[rest] if rest else found
    else:
        found = getattr(camp.ballot, what)
        found = found() if callable(found) else found
    if isinstance(found, bool):
        return "yes" if found else "no"
    if isinstance(found, (list, tuple)):
        return ",".join(map(str, sorted(found) if what == "discard" else found)) or "none"
    return "none" if found in (None, "") else str(found)


@for_each(("name", "steps"), list(examples()))
def test_an_example_of_the_rule_book(name, steps):
    game, effects = None, []
    for word, *words in steps:
        rule = ""
        if word == "?":
            for one in words:
                name, _, wanted = one.partition("=")
                assert (name, seen(game, effects, name)) == (name, wanted), steps
            continue
        if word == "no":
            rule, word, *words = words
        plain, named = arguments(words)
        fields = {**dict(zip(FIELDS.get(word, ()), plain)), **named}
        if game is None:
            game = BEGINNINGS[word](plain, named)
        elif rule:
            refuses(game, rule, word, **fields)
        elif word in ARRANGED:
            effects = ARRANGED[word](game, plain, named)
        else:
            effects = do(game, word, **fields)


def test_every_card_is_in_an_example_or_a_test_of_its_own():
    text = TEXT + (Path(__file__).parent / "test_cards.py").read_text("utf-8")
    assert [key for key in KIND if key not in text] == []
