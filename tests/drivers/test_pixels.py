"""Pixels: what the table colours is what the strip shows, and only when it changes."""

from boardio.pixels import Pixels
from support.machine.stand_ins import Strip


def test_old_lights_go_out_at_the_start():
    strip = Strip(None, 3)
    Pixels(strip)
    assert strip.lit == [0, 0, 0]


def test_colours_are_shown_as_red_green_blue():
    strip = Strip(None, 2)
    Pixels(strip).show(bytearray(b"\x01\x02\x03\xff\x00\x80"))
    assert strip.lit == [0x010203, 0xFF0080]


def test_the_strip_is_written_only_when_something_changed():
    strip = Strip(None, 2)
    pixels = Pixels(strip)
    colours = bytearray(6)
    pixels.show(colours)
    assert strip.shows == 1
    for part in range(6):
        colours[part] = 9
        pixels.show(colours)
        pixels.show(colours)
    assert strip.shows == 7
    assert strip.lit == [0x090909, 0x090909]


def test_the_callers_buffer_may_change_afterwards():
    strip = Strip(None, 1)
    pixels = Pixels(strip)
    colours = bytearray(b"\x05\x05\x05")
    pixels.show(colours)
    colours[0] = 0
    pixels.show(colours)
    colours[0] = 5
    pixels.show(colours)
    assert strip.lit == [0x050505]
    assert strip.shows == 4
