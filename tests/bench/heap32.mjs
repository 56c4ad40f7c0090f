// Heap of 32 bits: what a game out of a tape keeps in memory under a 32-bit MicroPython.
//
//     npm install --prefix FOLDER @micropython/micropython-webassembly-pyscript@1.27.0
//     PYTHONPATH=tests .venv/bin/python -m support.tapes pylos-reed16 > TAPE
//     node tests/bench/heap32.mjs FOLDER TAPE
//
// Pointers are as wide as a board's, and code takes as much room.  Floats take 16 bytes,
// which a board keeps in the pointer.  Its collector only runs between calls from here, so
// each line of the tape is one.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, tape] = process.argv.slice(2);
if (!folder || !tape) {
  console.error("heap32: expected FOLDER and TAPE, see the first lines of tests/bench/heap32.mjs");
  process.exit(2);
}
const module = "node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs";
const { loadMicroPython } = await import(pathToFileURL(path.resolve(folder, module)));
const python = await loadMicroPython({ heapsize: 4 << 20, stdout: console.log, linebuffer: true });
const root = path.resolve(import.meta.dirname, "../..");

function copy(source, target) {
  python.FS.mkdir(target);
  for (const entry of fs.readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [path.join(source, entry.name), `${target}/${entry.name}`];
    if (entry.isFile()) python.FS.writeFile(to, fs.readFileSync(from));
    else if (entry.name !== "__pycache__") copy(from, to);
  }
}

function allocated() {
  python.runPython("gc.collect()");
  python.runPython("found = gc.mem_alloc()");
  return python.globals.get("found");
}

copy(path.join(root, "firmware"), "/drive");
for (const name of ["on_board_tape.py", "on_board_parts.py"])
  python.FS.writeFile(`/drive/lib/${name}`, fs.readFileSync(path.join(root, "tests", name)));
python.FS.writeFile("/tape", fs.readFileSync(tape));
python.runPython(`
import gc, sys
sys.path.insert(0, "/drive/lib")
from on_board_tape import Player

class Line:
    def __init__(self, line):
        self.lines = [line]
    def __iter__(self):
        return iter(self.lines)
    def close(self):
        pass

player = Player("/drive", "/tape")
tape = player._file

def go_on():
    line = tape.readline()
    if line:
        player._file = Line(line)
        player.play(gc.mem_alloc)
    return bool(line)
`);
const ready = allocated();
let peak = ready;
for (;;) {
  python.runPython("more = go_on()");
  if (!python.globals.get("more")) break;
  peak = Math.max(peak, allocated());
}
console.log(`ready ${ready}\npeak ${peak}`);
