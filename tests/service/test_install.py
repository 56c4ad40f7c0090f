"""Install (the drive runs the old firmware or the new one, wherever the cable is pulled)."""

import ast
import contextlib
import dataclasses
import itertools
import json
import re
import shutil
from pathlib import Path

import pytest

from boardcore.apagos import hints as apagos_hints
from boardcore.apagos import rules as apagos
from boardio import firmware
from boardio.hints import hints_of
from boardio.start import config
from support.campaign import one_in
from support.machine.stand_ins import ROOT
from support.rows import for_each
from support.waiting import until
from underboard.cli import main
from underboard.cli.boards.install import summary
from underboard.deploy import install as module
from underboard.deploy.firmware_files import RELEASES, WHOLE, running, whole_releases
from underboard.deploy.install import install, plan, uninstall
from underboard.deploy.memory import check_memory
from underboard.deploy.payload import packages, room_of
from underboard.deploy.settings import merge_settings
from underboard.deploy.strip import strip
from underboard.deploy.usb_drive import Drive, find_drive
from underboard.device.board import Board
from underboard.device.port import SerialLink
from underboard.device.transport import LinkClosed
from underboard.errors import UnderboardError
from underboard.records.database import Records
from underboard.referee.demo import Demo, DemoPlan
from underboard.service.diagnostic_link import DiagnosticLink
from underboard.sim.board import SimBoard
from underboard.sim.mcu.process import read_settings
from underboard.texts import Texts

PICO = "Adafruit CircuitPython {} on 2024-11-20; Raspberry Pi Pico with rp2040\nBoard ID:{}\n"
FOREIGN = b"print('blinking')\n"
OLD_BOOT = b"import usb_hid\n"


@pytest.fixture
def drive(tmp_path):
    """The drive of a new Pico."""
    path = tmp_path / "CIRCUITPY"
    path.mkdir()
    (path / "boot_out.txt").write_text(PICO.format("9.2.1", "raspberry_pi_pico2"))
    return path


def tree(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def small(found, edition="new"):
    """A plan with few files, so that every moment of it can be tried."""
    release = {"code.py": edition.encode(), "layouts/a.json": b"{}" + edition.encode()}
    release["lib/boardio/firmware.py"] = edition.encode() * 100
    return dataclasses.replace(found, release=release)


# Which drive


def test_the_only_mounted_drive_is_taken(drive):
    assert find_drive(places=[drive, drive.parent / "STICK"]) == drive


def test_a_drive_under_another_label_is_known_by_its_boot_out(tmp_path, drive):
    other = drive.rename(tmp_path / "PYLOS")
    assert find_drive(places=[other]) == other


WHERE = [("no drive called CIRCUITPY is mounted", 0), ("choose one by --drive: ", 2)]


@pytest.mark.parametrize(("sentence", "count"), WHERE)
def test_none_or_two_drives_are_told(tmp_path, sentence, count):
    for number in range(count):
        (tmp_path / f"CIRCUITPY{number}").mkdir()
    with pytest.raises(UnderboardError, match=sentence):
        find_drive(places=list(tmp_path.iterdir()))


def test_a_named_drive_must_be_there(tmp_path):
    with pytest.raises(UnderboardError, match="no folder"):
        find_drive(tmp_path / "nowhere")


VERSIONS = [
    ("9.2.0", True),
    ("9.2.1", False),
    ("8.2.10", True),
    ("10.0.0-beta.2", False),
]


@pytest.mark.parametrize(("version", "refused"), VERSIONS)
def test_circuitpython_must_be_new_enough(drive, version, refused):
    (drive / "boot_out.txt").write_text(PICO.format(version, "raspberry_pi_pico2"))
    if refused:
        with pytest.raises(
            UnderboardError, match=f"CircuitPython {version} .*expected 9.2.1 or newer"
        ):
            plan(drive)
    else:
        assert plan(drive).circuitpython == version


def test_the_oldest_version_is_the_firmwares_own():
    assert module.OLDEST == config.OLDEST


# What is asked


def test_a_new_pico_asks_nothing(drive):
    assert plan(drive).questions == ()


ASKED = [
    ("code.py", FOREIGN, "install.ask.foreign"),
    ("boot.py", OLD_BOOT, "install.ask.foreign"),
    ("code.txt", FOREIGN, "install.ask.foreign"),
    ("boot_out.txt", PICO.format("9.2.1", "home_made").encode(), "install.ask.board"),
    ("boot_out.txt", b"", "install.ask.no-boot-out"),
]


@pytest.mark.parametrize(("name", "data", "key"), ASKED)
def test_what_is_not_ours_is_asked_about(drive, name, data, key):
    (drive / name).write_bytes(data)
    assert [question.key for question in plan(drive).questions] == [key]


def test_an_empty_file_that_a_pulled_cable_has_left_is_not_asked_about(drive):
    (drive / "boot.py").write_bytes(b"")
    assert plan(drive).questions == ()


def test_our_own_files_of_an_older_release_are_not_asked_about(drive):
    shutil.copy(ROOT / "firmware/code.py", drive / "code.py")
    (drive / "boot.py").write_bytes(b"# Underboard\n")
    found = plan(drive)
    assert found.questions == ()
    assert {"code.py", "boot.py"} <= set(found.top)


def test_too_little_room_is_told_before_anything_is_written(drive, monkeypatch):
    monkeypatch.setattr(module.shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(1, 1, 9))
    before = tree(drive)
    with pytest.raises(UnderboardError, match="not enough room"):
        plan(drive)
    assert tree(drive) == before
    # What an installation that was cut short has left goes first.
    (drive / RELEASES / "1").mkdir(parents=True)
    (drive / RELEASES / "1/half").write_bytes(bytes(2**20))
    assert plan(drive).needed < plan(drive).free == 9 + 2**20


def test_a_setting_that_slid_into_a_comment_is_there_again(drive):
    ours = (ROOT / "firmware/settings.toml").read_text("utf-8")
    slid = ours.replace(".json\nUNDERBOARD_LAYOUT", ".json UNDERBOARD_LAYOUT")
    assert slid != ours
    (drive / "settings.toml").write_text(slid, "utf-8")
    install(plan(drive, "pylos-reed16"))
    settings = (drive / "settings.toml").read_text("utf-8")
    assert '\nUNDERBOARD_LAYOUT = "pylos-reed16"' in settings


SMALL = [
    # board, layout, what it leaves
    ("raspberry_pi_pico", "pylos-hall25", 171),
    ("raspberry_pi_pico", "pylos-scale4", 171),
    ("raspberry_pi_pico_w", "gyges-reed38", 126),
]


@pytest.mark.parametrize(("board", "layout", "leaves"), SMALL)
def test_a_board_whose_memory_is_too_small_is_refused_with_both_figures(
    drive, capsys, board, layout, leaves
):
    data = json.loads((ROOT / f"firmware/layouts/{layout}.json").read_text("utf-8"))
    says = f"needs {data['heap_bytes'] // 1000} kB of memory, .* leaves {leaves} kB"
    (drive / "boot_out.txt").write_bytes(PICO.format("10.1.4", board).encode())
    before = tree(drive)
    argv = ["board", "install", "--drive", str(drive), "--layout", layout, "--yes", "--lang", "en"]
    assert main(argv) == 2
    told = capsys.readouterr().err
    assert re.search(says, told), told
    assert "say --force" in told
    assert tree(drive) == before
    assert main([*argv, "--force"]) == 0
    assert (running(drive) / f"layouts/{layout}.json").is_file()


@pytest.mark.parametrize("board", ["raspberry_pi_pico2", "raspberry_pi_pico2_w", "home_made"])
def test_a_board_whose_memory_nobody_has_measured_is_not_refused(drive, board):
    (drive / "boot_out.txt").write_bytes(PICO.format("10.1.4", board).encode())
    assert plan(drive, "pylos-hall25").layouts == ("pylos-hall25",)


LAYOUTS = sorted(path.stem for path in (ROOT / "firmware/layouts").glob("*.json"))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_two_releases_and_the_largest_hints_of_the_standard_set_fit_the_drive(drive, layout):
    assert plan(drive).size < module.SMALL_DRIVE, "once, with all layouts"
    # Boards with Hall sensors need the memory of a Pico 2, which has a flash of 4 MB.
    halls = json.loads((ROOT / f"firmware/layouts/{layout}.json").read_text())["sensing"] == "field"
    size = 2 * plan(drive, layout, force=True).size
    assert size < module.SMALL_DRIVE
    assert size + 70_000 < module.SMALL_DRIVE * (3 if halls else 1)


ROOM = [
    # files: length of each, clusters of 512 bytes
    ({"a": 1}, 1 + 1),
    ({"a": 0}, 1 + 0),
    ({"a": 513}, 1 + 2),
    ({"a/b": 1}, 2 + 1),
    # A folder has 16 entries: two of its own, two for a name of up to 13 letters, then three.
    ({f"{at}.py": 1 for at in range(7)}, 1 + 7),
    ({f"{at}.py": 1 for at in range(8)}, 2 + 8),
    ({f"{at}_nine_more.py": 1 for at in range(4)}, 1 + 4),
    ({f"{at}_nine_more.py": 1 for at in range(5)}, 2 + 5),
    ({f"a/{at}_nine_more.py": 1 for at in range(5)}, 3 + 5),
]


@for_each(("lengths", "clusters"), ROOM)
def test_files_take_whole_clusters_and_entries_for_the_letters_of_their_names(lengths, clusters):
    assert room_of({name: bytes(length) for name, length in lengths.items()}) == 512 * clusters


def test_only_the_game_of_the_layout_goes_along(drive):
    def modules(layout=""):
        files = [
            Path(name) for name in plan(drive, layout, force=True).release if "boardcore" in name
        ]
        return {".".join(file.with_suffix("").parts[2:]) for file in files}

    pylos, ballots = modules("pylos-reed16"), modules("pods12")
    assert {"pylos.rules", "pylos.cues", "play.tables.table", "link.probe"} <= pylos
    assert not {"apagos.rules", "gyges.recognizer", "pods.pods", "pylos.field"} & pylos
    assert not {name for name in pylos if ".hall." in name}
    halls = {
        "pylos.field",
        "sensing.observe.field.spheres",
        "play.tables.halls",
    }
    assert halls | {"sensing.observe.empty"} <= modules("pylos-hall25")
    switched, felt = modules("apagos-reed36"), modules("apagos-hall36")
    shared = {f"apagos.{name}" for name in ("hints", "observed", "cells", "cues")}
    assert shared <= switched & felt
    assert switched - felt == {"play.tables.switches"}
    assert not {name for name in switched if ".hall." in name}
    assert {"pods.pods", "pods.lights"} <= ballots
    assert not {"play.tables.table", "pylos.rules"} & ballots
    assert pylos | ballots | {"apagos.rules", "gyges.rules"} < modules()


def test_only_the_drivers_of_the_layouts_sensors_go_along(drive):
    def drivers(layout=""):
        names = plan(drive, layout, force=True).release
        return {"switches", "hall_scan", "hall_adc"} & {
            Path(n).stem for n in names if "boardio" in n
        }

    assert drivers("pylos-reed16") == drivers("pods12") == {"switches"}
    assert drivers("pylos-hall25") == drivers("gyges-hall38") == {"hall_scan", "hall_adc"}
    assert drivers() == {"switches", "hall_scan", "hall_adc"}


def test_with_a_layout_of_ones_own_that_cannot_be_read_everything_goes_along(drive):
    (drive / "layouts").mkdir()
    (drive / "layouts/mine.json").write_text("{")
    assert "lib/boardcore/gyges/rules.py" in plan(drive, "pylos-reed16").release


def test_what_a_mac_lays_beside_a_layout_of_ones_own_is_none(drive):
    (drive / "layouts").mkdir()
    shutil.copy(ROOT / "firmware/layouts/pylos-reed16.json", drive / "layouts/mine.json")
    (drive / "layouts/._mine.json").write_bytes(b"\x00\x05\x16\x07")
    assert plan(drive, "pylos-reed16").layouts == ("mine", "pylos-reed16")


@pytest.mark.slow
@pytest.mark.parametrize("layout", one_in(4, LAYOUTS))
def test_what_goes_along_is_enough_to_start(drive, layout):
    install(plan(drive, layout, force=True))
    with SimBoard(drive=drive, layout=layout) as sim:
        assert DiagnosticLink(SerialLink(sim.url)).greet()[3] == layout


# Settings


def test_a_persons_own_values_stay_and_new_settings_come():
    ours = '# The board\nUNDERBOARD_LAYOUT = "pylos-reed16"\n\n# New\nUNDERBOARD_NEW = 1\n'
    theirs = b'UNDERBOARD_LAYOUT = "my-board" # mine\nCIRCUITPY_WIFI_SSID = "home"\n'
    merged = merge_settings(ours, theirs)
    assert 'UNDERBOARD_LAYOUT = "my-board" # mine' in merged
    assert "# The board" in merged
    assert read_settings(merged) == {
        "UNDERBOARD_LAYOUT": "my-board",
        "UNDERBOARD_NEW": "1",
        "CIRCUITPY_WIFI_SSID": "home",
    }
    assert merge_settings(ours, merged.encode()) == merged, "a second time changes nothing"


@for_each("line", ["UNDERBOARD_LAYOUT = pylos", "A", "A B = 1", 'A = "b', 'A = "b" c'])
def test_damaged_settings_are_left_to_their_owner(line, drive):
    (drive / "settings.toml").write_text(f"{line}\n")
    with pytest.raises(UnderboardError, match=r"settings\.toml on the drive cannot be read"):
        plan(drive)


def test_a_chosen_layout_comes_alone_and_is_set(drive):
    found = plan(drive, "pods12")
    assert found.layouts == ("pods12",)
    assert 'UNDERBOARD_LAYOUT = "pods12"' in found.top["settings.toml"].decode()
    with pytest.raises(UnderboardError, match="no layout 'moon'"):
        plan(drive, "moon")


def test_a_board_of_ones_own_is_carried_from_release_to_release(drive):
    (drive / "layouts").mkdir()
    mine = (ROOT / "firmware/layouts/pylos-reed16.json").read_bytes()
    (drive / "layouts/mine.json").write_bytes(mine)
    install(plan(drive, "mine"))
    shutil.rmtree(drive / "layouts")
    install(plan(drive))
    assert (running(drive) / "layouts/mine.json").read_bytes() == mine
    assert read_settings((drive / "settings.toml").read_text())["UNDERBOARD_LAYOUT"] == "mine"


def test_settings_that_ask_for_a_layout_that_there_is_not_are_told(drive):
    (drive / "settings.toml").write_text('UNDERBOARD_LAYOUT = "gone"\n')
    with pytest.raises(UnderboardError, match="layout 'gone'"):
        plan(drive)


@pytest.mark.slow
def test_hints_for_apagos_go_along_in_the_form_that_a_board_reads(drive, monkeypatch):
    with pytest.raises(UnderboardError, match="expected four squares"):
        plan(drive, hints=["75"])
    install(plan(drive, hints=["7531"]))
    install(plan(drive))
    assert (running(drive) / "hints/1357.bin").read_bytes()[:4] == apagos_hints.MAGIC
    monkeypatch.chdir(running(drive))
    hints = hints_of("apagos")
    assert not hints.trouble
    assert hints.winning_turns(apagos.Game(position="7531"))


# What lies there afterwards


def sources(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.py")}


def test_the_whole_firmware_lies_there_and_the_launcher_starts_it(drive):
    install(plan(drive))
    release = running(drive)
    assert release == drive / RELEASES / "1"
    assert (drive / "code.py").read_bytes() == (ROOT / "firmware/launch.py").read_bytes()
    for name in ("boot.py", "safemode.py"):
        assert (drive / name).read_bytes() == (ROOT / "firmware" / name).read_bytes()
    layouts = [json.loads(path.read_text()) for path in (ROOT / "firmware/layouts").glob("*.json")]
    # Of no shipped layout: it goes along with a layout that names it (test_nau7802.py).
    others = {"nau7802"} - {layout["scanner"]["kind"] for layout in layouts}
    assert others == {"nau7802"}
    for package in ("boardcore", "boardio"):
        wanted = {
            path: packages()[f"lib/{package}/{path.as_posix()}"]
            for path in sources(ROOT / "firmware/lib" / package)
            if path.stem not in others
        }
        assert sources(release / "lib" / package) == wanted
    assert (release / "code.py").read_bytes() == (ROOT / "firmware/code.py").read_bytes()


def test_modules_without_what_people_read_do_what_they_did():
    for path in one_in(3, sorted((ROOT / "firmware/lib").rglob("*.py"))):
        source = path.read_bytes()
        made = strip(source)
        wanted, found = ast.parse(source), ast.parse(made)
        for node in ast.walk(wanted):
            body = getattr(node, "body", None)
            if isinstance(body, list):
                node.body = [one for one in body if not is_text(one)]
                if not node.body and not isinstance(node, ast.Module):
                    node.body = [ast.Pass()]
        assert b"#" not in made or b"#" in ast.unparse(found).encode(), "only within texts"
        # Errors on the console name the lines of the repository.
        assert numbers(found) == numbers(wanted), path
        assert ast.dump(found) == ast.dump(wanted), path


def numbers(tree):
    return [one.lineno for one in ast.walk(tree)
            if isinstance(one, ast.stmt) and not isinstance(one, ast.Pass)]  # fmt: skip


def is_text(node):
    return isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str)


def test_a_new_release_takes_the_place_of_the_old_one(drive):
    install(plan(drive))
    (drive / "settings.toml").write_text(
        (drive / "settings.toml").read_text().replace("BRIGHTNESS = 100", "BRIGHTNESS = 30")
    )
    found = plan(drive)
    assert found.top == {}, "nothing at the top has to change"
    with pytest.raises(Pulled):
        install(found, drive=NeverRemoves(drive))
    assert whole_releases(drive) == [2], "a release that is half removed is never whole"
    install(found)
    assert [path.name for path in (drive / RELEASES).iterdir()] == ["2"]
    assert "BRIGHTNESS = 30" in (drive / "settings.toml").read_text()


class NeverRemoves(Drive):
    def remove_folder(self, name):
        raise Pulled


def test_a_drive_that_forgets_what_was_written_is_found_out(drive):
    class Forgetful(Drive):
        def read(self, name):
            return super().read(name)[:-1]

    (drive / "code.py").write_bytes(FOREIGN)
    with pytest.raises(UnderboardError, match=r"does not give code\.py back as it was written"):
        install(plan(drive), drive=Forgetful(drive))
    assert whole_releases(drive) == []
    assert (drive / "code.py").read_bytes() == FOREIGN


def test_a_drive_that_cannot_be_written_is_told_in_one_sentence(drive):
    class ReadOnly(Drive):
        def write(self, name, data):
            raise OSError(30, "Read-only file system")

    with pytest.raises(UnderboardError, match=r"cannot write to .*: read-only file system"):
        install(plan(drive), drive=ReadOnly(drive))


def test_progress_ends_with_all_done(drive):
    told = []
    install(plan(drive), lambda done, total, name: told.append((done, total)))
    assert [done for done, _ in told] == list(range(1, told[0][1] + 1))


# The cable is pulled


class Pulled(BaseException):
    """The cable is out; no code may go on."""


class Cable(Drive):
    """Pulled at the ``end``-th write; ``torn``: half of that write has reached the drive."""

    def __init__(self, path, end, torn=False):
        super().__init__(path)
        self.left, self.torn = end, torn

    def _step(self, act=lambda: None):
        self.left -= 1
        if self.left == 0:
            act()
            raise Pulled

    def write(self, name, data):
        def half():
            (self.path / name).parent.mkdir(parents=True, exist_ok=True)
            (self.path / name).write_bytes(data[: len(data) // 2])

        self._step(half if self.torn else lambda: None)
        super().write(name, data)

    def replace(self, name, data):
        super().replace(name, data)
        self._step()

    def remove(self, name):
        self._step()
        super().remove(name)

    def remove_folder(self, name):
        path = self.path / name
        files = sorted(path.rglob("*")) if path.is_dir() else []
        self._step(lambda: [file.unlink() for file in files[::2] if file.is_file()])
        super().remove_folder(name)


def newest(drive):
    """What the launcher, the very file on the drive, would start."""
    source = ast.parse((drive / "code.py").read_text())
    # All but its last line, which would start the firmware.
    names: dict = {}
    exec(compile(ast.Module(source.body[:-1], []), "code.py", "exec"), names)
    with contextlib.chdir(drive):
        return names["newest"]()


def runs(drive):
    """All that the drive would run now, file by file; None if nothing."""
    code = drive / "code.py"
    if not code.exists():
        return None
    if code.read_bytes() == FOREIGN:
        return {"code.py": FOREIGN}
    files = tree(drive / newest(drive))
    assert files.pop(WHOLE)
    return files


def empty(drive):
    return None


def foreign(drive):
    (drive / "code.py").write_bytes(FOREIGN)
    (drive / "boot.py").write_bytes(OLD_BOOT)
    (drive / "code.txt").write_bytes(b"")
    (drive / "code.txt").unlink()
    return {"code.py": FOREIGN}


def older(drive):
    found = small(plan(drive), "old")
    install(found)
    (drive / "boot.py").write_bytes(b"# an older Underboard\n")
    return found.release


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(contextlib, "chdir"), reason="needs Python 3.11")
@pytest.mark.parametrize(
    ("before", "torn"), one_in(3, itertools.product([empty, foreign, older], [False, True]))
)
def test_wherever_the_cable_is_pulled_old_or_new_firmware_runs(tmp_path, drive, before, torn):
    old = before(drive)
    seen = []
    for end in range(1, 200):
        copy = tmp_path / f"{end}"
        shutil.copytree(drive, copy)
        found = small(plan(copy))
        try:
            install(found, drive=Cable(copy, end, torn))
        except Pulled:
            now = runs(copy)
            assert now in (old, found.release), f"half a firmware after write {end}"
            seen.append(now == found.release)
            # The person tries again.
            again = small(plan(copy))
            install(again)
        else:
            break
        assert runs(copy) == again.release
        assert [path.name for path in (copy / RELEASES).iterdir()] == [str(again.number)]
        kept = tree(copy / "backup")
        assert kept.get("code.py") == (FOREIGN if before is foreign else None)
        shutil.rmtree(copy)
    assert len(seen) >= 8
    assert seen == sorted(seen), "old first, then new, never back"
    assert True in seen
    assert False in seen


# Uninstalling


def test_uninstalling_puts_back_what_was_there(drive):
    (drive / "settings.toml").write_text('CIRCUITPY_WIFI_SSID = "home"\n')
    (drive / "data.csv").write_text("1,2\n")
    (drive / "code.txt").write_bytes(FOREIGN)
    foreign(drive)
    (drive / "code.txt").write_bytes(FOREIGN)
    before = tree(drive)
    install(plan(drive))
    assert not (drive / "code.txt").exists(), "CircuitPython would run it instead of ours"
    install(plan(drive))
    assert sorted(uninstall(drive)) == ["boot.py", "code.py", "code.txt", "settings.toml"]
    assert tree(drive) == before
    with pytest.raises(UnderboardError, match="no Underboard was installed"):
        uninstall(drive)


def test_uninstalling_from_a_pico_that_was_new_leaves_it_new(drive):
    before = tree(drive)
    install(plan(drive))
    uninstall(drive)
    assert tree(drive) == before


def test_a_file_of_somebody_else_is_never_removed(drive):
    install(plan(drive))
    (drive / "code.py").write_bytes(FOREIGN)
    uninstall(drive)
    assert (drive / "code.py").read_bytes() == FOREIGN


def test_uninstalling_that_was_cut_short_is_done_again(tmp_path, drive):
    foreign(drive)
    before = tree(drive)
    install(small(plan(drive)))
    for end in range(1, 30):
        copy = tmp_path / f"{end}"
        shutil.copytree(drive, copy)
        with contextlib.suppress(Pulled):
            uninstall(copy, Cable(copy, end))
        with contextlib.suppress(UnderboardError):
            uninstall(copy)
        assert tree(copy) == before, end


# The command


def test_a_dry_run_writes_nothing_and_tells_the_room(drive, capsys):
    before = tree(drive)
    arguments = ["board", "install", "--drive", str(drive), "--dry-run", "--lang", "en"]
    assert main(arguments) == 0
    assert tree(drive) == before
    out = capsys.readouterr().out
    assert "of a 1 MB drive" in out
    assert "raspberry_pi_pico" in out
    assert "does not pass" not in out, "the board that is taken where nobody says which"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_layout_that_fails_its_checks_is_told(drive, capsys, language):
    said = {
        "en": "pods12 does not pass all of its checks (the same with thirsty pixels: 515 mA, at",
        "fr": "pods12 ne passe pas toutes ses vérifications (le même avec des lumières gourmandes",
    }
    arguments = ["--drive", str(drive), "--layout", "pods12", "--dry-run"]
    assert main(["board", "install", *arguments, "--lang", language]) == 0
    out = capsys.readouterr().out
    assert out.count(said[language]) == 1


def test_a_person_who_says_no_changes_nothing(drive, capsys, monkeypatch):
    foreign(drive)
    before = tree(drive)
    asked = []
    monkeypatch.setattr("builtins.input", lambda text: asked.append(text) or "n")
    assert main(["board", "install", "--drive", str(drive), "--lang", "fr"]) == 1
    assert tree(drive) == before
    assert len(asked) == 1
    assert "code.py" in asked[0]
    assert "Rien n'a été changé." in capsys.readouterr().out


def test_install_and_uninstall_by_command(drive, capsys):
    before = tree(drive)
    assert main(["board", "install", "--drive", str(drive), "--yes"]) == 0
    assert whole_releases(drive) == [1]
    assert main(["board", "uninstall", "--drive", str(drive), "--yes"]) == 0
    assert tree(drive) == before


def test_nobody_there_to_answer_is_told(drive, capsys, monkeypatch):
    foreign(drive)

    def nobody(text):
        raise EOFError

    monkeypatch.setattr("builtins.input", nobody)
    assert main(["board", "install", "--drive", str(drive)]) == 2
    assert "say --yes" in capsys.readouterr().err


# The installed firmware plays


def played_by(drive, layout, records_path):
    """Install, play one game on that very folder; return it and the firmware's own version."""
    install(plan(drive, layout, force=True))
    # So that one sees whose firmware it is.
    path = running(drive) / "lib/boardio/firmware.py"
    path.write_text(path.read_text().replace(f'VERSION = "{firmware.VERSION}"', 'VERSION = "7.7"'))
    return game_on(drive, layout, records_path)


def game_on(drive, layout, records_path, turns=None):
    game = layout.partition("-")[0]
    with (
        SimBoard(drive=drive, layout=layout, seed=3) as sim,
        Records.open(records_path) as records,
    ):
        referee = Board(lambda: SerialLink(sim.url), records, give_back=False)
        try:
            [played] = list(Demo(sim, referee, records, DemoPlan(game, seed=3, turns=turns)).run())
            return played, referee.hello.software
        finally:
            referee.close()


@pytest.mark.slow
@pytest.mark.parametrize("layout", one_in(2, ["pylos-reed16", "apagos-reed36"]))
def test_an_installed_folder_plays_a_whole_game_itself(drive, tmp_path, layout):
    played, version = played_by(drive, layout, tmp_path / "games.sqlite3")
    assert version == "7.7"
    assert played.outcome
    assert (played.wrong, played.lost) == (0, 0)
    assert len(played.hands) > 8


BUGS = [
    # layout, file of the folder, what stands there, a bug instead; turns, None: a whole game
    ("pylos-reed16", "lib/boardcore/play/recognizer.py", "if readings[sensor]:",
     "if readings[sensor] and sensor != 5:", ("b2",)),
    ("apagos-reed36", "lib/boardcore/apagos/recognizer.py", "if readings[sensor]:",
     "if readings[sensor] and sensor > 20:", None),
    ("pylos-reed16", "lib/boardio/switches.py", "readings[", "readings[0 * ", None),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("layout", "name", "good", "bug", "turns"),
    one_in(3, BUGS),
    ids=lambda word: word if str(word).endswith(".py") else "",
)
def test_a_bug_in_the_folders_own_copy_spoils_its_game(
    drive, tmp_path, layout, name, good, bug, turns
):
    install(plan(drive, layout, force=True))
    source = (ROOT / "firmware" / name).read_text()
    assert good in source
    (running(drive) / name).write_text(source.replace(good, bug))
    try:
        played, _ = game_on(drive, layout, tmp_path / "games.sqlite3", turns)
    except UnderboardError:
        return  # nobody understood the hands, so the game never ended
    assert played.wrong or played.lost or (turns is None and not played.outcome)


def greeting_of(sim):
    """Greet a board whose port may still be going and coming back."""
    while True:
        with contextlib.suppress(LinkClosed):
            return DiagnosticLink(SerialLink(sim.url)).greet()


@pytest.mark.slow
def test_an_installed_board_whose_loop_hangs_is_started_again_and_says_why(drive):
    install(plan(drive, "pylos-reed16"))
    path = running(drive) / "code.py"
    text, begins = path.read_text(), "tick, ticks_ms = Firmware(lights, Hardware()).tick,"
    hangs = """tick(ticks_ms())
        talk = firmware.table.link
        # It has greeted and told how things stand.
        while talk.state == 2 and not talk.state_changed:
            ticks_ms()"""
    assert begins in text
    assert text.count("tick(ticks_ms())") == 1
    kept = "firmware = Firmware(lights, Hardware())\n    tick, ticks_ms = firmware.tick,"
    path.write_text(text.replace(begins, kept).replace("tick(ticks_ms())", hangs))
    with SimBoard(drive=drive, seed=3) as sim:
        bench = DiagnosticLink(SerialLink(sim.url))
        assert bench.greet()[6] == "power_on"
        # Now it is greeted, so its loop hangs; the port goes and comes back by itself.
        until(lambda: sim.command("state")["boots"] > 1, "it goes on", pause_s=0)
        assert greeting_of(sim)[6] == "watchdog"


def test_a_layout_that_needs_just_what_a_board_leaves_is_installed_and_a_byte_more_is_not():
    check_memory("raspberry_pi_pico", "mine", b'{"heap_bytes": 171440}')
    with pytest.raises(
        UnderboardError, match=r"needs 172 kB of memory, CircuitPython leaves 171 kB"
    ):
        check_memory("raspberry_pi_pico", "mine", b'{"heap_bytes": 171441}')


@pytest.mark.parametrize(("there", "asked"), [
    ("0.9.0", False), (firmware.VERSION, False), ("99.0.0", True), ("mine", False),
])  # fmt: skip
def test_going_back_to_an_older_firmware_is_asked_with_both_versions(drive, there, asked):
    install(plan(drive))
    path = running(drive) / "lib/boardio/firmware.py"
    path.write_text(path.read_text().replace(f'"{firmware.VERSION}"', f'"{there}"'))
    found = plan(drive)
    questions = [question.names for question in found.questions if "downgrade" in question.key]
    assert questions == ([{"there": there, "here": firmware.VERSION}] if asked else [])
    said = "\n".join(summary(found, Texts("en")))
    assert (there in said) == (there != firmware.VERSION)
