"""Identity that a board reports to the computer."""

from binascii import crc32

from boardcore.link.wire import VERSION, pack


class Identity:
    """Identity of the board as texts without blanks, and the number of its starts.

    ``size``: of the firmware's heap in bytes, 0 if it is not known.
    """

    def __init__(self, board_id: str, firmware: str, boots: int, reset: str) -> None:
        self.board_id = board_id
        self.firmware = firmware
        self.boots = boots
        self.reset = reset
        self.size = 0
        self.chance = 0
        """A number of this start alone: who counts starts from 1 again, begins other games."""

    def number_of(self, games: int, now_ms: int) -> str:
        """Return the number of a game that begins now, the ``games``-th since the start."""
        seed = "%s %d %d %d %d" % (self.board_id, self.boots, self.chance, games, now_ms)
        return "%08x" % crc32(seed.encode())

    def hello_fields(self, layout: str, game: str, calibration: str = "-"):
        """Return the fields of ``hello``: who we are, what is played here, why we started.

        ``calibration``: what is known of it, "-" for a board that needs none.
        """
        who = (VERSION, self.firmware, self.board_id, layout, game)
        return who + (self.boots, pack(self.reset), calibration, self.size)
