"""Bytes, start, latency and memory of a browser tab, beside ``underboard serve`` in the same run.

    python tests/bench/browser_tab.py SITE-FOLDER [LAYOUT...] [--turns N]

SITE-FOLDER: what ``underboard site`` wrote.  Both play random turns by clicks.  Printed: bytes on
the wire by part; from the address to the first board s and CPU-s of all processes, visit by visit
(the third has compiled code of the browser's); ms from the order of a turn to the turn in the list;
MB of the page's process; ms of an engine for a turn in Pyodide and CPU-ms in this Python without
numba.  The last lines are the rows of ``results/tab.json``.  On a busy machine only CPU and
ratios count.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from support.web.browser import CHROMIUM
from tab.conftest import NEXT, OVER, offered
from underboard.site.folder import FIRST, wire_bytes

READY = f"document.querySelector('{OVER}, {NEXT}')"
WAIT_MS = 180_000
TICKS = os.sysconf("SC_CLK_TCK")
WATCH = """() => {
  window.times = [];
  const real = window.fetch;
  window.fetch = async (path, options) => {
    if (path !== "/api/turns" || options?.method !== "POST") return real(path, options);
    const time = { sent: performance.now() };
    const answer = await real(path, options);
    if (answer.ok) window.times.push(time);
    if (answer.ok && window.listed > time.sent) time.seen = window.listed;
    return answer;
  };
  const count = () => document.querySelectorAll("#turns .turn").length;
  let known = count();
  new MutationObserver(() => {
    if (count() > known) {
      window.listed = performance.now();
      const last = window.times.at(-1);
      if (last) last.seen ??= window.listed;
    }
    known = count();
  }).observe(document.querySelector("#turns"), { childList: true, subtree: true });
}"""
AGAIN = """async () => {
  const main = document.querySelector("script[type=module]").src;
  const { order } = await import(new URL("./api.js", main));
  await order("new", { game: "pylos", who: ["human", "human"], names: ["", ""] });
}"""
ENGINE = """
import random, time
from boardcore.games import rules_of
from underboard.engine.player import player_of

def cpu_ms(name, level, turns):
    rules, chance, spent = rules_of(name), random.Random(1), 0.0
    for count in range(turns):
        game = rules.Game(rules.VARIANTS[0])
        player = player_of(name, level, 1)
        for _ in range(count):
            game.play_turn(chance.choice(sorted(game.legal_turns())))
        began = time.process_time()
        player.choose(game)
        spent += time.process_time() - began
    return 1000 * spent / turns
"""
ENGINES = [("pylos", "club", 4), ("pylos", "strong", 3), ("gyges", "club", 2)]
"""Game, level and how many turns."""
IN_PYODIDE = """async ([folder, code, calls]) => {
  const source = await (await fetch(`${folder}/tab/worker.js`)).text();
  const manifest = JSON.parse(/MANIFEST = (.*);/.exec(source)[1]);
  const { membersOf } = await import(`/${folder}/tab/unzip.js`);
  const { loadPyodide } = await import(`/${manifest.pyodide}/pyodide.mjs`);
  const unpacked = async (name) => new Response((await fetch(`${folder}/${name}`)).body
    .pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const py = await loadPyodide({
    lockFileContents: { info: manifest.info, packages: {} }, packageBaseUrl: "/",
    stdLibURL: URL.createObjectURL(new Blob([await unpacked(manifest.stdlib)])),
    async fsInit(FS, { sitePackages }) {
      for (const name of manifest.packed) for (const one of membersOf(await unpacked(name))) {
        const path = `${sitePackages}/${one.name}`;
        FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
        FS.writeFile(path, one.data());
      }
    },
  });
  py.runPython(code);
  return calls.map((call) => py.runPython(call));
}"""


def tree():
    """Return the folders in /proc of this program's descendants."""
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(folder.name)] = int(fields[1])
    mine = {os.getpid()}
    while more := {one for one, parent in parents.items() if parent in mine} - mine:
        mine |= more
    return [Path("/proc") / str(one) for one in mine - {os.getpid()}]


def cpu_s():
    """Return the CPU seconds of this program's descendants that live."""
    spent = 0
    for folder in tree():
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        spent += sum(map(int, fields[11:15]))
    return spent / TICKS


def memory_mb():
    """Return the resident MB of the largest page of this program's browser."""
    found = [0]
    for folder in tree():
        try:
            if b"--type=renderer" in (folder / "cmdline").read_bytes():
                rollup = (folder / "smaps_rollup").read_text().splitlines()
                rss = next(line for line in rollup if line.startswith("Rss:"))
                found.append(int(rss.split()[1]) // 1024)
        except OSError:
            continue
    return max(found)


def first_board(page, url, since=None):
    """Open an address; return the seconds and the CPU seconds until there is a board."""
    began, spent = since or (time.monotonic(), cpu_s())
    page.goto(url)
    page.wait_for_function(READY, polling=20, timeout=WAIT_MS)
    return {"s": round(time.monotonic() - began, 2), "cpu_s": round(cpu_s() - spent, 2)}


def play(page, turns):
    """Return median and worst ms from an order to the list; a game that is over begins anew."""
    page.evaluate(WATCH)
    chance = random.Random(1)
    end = time.monotonic() + 5 * turns
    while len(page.evaluate("times")) < turns and time.monotonic() < end:
        page.wait_for_function(READY, polling=20, timeout=WAIT_MS)
        if page.query_selector(OVER):
            page.evaluate(AGAIN)
            page.wait_for_function(f"!document.querySelector('{OVER}')", timeout=WAIT_MS)
            continue
        cells = page.query_selector_all(NEXT)
        if cells:
            chance.choice(cells).evaluate("one => one.click()")
        page.wait_for_timeout(5)
    page.wait_for_timeout(500)
    times = [one["seen"] - one["sent"] for one in page.evaluate("times") if "seen" in one]
    return {
        "turns": len(times),
        "median_ms": round(statistics.median(times)),
        "worst_ms": round(max(times)),
    }


@contextmanager
def browser_of(playwright):
    """Yield a page of a browser with a profile of its own, which keeps compiled code."""
    with tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=CHROMIUM, args=["--no-sandbox"], bypass_csp=True,
            viewport={"width": 1280, "height": 900},
        )  # fmt: skip
        try:
            yield context.pages[0]
        finally:
            context.close()


def in_tab(playwright, site, layout, turns):
    with browser_of(playwright) as page, offered(site) as url:
        address = f"{url}?board=sim:{layout}"
        found = {"first": first_board(page, address), "first_mb": memory_mb()}
        page.wait_for_timeout(3000)
        for visit in ("second", "third"):
            found[visit] = first_board(page, address)
            page.wait_for_timeout(1000)
        found["click"] = play(page, turns)
        found["played_mb"] = memory_mb()
    return found


def served(playwright, layout, turns):
    with tempfile.TemporaryDirectory() as folder, browser_of(playwright) as page:
        since = time.monotonic(), cpu_s()
        process = subprocess.Popen(
            [sys.executable, "-m", "underboard", "serve", "--port", "0",
             "--board", f"sim:{layout}"],
            env=os.environ | {"UNDERBOARD_DATA": folder}, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        url = process.stdout.readline().split()[-1]
        found = {"first": first_board(page, url, since), "first_mb": memory_mb()}
        found["click"] = play(page, turns)
        found["played_mb"] = memory_mb()
        process.terminate()
        process.wait()
    return found


def engines(playwright, site):
    calls = [f"cpu_ms({name!r}, {level!r}, {turns})" for name, level, turns in ENGINES]
    version = next(path.parts[-3] for path in site.glob("*/tab/worker.js"))
    with browser_of(playwright) as page, offered(site) as url:
        page.goto(f"{url}underboard-site.json")
        tab_ms = page.evaluate(IN_PYODIDE, [version, ENGINE, calls])
    # Without numba, as it is there.
    code = f"import sys; sys.modules['numba'] = None\n{ENGINE}\nprint([{', '.join(calls)}])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    here_ms = json.loads(done.stdout)
    return [
        {"game": name, "level": level, "tab_ms": round(tab), "python_ms": round(here)}
        for (name, level, _), tab, here in zip(ENGINES, tab_ms, here_ms)
    ]


def parts_of(site):
    """Return the MB before the first board by part, as a server sends them."""
    found = {}
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        if path.is_file() and FIRST.search(name):
            is_large = path.suffix in (".packed", ".wasm") or "pyodide-" in name
            part = path.name.replace(".", "_") if is_large else "page"
            found[part] = found.get(part, 0) + wire_bytes(path)
    found["all"] = sum(found.values())
    return {name: round(size / 1e6, 2) for name, size in found.items()}


def row_of(layout, found, parts):
    """Return the row of a board in the result file."""
    row = {"key": layout, "turns": found["tab"]["click"]["turns"], "first_mb": parts["all"]}
    for name, one in (("", found["tab"]), ("serve_", found["serve"])):
        for visit in ("first", "second", "third"):
            if visit in one:
                row |= {f"{name}{visit}_{unit}": one[visit][unit] for unit in ("s", "cpu_s")}
        row[f"{name}click_ms"] = one["click"]["median_ms"]
        row[f"{name}click_worst_ms"] = one["click"]["worst_ms"]
        row[f"{name}memory_mb"], row[f"{name}played_mb"] = one["first_mb"], one["played_mb"]
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("layouts", nargs="*", default=["pylos-reed16", "pylos-scale4"])
    parser.add_argument("--turns", type=int, default=60)
    options = parser.parse_args()
    parts = parts_of(options.site)
    print(parts, flush=True)
    rows = []
    with sync_playwright() as playwright:
        for layout in options.layouts:
            found = {"serve": served(playwright, layout, options.turns)}
            print(layout, "serve", found["serve"], flush=True)
            found["tab"] = in_tab(playwright, options.site, layout, options.turns)
            print(layout, "tab", found["tab"], flush=True)
            rows.append(row_of(layout, found, parts))
        for one in engines(playwright, options.site):
            print(one, flush=True)
            key = f"engine-{one.pop('game')}-{one.pop('level')}"
            rows.append({"key": key, **one})
    rows.append({"key": "parts", **parts})
    print(*map(json.dumps, rows), sep="\n")


if __name__ == "__main__":
    main()
