"""Names of the pins of CircuitPython's boards with an RP2040 or RP2350, from its own sources.

    git clone --filter=blob:none https://github.com/adafruit/circuitpython
    python tests/bench/circuitpython_boards.py circuitpython > host/underboard/deploy/boards.json

Only facts are taken: a board's id, its chip, names of pins and their numbers on the chip, and
what of USB and PIO is taken by CircuitPython itself.
"""

import json
import re
import subprocess
import sys

PORT = "ports/raspberrypi"
PIN = re.compile(r"MP_QSTR_(\w+)\), *MP_ROM_PTR\(&pin_GPIO(\d+)\)")
FREE = re.compile(r"(GP|D|A|IO|P|G)\d+|(SDA|SCL|TX|RX|SCK|MOSI|MISO|CS)\d?")
"""Names of pins that lead out; others serve lights, screens, radios and memory on the board."""


BUSY = re.compile(
    r"VOLTAGE|SMPS|VBUS|VSYS|NEOPIX|DOTSTAR|LCD|TFT|EPD|INKY|DISPLAY|MATRIX|SD_|SDIO|CARD|PSRAM|"
    r"BUTTON|USER|BOOT|SPEAKER|ESP|WIFI|WL_|RFM|LORA|RADIO|ETH|W5\d+"
)
"""Beginnings of names of what a board itself does with a pin."""


def main(repository: str) -> None:
    """Write the boards of a checkout, or of a bare repository, as JSON."""

    def git(*words: str) -> str:
        done = subprocess.run(["git", "-C", repository, *words], capture_output=True, text=True)
        return done.stdout

    found = {}
    for folder in git("ls-tree", "-d", "--name-only", "HEAD", f"{PORT}/boards/").split():
        settings = git("show", f"HEAD:{folder}/mpconfigboard.mk")
        chip = re.search(r"CHIP_VARIANT *= *(\w+)", settings)
        every = PIN.findall(git("show", f"HEAD:{folder}/pins.c"))
        busy = {number for name, number in every if BUSY.match(name)}
        pins = dict(one for one in every if FREE.fullmatch(one[0]) and one[1] not in busy)
        if chip and pins:
            ordered = sorted(pins.items(), key=lambda pin: (int(pin[1]), pin[0]))
            radio = bool(re.search(r"CIRCUITPY_CYW43 *= *1", settings))
            found[folder.rsplit("/", 1)[1]] = {
                "chip": chip[1].lower(),
                "radio": radio,
                "pins": " ".join(f"{name}={number}" for name, number in ordered),
            }
    port = git("show", f"HEAD:{PORT}/mpconfigport.mk")
    pairs = re.search(r"USB_NUM_ENDPOINT_PAIRS *= *(\d+)", port)
    if not pairs or not found:
        sys.exit(f"{repository} is not a CircuitPython")
    commit = git("rev-parse", "HEAD").strip()
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(one)}" for name, one in found.items())
    print(f'{{"commit": "{commit}", "usb_pairs": {pairs[1]}, "boards": {{\n{lines}\n}}}}')


if __name__ == "__main__":
    main(sys.argv[1])
