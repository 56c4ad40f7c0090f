"""Bad input is refused in French where people speak French, sentences within sentences too."""

import io
import re
import shlex
import sys

import pytest

from underboard import doctor, find, texts
from underboard.cli import board, main
from underboard.galerapagos.record import Table
from underboard.galerapagos.switches import Setup
from underboard.hardware import __main__ as hardware
from underboard.link import LinkClosed
from underboard.texts import Texts, sentences


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
    ("games import wrong.txt", "ligne 5, tour 2 « a1 » est contraire aux règles : Il y a déjà un"),
    ("perft chess", "« chess » n'est pas un jeu connu ici : on attend pylos, apagos, gyges"),
    (
        "perft pylos --variant blitz",
        "« blitz » n'est pas une variante de Pylos : on attend standard",
    ),
    (
        "perft pylos --option end=early",
        "« early » n'est pas une valeur de end : on attend strict ou",
    ),
    ("perft pylos --option end", "option « end » : on attend NOM=VALEUR, comme end=bga"),
    (
        "perft pylos --position zz",
        "« zz » n'est pas une position de Pylos : on attend quatre étages",
    ),
    (
        "perft gyges --position zz",
        "« zz » n'est pas une position de Gygès : on attend les rangées 1",
    ),
    (
        "perft apagos --position '7:8,0 5:0,0 3:0,0 1:0,0 W'",
        "« 7:8,0 » au niveau 1 : 8 billes pour",
    ),
    ("solve apagos 9999", "36 trous dans « 9999 » : il n'y a que 20 billes pour les remplir"),
    ("solve apagos 75", "« 75 » n'est pas une disposition : on attend quatre carrés de bas en ha"),
    ("sim --layout moon", "pas de plan « moon » : choisissez parmi apagos-hall64, apagos-reed36"),
    (
        "sim --fault gravity=0",
        "aucun défaut ne s'appelle « gravity » : choisissez parmi bou",
    ),
    (
        "sim --fault stuck_open=x",
        "le défaut stuck_open vaut « x », on attend des capteurs comme 3,7",
    ),
    (
        "sim --replay nowhere.txt",
        "impossible de lire nowhere.txt : ce fichier ou ce dossier n'exis",
    ),
    (
        "demo pylos --games 2 --fault x",
        "« x » n'est pas un défaut, on attend NOM=VALEUR comme bounc",
    ),
    (
        "play pylos --dark strongest",
        "« strongest » n'est pas un joueur : on attend human ou random ou",
    ),
    (
        "play apagos --board sim:pylos-reed16",
        "le plan « pylos-reed16 » est celui d'un plateau pour p",
    ),
    (
        "board monitor --board /dev/nowhere",
        "pas de port /dev/nowhere : branchez le plateau, puis es",
    ),
    ("board install --drive nowhere", "pas de dossier nowhere : on attend le lecteur d'un plateau"),
    ("galerapagos --seats A", "Galérapagos se joue de 3 à 12, pas à 1."),
    (
        "galerapagos --seats A,B,C --option deck",
        "option « deck » : on attend NOM=VALEUR, comme deck=13",
    ),
    (
        "galerapagos --log nowhere.jsonl",
        "impossible de lire la partie nowhere.jsonl : ce fichier ou",
    ),
    (
        "galerapagos --log empty.jsonl",
        "empty.jsonl, ligne 1 : on attend une partie de Galérapagos, l",
    ),
]


@pytest.mark.parametrize(("arguments", "words"), BAD_INPUT)
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


FROM_ELSEWHERE = [
    # what the program says in English, in French
    (
        "port /dev/ttyACM1 is busy: another program has it open; close that one first",
        "le port /dev/ttyACM1 est occupé : un autre programme l'a ouvert ; fermez d'abord celui-là",
    ),
    (
        "layouts/my.json: layout: sensors[3].cell: 'z9' is no cell: expected a1 to d4, e1 to g3, "
        "h1 to i2 or j1",
        "layouts/my.json : plan : sensors[3].cell : « z9 » n'est pas une case : on attend a1 à d4, "
        "e1 à g3, h1 à i2 ou j1",
    ),
    (
        "the simulated board has stopped: settings.toml: UNDERBOARD_BRIGHTNESS is 'x', expected a "
        "whole number 1 to 100",
        "le plateau simulé s'est arrêté : settings.toml : UNDERBOARD_BRIGHTNESS vaut « x », on "
        "attend un nombre entier de 1 à 100",
    ),
    (
        "my games/a.jsonl, line 3: expected entry 2, seen 5; the file is left as it is",
        "my games/a.jsonl, ligne 3 : on attend l'entrée 2, on lit 5 ; le fichier reste tel quel",
    ),
    (
        "/a/b.jsonl, line 1: There are two players called Ann: give one of them another name. "
        "The file is left as it is",
        "/a/b.jsonl, ligne 1 : Deux joueurs s'appellent Ann : donnez un autre nom à l'un d'eux. "
        "Le fichier reste tel quel",
    ),
    ("There is no white ball in the reserve.", "Il n’y a plus de bille blanche dans la réserve."),
    (
        "From a1 one jump would have to land on a3, but can only land on a2 or b1.",
        "De a1, les sauts (un seul) devraient mener en a3, mais ne mènent qu’en a2 ou b1.",
    ),
    (
        "the ring on a3 is too far out: a set-up uses the nearest row of each player",
        "la pièce en a3 est trop loin : chaque joueur place les siennes sur la rangée la plus "
        "proche",
    ),
    ("11 light balls in a row", "11 light balls in a row"),
    ("16 light balls: there are only 15", "16 billes de couleur claire : il n'y en a que 15"),
    ("'a: b' is no square: expected its two faces, like 3/5", None),
    ("a: b", "a: b"),
    ("no layout 'a cell': expected one of none", "pas de plan « a cell » : choisissez parmi"),
    ("", ""),
    (": " * 5000, ": " * 5000),
]


@pytest.mark.parametrize(("english", "french"), FROM_ELSEWHERE)
def test_a_sentence_within_a_sentence_is_said_in_french_too(english, french):
    if french is None:
        french = "« a: b » n'est pas un carré : on attend ses deux faces, comme 3/5"
    assert sentences.spoken(english, "fr").startswith(french)
    assert sentences.spoken(english, "en") == english


GAPS = sorted(set(sentences.GAP.findall("".join(sentences.templates("fr")))))


@pytest.mark.parametrize("area", sentences.BY_SENTENCE)
def test_every_sentence_is_taken_for_itself(area):
    def filled(template):
        return sentences.GAP.sub(lambda gap: f"{GAPS.index(gap[1])}z", template)

    for english, french in texts.area("fr", area).items():
        # One without a word of its own is known only by what is in it.
        if re.search("[a-z]", sentences.GAP.sub("", english), re.IGNORECASE):
            assert sentences.spoken(filled(english), "fr") == filled(french)


@pytest.mark.parametrize("area", sentences.BY_SENTENCE)
def test_a_french_sentence_has_the_gaps_of_the_english_one(area):
    for english, french in texts.area("fr", area).items():
        assert set(sentences.GAP.findall(english)) == set(sentences.GAP.findall(french)), english


@pytest.mark.parametrize("area", sentences.BY_SENTENCE)
def test_french_signs_have_their_space(area):
    for french in texts.area("fr", area).values():
        # Not in what people type or a file holds, as 7:2,3 or "Game: pylos".
        prose = re.sub(r"« .*? »|\S:\S+|LAYOUT: |depth|3: d e f", "", french)
        assert not re.search(r"\w[;!?»]|«\w|\w: ", prose), french


# Other places where people read them


class Port:
    """What pyserial tells of a port."""

    device, description, interface, product, vid = "/dev/ttyS0", "n/a", "", "", None


def test_the_list_of_ports_says_why(monkeypatch, capsys):
    monkeypatch.setattr(
        board, "candidates", lambda probe: find.candidates(lambda: [Port()], probe=None)
    )
    assert main(["board", "list"]) == 1
    line = capsys.readouterr().out.rstrip()
    assert line.endswith("/dev/ttyS0  n/a : ce n'est pas un appareil USB")


def test_the_doctor_tells_the_reason():
    finding = doctor.port_trouble(
        "x", LinkClosed("x cannot be opened as a serial port: is a directory")
    )
    line = doctor.as_line(finding, Texts("fr"))
    assert line.endswith("x ne peut pas être ouvert comme port série : c'est un dossier")
    assert doctor.as_line(finding, Texts("en")).endswith("serial port: is a directory")


def test_a_damaged_game_in_a_list_is_told(folder, capsys):
    (folder / "bad.jsonl").write_text("{}\n")
    Table.create(folder / "good.jsonl", Setup(("Ann", "Bob", "Cleo"), 1, "dealt", 0))
    assert main(["galerapagos", "--list", "--dir", str(folder)]) == 0
    said = capsys.readouterr().out
    assert "bad.jsonl, ligne 1 : on attend une partie de la version 1, on lit None" in said
    assert "good.jsonl  jour 1  Ann, Bob, Cleo" in said
    assert main(["galerapagos", "--table", "Cup", "--dir", str(folder)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert any("bad.jsonl, ligne 1 : on attend une partie" in line for line in lines[:-1])
    assert lines[-1].startswith("underboard: aucune partie d'un tournoi « Cup » dans ")
