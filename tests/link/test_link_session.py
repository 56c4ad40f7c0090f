"""The board's half of the dialogue (what is said anew to whom, and what is forgotten)."""

from types import SimpleNamespace

import pytest

from boardcore.link import linkstate
from boardcore.link.linkstate import GREETING, READY, SILENCE_MS
from boardcore.link.probe import Probe
from boardcore.link.session import MAX_ANSWERS, LinkSession
from boardcore.link.wire import LineReader, encode

STEP_MS = 5


class SmallTable:
    """All that a board answers for: its state, two lights, commands that it carries out."""

    STATE = "state"
    entries = 0

    def __init__(self):
        self.readings, self.colours = bytearray(2), bytearray(6)
        self.executed = []
        self.bank = SimpleNamespace(unsent=False)

    def hello_fields(self):
        return ("1.0", "0.1", "b0", "pylos-reed16", "pylos", 1, "power-on", "-")

    def state_fields(self):
        return ("at-rest", "L", 0, "-", "-", "-")

    def cue_fields(self):
        return ("..", "00")

    def beat_fields(self):
        return ("g", 0, "00000000", 0, 0, 0)

    def health_fields(self):
        self.bank.unsent = False
        return ("-", 0, 0, 100, "-")

    def calibration_fields(self, lesson):
        return ("listen", lesson.version, "-", 0, "-", "-")

    def entries_after(self, number, index, chain):
        return 0

    def entry_fields(self, index):
        return ("turn", (index, index, "L", "b2", "9c04d1e2"))

    def new_probe(self):
        return Probe(self.readings, len(self.colours) // 3)

    def execute(self, kind, fields):
        self.executed.append(kind)


class Dialogue:
    """A computer that says lines, and reads all that comes or nothing."""

    def __init__(self):
        self.table = SmallTable()
        self.now_ms = 0
        self.link = LinkSession(self.table, self.now_ms)

    def say(self, kind, *fields):
        line = encode(kind, 0, fields)
        self.link.receive(line, len(line), self.now_ms)

    def hear(self, ms=100):
        """Let time pass; return the lines that came, as kind and first field."""
        reader, found = LineReader(), []
        for _ in range(ms // STEP_MS):
            self.now_ms += STEP_MS
            self.link.step(self.now_ms)
            link = self.link
            data = link.out[link.out_start : link.out_end]
            found += reader.feed(data, len(data))
            link.sent(link.out_end - link.out_start)
        return [(message.kind, message.fields[0]) for message in found]

    def greet(self, version="1.0"):
        self.say("hello", version, "test")
        return [kind for kind, _ in self.hear()]


@pytest.fixture
def dialogue():
    dialogue = Dialogue()
    dialogue.greet()
    return dialogue


def test_who_greets_is_told_state_lights_and_health_anew():
    dialogue = Dialogue()
    for _ in range(2):
        kinds = dialogue.greet()
        assert kinds[0] == "hello"
        assert {"state", "cues", "health"} <= set(kinds)
        assert dialogue.greet().count("health") == 1


def test_no_entry_is_sent_before_somebody_says_what_they_have(dialogue):
    dialogue.table.entries = 3
    assert "turn" not in dialogue.greet()
    dialogue.say("have", "-", "0", "-")
    sent = [("turn", "0"), ("turn", "1"), ("turn", "2")]
    assert [line for line in dialogue.hear() if line[0] == "turn"] == sent
    dialogue.say("bye")
    assert "turn" not in dialogue.greet()


def test_who_greets_in_the_middle_of_a_lesson_is_told_how_far_it_is(dialogue):
    dialogue.link.calibrator = SimpleNamespace(version=3)
    assert ("calibration", "listen") in dialogue.hear()
    assert ("calibration", "listen") not in dialogue.hear()
    assert "calibration" in dialogue.greet()


def test_silence_is_an_end_after_its_time_and_not_before(dialogue):
    dialogue.say("have", "-", 0, "-")
    dialogue.hear(SILENCE_MS)
    assert (dialogue.link.state, dialogue.link.lost) == (READY, False)
    dialogue.hear(STEP_MS)
    assert (dialogue.link.state, dialogue.link.lost) == (GREETING, True)


def test_a_line_that_nobody_knows_breaks_no_silence(dialogue):
    for _ in range(SILENCE_MS // 1000 + 1):
        dialogue.say("dance", "c1")
        dialogue.say("have", "-")
        dialogue.hear(1000)
    assert dialogue.link.state == GREETING


def test_a_command_that_comes_again_before_its_answer_has_left_is_answered_once(dialogue):
    for _ in range(3):
        dialogue.say("back", "c1", 0)
    assert dialogue.hear().count(("ok", "c1")) == 1
    assert dialogue.table.executed == ["back"]


def test_so_many_commands_are_remembered_and_the_oldest_is_forgotten(dialogue):
    for number in range(MAX_ANSWERS):
        dialogue.say("back", f"c{number}", 0)
        dialogue.hear()
    dialogue.say("back", "c0", 0)
    assert len(dialogue.table.executed) == MAX_ANSWERS, "done already"
    dialogue.say("back", "new", 0)
    dialogue.say("back", "c1", 0)
    assert len(dialogue.table.executed) == MAX_ANSWERS + 1
    dialogue.say("back", "c0", 0)
    assert len(dialogue.table.executed) == MAX_ANSWERS + 2, "forgotten, so it is done again"


def test_what_was_to_be_said_to_one_version_is_not_said_to_another(dialogue):
    dialogue.say("back", "c1", 0)
    assert dialogue.greet("2.0") == ["hello"]
    assert dialogue.link.state == linkstate.REFUSED
    assert "ok" not in dialogue.greet()


def test_goodbye_and_another_greeting_end_the_probe(dialogue):
    for end in (lambda: dialogue.say("bye"), dialogue.greet):
        dialogue.greet()
        dialogue.say("probe", f"p{dialogue.now_ms}", "1")
        assert dialogue.link.probe is not None
        end()
        assert dialogue.link.probe is None, "the game goes on at once"
