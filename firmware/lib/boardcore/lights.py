"""Lights: from cues to red, green and blue at a given moment, within the current budget."""

from boardcore.cues import BEAT_SLOTS, BEATS, SLOT_MS, SLOTS, TABLE, TINTS

_STRONG = 200
"""Every tint has a part as strong as this."""
_UNKNOWN = -1


def _changes(rhythm: int) -> int:
    """Return the slots in which a rhythm goes on or off: bits as in the rhythm itself."""
    return rhythm ^ (rhythm >> 1 | (rhythm & 1) << SLOTS - 1)


_CHANGES = tuple([_changes(row[2]) for row in TABLE])
_BEAT_CHANGES = tuple(
    [_changes(((1 << BEAT_SLOTS) - 1) << SLOTS - BEAT_SLOTS - row[1]) for row in BEATS]
)


class Lights:
    """Renders a frame of cues into ``colours`` (R, G, B per pixel).

    ``budget_ma``: what all pixels together may draw; ``full_ma``: one pixel at
    full white; ``dark_ma``: one that is off; ``brightness``: percent.
    """

    def __init__(self, pixels: int, budget_ma, full_ma, dark_ma, brightness: int = 100) -> None:
        self.colours = bytearray(3 * pixels)
        self._pixels = pixels
        self._brightness = brightness
        # The sum over all colour bytes that the budget leaves.
        self.sum_most = max(int((budget_ma - dark_ma * pixels) * 765 / full_ma), 3 * pixels)
        self._slot = -1
        self._changes = _UNKNOWN  # the slots in which the frame may look otherwise than before

    def render(self, frame, now_ms: int, changed: bool) -> bool:
        """Bring ``colours`` up to date; return whether they may have changed.

        Allocates nothing.
        ``changed``: the frame is not the one of the last call.
        """
        slot = now_ms // SLOT_MS % SLOTS
        if slot == self._slot and not changed:
            return False
        bit = 1 << SLOTS - 1 - slot
        if changed:
            # Hands wait for these lights: when they change by themselves is worked out later.
            self._changes = _UNKNOWN
        else:
            if self._changes == _UNKNOWN:
                self._changes = _changes_of(frame, self._pixels)
            if not self._changes & bit and slot == (self._slot + 1) % SLOTS:
                self._slot = slot
                return False
        self._slot = slot
        beating = _beating(slot)
        mark = BEATS[beating]
        now = 1 << beating if beating >= 0 else 0
        cues, tints, beats = frame.cues, frame.tints, frame.beats
        colours = self.colours
        total = 0
        for i in range(self._pixels):
            row = TABLE[cues[i]]
            value = row[3] if row[2] & bit else 0
            tint = tints[i]
            if beats[i] & now:
                tint, value = mark[2], mark[3]
            # What is dark is most of the board: the short way for it.
            if value:
                total += self._put(3 * i, TINTS[tint], max(value * self._brightness // 100, 1))
            else:
                at = 3 * i
                colours[at] = colours[at + 1] = colours[at + 2] = 0
        if total > self.sum_most:
            self._dim(total)
        return True

    def _put(self, at: int, tint, value: int) -> int:
        # Written out, not as a loop: this is most of what a change of the lights costs.
        colours = self.colours
        red, green, blue = tint
        red, green, blue = red * value // 255, green * value // 255, blue * value // 255
        colours[at] = red
        colours[at + 1] = green
        colours[at + 2] = blue
        total = red + green + blue
        if not total:
            # So dark that every part was rounded away: still there to be seen.
            for k in range(3):
                if tint[k] >= _STRONG:
                    colours[at + k] = 1
                    return 1
        return total

    def _dim(self, total: int) -> None:
        """Scale all pixels alike; what was lit stays lit."""
        colours = self.colours
        lit = 0
        for value in colours:
            if value:
                lit += 1
        # One for each part that is lit; only what is above that is scaled.
        most, total = self.sum_most - lit, total - lit
        for i in range(len(colours)):
            value = colours[i]
            if value:
                colours[i] = 1 + (value - 1) * most // total


def _changes_of(frame, pixels: int) -> int:
    """Return the slots in which a pixel of this frame may change.  Allocates nothing."""
    cues, beats = frame.cues, frame.beats
    changes = 0
    for i in range(pixels):
        changes |= _CHANGES[cues[i]]
        if beats[i]:
            for beat in range(len(BEATS)):
                if beats[i] >> beat & 1:
                    changes |= _BEAT_CHANGES[beat]
    return changes


def _beating(slot: int) -> int:
    """Return which of the beats is to be seen in this slot, -1 for none."""
    for i in range(len(BEATS)):
        if 0 <= slot - BEATS[i][1] < BEAT_SLOTS:
            return i
    return -1
