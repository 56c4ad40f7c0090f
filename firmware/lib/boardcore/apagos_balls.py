"""Apagos balls: which ball came to a square or left it, and which square it is, by magnets.

Sixteen linear Hall sensors lie under each slot of the ramp.  One ball that comes or goes
changes what they feel by the field of one magnet in one of nine holes, turned anyhow: so
many numbers tell the hole, the direction and the strength, and dark balls are almost three
times as strong as light ones.  The sign of a field tells nothing: a ball rolls.

Squares do not roll: discs in their corners, each with its north or south up or left out,
are a word that says which square it is and by how many quarter turns it lies turned.
"""

from array import array

from boardcore.apagos_places import HOLES
from boardcore.dipole import responses

CORNERS = 4
PARTS = 3
STRENGTH_SPREAD = 0.1
"""Magnets, gains and places together make a ball as strong as its kind to a tenth, 1 sigma."""
RADIANS_PER_DEGREE = 0.01745
WORD_LEAST = 0.45
"""A corner has a disc if it is felt at least so strongly, as a share of what it should be."""


class Balls:
    """The magnets of balls in one slot.

    After ``explain``: ``hole`` and ``kind`` (from 1, as in the layout's moments) of the ball
    that explains a change best, ``moment`` (x, y, z in units of the weakest kind), how much
    less likely the best of another kind is (``margin``, in natural logarithms), and how
    well it explains (``misfit``: of ``sensors`` - 4 degrees of freedom).
    """

    def __init__(self, field, slot: int) -> None:
        """``slot``: from 0; its sensors are those of the multiplexer of this number."""
        self.sensors = [at for at in range(len(field.channels)) if field.channels[at] // 16 == slot]
        spots = [field.spots[at] for at in self.sensors]
        places = [
            field.places[at] for at in range(len(field.cells)) if field.cells[at] // HOLES == slot
        ]
        self._rows = responses(spots, places, field.moments[0])
        self._strengths = [moment / field.moments[0] for moment in field.moments]
        self._jiggle = field.jiggle_deg * RADIANS_PER_DEGREE
        self._weights = array("f", [1] * len(spots))
        self._known: list = [None] * HOLES
        self.hole = self.kind = -1
        self.moment = (0.0, 0.0, 0.0)
        self.margin = self.misfit = 0.0

    def hold(self, hole: int, kind: int) -> None:
        """Take a ball of this kind as lying there, 0 for none; it may be turned a little."""
        self._known[hole] = self._strengths[kind - 1] if kind else None

    def explain(self, change, noise_ut: float) -> bool:
        """Find the ball that explains a change of the sensors' fields, in microteslas.

        ``noise_ut``: one sigma of the change at one sensor.  Returns False if there is
        nothing that one ball could be.
        """
        count = len(self.sensors)
        for i in range(count):
            variance = noise_ut * noise_ut
            for hole in range(HOLES):
                strength = self._known[hole]
                if strength is not None:
                    turned = strength * self._jiggle
                    for part in range(PARTS):
                        felt = self._rows[PARTS * hole + part][i] * turned
                        variance += felt * felt * 2 / 3
            self._weights[i] = 1 / variance
        best = [1e9] * len(self._strengths)
        self.hole = self.kind = -1
        least = 1e9
        for hole in range(HOLES):
            chi, moment, variance = self._fit(hole, change)
            strength = (moment[0] ** 2 + moment[1] ** 2 + moment[2] ** 2) ** 0.5
            for kind in range(len(self._strengths)):
                wanted = self._strengths[kind]
                spread = STRENGTH_SPREAD * wanted
                off = strength - wanted
                score = chi + off * off / (spread * spread + variance)
                if score < best[kind]:
                    best[kind] = score
                if score < least:
                    least = score
                    self.hole, self.kind, self.moment, self.misfit = hole, kind + 1, moment, chi
        others = [best[kind] for kind in range(len(best)) if kind != self.kind - 1]
        self.margin = (min(others) - least) / 2
        return self.hole >= 0

    def _fit(self, hole: int, change):
        """Return the misfit of a ball in this hole, its moment and the variance of its size.

        What all sensors feel alike is drift, and taken off before.
        """
        rows = self._rows[PARTS * hole : PARTS * hole + PARTS] + [change]
        weights = self._weights
        count = len(weights)
        total = 0.0
        means = [0.0] * (PARTS + 1)
        for i in range(count):
            total += weights[i]
            for part in range(PARTS + 1):
                means[part] += weights[i] * rows[part][i]
        sums = [[0.0] * (PARTS + 1) for _ in range(PARTS + 1)]
        for one in range(PARTS + 1):
            for other in range(one + 1):
                product = -means[one] * means[other] / total
                for i in range(count):
                    product += weights[i] * rows[one][i] * rows[other][i]
                sums[one][other] = sums[other][one] = product
        right = [sums[part][PARTS] for part in range(PARTS)]
        inverse = inverse3(sums)
        moment = tuple(
            [sum([inverse[a][b] * right[b] for b in range(PARTS)]) for a in range(PARTS)]
        )
        chi = sums[PARTS][PARTS] - sum([moment[part] * right[part] for part in range(PARTS)])
        variance = (inverse[0][0] + inverse[1][1] + inverse[2][2]) / PARTS
        return chi, moment, variance


def inverse3(m):
    """Return the inverse of a symmetric matrix of three rows."""
    a, b, c = m[0][0], m[0][1], m[0][2]
    d, e, f = m[1][1], m[1][2], m[2][2]
    p, q, r = d * f - e * e, c * e - b * f, b * e - c * d
    whole = a * p + b * q + c * r
    return (
        (p / whole, q / whole, r / whole),
        (q / whole, (a * f - c * c) / whole, (b * c - a * e) / whole),
        (r / whole, (b * c - a * e) / whole, (a * d - b * b) / whole),
    )


class Words:
    """The words of the squares, and where their discs are felt in one slot.

    Raises ValueError for words that are the same read from another corner, or that read
    the same from two corners.
    """

    def __init__(self, codes, field, slot: int, balls: Balls) -> None:
        """``codes``: the layout's key; ``balls``: those of the same slot."""
        self._words = codes["words"]
        for word in range(len(self._words)):
            for other in range(word):
                if turns_to(self._words[word], self._words[other]) >= 0:
                    raise ValueError("codes.words[%d] is [%d], turned" % (word, other))
            for turns in range(1, CORNERS):
                if turned(self._words[word], turns) == self._words[word]:
                    raise ValueError("codes.words[%d] reads the same from two corners" % word)
        first = field.cells.index(HOLES * slot)
        base = field.places[first]
        self._corners = []
        self._felt = []
        for spot in codes["spots"]:
            at = (base[0] + spot[0], base[1] + spot[1], spot[2])
            rows = responses([field.spots[s] for s in balls.sensors], [at], codes["moment_am2"])
            strongest = 0
            for i in range(len(balls.sensors)):
                if rows[2][i] > rows[2][strongest]:
                    strongest = i
            self._corners.append(strongest)
            self._felt.append(rows[2][strongest])

    def read(self, fields):
        """Return ``(square, quarter turns)`` of the square that lies there, None if there is none.

        ``fields``: what the slot's sensors feel, in microteslas; an offset of a sensor does
        not matter, since a disc under its nose is felt several times as strongly.  Raises
        ValueError for discs that are no word.
        """
        word = ""
        for corner in range(CORNERS):
            share = fields[self._corners[corner]] / self._felt[corner]
            if share >= WORD_LEAST:
                word += "+"
            elif share <= -WORD_LEAST:
                word += "-"
            else:
                word += "0"
        if word == "0" * CORNERS:
            return None
        for square in range(len(self._words)):
            turns = turns_to(self._words[square], word)
            if turns >= 0:
                return square, turns
        raise ValueError("%r is no square's word" % word)


def turns_to(word: str, seen: str) -> int:
    """Return by how many quarter turns a word becomes another, -1 if by none."""
    for turns in range(CORNERS):
        if turned(word, turns) == seen:
            return turns
    return -1


def turned(word: str, turns: int) -> str:
    """Return a word as it reads after so many quarter turns."""
    return word[CORNERS - turns :] + word[: CORNERS - turns]
