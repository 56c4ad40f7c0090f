"""Pixels (what the table colours is what the strip shows, and only when it changes)."""

from boardio.pixels import Pixels
from support.machine.stand_ins import Strip


def strip_of(count):
    strip = Strip(count)
    return strip, Pixels(None, strip.neopixel_write, count)


def test_old_lights_go_out_at_the_start():
    strip, _ = strip_of(3)
    assert strip.lit == [0, 0, 0]


def test_colours_are_shown_as_red_green_blue():
    strip, pixels = strip_of(2)
    pixels.show(bytearray(b"\x01\x02\x03\xff\x00\x80"))
    assert strip.lit == [0x010203, 0xFF0080]


def test_the_strip_is_written_only_when_something_changed():
    strip, pixels = strip_of(2)
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
    strip, pixels = strip_of(1)
    colours = bytearray(b"\x05\x05\x05")
    pixels.show(colours)
    colours[0] = 0
    pixels.show(colours)
    colours[0] = 5
    pixels.show(colours)
    assert strip.lit == [0x050505]
    assert strip.shows == 4
