"""A key belongs to what was asked when it was typed; the terminal beside the television."""

import io
import os
import threading

import pytest
from rich.console import Console

from support.galerapagos.scripted_host import Script
from support.galerapagos.table import NAMES
from underboard.drivers.keyboard import Keyboard, Woken
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.game import Game
from underboard.galerapagos.show.director import Director
from underboard.galerapagos.show.stage import Stage
from underboard.galerapagos.state.options import Setup
from underboard.galerapagos.table.moderator import Moderator
from underboard.texts import Texts

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")


def lead_of(keyboard, players=4):
    kept = RecordedGame(Game(Setup(NAMES[:players], 3, "physical", 0)), None)
    kept.enter({"do": "reveal"})
    return Moderator(kept, Texts("en"), Console(file=io.StringIO(), width=80), keyboard)


class Typed(Script):
    """Lines, and what happens at the table just before and just after each is typed."""

    def __init__(self, lead_then, *lines):
        super().__init__(*lines)
        self.then = list(lead_then)

    def ask(self, text):
        before = self.then.pop(0) if self.then else None
        line = super().ask(text)
        if before:
            before()
        return line


def doing(lead):
    return [event["do"] for event in lead.game.entries]


def test_a_key_typed_before_a_phone_answered_hits_nobody_else():
    lead = lead_of(Script())
    lead.add_listener(lambda: 0.1)
    # The castaway taps in the moment in which the host's line is read.
    lead.keyboard.keyboard = Typed([lambda: lead.table.enter({"do": "fish"})], "2")
    lead.step()
    assert doing(lead) == ["reveal", "fish"], "2 was meant for Ada, who has fished"
    assert "choose again" in " ".join(lead.notices)


def test_a_menu_that_was_drawn_anew_takes_its_first_key():
    lead = lead_of(Script())
    lead.add_listener(lambda: 0.1)

    class Late(Script):
        def ask(self, text):
            lead.table.enter({"do": "fish"})
            lead.changed()  # drawn anew, before anything is typed
            return "2"

    lead.keyboard.keyboard = Late()
    lead.step()
    assert doing(lead) == ["reveal", "fish", "water"]


def test_votes_that_come_in_do_not_cost_the_host_a_key():
    lead = lead_of(Script())
    lead.add_listener(lambda: 0.1)
    for _ in range(4):
        lead.table.enter({"do": "fish"})
    lead.table.enter({"do": "override", "what": "water", "value": 3, "why": ""})
    lead.table.enter({"do": "count"})
    lead.table.enter({"do": "vote"})
    cast = {"do": "cast", "voter": 0, "target": 1}
    lead.keyboard.keyboard = Typed([lambda: lead.table.enter(cast)], "l", "")
    lead.step()
    assert "choose again" not in " ".join(lead.notices)


def test_a_key_during_a_scene_shortens_it_and_does_nothing_else():
    now = [0.0]
    lead = lead_of(Script("1"))
    stage = lead.show = Stage(lead.table, Director(), lambda: now[0], step_ms=1 << 30)
    stage.step()

    def ask(text):
        lead.table.enter({"do": "fish"})
        return "2"

    lead.keyboard.ask = ask
    lead.step()
    assert doing(lead) == ["reveal", "fish"]
    now[0] += 1
    stage.step()
    assert not stage.is_busy(), "shortened"


def test_a_paused_table_takes_no_key_but_the_one_that_lets_it_go_on():
    lead = lead_of(Script("w", "1", "w", "1"))
    lead.hand_over = lambda seat: ""
    for _ in range(4):
        lead.step()
    assert doing(lead) == ["reveal", "fish"]


def test_a_page_can_end_what_is_asked_at_a_terminal(monkeypatch):
    host, there = pty.openpty()
    with os.fdopen(there, "r") as terminal:
        monkeypatch.setattr("sys.stdin", terminal)
        keyboard = Keyboard()
        threading.Timer(0.1, keyboard.wake).start()
        try:
            keyboard.ask("> ")
        except Woken:
            pass
        else:
            raise AssertionError("nothing was typed")
        os.write(host, b"2\n")
        assert keyboard.ask("> ") == "2", "the next question takes its first key"
    os.close(host)


def test_a_pause_in_the_middle_of_a_scene_tells_the_terminal_nothing():
    now = [0.0]
    lead = lead_of(Script())
    stage = lead.show = Stage(lead.table, Director(), lambda: now[0], step_ms=1 << 30)
    lead.table.enter({"do": "fish"})
    stage.step()
    stage.pause(True)
    waits = []

    def wait(seconds):
        waits.append(lead.table.paused)
        now[0] += 1
        stage.step()
        return len(waits) == 5

    lead.keyboard.wait = wait
    lead._sit_through()
    assert waits[:5] == [True] * 5, "the show rests until Enter lets it go on"
    assert not lead.table.paused
    assert not stage.is_busy()
