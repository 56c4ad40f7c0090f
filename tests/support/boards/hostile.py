"""Hostile board (says hello as it should, then lines with right checksums and any content)."""

import random

from boardcore.link.wire import Message, encode, fields_of
from boardcore.store.journal import chain_of
from support.messages import HOST, messages

NASTY = (
    "", "-", "-1", "-999999999", "0", "1", "2", "7", "99", "999999999999999999999", "9" * 120,
    "[/b]", "[red]x", "<script>", "x" * 100, "nan", "inf", "-inf", "1e999", "+1", "0x1", "1_0",
    "L", "D", "=", "L:apex", "X:zz", "a1", "z9", "+a1", "-z9", "+", "-,-", "+5,-0", "wrong",
    "at-rest", "ambiguous", "pylos", "apagos", "gyges", "standard", "set-up", "blank", "computer",
    "end=bga", "end=", "=", ",,", "00000000", "ffffffff", "g0", "7531", "{}", "{0}", "%s", "%(x)d",
    "ppppppppppppppppppppp", "888888888888", "0:dead,1:noisy,x", "5:", ":", "3", "fit", "none",
)  # fmt: skip
KINDS = [(kind, len(names)) for kind, sender, names in messages() if sender != HOST]
KINDS += [("hello", 7), ("turn", 0), ("what", 2)]


def fields(rng, count):
    return [rng.choice(NASTY).replace(" ", "_") or "-" for _ in range(count)]


class HostileBoard:
    """A port; each poll brings some lines.  A tenth of a second of its clock passes with each.

    ``game``: the one that it says it plays.
    """

    url = "hostile"
    damaged = 0

    def __init__(self, seed, game="pylos", layout="pylos-reed16"):
        self.rng = random.Random(seed)
        self.game, self.layout = game, layout
        self.now = 0.0
        self.ids = []
        self.number, self.index, self.chain = "-", 0, "-"

    def open(self):
        return self

    def clock(self):
        return self.now

    def sleep(self, seconds):
        self.now += max(seconds, 0.01)

    def close(self):
        pass

    def send(self, kind, *words):
        encode(kind, 0, words)
        if kind not in ("hello", "have", "bye"):
            self.ids.append(str(words[0]))

    def hello(self):
        words = ["1.0", "f", "b0", self.layout, self.game, "1", "power-on"]
        return Message("hello", 0, words)

    def real_game(self):
        """A game that is in order, with another number each time."""
        self.number = f"{self.rng.getrandbits(32):08x}"
        parts = [self.number, self.game, "standard", "-", "computer", "-"]
        self.index, self.chain = 0, f"{chain_of(0, ' '.join(parts)):08x}"
        return Message("game", 0, ["0", *parts, self.chain])

    def beat(self):
        words = [self.number, str(self.index), self.chain]
        return Message("beat", 0, words + ["0"] * (len(fields_of("beat")) - len(words)))

    def poll(self, timeout_s=0.0):
        self.now += max(timeout_s, 0.01)
        return [self.line() for _ in range(self.rng.randrange(4))]

    def line(self):
        draw = self.rng.random()
        if draw < 0.1:
            return self.hello()
        if draw < 0.12 or self.number == "-":
            return self.real_game()
        if draw < 0.4:
            return self.beat()
        if draw < 0.5 and self.ids:
            return Message(
                self.rng.choice(["ok", "error"]), 0, [self.ids[-1], *fields(self.rng, 2)]
            )
        kind, count = self.rng.choice(KINDS)
        words = fields(self.rng, count)
        if kind == "hello" and self.rng.random() < 0.95:
            # Of another version or game it would be left at once.
            words[0], words[4] = "1.0", self.game
        return Message(kind, self.rng.randrange(9), words)
