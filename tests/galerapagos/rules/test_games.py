"""Whole automatic games of Galérapagos (what must hold in every one, whatever happens)."""

import random

import pytest

from support.campaign import campaign
from support.galerapagos.table import at_count, do, table, votes
from support.rows import for_each
from underboard.galerapagos.bots.bots import TEMPERAMENTS
from underboard.galerapagos.bots.simulate import Recount, auto_setup, play_alone
from underboard.galerapagos.rules.game import Game
from underboard.galerapagos.rules.phases import INTERRUPTS, PHASES
from underboard.galerapagos.state.camp_state import CampState
from underboard.galerapagos.state.options import CARD_MODES, SWITCHES
from underboard.galerapagos.state.refusal import Refused

GAMES = 3000
SEEDS = campaign([*range(100), 175], range(GAMES))
"""The suite has games that take every way of the table that is not rare, a campaign ``GAMES``."""


def setup_of(seed):
    """Return a setup that goes through all numbers of players, card modes and switches."""
    dice = random.Random(f"setup {seed}")
    switches = {name: dice.choice(values) for name, values in SWITCHES.items()}
    return auto_setup(3 + seed % 10, seed, CARD_MODES[seed // 10 % 2], switches if seed % 4 else {})


DEAD_ACT = ("fish", "water", "wood", "pushed", "search", "plays", "lays", "gives", "shoots", "feed")


class Watch:
    """Holds one game to what must always be true, entry by entry."""

    def __init__(self, game):
        self.game = game

    def __call__(self, event, effects):
        camp = self.game.camp
        setup = self.game.setup
        assert 0 <= camp.food <= 36
        assert 0 <= camp.water <= 36
        assert 0 <= camp.seats <= 12
        assert 0 <= camp.wood < 6
        assert camp.known_cards() == 54
        if not camp.dealt:
            assert min(camp.unseen(kind) for kind in camp.discard + ["axe", "revolver"]) >= 0
        if camp.living():
            assert camp.people[camp.first].alive
        if camp.phase == "act":
            assert camp.people[camp.actor].alive
            assert not camp.silenced(camp.actor)
        # Between two shots a ballot still waits to be dropped or gone on with.
        if camp.ballot and camp.phase != "shot":
            assert all(camp.people[target].alive for target in camp.ballot.targets)
            if setup.on("voice") == "off":
                assert all(camp.people[voter].alive for voter in camp.ballot.voters)
        self._nobody_dead_acts(effects)

    def _nobody_dead_acts(self, effects):
        dying = {e["player"] for e in effects if e["effect"] in ("death", "back")}
        for effect in effects:
            if effect["effect"] in DEAD_ACT and effect["player"] not in dying:
                assert self.game.camp.people[effect["player"]].alive


@pytest.fixture
def ways(monkeypatch):
    """The ways through the table of phases that games take, interruptions left out."""
    taken = set()
    plain = CampState.__setattr__

    def noting(camp, name, value):
        if name == "phase" and hasattr(camp, "people") and camp.phase != value:
            if camp.phase not in INTERRUPTS and value not in INTERRUPTS:
                taken.add((camp.phase, value))
        plain(camp, name, value)

    monkeypatch.setattr(CampState, "__setattr__", noting)
    return taken


def check_end(game):
    camp = game.camp
    assert camp.phase == "over"
    assert camp.reason
    if camp.embarked:
        assert camp.embarked == camp.living()
        assert len(camp.embarked) <= camp.seats
    fed = [e for _, e in game.log if e["effect"] == "fed"]
    assert all(e["number"] <= len(camp.people) for e in fed)
    assert camp.turn <= 13


def play(seed):
    """Play one game and check it at every entry."""
    setup = setup_of(seed)
    game = Game(setup)
    watch = Watch(game)
    session = play_alone(setup, meddling=seed % 3 == 0, listener=watch, game=game)
    assert session.game is game
    check_end(game)
    assert session.miscounted == 0
    return session


def short(players=4, water=3, food=20, **switches):
    return at_count(players, water=water, food=food, **switches)


def end(game):
    do(game, "override", what="end", value=0)


def crystal(game):
    do(game, "play", player=1, card="crystal-ball")
    do(game, "vote")
    votes(game, *[1 if seat else 2 for seat in game.camp.living() if seat != 1])
    return game


def all_sick(game):
    for seat in game.camp.living():
        do(game, "override", what="sick", value=seat)
    do(game, "vote")
    return game


def tie(game):
    do(game, "vote")
    do(game, "show", silent=True)
    return game


def kill(game):
    do(game, "override", what="dead", value=3)


def acting(*entries):
    game = table()
    for entry in ("reveal", *entries):
        do(game, entry)
    return game


def act_again(game):
    do(game, "override", what="act", value=game.camp.last["player"])


RARE = {
    ("act", "over"): lambda: end(acting()),
    ("push", "over"): lambda: end(acting("wood")),
    ("dusk", "act"): lambda: act_again(acting("fish", "fish", "fish", "fish")),
    ("tie", "evening"): lambda: do(tie(short()), "override", what="water", value=20),
    ("tie", "shortage"): lambda: kill(tie(short(5))),
    ("crystal", "over"): lambda: end(crystal(short())),
    ("crystal", "zero"): lambda: kill(crystal(short(food=0))),
    ("dawn", "over"): lambda: end(table()),
    ("shortage", "designated"): lambda: all_sick(short(tie="chance")),
    ("shortage", "over"): lambda: end(short()),
    ("shortage", "tie"): lambda: all_sick(short()),
    ("shortage", "zero"): lambda: kill(short(food=0)),
    ("tie", "over"): lambda: end(tie(short())),
    ("tie", "zero"): lambda: kill(tie(short(food=0))),
}
"""Ways of the table that 300 games do not take, or only now and then."""


@for_each("way", RARE)
def test_a_rare_way_of_the_table_can_be_taken(ways, way):
    RARE[way]()
    assert way in ways


@pytest.mark.slow
def test_what_holds_in_every_game_and_every_way_of_the_table_is_taken(ways):
    for seed in SEEDS:
        play(seed)
    led = {(phase, after) for phase, row in PHASES.items() for after in row.leads}
    assert ways - led == set()
    assert led - ways - set(RARE) == set()


@pytest.mark.slow
def test_every_game_replays_from_its_entries():
    for seed in SEEDS[::5]:
        session = play(seed)
        again = Game(session.game.setup)
        for event in session.game.entries:
            again.enter(event)
        assert again.camp.text() == session.game.camp.text()
        assert again.log == session.game.log


@pytest.mark.slow
def test_undo_then_redo_is_the_same_game_wherever_it_is_allowed():
    undone = 0
    for seed in range(0, 60, 5):
        entries = play(seed).game.entries
        game = Game(setup_of(seed))
        for number, event in enumerate(entries):
            game.enter(event)
            if number % 7 or game.kept == len(game.entries):
                continue
            text, log = game.camp.text(), list(game.log)
            assert game.undo() == event
            assert len(game.entries) == number
            game.redo()
            assert (game.camp.text(), game.log) == (text, log)
            undone += 1
    assert undone > 50


RUBBISH = [None, -1, 0, 1, 2, 5, 11, 12, 99, True, "axe", "revolver", "", [], [0, 1], {}, 1.5]


@pytest.mark.slow
def test_rubbish_is_refused_and_changes_nothing():
    dice = random.Random(4)
    sentences = set()
    for seed in range(campaign(20, 40)):
        setup = setup_of(seed)
        entries = play(seed).game.entries
        game = Game(setup)
        for event in entries:
            if dice.random() < 0.2:
                bad = dict(dice.choice(entries))
                field = dice.choice([*bad, "do", "player", "target"])
                bad[field] = dice.choice(RUBBISH)
                before = game.camp.text(), len(game.log)
                try:
                    game.enter(bad)
                except Refused as refusal:
                    assert (game.camp.text(), len(game.log)) == before
                    sentences.add(str(refusal))
                else:
                    break
            game.enter(event)
    assert len(sentences) > 50
    assert not any("\n" in sentence for sentence in sentences)


def test_the_same_seed_is_the_same_game():
    one, other = (play_alone(auto_setup(6, 42, "dealt", {})) for _ in range(2))
    assert one.game.log == other.game.log
    assert one.figures() == other.figures()


def test_all_temperaments_sit_at_a_table_of_three():
    assert len(TEMPERAMENTS) == 3


class LyingUrn(Recount):
    """Loses the first slip of every ballot."""

    def watch(self, game, event, effects):
        if event["do"] == "show" and self.slips:
            self.slips.popitem()
        super().watch(game, event, effects)


def test_the_second_count_notices_one_lost_vote(monkeypatch):
    monkeypatch.setattr("underboard.galerapagos.bots.simulate.Recount", LyingUrn)
    session = play_alone(auto_setup(8, 3, "physical", {}))
    assert session.game.camp.ballots > 0
    assert session.miscounted > 0
