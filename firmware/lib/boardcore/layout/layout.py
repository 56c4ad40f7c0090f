"""Description of one physical board, read from ``layouts/NAME.json``.

The same description feeds the firmware, the simulator and the drawings of the
builder's guide.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from array import array

    from boardcore.layout.spec import HallSpec, RimSpec, ScaleSpec


class Layout:
    """A checked description of one board.

    ``cell_of_sensor``: the game's cell under which each switch lies; where a decoder
    stands between, the cell of each place (``layout_field``), and ``field`` is what it needs;
    ``lights``: so many lights speak, and ``pixel_of_cell`` tells which for each cell: pixels
    under the cells (several cells may share one), or with a ``rim`` of ``pixels`` round the board
    the cells themselves; ``scanner``, ``strip``: the pins and figures for the drivers;
    ``buzzer``: the pin of a buzzer, None where there is none.
    ``Layout(data)`` raises ParseError for anything missing or impossible.
    """

    data: dict
    name: str
    game: str
    sensing: str
    scanner: dict
    pins: "list[tuple[str, str]]"
    buttons: "tuple[str, ...]"
    button_pins: "list[str]"
    strip: dict
    buzzer: "str | None"
    field: "HallSpec | None"
    scale: "ScaleSpec | None"
    cell_of_sensor: bytes
    channels: bytes
    sensors: int
    pixels: int
    lights: int
    rim: "RimSpec | None"
    pixel_of_cell: "array"

    def __init__(self, data) -> None:
        # Not at the top: a board lets go of it when the layout is read.
        from boardcore.layout.parser import LayoutParser

        LayoutParser(self, data)
