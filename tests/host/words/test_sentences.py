"""Bad input is refused in French where people speak French, sentences within sentences too."""

import argparse
import copy
import errno
import io
import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from boardcore import options
from boardcore.apagos import rules as apagos
from boardcore.errors import IllegalMove, ParseError
from boardcore.gyges import rules as gyges
from boardcore.gyges.refusals import JUMPS, SIDE_NAMES, SIZE_NAMES
from boardcore.layout.layout import Layout
from boardcore.pylos import cells as pylos_cells
from boardcore.pylos import rules as pylos
from support.rows import for_each
from underboard import texts
from underboard.cli import main
from underboard.cli.boards import board
from underboard.deploy.layouts import layout_of
from underboard.device import discovery, serial_port
from underboard.device.transport import LinkClosed
from underboard.errors import UnderboardError
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.state.options import Setup
from underboard.galerapagos.state.refusal import Refused
from underboard.games.gyges import paths
from underboard.hardware import __main__ as hardware
from underboard.service import doctor
from underboard.sim.board import SimBoard
from underboard.texts import Texts
from underboard.texts.lazy import (
    AREAS,
    NAMED,
    LazyText,
    key_of,
    lazy_text,
    packed,
    reason_of,
    spoken,
    unpacked,
)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """In France, in a folder of its own, with nobody at the keyboard."""
    for name in ("LC_MESSAGES", "LANGUAGE", "LANG", "UNDERBOARD_BOARD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "torn.json").write_text('{"format": ')
    (tmp_path / "other.txt").write_text("Underboard record 1\nGame: chess\n")
    (tmp_path / "wrong.txt").write_text(
        "Underboard record 1\nGame: pylos\nVariant: standard\n\n1. a1 a1\n"
    )
    return tmp_path


def complaint(capsys, arguments):
    assert main(shlex.split(arguments)) == 2
    out, errors = capsys.readouterr()
    assert not out
    assert errors.startswith("underboard: ")
    return errors.removeprefix("underboard: ").rstrip("\n")


BAD_INPUT = [
    # arguments, the sentence or how it begins
    ("games show 999", "pas de partie 999 parmi celles qui sont enregistrées : voyez « underboard"),
    ("games show", "il n'y a encore aucune partie : jouez-en une avec « underboard play pylos »"),
    ("games import nowhere.txt", "impossible de lire nowhere.txt : ce fichier ou ce dossier n'exi"),
    ("games import torn.json", "ligne 1, colonne 12 : le JSON est abîmé : il manque une valeur"),
    ("games import other.txt", "« Game: chess » : choisissez parmi pylos, apagos, gyges"),
    (
        "games import wrong.txt",
        "ligne 5, colonne 7, coup 2 « a1 » est contraire aux règles : Il y a déjà un",
    ),
    ("perft chess", "« chess » n'est pas un jeu connu ici : choisissez pylos, apagos ou gyges"),
    (
        "perft pylos --variant blitz",
        "« blitz » n'est pas une variante : choisissez standard",
    ),
    (
        "perft pylos --option end=early",
        "« early » n'est pas une valeur de end : choisissez strict ou",
    ),
    ("perft pylos --option end", "option « end » : il faut NOM=VALEUR, comme end=bga"),
    ("perft pylos --position zz", "« zz » n'est pas une position de Pylos : écrivez les niveaux"),
    ("perft gyges --position zz", "« zz » n'est pas une position de Gygès : écrivez les rangées 1"),
    (
        "perft apagos --position '7:8,0 5:0,0 3:0,0 1:0,0 W'",
        "« 7:8,0 » au niveau 1 : 8 billes pour",
    ),
    ("solve apagos 9999", "36 trous dans « 9999 » : il n'y a que 20 billes pour les remplir"),
    ("solve apagos 75", "« 75 » n'est pas une disposition : écrivez les carrés de bas en ha"),
    ("sim --layout moon", "pas de modèle « moon » : choisissez parmi apagos-hall36, apagos-reed36"),
    ("sim --fault gravity=0", "aucun défaut ne s'appelle « gravity » : choisissez parmi bou"),
    ("sim --fault stuck_open=x", "le défaut stuck_open vaut « x », il faut des capteurs comme 3,7"),
    (
        "sim --replay nowhere.txt",
        "impossible de lire nowhere.txt : ce fichier ou ce dossier n'exis",
    ),
    ("demo pylos --games 2 --fault x", "« x » n'est pas un défaut, il faut NOM=VALEUR comme bounc"),
    (
        "play pylos --dark strongest",
        "« strongest » n'est pas un joueur : choisissez humain, débutant,",
    ),
    (
        "play apagos --board sim:pylos-reed16",
        "le modèle « pylos-reed16 » est celui d'un plateau pour p",
    ),
    (
        "board monitor --board /dev/nowhere",
        "pas de port /dev/nowhere : branchez le plateau, puis es",
    ),
    ("board install --drive nowhere", "pas de dossier nowhere : il faut le lecteur d'un plateau"),
    ("galerapagos --seats A", "Galérapagos se joue de 3 à 12, pas à 1."),
    (
        "galerapagos --seats A,B,C --option deck",
        "option « deck » : il faut NOM=VALEUR, comme deck=13",
    ),
    (
        "galerapagos --log nowhere.jsonl",
        "impossible de lire la partie nowhere.jsonl : ce fichier ou",
    ),
    (
        "galerapagos --log empty.jsonl",
        "empty.jsonl, ligne 1 : il faut une partie de Galérapagos, l",
    ),
]


@for_each(("arguments", "words"), BAD_INPUT)
def test_bad_input_is_refused_in_french(arguments, words, capsys):
    assert complaint(capsys, arguments).startswith(words)


def test_whoever_draws_boards_reads_french_too(capsys):
    assert hardware.main(["nowhere.json"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("underboard: « nowhere.json » : ce fichier ou ce dossier n'existe pas")


def test_damaged_records_are_told_in_french(folder, capsys):
    (folder / "data").mkdir()
    (folder / "data/games.sqlite3").write_text("no database at all" * 100)
    said = complaint(capsys, "games list")
    assert "sont abîmées (ce n'est pas une base de données) et restent telles quelles" in said


def test_lang_says_more_than_the_locale(capsys, monkeypatch):
    assert complaint(capsys, "games show 9 --lang en").startswith("no game 9 among the records")
    monkeypatch.setenv("LC_ALL", "C")
    assert complaint(capsys, "games show 9 --lang fr").startswith("pas de partie 9 parmi celles")
    assert complaint(capsys, "games show 9").startswith("no game 9 among the records")


# What is said within what is said


def refusal(work, *arguments):
    with pytest.raises((IllegalMove, ParseError, UnderboardError)) as refused:
        work(*arguments)
    return refused.value


def broken_layout():
    data = copy.deepcopy(layout_of("pylos-reed16").data)
    data["sensors"][3]["cell"] = "z9"
    Layout(data)


def busy_port():
    return LinkClosed(serial_port.why_closed("/dev/ttyACM1", OSError(errno.EBUSY, "Device busy")))


def studied(*arguments):
    return gyges.Game("standard", (("study", "on"),), *arguments)


WITHIN = [
    # what says it, in English, in French
    (
        lambda: ParseError("%s: %s", "layouts/my.json", refusal(broken_layout)),
        "layouts/my.json: layout: sensors[3].cell: 'z9' is not a cell: expected a1 to d4, "
        "e1 to g3, h1 to i2 or j1",
        "layouts/my.json : modèle : sensors[3].cell : « z9 » n'est pas une case ("
        "a1 à d4, e1 à g3, h1 à i2 ou j1",
    ),
    (
        busy_port,
        "port /dev/ttyACM1 is busy: another program has it open; close that one first",
        "le port /dev/ttyACM1 est occupé : un autre programme l'a ouvert ; fermez d'abord celui-là",
    ),
    (
        lambda: refusal(lambda: SimBoard("pylos-reed16", faults=["stuck_open=99"])),
        "the simulated board has stopped: fault stuck_open: no sensor 99, expected 0 to 15",
        "le plateau simulé s'est arrêté : défaut stuck_open : il n'y a pas de capteur 99, il "
        "faut 0 à 15",
    ),
    (
        lambda: ParseError(
            LazyText(
                "%s, %s; the file is left as it is",
                Path("my games/a.jsonl"),
                ParseError("line %s: expected entry %s, seen %r", 3, 2, 5),
            )
        ),
        "my games/a.jsonl, line 3: expected entry 2, seen 5; the file is left as it is",
        "my games/a.jsonl, ligne 3 : il faut l'entrée 2, on lit 5 ; le fichier reste tel quel",
    ),
    (
        lambda: ParseError(
            "%s, line 1: %s The file is left as it is", "a.jsonl", Refused("doubled", name="Ann")
        ),
        "a.jsonl, line 1: There are two players called Ann: give one of them another name. "
        "The file is left as it is",
        "a.jsonl, ligne 1 : Deux joueurs s'appellent Ann : donnez un autre nom à l'un d'eux. "
        "Le fichier reste tel quel",
    ),
    (
        lambda: refusal(
            apagos.Game("standard", (), "7:0,7 5:0,3 3:0,0 1:0,0 B").check, apagos.parse_turn("B1")
        ),
        "There is no black ball in the reserve.",
        "Il n'y a plus de bille noire dans la réserve.",
    ),
    (
        lambda: refusal(
            paths.read_turn, studied("000000/000000/100000/000000/000000/000000 S"), "a3-c3-d3"
        ),
        "From a3 one jump would have to land on c3, but can only land on a2, b3 or a4.",
        "De a3, les sauts (un seul) devraient mener en c3, mais ne mènent qu'en a2, b3 ou a4.",
    ),
    (
        lambda: refusal(studied, "000000/000000/100000/000000/000000/000000 S setup"),
        "the ring on a3 is too far out: a set-up uses the two nearest rows of each player",
        "l'anneau en a3 est trop loin : chaque joueur place les siens sur les deux rangées les "
        "plus proches",
    ),
    (
        lambda: refusal(pylos.Game, "standard", (), "LLLL/LLLL/LLLL/LLLL .../.../... ../.. . L"),
        "16 light balls: there are only 15",
        "16 billes de couleur claire : il n'y en a que 15",
    ),
    (
        lambda: refusal(layout_of, "a cell"),
        "no layout 'a cell': expected one of apagos-hall36,",
        "pas de modèle « a cell » : choisissez parmi apagos-hall36,",
    ),
    (lambda: FileNotFoundError(2, "No such file", "a b"), "[Errno 2] No such file: 'a b'",
     "« a b » : ce fichier ou ce dossier n'existe pas (erreur 2)"),
    (lambda: OSError(99999, "Magic failed"), "[Errno 99999] Magic failed", "[Errno 99999] Mag"),
    (lambda: KeyError("light"), "'light'", "'light'"),
    (lambda: LazyText("none of ours: %d", 7), "none of ours: 7", "none of ours: 7"),
    (lambda: "100 %s of it", "100 %s of it", "100 %s of it"),
    (lambda: "", "", ""),
]  # fmt: skip


@for_each(("says", "english", "french"), WITHIN)
def test_a_sentence_within_a_sentence_is_said_in_french_too(says, english, french):
    said = says()
    assert spoken(said, "en").startswith(english)
    assert spoken(said, "fr").startswith(french)


def test_a_process_hands_on_what_it_says_as_data():
    unknown = refusal(options.read_options, (("end", ("strict", "bga")),), [("x", "1")])
    said = UnderboardError(
        "cannot read %s: %s", Path("a b"), reason_of(OSError(errno.ENOENT, "No such"))
    )
    for one in (
        unknown,
        said,
        refusal(broken_layout),
        UnderboardError("no word"),
        KeyError("light"),
    ):
        told = unpacked(json.loads(json.dumps(packed(one), default=str)))
        assert spoken(told, "en") == spoken(one, "en")
        assert spoken(told, "fr") == spoken(one, "fr")


def test_what_a_board_refuses_is_known_by_its_rule():
    refused = IllegalMove("ballot-open", "Ballot 7 is still open.")
    assert spoken(refused, "fr") == "Un scrutin est encore ouvert."
    assert spoken(refused, "en") == "Ballot 7 is still open."
    assert spoken(IllegalMove("news", "Later firmware."), "fr") == "Later firmware."


def test_what_is_said_keeps_its_template_when_it_is_handed_on():
    said = LazyText("no %s: %s", "port", LazyText("(port %s)", "x"))
    assert said == "no port: (port x)"
    assert str(said).args == lazy_text(UnderboardError(said)).args == copy.deepcopy(said).args
    assert str(argparse.ArgumentTypeError(said)).args == said.args


@for_each("area", AREAS)
def test_a_template_is_known_by_its_words(area):
    keys = [key_of(english) for english in texts.area("fr", area)]
    others = {key_of(one) for name in AREAS if name != area for one in texts.area("fr", name)}
    assert len(set(keys)) == len(keys)
    assert not set(keys) & others


@for_each("area", AREAS)
def test_a_french_sentence_has_the_gaps_of_the_english_one(area):
    for english, french in texts.area("fr", area).items():
        assert set(NAMED.findall(english)) == set(NAMED.findall(french)), english


@for_each("area", AREAS)
def test_french_signs_have_their_space(area):
    for french in texts.area("fr", area).values():
        # Not in what people type or a file holds, as 7:2,3 or "Game: pylos".
        prose = re.sub(r"« .*? »|\S:\S+|LAYOUT: |VARIANT: |depth|3: d e f", "", french)
        assert not re.search(r"\w[;!?»]|«\w|\w: ", prose), french


def test_the_words_are_those_of_the_games():
    joints = {" or ", " and "}
    rows = {"nearest row", "two nearest rows"}
    parts = {"sensor", "pixel"}
    names = {*pylos_cells.SIDE_NAMES, *apagos.COLOUR_NAMES, *SIDE_NAMES, *SIZE_NAMES, *JUMPS}
    assert set(texts.area("fr", "words")) == (joints | rows | parts | names) - {"", "empty"}


# Other places where people read them


class Port:
    """What pyserial tells of a port."""

    device, description, interface, product, vid = "/dev/ttyS0", "n/a", "", "", None
    location = serial_number = None


def test_the_list_of_ports_says_why(monkeypatch, capsys):
    monkeypatch.setattr(board, "candidates", lambda: discovery.candidates(lambda: [Port()]))
    assert main(["board", "list"]) == 1
    line = capsys.readouterr().out.rstrip()
    assert line.endswith("/dev/ttyS0  n/a : ce n'est pas un appareil USB")


def test_the_doctor_tells_the_reason():
    finding = doctor.port_trouble(
        "x",
        LinkClosed(serial_port.why_closed("x", IsADirectoryError(errno.EISDIR, "Is a directory"))),
    )
    line = doctor.as_line(finding, Texts("fr"))
    assert line.endswith("x ne peut pas être ouvert comme port série : c'est un dossier")
    assert doctor.as_line(finding, Texts("en")).endswith("serial port: is a directory")


def test_a_damaged_game_in_a_list_is_told(folder, capsys):
    (folder / "bad.jsonl").write_text("{}\n")
    RecordedGame.create(folder / "good.jsonl", Setup(("Ann", "Bob", "Cleo"), 1, "dealt", 0))
    assert main(["galerapagos", "--list", "--dir", str(folder)]) == 0
    said = capsys.readouterr().out
    assert "bad.jsonl, ligne 1 : il faut une partie de la version 2, on lit None" in said
    assert "good.jsonl  jour 1  Ann, Bob, Cleo" in said
    assert main(["galerapagos", "--table", "Cup", "--dir", str(folder)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert any("bad.jsonl, ligne 1 : il faut une partie" in line for line in lines[:-1])
    assert lines[-1].startswith("underboard: aucune partie d'un tournoi « Cup » dans ")
