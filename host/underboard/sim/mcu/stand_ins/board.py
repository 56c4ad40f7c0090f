"""Stand-in for CircuitPython's ``board``: the pins of a Raspberry Pi Pico."""

from microcontroller import Pin

board_id = "raspberry_pi_pico"

for _number in (*range(23), 25, 26, 27, 28):
    globals()[f"GP{_number}"] = Pin(_number)

LED = globals()["GP25"]
SMPS_MODE = Pin(23)
A0, A1, A2 = (globals()[f"GP{_number}"] for _number in (26, 27, 28))
