"""Conversion of cues to red, green and blue at one moment, within the current budget."""

from boardcore.lights.cues import BEAT_SLOTS, BEATS, BRIGHTNESS, RHYTHMS, TINTS
from boardcore.lights.rhythms import SLOT_MS, SLOTS

_STRONG = 200
"""Strength of the strongest part of every tint, counts of 255; chosen."""
_UNKNOWN = -1
"""Code of a pixel whose colour is not known; chosen."""


class Lights:
    """Renders a frame of cues into ``colours`` (R, G, B per pixel).

    ``strip``: a layout's: what all pixels may draw, one at full white, one that is off;
    ``brightness``: percent.
    """

    def __init__(self, pixels: int, strip: dict, brightness: int = 100) -> None:
        self.colours = bytearray(3 * pixels)
        self._dark = bytes(3 * pixels)
        self._pixels = pixels
        self._brightness = brightness
        # The sum over all colour bytes that the budget leaves.
        left_ma = strip["budget_ma"] - strip["dark_ma"] * pixels
        self.max_sum = max(int(left_ma * 765 / strip["full_ma"]), 3 * pixels)
        self._slot = -1

    def render(self, frame, now_ms: int, changed: bool) -> bool:
        """Bring ``colours`` up to date; return whether they may have changed.

        Allocates nothing.
        ``changed``: the frame is not the one of the last call.
        """
        slot = now_ms // SLOT_MS % SLOTS
        if slot == self._slot and not changed:
            return False
        bit = 1 << SLOTS - 1 - slot
        self._slot = slot
        beating = _beating(slot)
        mark = BEATS[beating]
        now = 1 << beating if beating >= 0 else 0
        cues, tints = frame.cues, frame.tints
        beats = frame.beats
        colours = self.colours
        colours[:] = self._dark
        total = lit = 0
        last = _UNKNOWN
        for i in range(self._pixels):
            # Neighbours often say the same, most of them nothing: this is most of what a change
            # of the lights costs.
            said = cues[i] << 9 | tints[i] << 5 | beats[i] & now
            if said != last:
                last = said
                cue = said >> 9
                value = BRIGHTNESS[cue] if RHYTHMS[cue] & bit else 0
                tint = said >> 5 & 15
                if said & 31:
                    tint, value = mark[2], mark[3]
                red, green, blue = TINTS[tint]
                if value:
                    value = max(value * self._brightness // 100, 1)
                    if max(TINTS[tint]) * value < 255:
                        # So dark that every part would be rounded away: still there to be seen.
                        value = 255 // _STRONG + 1
                red, green = red * value // 255, green * value // 255
                blue = blue * value // 255
                sum_of_parts = red + green + blue
                parts = (red > 0) + (green > 0) + (blue > 0)
            if sum_of_parts:
                at = 3 * i
                colours[at] = red
                colours[at + 1] = green
                colours[at + 2] = blue
                total += sum_of_parts
                lit += parts
        if total > self.max_sum:
            self._dim(total, lit)
        return True

    def _dim(self, total: int, lit: int) -> None:
        """Scale all pixels alike; what was lit stays lit.

        ``total``: the sum of all colours; ``lit``: how many are above 0.
        """
        colours = self.colours
        # One for each part that is lit; only what is above that is scaled.
        most, total = self.max_sum - lit, total - lit
        was_red = was_green = was_blue = _UNKNOWN
        for at in range(0, len(colours), 3):
            red, green = colours[at], colours[at + 1]
            blue = colours[at + 2]
            if red or green or blue:
                if red != was_red or green != was_green or blue != was_blue:
                    was_red, was_green = red, green
                    was_blue = blue
                    new_red = 1 + (red - 1) * most // total if red else 0
                    new_green = 1 + (green - 1) * most // total if green else 0
                    new_blue = 1 + (blue - 1) * most // total if blue else 0
                colours[at] = new_red
                colours[at + 1] = new_green
                colours[at + 2] = new_blue


def _beating(slot: int) -> int:
    """Return which beat is seen in this slot, -1 for none."""
    for i in range(len(BEATS)):
        if 0 <= slot - BEATS[i][1] < BEAT_SLOTS:
            return i
    return -1
