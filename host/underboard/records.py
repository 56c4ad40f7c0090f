"""Records: every game of this computer, in one SQLite file, committed before it is shown."""

from dataclasses import dataclass
from pathlib import Path

from underboard.mirror import Entry, Mirror


@dataclass(frozen=True)
class GameRow:
    """One game among the records.  ``outcome`` is empty while it goes on."""

    number: int
    uuid: str
    board_id: str
    game_id: str
    name: str
    variant: str
    options: str
    start: str
    origin: str
    players: str
    started: str
    ended: str
    outcome: str
    note: str
    turns: int


class Records:
    """The records; raises Trouble for a file that is damaged, newer, or not ours."""

    @classmethod
    def open(cls, path: Path | None = None) -> "Records":
        """Open the file, or make it; None: the user's own."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the file."""
        raise NotImplementedError

    def begin(self, mirror: Mirror, board_id: str, players: str = "") -> int:
        """Write a game with all its entries; return its number."""
        raise NotImplementedError

    def append(self, number: int, entry: Entry, outcome: str = "") -> None:
        """Write one more entry."""
        raise NotImplementedError

    def set_players(self, number: int, players: str) -> None:
        """Write who plays: one name per side, parted by ``|``."""
        raise NotImplementedError

    def find(self, board_id: str, game_id: str) -> GameRow | None:
        """Return the game that a board calls so."""
        raise NotImplementedError

    def last_unfinished(self, board_id: str) -> GameRow | None:
        """Return the last game of a board if it goes on."""
        raise NotImplementedError

    def row(self, number: int) -> GameRow:
        """Return one game; raises Trouble if there is none with this number."""
        raise NotImplementedError

    def list(self) -> list[GameRow]:
        """Return all games, the oldest first."""
        raise NotImplementedError

    def load(self, number: int) -> Mirror:
        """Return a game with all its entries, replayed and checked."""
        raise NotImplementedError

    def export(self, number: int, form: str) -> str:
        """Return a game as "json" or "text"."""
        raise NotImplementedError

    def import_text(self, text: str) -> int:
        """Read what ``export`` made, either form; return the new game's number."""
        raise NotImplementedError
