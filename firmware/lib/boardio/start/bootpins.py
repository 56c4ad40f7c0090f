"""Pins of strip and buttons, found before the whole layout is read."""

import json

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from boardio.modules import Board, Hardware

PULL_UP_US = 1000
"""The internal pull-up (50 to 80 kΩ) needs less to lift a cable of 1 nF; chosen."""


def pins_of(getenv, pixel_pin: str, layout_name: str) -> tuple:
    """Return where the strip may be, the likeliest name first, and the pins of the buttons.

    ``pixel_pin`` and ``layout_name`` hold where ``settings.toml`` does not say.
    """
    strip, buttons = [pixel_pin], ()
    try:
        strip.insert(0, getenv("UNDERBOARD_PIXEL_PIN") or pixel_pin)
        with open("layouts/%s.json" % (getenv("UNDERBOARD_LAYOUT") or layout_name)) as file:
            layout = json.load(file)
        strip.insert(0, layout["strip"]["pin"])
        buttons = layout["buttons"]["pins"]
    except (OSError, ValueError, KeyError, TypeError):
        pass  # said in full by who reads it all
    return strip, buttons if isinstance(buttons, list) else ()


def first_of(board: "Board", names):
    """Return the first of these pins that the board has, None if it has none."""
    for name in names:
        pin = getattr(board, name, None) if isinstance(name, str) else None
        if pin is not None:
            return pin
    return None


def any_down(hardware: "Hardware", names) -> bool:
    """Return True if any of the buttons on these pins is held."""
    keys = []
    for name in names:
        pin = first_of(hardware.board, (name,))
        if pin is not None:
            key = hardware.digitalio.DigitalInOut(pin)
            key.switch_to_input(hardware.digitalio.Pull.UP)
            keys.append(key)
    hardware.microcontroller.delay_us(PULL_UP_US)
    down = False
    for key in keys:
        down = down or not key.value
        key.deinit()
    return down
