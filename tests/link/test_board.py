"""The board seen from the host (meeting, events, commands, other versions, silence)."""

import pytest

from boardcore.errors import IllegalMove, ParseError
from boardcore.link import wire
from boardcore.link.linkstate import DOWN, GREETING, READY, REFUSED
from boardcore.link.wire import Message
from support.machine.loop import GAME_OF_TEN, Pair
from underboard.device.board import (
    Board,
    CommandRefused,
    CuesChanged,
    EntryAdded,
    GameChanged,
    LinkDown,
    LinkUp,
    StateChanged,
)
from underboard.device.transport import LinkClosed
from underboard.errors import UnderboardError
from underboard.records.database import Records


@pytest.fixture
def pair(tmp_path):
    return Pair(tmp_path / "games.sqlite3", GAME_OF_TEN)


class Script:
    """A port whose other end says what a test wants; a second of its clock passes per wait."""

    url = "script"

    def __init__(self, *lines):
        self.lines = list(lines)
        self.heard = []
        self.now = 0.0

    def open(self):
        return self

    def clock(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds

    def poll(self, timeout_s):
        self.now += timeout_s
        found, self.lines = self.lines, []
        return found

    def send(self, kind, *fields):
        self.heard.append((kind, *map(str, fields)))

    def close(self):
        pass


def hello(version=wire.VERSION, boots=1):
    fields = (version, "f1", "b0", "pylos-reed16", "pylos", str(boots), "power-on")
    return Message("hello", 0, fields)


def host_of(script, tmp_path):
    records = Records(tmp_path / "games.sqlite3")
    return Board(script.open, records, script.clock, script.sleep, run_id="r")


def kinds(events):
    return [type(event) for event in events]


# Meeting


def test_meeting_a_board_tells_who_it_is_and_what_it_plays(pair):
    pair.players.turns = []
    hello = pair.host.connect()
    assert (hello.board_id, hello.layout, hello.game) == ("b0", "pylos-reed16", "pylos")
    assert pair.host.linkstate == READY
    assert pair.host.synced
    seen = kinds(pair.host.step())
    assert seen.index(LinkUp) < seen.index(GameChanged)
    assert StateChanged in seen
    assert CuesChanged in seen
    assert pair.host.state.verdict == "at-rest"
    assert set(pair.host.cues.letters) & set("p")


def test_a_port_that_cannot_be_opened_is_told_at_the_meeting(pair):
    pair.loop.pull()
    with pytest.raises(LinkClosed, match="the cable is out"):
        pair.host.connect()


def test_silence_behind_a_port_is_told_with_what_was_expected(tmp_path):
    script = Script()
    with pytest.raises(
        UnderboardError, match="no Underboard answers: expected its hello within 3 s, seen"
    ):
        host_of(script, tmp_path).connect(3)
    assert script.heard[0][:2] == ("hello", wire.VERSION)
    assert len(script.heard) >= 5, "a lost hello is said again"


def test_noise_behind_a_port_is_told_too(tmp_path):
    script = Script()
    script.damaged = 17
    with pytest.raises(UnderboardError, match="seen only 17 damaged lines"):
        host_of(script, tmp_path).connect(3)


def test_a_board_that_never_tells_its_game_is_told(tmp_path):
    with pytest.raises(UnderboardError, match="board b0 said hello, but has not told its game"):
        host_of(Script(hello()), tmp_path).connect(3)


@pytest.mark.parametrize("version", ["2.0", "0.9", "10.1", "x"])
def test_another_major_version_is_refused_naming_both(tmp_path, version):
    host = host_of(Script(hello(version)), tmp_path)
    with pytest.raises(UnderboardError, match=f"version {version} of the wire.* this program 1.1"):
        host.connect()
    assert host.linkstate == REFUSED
    assert CommandRefused in kinds(host.step())


def test_another_minor_version_is_welcome(tmp_path):
    script = Script(hello("1.7"))
    host = host_of(script, tmp_path)
    host.step(0.1)
    assert host.linkstate == READY


def test_a_refused_board_is_welcome_after_an_update(tmp_path):
    script = Script(hello("2.0"))
    host = host_of(script, tmp_path)
    host.step(0.1)
    script.lines = [Message("turn", 1, ["1", "1", "L", "a1", "00000000"])]
    assert host.step(0.1) == []
    script.lines = [hello(boots=2)]
    host.step(0.1)
    assert host.linkstate == READY


def test_the_board_refuses_a_host_of_another_major_too(pair, monkeypatch):
    monkeypatch.setattr("underboard.device.connection.wire.VERSION", "2.0")
    pair.host._reopen()
    pair.host._say_hello()
    pair.loop.step()
    assert pair.board.table.link.state == REFUSED


def test_a_silent_board_is_greeted_again(tmp_path):
    script = Script(hello())
    host = host_of(script, tmp_path)
    host.step(0.1)
    events = []
    for _ in range(60):
        events += host.step(0.1)
    assert [e.reason for e in events if isinstance(e, LinkDown)] == [
        "the board is silent: expected a line each second (port script)"
    ]
    assert host.linkstate == GREETING
    script.lines = [hello()]
    assert kinds(host.step(0.1)) == [LinkUp]


def test_a_board_to_which_nobody_listened_was_not_silent(tmp_path):
    script = Script(hello())
    host = host_of(script, tmp_path)
    host.step(0.1)
    script.now += 60  # an engine was loaded
    assert [e for e in host.step(0.1) if isinstance(e, LinkDown)] == []
    assert host.linkstate == READY


def test_lines_of_before_the_meeting_are_not_believed(tmp_path):
    script = Script(Message("turn", 1, ["1", "1", "L", "a1", "00000000"]))
    host = host_of(script, tmp_path)
    assert host.step(0.1) == []
    assert host.linkstate == GREETING


NONSENSE = [
    Message("turn", 1, ["x", "y", "z", "a1", "q"]),
    Message("undo", 1, ["5", "x", "q"]),
    Message("game", 1, ["0", "1", "chess", "v", "-", "players", "-", "00000000"]),
    Message("game", 1, ["0", "1", "pylos", "v", "-", "players", "-", "00000000"]),
    Message("beat", 1, ["1", "x", "y", "z", "a", "b"]),
    Message("beat", 1, ["nobody", "5", "00000000", "0", "0", "0"]),
    Message("state", 1, ["x", "x", "x", "x", "x", "x"]),
    Message("ok", 1, ["nobody"]),
    Message("error", 1, ["nobody", "code", "text"]),
    Message("song", 1, ["la", "la"]),
    Message("turn", 1, []),
]


@pytest.mark.parametrize("line", NONSENSE, ids=repr)
def test_well_formed_nonsense_never_raises_and_is_no_turn(tmp_path, line):
    script = Script(hello(), line)
    host = host_of(script, tmp_path)
    events = host.step(0.1) + host.step(1)
    assert EntryAdded not in kinds(events)
    assert host.mirror is None


def test_a_board_that_plays_by_other_rules_is_told_once(tmp_path):
    game = Message("game", 1, ["0", "1", "pylos", "blitz", "-", "players", "-", "00000000"])
    script = Script(hello(), game, game, game)
    events = host_of(script, tmp_path).step(0.1)
    (refused,) = [event for event in events if isinstance(event, CommandRefused)]
    assert "differ about the rules" in refused.text


def test_a_gap_is_asked_for_at_once(tmp_path):
    script = Script(hello())
    host = host_of(script, tmp_path)
    host.step(0.1)
    host.step(0.3)
    before = len([line for line in script.heard if line[0] == "have"])
    script.lines = [Message("turn", 1, ["2", "2", "D", "b2", "00000000"])]
    host.step(0.1)
    assert len([line for line in script.heard if line[0] == "have"]) == before + 1


def test_the_board_hears_from_us_each_second(tmp_path):
    script = Script(hello())
    host = host_of(script, tmp_path)
    for _ in range(40):
        host.step(0.1)
    said = [line for line in script.heard if line[0] == "have"]
    assert 4 <= len(said) <= 6
    assert set(said) == {("have", "-", "0", "-")}


# Commands


def test_commands_are_carried_out_and_answered(pair):
    pair.play()
    pair.host.command("hint", 5, "-")
    pair.host.take_back(3)
    assert pair.host.mirror.game.ply == 3
    mirror = pair.host.new_game("pylos", "children")
    assert (mirror.variant, mirror.turns) == ("children", [])


def test_what_the_rules_refuse_is_an_illegal_move(pair):
    pair.host.connect()
    with pytest.raises(IllegalMove, match="only 0 moves") as refused:
        pair.host.command("back", 7)
    assert refused.value.rule == "no-turn"


def test_what_the_board_cannot_read_is_unreadable(pair):
    pair.host.connect()
    for fields in (("apagos", "-", "-", "-"), ("pylos", "blitz", "-", "-")):
        with pytest.raises(ParseError):
            pair.host.command("new", *fields)
    with pytest.raises(ParseError, match="expected yes, next, back or both"):
        pair.host.command("press", "bell")


def test_what_happens_during_a_command_is_told_by_the_next_step(pair):
    pair.host.connect()
    pair.host.step()
    pair.host.new_game("pylos")
    assert GameChanged in kinds(pair.host.step())


def test_a_command_without_an_answer_is_tried_three_times(tmp_path):
    script = Script(hello())
    host = host_of(script, tmp_path)
    host.step(0.1)
    with pytest.raises(UnderboardError, match=r"does not answer 'back': .* tried 3 times"):
        host.command("back", 3)
    assert [line for line in script.heard if line[0] == "back"] == [("back", "r-1", "3")] * 3


def test_a_command_to_a_board_that_has_gone_ends_in_a_sentence(pair):
    pair.host.connect()
    pair.loop.pull()
    with pytest.raises(UnderboardError, match="the board is not there to take 'press'"):
        pair.host.command("press", "yes")
    assert pair.host.linkstate == DOWN


def test_a_command_during_a_short_break_of_the_cable_arrives(pair):
    pair.play()
    pair.loop.pull()
    pair.loop.every_turn = pair.loop.plug
    pair.host.take_back(2)
    assert pair.host.mirror.game.ply == 2


# Coming and going


def test_a_pulled_cable_is_told_once_and_mended_by_itself(pair):
    pair.host.connect()
    pair.host.step()
    pair.loop.pull()
    events = []
    for _ in range(30):
        events += pair.host.step(0.1)
    assert kinds(events) == [LinkDown]
    pair.loop.plug()
    for _ in range(30):
        events += pair.host.step(0.1)
    assert LinkUp in kinds(events)
    assert pair.host.synced


def test_a_board_that_was_restarted_is_told_as_up_again(pair):
    pair.play()
    pair.host.step()
    pair.board.start()
    events = []
    for _ in range(30):
        events += pair.host.step(0.1)
    assert LinkUp in kinds(events)
    assert pair.host.hello.boots == "2"
    pair.agree()


def test_goodbye_lets_the_board_know(pair):
    pair.host.connect()
    pair.host.close()
    for _ in range(3):
        pair.loop.step()
    assert pair.board.table.link.state == GREETING
    assert not pair.board.table.link.lost, "no light says that the computer has gone"
    pair.host.close()
    assert pair.host.linkstate == DOWN


def test_an_untouched_game_is_no_record_yet(pair):
    pair.players.turns = []
    pair.play()
    assert pair.records.list() == []
    assert pair.host.row == 0


def test_another_board_on_the_port_is_left_alone(pair):
    pair.play()
    first = pair.host.mirror.id
    image = bytes(pair.board.store.image)
    pair.board.board_id = "b1"
    pair.board.store.image[:] = b"\xff" * pair.board.store.size
    pair.replug()
    pair.board.start()
    pair.run(5)
    assert pair.host.hello.board_id == "b0"
    assert pair.host.mirror.id == first
    assert pair.board.table.game.ply == 0, "nothing of ours is given to it"
    pair.board.board_id = "b0"
    pair.board.store.image[:] = image
    pair.replug()
    pair.board.start()
    pair.agree()
    assert pair.host.mirror.id == first
