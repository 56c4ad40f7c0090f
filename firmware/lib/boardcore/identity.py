"""Identity: who a board is, as it tells the computer."""


class Identity:
    """Who this board is: texts without blanks, and how often it was started."""

    def __init__(self, board_id: str, firmware: str, boots: int, reset: str) -> None:
        self.board_id = board_id
        self.firmware = firmware
        self.boots = boots
        self.reset = reset
