"""Installation by the page (the steps leave a drive as ``underboard board install`` does)."""

import pytest

from underboard.deploy.firmware_files import drive_path
from underboard.deploy.install import install, plan
from underboard.deploy.usb_drive import Drive
from underboard.site.firmware import firmware_zip
from underboard.tab.firmware import steps_of

BOOT_OUT = (
    b"Adafruit CircuitPython 9.2.1 on 2024-11-20; Raspberry Pi Pico 2 with rp2350a\n"
    b"Board ID:raspberry_pi_pico2\n"
)


def drive_file(name):
    """Return a file of the firmware as it is shipped."""
    with drive_path() as folder:
        return (folder / name).read_bytes()


FOREIGN = b"print('blinking')\n"
LAYOUT = "pylos-reed16"
OLD = {
    "releases/1/code.py": b"# Underboard",
    "releases/1/whole": b"",
    "releases/1/layouts/mine.json": drive_file("layouts/pylos-reed16.json"),
    "code.py": b"# Underboard",
    "settings.toml": b'UNDERBOARD_NAME = "Anna"\n',
}
DRIVES = [{}, OLD, {"code.py": FOREIGN, "code.txt": FOREIGN}]


def tree(folder):
    """Return the files below a folder by name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def lay(folder, files):
    """Write files below a folder."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture(scope="module")
def archive():
    return firmware_zip(LAYOUT)


@pytest.mark.slow
@pytest.mark.parametrize("files", DRIVES, ids=["new", "older", "foreign"])
def test_the_steps_do_what_the_command_does(files, archive, tmp_path):
    files = {"boot_out.txt": BOOT_OUT, **files}
    here = lay(tmp_path / "here", files)
    found = plan(here, LAYOUT)
    install(found)
    there = lay(tmp_path / "there", files)
    answer = steps_of(files, archive, LAYOUT, "en")
    assert len(answer["questions"]) == len(found.questions)
    drive = Drive(there)
    for kind, name, data in answer["steps"]:
        if kind == "check":
            assert drive.read(name) == data
        elif kind in ("write", "replace"):
            getattr(drive, kind)(name, data)
        else:
            getattr(drive, kind)(name)
    assert tree(there) == tree(here)


REFUSED = [
    (BOOT_OUT.replace(b"9.2.1", b"8.0.0"), "CircuitPython 8.0.0", "CircuitPython 8.0.0"),
    (BOOT_OUT.replace(b"rp2350a", b"samd51"), "has a samd51", "samd51"),
]


@pytest.mark.parametrize(("boot_out", "english", "french"), REFUSED)
def test_a_board_that_cannot_play_is_one_sentence(boot_out, english, french, archive):
    for language, words in (("en", english), ("fr", french)):
        answer = steps_of({"boot_out.txt": boot_out}, archive, LAYOUT, language)
        assert words in answer["error"]
        assert "steps" not in answer


def test_a_name_that_leads_out_of_the_drive_is_refused(archive, tmp_path):
    files = {"boot_out.txt": BOOT_OUT, "../out": b""}
    assert "../out" in steps_of(files, archive, LAYOUT, "en")["error"]
