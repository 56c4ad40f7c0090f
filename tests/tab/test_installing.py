"""Firmware from the page onto a drive, which a folder of the browser's own stands for.

Its handles are the browser's, as those of a drive are; only the dialog that chooses one is ours.
"""

import base64

import pytest

from underboard.deploy.install import install, plan
from underboard.site.firmware import firmware_zip

from .test_firmware import BOOT_OUT, FOREIGN, LAYOUT, OLD, lay, tree

pytestmark = pytest.mark.slow
LAY = """async (files) => {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry("CIRCUITPY", { recursive: true }).catch(() => {});
  const drive = await root.getDirectoryHandle("CIRCUITPY", { create: true });
  for (const [path, text] of Object.entries(files)) {
    const parts = path.split("/");
    let folder = drive;
    const name = parts.pop();
    for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true });
    const out = await (await folder.getFileHandle(name, { create: true })).createWritable();
    await out.write(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)));
    await out.close();
  }
  window.writesLeft = Infinity;
  const pull = () => { throw new DOMException("The device is gone.", "NotFoundError"); };
  const real = FileSystemFileHandle.prototype.createWritable;
  window.realWritable ??= real;
  FileSystemFileHandle.prototype.createWritable = function (...all) {
    return window.writesLeft-- > 0 ? window.realWritable.apply(this, all) : pull();
  };
  window.showDirectoryPicker = async () => drive;
}"""
READ = """async () => {
  const found = {};
  const walk = async (folder, path) => {
    for await (const [name, one] of folder.entries()) {
      if (one.kind === "directory") await walk(one, `${path}${name}/`);
      else {
        const bytes = new Uint8Array(await (await one.getFile()).arrayBuffer());
        let text = "";
        for (const byte of bytes) text += String.fromCharCode(byte);
        found[path + name] = btoa(text);
      }
    }
  };
  await walk(await window.showDirectoryPicker(), "");
  return found;
}"""
TOLD = "document.querySelector('#tab-firmware-told').textContent"


@pytest.fixture
def dialog(shared):
    """The page with the dialog of its board open."""
    shared.click("#tab-board")
    shared.select_option("#tab-layout", LAYOUT)
    yield shared
    shared.keyboard.press("Escape")


def insert(page, files):
    """Have the page's next choice be a drive with these files."""
    page.evaluate(LAY, {name: base64.b64encode(data).decode() for name, data in files.items()})


def contents(page):
    """Return what lies on the drive."""
    return {name: base64.b64decode(text) for name, text in page.evaluate(READ).items()}


def write(page, words):
    """Press the button and wait for what the page tells at the end."""
    page.click("#tab-write")
    page.wait_for_function(f"words => {TOLD}.includes(words)", arg=words)


def test_a_new_board_has_on_its_drive_what_the_command_writes(dialog, tmp_path):
    insert(dialog, {"boot_out.txt": BOOT_OUT})
    write(dialog, "Done")
    here = lay(tmp_path, {"boot_out.txt": BOOT_OUT})
    install(plan(here, LAYOUT))
    assert contents(dialog) == tree(here)


PULLED = [(0, "keeps what it had"), (20, "keeps what it had"), (90, "the old firmware or the new")]


@pytest.mark.parametrize(("writes", "words"), PULLED)
def test_a_cable_pulled_while_writing_leaves_old_or_new_firmware_and_says_so(dialog, writes, words):
    before = {"boot_out.txt": BOOT_OUT, **OLD}
    insert(dialog, before)
    dialog.evaluate("count => { window.writesLeft = count; }", writes)
    write(dialog, words)
    there = contents(dialog)
    old = [name for name in before if name.startswith("releases/")]
    assert {name: there[name] for name in old} == {name: before[name] for name in old}
    assert ("releases/2/whole" in there) == ("new" in words)
    if "new" not in words:
        assert {name: there[name] for name in before} == before

    dialog.evaluate("window.writesLeft = Infinity")
    write(dialog, "Done")
    there = contents(dialog)
    (whole,) = (name for name in there if name.endswith("/whole"))
    assert whole.startswith(("releases/2/", "releases/3/"))
    assert not any(name.startswith("releases/1/") for name in there)
    assert b'UNDERBOARD_NAME = "Anna"' in there["settings.toml"]


def test_files_of_somebody_else_are_asked_about_and_kept(dialog):
    before = {"boot_out.txt": BOOT_OUT, "code.py": FOREIGN}
    insert(dialog, before)
    write(dialog, "not Underboard's: code.py")
    dialog.click("#tab-firmware-no")
    dialog.wait_for_function(f"{TOLD} === 'Nothing was written.'")
    assert contents(dialog) == before
    write(dialog, "not Underboard's: code.py")
    dialog.click("#tab-firmware-yes")
    dialog.wait_for_function(f"{TOLD}.includes('Done')")
    assert contents(dialog)["backup/code.py"] == FOREIGN


def test_a_folder_that_is_no_drive_is_left_alone(dialog):
    insert(dialog, {"letter.txt": b"Dear Anna"})
    write(dialog, "This is not the drive of a board")
    assert contents(dialog) == {"letter.txt": b"Dear Anna"}


def test_a_board_with_another_chip_is_refused(dialog):
    insert(dialog, {"boot_out.txt": BOOT_OUT.replace(b"rp2350a", b"samd51")})
    write(dialog, "needs an RP2040 or RP2350")


def test_the_file_to_drag_is_the_firmware_of_the_layout(dialog):
    with dialog.expect_download() as download:
        dialog.click("#tab-firmware")
    assert download.value.suggested_filename == f"underboard-{LAYOUT}.zip"
    assert download.value.path().read_bytes() == firmware_zip(LAYOUT)
