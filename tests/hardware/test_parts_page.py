"""The page of a circuit's parts, in a real browser."""

import pytest

from support.boards.shipped import plan_named
from underboard.hardware.fabrication import parts_page
from underboard.hardware.pcb import circuits
from underboard.hardware.pcb.router import route


@pytest.mark.slow
def test_lines_light_their_parts_and_pads_their_net(tmp_path, chromium):
    board = route(circuits.boards(plan_named("pods12"))["pods-pod"])
    path = tmp_path / "pod.html"
    path.write_text(parts_page.page(board), encoding="utf-8")
    refs = {part.ref for part in board.parts}
    tab = chromium.new_page()
    wrong = []
    tab.on("pageerror", lambda error: wrong.append(error))
    tab.goto(path.as_uri())
    rows = tab.locator("tr[data-refs]")
    listed = [rows.nth(n).get_attribute("data-refs").split() for n in range(rows.count())]
    assert sorted(ref for row in listed for ref in row) == sorted(refs)
    for number, named in enumerate(listed):
        rows.nth(number).hover()
        told = tab.locator("svg .lit > title").all_text_contents()
        assert sorted(words.split(": ")[0] for words in told) == sorted(named)
    # Every pad of one net, and its tracks, whichever pad is under the pointer.
    supply = next(net for net in board.nets.values() if net.startswith("5 V"))
    pads = sorted(pin for pin, net in board.nets.items() if net == supply)
    shown = tab.locator("svg > * > title").filter(has_text=f": {supply}").first.locator("..")
    shown.dispatch_event("mouseenter")
    lit = tab.locator("svg .lit > title").all_text_contents()
    assert len({words for words in lit if words.endswith(f": {supply}")}) == len(pads)
    tracks = sum(net == supply for net, *_ in board.tracks)
    assert tab.locator("svg polyline.lit").count() == tracks > 0
    assert tab.locator("output").text_content() in lit
    # What is ticked off is ticked when the page is opened again.
    tab.locator("input").first.check()
    tab.reload()
    assert tab.locator("input").first.is_checked()
    assert tab.locator("tr.done").count() == 1
    assert wrong == []
    tab.close()
