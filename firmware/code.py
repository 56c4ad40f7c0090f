"""The board: hands its hardware to the firmware and turns its loop.  Decides nothing."""

import os

import analogio
import board
import digitalio
import keypad
import microcontroller
import neopixel
import supervisor
import usb_cdc
import watchdog

from boardio.firmware import Firmware


def main():
    """Play, as long as there is power."""
    # Local names: at the top of a file each one is looked up in a dictionary.
    firmware = Firmware(board, keypad, microcontroller, neopixel, supervisor, usb_cdc, os.getenv,
                        watchdog, analogio, digitalio)  # fmt: skip
    turn, ticks_ms = firmware.turn, supervisor.ticks_ms
    while True:
        turn(ticks_ms())


main()
