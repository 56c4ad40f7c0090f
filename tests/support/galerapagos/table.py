"""Tables of castaways for the rule book (seats are 0, 1, 2 … clockwise, the first player is 0)."""

import pytest

from underboard.galerapagos.rules.game import Game
from underboard.galerapagos.state.options import Setup
from underboard.galerapagos.state.refusal import Refused

NAMES = (
    "Ada", "Basil", "Cleo", "Dov", "Elsa", "Farid", "Gwen", "Hugo", "Ines", "Jon", "Kim", "Leo",
)  # fmt: skip


def table(players=4, cards="physical", seed=1, first=0, **switches):
    """Return a game at dawn of day 1."""
    return Game(Setup(NAMES[:players], seed, cards, first, switches))


def hold(game, player, *cards):
    """Swap ``cards`` into the dealt hand of ``player`` from wherever they lie."""
    for card in cards:
        if card in game.camp.people[player].hand:
            continue
        for place in [*(one.hand for one in game.camp.people), game.camp.pile, game.camp.discard]:
            if card in place:
                place.remove(card)
                game.camp.people[player].hand.append(card)
                break
        else:
            raise AssertionError(f"no {card} to hold")
    game.camp.pile_left = len(game.camp.pile)
    return game


def to_ballot(kept, players):
    """Lead a record to its first ballot: water is one short; return it."""
    kept.enter({"do": "reveal"})
    while kept.game.camp.phase in ("act", "push"):
        kept.enter({"do": "wood"})
        if len(kept.game.camp.acted) == players - 1:
            kept.enter({"do": "override", "what": "water", "value": players - 1})
        kept.enter({"do": "push", "extra": 0})
    kept.enter({"do": "count"})
    kept.enter({"do": "vote"})
    return kept


def do(game, entry, **fields):
    """Enter something; return the names of its effects."""
    return [effect["effect"] for effect in game.enter({"do": entry, **fields})]


def refuses(game, rule, entry, **fields):
    """Assert that an entry is refused by ``rule`` and changes nothing at all."""
    before = game.camp.text(), len(game.entries), len(game.log)
    with pytest.raises(Refused) as refusal:
        game.enter({"do": entry, **fields})
    assert refusal.value.rule == rule, str(refusal.value)
    assert (game.camp.text(), len(game.entries), len(game.log)) == before


def all_collect_wood(game):
    """Let everyone whose turn it is collect one safe piece of wood."""
    while game.camp.phase == "act":
        do(game, "wood")
        do(game, "push", extra=0)
    return begin_count(game)


def begin_count(game):
    """Go on to phase 4: nobody plays a card at dusk."""
    if game.camp.phase == "dusk":
        do(game, "count")
    return game


def at_count(players=4, water=20, food=20, hurricane=False, cards="physical", **switches):
    """Return a game that has just begun phase 4 with these counters."""
    game = table(players, cards, **switches)
    if hurricane:
        game.camp.weather.remove("hurricane")
        game.camp.weather.insert(0, "hurricane")
    do(game, "reveal")
    game.camp.water, game.camp.food = water, food
    return all_collect_wood(game)


def votes(game, *targets, **named):
    """Cast and show one vote per voter in seat order; None keeps silent."""
    voters = [seat for seat in game.camp.ballot.expected()]
    assert len(voters) == len(targets), (voters, targets)
    for voter, target in zip(voters, targets):
        if target is not None:
            do(game, "cast", voter=voter, target=target)
    return do(game, "show", silent=None in targets, **named)


def next_day(game):
    """Go to the next dawn, with plenty of everything."""
    if game.camp.phase == "dawn":
        do(game, "reveal")
    game.camp.water = game.camp.food = 30
    all_collect_wood(game)
    do(game, "stay")
    return game


def alive(game):
    return game.camp.living()


def who_acts(game):
    """Let everybody fish who may act; return who that was."""
    actors = []
    while game.camp.phase == "act":
        actors.append(game.camp.actor)
        do(game, "fish")
    return actors
