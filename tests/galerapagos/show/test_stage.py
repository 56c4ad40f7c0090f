"""Nobody knows before the television has shown it: phones, terminal, API, lights."""

import io

import pytest
from rich.console import Console

from support.galerapagos.phones import Client, phone_table, port_of
from support.galerapagos.scripted_host import Script
from support.galerapagos.table import NAMES, to_ballot
from underboard.galerapagos.phones.hub import Hub
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.game import Game
from underboard.galerapagos.show.director import Director
from underboard.galerapagos.show.stage import Stage
from underboard.galerapagos.state.options import Setup
from underboard.galerapagos.state.refusal import Refused
from underboard.galerapagos.table.moderator import Moderator
from underboard.texts import Texts

PLAYERS = 6
STEP_S = 0.05
TARGETS = (1, 2, 1, 1, 2, 1)


class Watched:
    """A table with six phones, a television and a terminal, and a clock of its own."""

    def __init__(self, hub, now):
        self.hub = hub
        self.now = now
        self.phones = [Client(port_of(hub)).sit(seat) for seat in range(PLAYERS)]
        self.pages = {"television": hub.pages.view_of(hub.pages.visitors.new(), True)}
        for seat, phone in enumerate(self.phones):
            visitor = hub.pages.visitors.among(phone.cookie)
            assert hub.pages.seat_of(visitor) == seat
            self.pages[f"phone {seat}"] = hub.pages.view_of(visitor, False)
        self.pages["stranger"] = hub.pages.view_of(hub.pages.visitors.new(), False)
        self.console = Console(file=io.StringIO(), width=80)
        self.lead = Moderator(hub.table, Texts("en"), self.console, Script())
        self.lead.show = hub.stage
        hub.stage.said = self.lead.spoken
        self.known = {}
        """When each page knew each vote first."""

    def look(self):
        """Note who knows what now."""
        self.hub.do(lambda: None).result()
        state = self.hub.pages.newest
        for page, view in self.pages.items():
            seen = view(state)
            votes = list(seen["table"]["revealed"])
            votes += [b for b in (seen.get("scene") or {}).get("beats", []) if "voter" in b]
            for vote in votes:
                fact = (vote.get("voter", vote.get("player")), vote["target"])
                self.known.setdefault((page, fact), self.now[0])
            if seen["table"]["designated"] >= 0:
                self.known.setdefault((page, "verdict"), self.now[0])
            beats = (seen.get("scene") or {}).get("beats", [])
            if any("verdict" in beat for beat in beats):
                self.known.setdefault((page, "verdict"), self.now[0])
        text = self.console.file.getvalue()
        for voter, target in enumerate(TARGETS):
            if f"{NAMES[voter]} against {NAMES[target]}." in text:
                self.known.setdefault(("terminal", (voter, target)), self.now[0])

    def pass_time(self, seconds):
        end = self.now[0] + seconds
        while self.now[0] < end:
            self.now[0] += STEP_S
            self.look()


@pytest.fixture
def watched():
    now = [1000.0]
    kept = to_ballot(RecordedGame(Game(Setup(NAMES[:PLAYERS], 7, "physical", 0)), None), PLAYERS)
    with phone_table(kept, director=Director(), clock=lambda: now[0]) as hub:
        one = Watched(hub, now)
        one.pass_time(60)  # whatever was shown before
        for phone, target in zip(one.phones, TARGETS):
            assert phone.vote(target)[0] == 200
        yield one


def test_nobody_is_ahead_of_the_television(watched):
    watched.hub.do(lambda: watched.hub.table.enter({"do": "show"})).result()
    watched.pass_time(30)
    facts = [*enumerate(TARGETS), "verdict"]
    ahead = 0.0
    for fact in facts:
        shown = watched.known["television", fact]
        pages = [page for page, what in watched.known if what == fact and page != "television"]
        assert len(pages) >= PLAYERS + 1 + (fact != "verdict"), pages
        ahead = max(ahead, *(shown - watched.known[page, fact] for page in pages))
    print(f"seconds ahead {max(0.0, ahead):g}")
    assert ahead <= 0
    times = [watched.known["television", fact] for fact in facts]
    assert times == sorted(times)
    assert times[-1] - times[0] > 10, "one envelope after the other"


def test_a_tap_replaces_no_reveal(watched):
    watched.hub.do(lambda: watched.hub.table.enter({"do": "show"})).result()
    watched.pass_time(7)
    designated = watched.phones[1]
    for fields in ({"do": "accept", "sure": True}, {"do": "play", "card": "conch"}):
        status, answer = designated.order("enter", **fields)
        assert (status, answer["error"]) == (409, "showing")
    assert watched.phones[0].vote(2, "1.1")[1]["error"] == "showing"
    assert designated.state()["me"]["offers"] == []
    watched.pass_time(30)
    assert designated.order("enter", do="accept", sure=True)[0] == 200
    assert designated.state()["table"]["people"][1]["alive"], "nobody knows before it is shown"
    watched.pass_time(30)
    assert not designated.state()["table"]["people"][1]["alive"]


def test_only_who_leads_shortens_and_then_all_of_it_is_shown(watched):
    watched.hub.do(lambda: watched.hub.table.enter({"do": "show"})).result()
    watched.pass_time(1)
    status, answer = watched.phones[3].order("lead", entry="hurry")
    assert (status, answer["error"]) == (409, "no-offer")
    assert watched.phones[0].order("lead", entry="next")[0] == 200
    watched.look()
    assert len([fact for page, fact in watched.known if page == "television"]) == 1
    assert watched.phones[0].order("lead", entry="hurry")[0] == 200
    watched.pass_time(2)
    for fact in (*enumerate(TARGETS), "verdict"):
        assert watched.known["television", fact] < watched.known["phone 3", fact]


CAST = [{"do": "cast", "voter": voter, "target": target} for voter, target in enumerate((1, 0, 1))]
SHOW, END = {"do": "show"}, {"do": "override", "what": "end", "value": 0}
BALL = {"do": "play", "player": 2, "card": "crystal-ball"}
CLUB = {"do": "play", "player": 0, "card": "club"}
PUBLIC = [
    (CLUB, "open", [*CAST, SHOW]),
    (CLUB, "secret", [*CAST, SHOW]),
    (BALL, "open", [*CAST[:2], SHOW]),
    (BALL, "open", [*CAST[:2], SHOW, CAST[2], SHOW]),
    (CLUB, "open", [*CAST, SHOW, {"do": "accept"}]),
    (CLUB, "open", [{"do": "override", "what": "dead", "value": 2}]),
    (CLUB, "open", [*CAST, SHOW, BALL]),
    (CLUB, "open", [END]),
]
"""A card played first, how votes are shown, and entries of a ballot of which the last is public."""
BACK = ("killed", "killed twice", "other pods", "guessed")


def published(hub, seconds, now):
    """Return what the hub publishes within that time."""
    states = []
    hub.publish = states.append
    end = now[0] + seconds
    while now[0] < end:
        now[0] += 0.5
        hub.step()
    return states


def known(state):
    """Return what a state tells beside the scene, but for the ballot's name."""
    table = {name: value for name, value in state["table"].items() if name != "showing"}
    table["ballot"] = table["ballot"] and {**table["ballot"], "round": ""}
    return table, {seat: mine["ghost"] for seat, mine in state["seats"].items()}


@pytest.mark.parametrize("back", BACK)
@pytest.mark.parametrize(("card", "votes", "entries"), PUBLIC)
def test_a_host_that_comes_back_tells_nothing_before_it_has_shown_it(
    tmp_path, card, votes, entries, back
):
    path, now = tmp_path / "game.jsonl", [0.0]
    kept = RecordedGame.create(path, Setup(NAMES[:4], 7, "physical", 0, {"votes": votes}))
    kept.enter({"do": "override", "what": "dead", "value": 3})
    kept.enter(card)
    to_ballot(kept, 3)
    for entry in entries[:-1]:
        kept.enter(entry)
    first = Hub(kept, Director(), lambda: now[0], 1 << 30)
    before = known(published(first, 60, now)[-1])
    if back == "guessed" and first.ghosts.may_guess(kept.game.camp, 3):
        first.order(3, {"do": "guess", "target": 1, "escape": 0}, True, Texts("en"))
        before = known(published(first, 1, now)[-1])
    kept.enter(entries[-1])
    assert known(published(first, 1, now)[-1]) == before
    for _ in range(2 if back == "killed twice" else 1):
        if back == "other pods" and not kept.game.over and not kept.game.camp.ballot:
            RecordedGame.resume(path).enter({"do": "pods", "places": [4, 5, 6, 7]})
        resumed = RecordedGame.resume(path)
        hub = Hub(resumed, Director(), lambda: now[0], 1 << 30)
        early = published(hub, 2, now)
        assert {state["scene"]["kind"] for state in early}
        assert [known(state) for state in early] == [before] * len(early)
        with pytest.raises(Refused, match="television"):
            resumed.enter(END)
    late = known(published(hub, 60, now)[-1])
    assert late == known(published(Hub(resumed, Director(0), lambda: now[0]), 1, now)[-1])
    assert late != before


def test_a_paused_table_takes_nothing_everywhere_and_after_a_restart(tmp_path):
    path = tmp_path / "game.jsonl"
    to_ballot(RecordedGame.create(path, Setup(NAMES[:3], 7, "physical", 0)), 3)
    with phone_table(RecordedGame.resume(path)) as hub:
        host = Client(port_of(hub))
        host.take(hub.pages.hand_over(None))
        phone = Client(port_of(hub)).sit(0)
        assert host.order("lead", entry="pause")[0] == 200
    with phone_table(RecordedGame.resume(path), port=port_of(hub)) as hub:
        assert phone.state()["table"]["paused"]
        assert phone.state("/api/events?as=big")["table"]["paused"]
        name = phone.state()["table"]["ballot"]["round"]
        for order in (phone.vote(1, name), phone.order("enter", do="play", card="club")):
            assert order[1]["error"] == "paused"
        assert host.order("lead", entry="show", sure=True)[1]["error"] == "paused"
        assert host.order("lead", entry="pause")[0] == 200
        assert phone.vote(1, name)[0] == 200
    assert not RecordedGame.resume(path).paused


def test_a_ballot_ends_the_debate_however_it_is_opened():
    kept = RecordedGame(Game(Setup(NAMES[:3], 7, "physical", 0)), None)
    with phone_table(kept) as hub:
        hub.do(hub.remote.debate.begin).result()
        hub.do(lambda: to_ballot(kept, 3)).result()
        assert hub.remote.debate.left() is None


def test_a_vote_that_was_taken_back_is_asked_for_again(tmp_path):
    kept = to_ballot(RecordedGame(Game(Setup(NAMES[:3], 7, "physical", 0)), None), 3)
    with phone_table(kept) as hub:
        host = Client(port_of(hub))
        host.take(hub.pages.hand_over(None))
        phone = Client(port_of(hub)).sit(1)
        phone.vote(2)
        status, answer = host.order("lead", entry="undo")
        assert status == 200
        assert answer["said"] == "Taken back: the vote of Basil, who votes again."
        assert phone.state()["table"]["ballot"]["in"] == []
        assert phone.vote(0)[0] == 200


def test_no_scene_passes_unseen_while_the_host_is_busy_elsewhere():
    now = [0.0]
    kept = RecordedGame(Game(Setup(NAMES[:3], 7, "physical", 0)), None)
    stage = Stage(kept, Director(), lambda: now[0])
    kept.enter({"do": "reveal"})
    seen = []
    stage.said = lambda said: seen.append(said["en"])
    for turn in range(120):
        if turn == 60:
            kept.enter({"do": "fish"})
        now[0] += 30  # a board that does not answer for half a minute
        stage.step()
    assert len(seen) == 2
    assert seen[1].startswith("Ada catches")
