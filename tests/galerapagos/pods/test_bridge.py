"""Bridge (the moderator's ballots on the board, whatever happens between the two).

Restart of the host, a pulled cable and a failing pod lose no vote;
repeated, late, foreign and damaged votes are counted once or refused with the reason.
"""

import pytest

from boardcore.pods.ballot_box import OPEN, SHUT
from boardcore.pods.lights import CANDIDATE, LIT, LOST, OUT, SKIES
from support.galerapagos.pods import LAYOUT, PLAYERS, ROUND, Killed, Room, at_ballot, sign_on
from support.machine.loop import BareBoard
from support.rows import for_each
from underboard.errors import UnderboardError
from underboard.galerapagos.bots.bots import Bots
from underboard.galerapagos.bots.simulate import auto_setup
from underboard.galerapagos.pods.board import PodBoard
from underboard.galerapagos.pods.bridge import PodBridge
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.game import Game
from underboard.galerapagos.state.ballot import ABSTAIN
from underboard.galerapagos.state.refusal import Refused
from underboard.sim.faults import Faults


class Voting(Room):
    """A room with an open ballot, where pods vote at once."""

    def __init__(self, table=None, places=None, faults=None, **settings):
        super().__init__(faults, **settings)
        self.pods = PodBridge(
            PodBoard(self.loop.open, self.loop.clock, self.loop.sleep, "h0"),
            table or at_ballot(),
            places,
            self.loop.clock,
        )
        self.run(4)

    @property
    def box(self):
        return self.table.box

    @property
    def ballot(self):
        return self.pods.camp.ballot

    def vote(self, orders):
        """Let hands vote, pods and targets from 0; wait until they have finished."""
        done = self.hands({pod: [target] for pod, target in orders.items()})
        for _ in range(600):
            if done() is not None:
                return self
            self.pods.step(0.1)
        raise AssertionError("the hands are stuck")

    def collected(self, silent=False):
        self.pods.collect(silent)
        return {int(voter): target for voter, target in self.pods.camp.ballot.votes.items()}


def test_a_ballot_of_the_moderator_opens_on_the_pods_and_comes_back_counted():
    room = Voting()
    assert (room.box.state, room.box.expected) == (OPEN, PLAYERS)
    room.vote(ROUND)
    assert room.pods.progress() == (PLAYERS, PLAYERS)
    assert room.collected() == ROUND


def test_before_the_ballot_is_shut_the_moderator_knows_a_count_and_nothing_else():
    room = Voting()
    room.vote({0: 1, 3: 2})
    assert room.pods.progress() == (2, PLAYERS)
    assert room.ballot.votes == {}
    assert room.pods.board.box.votes == "-"


def test_a_ballot_with_missing_votes_stays_open_and_says_whose_are_missing():
    room = Voting()
    room.vote({0: 1, 3: 2})
    names = room.pods.table.game.setup.names
    with pytest.raises(Refused) as refused:
        room.pods.collect()
    assert refused.value.values["names"] == ", ".join(names[seat] for seat in (1, 2, 4))
    assert room.box.state == OPEN
    room.vote({1: 0})
    assert room.collected(silent=True) == {0: 1, 1: 0, 3: 2}


def test_a_board_that_does_not_name_the_pods_tells_how_many_votes_are_missing(monkeypatch):
    room = Voting()
    room.vote({0: 1, 3: 2})
    obey = room.table.execute
    monkeypatch.setattr(room.table, "execute", lambda *order: (obey(*order) or ())[:2] or None)
    with pytest.raises(Refused) as refused:
        room.pods.collect()
    assert refused.value.values["names"] == "3"
    assert room.collected(silent=True) == {0: 1, 3: 2}


def test_the_crystal_ball_votes_in_a_second_ballot_after_the_others_were_shown():
    table = at_ballot()
    ballot = table.game.camp.ballot
    ballot.last = [2]
    room = Voting(table)
    assert room.box.voters == 0b11011
    assert room.box.round.endswith("a")
    room.vote({0: 1, 1: 2, 3: 4, 4: 0})
    assert room.collected() == {0: 1, 1: 2, 3: 4, 4: 0}
    room.pods.table.enter({"do": "show"})
    assert room.pods.camp.phase == "crystal"
    room.run(1)
    assert (room.box.voters, room.box.received) == (0b00100, 0)
    assert room.box.round.endswith("b")
    room.vote({2: 4})
    assert room.collected()[2] == 4


# Whose vote is typed


def test_a_typed_vote_counts_instead_of_the_pods():
    room = Voting()
    room.vote({0: 1, 1: 0})
    with pytest.raises(Refused, match="ballot"):
        room.pods.enter(1, 3, room.pods.ballot.number + 1)
    room.pods.enter(1, 3, room.pods.ballot.number)
    room.run(1)
    assert sign_on(room.table, LAYOUT.pixel_of_cell[1]) == OUT
    assert room.pods.progress() == (2, PLAYERS)
    room.vote({2: 3, 3: 4, 4: 0})
    assert room.collected() == {0: 1, 1: 3, 2: 3, 3: 4, 4: 0}


def test_the_host_may_declare_an_abstention():
    room = Voting()
    room.vote({0: 1, 1: 0, 2: 3, 3: 4})
    room.pods.enter(4, ABSTAIN)
    assert room.collected() == {0: 1, 1: 0, 2: 3, 3: 4, 4: ABSTAIN}


def test_a_typed_vote_that_is_taken_back_gives_the_pod_its_vote_again():
    room = Voting()
    room.pods.enter(1, 3)
    room.pods.table.enter({"do": "withdraw", "voter": 1})
    room.run(1)
    room.vote(ROUND)
    assert room.collected() == ROUND


def test_a_vote_typed_while_the_cable_was_out_still_counts_once():
    room = Voting()
    room.loop.pull()
    room.run(1)
    room.pods.enter(1, 3)
    done = room.hands({pod: [target] for pod, target in ROUND.items()})
    room.run(40)
    assert done() is not None
    assert room.box.received == PLAYERS, "the pods go on without a host"
    room.loop.plug()
    room.run(3)
    assert room.collected() == {**ROUND, 1: 3}


def test_a_seat_without_a_pod_votes_at_the_keyboard():
    places = [4, 3, 2, 1, 0]
    table = at_ballot()
    table.game.camp.ballot.targets = [0, 1, 2, 3]
    room = Voting(table, [*places[:4], -1])
    assert room.box.voters == 0b11110
    room.vote({4: 3, 3: 4, 2: 3, 1: 3})
    with pytest.raises(Refused):
        room.pods.collect()
    assert room.box.state == OPEN
    assert room.pods.without_pod() == [4]
    room.pods.enter(4, 0)
    assert room.pods.progress() == (PLAYERS, PLAYERS)
    assert room.collected() == {0: 1, 1: 0, 2: 1, 3: 1, 4: 0}


def test_who_has_no_pod_can_be_named_from_every_pod():
    room = Voting(places=[1, 0, 2, 5, -1])
    assert room.box.state == OPEN
    assert room.pods.without_pod() == [4]
    assert room.pods.marks == [1, 0, 2, 5, 3]
    room.vote({1: 3, 0: 3, 2: 3, 5: 1})
    room.pods.enter(4, 3)
    assert room.collected() == {0: 4, 1: 4, 2: 4, 3: 0, 4: 3}


def test_a_ballot_in_which_nobody_has_a_pod_is_not_for_pods():
    room = Voting(places=[-1] * PLAYERS)
    assert room.box.state != OPEN
    assert room.pods.without_pod() == list(range(PLAYERS))


@for_each("places", [[0, 1], [0, 1, 2, 3, 3], [0, 1, 2, 3, 12], [0, 1, 2, 3, -2]])
def test_pods_must_be_one_per_seat(places):
    with pytest.raises(Refused, match="expected one of 1 to 12 per seat"):
        PodBridge(None, at_ballot(), places)


# Who sits at which pod


CROSSED = [1, 0, 2, 3, 4]


def test_who_sits_at_which_pod_is_known_after_a_restart_that_does_not_say_it(tmp_path):
    path = tmp_path / "game.jsonl"
    room = Voting(at_ballot(path), CROSSED)
    # Pod 1 is Basil's: three castaways vote against the owner of pod 2, who is Ada.
    room.vote({2: 1, 3: 1, 4: 1})
    room.loop.hang_up()
    room.sit_down(RecordedGame.resume(path))
    room.run(4)
    assert room.pods.places == CROSSED
    assert room.pods.progress() == (3, PLAYERS)
    assert room.collected(silent=True) == {2: 0, 3: 0, 4: 0}


def test_pods_do_not_change_hands_in_the_middle_of_a_ballot(tmp_path):
    path = tmp_path / "game.jsonl"
    at_ballot(path)
    room = Voting(RecordedGame.resume(path), CROSSED)
    room.vote({2: 1})
    before = path.read_bytes()
    with pytest.raises(Refused) as refused:
        PodBridge(room.pods.board, RecordedGame.resume(path), [0, 1, 2, 3, 4])
    assert refused.value.rule == "pods-voting"
    assert path.read_bytes() == before
    room.pods.table.enter({"do": "override", "what": "water", "value": 30, "why": "rain"})
    assert room.pods.ballot is None
    again = PodBridge(room.pods.board, RecordedGame.resume(path), [0, 1, 2, 3, 4])
    assert again.places == [0, 1, 2, 3, 4]
    assert RecordedGame.resume(path).game.camp.places == [0, 1, 2, 3, 4]


# Whatever happens in between


def test_a_host_that_was_killed_knows_its_ballot_again(tmp_path):
    path = tmp_path / "game.jsonl"
    room = Voting(at_ballot(path))
    room.vote({0: 1, 1: 2, 2: 3})
    before = (room.box.round, room.box.nonce)
    room.loop.hang_up()
    room.sit_down(RecordedGame.resume(path))
    room.run(3)
    assert room.pods.is_held()
    assert (room.box.round, room.box.nonce) == before
    assert room.pods.notices == []
    room.vote({3: 4, 4: 0})
    assert room.collected() == ROUND


@pytest.mark.slow
def test_a_host_may_be_killed_at_any_moment_of_collecting(tmp_path):
    moments = 0
    for after_ms in range(20, 400, 20):
        path = tmp_path / f"{after_ms}.jsonl"
        room = Voting(at_ballot(path), bounce_ms=0)
        room.vote(ROUND)
        room.plan(room.loop.now_ms + after_ms, room.kill_host)
        try:
            votes = room.collected()
        except Killed:
            moments += 1
            room.sit_down(RecordedGame.resume(path))
            room.run(3)
            votes = room.collected()
        assert votes == ROUND
        assert room.pods.notices == []
    assert moments >= 3


def test_half_collected_votes_are_collected_once(tmp_path):
    path = tmp_path / "game.jsonl"
    room = Voting(at_ballot(path))
    room.vote(ROUND)
    room.pods.collect()
    lines = path.read_text().splitlines(keepends=True)
    room.loop.hang_up()
    path.write_text("".join(lines[:-3]))
    room.sit_down(RecordedGame.resume(path))
    room.run(3)
    assert len(room.ballot.votes) == PLAYERS - 3
    assert room.collected() == ROUND
    assert path.read_text() == "".join(lines)


def test_a_board_without_power_keeps_the_votes():
    room = Voting()
    room.vote({0: 1, 1: 2, 2: 3})
    room.cut_power()
    room.run(3)
    assert room.pods.progress() == (3, PLAYERS)
    room.vote({3: 4, 4: 0})
    assert room.collected() == ROUND


def test_a_board_that_has_lost_everything_asks_again_and_people_are_told():
    room = Voting()
    room.vote({0: 1, 1: 2})
    room.store = type(room.store)()
    room.cut_power()
    room.run(3)
    assert room.pods.progress() == (0, PLAYERS)
    assert [key for key, _ in room.pods.notices] == ["pods.forgotten"]
    assert room.vote(ROUND).collected() == ROUND


def test_collecting_without_the_board_is_refused_and_loses_nothing():
    room = Voting()
    room.vote(ROUND)
    room.loop.pull()
    room.pods.step(1)
    with pytest.raises(UnderboardError, match="the votes are safe there"):
        room.pods.collect()
    room.loop.plug()
    room.run(3)
    assert room.collected() == ROUND


def test_a_ballot_of_another_game_is_broken_off_and_people_are_told():
    room = Room()
    room.table.execute("open", ("other.3a", "1", "003", "003"))
    room.sit_down(at_ballot())
    room.run(4)
    assert room.pods.is_held()
    assert room.pods.notices == [("pods.foreign", {"round": "other.3a"})]


def test_a_ballot_of_another_game_is_let_be_while_there_is_nothing_to_vote_on():
    room = Room()
    room.table.execute("open", ("other.3a", "1", "003", "003"))
    setup = auto_setup(PLAYERS, 3, "physical", {})
    room.sit_down(RecordedGame(Game(setup), None))
    room.run(4)
    assert room.table.box.round == "other.3a"
    assert room.pods.notices == []


def test_a_ballot_that_is_undone_is_dropped_and_another_when_it_is_done_again():
    room = Voting()
    room.vote({0: 1})
    first = room.box.nonce
    room.pods.table.undo()
    room.run(1)
    assert room.box.state not in (OPEN, SHUT)
    room.pods.table.redo()
    room.run(1)
    assert room.box.state == OPEN
    assert room.box.nonce != first
    assert room.box.received == 0


def test_a_ballot_undone_while_the_board_was_away_does_not_count_its_old_votes(tmp_path):
    path = tmp_path / "game.jsonl"
    room = Voting(at_ballot(path))
    room.vote(ROUND)
    room.loop.pull()
    room.run(1)
    room.pods.table.undo()
    room.pods.follow()
    room.pods.table.redo()
    room.pods.follow()
    room.sit_down(RecordedGame.resume(path))
    room.loop.plug()
    room.run(4)
    assert room.pods.is_held()
    assert room.box.received == 0


def test_a_ballot_that_ends_by_a_death_leaves_the_pods():
    room = Voting()
    room.vote({0: 1})
    room.pods.table.enter({"do": "override", "what": "dead", "value": 1, "why": "test"})
    assert room.pods.ballot is None or room.pods.round[1] != f"{room.box.nonce:08x}"
    room.run(1)
    assert room.box.received == 0


def test_a_noisy_cable_loses_no_vote():
    for seed in range(6):
        room = Voting(faults=Faults(lost=0.003, doubled=0.003, flipped=0.003), seed=seed)
        room.vote(ROUND)
        room.run(2)
        for _ in range(10):
            try:
                votes = room.collected()
                break
            except UnderboardError:
                room.run(1)
        assert votes == ROUND
        assert room.table.link.reader.damaged + room.pods.board._link.damaged > 0


def test_a_board_that_plays_another_game_is_refused_in_a_sentence():
    room = Room()
    room.loop.harness = BareBoard()
    board = PodBoard(room.loop.open, room.loop.clock, room.loop.sleep)
    with pytest.raises(UnderboardError, match="plays pylos: expected one with pods"):
        board.connect()


# Lights


def weather_of(room):
    return tuple(sign_on(room.table, LAYOUT.pixel_of_cell[cell]) for cell in LIT)


def test_the_weather_of_the_day_is_on_the_lights():
    setup = auto_setup(PLAYERS, 3, "physical", {})
    table = RecordedGame(Game(setup), None)
    castaways = Bots(PLAYERS, 3)
    room = Room()
    pods = room.sit_down(table)
    room.run(2)
    seen = set()
    while not table.game.over:
        camp = table.game.camp
        if camp.phase in ("act", "dawn"):
            room.run(1)
            shown = 0 if camp.phase == "dawn" else 5 if camp.hurricane else camp.rain + 1
            assert weather_of(room) == SKIES[shown]
            seen.add(shown)
        table.enter(castaways.regular(camp))
        pods.follow()
    assert len(seen) >= 4


def test_weather_goes_out_when_the_host_has_gone_and_comes_back_with_it():
    room = Voting()
    shown = weather_of(room)
    room.loop.pull()
    room.run(8)
    assert weather_of(room) == (LOST, 0, 0, 0, 0, 0, 0, 0)
    room.loop.plug()
    room.run(3)
    assert weather_of(room) == shown


def test_votes_are_revealed_on_the_pods_one_by_one():
    room = Voting()
    room.vote(ROUND)
    room.pods.collect()
    room.pods.table.enter({"do": "show"})
    for count in range(1, PLAYERS + 1):
        room.pods.reveal(list(range(count)))
        shown = [sign_on(room.table, LAYOUT.pixel_of_cell[pod]) for pod in range(count)]
        assert shown == [CANDIDATE + ROUND[pod] for pod in range(count)]
