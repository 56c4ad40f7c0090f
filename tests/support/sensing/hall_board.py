"""Hall board (the firmware on a drive with one layout of Hall sensors, over the stand-ins)."""

import json

from support.boards.shipped import ROOT
from support.machine.stand_ins import Wired, pico_of, stand_in
from support.sensing.halls import DIGITALIO, hall_layout
from underboard.sim.mcu.nvm import Nvm


class Board(Wired):
    """A drive with one layout of Hall sensors, and the firmware on it."""

    def __init__(self, folder, monkeypatch, name, adc=None, flash=b""):
        data = json.loads((ROOT / f"firmware/layouts/{name}.json").read_text("utf-8"))
        if adc:
            data["scanner"]["adc"] = adc
        (folder / "layouts").mkdir(exist_ok=True)
        (folder / "layouts" / f"{name}.json").write_text(json.dumps(data))
        monkeypatch.chdir(folder)
        nvm = Nvm()
        if flash:
            nvm[:] = flash
        super().__init__(pico_of(hall_layout(name), nvm=nvm))
        self._name = name
        self.switch_on()

    def restart(self):
        """Take the power away and give it back; flash and pieces stay."""
        self.pico.power_on()
        self.switch_on()

    def switch_on(self):
        stand_in("usb_cdc").enable(console=True, data=True)
        settings = {"UNDERBOARD_LAYOUT": self._name}
        self.start(settings, "analogio", digitalio=DIGITALIO)

    def run(self, ms):
        """Run loop iterations for a time; return their number."""
        turns = 0
        end = self.world.now_ms + ms
        while self.world.now_ms < end:
            self.firmware.tick(self.supervisor.ticks_ms())
            turns += 1
        return turns
