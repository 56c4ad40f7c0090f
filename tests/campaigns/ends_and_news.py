"""Ends and new games one after the other while many pages look on: is any turn refused as busy?

Each round begins a game, plays one to three turns, ends it (resigning, agreeing on a draw or
breaking off) and begins the next at once.  Readers hold event streams open meanwhile::

    python tests/campaigns/ends_and_news.py --rounds 500 --readers 50

The last line is ``rounds R turns T busy B slowest S s``: busy counts orders that were refused
because hands were at work, slowest is the longest time from an order to its turn on the board.
"""

import argparse
import http.client
import random
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.web.served import Served, Visitor

TURN_S = 240.0
"""Longest wait for a turn before the campaign ends, s; the fault that it looks for lasted 180."""
FIRST = ("a1", "b2", "c3", "d4", "a4", "d1", "b3", "c2")


def turns_of(page):
    return page.ask("/api/turns")["turns"]


def read(port, ended):
    """Look on: hold a stream of a visitor of its own open, and read it."""
    page = Visitor(port)
    while not ended.is_set():
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            line.request("GET", "/api/events", None, page.headers())
            answer = line.getresponse()
            while not ended.is_set() and answer.readline():
                pass
        except OSError:
            time.sleep(1)
        finally:
            line.close()


def until(true):
    """Wait; return how long, None if it never came true."""
    began = time.monotonic()
    while not true():
        if time.monotonic() - began > TURN_S:
            return None
        time.sleep(0.05)  # a visitor may ask 300 times in ten seconds
    return time.monotonic() - began


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("--readers", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance, ended = random.Random(options.seed), threading.Event()
    turns = busy = 0
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder), "pylos", "--new")
        try:
            page = Visitor(served.port)
            for _ in range(options.readers):
                threading.Thread(target=read, args=(served.port, ended), daemon=True).start()
            for number in range(options.rounds):
                assert page.ask("/api/new", {"game": "pylos"}).get("ok"), "no new game"
                assert until(lambda: not turns_of(page)) is not None
                for ply in range(chance.randint(1, 3)):
                    answer = page.ask("/api/turns", {"turn": FIRST[ply]})
                    busy += answer.get("error") == "busy"
                    took = until(lambda ply=ply: len(turns_of(page)) > ply)
                    assert took is not None, (number, answer, page.ask("/api/state")["board"])
                    turns, slowest = turns + 1, max(slowest, took)
                for what in chance.choice((["resign"], ["abandon"], ["draw", "draw"])):
                    side = 0 if what != "draw" else int(page.ask("/api/turns")["offer"] == 0)
                    page.ask("/api/end", {"what": what, "side": side})
                if number % 50 == 49:
                    print(f"{number + 1} rounds, slowest {slowest:.1f} s, busy {busy}", flush=True)
        finally:
            ended.set()
            served.close()
    print(f"rounds {options.rounds} turns {turns} busy {busy} slowest {slowest:.1f} s")
    return bool(busy)


if __name__ == "__main__":
    sys.exit(main())
