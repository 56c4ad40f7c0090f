"""Identity: who a board is, as it tells the computer."""

from boardcore.link.wire import VERSION, pack


class Identity:
    """Who this board is: texts without blanks, and how often it was started.

    ``size``: of the firmware's heap in bytes, 0 if it is not known.
    """

    def __init__(self, board_id: str, firmware: str, boots: int, reset: str) -> None:
        self.board_id = board_id
        self.firmware = firmware
        self.boots = boots
        self.reset = reset
        self.size = 0

    def hello_fields(self, layout: str, game: str, calibration: str = "-"):
        """Return the fields of ``hello``: who we are, what is played here, why we started.

        ``calibration``: what is known of it, "-" for a board that needs none.
        """
        return (
            VERSION,
            self.firmware,
            self.board_id,
            layout,
            game,
            self.boots,
            pack(self.reset),
            calibration,
            self.size,
        )
