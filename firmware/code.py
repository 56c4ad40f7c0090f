"""Entry point on the board (passes the hardware to the firmware and runs its loop)."""

import os

import analogio
import board
import digitalio
import keypad
import microcontroller
import neopixel_write
import pwmio
import rp2pio
import supervisor
import usb_cdc
import watchdog

from boardio.start.runner import Runner


def main(lights):
    """Play, as long as there is power."""
    # Not at the top: these take seconds, and the first light must not wait for them.
    from boardio.firmware import Firmware

    # Local names: at the top of a file each one is looked up in a dictionary.
    firmware = Firmware(lights, board, keypad, microcontroller, supervisor, usb_cdc, os.getenv,
                        watchdog, analogio, digitalio, rp2pio, pwmio)  # fmt: skip
    turn, ticks_ms = firmware.tick, supervisor.ticks_ms
    while True:
        turn(ticks_ms())


Runner(board, digitalio, microcontroller, neopixel_write, supervisor, usb_cdc, watchdog,
         os.getenv).run(main)  # fmt: skip
