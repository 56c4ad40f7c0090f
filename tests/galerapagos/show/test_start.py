"""A table that gathers in a browser (names, emblems, options, and what is refused)."""

import json

import pytest

from support.galerapagos.phones import Client
from support.galerapagos.start import phone_of, starting
from support.rows import for_each
from underboard.cli import main
from underboard.drivers import keyboard
from underboard.galerapagos.phones import common
from underboard.galerapagos.phones.start import Gathering
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.state.refusal import Refused
from underboard.web.http.server import listen


def test_people_name_themselves_and_choose_an_emblem():
    with starting() as pages:
        ada = phone_of(pages, " Ada ", 7)
        basil = phone_of(pages, "Basil")
        seats = ada.state()["table"]["lobby"]["seats"]
        assert seats == [
            {"name": "Ada", "emblem": 7, "phone": True},
            {"name": "Basil", "emblem": 0, "phone": True},
        ]
        assert (ada.state()["me"]["seat"], basil.state()["me"]["seat"]) == (0, 1)
        assert ada.order("enter", name="Adèle", emblem=3)[0] == 200
        assert ada.state()["table"]["lobby"]["seats"][0]["name"] == "Adèle"


@for_each(
    ("fields", "rule"),
    [
        ({"name": "ADA"}, "doubled"),
        ({"name": ""}, "name"),
        ({"name": "x" * 21}, "name"),
        ({"name": "Cleo", "emblem": 7}, "emblem-taken"),
        ({"name": "Cleo", "emblem": 12}, "emblem"),
        ({"name": "Cleo", "emblem": "star"}, "emblem"),
    ],
)
def test_a_bad_name_or_emblem_is_one_sentence(fields, rule):
    with starting() as pages:
        phone_of(pages, "Ada", 7)
        other = Client(pages.port)
        other.ask("POST", "/api/me")
        status, answer = other.order("enter", **fields)
        assert (status, answer["error"]) == (409, rule)
        assert answer["text"]
        assert len(pages.gathering.seats) == 1


def test_the_thirteenth_is_one_too_many():
    with starting() as pages:
        for number in range(12):
            phone_of(pages, f"N{number}")
        other = Client(pages.port)
        other.ask("POST", "/api/me")
        assert other.order("enter", name="Late")[1]["error"] == "players"


def test_who_leaves_makes_room_and_the_others_keep_their_phones():
    with starting() as pages:
        phones = [phone_of(pages, name) for name in ("Ada", "Basil", "Cleo")]
        assert phones[0].order("leave")[0] == 200
        assert [phone.state()["me"]["seat"] for phone in phones] == [-1, 0, 1]
        assert phones[1].order("arrange", what="up", value=1)[0] == 200
        assert [phone.state()["me"]["seat"] for phone in phones] == [-1, 1, 0]
        assert [seat["name"] for seat in pages.gathering.seats] == ["Cleo", "Basil"]


def test_only_the_hosts_computer_chooses_and_starts(monkeypatch):
    monkeypatch.setattr(common, "HERE", ("192.0.2.1",))
    with starting() as pages:
        phone = phone_of(pages, "Ada")
        for path, fields in (
            ("arrange", {"what": "cards", "value": "physical"}),
            ("leave", {"seat": 0}),
            ("begin", {"what": "start"}),
        ):
            assert phone.order(path, **fields)[1]["error"] == "no-host"
        assert not pages.result


def test_the_host_chooses_and_starts_when_there_are_enough():
    with starting() as pages:
        host = phone_of(pages, "Ada")
        begun = []
        pages.begun = lambda: begun.append(True)
        for what, value in (("name", "Jon"), ("cards", "physical"), ("votes", "secret")):
            assert host.order("arrange", what=what, value=value)[0] == 200
        assert host.order("begin", what="start")[1]["error"] == "players"
        assert host.order("arrange", what="name", value="Kim")[0] == 200
        assert host.order("arrange", what="first", value=2)[0] == 200
        assert host.order("arrange", what="cards", value="none")[1]["error"] == "no-offer"
        assert host.order("begin", what="start")[0] == 200
        assert (begun, pages.result) == ([True], "start")
        setup = pages.gathering.setup(7)
        assert (setup.names, setup.first, setup.cards) == (("Ada", "Jon", "Kim"), 2, "physical")
        assert setup.on("votes") == "secret"


def test_emblems_are_part_of_a_record(tmp_path):
    gathering = Gathering()
    for name, emblem in (("Ada", 9), ("Basil", 2), ("Cleo", 11)):
        gathering.add(name, emblem, phone=False)
    path = tmp_path / "game.jsonl"
    RecordedGame.create(path, gathering.setup(5))
    assert RecordedGame.resume(path).game.setup.emblems == (9, 2, 11)
    with pytest.raises(Refused):
        gathering.add("Dov", 9, phone=False)


def test_the_command_gathers_a_table_and_its_phones_keep_their_seats(tmp_path, monkeypatch):
    """The page starts the game; then somebody at the keyboard leaves it."""
    port = []
    phones = []

    def typed(text):
        if not port:
            port.append(int(json.loads((tmp_path / "port").read_text())))
            phones.extend(phone_of(Port(port[0]), name) for name in ("Ada", "Basil", "Cleo"))
            phones[0].order("begin", what="start")
            raise EOFError
        return "q"

    class Port:
        def __init__(self, number):
            self.port = number

    monkeypatch.setattr("builtins.input", typed)
    real = listen

    def noted(address, number):
        one = real(address, number)
        (tmp_path / "port").write_text(str(one.getsockname()[1]))
        return one

    monkeypatch.setattr("underboard.web.http.server.listen", noted)
    words = ["galerapagos", "--phones", "--port", "0", "--dir", str(tmp_path), "--pace", "off"]
    monkeypatch.setattr(
        "underboard.galerapagos.table.moderator.Moderator.step", leave_after_a_look(phones)
    )
    assert main([*words, "--lang", "en"]) == 0
    (record,) = tmp_path.glob("2*.jsonl")
    assert RecordedGame.resume(record).game.setup.names == ("Ada", "Basil", "Cleo")
    assert record.with_suffix(".phones").stat().st_mode & 0o777 == 0o600


def leave_after_a_look(phones):
    def step(self):
        assert [self.has_phone(seat) for seat in range(3)] == [True] * 3
        assert len(phones) == 3
        raise keyboard.InputClosed

    return step
