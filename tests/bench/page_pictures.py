"""The pictures of the page in host/docs/: games on the simulated board, drawn by Chromium.

::

    python tests/bench/page_pictures.py
"""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image  # reportlab brings it
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.web.browser import CHROMIUM, FLAGS
from support.web.served import Served, until

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "host/docs/pictures"
PYLOS = ["d4", "d3", "a4", "c2", "b3", "c1", "a1", "d2", "c3", "b1", "b3-g2", "c4", "c1", "f1"]
GYGES = ["c1", "d1", "a1", "f1", "b1", "e1", "c6", "d6", "a6", "f6", "b6", "e6", "c1-c2"]
APAGOS = ["W2", "B1", "B2", "W3", "W1", "B1", "4>2", "W2", "B1"]


ORDER = """async ([path, fields]) => {
    const main = document.querySelector('script[type=module]').src;
    const { order } = await import(new URL('./api.js', main));
    try { return await order(path, fields); } catch (no) { return { error: no.code }; }
}"""


def order(page, path, **fields):
    return page.evaluate(ORDER, [path, fields])


def begin(page, game, turns=(), names=("Maya", "Jonas"), **more):
    order(page, "new", game=game, who=["human", "human"], names=list(names), **more)
    until(page, f"document.body.dataset.game === '{game}' && !document.querySelector('#turns li')")
    page.wait_for_timeout(500)
    played = 0
    for turn in turns:
        if "error" not in order(page, "turns", turn=turn):
            played += 1
            until(page, f"document.querySelectorAll('#turns .turn').length >= {played}")
    page.wait_for_timeout(1200)


def visit(browser, url, width=1280, height=800, dark=False, locale="en"):
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        locale=locale,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("#plan .cell", state="attached")
    return page


def study(page, url, button, task):
    """Begin a lesson or puzzles, and wait until the first task stands."""
    page.goto(url + "#study")
    page.click(f'[data-do="{button}"]')
    until(page, f"document.body.dataset.task === '{task}'")
    page.wait_for_timeout(1500)


def keep(page, name):
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"page-{name}.png"
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    shot.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        path, optimize=True
    )
    print(f"{path.relative_to(ROOT)} {path.stat().st_size} bytes")


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder), "pylos", "--new", "--seed", "1")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            page = visit(browser, served.url)
            begin(page, "pylos", PYLOS)
            keep(page, "pylos")
            french = visit(browser, served.url, locale="fr")
            french.wait_for_timeout(1500)
            keep(french, "pylos-fr")
            begin(page, "pylos", start="LD../DLL./.L../...D .../.../... ../.. . L")
            page.click('.plan [data-cell="c3"]')
            page.wait_for_timeout(400)
            keep(page, "pylos-square")
            phone = visit(browser, served.url, 360, 740, locale="fr")
            phone.wait_for_timeout(800)
            keep(phone, "phone")
            dark = visit(browser, served.url, dark=True)
            begin(dark, "gyges", start="002130/300300/021100/002000/000200/030100 S")
            dark.click(".plan .target")
            dark.wait_for_timeout(400)
            keep(dark, "gyges")
            begin(dark, "apagos", APAGOS)
            page.wait_for_timeout(500)
            keep(page, "apagos")
            page.goto(served.url + "#edit")
            page.wait_for_selector(".editor .plan .cell")
            page.select_option("#edit [name=game]", "pylos")
            until(page, "document.querySelector('.editor .plan-pylos')")
            page.fill("#position-text", "LLD./LDL./DL../.... D../.../... ../.. . L")
            page.press("#position-text", "Enter")
            page.click('.editor .plan [data-cell="f2"]')
            until(page, "document.querySelector('.verdict').classList.contains('bad')")
            keep(page, "edit")
            study(page, served.url, "begin.pylos", "lessons 1")
            order(page, "study", what="skip")
            until(page, "document.body.dataset.task === 'lessons 2'")
            page.click('.plan .target[data-cell="a1"]')
            page.wait_for_selector("#strip.wrong")
            page.wait_for_timeout(1500)
            keep(page, "lesson")
            study(phone, served.url, "solve.gyges", "puzzles 1")
            phone.click("[data-button=hint]")
            phone.click("[data-button=hint]")
            phone.wait_for_selector("#strip.hint")
            phone.wait_for_timeout(1500)
            phone.evaluate("scrollTo(0, 0)")
            keep(phone, "puzzle")
            order(page, "study", what="leave")
            until(page, "document.body.dataset.task === ''")
            page.goto(served.url + "#records")
            page.wait_for_timeout(800)
            keep(page, "records")
            begin(page, "apagos", ["W3", "W4", "W3", "W2", "B1", "W1"])
            number = page.evaluate("async () => (await (await fetch('/api/state')).json()).record")
            page.goto(f"{served.url}#records/{number}")
            page.click(".review button")
            page.wait_for_selector(".graph", timeout=120_000)
            page.click("[data-do=next-mistake]")
            page.wait_for_timeout(400)
            keep(page, "review")
        finally:
            browser.close()
            served.close()


if __name__ == "__main__":
    main()
