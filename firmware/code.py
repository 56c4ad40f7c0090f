"""Entry point on the board (passes the hardware to the firmware and runs its loop)."""

from boardio.start.runner import Runner


class Hardware:
    """CircuitPython's modules, as the firmware is handed them."""

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


def main(lights):
    """Play, as long as there is power."""
    # Not at the top: these take seconds, and the first light must not wait for them.
    from boardio.firmware import Firmware

    # Local names: at the top of a file each one is looked up in a dictionary.
    tick, ticks_ms = Firmware(lights, Hardware()).tick, Hardware.supervisor.ticks_ms
    while True:
        tick(ticks_ms())


Runner(Hardware()).run(main)
