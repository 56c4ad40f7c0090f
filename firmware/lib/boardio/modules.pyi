"""What the drivers are handed, for type checkers; never on a board.

``.ci/run`` checks the drivers, ``boot.py`` and ``code.py`` against circuitpython-stubs in
an environment of its own; where those are not installed all of this is unknown.
"""

from typing import Any, Protocol

from analogio import AnalogIn
from bitbangio import I2C as I2C
from digitalio import DigitalInOut as DigitalInOut
from digitalio import Pull
from keypad import Event as Event
from keypad import KeyMatrix, Keys, ShiftRegisterKeys
from microcontroller import Pin as Pin
from microcontroller import Processor
from nvm import ByteArray
from pwmio import PWMOut as PWMOut
from supervisor import Runtime
from usb_cdc import Serial as Serial
from watchdog import WatchDogMode
from watchdog import WatchDogTimer as WatchDogTimer

Flash = ByteArray | bytearray
Scanner = KeyMatrix | ShiftRegisterKeys
Buttons = Keys
Board = Any  # its pins are looked up by the names in a layout

class Keypad(Protocol):
    @property
    def Event(self) -> type[Event]: ...
    @property
    def KeyMatrix(self) -> type[KeyMatrix]: ...
    @property
    def Keys(self) -> type[Keys]: ...
    @property
    def ShiftRegisterKeys(self) -> type[ShiftRegisterKeys]: ...

class Microcontroller(Protocol):
    @property
    def cpu(self) -> Processor: ...
    @property
    def nvm(self) -> ByteArray | None: ...
    @property
    def watchdog(self) -> WatchDogTimer | None: ...
    def delay_us(self, delay: int) -> None: ...

class AnalogIo(Protocol):
    @property
    def AnalogIn(self) -> type[AnalogIn]: ...

class DigitalIo(Protocol):
    @property
    def DigitalInOut(self) -> type[DigitalInOut]: ...
    @property
    def Pull(self) -> type[Pull]: ...

class PwmIo(Protocol):
    @property
    def PWMOut(self) -> type[PWMOut]: ...

class Rp2Pio(Protocol):
    @property
    def StateMachine(self) -> type[Any]: ...

class NeoPixelWrite(Protocol):
    def neopixel_write(self, gpio: DigitalInOut, buf: bytes | bytearray) -> None: ...

class Supervisor(Protocol):
    @property
    def runtime(self) -> Runtime: ...
    def ticks_ms(self) -> int: ...

class UsbCdc(Protocol):
    @property
    def data(self) -> Serial | None: ...

class Watchdog(Protocol):
    @property
    def WatchDogMode(self) -> type[WatchDogMode]: ...

class Hardware(Protocol):
    """CircuitPython's modules by their names; those that a test does without are None there."""

    @property
    def analogio(self) -> AnalogIo: ...
    @property
    def board(self) -> Board: ...
    @property
    def digitalio(self) -> DigitalIo: ...
    @property
    def keypad(self) -> Keypad: ...
    @property
    def microcontroller(self) -> Microcontroller: ...
    @property
    def neopixel_write(self) -> NeoPixelWrite: ...
    @property
    def os(self) -> Any: ...
    @property
    def pwmio(self) -> PwmIo: ...
    @property
    def rp2pio(self) -> Rp2Pio: ...
    @property
    def supervisor(self) -> Supervisor: ...
    @property
    def usb_cdc(self) -> UsbCdc: ...
    @property
    def watchdog(self) -> Watchdog | None: ...
